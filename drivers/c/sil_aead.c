/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sil_aead.h"

#include "generated/sil_aead_regs.h"
#include "sil_unit.h"

#define REGISTER(name) offsetof(sil_aead_regs_t, name)

/* `state` of sil_unit: a message, and what is known of it. The size of its tag is above them. */
#define MESSAGE SIL_CIPHER_MESSAGE
#define DECRYPTS 2U
#define BY_DMA 4U
#define TEXT 8U     /* the associated data has ended */
#define COUNTED 32U /* CCM: `aad_left` and `text_left` of sil_unit are what is to come */
#define TAG_SIZE_SHIFT 16

sil_result sil_aead_key(sil_unit *unit, const uint8_t *key, size_t size)
{
    const size_t code = size / 8U - 2U;
    const uint32_t loaded = SIL_AEAD_STATUS__KEYED_bm;
    sil_result result;

    if (!key || size % 8U || code > 2U)
        return SIL_ARGUMENT;
    result = sil_unit_begin(unit, SIL_KIND_AEAD);
    if (result != SIL_OK)
        return result;
    if (!(sil_unit_get(unit, REGISTER(CONFIG)) & 1U << code))
        return SIL_ARGUMENT;
    sil_unit_put(unit, REGISTER(CONTROL),
                 SIL_AEAD_CONTROL__START_bm | SIL_AEAD_CONTROL__KEY_bm |
                     (uint32_t)code << SIL_AEAD_CONTROL__LENGTH_bp);
    sil_unit_words(unit, key, size, REGISTER(KEY), 4U);
    return sil_unit_await(unit, loaded | SIL_AEAD_STATUS__BUSY_bm, loaded, 0);
}

