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
    if (!(unit->state & SIL_STREAMED))
        sil_unit_put(unit, REGISTER(CONTROL), SIL_HASH_CONTROL__LAST_bm);
    unit->state = SIL_NO_MESSAGE;
    return sil_unit_end(unit);
}

/* Begins a message. `dma`: CONTROL.DMA or 0. */
static sil_result start(sil_unit *unit, uint32_t dma)
{
    const sil_result result = sil_unit_begin(unit, SIL_KIND_HASH);

    if (result != SIL_OK)
        return result;
    if (dma && !(sil_unit_get(unit, REGISTER(CONFIG)) & SIL_CONFIG__DMA_bm))
        return SIL_ARGUMENT;
    sil_unit_put(unit, REGISTER(CONTROL), SIL_HASH_CONTROL__START_bm | dma);
    unit->state = (uint32_t)sil_hash_size(unit) | dma << SIL_STREAMED_SHIFT;
    return SIL_OK;
}

sil_result sil_hash_init(sil_unit *unit)
{
    return start(unit, 0U);
}

sil_result sil_hash_init_dma(sil_unit *unit)
{
    return start(unit, SIL_HASH_CONTROL__DMA_bm);
}

sil_result sil_hash_update(sil_unit *unit, const void *data, size_t size)
{
    const uint32_t open = sil_unit_open(unit);

    if (open < SIL_COMPARED_MESSAGE || open & SIL_STREAMED)
        return SIL_OUT_OF_ORDER;
    if (!data && size)
        return SIL_ARGUMENT;
    sil_message_append(unit, data, size, REGISTER(DATA), REGISTER(DATA_BYTE));
    return SIL_OK;
}

sil_result sil_hash_final(sil_unit *unit, uint8_t *digest, size_t size)
{
    const uint32_t open = sil_unit_open(unit) & ~SIL_STREAMED;
    sil_result result;
    size_t offset;

    if (open <= SIL_COMPARED_MESSAGE)
        return SIL_OUT_OF_ORDER;
    if (size % 4U || size > open || (!digest && size))
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
