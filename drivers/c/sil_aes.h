/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* Driver of memory-mapped AES, and of SM4 with the same registers. Keys remain loaded for all messages until they are wiped:
 *
 *   static sil_unit unit = { .base = 0x40000200 };
 *   uint8_t *out = ciphertext;
 *   sil_result result = sil_aes_key(&unit, key, 16, 0);
 *   if (result == SIL_OK)
 *       result = sil_aes_init(&unit, SIL_AES_CTR, 0, iv);
 *   if (result == SIL_OK)
 *       result = sil_aes_update(&unit, plaintext, size, &out);
 *   if (result == SIL_OK)
 *       result = sil_aes_final(&unit, &out);
 *
 * The ciphertext is valid if `result` is SIL_OK.
 *
 * sil_aes_key and sil_aes_init return SIL_WRONG_UNIT if there are no such registers of version 1 at
 * the address, sil_aes_key also if the unit has another cipher, and SIL_OUT_OF_ORDER if a message is unfinished; the message and the
 * keys remain. sil_aes_final ends it; sil_aes_wipe drops it, and the keys. */
#ifndef SIL_AES_H
#define SIL_AES_H

#include "sil_bus.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { SIL_AES_ECB = 0, SIL_AES_CTR = 1, SIL_AES_XTS = 2 } sil_aes_mode;

/* Loads a key of 16, 24 or 32 bytes, a length that the unit must support. `tweak`: it is key 2 of
 * XTS. */
SIL_CHECKED sil_result sil_aes_key(sil_unit *unit, const uint8_t *key, size_t size, int tweak);

/* Loads a key of SM4, 16 bytes. The messages that follow are those of AES, without XTS. */
SIL_CHECKED sil_result sil_sm4_key(sil_unit *unit, const uint8_t *key);

/* Begins a message. `iv`: 16 bytes, the initial counter block or the tweak; NULL for ECB.
 * SIL_REFUSED: a key is missing. SIL_ARGUMENT: the unit lacks the mode or the direction. */
SIL_CHECKED sil_result sil_aes_init(sil_unit *unit, sil_aes_mode mode, int decrypt, const uint8_t *iv);

/* Appends bytes, and takes the results that are complete. They go to `*out`, which advances by
 * their number, at most `unit->pending + size`. The results may overwrite the message from its
 * first byte on. SIL_ARGUMENT: `in`, `out` or `*out` is NULL. SIL_OUT_OF_ORDER: no message is open.
 * After SIL_TIMEOUT, wipe the unit. */
SIL_CHECKED sil_result sil_aes_update(sil_unit *unit, const uint8_t *in, size_t size, uint8_t **out);

/* Ends the message and takes the last `unit->pending` bytes of the result. SIL_REFUSED: no byte of
 * the result may be used, because the length of the message or the keys do not suit the mode.
 * SIL_ARGUMENT: `out` is NULL, or `*out` with pending bytes; the message remains open.
 * SIL_OUT_OF_ORDER: no message is open. */
SIL_CHECKED sil_result sil_aes_final(sil_unit *unit, uint8_t **out);

/* Encrypts or decrypts a block of 16 bytes, as FIPS 197 defines it. `in` and `out` may be equal.
 * SIL_ARGUMENT: one of them is NULL; no message was begun. */
SIL_CHECKED static inline sil_result sil_aes_block(sil_unit *unit, int decrypt, const uint8_t *in,
                                                   uint8_t *out)
{
    sil_result result = SIL_ARGUMENT;

    if (in && out)
        result = sil_aes_init(unit, SIL_AES_ECB, decrypt, NULL);
    if (result == SIL_OK)
        result = sil_aes_update(unit, in, 16U, &out);
    if (result == SIL_OK)
        result = sil_aes_final(unit, &out);
    return result;
}

/* Begins a message that comes from the stream port of the unit, until its last beat; its result
 * goes to the other stream port. Then start the DMA controller. The results are as of
 * sil_aes_init. SIL_ARGUMENT: also if the unit has no stream ports. */
SIL_CHECKED sil_result sil_aes_init_dma(sil_unit *unit, sil_aes_mode mode, int decrypt,
                                        const uint8_t *iv);

/* Waits until the last beat of the result was taken. SIL_REFUSED: no byte of the result may be
 * used. SIL_OUT_OF_ORDER: no message of sil_aes_init_dma is in progress. */
SIL_CHECKED sil_result sil_aes_final_dma(sil_unit *unit);

/* Overwrites keys and all data, and waits until this is done. It is right at any time. */
SIL_CHECKED sil_result sil_aes_wipe(sil_unit *unit);

#ifdef __cplusplus
}
#endif

#endif
