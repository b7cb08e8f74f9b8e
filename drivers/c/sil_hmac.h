/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* Driver of memory-mapped HMAC. A key remains loaded for all messages until it is wiped.
 *
 * Every function that begins a key or a message returns SIL_WRONG_UNIT if there is no HMAC with a
 * register map of version 1 at the address, and SIL_OUT_OF_ORDER if a message is unfinished; the
 * message and the key remain. Functions that end a message end it also if they fail, except with
 * SIL_ARGUMENT and SIL_OUT_OF_ORDER. sil_hmac_wipe drops a message, and the key. */
#ifndef SIL_HMAC_H
#define SIL_HMAC_H

#include "sil_bus.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Loads a key of any length. `key` may be NULL if `size` is 0. */
SIL_CHECKED sil_result sil_hmac_key(sil_unit *unit, const void *key, size_t size);

/* Begins a message. SIL_REFUSED: no key is loaded. */
SIL_CHECKED sil_result sil_hmac_init(sil_unit *unit);

/* Appends bytes to the message. The bus waits while the FIFO is full. `data` may be NULL if `size`
 * is 0. SIL_OUT_OF_ORDER: no message is open. */
SIL_CHECKED sil_result sil_hmac_update(sil_unit *unit, const void *data, size_t size);

/* Ends a message of sil_hmac_init, waits for the tag, and writes `size` bytes of it: a multiple of
 * 4, at most the size of the tag. SIL_OUT_OF_ORDER: no such message is open. */
SIL_CHECKED sil_result sil_hmac_final(sil_unit *unit, uint8_t *tag, size_t size);

/* Ends a message of sil_hmac_init and compares its tag with `size` bytes, at most the size of the
 * tag, a multiple of 4, in a time that does not depend on the tags. SIL_MISMATCH: they differ.
 * SIL_OUT_OF_ORDER: no such message is open. */
SIL_CHECKED sil_result sil_hmac_verify(sil_unit *unit, const uint8_t *tag, size_t size);

/* Begins a message whose tag the unit compares with `tag`, a complete tag. The tag of the message
 * cannot be read then. The message ends with sil_hmac_final_compare, which returns SIL_MISMATCH if
 * the tags differ, and SIL_OUT_OF_ORDER if no such message is open. */
SIL_CHECKED sil_result sil_hmac_init_compare(sil_unit *unit, const uint8_t *tag, size_t size);
SIL_CHECKED sil_result sil_hmac_final_compare(sil_unit *unit);

/* The same with a message that comes from the stream port of the unit, until its last beat. Start
 * the DMA controller after these calls, and end the message as any other. SIL_ARGUMENT: the unit
 * has no stream port. */
SIL_CHECKED sil_result sil_hmac_init_dma(sil_unit *unit);
SIL_CHECKED sil_result sil_hmac_init_compare_dma(sil_unit *unit, const uint8_t *tag, size_t size);

/* A unit with MD5 and SHA-1 has a key for each. The functions above select MD5 there, whose tags
 * have 16 bytes; these select SHA-1. Other units ignore the selection. */
SIL_CHECKED sil_result sil_hmac_key_sha1(sil_unit *unit, const void *key, size_t size);
SIL_CHECKED sil_result sil_hmac_init_sha1(sil_unit *unit);
SIL_CHECKED sil_result sil_hmac_init_compare_sha1(sil_unit *unit, const uint8_t *tag, size_t size);

/* Overwrites the key and all data, and waits until this is done. It is right at any time. */
SIL_CHECKED sil_result sil_hmac_wipe(sil_unit *unit);

#ifdef __cplusplus
}
#endif

#endif
