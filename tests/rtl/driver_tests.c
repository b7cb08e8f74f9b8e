/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* Runs the C drivers on the simulated units. Reads lines "hash HEX", "hmac KEY HEX",
 * "aes MODE DECRYPT KEY KEY2 IV HEX PART" with hexadecimal bytes ("-" for none), and prints the
 * results. A line "calls UNIT CALL..." resets the units, makes any calls on one of them, and prints
 * their result codes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generated/sil_aes_regs.h"
#include "generated/sil_hash_regs.h"
#include "generated/sil_hmac_regs.h"
#include "generated/sil_storage_regs.h"
#include "sil_aes.h"
#include "sil_hash.h"
#include "sil_hmac.h"

unsigned bus_reads(void);
unsigned bus_writes(void);
void bus_stick(uint32_t low, uint32_t high);
void bus_reset(void);
void bus_wait(void *mask);

static unsigned masks[3] = {1, 2, 4};
static sil_unit units[3] = {{.base = 0x40000000U, .context = masks},
                            {.base = 0x40000100U, .context = masks + 1},
                            {.base = 0x40000200U, .context = masks + 2}};

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
    if (result == SIL_OK)
        result = sil_hash_update(units, data, first);
    if (result == SIL_OK)
        result = sil_hash_update(units, data + first, size - first);
    if (result == SIL_OK)
        result = sil_hash_final(units, digest, 32);
    print(result, digest, 32);
    fprintf(stderr, "writes %u\n", bus_writes() - before);
    free(data);
    free(digest);
}

/* Begins a message, and appends bytes. */
static void send(sil_result begun, const uint8_t *data, size_t size)
{
    if (begun != SIL_OK || sil_hmac_update(units + 1, data, size) != SIL_OK)
        exit(3);
}

static void hmac(const char *key_text, const char *text)
{
    size_t key_size, size;
    int byte;
    sil_unit *unit = units + 1;
    uint8_t *key = bytes(key_text, &key_size), *data = bytes(text, &size), *tag = malloc(32);
    sil_result result = sil_hmac_key(unit, key, key_size);

    if (result == SIL_OK)
        result = sil_hmac_init(unit);
    send(result, data, size);
    result = sil_hmac_final(unit, tag, 32);
    print(result, tag, 32);
    /* A unit with one hash ignores the selection of SHA-1. */
    if (sil_hmac_key_sha1(unit, key, key_size) != SIL_OK)
        exit(4);
    send(sil_hmac_init_sha1(unit), data, size);
    if (sil_hmac_verify(unit, tag, 32) != SIL_OK)
        exit(5);
    tag[31] ^= 1;
    send(sil_hmac_init(unit), data, size);
    if (sil_hmac_verify(unit, tag, 32) != SIL_MISMATCH)
        exit(6);
    if (sil_hmac_init_compare(unit, tag, 28) != SIL_ARGUMENT)
        exit(9);
    for (byte = 0; byte < 2; byte++) { /* with a wrong tag, then with the right one */
        send(sil_hmac_init_compare(unit, tag, 32), data, size);
        if (sil_hmac_final_compare(unit) != (byte == 0 ? SIL_MISMATCH : SIL_OK))
            exit(11);
        tag[31] ^= 1;
    }
    if (sil_hmac_wipe(unit) != SIL_OK || sil_hmac_init(unit) != SIL_REFUSED)
        exit(12);
    free(key);
    free(data);
    free(tag);
}

static void aes(int mode, int decrypt, char *word[], size_t part)
{
    size_t sizes[4], at, i;
    sil_unit *unit = units + 2;
    uint8_t *data[4], *results, *out;
    sil_result result;

    for (i = 0; i < 4; i++)
        data[i] = bytes(word[i], sizes + i);
    results = out = malloc(sizes[3] ? sizes[3] : 1);
    result = sil_aes_key(unit, data[0], sizes[0], 0);
    if (result == SIL_OK && sizes[1])
        result = sil_aes_key(unit, data[1], sizes[1], 1);
    if (result == SIL_OK)
        result = sil_aes_init(unit, (sil_aes_mode)mode, decrypt, data[2]);
    if (result == SIL_OK) {
        for (at = 0; at < sizes[3] && result == SIL_OK; at += part) {
            const size_t now = sizes[3] - at < part ? sizes[3] - at : part;

            result = sil_aes_update(unit, data[3] + at, now, &out);
        }
        if (result == SIL_OK)
            result = sil_aes_final(unit, &out);
    }
    if (result == SIL_OK && out != results + sizes[3])
        exit(13);
    print(result, results, result == SIL_OK ? sizes[3] : 0);
    if (sil_aes_wipe(unit) != SIL_OK)
        exit(14);
    for (i = 0; i < 4; i++)
        free(data[i]);
    free(results);
}

