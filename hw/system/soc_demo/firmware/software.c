/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
#include "software.h"

/* SHA-256 (FIPS 180-4, 4.2.2, 5.3.3 and 6.2). */
static const uint32_t constants[64] = {
    0x428a2f98U, 0x71374491U, 0xb5c0fbcfU, 0xe9b5dba5U, 0x3956c25bU, 0x59f111f1U,
    0x923f82a4U, 0xab1c5ed5U, 0xd807aa98U, 0x12835b01U, 0x243185beU, 0x550c7dc3U,
    0x72be5d74U, 0x80deb1feU, 0x9bdc06a7U, 0xc19bf174U, 0xe49b69c1U, 0xefbe4786U,
    0x0fc19dc6U, 0x240ca1ccU, 0x2de92c6fU, 0x4a7484aaU, 0x5cb0a9dcU, 0x76f988daU,
    0x983e5152U, 0xa831c66dU, 0xb00327c8U, 0xbf597fc7U, 0xc6e00bf3U, 0xd5a79147U,
    0x06ca6351U, 0x14292967U, 0x27b70a85U, 0x2e1b2138U, 0x4d2c6dfcU, 0x53380d13U,
    0x650a7354U, 0x766a0abbU, 0x81c2c92eU, 0x92722c85U, 0xa2bfe8a1U, 0xa81a664bU,
    0xc24b8b70U, 0xc76c51a3U, 0xd192e819U, 0xd6990624U, 0xf40e3585U, 0x106aa070U,
    0x19a4c116U, 0x1e376c08U, 0x2748774cU, 0x34b0bcb5U, 0x391c0cb3U, 0x4ed8aa4aU,
    0x5b9cca4fU, 0x682e6ff3U, 0x748f82eeU, 0x78a5636fU, 0x84c87814U, 0x8cc70208U,
    0x90befffaU, 0xa4506cebU, 0xbef9a3f7U, 0xc67178f2U};
static const uint32_t initial[8] = {
    0x6a09e667U, 0xbb67ae85U, 0x3c6ef372U, 0xa54ff53aU, 0x510e527fU, 0x9b05688cU,
    0x1f83d9abU, 0x5be0cd19U};

static uint32_t rotate(uint32_t word, int count)
{
    return word >> count | word << (32 - count);
}

static void compress(uint32_t state[8], const uint8_t block[64])
{
    uint32_t w[64], v[8];
    int i;

    for (i = 0; i < 16; i++, block += 4)
        w[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 |
               block[3];
    for (; i < 64; i++)
        w[i] = w[i - 16] + w[i - 7] +
               (rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3) +
               (rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10);
    for (i = 0; i < 8; i++)
        v[i] = state[i];
    for (i = 0; i < 64; i++) {
        const uint32_t t1 = v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) +
                            ((v[4] & v[5]) ^ (~v[4] & v[6])) + constants[i] + w[i];
        const uint32_t t2 = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) +
                            ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        v[7] = v[6];
        v[6] = v[5];
        v[5] = v[4];
        v[4] = v[3] + t1;
        v[3] = v[2];
        v[2] = v[1];
        v[1] = v[0];
        v[0] = t1 + t2;
    }
    for (i = 0; i < 8; i++)
        state[i] += v[i];
}

/* A hash of a first block, if any, and of data. */
static void hash(const uint8_t *first, const uint8_t *data, size_t size, uint8_t digest[32])
{
    const uint64_t bits = ((uint64_t)size + (first ? 64U : 0U)) * 8U;
    uint32_t state[8];
    uint8_t block[64];
    size_t i;

    for (i = 0; i < 8; i++)
        state[i] = initial[i];
    if (first)
        compress(state, first);
    for (; size >= 64; size -= 64, data += 64)
        compress(state, data);
    for (i = 0; i < 64; i++)
        block[i] = i < size ? data[i] : i == size ? 0x80 : 0;
    if (size >= 56) {
        compress(state, block);
        for (i = 0; i < 64; i++)
            block[i] = 0;
    }
    for (i = 0; i < 8; i++)
        block[56 + i] = (uint8_t)(bits >> (56 - 8 * i));
    compress(state, block);
    for (i = 0; i < 32; i++)
        digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}

