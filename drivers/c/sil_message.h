/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* What the drivers of hashes and HMAC share; not for users of the drivers. */
#ifndef SIL_MESSAGE_H
#define SIL_MESSAGE_H

#include "sil_bus.h"

/* Drops an unfinished message, and checks the kind of the unit and the version of its registers. */
sil_result sil_message_open(const sil_unit *unit, uint32_t kind);

/* Writes the complete words of `data` at `offset`, `offset + step` and so on. */
void sil_message_words(const sil_unit *unit, const uint8_t *data, size_t size, size_t offset,
                       size_t step);

/* Appends bytes: words at `window`, the rest one by one at `single`. */
void sil_message_append(const sil_unit *unit, const uint8_t *data, size_t size, size_t window,
                        size_t single);

/* Waits until the bits of STATUS in `mask` have the value `value`. */
void sil_message_await(const sil_unit *unit, uint32_t mask, uint32_t value);

#endif
