/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sil_aes.h"

#include "generated/sil_aes_regs.h"

#define REGISTER(name) offsetof(sil_aes_regs_t, name)
#define KIND_AES 3U
#define BLOCK 16U
/* The bit of CONFIG for a mode. */
#define HAS(mode) (1U << (SIL_AES_CONFIG__MODES_bp + (uint32_t)(mode)))

static uint32_t get(const sil_unit *unit, size_t offset)
{
    return sil_bus_read(unit->base + offset);
}

static void put(const sil_unit *unit, size_t offset, uint32_t value)
{
    sil_bus_write(unit->base + offset, value);
}

/* Writes words from `address` on; `size` is a multiple of 4. */
static void put_words(uintptr_t address, const uint8_t *data, size_t size)
{
    const uint8_t *const end = data + size;

    for (; data != end; data += 4, address += 4U)
        sil_bus_write(address, (uint32_t)data[0] | (uint32_t)data[1] << 8 |
                                   (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24);
}

/* Begins a key or a message, and waits until the FIFO has space. `data`: the key or the IV.
 * `config`: the bits of CONFIG that it needs. `keys`: the bits of STATUS that the key sets, or that
 * the message needs. */
static sil_result begin(const sil_unit *unit, const uint8_t *data, size_t size, uint32_t control,
                        uint32_t config, uint32_t keys)
{
    const uint32_t status = get(unit, REGISTER(STATUS)), key = control & SIL_AES_CONTROL__KEY_bm;

    if (get(unit, REGISTER(VERSION)) >> SIL_VERSION__MAJOR_bp !=
        (KIND_AES << SIL_VERSION__MAJOR_bw | SIL_VERSION__MAJOR_reset))
        return SIL_WRONG_UNIT;
    if (status & SIL_AES_STATUS__BUSY_bm)
        return SIL_REFUSED;
    put(unit, REGISTER(INTERRUPT_ENABLE), unit->wait ? SIL_INTERRUPT_ENABLE__DONE_bm : 0U);
    if (config & ~get(unit, REGISTER(CONFIG)))
        return SIL_ARGUMENT;
    if (!key) {
        if (keys & ~status)
            return SIL_REFUSED;
        put_words(unit->base + REGISTER(IV), data, size);
    }
    put(unit, REGISTER(CONTROL), control);
    if (key)
        put_words(unit->base + REGISTER(KEY), data, size);
    while ((keys | SIL_AES_STATUS__SPACE_bm) & ~get(unit, REGISTER(STATUS)))
        ;
    return SIL_OK;
}

sil_result sil_aes_key(const sil_unit *unit, const uint8_t *key, size_t size, int tweak)
{
    const size_t code = size / 8U - 2U;
    uint32_t control = SIL_AES_CONTROL__START_bm | SIL_AES_CONTROL__KEY_bm |
                       (uint32_t)code << SIL_AES_CONTROL__LENGTH_bp;
    uint32_t config, keyed = SIL_AES_STATUS__KEYED_bm;

    if (size % 8U || code > 2U)
        return SIL_ARGUMENT;
    config = 1U << code;
    if (tweak) {
        control |= SIL_AES_CONTROL__TWEAK_bm;
        config |= HAS(SIL_AES_XTS);
        keyed = SIL_AES_STATUS__TWEAK_KEYED_bm;
    }
    return begin(unit, key, size, control, config, keyed);
}

sil_result sil_aes_init(sil_aes *message, const sil_unit *unit, sil_aes_mode mode, int decrypt,
                        const uint8_t *iv)
{
    const uint32_t reverse = decrypt != 0;
    uint32_t control = SIL_AES_CONTROL__START_bm | (uint32_t)mode << SIL_AES_CONTROL__MODE_bp |
                       reverse << SIL_AES_CONTROL__DECRYPT_bp;
    uint32_t config, keys = SIL_AES_STATUS__KEYED_bm;

    if (mode > SIL_AES_XTS || (!iv && mode != SIL_AES_ECB))
        return SIL_ARGUMENT;
    config = HAS(mode);
    if (mode != SIL_AES_CTR) /* decrypts as it encrypts */
        config |= reverse << SIL_AES_CONFIG__DECRYPT_bp;
    keys |= (uint32_t)(mode == SIL_AES_XTS) << SIL_AES_STATUS__TWEAK_KEYED_bp;
    message->unit = unit;
    message->pending = 0;
    return begin(unit, iv, iv ? BLOCK : 0U, control, config, keys);
}

/* Reads STATUS, and takes the next word of the result, at most 4 of the pending bytes. */
static uint32_t step(sil_aes *message)
{
    const uint32_t status = get(message->unit, REGISTER(STATUS));

    if (status & SIL_AES_STATUS__AVAILABLE_bm) {
        uint32_t word = get(message->unit, REGISTER(RESULT));
        uint8_t *out = message->out;
        size_t left = message->pending;
        int byte;

        for (byte = 4; byte && left; byte--, left--, word >>= 8)
            *out++ = (uint8_t)word;
        message->out = out;
        message->pending = left;
    }
    return status;
}

size_t sil_aes_update(sil_aes *message, const uint8_t *in, size_t size, uint8_t *out)
{
    message->out = out;
    while (size) {
        size_t part = 4U;

        if (size % part) { /* first single bytes, then words */
            part = 1U;
            put(message->unit, REGISTER(DATA_BYTE), *in);
        } else {
            put_words(message->unit->base + REGISTER(DATA), in, part);
        }
        message->pending += part;
        in += part;
        size -= part;
        while (!(step(message) & SIL_AES_STATUS__SPACE_bm)) /* for the next word, or for LAST */
            ;
    }
    return (size_t)(message->out - out);
}

sil_result sil_aes_final(sil_aes *message, uint8_t *out)
{
    const sil_unit *unit = message->unit;
    uint32_t status;

    message->out = out;
    put(unit, REGISTER(CONTROL), SIL_AES_CONTROL__LAST_bm);
    while (!((status = step(message)) & SIL_AES_STATUS__DONE_bm)) {
        if (unit->wait && !message->pending)
            unit->wait(unit->context);
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
