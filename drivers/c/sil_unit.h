/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* What the drivers share; not for users of the drivers. */
#ifndef SIL_UNIT_H
#define SIL_UNIT_H

#include "sil_bus.h"

/* VERSION.KIND. */
#define SIL_KIND_HASH 1U
#define SIL_KIND_HMAC 2U
#define SIL_KIND_AES 3U
#define SIL_KIND_AEAD 4U
#define SIL_KIND_KMAC 5U

/* The message that a driver has begun: `state` of sil_unit. STATUS tells whether the unit has the
 * message open; it does not tell these apart. Other values are those of a message whose digest or
 * tag can be read: the size of the digest, a multiple of 4, or the size of the tag and
 * SIL_KEYED_MESSAGE. */
#define SIL_NO_MESSAGE 0U
#define SIL_CIPHER_MESSAGE 1U
#define SIL_COMPARED_MESSAGE 3U
#define SIL_KEYED_MESSAGE 1U
/* With any of these: the message comes from the stream port. It is CONTROL.DMA, shifted. */
#define SIL_STREAMED 0x100U
#define SIL_STREAMED_SHIFT 4

static inline uint32_t sil_unit_get(const sil_unit *unit, size_t offset)
{
    return sil_bus_read(unit->context, unit->base + offset);
}

static inline void sil_unit_put(const sil_unit *unit, size_t offset, uint32_t value)
{
    sil_bus_write(unit->context, unit->base + offset, value);
}

/* The word of four bytes. */
static inline uint32_t sil_unit_word(const uint8_t *data)
{
    return (uint32_t)data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 |
           (uint32_t)data[3] << 24;
}

/* The bound of a wait. */
static inline uint32_t sil_unit_polls(const sil_unit *unit)
{
    return unit->polls ? unit->polls : SIL_POLLS;
}

/* Checks the kind of the unit, the version of its registers, and that nothing is in progress; then
 * a key or a message may begin. */
sil_result sil_unit_begin(sil_unit *unit, uint32_t kind);

/* The `state` of the message that is open, or that comes from the stream port; SIL_NO_MESSAGE if
 * the unit has none. */
uint32_t sil_unit_open(const sil_unit *unit);

/* Waits until the bits of STATUS in `mask` have the value `value`. `sleep`: calls `wait`. */
sil_result sil_unit_await(const sil_unit *unit, uint32_t mask, uint32_t value, int sleep);

/* Waits until the message is processed, and clears its events. SIL_REFUSED: the unit refused it. */
sil_result sil_unit_end(sil_unit *unit);

/* Writes the complete words of `data` at `offset`, `offset + step` and so on. */
void sil_unit_words(const sil_unit *unit, const uint8_t *data, size_t size, size_t offset,
                    size_t step);

/* Wipes a unit of this kind, in any state. */
sil_result sil_unit_wipe(sil_unit *unit, uint32_t kind);

/* Hash and HMAC: appends bytes, words at `window` and the rest one by one at `single`. */
void sil_message_append(const sil_unit *unit, const uint8_t *data, size_t size, size_t window,
                        size_t single);

/* Hash and HMAC: ends the message, and waits until it is processed. */
sil_result sil_message_end(sil_unit *unit);

#endif
