/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* Runs the examples of the standards on the units, then each function on a unit and in software,
 * and prints the cycles. Lines: "vector NAME pass|fail", "cycles NAME BYTES UNIT SOFTWARE",
 * "error TEXT", "end". */
#include "sil_aes.h"
#include "sil_hash.h"
#include "sil_hmac.h"
#include "software.h"

#define UART (*(volatile uint32_t *)0x20000000U)
#define BUS_ERROR (*(volatile uint32_t *)0x20000004U)

static sil_unit hash_unit = {.base = 0x40000000U};
static sil_unit hmac_unit = {.base = 0x40000100U};
static sil_unit aes_unit = {.base = 0x40000200U};

static uint8_t message[512], hard[512], soft[512];
static const uint16_t sizes[] = {0, 16, 64, 128, 256, 512};

void *memcpy(void *to, const void *from, size_t size)
{
    uint8_t *t = to;
    const uint8_t *f = from;

    while (size--)
        *t++ = *f++;
    return to;
}

void *memset(void *to, int value, size_t size)
{
    uint8_t *t = to;

    while (size--)
        *t++ = (uint8_t)value;
    return to;
}

static void say(const char *text)
{
    while (*text)
        UART = (uint32_t)*text++;
}

static void say_number(uint32_t number)
{
    char digits[11];
    int index = 10;

    digits[index] = 0;
    do
        digits[--index] = (char)('0' + number % 10U);
    while (number /= 10U);
    say(digits + index);
}

static uint32_t cycles(void)
{
    uint32_t count;

    __asm__ volatile("rdcycle %0" : "=r"(count));
    return count;
}

/* A driver must not fail. */
static void must(sil_result result)
{
    if (result != SIL_OK)
        say("error of a driver\n");
}

static void vector(const char *name, const uint8_t *found, const char *expected)
{
    int good = 1;

    for (; *expected; expected += 2, found++) {
        const char *digits = "0123456789abcdef";

        good &= digits[*found >> 4] == expected[0] && digits[*found & 15] == expected[1];
    }
    say("vector ");
    say(name);
    say(good ? " pass\n" : " fail\n");
}

static void line(const char *name, size_t size, uint32_t unit, uint32_t software, size_t result)
{
    if (sil_compare(hard, soft, result) != SIL_OK)
        say("error results differ\n");
    say("cycles ");
    say(name);
    say(" ");
    say_number(size);
    say(" ");
    say_number(unit);
    say(" ");
    say_number(software);
    say("\n");
}

static sil_result ctr(const uint8_t *iv, const uint8_t *in, size_t size, uint8_t *out)
{
    sil_result result = sil_aes_init(&aes_unit, SIL_AES_CTR, 0, iv);

    if (result == SIL_OK)
        result = sil_aes_update(&aes_unit, in, size, &out);
    return result == SIL_OK ? sil_aes_final(&aes_unit, &out) : result;
}

static void vectors(void)
{
    static const uint8_t plain[16] = {0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77,
                                      0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff};
    uint8_t key[20], *out = hard;
    size_t i;

    /* FIPS 180-4, examples of NIST. */
    if (sil_hash_init(&hash_unit) != SIL_OK)
        say("error no hash\n");
    must(sil_hash_update(&hash_unit, "abc", 3));
    must(sil_hash_final(&hash_unit, hard, 32));
    vector("SHA-256", hard, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");

    /* RFC 4231, test case 1. */
    for (i = 0; i < 20; i++)
        key[i] = 0x0b;
    if (sil_hmac_key(&hmac_unit, key, 20) != SIL_OK)
        say("error no HMAC\n");
    must(sil_hmac_init(&hmac_unit));
    must(sil_hmac_update(&hmac_unit, "Hi There", 8));
    must(sil_hmac_final(&hmac_unit, hard, 32));
    vector("HMAC-SHA-256", hard, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");

    /* FIPS 197, appendix C.1. */
    for (i = 0; i < 16; i++)
        key[i] = (uint8_t)i;
    if (sil_aes_key(&aes_unit, key, 16, 0) != SIL_OK)
        say("error no AES\n");
    if (sil_aes_init(&aes_unit, SIL_AES_ECB, 0, NULL) != SIL_OK)
        say("error no ECB\n");
    must(sil_aes_update(&aes_unit, plain, 16, &out));
    must(sil_aes_final(&aes_unit, &out));
    vector("AES-128", hard, "69c4e0d86a7b0430d8cdb78070b4c55a");
}

int main(void)
{
    uint32_t from, unit;
    size_t i, size;

    for (i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(i * 29U + 7U);
    vectors();
    software_aes_key((const uint8_t *)"\0\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17");

    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size = sizes[i];
        from = cycles();
        must(sil_hash_init(&hash_unit));
        must(sil_hash_update(&hash_unit, message, size));
        must(sil_hash_final(&hash_unit, hard, 32));
        unit = cycles() - from;
        from = cycles();
        software_sha256(message, size, soft);
        line("SHA-256", size, unit, cycles() - from, 32);
    }
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size = sizes[i];
        from = cycles();
        must(sil_hmac_key(&hmac_unit, message, 32));
        must(sil_hmac_init(&hmac_unit));
        must(sil_hmac_update(&hmac_unit, message, size));
        must(sil_hmac_final(&hmac_unit, hard, 32));
        unit = cycles() - from;
        from = cycles();
        software_hmac(message, 32, message, size, soft);
        line("HMAC-SHA-256", size, unit, cycles() - from, 32);
    }
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size = sizes[i];
        from = cycles();
        if (ctr(message, message, size, hard) != SIL_OK)
            say("error CTR\n");
        unit = cycles() - from;
        from = cycles();
        software_aes_ctr(message, message, size, soft);
        line("AES-128-CTR", size, unit, cycles() - from, size);
    }
    if (BUS_ERROR)
        say("error response of a bus access\n");
    say("end\n");
    return 0;
}
