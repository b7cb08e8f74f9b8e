/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sil_gcm.h"

#include "generated/sil_gcm_regs.h"
#include "sil_unit.h"

#define REGISTER(name) offsetof(sil_gcm_regs_t, name)
#define FIELD(word, name) (((word) & SIL_GCM_##name##_bm) >> SIL_GCM_##name##_bp)
#define BLOCK 16U

sil_result sil_gcm_key(sil_unit *unit, const uint8_t *key, size_t size)
{
    const size_t code = size / 8U - 2U;
    const uint32_t keyed = SIL_GCM_STATUS__KEYED_bm;
    sil_result result;

    if (!key || size % 8U || code > 2U)
        return SIL_ARGUMENT;
    result = sil_unit_begin(unit, SIL_KIND_GCM);
    if (result != SIL_OK)
        return result;
    if (!(sil_unit_get(unit, REGISTER(CONFIG)) & 1U << code))
        return SIL_ARGUMENT;
    sil_unit_put(unit, REGISTER(CONTROL),
                 SIL_GCM_CONTROL__START_bm | SIL_GCM_CONTROL__KEY_bm |
                     (uint32_t)code << SIL_GCM_CONTROL__LENGTH_bp);
    sil_unit_words(unit, key, size, REGISTER(KEY), 4U);
    return sil_unit_await(unit, keyed, keyed, 0);
}

/* Reads STATUS, and takes the next word of the result, at most 4 of the pending bytes. */
static uint32_t step(sil_unit *unit, uint8_t **out)
{
    const uint32_t status = sil_unit_get(unit, REGISTER(STATUS));

    if (status & SIL_GCM_STATUS__AVAILABLE_bm && unit->pending) {
        uint32_t word = sil_unit_get(unit, REGISTER(RESULT));
        int byte;

        for (byte = 4; byte && unit->pending; byte--, unit->pending--, word >>= 8)
            *(*out)++ = (uint8_t)word;
    }
    return status;
}

/* Writes a register, and waits until the FIFO has space for the next word, or for LAST. */
static sil_result put(sil_unit *unit, size_t offset, uint32_t value, uint8_t **out)
{
    uint32_t polls = sil_unit_polls(unit);

    sil_unit_put(unit, offset, value);
    while (!(step(unit, out) & SIL_GCM_STATUS__SPACE_bm)) {
        if (!--polls)
            return SIL_TIMEOUT;
    }
    return SIL_OK;
}

/* Ends a section. */
static sil_result last(sil_unit *unit, uint8_t **out)
{
    return put(unit, REGISTER(CONTROL), SIL_GCM_CONTROL__LAST_bm, out);
}

/* Appends bytes to the section. `text`: they have a result. */
static sil_result append(sil_unit *unit, const uint8_t *in, size_t size, uint8_t **out, int text)
{
    sil_result result = SIL_OK;

    while (size && result == SIL_OK) {
        const size_t part = size % 4U ? 1U : 4U; /* first single bytes, then words */

        if (text)
            unit->pending += part;
        result = part == 1U ? put(unit, REGISTER(DATA_BYTE), *in, out)
                            : put(unit, REGISTER(DATA), sil_unit_word(in), out);
        in += part;
        size -= part;
    }
    return result;
}

/* Begins a message. `dma`: CONTROL.DMA or 0. */
static sil_result start(sil_unit *unit, int decrypt, const sil_gcm_message *message, uint32_t dma)
{
    const size_t tag = message->tag_size;
    sil_result result;

    if (!message->iv || !message->iv_size || tag > BLOCK || (tag < 12U && tag != 4U && tag != 8U))
        return SIL_ARGUMENT;
    result = sil_unit_begin(unit, SIL_KIND_GCM);
    if (result != SIL_OK)
        return result;
    if (!(sil_unit_get(unit, REGISTER(STATUS)) & SIL_GCM_STATUS__KEYED_bm))
        return SIL_REFUSED;
    if (dma && !(sil_unit_get(unit, REGISTER(CONFIG)) & SIL_GCM_CONFIG__DMA_bm))
        return SIL_ARGUMENT;
    unit->state = SIL_GCM_MESSAGE | dma << SIL_STREAMED_SHIFT;
    unit->pending = 0;
    sil_unit_put(unit, REGISTER(CONTROL),
                 SIL_GCM_CONTROL__START_bm | dma |
                     (uint32_t)(decrypt != 0) << SIL_GCM_CONTROL__DECRYPT_bp |
                     (uint32_t)tag << SIL_GCM_CONTROL__TAG_BYTES_bp);
    result = append(unit, message->iv, message->iv_size, NULL, 0);
    return result == SIL_OK ? last(unit, NULL) : result;
}

sil_result sil_gcm_init(sil_unit *unit, int decrypt, const sil_gcm_message *message)
{
    return start(unit, decrypt, message, 0U);
}

sil_result sil_gcm_init_dma(sil_unit *unit, int decrypt, const sil_gcm_message *message)
{
    return start(unit, decrypt, message, SIL_GCM_CONTROL__DMA_bm);
}

