/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sil_kmac.h"

#include "generated/sil_kmac_regs.h"
#include "sil_unit.h"

#define REGISTER(name) offsetof(sil_kmac_regs_t, name)

/* `state` of sil_unit, besides SIL_STREAMED: a request is open, and it has a key. `pending` has the
 * size of its result. */
#define OPEN 1U
#define KEYED 2U
#define LONGEST 0xffffU /* string, and tag of KMAC */
#define SHORTEST_TAG 4U

/* Whether a string with bytes has a place, and a length that the unit can take. */
static int string_fits(const void *string, size_t size)
{
    return size <= LONGEST && (string || !size);
}

/* Whether a request is one of the operation. */
static int fits(const sil_kmac_request *request, uint32_t operation)
{
    const size_t longest = operation == SIL_KMAC_OPERATION__KMAC ? LONGEST : UINT32_MAX;

    if (!request || !request->result_size || request->result_size > longest ||
        !string_fits(request->customisation, request->customisation_size))
        return 0;
    if (operation == SIL_KMAC_OPERATION__CSHAKE)
        return !request->key && !request->key_size;
    return request->key_size && string_fits(request->key, request->key_size);
}

/* Appends bytes to the packet that is open. A write waits at the bus while the FIFO is full. */
static void append(const sil_unit *unit, const uint8_t *data, size_t size)
{
    size_t at;

    sil_unit_words(unit, data, size, REGISTER(DATA), 0U);
    for (at = size - size % 4U; at < size; at++)
        sil_unit_put(unit, REGISTER(DATA_BYTE), data[at]);
}

/* Sends a string. */
static void send(const sil_unit *unit, const void *string, size_t size)
{
    append(unit, string, size);
    sil_unit_put(unit, REGISTER(CONTROL), SIL_KMAC_CONTROL__LAST_bm);
}

/* Begins a request and sends its strings. `dma`: CONTROL.DMA or 0. */
static sil_result start(sil_unit *unit, const sil_kmac_request *request, uint32_t operation,
                        uint32_t dma)
{
    sil_result result;

    if (!fits(request, operation))
        return SIL_ARGUMENT;
    result = sil_unit_begin(unit, SIL_KIND_KMAC);
    if (result != SIL_OK)
        return result;
    if (dma && !(sil_unit_get(unit, REGISTER(CONFIG)) & SIL_KMAC_CONFIG__DMA_bm))
        return SIL_ARGUMENT;
    sil_unit_put(unit, REGISTER(STRING_BYTES),
                 (uint32_t)request->customisation_size |
                     (uint32_t)request->key_size << SIL_KMAC_STRING_BYTES__KEY_bp);
    sil_unit_put(unit, REGISTER(RESULT_BYTES), (uint32_t)request->result_size);
    sil_unit_put(unit, REGISTER(CONTROL),
                 SIL_KMAC_CONTROL__START_bm | dma | operation << SIL_KMAC_CONTROL__OPERATION_bp);
    send(unit, request->customisation, request->customisation_size);
    if (request->key)
        send(unit, request->key, request->key_size);
    unit->pending = request->result_size;
    unit->state = OPEN | (request->key ? KEYED : 0U) | dma << SIL_STREAMED_SHIFT;
    return SIL_OK;
}

sil_result sil_kmac_init(sil_unit *unit, const sil_kmac_request *request)
{
    return start(unit, request, SIL_KMAC_OPERATION__KMAC, 0U);
}

sil_result sil_kmac_init_xof(sil_unit *unit, const sil_kmac_request *request)
{
    return start(unit, request, SIL_KMAC_OPERATION__KMACXOF, 0U);
}

sil_result sil_cshake_init(sil_unit *unit, const sil_kmac_request *request)
{
    return start(unit, request, SIL_KMAC_OPERATION__CSHAKE, 0U);
}

sil_result sil_kmac_init_dma(sil_unit *unit, const sil_kmac_request *request)
{
    return start(unit, request, SIL_KMAC_OPERATION__KMAC, SIL_KMAC_CONTROL__DMA_bm);
}

sil_result sil_kmac_update(sil_unit *unit, const void *data, size_t size)
{
    if ((sil_unit_open(unit) & (OPEN | SIL_STREAMED)) != OPEN)
        return SIL_OUT_OF_ORDER;
    if (size && !data)
        return SIL_ARGUMENT;
    append(unit, data, size);
    return SIL_OK;
}

/* Ends a request. Its result goes to `out`, or is compared with `tag` if `out` is NULL. */
static sil_result end(sil_unit *unit, uint8_t *out, const uint8_t *tag)
{
    const uint32_t bound = sil_unit_polls(unit), events = SIL_KMAC_INTERRUPT__DONE_bm |
                                                          SIL_KMAC_INTERRUPT__ERROR_bm |
                                                          SIL_KMAC_INTERRUPT__AVAILABLE_bm;
    uint32_t polls = bound, status, differ = 0;
    size_t left = unit->pending;

    if (unit->wait)
        sil_unit_put(unit, REGISTER(INTERRUPT_ENABLE), events);
    if (!(unit->state & SIL_STREAMED))
        sil_unit_put(unit, REGISTER(CONTROL), SIL_KMAC_CONTROL__LAST_bm);
    unit->state = SIL_NO_MESSAGE;
    while (!((status = sil_unit_get(unit, REGISTER(STATUS))) & SIL_KMAC_STATUS__DONE_bm)) {
        if (status & SIL_KMAC_STATUS__AVAILABLE_bm && left) {
            uint32_t word = sil_unit_get(unit, REGISTER(RESULT));
            int byte;

            for (byte = 4; byte && left; byte--, left--, word >>= 8) {
                if (out)
                    *out++ = (uint8_t)word;
                else
                    differ |= (word ^ *tag++) & 0xffU;
            }
            polls = bound;
        } else {
            if (!--polls)
                return SIL_TIMEOUT;
            if (unit->wait)
                unit->wait(unit->context);
        }
    }
    sil_unit_put(unit, REGISTER(INTERRUPT), events);
    if (status & SIL_KMAC_STATUS__ERROR_bm || left)
        return SIL_REFUSED;
    /* 0 if no bit differs, otherwise 1, without a branch. */
    return (sil_result)((uint32_t)SIL_MISMATCH * ((differ + 0xffU) >> 8));
}

sil_result sil_kmac_final(sil_unit *unit, uint8_t *out, size_t size)
{
    volatile uint8_t *clear = out;
    sil_result result;

    if (!(sil_unit_open(unit) & OPEN))
        return SIL_OUT_OF_ORDER;
    if (!out || size != unit->pending)
        return SIL_ARGUMENT;
    result = end(unit, out, NULL);
    for (; result != SIL_OK && size; size--)
        *clear++ = 0;
    return result;
}

sil_result sil_kmac_verify(sil_unit *unit, const uint8_t *tag, size_t size)
{
    if (!(sil_unit_open(unit) & OPEN) || !(unit->state & KEYED))
        return SIL_OUT_OF_ORDER;
    if (!tag || size != unit->pending || size < SHORTEST_TAG)
        return SIL_ARGUMENT;
    return end(unit, NULL, tag);
}

sil_result sil_kmac_wipe(sil_unit *unit)
{
    return sil_unit_wipe(unit, SIL_KIND_KMAC);
}