/* Reads STATUS, and takes the next word of the result, at most 4 of the pending bytes. */
static uint32_t step(sil_unit *unit, uint8_t **out)
{
    const uint32_t status = sil_unit_get(unit, REGISTER(STATUS));

    if (status & SIL_AEAD_STATUS__AVAILABLE_bm) {
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

/* Writes to a register, and waits until the FIFO has space. */
static sil_result push(sil_unit *unit, size_t offset, uint32_t value, uint8_t **out)
{
    uint32_t polls = sil_unit_polls(unit);

    sil_unit_put(unit, offset, value);
    while (!(step(unit, out) & SIL_AEAD_STATUS__SPACE_bm)) {
        if (!--polls)
            return SIL_TIMEOUT;
    }
    return SIL_OK;
}

/* Ends the IV, the associated data or the text. */
static sil_result last(sil_unit *unit, uint8_t **out)
{
    return push(unit, REGISTER(CONTROL), SIL_AEAD_CONTROL__LAST_bm, out);
}

/* Appends bytes. `out`: NULL unless they are text. */
static sil_result append(sil_unit *unit, const uint8_t *in, size_t size, uint8_t **out)
{
    sil_result result = SIL_OK;

    while (size && result == SIL_OK) {
        const size_t part = size % 4U ? 1U : 4U; /* first single bytes, then words */

        if (out)
            unit->pending += part;
        result = part == 1U ? push(unit, REGISTER(DATA_BYTE), *in, out)
                            : push(unit, REGISTER(DATA), sil_unit_word(in), out);
        in += part;
        size -= part;
    }
    return result;
}

/* Writes the tag to compare with. */
static void expect(const sil_unit *unit, const uint8_t *tag, size_t size)
{
    size_t at, byte;

    for (at = 0; at < size; at += 4U) {
        uint32_t word = 0;

        for (byte = at; byte < size && byte < at + 4U; byte++)
            word |= (uint32_t)tag[byte] << 8U * (byte - at);
        sil_unit_put(unit, REGISTER(TAG) + at, word);
    }
}

/* Whether GCM has an IV of that size, and such a tag. */
static int gcm_has(size_t size, size_t tag)
{
    return size && tag <= 16U && (tag >= 12U || tag == 8U || tag == 4U);
}

/* Whether CCM has a nonce of that size, such a tag, and such lengths with the nonce. */
static int ccm_has(size_t size, const sil_ccm_sizes *sizes)
{
    const unsigned bits = size == 13U ? 16U : size == 12U ? 24U : 26U; /* of the text's length */

    return size >= 7U && size <= 13U && sizes && sizes->tag >= 4U && sizes->tag <= 16U &&
           !(sizes->tag % 2U) && !(sizes->text >> bits) && sizes->aad <= UINT32_MAX;
}

/* Begins a message. `tag`: NULL for an encryption. `how`: CONTROL.DMA or 0, and COUNTED with CCM. */
static sil_result start(sil_unit *unit, const uint8_t *iv, size_t size, const uint8_t *tag,
                        const sil_ccm_sizes *sizes, uint32_t how)
{
    const uint32_t dma = how & SIL_AEAD_CONTROL__DMA_bm, counted = how & COUNTED;
    uint32_t control = SIL_AEAD_CONTROL__START_bm | dma, state = MESSAGE | counted, config;
    sil_result result;

    if (!iv || !(counted ? ccm_has(size, sizes) : gcm_has(size, sizes->tag)))
        return SIL_ARGUMENT;
    result = sil_unit_begin(unit, SIL_KIND_AEAD);
    if (result != SIL_OK)
        return result;
    config = sil_unit_get(unit, REGISTER(CONFIG));
    if (!(config & SIL_AEAD_CONFIG__CCM_bm) != !counted)
        return SIL_WRONG_UNIT;
    if (dma && !(config & SIL_AEAD_CONFIG__DMA_bm))
        return SIL_ARGUMENT;
    if (!(sil_unit_get(unit, REGISTER(STATUS)) & SIL_AEAD_STATUS__KEYED_bm))
        return SIL_REFUSED;
    if (counted) {
        sil_unit_put(unit, REGISTER(AAD_BYTES), (uint32_t)sizes->aad);
        sil_unit_put(unit, REGISTER(TEXT_BYTES), (uint32_t)sizes->text);
    }
    if (dma)
        state |= BY_DMA;
    if (tag) {
        expect(unit, tag, sizes->tag);
        control |= SIL_AEAD_CONTROL__DECRYPT_bm;
        state |= DECRYPTS;
    }
    sil_unit_put(unit, REGISTER(CONTROL),
                 control | (uint32_t)sizes->tag << SIL_AEAD_CONTROL__TAG_BYTES_bp);
    unit->state = state | (uint32_t)sizes->tag << TAG_SIZE_SHIFT;
    unit->pending = 0;
    unit->aad_left = sizes->aad;
    unit->text_left = sizes->text;
    result = append(unit, iv, size, NULL);
    return result == SIL_OK ? last(unit, NULL) : result;
}

sil_result sil_gcm_init(sil_unit *unit, const uint8_t *iv, size_t size, size_t tag_size)
{
    const sil_ccm_sizes sizes = {tag_size, 0, 0};

    return start(unit, iv, size, NULL, &sizes, 0U);
}

sil_result sil_gcm_init_verify(sil_unit *unit, const uint8_t *iv, size_t size, const uint8_t *tag,
                               size_t tag_size)
{
    const sil_ccm_sizes sizes = {tag_size, 0, 0};

    return tag ? start(unit, iv, size, tag, &sizes, 0U) : SIL_ARGUMENT;
}

sil_result sil_gcm_init_dma(sil_unit *unit, const uint8_t *iv, size_t size, const uint8_t *tag,
                            size_t tag_size)
{
    const sil_ccm_sizes sizes = {tag_size, 0, 0};

    return start(unit, iv, size, tag, &sizes, SIL_AEAD_CONTROL__DMA_bm);
}

sil_result sil_ccm_init(sil_unit *unit, const uint8_t *nonce, size_t size,
                        const sil_ccm_sizes *sizes)
{
    return start(unit, nonce, size, NULL, sizes, COUNTED);
}

sil_result sil_ccm_init_verify(sil_unit *unit, const uint8_t *nonce, size_t size,
                               const uint8_t *tag, const sil_ccm_sizes *sizes)
{
    return tag ? start(unit, nonce, size, tag, sizes, COUNTED) : SIL_ARGUMENT;
}

sil_result sil_ccm_init_dma(sil_unit *unit, const uint8_t *nonce, size_t size, const uint8_t *tag,
                            const sil_ccm_sizes *sizes)
{
    return start(unit, nonce, size, tag, sizes, COUNTED | SIL_AEAD_CONTROL__DMA_bm);
}

/* The `state` of the message without the size of its tag; 0 if none is open. */
static uint32_t opened(const sil_unit *unit)
{
    return sil_unit_open(unit) & ((1U << TAG_SIZE_SHIFT) - 1U);
}

/* Whether a message may have so many more bytes: CCM has as many as were stated. */
static int may_come(const sil_unit *unit, size_t left, size_t size)
{
    return !(unit->state & COUNTED) || size <= left;
}

sil_result sil_aead_aad(sil_unit *unit, const uint8_t *data, size_t size)
{
    if ((opened(unit) & (MESSAGE | TEXT)) != MESSAGE)
        return SIL_OUT_OF_ORDER;
    if ((size && !data) || !may_come(unit, unit->aad_left, size))
        return SIL_ARGUMENT;
    unit->aad_left -= size; /* GCM does not read it */
    return append(unit, data, size, NULL);
}

/* Ends the associated data, unless that is done. SIL_OUT_OF_ORDER: bytes of it are to come. */
static sil_result begin_text(sil_unit *unit)
{
    if (unit->state & TEXT)
        return SIL_OK;
    if (unit->state & COUNTED && unit->aad_left)
        return SIL_OUT_OF_ORDER;
    unit->state |= TEXT;
    return last(unit, NULL);
}

sil_result sil_aead_update(sil_unit *unit, const uint8_t *in, size_t size, uint8_t **out)
{
    sil_result result;

    if ((opened(unit) & (MESSAGE | BY_DMA)) != MESSAGE)
        return SIL_OUT_OF_ORDER;
    if ((size && (!in || !out || !*out)) || !may_come(unit, unit->text_left, size))
        return SIL_ARGUMENT;
    result = begin_text(unit);
    if (result != SIL_OK)
        return result;
    unit->text_left -= size; /* GCM does not read it */
    return append(unit, in, size, out);
}

sil_result sil_aead_text_dma(sil_unit *unit)
{
    sil_result result;

    if ((opened(unit) & (MESSAGE | BY_DMA | TEXT)) != (MESSAGE | BY_DMA))
        return SIL_OUT_OF_ORDER;
    result = begin_text(unit);
    if (result != SIL_OUT_OF_ORDER)
        unit->state |= SIL_STREAMED;
    return result;
}

/* Ends a message. `decrypts`: what it must be, DECRYPTS or 0. */
static sil_result end(sil_unit *unit, uint8_t **out, uint32_t decrypts)
{
    const uint32_t state = opened(unit), decided = SIL_AEAD_STATUS__DONE_bm;
    uint32_t polls = sil_unit_polls(unit), status;
    sil_result result = SIL_OK;

    if (!(state & MESSAGE) || (state & DECRYPTS) != decrypts || (state & (BY_DMA | TEXT)) == BY_DMA)
        return SIL_OUT_OF_ORDER;
    if (state & COUNTED && !(state & BY_DMA) && (unit->aad_left || unit->text_left))
        return SIL_OUT_OF_ORDER;
    if (unit->pending && (!out || !*out))
        return SIL_ARGUMENT;
    if (!(state & BY_DMA)) {
        result = begin_text(unit);
        if (result == SIL_OK)
            result = last(unit, out);
    }
    unit->state &= ~(MESSAGE | SIL_STREAMED);
    if (result != SIL_OK)
        return result;
    while (!((status = step(unit, out)) & decided)) {
        if (!--polls)
            return SIL_TIMEOUT;
        if (unit->wait && !unit->pending)
            unit->wait(unit->context);
    }
    sil_unit_put(unit, REGISTER(INTERRUPT), SIL_AEAD_INTERRUPT__DONE_bm | SIL_AEAD_INTERRUPT__ERROR_bm);
    if (decrypts)
        return status & SIL_AEAD_STATUS__VERIFIED_bm && !unit->pending ? SIL_OK : SIL_MISMATCH;
    return status & SIL_AEAD_STATUS__ERROR_bm || unit->pending ? SIL_REFUSED : SIL_OK;
}

sil_result sil_aead_final(sil_unit *unit, uint8_t **out, uint8_t *tag)
{
    const uint32_t size = unit->state >> TAG_SIZE_SHIFT;
    sil_result result;
    uint32_t at, word = 0;

    if (!tag && opened(unit) & MESSAGE && !(unit->state & DECRYPTS))
        return SIL_ARGUMENT;
    result = end(unit, out, 0U);
    for (at = 0; result == SIL_OK && at < size; at++, word >>= 8) {
        if (!(at % 4U))
            word = sil_unit_get(unit, REGISTER(TAG) + at);
        tag[at] = (uint8_t)word;
    }
    return result;
}

sil_result sil_aead_verify(sil_unit *unit, uint8_t **out)
{
    return end(unit, out, DECRYPTS);
}

sil_result sil_aead_wipe(sil_unit *unit)
{
    return sil_unit_wipe(unit, SIL_KIND_AEAD);
}
