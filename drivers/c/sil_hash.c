/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sil_hash.h"

#include "generated/sil_hash_regs.h"
#include "sil_message.h"

#define REGISTER(name) offsetof(sil_hash_regs_t, name)
#define KIND_HASH 1U

static uint32_t get(const sil_unit *unit, size_t offset)
{
    return sil_bus_read(unit->base + offset);
}

static void put(const sil_unit *unit, size_t offset, uint32_t value)
{
    sil_bus_write(unit->base + offset, value);
}

void sil_message_await(const sil_unit *unit, uint32_t mask, uint32_t value)
{
    while ((get(unit, REGISTER(STATUS)) & mask) != value) {
        if (unit->wait)
            unit->wait(unit->context);
    }
    put(unit, REGISTER(INTERRUPT), SIL_INTERRUPT__DONE_bm | SIL_INTERRUPT__ERROR_bm);
}

sil_result sil_message_open(const sil_unit *unit, uint32_t kind)
{
    const uint32_t version = get(unit, REGISTER(VERSION));

    if (version >> SIL_VERSION__MAJOR_bp != (kind << SIL_VERSION__MAJOR_bw | SIL_VERSION__MAJOR_reset))
        return SIL_WRONG_UNIT;
    if (get(unit, REGISTER(STATUS)) & SIL_HASH_STATUS__BUSY_bm)
        sil_hash_wipe(unit);
    put(unit, REGISTER(INTERRUPT_ENABLE), unit->wait ? SIL_INTERRUPT_ENABLE__DONE_bm : 0U);
    return SIL_OK;
}

void sil_message_words(const sil_unit *unit, const uint8_t *data, size_t size, size_t offset,
                       size_t step)
{
    for (; size >= 4U; size -= 4U, data += 4, offset += step)
        put(unit, offset, (uint32_t)data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 |
                             (uint32_t)data[3] << 24);
}

void sil_message_append(const sil_unit *unit, const uint8_t *data, size_t size, size_t window,
                        size_t single)
{
    sil_message_words(unit, data, size, window, 0U);
    for (data += size - size % 4U, size %= 4U; size; size--)
        put(unit, single, *data++);
}

sil_result sil_hash_init(const sil_unit *unit)
{
    const sil_result result = sil_message_open(unit, KIND_HASH);

    if (result == SIL_OK)
        put(unit, REGISTER(CONTROL), SIL_HASH_CONTROL__START_bm);
    return result;
}

void sil_hash_update(const sil_unit *unit, const void *data, size_t size)
{
    sil_message_append(unit, data, size, REGISTER(DATA), REGISTER(DATA_BYTE));
}

sil_result sil_hash_final(const sil_unit *unit, uint8_t *digest, size_t size)
{
    size_t offset;

    if (size % 4U || size > sil_hash_size(unit))
        return SIL_ARGUMENT;
    put(unit, REGISTER(CONTROL), SIL_HASH_CONTROL__LAST_bm);
    sil_message_await(unit, SIL_HASH_STATUS__DONE_bm, SIL_HASH_STATUS__DONE_bm);
    if (get(unit, REGISTER(STATUS)) & SIL_HASH_STATUS__ERROR_bm)
        return SIL_REFUSED;
    for (offset = 0; offset < size; offset += 4U) {
        uint32_t word = get(unit, REGISTER(DIGEST) + offset);
        int byte;

        for (byte = 0; byte < 4; byte++, word >>= 8)
            *digest++ = (uint8_t)word;
    }
    return SIL_OK;
}

size_t sil_hash_size(const sil_unit *unit)
{
    return (get(unit, REGISTER(CONFIG)) & SIL_CONFIG__DIGEST_WORDS_bm) * 4U;
}

void sil_hash_wipe(const sil_unit *unit)
{
    put(unit, REGISTER(CONTROL), SIL_HASH_CONTROL__WIPE_bm);
    while (get(unit, REGISTER(STATUS)) & SIL_HASH_STATUS__BUSY_bm)
        ;
}