/* Test case 2 of RFC 4231. */
static const char key[] = "Jefe", text[] = "what do ya want for nothing?";
static const uint8_t right[32] = {
    0x5b, 0xdc, 0xc1, 0x46, 0xbf, 0x60, 0x75, 0x4e, 0x6a, 0x04, 0x24, 0x26, 0x08, 0x95, 0x75, 0xc7,
    0x5a, 0x00, 0x3f, 0x08, 0x9d, 0x27, 0x39, 0x83, 0x9d, 0xec, 0x58, 0xb9, 0x64, 0xec, 0x38, 0x43};
static const uint8_t zeros[32] = {0};
static uint8_t place[512], *out;

/* The rest of a function with these arguments; `u` is the unit. */
#define CALL(name, ...)                                                                            \
    static sil_result name(sil_unit *u)                                                            \
    {                                                                                              \
        return sil_##__VA_ARGS__;                                                                  \
    }
CALL(hash_init, hash_init(u))
CALL(hash_update, hash_update(u, "abc", 3))
CALL(hash_nothing, hash_update(u, NULL, 0))
CALL(hash_final, hash_final(u, place, 32))
CALL(hash_discard, hash_final(u, NULL, 0))
CALL(hash_long, hash_final(u, place, 36))
CALL(hash_odd, hash_final(u, place, 31))
CALL(hash_wipe, hash_wipe(u))
CALL(hmac_key, hmac_key(u, key, 4))
CALL(hmac_no_bytes, hmac_key(u, NULL, 0))
CALL(hmac_key_sha1, hmac_key_sha1(u, key, 4))
CALL(hmac_init, hmac_init(u))
CALL(hmac_init_sha1, hmac_init_sha1(u))
CALL(hmac_compare, hmac_init_compare(u, right, 32))
CALL(hmac_compare_sha1, hmac_init_compare_sha1(u, right, 32))
CALL(hmac_compare_zeros, hmac_init_compare(u, zeros, 32))
CALL(hmac_compare_short, hmac_init_compare(u, right, 28))
CALL(hmac_update, hmac_update(u, text, 28))
CALL(hmac_forge, hmac_update(u, "forged", 6))
CALL(hmac_nothing, hmac_update(u, NULL, 0))
CALL(hmac_final, hmac_final(u, place, 32))
CALL(hmac_long, hmac_final(u, place, 36))
CALL(hmac_verify, hmac_verify(u, right, 32))
CALL(hmac_verify_zeros, hmac_verify(u, zeros, 32))
CALL(hmac_verify_none, hmac_verify(u, right, 0))
CALL(hmac_final_compare, hmac_final_compare(u))
CALL(hmac_wipe, hmac_wipe(u))
CALL(aes_key, aes_key(u, right, 16, 0))
CALL(aes_tweak, aes_key(u, right + 16, 16, 1))
CALL(aes_long_key, aes_key(u, right, 32, 0))
CALL(aes_init, aes_init(u, SIL_AES_CTR, 0, zeros))
CALL(aes_xts, aes_init(u, SIL_AES_XTS, 1, zeros))
CALL(aes_no_iv, aes_init(u, SIL_AES_CTR, 0, NULL))
CALL(aes_update, aes_update(u, right, 20, &out))
CALL(aes_nothing, aes_update(u, NULL, 0, &out))
CALL(aes_final, aes_final(u, &out))
CALL(aes_wipe, aes_wipe(u))
CALL(hash_init_dma, hash_init_dma(u))
CALL(hmac_init_dma, hmac_init_dma(u))
CALL(hmac_compare_dma, hmac_init_compare_dma(u, right, 32))
CALL(aes_init_dma, aes_init_dma(u, SIL_AES_CTR, 0, zeros))
CALL(aes_final_dma, aes_final_dma(u))
CALL(hash_nowhere, hash_update(u, NULL, 3))
CALL(hmac_nowhere, hmac_update(u, NULL, 3))
CALL(hmac_no_key, hmac_key(u, NULL, 3))
CALL(hmac_no_tag, hmac_init_compare(u, NULL, 32))
CALL(aes_nowhere, aes_update(u, NULL, 20, &out))
CALL(aes_no_key, aes_key(u, NULL, 16, 0))
CALL(aes_no_out, aes_update(u, right, 20, NULL))
CALL(aes_final_no_out, aes_final(u, NULL))
CALL(aes_block, aes_block(u, 0, right, place))
CALL(aes_no_block, aes_block(u, 0, NULL, place))
CALL(aes_block_no_out, aes_block(u, 0, right, NULL))
CALL(aes_sm4_key, sm4_key(u, right))
#define NAME(name) {#name, name}
static const struct {
    const char *name;
    sil_result (*function)(sil_unit *);
} functions[] = {
    NAME(hash_init), NAME(hash_update), NAME(hash_nothing), NAME(hash_final), NAME(hash_discard),
    NAME(hash_long), NAME(hash_odd), NAME(hash_wipe), NAME(hmac_key), NAME(hmac_no_bytes),
    NAME(hmac_key_sha1), NAME(hmac_init), NAME(hmac_init_sha1), NAME(hmac_compare),
    NAME(hmac_compare_sha1), NAME(hmac_compare_zeros), NAME(hmac_compare_short), NAME(hmac_update),
    NAME(hmac_forge), NAME(hmac_nothing), NAME(hmac_final), NAME(hmac_long), NAME(hmac_verify),
    NAME(hmac_verify_zeros), NAME(hmac_verify_none), NAME(hmac_final_compare), NAME(hmac_wipe),
    NAME(aes_key), NAME(aes_tweak), NAME(aes_long_key), NAME(aes_init), NAME(aes_xts),
    NAME(aes_no_iv), NAME(aes_update), NAME(aes_nothing), NAME(aes_final), NAME(aes_wipe),
    NAME(hash_init_dma), NAME(hmac_init_dma), NAME(hmac_compare_dma), NAME(aes_init_dma),
    NAME(aes_final_dma), NAME(hash_nowhere), NAME(hmac_nowhere), NAME(hmac_no_key),
    NAME(hmac_no_tag), NAME(aes_nowhere), NAME(aes_no_key), NAME(aes_no_out),
    NAME(aes_final_no_out), NAME(aes_block), NAME(aes_no_block), NAME(aes_block_no_out),
    NAME(aes_sm4_key)};