void software_sha256(const uint8_t *data, size_t size, uint8_t digest[32])
{
    hash(NULL, data, size, digest);
}

void software_hmac(const uint8_t *key, size_t key_size, const uint8_t *data, size_t size,
                   uint8_t tag[32])
{
    uint8_t pad[64], inner[32];
    size_t i;

    for (i = 0; i < 64; i++)
        pad[i] = (uint8_t)((i < key_size ? key[i] : 0) ^ 0x36);
    hash(pad, data, size, inner);
    for (i = 0; i < 64; i++)
        pad[i] ^= 0x36 ^ 0x5c;
    hash(pad, inner, 32, tag);
}

/* AES-128 (FIPS 197), byte by byte, with a table of the S-box that is computed once. */
static uint8_t sbox[256], round_keys[176];

static uint8_t twice(uint8_t x)
{
    return (uint8_t)(x << 1 ^ (x >> 7) * 0x1b);
}

static void make_sbox(void)
{
    uint8_t p = 1, q = 1; /* q is the inverse of p */

    do {
        p = (uint8_t)(p ^ twice(p)); /* times 3 */
        q ^= (uint8_t)(q << 1); /* divided by 3 */
        q ^= (uint8_t)(q << 2);
        q ^= (uint8_t)(q << 4);
        if (q & 0x80)
            q ^= 0x09;
        sbox[p] = (uint8_t)(q ^ (q << 1 | q >> 7) ^ (q << 2 | q >> 6) ^ (q << 3 | q >> 5) ^
                            (q << 4 | q >> 4) ^ 0x63);
    } while (p != 1);
    sbox[0] = 0x63;
}

void software_aes_key(const uint8_t key[16])
{
    uint8_t constant = 1;
    int i;

    if (!sbox[0])
        make_sbox();
    for (i = 0; i < 16; i++)
        round_keys[i] = key[i];
    for (; i < 176; i += 4) {
        uint8_t t[4] = {round_keys[i - 4], round_keys[i - 3], round_keys[i - 2], round_keys[i - 1]};
        int j;

        if (i % 16 == 0) {
            const uint8_t first = t[0];

            t[0] = (uint8_t)(sbox[t[1]] ^ constant);
            t[1] = sbox[t[2]];
            t[2] = sbox[t[3]];
            t[3] = sbox[first];
            constant = twice(constant);
        }
        for (j = 0; j < 4; j++)
            round_keys[i + j] = round_keys[i - 16 + j] ^ t[j];
    }
}

static void encrypt(const uint8_t in[16], uint8_t out[16])
{
    uint8_t s[16], t[16];
    int i, round;

    for (i = 0; i < 16; i++)
        s[i] = in[i] ^ round_keys[i];
    for (round = 1; round <= 10; round++) {
        const uint8_t *k = round_keys + 16 * round;

        for (i = 0; i < 16; i++) /* SubBytes and ShiftRows */
            t[i] = sbox[s[(i + 4 * (i & 3)) & 15]];
        for (i = 0; i < 16; i += 4) { /* MixColumns */
            const uint8_t all = t[i] ^ t[i + 1] ^ t[i + 2] ^ t[i + 3], first = t[i];

            if (round == 10)
                continue;
            t[i] ^= all ^ twice(t[i] ^ t[i + 1]);
            t[i + 1] ^= all ^ twice(t[i + 1] ^ t[i + 2]);
            t[i + 2] ^= all ^ twice(t[i + 2] ^ t[i + 3]);
            t[i + 3] ^= all ^ twice(t[i + 3] ^ first);
        }
        for (i = 0; i < 16; i++)
            s[i] = t[i] ^ k[i];
    }
    for (i = 0; i < 16; i++)
        out[i] = s[i];
}

void software_aes_ctr(const uint8_t iv[16], const uint8_t *in, size_t size, uint8_t *out)
{
    uint8_t counter[16], stream[16];
    size_t i;

    for (i = 0; i < 16; i++)
        counter[i] = iv[i];
    for (i = 0; i < size; i++) {
        if (i % 16 == 0) {
            int index = 15;

            encrypt(counter, stream);
            while (++counter[index] == 0 && index > 0)
                index--;
        }
        out[i] = in[i] ^ stream[i % 16];
    }
}
