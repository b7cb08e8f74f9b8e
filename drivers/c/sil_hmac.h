/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* Driver of memory-mapped HMAC. A key remains loaded for all messages until it is wiped. */
#ifndef SIL_HMAC_H
#define SIL_HMAC_H

#include "sil_bus.h"

/* Loads a key of any length. SIL_WRONG_UNIT: there is no HMAC with a register map of version 1. */
sil_result sil_hmac_key(const sil_unit *unit, const void *key, size_t size);

/* Begins a message. SIL_REFUSED: no key is loaded. */
sil_result sil_hmac_init(const sil_unit *unit);

/* Appends bytes to the message. The bus waits while the FIFO is full. */
void sil_hmac_update(const sil_unit *unit, const void *data, size_t size);

/* Ends the message, waits for the tag, and writes `size` bytes of it: a multiple of 4. */
sil_result sil_hmac_final(const sil_unit *unit, uint8_t *tag, size_t size);

/* Ends the message and compares its tag with `size` bytes, at most 64, a multiple of 4, in a time
 * that does not depend on the tags. SIL_MISMATCH: they differ. */
sil_result sil_hmac_verify(const sil_unit *unit, const uint8_t *tag, size_t size);

/* Begins a message whose tag the unit compares with `tag`, of sil_hash_size() bytes. The tag of the
 * message cannot be read then. The message ends with sil_hmac_final_compare, which returns
 * SIL_MISMATCH if the tags differ. */
sil_result sil_hmac_init_compare(const sil_unit *unit, const uint8_t *tag, size_t size);
sil_result sil_hmac_final_compare(const sil_unit *unit);

/* A unit with MD5 and SHA-1 has a key for each. The functions above select MD5 there, whose tags
 * have 16 bytes; these select SHA-1. Other units ignore the selection. */
sil_result sil_hmac_key_sha1(const sil_unit *unit, const void *key, size_t size);
sil_result sil_hmac_init_sha1(const sil_unit *unit);
sil_result sil_hmac_init_compare_sha1(const sil_unit *unit, const uint8_t *tag, size_t size);

/* Overwrites the key and all data, and waits until this is done. */
void sil_hmac_wipe(const sil_unit *unit);

#endif
