/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* Driver of memory-mapped hashes. One message at a time:
 *
 *   const sil_unit unit = { 0x40000000, NULL, NULL };
 *   uint8_t digest[32];
 *   if (sil_hash_init(&unit) == SIL_OK) {
 *       sil_hash_update(&unit, "abc", 3);
 *       sil_hash_final(&unit, digest, sizeof digest);
 *   }
 */
#ifndef SIL_HASH_H
#define SIL_HASH_H

#include "sil_bus.h"

/* Begins a message. SIL_WRONG_UNIT: there is no hash with a register map of version 1 at the
 * address. A message that was not finished is dropped. */
sil_result sil_hash_init(const sil_unit *unit);

/* Appends bytes to the message. The bus waits while the FIFO is full. */
void sil_hash_update(const sil_unit *unit, const void *data, size_t size);

/* Ends the message, waits for the digest, and writes `size` bytes of it: a multiple of 4, at most
 * sil_hash_size(). */
sil_result sil_hash_final(const sil_unit *unit, uint8_t *digest, size_t size);

/* Returns the number of bytes of a digest. */
size_t sil_hash_size(const sil_unit *unit);

/* Overwrites all data of messages, and waits until this is done. */
void sil_hash_wipe(const sil_unit *unit);

#endif
