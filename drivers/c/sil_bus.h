/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* Access to the registers of a memory-mapped unit. */
#ifndef SIL_BUS_H
#define SIL_BUS_H

#include <stddef.h>
#include <stdint.h>

/* A unit. `wait` is called while the driver waits, and returns after an interrupt of the unit, or
 * at any time; NULL polls. `context` is its argument. */
typedef struct {
    uintptr_t base;
    void (*wait)(void *context);
    void *context;
} sil_unit;

/* Results of all functions. */
typedef enum {
    SIL_OK = 0,
    SIL_WRONG_UNIT = 1, /* the registers are not those of the driver */
    SIL_REFUSED = 2,    /* the unit refused the message, or has no key */
    SIL_ARGUMENT = 3,   /* an argument that the unit cannot take */
    SIL_MISMATCH = 4    /* tags differ */
} sil_result;

#ifdef SIL_BUS_FUNCTIONS
/* The system provides the accesses, for example a simulation. */
uint32_t sil_bus_read(uintptr_t address);
void sil_bus_write(uintptr_t address, uint32_t value);
#else
static inline uint32_t sil_bus_read(uintptr_t address)
{
    return *(const volatile uint32_t *)address;
}
static inline void sil_bus_write(uintptr_t address, uint32_t value)
{
    *(volatile uint32_t *)address = value;
}
#endif

/* Compares in a time that depends on `size` alone. Returns SIL_OK or SIL_MISMATCH. */
sil_result sil_compare(const void *a, const void *b, size_t size);

#endif