/* Makes the calls whose names are the rest of a line. "reset" resets the units. "low=BITS" and
 * "high=BITS" make bits of STATUS read as 0 and 1, and "polls=N" bounds the waits. "reads" prints the reads of the call
 * before it. */
static void calls(sil_unit *unit)
{
    unsigned before = 0, reads = 0;
    const char *name;
    size_t i;

    bus_reset();
    bus_stick(0, 0);
    unit->state = unit->polls = 0;
    unit->pending = 0;
    while ((name = strtok(NULL, " \n"))) {
        if (!strcmp(name, "reset")) {
            bus_reset();
        } else if (!strcmp(name, "reads")) {
            printf("%u ", reads);
        } else if (!strncmp(name, "low=", 4)) {
            bus_stick((uint32_t)strtoul(name + 4, NULL, 0), 0);
        } else if (!strncmp(name, "high=", 5)) {
            bus_stick(0, (uint32_t)strtoul(name + 5, NULL, 0));
        } else if (!strncmp(name, "polls=", 6)) {
            unit->polls = (uint32_t)strtoul(name + 6, NULL, 0);
        } else {
            for (i = 0; strcmp(functions[i].name, name); i++) {
                if (i + 1 == sizeof functions / sizeof *functions)
                    exit(15);
            }
            out = place;
            before = bus_reads();
            printf("%d ", (int)functions[i].function(unit));
            reads = bus_reads() - before;
        }
    }
    printf("\n");
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

        if (next && !strcmp(next, "calls")) {
            calls(units + atoi(strtok(NULL, " \n")));
            continue;
        }
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
