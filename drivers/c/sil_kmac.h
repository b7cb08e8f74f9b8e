/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* Driver of memory-mapped KMAC and cSHAKE (NIST SP 800-185). Nothing is stored for the next request:
 * each one has its key.
 *
 *   static sil_unit unit = { .base = 0x40000400 };
 *   const sil_kmac_request request = { .key = key, .key_size = 32, .result_size = 32 };
 *   sil_result result = sil_kmac_init(&unit, &request);
 *   if (result == SIL_OK)
 *       result = sil_kmac_update(&unit, text, size);
 *   if (result == SIL_OK)
 *       result = sil_kmac_verify(&unit, tag, 32);
 *
 * The message may be used only if sil_kmac_verify has returned SIL_OK. The strings of a request need
 * to exist until its init has returned.
 *
 * Each init returns SIL_WRONG_UNIT if there are no such registers of version 1 at the address, and
 * SIL_OUT_OF_ORDER if a request is unfinished, which remains. sil_kmac_final and sil_kmac_verify end
 * it; sil_kmac_wipe drops it. After SIL_TIMEOUT, wipe the unit. */
#ifndef SIL_KMAC_H
#define SIL_KMAC_H

#include "sil_bus.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A request. Fields that a program does not set are 0. */
typedef struct {
    const uint8_t *key; /* of KMAC and KMACXOF, 1 to 65535 bytes; NULL with cSHAKE */
    size_t key_size;
    const void *customisation; /* up to 65535 bytes; NULL if it has none */
    size_t customisation_size;
    size_t result_size; /* bytes of the tag or of the output: 1 to 65535, of KMACXOF and cSHAKE to
                         * 2^32 - 1 */
} sil_kmac_request;

/* Begins a tag with KMAC. SIL_ARGUMENT: NULL, a string with bytes and without a place, a size that
 * the fields do not allow, or no key. */
SIL_CHECKED sil_result sil_kmac_init(sil_unit *unit, const sil_kmac_request *request);

/* The same with KMACXOF: the length of the output is not part of what is hashed. */
SIL_CHECKED sil_result sil_kmac_init_xof(sil_unit *unit, const sil_kmac_request *request);

/* The same with cSHAKE, which has no key: SIL_ARGUMENT, also if there is one. Without customisation
 * it is SHAKE. */
SIL_CHECKED sil_result sil_cshake_init(sil_unit *unit, const sil_kmac_request *request);

/* A tag with KMAC of a message that comes from the stream port of the unit. Start the DMA
 * controller then, and end the request as any other. SIL_ARGUMENT: also if there is no such port. */
SIL_CHECKED sil_result sil_kmac_init_dma(sil_unit *unit, const sil_kmac_request *request);

/* Appends bytes to the message. `data` may be NULL if `size` is 0; SIL_ARGUMENT otherwise.
 * SIL_OUT_OF_ORDER: no request is open, or its message comes by DMA. */
SIL_CHECKED sil_result sil_kmac_update(sil_unit *unit, const void *data, size_t size);

/* Ends a request and writes its result. `size` is its `result_size`. SIL_REFUSED: the unit refused
 * the request. With another result than SIL_OK no byte of a result is in `out`. SIL_ARGUMENT:
 * another size, or `out` is NULL; the request remains open. SIL_OUT_OF_ORDER: no request is open. */
SIL_CHECKED sil_result sil_kmac_final(sil_unit *unit, uint8_t *out, size_t size);

/* Ends a request of KMAC or KMACXOF and compares its tag, in a time that does not depend on the tags.
 * SIL_OK: they are equal. SIL_MISMATCH: they differ. The tag is not given. SIL_ARGUMENT: as of
 * sil_kmac_final, or a tag of less than 4 bytes (SP 800-185 8.4.2). SIL_OUT_OF_ORDER: no request is
 * open, or it is cSHAKE, which has no tag. */
SIL_CHECKED sil_result sil_kmac_verify(sil_unit *unit, const uint8_t *tag, size_t size);

/* Overwrites all data, and waits until this is done. It is right at any time. */
SIL_CHECKED sil_result sil_kmac_wipe(sil_unit *unit);

#ifdef __cplusplus
}
#endif

#endif
