/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* Save and restore of memory-mapped hashes that have it (CONFIG.SAVE), with the functions of
 * sil_hash.h. A message stops at the end of a block, other messages follow, and it continues later:
 *
 *   sil_hash_saved saved;
 *   sil_result result = sil_hash_init(&unit);
 *   if (result == SIL_OK)
 *       result = sil_hash_update(&unit, first, 640);
 *   if (result == SIL_OK)
 *       result = sil_hash_save(&unit, &saved);
 *   ... other messages ...
 *   if (result == SIL_OK)
 *       result = sil_hash_restore(&unit, &saved);
 *   if (result == SIL_OK)
 *       result = sil_hash_update(&unit, rest, size);
 *   if (result == SIL_OK)
 *       result = sil_hash_final(&unit, digest, sizeof digest);
 *
 * A saved message is as secret as the message: who has it can compute the digest of the message with
 * any end. */
#ifndef SIL_SAVE_H
#define SIL_SAVE_H

#include "sil_hash.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A message that has stopped, written by sil_hash_save alone. It may be copied, and continued more
 * than once, also on another unit with the same hash. Begin with zeros where sil_hash_save may be
 * left out: `sil_hash_saved saved = {0};`. */
typedef struct {
    uint64_t bytes;         /* of the message so far */
    uint32_t algorithm;     /* CONFIG.ALGORITHM of the unit; 0: there is no saved message */
    uint32_t check;         /* tells a structure that was not written completely, or has changed */
    uint8_t chaining[64];   /* the chaining value; the bytes that follow it are 0 */
} sil_hash_saved;

/* Stops the message, and writes it to `saved`. The bytes so far must be complete blocks, and at
 * least one of them came after sil_hash_init or sil_hash_restore.
 * SIL_ARGUMENT: they are not, or `saved` is NULL. SIL_WRONG_UNIT: the unit cannot save and restore.
 * SIL_OUT_OF_ORDER: no message is open, or one from the stream port that ends with sil_hash_final.
 * After these three the message remains open, and `saved` has not changed. After any other result
 * the message has ended. Unless that is SIL_OK, sil_hash_restore refuses `saved`. */
SIL_CHECKED sil_result sil_hash_save(sil_unit *unit, sil_hash_saved *saved);

/* Continues a message. Then append bytes, and end with sil_hash_final or stop with sil_hash_save.
 * SIL_WRONG_UNIT: the unit cannot save and restore, or there is no hash at the address.
 * SIL_ARGUMENT: `saved` is NULL, is no saved message, has changed, or is of another hash.
 * SIL_OUT_OF_ORDER: a message is unfinished, and remains so. */
SIL_CHECKED sil_result sil_hash_restore(sil_unit *unit, const sil_hash_saved *saved);

/* Begins a part of a message that comes from the stream port of the unit until its last beat:
 * complete blocks, at least one. `saved`: the message that it continues, or NULL for the first part.
 * Then start the DMA controller, and call sil_hash_save, which gives SIL_REFUSED if these were no
 * complete blocks. SIL_ARGUMENT also means that the unit has no stream port. */
SIL_CHECKED sil_result sil_hash_part_dma(sil_unit *unit, const sil_hash_saved *saved);

/* Overwrites a saved message that is not needed any more. */
void sil_hash_saved_clear(sil_hash_saved *saved);

#ifdef __cplusplus
}
#endif

#endif
