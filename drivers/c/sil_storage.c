/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sil_storage.h"

#include "generated/sil_storage_regs.h"
#include "sil_unit.h"

#define REGISTER(name) offsetof(sil_storage_regs_t, name)
#define STATUS(name) SIL_STORAGE_REGS__STATUS__##name##_bm
#define REFUSED SIL_STORAGE_REGS__EVENTS__REFUSED_bm
/* A function, and a transfer: their bits in STATUS, EVENTS and INTERRUPTS. In `state` of sil_unit
 * they are those that were started and whose end was not yet taken. `pending` has the bytes of all
 * banks, after which the registers begin; 0 before sil_storage_init. */
#define CORE 1U
#define DMA 2U
#define BANKS 4U
#define BLOCK 16U
/* The owners of all banks. */
#define HOST 0U
#define CIPHERS 0xfU
#define FEWEST_WORDS 64U
#define MOST_WORDS (1U << 24)

static uint32_t get(const sil_unit *unit, size_t offset)
{
    return sil_unit_get(unit, unit->pending + offset);
}

static void put(const sil_unit *unit, size_t offset, uint32_t value)
{
    sil_unit_put(unit, unit->pending + offset, value);
}

/* Waits until the bits of a register in `mask` have the value `value`. `sleep`: calls `wait`. */
static sil_result await(const sil_unit *unit, size_t offset, uint32_t mask, uint32_t value,
                        int sleep)
{
    uint32_t polls = sil_unit_polls(unit);

    while ((get(unit, offset) & mask) != value) {
        if (!--polls)
            return SIL_TIMEOUT;
        if (sleep && unit->wait)
            unit->wait(unit->context);
    }
    return SIL_OK;
}

/* Checks that no bit of STATUS in `busy` is set, and that `which`, CORE or DMA, has been finished;
 * then clears its event. */
static sil_result begin(const sil_unit *unit, uint32_t which, uint32_t busy)
{
    if (!unit->pending || unit->state & which || get(unit, REGISTER(STATUS)) & busy)
        return SIL_OUT_OF_ORDER;
    put(unit, REGISTER(EVENTS), which | REFUSED);
    return SIL_OK;
}

/* Whether the unit has refused no access since `begin`. */
static sil_result accepted(const sil_unit *unit)
{
    return get(unit, REGISTER(EVENTS)) & REFUSED ? SIL_REFUSED : SIL_OK;
}

/* Whether bytes are words in the banks, and all their banks have this owner. */
static sil_result check(const sil_unit *unit, size_t address, size_t size, uint32_t owner)
{
    const size_t all = unit->pending, bank = all / BANKS;
    uint32_t owners, used;

    if ((address | size) % 4U || address >= all || size > all - address)
        return SIL_ARGUMENT;
    if (!size)
        return SIL_OK;
    used = (2U << (address + size - 1U) / bank) - (1U << address / bank);
    owners = get(unit, REGISTER(OWNERS));
    /* A bank whose owner is about to change has neither. */
    owners = (owners ^ owner) | (owners >> SIL_STORAGE_REGS__OWNERS__REQUESTED_bp ^ owner);
    return used & owners ? SIL_REFUSED : SIL_OK;
}

/* Writes a command, which starts a function or a transfer. */
static sil_result command(sil_unit *unit, uint32_t which, size_t offset, uint32_t function)
{
    put(unit, offset, function);
    if (accepted(unit) != SIL_OK)
        return SIL_REFUSED;
    unit->state |= which;
    return SIL_OK;
}

/* Waits for the end of a function or a transfer. */
static sil_result finish(sil_unit *unit, uint32_t which)
{
    const uint32_t end = which == DMA ? STATUS(DMA_END) : STATUS(END);
    sil_result result;

    if (!(unit->state & which))
        return SIL_OUT_OF_ORDER;
    put(unit, REGISTER(INTERRUPTS), unit->wait ? which : 0U);
    result = await(unit, REGISTER(STATUS), which, 0U, 1);
    put(unit, REGISTER(INTERRUPTS), 0U);
    if (result != SIL_OK)
        return result;
    unit->state &= ~which;
    /* A reset clears STATUS, too. It leaves no event. */
    if (!(get(unit, REGISTER(EVENTS)) & which))
        return SIL_OUT_OF_ORDER;
    put(unit, REGISTER(EVENTS), which);
    return get(unit, REGISTER(STATUS)) & end ? SIL_REFUSED : SIL_OK;
}

