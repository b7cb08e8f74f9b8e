/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sil_hmac.h"

#include "generated/sil_hmac_regs.h"
#include "sil_hash.h"
#include "sil_message.h"

#define REGISTER(name) offsetof(sil_hmac_regs_t, name)
#define KIND_HMAC 2U
#define LARGEST_TAG 64U
#define MD5_SIZE 16U
#define MD5_AND_SHA1 13U /* sil_algorithm in sil_message.rdl */

/* The registers of messages and digests are those of a hash (sil_message.rdl). */

/* Loads a key, with other bits of CONTROL. */
static sil_result load(const sil_unit *unit, const void *key, size_t size, uint32_t control)
{
    const sil_result result = sil_message_open(unit, KIND_HMAC);

    if (result != SIL_OK)
        return result;
    sil_bus_write(unit->base + REGISTER(CONTROL),
                  SIL_HMAC_CONTROL__START_bm | SIL_HMAC_CONTROL__KEY_bm | control);
    sil_message_append(unit, key, size, REGISTER(KEY), REGISTER(KEY_BYTE));
    sil_bus_write(unit->base + REGISTER(CONTROL), SIL_HMAC_CONTROL__LAST_bm);
    /* No interrupt comes for a key, which takes some hundred cycles. */
    while ((sil_bus_read(unit->base + REGISTER(STATUS)) &
            (SIL_HMAC_STATUS__KEYED_bm | SIL_HMAC_STATUS__BUSY_bm)) != SIL_HMAC_STATUS__KEYED_bm)
        ;
    return SIL_OK;
}

sil_result sil_hmac_key(const sil_unit *unit, const void *key, size_t size)
{
    return load(unit, key, size, 0U);
}

sil_result sil_hmac_key_sha1(const sil_unit *unit, const void *key, size_t size)
{
    return load(unit, key, size, SIL_HMAC_CONTROL__SHA1_bm);
}

/* Begins a message, with other bits of CONTROL. */
static sil_result start(const sil_unit *unit, uint32_t control)
{
    const sil_result result = sil_message_open(unit, KIND_HMAC);

    if (result != SIL_OK)
        return result;
    if (!(sil_bus_read(unit->base + REGISTER(STATUS)) & SIL_HMAC_STATUS__KEYED_bm))
        return SIL_REFUSED;
    sil_bus_write(unit->base + REGISTER(CONTROL), SIL_HMAC_CONTROL__START_bm | control);
    return SIL_OK;
}

sil_result sil_hmac_init(const sil_unit *unit)
{
    return start(unit, 0U);
}

sil_result sil_hmac_init_sha1(const sil_unit *unit)
{
    return start(unit, SIL_HMAC_CONTROL__SHA1_bm);
}

/* Whether the unit has MD5 and SHA-1. */
static int has_md5_too(const sil_unit *unit)
{
    return sil_bus_read(unit->base + REGISTER(CONFIG)) >> SIL_CONFIG__ALGORITHM_bp == MD5_AND_SHA1;
}

/* Begins a message whose tag is compared, with other bits of CONTROL. */
static sil_result compare(const sil_unit *unit, const uint8_t *tag, size_t size, uint32_t control)
{
    const sil_result result = sil_message_open(unit, KIND_HMAC);

    if (result != SIL_OK)
        return result;
    if (size != (has_md5_too(unit) && !control ? MD5_SIZE : sil_hash_size(unit)))
        return SIL_ARGUMENT;
    sil_message_words(unit, tag, size, REGISTER(DIGEST), 4U);
    return start(unit, SIL_HMAC_CONTROL__COMPARE_bm | control);
}

sil_result sil_hmac_init_compare(const sil_unit *unit, const uint8_t *tag, size_t size)
{
    return compare(unit, tag, size, 0U);
}

sil_result sil_hmac_init_compare_sha1(const sil_unit *unit, const uint8_t *tag, size_t size)
{
    return compare(unit, tag, size, SIL_HMAC_CONTROL__SHA1_bm);
}

sil_result sil_hmac_final_compare(const sil_unit *unit)
{
    uint32_t status;

    sil_bus_write(unit->base + REGISTER(CONTROL), SIL_HMAC_CONTROL__LAST_bm);
    sil_message_await(unit, SIL_HMAC_STATUS__DONE_bm, SIL_HMAC_STATUS__DONE_bm);
    status = sil_bus_read(unit->base + REGISTER(STATUS));
    if (status & SIL_HMAC_STATUS__ERROR_bm)
        return SIL_REFUSED;
    return status & SIL_HMAC_STATUS__MATCH_bm ? SIL_OK : SIL_MISMATCH;
}

void sil_hmac_update(const sil_unit *unit, const void *data, size_t size)
{
    sil_hash_update(unit, data, size);
}

sil_result sil_hmac_final(const sil_unit *unit, uint8_t *tag, size_t size)
{
    return sil_hash_final(unit, tag, size);
}

sil_result sil_hmac_verify(const sil_unit *unit, const uint8_t *tag, size_t size)
{
    uint8_t computed[LARGEST_TAG];
    sil_result result = SIL_ARGUMENT;
    volatile uint8_t *clear = computed;
    size_t index;

    if (size == 0 || size > LARGEST_TAG)
        return SIL_ARGUMENT;
    result = sil_hash_final(unit, computed, size);
    if (result == SIL_OK)
        result = sil_compare(computed, tag, size);
    for (index = 0; index < LARGEST_TAG; index++)
        clear[index] = 0;
    return result;
}

void sil_hmac_wipe(const sil_unit *unit)
{
    sil_hash_wipe(unit);
}
