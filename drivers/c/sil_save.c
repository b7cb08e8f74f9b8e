/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sil_save.h"

#include "generated/sil_save_regs.h"
#include "sil_unit.h"

#define REGISTER(name) offsetof(sil_save_regs_t, name)

/* `state` of sil_unit: a message from the stream port that stops after its last beat. It is less
 * than that of a message with a digest, so that sil_hash_final refuses it. */
#define PART_MESSAGE (2U | SIL_STREAMED)

/* A sum of all fields but `check`, which is never 0 for a structure of zeros. */
static uint32_t sum(const sil_hash_saved *saved)
{
    uint32_t found = 0x53415645U ^ saved->algorithm ^ (uint32_t)saved->bytes;
    size_t at;

    found = found * 31U + (uint32_t)(saved->bytes >> 32);
    for (at = 0; at < sizeof saved->chaining; at++)
        found = found * 31U + saved->chaining[at];
    return found;
}

void sil_hash_saved_clear(sil_hash_saved *saved)
{
    volatile uint8_t *byte;
    size_t at;

    if (!saved)
        return;
    byte = saved->chaining;
    saved->algorithm = saved->check = 0U;
    saved->bytes = 0U;
    for (at = 0; at < sizeof saved->chaining; at++)
        *byte++ = 0U;
}

sil_result sil_hash_save(sil_unit *unit, sil_hash_saved *saved)
{
    const uint32_t open = sil_unit_open(unit);
    uint32_t config, word = 0U;
    sil_result result;
    size_t at;

    if (open != PART_MESSAGE && (open <= SIL_COMPARED_MESSAGE || open & SIL_STREAMED))
        return SIL_OUT_OF_ORDER;
    config = sil_unit_get(unit, REGISTER(CONFIG));
    if (!(config & SIL_SAVE_CONFIG__SAVE_bm))
        return SIL_WRONG_UNIT;
    if (!saved)
        return SIL_ARGUMENT;
    if (open != PART_MESSAGE) {
        if (!(sil_unit_get(unit, REGISTER(STATUS)) & SIL_SAVE_STATUS__CAN_SAVE_bm))
            return SIL_ARGUMENT;
        sil_unit_put(unit, REGISTER(CONTROL), SIL_SAVE_CONTROL__SAVE_bm);
    }
    unit->state = SIL_NO_MESSAGE;
    sil_hash_saved_clear(saved);
    result = sil_unit_end(unit);
    if (result != SIL_OK)
        return result;
    if (!(sil_unit_get(unit, REGISTER(STATUS)) & SIL_SAVE_STATUS__SAVED_bm))
        return SIL_REFUSED;
    for (at = 0; at < (config & SIL_SAVE_CONFIG__DIGEST_WORDS_bm) * 4U; at++, word >>= 8) {
        if (at % 4U == 0U)
            word = sil_unit_get(unit, REGISTER(DIGEST) + at);
        if (at < sizeof saved->chaining)
            saved->chaining[at] = (uint8_t)word;
    }
    saved->bytes = (uint64_t)sil_unit_get(unit, REGISTER(COUNT_HIGH)) << 32 | sil_unit_get(unit, REGISTER(COUNT_LOW));
    saved->algorithm = config >> SIL_SAVE_CONFIG__ALGORITHM_bp;
    saved->check = sum(saved);
    return SIL_OK;
}

/* Begins a message or a part. `saved` may be NULL. `more`: further bits of CONTROL. */
static sil_result begin(sil_unit *unit, const sil_hash_saved *saved, uint32_t more)
{
    const sil_result result = sil_unit_begin(unit, SIL_KIND_HASH);
    uint32_t config, size;

    if (result != SIL_OK)
        return result;
    config = sil_unit_get(unit, REGISTER(CONFIG));
    if (!(config & SIL_SAVE_CONFIG__SAVE_bm))
        return SIL_WRONG_UNIT;
    if (more && !(config & SIL_SAVE_CONFIG__DMA_bm))
        return SIL_ARGUMENT;
    size = (config & SIL_SAVE_CONFIG__DIGEST_WORDS_bm) * 4U;
    if (saved) {
        const uint32_t block = config >> SIL_SAVE_CONFIG__BLOCK_BYTES_bp & 0xffU;

        if (saved->algorithm != config >> SIL_SAVE_CONFIG__ALGORITHM_bp ||
            saved->check != sum(saved) || !saved->bytes || saved->bytes & (block - 1U) ||
            saved->bytes >> 61 || size > sizeof saved->chaining)
            return SIL_ARGUMENT;
        sil_unit_put(unit, REGISTER(COUNT_LOW), (uint32_t)saved->bytes);
        sil_unit_put(unit, REGISTER(COUNT_HIGH), (uint32_t)(saved->bytes >> 32));
        more |= SIL_SAVE_CONTROL__RESTORE_bm;
    }
    sil_unit_put(unit, REGISTER(CONTROL), SIL_SAVE_CONTROL__START_bm | more);
    if (saved)
        sil_unit_words(unit, saved->chaining, size, REGISTER(DIGEST), 4U);
    unit->state = more & SIL_SAVE_CONTROL__DMA_bm ? PART_MESSAGE : size;
    return SIL_OK;
}

sil_result sil_hash_restore(sil_unit *unit, const sil_hash_saved *saved)
{
    return saved ? begin(unit, saved, 0U) : SIL_ARGUMENT;
}

sil_result sil_hash_part_dma(sil_unit *unit, const sil_hash_saved *saved)
{
    return begin(unit, saved, SIL_SAVE_CONTROL__DMA_bm | SIL_SAVE_CONTROL__SAVE_bm);
}
