/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sil_hmac.h"

#include "generated/sil_hmac_regs.h"
#include "sil_hash.h"
#include "sil_unit.h"

#define REGISTER(name) offsetof(sil_hmac_regs_t, name)
#define LARGEST_TAG 64U
#define MD5_SIZE 16U

/* The registers of messages and digests are those of a hash (sil_message.rdl). */

/* Loads a key, with other bits of CONTROL. */
static sil_result load(sil_unit *unit, const void *key, size_t size, uint32_t control)
{
    const sil_result result = sil_unit_begin(unit, SIL_KIND_HMAC);

    if (result != SIL_OK)
        return result;
    if (!key && size)
        return SIL_ARGUMENT;
    sil_unit_put(unit, REGISTER(CONTROL),
                 SIL_HMAC_CONTROL__START_bm | SIL_HMAC_CONTROL__KEY_bm | control);
    sil_message_append(unit, key, size, REGISTER(KEY), REGISTER(KEY_BYTE));
    sil_unit_put(unit, REGISTER(CONTROL), SIL_HMAC_CONTROL__LAST_bm);
    /* No interrupt comes for a key, which takes some hundred cycles. */
    return sil_unit_await(unit, SIL_HMAC_STATUS__KEYED_bm | SIL_HMAC_STATUS__BUSY_bm,
                          SIL_HMAC_STATUS__KEYED_bm, 0);
}

sil_result sil_hmac_key(sil_unit *unit, const void *key, size_t size)
{
    return load(unit, key, size, 0U);
}

sil_result sil_hmac_key_sha1(sil_unit *unit, const void *key, size_t size)
{
    return load(unit, key, size, SIL_HMAC_CONTROL__SHA1_bm);
}

/* Begins a message, with other bits of CONTROL. `tag`: what COMPARE compares with. */
static sil_result start(sil_unit *unit, uint32_t control, const uint8_t *tag, size_t size)
{
    const sil_result result = sil_unit_begin(unit, SIL_KIND_HMAC);
    const uint32_t dma = control & SIL_HMAC_CONTROL__DMA_bm;
    uint32_t config, state;

    if (result != SIL_OK)
        return result;
    config = sil_unit_get(unit, REGISTER(CONFIG));
    state = (config & SIL_CONFIG__DIGEST_WORDS_bm) * 4U;
    if (config >> SIL_CONFIG__ALGORITHM_bp == SIL_ALGORITHM__MD5_SHA1 &&
        !(control & SIL_HMAC_CONTROL__SHA1_bm))
        state = MD5_SIZE;
    if (!(sil_unit_get(unit, REGISTER(STATUS)) & SIL_HMAC_STATUS__KEYED_bm))
        return SIL_REFUSED;
    if (dma && !(config & SIL_CONFIG__DMA_bm))
        return SIL_ARGUMENT;
    if (control & SIL_HMAC_CONTROL__COMPARE_bm) {
        if (size != state || !tag)
            return SIL_ARGUMENT;
        sil_unit_words(unit, tag, size, REGISTER(DIGEST), 4U);
        state = SIL_COMPARED_MESSAGE;
    }
    sil_unit_put(unit, REGISTER(CONTROL), SIL_HMAC_CONTROL__START_bm | control);
    unit->state = state | SIL_KEYED_MESSAGE | dma << SIL_STREAMED_SHIFT;
    return SIL_OK;
}

sil_result sil_hmac_init(sil_unit *unit)
{
    return start(unit, 0U, NULL, 0U);
}

sil_result sil_hmac_init_sha1(sil_unit *unit)
{
    return start(unit, SIL_HMAC_CONTROL__SHA1_bm, NULL, 0U);
}

sil_result sil_hmac_init_dma(sil_unit *unit)
{
    return start(unit, SIL_HMAC_CONTROL__DMA_bm, NULL, 0U);
}

sil_result sil_hmac_init_compare_dma(sil_unit *unit, const uint8_t *tag, size_t size)
{
    return start(unit, SIL_HMAC_CONTROL__DMA_bm | SIL_HMAC_CONTROL__COMPARE_bm, tag, size);
}

sil_result sil_hmac_init_compare(sil_unit *unit, const uint8_t *tag, size_t size)
{
    return start(unit, SIL_HMAC_CONTROL__COMPARE_bm, tag, size);
}

sil_result sil_hmac_init_compare_sha1(sil_unit *unit, const uint8_t *tag, size_t size)
{
    return start(unit, SIL_HMAC_CONTROL__COMPARE_bm | SIL_HMAC_CONTROL__SHA1_bm, tag, size);
}

sil_result sil_hmac_final_compare(sil_unit *unit)
{
    sil_result result;

    if ((sil_unit_open(unit) & ~SIL_STREAMED) != SIL_COMPARED_MESSAGE)
        return SIL_OUT_OF_ORDER;
    result = sil_message_end(unit);
    if (result == SIL_OK &&
        !(sil_unit_get(unit, REGISTER(STATUS)) & SIL_HMAC_STATUS__MATCH_bm))
        result = SIL_MISMATCH;
    return result;
}

sil_result sil_hmac_update(sil_unit *unit, const void *data, size_t size)
{
    return sil_hash_update(unit, data, size);
}

sil_result sil_hmac_final(sil_unit *unit, uint8_t *tag, size_t size)
{
    if (!(unit->state & SIL_KEYED_MESSAGE)) /* the digest of a hash is no tag */
        return SIL_OUT_OF_ORDER;
    return sil_hash_final(unit, tag, size);
}

sil_result sil_hmac_verify(sil_unit *unit, const uint8_t *tag, size_t size)
{
    uint8_t computed[LARGEST_TAG];
    volatile uint8_t *clear = computed;
    sil_result result;
    size_t index;

    if (!tag || size == 0 || size > LARGEST_TAG)
        return SIL_ARGUMENT;
    result = sil_hmac_final(unit, computed, size);
    if (result == SIL_OK)
        result = sil_compare(computed, tag, size);
    for (index = 0; index < LARGEST_TAG; index++)
        clear[index] = 0;
    return result;
}

sil_result sil_hmac_wipe(sil_unit *unit)
{
    return sil_unit_wipe(unit, SIL_KIND_HMAC);
}
