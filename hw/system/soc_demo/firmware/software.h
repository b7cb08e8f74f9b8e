/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* The same functions in plain software, to compare with. */
#ifndef SOFTWARE_H
#define SOFTWARE_H

#include <stddef.h>
#include <stdint.h>

void software_sha256(const uint8_t *data, size_t size, uint8_t digest[32]);
/* With a key of at most 64 bytes. */
void software_hmac(const uint8_t *key, size_t key_size, const uint8_t *data, size_t size,
                   uint8_t tag[32]);
/* AES-128: expands the key; then counter mode. */
void software_aes_key(const uint8_t key[16]);
void software_aes_ctr(const uint8_t iv[16], const uint8_t *in, size_t size, uint8_t *out);

#endif
