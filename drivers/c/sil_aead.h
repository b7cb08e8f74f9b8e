/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* Driver of memory-mapped AES-GCM and AES-CCM. A key remains loaded for all messages until it is wiped:
 *
 *   static sil_unit unit = { .base = 0x40000300 };
 *   uint8_t *out = plaintext;
 *   sil_result result = sil_aead_key(&unit, key, 16);
 *   if (result == SIL_OK)
 *       result = sil_gcm_init_verify(&unit, iv, 12, tag, 16);
 *   if (result == SIL_OK)
 *       result = sil_aead_aad(&unit, header, header_size);
 *   if (result == SIL_OK)
 *       result = sil_aead_update(&unit, ciphertext, size, &out);
 *   if (result == SIL_OK)
 *       result = sil_aead_verify(&unit, &out);
 *
 * The plaintext may be used only if sil_aead_verify has returned SIL_OK: the results before it do
 * not say that the tag is right. Never encrypt twice with the same key and IV.
 *
 * A message in CCM begins with sil_ccm_init_verify or another sil_ccm_init..., which takes a nonce
 * and states the lengths of the message. Then it is as one in GCM:
 *
 *   const sil_ccm_sizes sizes = { .tag = 8, .aad = header_size, .text = size };
 *   result = sil_ccm_init_verify(&unit, nonce, 13, tag, &sizes);
 *
 * sil_aead_key and each sil_gcm_init... and sil_ccm_init... return SIL_WRONG_UNIT if there are no
 * such registers of version 1 at the address, or the unit has the other mode. They return
 * SIL_OUT_OF_ORDER if a message is unfinished; the message and the key remain. sil_aead_final and sil_aead_verify end it; sil_aead_wipe drops it, and the key. After
 * SIL_TIMEOUT, wipe the unit. */
#ifndef SIL_AEAD_H
#define SIL_AEAD_H

#include "sil_bus.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The lengths of a message in CCM, in bytes. */
typedef struct {
    size_t tag;  /* 4, 6, 8, 10, 12, 14 or 16 */
    size_t aad;  /* associated data: what sil_aead_aad appends in all */
    size_t text; /* text: what sil_aead_update appends in all; less than 2^26, with a nonce of 12
                  * bytes less than 2^24, with one of 13 bytes less than 2^16 */
} sil_ccm_sizes;

/* Loads a key of 16, 24 or 32 bytes. SIL_ARGUMENT: the unit has no keys of that length. */
SIL_CHECKED sil_result sil_aead_key(sil_unit *unit, const uint8_t *key, size_t size);

/* Begins an encryption whose tag has `tag_size` bytes: 4, 8 or 12 to 16. The IV has at least one
 * byte; take 12. SIL_REFUSED: no key is loaded. SIL_ARGUMENT: another length, or no IV. */
SIL_CHECKED sil_result sil_gcm_init(sil_unit *unit, const uint8_t *iv, size_t size,
                                    size_t tag_size);

/* Begins a decryption. The unit compares its tag with `tag`, of `tag_size` bytes. The results are
 * as of sil_gcm_init. */
SIL_CHECKED sil_result sil_gcm_init_verify(sil_unit *unit, const uint8_t *iv, size_t size,
                                           const uint8_t *tag, size_t tag_size);

/* As sil_gcm_init and sil_gcm_init_verify, in CCM. The nonce has 7 to 13 bytes. SIL_ARGUMENT: another
 * length of the nonce or the tag, lengths that CCM does not have with that nonce, or NULL. */
SIL_CHECKED sil_result sil_ccm_init(sil_unit *unit, const uint8_t *nonce, size_t size,
                                    const sil_ccm_sizes *sizes);
SIL_CHECKED sil_result sil_ccm_init_verify(sil_unit *unit, const uint8_t *nonce, size_t size,
                                           const uint8_t *tag, const sil_ccm_sizes *sizes);

/* Appends bytes to the associated data. `data` may be NULL if `size` is 0. SIL_OUT_OF_ORDER: no
 * message is open, or its text has begun. SIL_ARGUMENT: also, in CCM, more bytes than stated; the
 * message remains open. */
SIL_CHECKED sil_result sil_aead_aad(sil_unit *unit, const uint8_t *data, size_t size);

/* Appends bytes to the text, and takes the results that are complete. They go to `*out`, which
 * advances by their number, at most `unit->pending + size`. The results may overwrite the text from
 * its first byte on. SIL_ARGUMENT: `in`, `out` or `*out` is NULL, or in CCM more bytes than stated.
 * SIL_OUT_OF_ORDER: no message is open, its text comes by DMA, or in CCM bytes of its associated
 * data are to come; the message remains open. */
SIL_CHECKED sil_result sil_aead_update(sil_unit *unit, const uint8_t *in, size_t size,
                                      uint8_t **out);

/* Ends an encryption, takes the last `unit->pending` bytes of the ciphertext, and writes the tag.
 * SIL_REFUSED: the unit refused the message; the IV is used. SIL_ARGUMENT: `tag` is NULL, or `out`
 * or `*out` with pending bytes; the message remains open. SIL_OUT_OF_ORDER: no encryption is open, or
 * in CCM bytes of it are to come; the message remains open. */
SIL_CHECKED sil_result sil_aead_final(sil_unit *unit, uint8_t **out, uint8_t *tag);

/* Ends a decryption and takes the last `unit->pending` bytes of the plaintext. SIL_OK: the tag is
 * right. SIL_MISMATCH: the tag is wrong, or the unit refused the message; no byte of the plaintext
 * may be used. SIL_ARGUMENT: `out` or `*out` is NULL with pending bytes; the message remains open.
 * SIL_OUT_OF_ORDER: no decryption is open, or in CCM bytes of it are to come. */
SIL_CHECKED sil_result sil_aead_verify(sil_unit *unit, uint8_t **out);

/* Begins a message whose text comes from the stream port of the unit; its result goes to the other
 * stream port. `tag`: NULL for an encryption, otherwise the tag of a decryption. The associated data
 * follows, then sil_aead_text_dma; then start the DMA controller, and end the message as any other,
 * with `out` NULL. SIL_ARGUMENT: also if the unit has no stream ports. */
SIL_CHECKED sil_result sil_gcm_init_dma(sil_unit *unit, const uint8_t *iv, size_t size,
                                        const uint8_t *tag, size_t tag_size);

/* The same in CCM. The stream port takes a text of the length that `sizes` states. */
SIL_CHECKED sil_result sil_ccm_init_dma(sil_unit *unit, const uint8_t *nonce, size_t size,
                                        const uint8_t *tag, const sil_ccm_sizes *sizes);

/* Ends the associated data of a message by DMA. Then the unit takes the text. SIL_OUT_OF_ORDER: no
 * such message is open, its text has begun, or in CCM bytes of its associated data are to come. */
SIL_CHECKED sil_result sil_aead_text_dma(sil_unit *unit);

/* Overwrites the key and all data, and waits until this is done. It is right at any time. */
SIL_CHECKED sil_result sil_aead_wipe(sil_unit *unit);

#ifdef __cplusplus
}
#endif

#endif
