/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* Driver of memory-mapped hashes. One message at a time:
 *
 *   static sil_unit unit = { .base = 0x40000000 };
 *   uint8_t digest[32];
 *   sil_result result = sil_hash_init(&unit);
 *   if (result == SIL_OK)
 *       result = sil_hash_update(&unit, "abc", 3);
 *   if (result == SIL_OK)
 *       result = sil_hash_final(&unit, digest, sizeof digest);
 *
 * `digest` is valid if `result` is SIL_OK. */
#ifndef SIL_HASH_H
#define SIL_HASH_H

#include "sil_bus.h"

/* Values of CONFIG.ALGORITHM, beside those of generated/sil_hash_regs.h. */
#define SIL_ALGORITHM__SHA3_224 0xeU
#define SIL_ALGORITHM__SHA3_256 0xfU
#define SIL_ALGORITHM__SHA3_384 0x10U
#define SIL_ALGORITHM__SHA3_512 0x11U
#define SIL_ALGORITHM__ASCON_HASH256 0x12U
#define SIL_ALGORITHM__ASCON_XOF128 0x13U

#ifdef __cplusplus
extern "C" {
#endif

/* Begins a message. SIL_WRONG_UNIT: there is no hash with a register map of version 1 at the
 * address. SIL_OUT_OF_ORDER: a message is unfinished, and remains so. sil_hash_final ends it;
 * sil_hash_wipe drops it. */
SIL_CHECKED sil_result sil_hash_init(sil_unit *unit);

/* Begins a message that comes from the stream port of the unit, until its last beat. Then start the
 * DMA controller, and call sil_hash_final. SIL_ARGUMENT: the unit has no stream port. */
SIL_CHECKED sil_result sil_hash_init_dma(sil_unit *unit);

/* Appends bytes to the message. The bus waits while the FIFO is full. `data` may be NULL if `size`
 * is 0. SIL_OUT_OF_ORDER: no message is open for bytes. */
SIL_CHECKED sil_result sil_hash_update(sil_unit *unit, const void *data, size_t size);

/* Ends the message, waits for the digest, and writes `size` bytes of it: a multiple of 4, at most
 * sil_hash_size(). With 0, `digest` may be NULL. SIL_OUT_OF_ORDER: no message is open.
 * SIL_ARGUMENT: the message remains open. After any other result, it has ended. */
SIL_CHECKED sil_result sil_hash_final(sil_unit *unit, uint8_t *digest, size_t size);

/* Returns the number of bytes of a digest. */
size_t sil_hash_size(const sil_unit *unit);

/* Overwrites all data of messages, and waits until this is done. It is right at any time. */
SIL_CHECKED sil_result sil_hash_wipe(sil_unit *unit);

#ifdef __cplusplus
}
#endif

#endif
