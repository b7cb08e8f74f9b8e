/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sil_aes.h"

#include "generated/sil_aes_regs.h"
#include "sil_unit.h"

#define REGISTER(name) offsetof(sil_aes_regs_t, name)
#define BLOCK 16U
/* The bit of CONFIG for a mode. */
#define HAS(mode) (1U << (SIL_AES_CONFIG__MODES_bp + (uint32_t)(mode)))

/* Begins a key or a message, and waits until the FIFO has space. `data`: the key or the IV.
 * `config`: the bits of CONFIG that it needs; with a key, also its cipher. `keys`: the bits of
 * STATUS that the key sets, or that the message needs. */
static sil_result begin(sil_unit *unit, const uint8_t *data, size_t size, uint32_t control,
                        uint32_t config, uint32_t keys)
{
    const uint32_t key = control & SIL_AES_CONTROL__KEY_bm;
    const sil_result result = sil_unit_begin(unit, SIL_KIND_AES);
    uint32_t built;

    if (result != SIL_OK)
        return result;
    built = sil_unit_get(unit, REGISTER(CONFIG));
    if (key && (built ^ config) & SIL_AES_CONFIG__CIPHER_bm)
        return SIL_WRONG_UNIT;
    if (config & ~built)
        return SIL_ARGUMENT;
    if (!key) {
        if (keys & ~sil_unit_get(unit, REGISTER(STATUS)))
            return SIL_REFUSED;
        sil_unit_words(unit, data, size, REGISTER(IV), 4U);
    }
    sil_unit_put(unit, REGISTER(CONTROL), control);
    if (key)
        sil_unit_words(unit, data, size, REGISTER(KEY), 4U);
    keys |= SIL_AES_STATUS__SPACE_bm;
    return sil_unit_await(unit, keys, keys, 0);
}

/* `cipher`: the value of CONFIG.CIPHER that the unit must have. */
static sil_result load(sil_unit *unit, const uint8_t *key, size_t size, int tweak, uint32_t cipher)
{
    const size_t code = size / 8U - 2U;
    uint32_t control = SIL_AES_CONTROL__START_bm | SIL_AES_CONTROL__KEY_bm |
                       (uint32_t)code << SIL_AES_CONTROL__LENGTH_bp;
    uint32_t config, keyed = SIL_AES_STATUS__KEYED_bm;

    if (!key || size % 8U || code > 2U)
        return SIL_ARGUMENT;
    config = 1U << code | cipher << SIL_AES_CONFIG__CIPHER_bp;
    if (tweak) {
        control |= SIL_AES_CONTROL__TWEAK_bm;
        config |= HAS(SIL_AES_XTS);
        keyed = SIL_AES_STATUS__TWEAK_KEYED_bm;
    }
    return begin(unit, key, size, control, config, keyed);
}

sil_result sil_aes_key(sil_unit *unit, const uint8_t *key, size_t size, int tweak)
{
    return load(unit, key, size, tweak, SIL_CIPHER__AES);
}

sil_result sil_sm4_key(sil_unit *unit, const uint8_t *key)
{
    return load(unit, key, 16U, 0, SIL_CIPHER__SM4);
}

/* Begins a message. `dma`: CONTROL.DMA or 0. */
static sil_result start(sil_unit *unit, sil_aes_mode mode, int decrypt, const uint8_t *iv,
                        uint32_t dma)
{
    const uint32_t reverse = decrypt != 0;
    uint32_t control = SIL_AES_CONTROL__START_bm | (uint32_t)mode << SIL_AES_CONTROL__MODE_bp |
                       reverse << SIL_AES_CONTROL__DECRYPT_bp | dma;
    uint32_t config, keys = SIL_AES_STATUS__KEYED_bm;
    sil_result result;

    if (mode > SIL_AES_XTS || (!iv && mode != SIL_AES_ECB))
        return SIL_ARGUMENT;
    config = HAS(mode) | dma << (SIL_AES_CONFIG__DMA_bp - SIL_AES_CONTROL__DMA_bp);
    if (mode != SIL_AES_CTR) /* decrypts as it encrypts */
        config |= reverse << SIL_AES_CONFIG__DECRYPT_bp;
    keys |= (uint32_t)(mode == SIL_AES_XTS) << SIL_AES_STATUS__TWEAK_KEYED_bp;
    result = begin(unit, iv, iv ? BLOCK : 0U, control, config, keys);
    if (result == SIL_OK) {
        unit->state = SIL_CIPHER_MESSAGE | dma << SIL_STREAMED_SHIFT;
        unit->pending = 0;
    }
    return result;
}