sil_result sil_storage_init(sil_unit *unit, uint32_t bank_words)
{
    uint32_t info, words, bits = 0;

    unit->pending = 0;
    unit->state = SIL_NO_MESSAGE;
    if (bank_words < FEWEST_WORDS || bank_words > MOST_WORDS || bank_words & (bank_words - 1U))
        return SIL_ARGUMENT;
    while (bank_words >> bits != 1U)
        bits++;
    unit->pending = (size_t)BANKS * 4U * bank_words;
    info = get(unit, REGISTER(INFO));
    words = info & SIL_STORAGE_REGS__INFO__KEY_WORDS_bm;
    if (info >> SIL_STORAGE_REGS__INFO__BANK_WORDS_bp != bits ||
        (words && words != 4U && words != 6U && words != 8U)) {
        unit->pending = 0;
        return SIL_WRONG_UNIT;
    }
    put(unit, REGISTER(INTERRUPTS), 0U);
    return await(unit, REGISTER(STATUS), STATUS(WIPING), 0U, 0);
}

/* Checks the length of a key, and that a function may begin. */
static sil_result begin_key(const sil_unit *unit, size_t size)
{
    sil_result result;
    uint32_t words;

    if (size % 8U || size / 8U - 2U > 2U)
        return SIL_ARGUMENT;
    result = begin(unit, CORE, CORE | STATUS(WIPING));
    if (result != SIL_OK)
        return result;
    words = get(unit, REGISTER(INFO)) & SIL_STORAGE_REGS__INFO__KEY_WORDS_bm;
    return words && words != size / 4U ? SIL_ARGUMENT : SIL_OK;
}

/* Clears the key register for a key of so many bytes. */
static void clear_key(const sil_unit *unit, size_t size)
{
    put(unit, REGISTER(KEY_LENGTH), (uint32_t)(size / 8U) - 2U);
}

/* Runs a function of the key. */
static sil_result run_key(sil_unit *unit, uint32_t function)
{
    sil_result result = command(unit, CORE, REGISTER(COMMAND), function);

    if (result == SIL_OK)
        result = finish(unit, CORE);
    unit->state &= ~CORE; /* after SIL_TIMEOUT */
    return result;
}

sil_result sil_storage_key(sil_unit *unit, const uint8_t *key, size_t size)
{
    sil_result result = key ? begin_key(unit, size) : SIL_ARGUMENT;

    if (result != SIL_OK)
        return result;
    clear_key(unit, size);
    sil_unit_words(unit, key, size, unit->pending + REGISTER(KEY), 4U);
    return run_key(unit, SIL_STORAGE_FUNCTION__KEY_EXPANSION);
}

sil_result sil_storage_key_bank(sil_unit *unit, uint32_t address, size_t size)
{
    sil_result result = begin_key(unit, size);

    if (result == SIL_OK)
        result = check(unit, address, size, CIPHERS);
    if (result != SIL_OK)
        return result;
    clear_key(unit, size);
    put(unit, REGISTER(SOURCE), address);
    result = run_key(unit, SIL_STORAGE_FUNCTION__LOAD);
    return result == SIL_OK ? run_key(unit, SIL_STORAGE_FUNCTION__KEY_EXPANSION) : result;
}

sil_result sil_storage_owners(sil_unit *unit, uint32_t banks)
{
    sil_result result = banks & ~CIPHERS ? SIL_ARGUMENT : begin(unit, 0U, 0U);

    if (result != SIL_OK)
        return result;
    put(unit, REGISTER(OWNERS), banks);
    result = accepted(unit);
    return result == SIL_OK ? await(unit, REGISTER(OWNERS), CIPHERS, banks, 0) : result;
}

/* Checks that the host may access words through the window. */
static sil_result begin_window(const sil_unit *unit, uint32_t address, const void *data,
                               size_t size)
{
    const sil_result result = begin(unit, 0U, 0U);

    if (result != SIL_OK)
        return result;
    return size && !data ? SIL_ARGUMENT : check(unit, address, size, HOST);
}

sil_result sil_storage_write(sil_unit *unit, uint32_t address, const void *data, size_t size)
{
    const sil_result result = begin_window(unit, address, data, size);

    if (result != SIL_OK)
        return result;
    sil_unit_words(unit, (const uint8_t *)data, size, address, 4U);
    return accepted(unit);
}

