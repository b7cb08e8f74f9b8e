/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* A memory-mapped unit, the access to its registers, and the results of all functions. */
#ifndef SIL_BUS_H
#define SIL_BUS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A compiler warns of a call whose result is not used. */
#ifdef __GNUC__
#define SIL_CHECKED __attribute__((__warn_unused_result__))
#else
#define SIL_CHECKED
#endif

/* How often a function reads STATUS before it returns SIL_TIMEOUT, unless `polls` says otherwise.
 * The longest wait of a unit takes some thousand cycles. */
#ifndef SIL_POLLS
#define SIL_POLLS 1000000U
#endif

/* A unit. Fields that a program does not set are 0:
 *
 *   static sil_unit unit = { .base = 0x40000000 };
 *
 * There is one sil_unit for a unit. It has the state of the message in progress. */
typedef struct {
    uintptr_t base;
    /* Called while a driver waits for the end of a message. It returns after an interrupt of the
     * unit, or at any time. NULL polls. */
    void (*wait)(void *context);
    void *context;  /* the argument of `wait` and of the bus functions */
    uint32_t polls; /* the bound of each wait, in reads of STATUS; 0: SIL_POLLS */
    uint32_t state; /* written by the drivers alone */
    /* Written by the driver. AES: bytes whose results are not yet taken. KMAC: bytes of the result.
     * Storage unit: bytes of all banks. */
    size_t pending;
    /* AES-CCM, written by the driver: bytes that are to come */
    size_t aad_left, text_left;
} sil_unit;

/* Results of all functions. */
typedef enum {
    SIL_OK = 0,
    SIL_WRONG_UNIT = 1,  /* the registers are not those of the driver */
    SIL_REFUSED = 2,     /* the unit refused the message, or has no key */
    SIL_ARGUMENT = 3,    /* an argument that the unit cannot take; nothing has changed */
    SIL_MISMATCH = 4,    /* tags differ */
    SIL_TIMEOUT = 5,     /* the unit did not answer in time; wipe it */
    SIL_OUT_OF_ORDER = 6 /* no message is open, one of another kind, or one is unfinished; nothing
                          * has changed */
} sil_result;

#ifdef SIL_BUS_FUNCTIONS
/* The system provides the accesses, for example a simulation. `context` is that of the unit. */
uint32_t sil_bus_read(void *context, uintptr_t address);
void sil_bus_write(void *context, uintptr_t address, uint32_t value);
#else
static inline uint32_t sil_bus_read(void *context, uintptr_t address)
{
    (void)context;
    return *(const volatile uint32_t *)address;
}
static inline void sil_bus_write(void *context, uintptr_t address, uint32_t value)
{
    (void)context;
    *(volatile uint32_t *)address = value;
}
#endif

/* Compares in a time that depends on `size` alone. Returns SIL_OK or SIL_MISMATCH. */
SIL_CHECKED sil_result sil_compare(const void *a, const void *b, size_t size);

#ifdef __cplusplus
}
#endif

#endif