sil_result sil_aes_init(sil_unit *unit, sil_aes_mode mode, int decrypt, const uint8_t *iv)
{
    return start(unit, mode, decrypt, iv, 0U);
}

sil_result sil_aes_init_dma(sil_unit *unit, sil_aes_mode mode, int decrypt, const uint8_t *iv)
{
    return start(unit, mode, decrypt, iv, SIL_AES_CONTROL__DMA_bm);
}

sil_result sil_aes_final_dma(sil_unit *unit)
{
    if (sil_unit_open(unit) != (SIL_CIPHER_MESSAGE | SIL_STREAMED))
        return SIL_OUT_OF_ORDER;
    unit->state = SIL_NO_MESSAGE;
    return sil_unit_end(unit);
}

/* Reads STATUS, and takes the next word of the result, at most 4 of the pending bytes. */
static uint32_t step(sil_unit *unit, uint8_t **out)
{
    const uint32_t status = sil_unit_get(unit, REGISTER(STATUS));

    if (status & SIL_AES_STATUS__AVAILABLE_bm) {
        uint32_t word = sil_unit_get(unit, REGISTER(RESULT));
        uint8_t *to = *out;
        size_t left = unit->pending;
        int byte;

        for (byte = 4; byte && left; byte--, left--, word >>= 8)
            *to++ = (uint8_t)word;
        *out = to;
        unit->pending = left;
    }
    return status;
}

sil_result sil_aes_update(sil_unit *unit, const uint8_t *in, size_t size, uint8_t **out)
{
    if (sil_unit_open(unit) != SIL_CIPHER_MESSAGE)
        return SIL_OUT_OF_ORDER;
    if (size && (!in || !out || !*out))
        return SIL_ARGUMENT;
    while (size) {
        size_t part = 4U;
        uint32_t polls = sil_unit_polls(unit);

        if (size % part) { /* first single bytes, then words */
            part = 1U;
            sil_unit_put(unit, REGISTER(DATA_BYTE), *in);
        } else {
            sil_unit_put(unit, REGISTER(DATA), sil_unit_word(in));
        }
        unit->pending += part;
        in += part;
        size -= part;
        while (!(step(unit, out) & SIL_AES_STATUS__SPACE_bm)) { /* for the next word, or for LAST */
            if (!--polls)
                return SIL_TIMEOUT;
        }
    }
    return SIL_OK;
}

sil_result sil_aes_final(sil_unit *unit, uint8_t **out)
{
    uint32_t polls = sil_unit_polls(unit), status;

    if (sil_unit_open(unit) != SIL_CIPHER_MESSAGE)
        return SIL_OUT_OF_ORDER;
    if (!out || (unit->pending && !*out))
        return SIL_ARGUMENT;
    unit->state = SIL_NO_MESSAGE;
    sil_unit_put(unit, REGISTER(CONTROL), SIL_AES_CONTROL__LAST_bm);
    while (!((status = step(unit, out)) & SIL_AES_STATUS__DONE_bm)) {
        if (!--polls)
            return SIL_TIMEOUT;
        if (unit->wait && !unit->pending)
            unit->wait(unit->context);
    }
    sil_unit_put(unit, REGISTER(INTERRUPT), SIL_AES_INTERRUPT__DONE_bm | SIL_AES_INTERRUPT__ERROR_bm);
    return status & SIL_AES_STATUS__ERROR_bm || unit->pending ? SIL_REFUSED : SIL_OK;
}

sil_result sil_aes_wipe(sil_unit *unit)
{
    return sil_unit_wipe(unit, SIL_KIND_AES);
}
