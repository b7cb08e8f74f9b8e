/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* Runs the C drivers on the simulated units. Reads lines "hash HEX", "hmac KEY HEX",
 * "aes MODE DECRYPT KEY KEY2 IV HEX PART" with hexadecimal bytes ("-" for none), and prints the
 * results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sil_aes.h"
#include "sil_hash.h"
#include "sil_hmac.h"

unsigned bus_writes(void);
void bus_wait(void *mask);

static unsigned masks[3] = {1, 2, 4};
static sil_unit units[3] = {{0x40000000U, NULL, masks},
                            {0x40000100U, NULL, masks + 1},
                            {0x40000200U, NULL, masks + 2}};

/* A copy of exactly the bytes, so that the sanitizer finds every access beside them. */
static uint8_t *bytes(const char *text, size_t *size)
{
    uint8_t *data;
    size_t i;

    *size = *text == '-' ? 0 : strlen(text) / 2;
    data = malloc(*size ? *size : 1);
    for (i = 0; i < *size; i++) {
        unsigned value;

        if (sscanf(text + 2 * i, "%2x", &value) != 1)
            exit(2);
        data[i] = (uint8_t)value;
    }
    return data;
}

static void print(sil_result result, const uint8_t *data, size_t size)
{
    size_t i;

    printf("%d ", (int)result);
    for (i = 0; i < size; i++)
        printf("%02x", data[i]);
    printf("\n");
}

static void hash(const char *text)
{
    size_t size, first;
    uint8_t *data = bytes(text, &size), *digest = malloc(32);
    const unsigned before = bus_writes();
    sil_result result = sil_hash_init(units);

    first = size / 3;
    sil_hash_update(units, data, first);
    sil_hash_update(units, data + first, size - first);
    if (result == SIL_OK)
        result = sil_hash_final(units, digest, 32);
    print(result, digest, 32);
    fprintf(stderr, "writes %u\n", bus_writes() - before);
    free(data);
    free(digest);
}

static void hmac(const char *key_text, const char *text)
{
    size_t key_size, size;
    int byte;
    uint8_t *key = bytes(key_text, &key_size), *data = bytes(text, &size), *tag = malloc(32);
    sil_result result = sil_hmac_key(units + 1, key, key_size);

    if (result == SIL_OK)
        result = sil_hmac_init(units + 1);
    sil_hmac_update(units + 1, data, size);
    if (result == SIL_OK)
        result = sil_hmac_final(units + 1, tag, 32);
    print(result, tag, 32);
    /* A unit with one hash ignores the selection of SHA-1. */
    if (sil_hmac_key_sha1(units + 1, key, key_size) != SIL_OK || sil_hmac_init_sha1(units + 1) != SIL_OK)
        exit(3);
    sil_hmac_update(units + 1, data, size);
    if (sil_hmac_verify(units + 1, tag, 32) != SIL_OK)
        exit(4);
    tag[31] ^= 1;
    sil_hmac_init(units + 1);
    sil_hmac_update(units + 1, data, size);
    if (sil_hmac_verify(units + 1, tag, 32) != SIL_MISMATCH)
        exit(5);
    if (sil_hmac_init_compare(units + 1, tag, 28) != SIL_ARGUMENT)
        exit(9);
    for (byte = 0; byte < 2; byte++) { /* with a wrong tag, then with the right one */
        if (sil_hmac_init_compare(units + 1, tag, 32) != SIL_OK)
            exit(10);
        sil_hmac_update(units + 1, data, size);
        if (sil_hmac_final_compare(units + 1) != (byte == 0 ? SIL_MISMATCH : SIL_OK))
            exit(11);
        tag[31] ^= 1;
    }
    sil_hmac_wipe(units + 1);
    if (sil_hmac_init(units + 1) != SIL_REFUSED)
        exit(6);
    free(key);
    free(data);
    free(tag);
}

static void aes(int mode, int decrypt, char *word[], size_t part)
{
    size_t sizes[4], done = 0, at, i;
    uint8_t *data[4], *result_data;
    sil_aes state;
    sil_result result;

    for (i = 0; i < 4; i++)
        data[i] = bytes(word[i], sizes + i);
    result_data = malloc(sizes[3] ? sizes[3] : 1);
    result = sil_aes_key(units + 2, data[0], sizes[0], 0);
    if (result == SIL_OK && sizes[1])
        result = sil_aes_key(units + 2, data[1], sizes[1], 1);
    if (result == SIL_OK)
        result = sil_aes_init(&state, units + 2, (sil_aes_mode)mode, decrypt, data[2]);
    if (result == SIL_OK) {
        for (at = 0; at < sizes[3]; at += part) {
            const size_t now = sizes[3] - at < part ? sizes[3] - at : part;

            done += sil_aes_update(&state, data[3] + at, now, result_data + done);
        }
        result = sil_aes_final(&state, result_data + done);
    }
    print(result, result_data, result == SIL_OK ? sizes[3] : 0);
    sil_aes_wipe(units + 2);
    for (i = 0; i < 4; i++)
        free(data[i]);
    free(result_data);
}

int main(int argc, char *argv[])
{
    static char line[16384];

    if (argc > 1 && !strcmp(argv[1], "--interrupts"))
        units[0].wait = units[1].wait = units[2].wait = bus_wait;
    if (sil_hash_init(units + 1) != SIL_WRONG_UNIT || sil_hmac_init(units) != SIL_WRONG_UNIT)
        return 7;
    while (fgets(line, sizeof line, stdin)) {
        char *word[8] = {0};
        int count = 0;
        char *next = strtok(line, " \n");

        for (; next && count < 8; next = strtok(NULL, " \n"))
            word[count++] = next;
        if (count == 2 && !strcmp(word[0], "hash"))
            hash(word[1]);
        else if (count == 3 && !strcmp(word[0], "hmac"))
            hmac(word[1], word[2]);
        else if (count == 8 && !strcmp(word[0], "aes"))
            aes(atoi(word[1]), atoi(word[2]), word + 3, (size_t)atoi(word[7]));
        else
            return 8;
    }
    return 0;
}
