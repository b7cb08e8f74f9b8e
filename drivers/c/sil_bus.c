/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
#include "generated/sil_hash_regs.h"
#include "sil_unit.h"

/* The registers and bits that all units have alike (sil_common.rdl, the low bits of STATUS). */
#define REGISTER(name) offsetof(sil_hash_regs_t, name)

/* Whether the registers are those of a unit of this kind, in a version that the drivers know. */
static int is_a(const sil_unit *unit, uint32_t kind)
{
    return sil_unit_get(unit, REGISTER(VERSION)) >> SIL_VERSION__MAJOR_bp ==
           (kind << SIL_VERSION__MAJOR_bw | SIL_VERSION__MAJOR_reset);
}

sil_result sil_unit_begin(sil_unit *unit, uint32_t kind)
{
    if (!is_a(unit, kind))
        return SIL_WRONG_UNIT;
    if (sil_unit_get(unit, REGISTER(STATUS)) & SIL_HASH_STATUS__BUSY_bm)
        return SIL_OUT_OF_ORDER;
    unit->state = SIL_NO_MESSAGE; /* of a message that a reset has ended */
    sil_unit_put(unit, REGISTER(INTERRUPT_ENABLE), unit->wait ? SIL_INTERRUPT_ENABLE__DONE_bm : 0U);
    return SIL_OK;
}

uint32_t sil_unit_open(const sil_unit *unit)
{
    /* A message from the stream port is not open. DONE is one of it, because START clears DONE. */
    const uint32_t present = unit->state & SIL_STREAMED
                                 ? SIL_HASH_STATUS__BUSY_bm | SIL_HASH_STATUS__DONE_bm
                                 : SIL_HASH_STATUS__OPEN_bm;

    return sil_unit_get(unit, REGISTER(STATUS)) & present ? unit->state : SIL_NO_MESSAGE;
}

sil_result sil_unit_await(const sil_unit *unit, uint32_t mask, uint32_t value, int sleep)
{
    uint32_t polls = sil_unit_polls(unit);

    while ((sil_unit_get(unit, REGISTER(STATUS)) & mask) != value) {
        if (!--polls)
            return SIL_TIMEOUT;
        if (sleep && unit->wait)
            unit->wait(unit->context);
    }
    return SIL_OK;
}

sil_result sil_unit_end(sil_unit *unit)
{
    sil_result result = sil_unit_await(unit, SIL_HASH_STATUS__DONE_bm, SIL_HASH_STATUS__DONE_bm, 1);

    sil_unit_put(unit, REGISTER(INTERRUPT), SIL_INTERRUPT__DONE_bm | SIL_INTERRUPT__ERROR_bm);
    if (result == SIL_OK && sil_unit_get(unit, REGISTER(STATUS)) & SIL_HASH_STATUS__ERROR_bm)
        result = SIL_REFUSED;
    return result;
}

void sil_unit_words(const sil_unit *unit, const uint8_t *data, size_t size, size_t offset,
                    size_t step)
{
    void *const context = unit->context;
    uintptr_t address = unit->base + offset;
    const uint8_t *end;

    if (size < 4U) /* of NULL, too */
        return;
    for (end = data + (size - size % 4U); data != end; data += 4, address += step)
        sil_bus_write(context, address, sil_unit_word(data));
}

sil_result sil_unit_wipe(sil_unit *unit, uint32_t kind)
{
    if (!is_a(unit, kind))
        return SIL_WRONG_UNIT;
    unit->state = SIL_NO_MESSAGE;
    sil_unit_put(unit, REGISTER(CONTROL), SIL_HASH_CONTROL__WIPE_bm);
    return sil_unit_await(unit, SIL_HASH_STATUS__BUSY_bm, 0U, 0);
}

sil_result sil_compare(const void *a, const void *b, size_t size)
{
    const volatile uint8_t *left = a, *right = b;
    uint32_t differ = 0;

    for (; size; size--)
        differ |= (uint32_t)*left++ ^ (uint32_t)*right++;
    /* 0 if no bit differs, otherwise 1, without a branch. */
    return (sil_result)((uint32_t)SIL_MISMATCH * ((differ + 0xffU) >> 8));
}