/* STATUS of the message that this driver has begun and that is open; 0 if there is none. */
static uint32_t opened(const sil_unit *unit)
{
    const uint32_t status = sil_unit_get(unit, REGISTER(STATUS));
    const int open = (unit->state & ~SIL_STREAMED) == SIL_GCM_MESSAGE;

    return open && status & SIL_GCM_STATUS__OPEN_bm ? status : 0U;
}

sil_result sil_gcm_aad(sil_unit *unit, const uint8_t *data, size_t size)
{
    if (FIELD(opened(unit), STATUS__SECTION) != SIL_GCM_SECTION__ASSOCIATED)
        return SIL_OUT_OF_ORDER;
    if (size && !data)
        return SIL_ARGUMENT;
    return append(unit, data, size, NULL, 0);
}

/* Ends the associated data unless the text has begun. */
static sil_result begin_text(sil_unit *unit, uint32_t status)
{
    return FIELD(status, STATUS__SECTION) == SIL_GCM_SECTION__ASSOCIATED ? last(unit, NULL)
                                                                         : SIL_OK;
}

sil_result sil_gcm_update(sil_unit *unit, const uint8_t *in, size_t size, uint8_t **out)
{
    const uint32_t status = opened(unit);
    const size_t held = BLOCK * FIELD(sil_unit_get(unit, REGISTER(CONFIG)), CONFIG__BUFFER);
    sil_result result;

    if (!status || unit->state & SIL_STREAMED)
        return SIL_OUT_OF_ORDER;
    if (size && (!in || !out || !*out))
        return SIL_ARGUMENT;
    if (status & SIL_GCM_STATUS__DECRYPT_bm && held && size > held - unit->pending)
        return SIL_ARGUMENT;
    result = begin_text(unit, status);
    return result == SIL_OK ? append(unit, in, size, out, 1) : result;
}

/* Ends a message, and waits until it is processed. Returns STATUS then, or 0 after a timeout. */
static uint32_t end(sil_unit *unit, uint32_t status, uint8_t **out)
{
    const uint32_t streamed = unit->state & SIL_STREAMED;
    uint32_t polls = sil_unit_polls(unit);

    if (begin_text(unit, status) != SIL_OK || (!streamed && last(unit, out) != SIL_OK))
        return 0;
    while (!((status = step(unit, out)) & SIL_GCM_STATUS__DONE_bm)) {
        if (!--polls)
            return 0;
        if (unit->wait && !unit->pending)
            unit->wait(unit->context);
    }
    unit->state = SIL_NO_MESSAGE;
    sil_unit_put(unit, REGISTER(INTERRUPT), SIL_GCM_INTERRUPT__DONE_bm | SIL_GCM_INTERRUPT__ERROR_bm);
    return status;
}

/* Whether a message of this direction can end with these arguments. `status`: from `opened`. */
static sil_result may_end(const sil_unit *unit, uint32_t status, uint32_t decrypt, uint8_t **out,
                          const uint8_t *tag)
{
    if (!status || FIELD(status, STATUS__DECRYPT) != decrypt)
        return SIL_OUT_OF_ORDER;
    return !tag || (unit->pending && (!out || !*out)) ? SIL_ARGUMENT : SIL_OK;
}

sil_result sil_gcm_final(sil_unit *unit, uint8_t **out, uint8_t *tag)
{
    const uint32_t status = opened(unit), size = FIELD(status, STATUS__TAG_BYTES);
    const sil_result result = may_end(unit, status, 0U, out, tag);
    uint32_t ended, index, word = 0;

    if (result != SIL_OK)
        return result;
    ended = end(unit, status, out);
    if (!ended)
        return SIL_TIMEOUT;
    if (ended & SIL_GCM_STATUS__ERROR_bm || unit->pending)
        return SIL_REFUSED;
    for (index = 0; index < size; index++, word >>= 8) {
        if (index % 4U == 0)
            word = sil_unit_get(unit, REGISTER(TAG) + index);
        tag[index] = (uint8_t)word;
    }
    return SIL_OK;
}

sil_result sil_gcm_verify(sil_unit *unit, uint8_t **out, const uint8_t *tag)
{
    const uint32_t status = opened(unit), size = FIELD(status, STATUS__TAG_BYTES);
    const sil_result result = may_end(unit, status, 1U, out, tag);
    uint32_t ended, index, word = 0;

    if (result != SIL_OK)
        return result;
    for (index = size; index--;) { /* the last byte first */
        word = word << 8 | tag[index];
        if (index % 4U == 0)
            sil_unit_put(unit, REGISTER(TAG) + index, word);
    }
    ended = end(unit, status, out);
    if (!ended)
        return SIL_TIMEOUT;
    return ended & SIL_GCM_STATUS__VERIFIED_bm && !unit->pending ? SIL_OK : SIL_MISMATCH;
}

sil_result sil_gcm_wipe(sil_unit *unit)
{
    return sil_unit_wipe(unit, SIL_KIND_GCM);
}
