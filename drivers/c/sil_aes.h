/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* Driver of memory-mapped AES. Keys remain loaded for all messages until they are wiped. */
#ifndef SIL_AES_H
#define SIL_AES_H

#include "sil_bus.h"

typedef enum { SIL_AES_ECB = 0, SIL_AES_CTR = 1, SIL_AES_XTS = 2 } sil_aes_mode;

/* A message in progress. `pending`: bytes that the unit has and whose results are not yet taken.
 * `out`: where the next of them goes. */
typedef struct {
    const sil_unit *unit;
    size_t pending;
    uint8_t *out;
} sil_aes;

/* Loads a key of 16, 24 or 32 bytes, a length that the unit must support. `tweak`: it is key 2 of
 * XTS. */
sil_result sil_aes_key(const sil_unit *unit, const uint8_t *key, size_t size, int tweak);

/* Begins a message. `iv`: 16 bytes, the initial counter block or the tweak; NULL for ECB.
 * SIL_REFUSED: a key is missing. SIL_ARGUMENT: the unit lacks the mode or the direction. */
sil_result sil_aes_init(sil_aes *message, const sil_unit *unit, sil_aes_mode mode, int decrypt,
                        const uint8_t *iv);

/* Appends bytes, and takes the results that are complete: returns their number, at most
 * `message->pending + size`, which `out` has space for. `out` may be `in` if nothing is pending. */
size_t sil_aes_update(sil_aes *message, const uint8_t *in, size_t size, uint8_t *out);

/* Ends the message and takes the last `message->pending` bytes of the result. SIL_REFUSED: no byte
 * of the result may be used, because the length of the message or the keys do not suit the mode. */
sil_result sil_aes_final(sil_aes *message, uint8_t *out);

/* Overwrites keys and all data, and waits until this is done. */
void sil_aes_wipe(const sil_unit *unit);

#endif
