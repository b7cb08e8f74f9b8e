/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sil_bus.h"

sil_result sil_compare(const void *a, const void *b, size_t size)
{
    const volatile uint8_t *left = a, *right = b;
    uint32_t differ = 0;

    for (; size; size--)
        differ |= (uint32_t)*left++ ^ (uint32_t)*right++;
    /* 0 if no bit differs, otherwise 1, without a branch. */
    return (sil_result)((uint32_t)SIL_MISMATCH * ((differ + 0xffU) >> 8));
}
