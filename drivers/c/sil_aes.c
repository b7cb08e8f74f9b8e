/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sil_aes.h"

#include "generated/sil_aes_regs.h"

#define REGISTER(name) offsetof(sil_aes_regs_t, name)
#define KIND_AES 3U

static uint32_t get(const sil_unit *unit, size_t place)
{
    return sil_bus_read(unit->base + place);
}

static void put(const sil_unit *unit, size_t place, uint32_t value)
{
    sil_bus_write(unit->base + place, value);
}

static uint32_t word_of(const uint8_t *data)
{
    return (uint32_t)data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 |
           (uint32_t)data[3] << 24;
}

static sil_result open_unit(const sil_unit *unit)
{
    const uint32_t version = get(unit, REGISTER(VERSION));

    if (version >> SIL_VERSION__MAJOR_bp !=
        (KIND_AES << SIL_VERSION__MAJOR_bw | SIL_VERSION__MAJOR_reset))
        return SIL_WRONG_UNIT;
    if (get(unit, REGISTER(STATUS)) & SIL_AES_STATUS__BUSY_bm)
        return SIL_REFUSED;
    put(unit, REGISTER(INTERRUPT_ENABLE), unit->wait ? SIL_INTERRUPT_ENABLE__DONE_bm : 0U);
    return SIL_OK;
}

static int has_mode(uint32_t config, sil_aes_mode mode)
{
    return (config >> SIL_AES_CONFIG__MODES_bp >> mode & 1U) != 0U;
}

sil_result sil_aes_key(const sil_unit *unit, const uint8_t *key, size_t size, int tweak)
{
    const uint32_t code = (uint32_t)(size / 8U) - 2U, config = get(unit, REGISTER(CONFIG));
    const uint32_t keyed = tweak ? SIL_AES_STATUS__TWEAK_KEYED_bm : SIL_AES_STATUS__KEYED_bm;
    sil_result result = open_unit(unit);

    if (result != SIL_OK)
        return result;
    if (size % 8U || code > 2U || !(config >> code & 1U) ||
        (tweak && !has_mode(config, SIL_AES_XTS)))
        return SIL_ARGUMENT;
    put(unit, REGISTER(CONTROL),
        SIL_AES_CONTROL__START_bm | SIL_AES_CONTROL__KEY_bm | code << SIL_AES_CONTROL__LENGTH_bp |
            (tweak ? (uint32_t)SIL_AES_CONTROL__TWEAK_bm : 0U));
    for (; size; size -= 4U, key += 4)
        put(unit, REGISTER(KEY), word_of(key));
    while ((get(unit, REGISTER(STATUS)) & (keyed | SIL_AES_STATUS__BUSY_bm)) != keyed)
        ;
    return SIL_OK;
}

sil_result sil_aes_init(sil_aes *message, const sil_unit *unit, sil_aes_mode mode, int decrypt,
                        const uint8_t *iv)
{
    const uint32_t config = get(unit, REGISTER(CONFIG)), status = get(unit, REGISTER(STATUS));
    const uint32_t keys = mode == SIL_AES_XTS
                              ? SIL_AES_STATUS__KEYED_bm | SIL_AES_STATUS__TWEAK_KEYED_bm
                              : SIL_AES_STATUS__KEYED_bm;
    size_t place;
    sil_result result = open_unit(unit);

    if (result != SIL_OK)
        return result;
    if (!has_mode(config, mode) || (!iv && mode != SIL_AES_ECB) ||
        (decrypt && mode != SIL_AES_CTR && !(config & SIL_AES_CONFIG__DECRYPT_bm)))
        return SIL_ARGUMENT;
    if ((status & keys) != keys)
        return SIL_REFUSED;
    for (place = 0; iv && place < 16U; place += 4U)
        put(unit, REGISTER(IV) + place, word_of(iv + place));
    put(unit, REGISTER(CONTROL),
        SIL_AES_CONTROL__START_bm | (uint32_t)mode << SIL_AES_CONTROL__MODE_bp |
            (decrypt ? (uint32_t)SIL_AES_CONTROL__DECRYPT_bm : 0U));
    message->unit = unit;
    message->pending = 0;
    return SIL_OK;
}

/* Takes the next word of the result, and at most 4 of the pending bytes. */
static uint8_t *take(sil_aes *message, uint8_t *out)
{
    uint32_t word = get(message->unit, REGISTER(RESULT));
    int byte;

    for (byte = 0; byte < 4 && message->pending; byte++, word >>= 8, message->pending--)
        *out++ = (uint8_t)word;
    return out;
}

size_t sil_aes_update(sil_aes *message, const uint8_t *in, size_t size, uint8_t *out)
{
    const sil_unit *unit = message->unit;
    uint8_t *next = out;

    while (size) {
        const uint32_t status = get(unit, REGISTER(STATUS));
        const size_t part = size < 4U ? 1U : 4U;

        if (status & SIL_AES_STATUS__AVAILABLE_bm) {
            next = take(message, next);
        } else if (status & SIL_AES_STATUS__SPACE_bm) {
            if (part == 4U)
                put(unit, REGISTER(DATA), word_of(in));
            else
                put(unit, REGISTER(DATA_BYTE), *in);
            in += part;
            size -= part;
            message->pending += part;
        }
    }
    return (size_t)(next - out);
}

sil_result sil_aes_final(sil_aes *message, uint8_t *out)
{
    const sil_unit *unit = message->unit;
    uint32_t status;
    int ended = 0;

    while (!((status = get(unit, REGISTER(STATUS))) & SIL_AES_STATUS__DONE_bm)) {
        if (status & SIL_AES_STATUS__AVAILABLE_bm) {
            out = take(message, out);
        } else if (!ended && status & SIL_AES_STATUS__SPACE_bm) {
            put(unit, REGISTER(CONTROL), SIL_AES_CONTROL__LAST_bm);
            ended = 1;
        } else if (ended && unit->wait && !message->pending) {
            unit->wait(unit->context);
        }
    }
    put(unit, REGISTER(INTERRUPT), SIL_INTERRUPT__DONE_bm | SIL_INTERRUPT__ERROR_bm);
    return status & SIL_AES_STATUS__ERROR_bm ? SIL_REFUSED : SIL_OK;
}

void sil_aes_wipe(const sil_unit *unit)
{
    put(unit, REGISTER(CONTROL), SIL_AES_CONTROL__WIPE_bm);
    while (get(unit, REGISTER(STATUS)) & SIL_AES_STATUS__BUSY_bm)
        ;
}
