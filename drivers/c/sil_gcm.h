/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* Driver of memory-mapped AES-GCM. The key remains loaded for all messages until it is wiped:
 *
 *   static sil_unit unit = { .base = 0x40000300 };
 *   sil_result result = sil_gcm_key(&unit, key, 16);
 *   if (result == SIL_OK)
 *       result = sil_gcm_seal(&unit, &message, plaintext, size, ciphertext, tag);
 *
 * A message in parts takes these calls: sil_gcm_init, sil_gcm_aad as often as you like,
 * sil_gcm_update as often as you like, and then sil_gcm_final after an encryption or sil_gcm_verify
 * after a decryption. No byte of a plaintext may be used before sil_gcm_verify returns SIL_OK.
 *
 * An IV must never be used twice with a key. The driver cannot check this.
 *
 * sil_gcm_key and sil_gcm_init return SIL_WRONG_UNIT if there are no such registers of version 1 at
 * the address, and SIL_OUT_OF_ORDER if a message is unfinished; the message and the key remain.
 * sil_gcm_final or sil_gcm_verify ends it; sil_gcm_wipe drops it, and the key. After SIL_TIMEOUT of
 * any function, wipe the unit. */
#ifndef SIL_GCM_H
#define SIL_GCM_H

#include "sil_bus.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a message has besides its text. */
typedef struct {
    const uint8_t *iv;
    size_t iv_size; /* take 12; any other size but 0 is right, too */
    const uint8_t *aad; /* the associated data, of sil_gcm_seal and sil_gcm_open */
    size_t aad_size;
    size_t tag_size; /* 4, 8 or 12 to 16 */
} sil_gcm_message;

/* Loads a key of 16, 24 or 32 bytes, a length that the unit must support. */
SIL_CHECKED sil_result sil_gcm_key(sil_unit *unit, const uint8_t *key, size_t size);

/* Begins a message. SIL_REFUSED: a key is missing. SIL_ARGUMENT: the IV has no bytes, or the tag has
 * no such size. */
SIL_CHECKED sil_result sil_gcm_init(sil_unit *unit, int decrypt, const sil_gcm_message *message);

/* The same; the text comes from the stream port of the unit, until its last beat, and its result
 * goes to the other stream port. Start the DMA controller before sil_gcm_final or sil_gcm_verify,
 * which ends the associated data. SIL_ARGUMENT: also if the unit has no stream ports. */
SIL_CHECKED sil_result sil_gcm_init_dma(sil_unit *unit, int decrypt,
                                        const sil_gcm_message *message);

/* Appends associated data. SIL_OUT_OF_ORDER: no message is open, or its text has begun. */
SIL_CHECKED sil_result sil_gcm_aad(sil_unit *unit, const uint8_t *data, size_t size);

/* Appends bytes of the text, and takes the results that are complete. They go to `*out`, which
 * advances by their number, at most `unit->pending + size`. The results may overwrite the text from
 * its first byte on. SIL_ARGUMENT: `in`, `out` or `*out` is NULL, or the text of a decryption is
 * longer than the unit holds. SIL_OUT_OF_ORDER: no message is open, or its text comes by DMA. */
SIL_CHECKED sil_result sil_gcm_update(sil_unit *unit, const uint8_t *in, size_t size,
                                      uint8_t **out);

/* Ends an encryption: takes the last `unit->pending` bytes of the ciphertext, and the tag.
 * SIL_REFUSED: neither may be used. SIL_ARGUMENT: `tag` is NULL, or `out` or `*out` with pending
 * bytes; the message remains open. SIL_OUT_OF_ORDER: no encryption is open. */
SIL_CHECKED sil_result sil_gcm_final(sil_unit *unit, uint8_t **out, uint8_t *tag);

/* Ends a decryption: takes the last `unit->pending` bytes of the plaintext, and lets the unit compare
 * the tag. SIL_MISMATCH: no byte of the plaintext may be used; the tag is wrong, or the unit refused
 * the message. Clear the plaintext then, as sil_gcm_open does. SIL_ARGUMENT: as of sil_gcm_final.
 * SIL_OUT_OF_ORDER: no decryption is open. */
SIL_CHECKED sil_result sil_gcm_verify(sil_unit *unit, uint8_t **out, const uint8_t *tag);

/* Encrypts and authenticates a message: a text of `size` bytes, whose result has the same size, and
 * the tag. `in` and `out` may be equal. The results are those of the functions above. */
SIL_CHECKED static inline sil_result sil_gcm_seal(sil_unit *unit, const sil_gcm_message *message,
                                                  const uint8_t *in, size_t size, uint8_t *out,
                                                  uint8_t *tag)
{
    sil_result result = SIL_ARGUMENT;

    if (tag && (message->aad || !message->aad_size) && ((in && out) || !size))
        result = sil_gcm_init(unit, 0, message);
    if (result == SIL_OK)
        result = sil_gcm_aad(unit, message->aad, message->aad_size);
    if (result == SIL_OK)
        result = sil_gcm_update(unit, in, size, &out);
    if (result == SIL_OK)
        result = sil_gcm_final(unit, &out, tag);
    return result;
}

/* Decrypts a message, and clears all `size` bytes of `out` unless its tag is right. `in` and `out`
 * may be equal. The results are those of the functions above. */
SIL_CHECKED static inline sil_result sil_gcm_open(sil_unit *unit, const sil_gcm_message *message,
                                                  const uint8_t *in, size_t size, uint8_t *out,
                                                  const uint8_t *tag)
{
    volatile uint8_t *clear = out;
    sil_result result, ended;

    if (!tag || (!message->aad && message->aad_size) || ((!in || !out) && size))
        return SIL_ARGUMENT;
    result = sil_gcm_init(unit, 1, message);
    if (result == SIL_OK) {
        result = sil_gcm_aad(unit, message->aad, message->aad_size);
        if (result == SIL_OK)
            result = sil_gcm_update(unit, in, size, &out);
        ended = sil_gcm_verify(unit, &out, tag); /* also of a text that is too long */
        if (result == SIL_OK)
            result = ended;
    }
    if (result != SIL_OK) {
        for (; size; size--)
            *clear++ = 0;
    }
    return result;
}

/* Overwrites the key and all data, and waits until this is done. It is right at any time. */
SIL_CHECKED sil_result sil_gcm_wipe(sil_unit *unit);

#ifdef __cplusplus
}
#endif

#endif