sil_result sil_storage_read(sil_unit *unit, uint32_t address, void *data, size_t size)
{
    const sil_result result = begin_window(unit, address, data, size);
    uint8_t *to = (uint8_t *)data;
    size_t at, byte;

    if (result != SIL_OK)
        return result;
    for (at = 0; at != size; at += 4U) {
        uint32_t word = sil_unit_get(unit, address + at);

        for (byte = 4U; byte; byte--, word >>= 8)
            *to++ = (uint8_t)word;
    }
    return accepted(unit);
}

sil_result sil_storage_clear(sil_unit *unit, uint32_t address, size_t size)
{
    const sil_result result = begin_window(unit, address, unit, size);
    size_t at;

    if (result != SIL_OK)
        return result;
    for (at = 0; at != size; at += 4U)
        sil_unit_put(unit, address + at, 0U);
    return accepted(unit);
}

sil_result sil_storage_start(sil_unit *unit, sil_storage_function function, uint32_t source,
                             uint32_t destination, uint32_t blocks)
{
    const size_t size = (size_t)blocks * BLOCK;
    sil_result result;

    if ((uint32_t)function - SIL_STORAGE_CIPHER_SEQ >
        SIL_STORAGE_INV_CIPHER_PAR - SIL_STORAGE_CIPHER_SEQ)
        return SIL_ARGUMENT;
    result = begin(unit, CORE, CORE | STATUS(WIPING));
    if (result != SIL_OK)
        return result;
    if (!blocks || blocks > unit->pending / BLOCK ||
        (destination > source && destination - source < size))
        return SIL_ARGUMENT;
    result = check(unit, source, size, CIPHERS);
    if (result == SIL_OK)
        result = check(unit, destination, size, CIPHERS);
    if (result != SIL_OK)
        return result;
    if (!(get(unit, REGISTER(STATUS)) & STATUS(KEYED)))
        return SIL_REFUSED;
    put(unit, REGISTER(SOURCE), source);
    put(unit, REGISTER(DESTINATION), destination);
    put(unit, REGISTER(BLOCKS), blocks);
    return command(unit, CORE, REGISTER(COMMAND), (uint32_t)function);
}

sil_result sil_storage_finish(sil_unit *unit)
{
    return finish(unit, CORE);
}

/* Starts a transfer. */
static sil_result transfer(sil_unit *unit, uint32_t function, uint32_t address, size_t size)
{
    sil_result result = begin(unit, DMA, DMA);

    if (result == SIL_OK)
        result = size ? check(unit, address, size, HOST) : SIL_ARGUMENT;
    if (result != SIL_OK)
        return result;
    put(unit, REGISTER(DMA_ADDRESS), address);
    put(unit, REGISTER(DMA_WORDS), (uint32_t)(size / 4U));
    return command(unit, DMA, REGISTER(DMA_COMMAND), function);
}

sil_result sil_storage_dma_in(sil_unit *unit, uint32_t address, size_t size)
{
    return transfer(unit, SIL_STORAGE_FUNCTION__DMA_IN, address, size);
}

sil_result sil_storage_dma_out(sil_unit *unit, uint32_t address, size_t size)
{
    return transfer(unit, SIL_STORAGE_FUNCTION__DMA_OUT, address, size);
}

sil_result sil_storage_dma_finish(sil_unit *unit)
{
    return finish(unit, DMA);
}

/* Writes CONTROL, and waits until no bit of STATUS in `busy` is set. */
static sil_result control(sil_unit *unit, uint32_t value, uint32_t which, uint32_t busy)
{
    sil_result result = begin(unit, 0U, 0U);

    if (result != SIL_OK)
        return result;
    put(unit, REGISTER(CONTROL), value);
    result = accepted(unit);
    if (result != SIL_OK)
        return result;
    unit->state &= ~which;
    return await(unit, REGISTER(STATUS), busy, 0U, 0);
}

sil_result sil_storage_dma_stop(sil_unit *unit)
{
    return control(unit, SIL_STORAGE_REGS__CONTROL__STOP_DMA_bm, DMA, DMA);
}

sil_result sil_storage_wipe(sil_unit *unit)
{
    return control(unit, SIL_STORAGE_REGS__CONTROL__WIPE_bm, CORE,
                   CORE | STATUS(KEY_COMPLETE) | STATUS(KEYED) | STATUS(WIPING));
}
