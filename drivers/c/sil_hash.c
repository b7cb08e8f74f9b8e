/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sil_hash.h"

#include "generated/sil_hash_regs.h"
#include "sil_unit.h"

#define REGISTER(name) offsetof(sil_hash_regs_t, name)

void sil_message_append(const sil_unit *unit, const uint8_t *data, size_t size, size_t window,
                        size_t single)
{
    const size_t rest = size % 4U;

    sil_unit_words(unit, data, size, window, 0U);
    for (size -= rest; size % 4U != rest; size++)
        sil_unit_put(unit, single, data[size]);
}

sil_result sil_message_end(sil_unit *unit)
{
    sil_result result;

    unit->state = SIL_NO_MESSAGE;
    sil_unit_put(unit, REGISTER(CONTROL), SIL_HASH_CONTROL__LAST_bm);
    result = sil_unit_await(unit, SIL_HASH_STATUS__DONE_bm, SIL_HASH_STATUS__DONE_bm, 1);
    sil_unit_put(unit, REGISTER(INTERRUPT), SIL_INTERRUPT__DONE_bm | SIL_INTERRUPT__ERROR_bm);
    if (result == SIL_OK && sil_unit_get(unit, REGISTER(STATUS)) & SIL_HASH_STATUS__ERROR_bm)
        result = SIL_REFUSED;
    return result;
}

sil_result sil_hash_init(sil_unit *unit)
{
    const sil_result result = sil_unit_begin(unit, SIL_KIND_HASH);

    if (result == SIL_OK) {
        sil_unit_put(unit, REGISTER(CONTROL), SIL_HASH_CONTROL__START_bm);
        unit->state = (uint32_t)sil_hash_size(unit);
    }
    return result;
}

sil_result sil_hash_update(sil_unit *unit, const void *data, size_t size)
{
    if (sil_unit_open(unit) < SIL_COMPARED_MESSAGE)
        return SIL_OUT_OF_ORDER;
    sil_message_append(unit, data, size, REGISTER(DATA), REGISTER(DATA_BYTE));
    return SIL_OK;
}

sil_result sil_hash_final(sil_unit *unit, uint8_t *digest, size_t size)
{
    sil_result result;
    size_t offset;

    if (sil_unit_open(unit) <= SIL_COMPARED_MESSAGE)
        return SIL_OUT_OF_ORDER;
    if (size % 4U || size > unit->state)
        return SIL_ARGUMENT;
    result = sil_message_end(unit);
    if (result != SIL_OK)
        return result;
    for (offset = 0; offset < size; offset += 4U) {
        uint32_t word = sil_unit_get(unit, REGISTER(DIGEST) + offset);
        int byte;

        for (byte = 0; byte < 4; byte++, word >>= 8)
            *digest++ = (uint8_t)word;
    }
    return SIL_OK;
}

size_t sil_hash_size(const sil_unit *unit)
{
    return (sil_unit_get(unit, REGISTER(CONFIG)) & SIL_CONFIG__DIGEST_WORDS_bm) * 4U;
}

sil_result sil_hash_wipe(sil_unit *unit)
{
    return sil_unit_wipe(unit, SIL_KIND_HASH);
}
