// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0

// AES as its standard writes it (FIPS 197), in plain C: what a processor takes without tables of
// rounds and without instructions for it. With a key and "cipher" or "invcipher" it turns blocks of
// standard input into blocks of standard output; with "time" it times each function.

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { NB = 4, MOST_ROUNDS = 14, REPEATS = 50, BLOCKS = 2000 };

typedef uint8_t State[4][NB];

static uint8_t s_box[256], inv_s_box[256];

// 4.2: multiplication by x, and by any element.
static uint8_t xtime(uint8_t b) { return (uint8_t)(b << 1 ^ (b >> 7) * 0x1b); }

static uint8_t multiply(uint8_t a, uint8_t b) {
  uint8_t product = 0;
  for (; b; b >>= 1, a = xtime(a))
    if (b & 1) product ^= a;
  return product;
}

// 5.1.1: the inverse in the field, then the affine transformation.
static void make_s_boxes(void) {
  for (int a = 0; a < 256; ++a) {
    uint8_t inverse = 0;
    for (int b = 0; b < 256; ++b)
      if (multiply((uint8_t)a, (uint8_t)b) == 1) inverse = (uint8_t)b;
    uint8_t value = 0x63;
    for (int i = 0; i < 5; ++i) value ^= (uint8_t)(inverse << i | inverse >> (8 - i));
    s_box[a] = value;
    inv_s_box[value] = (uint8_t)a;
  }
}

static void SubBytes(State s) {
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < NB; ++c) s[r][c] = s_box[s[r][c]];
}

static void InvSubBytes(State s) {
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < NB; ++c) s[r][c] = inv_s_box[s[r][c]];
}

static void turn_rows(State s, int direction) {
  for (int r = 1; r < 4; ++r) {
    uint8_t row[NB];
    for (int c = 0; c < NB; ++c) row[c] = s[r][(c + NB + direction * r) % NB];
    memcpy(s[r], row, NB);
  }
}

static void ShiftRows(State s) { turn_rows(s, 1); }
static void InvShiftRows(State s) { turn_rows(s, -1); }

static void MixColumns(State s) {
  for (int c = 0; c < NB; ++c) {
    const uint8_t a = s[0][c], b = s[1][c], d = s[2][c], e = s[3][c];
    s[0][c] = xtime(a) ^ xtime(b) ^ b ^ d ^ e;
    s[1][c] = a ^ xtime(b) ^ xtime(d) ^ d ^ e;
    s[2][c] = a ^ b ^ xtime(d) ^ xtime(e) ^ e;
    s[3][c] = xtime(a) ^ a ^ b ^ d ^ xtime(e);
  }
}

static void InvMixColumns(State s) {
  for (int c = 0; c < NB; ++c) {
    uint8_t x9[4], xb[4], xd[4], xe[4];
    for (int r = 0; r < 4; ++r) {
      const uint8_t x1 = s[r][c], x2 = xtime(x1), x4 = xtime(x2), x8 = xtime(x4);
      x9[r] = x8 ^ x1;
      xb[r] = x8 ^ x2 ^ x1;
      xd[r] = x8 ^ x4 ^ x1;
      xe[r] = x8 ^ x4 ^ x2;
    }
    for (int r = 0; r < 4; ++r)
      s[r][c] = xe[r] ^ xb[(r + 1) % 4] ^ xd[(r + 2) % 4] ^ x9[(r + 3) % 4];
  }
}

static void AddRoundKey(State s, const uint8_t w[][4]) {
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < NB; ++c) s[r][c] ^= w[c][r];
}

// 5.2: key expansion; the number of rounds.
static int KeyExpansion(const uint8_t *key, int nk, uint8_t w[][4]) {
  const int rounds = nk + 6;
  uint8_t rcon = 1;
  memcpy(w, key, (size_t)(4 * nk));
  for (int i = nk; i < NB * (rounds + 1); ++i) {
    uint8_t temp[4];
    memcpy(temp, w[i - 1], 4);
    if (i % nk == 0) {
      const uint8_t first = temp[0];
      for (int j = 0; j < 3; ++j) temp[j] = s_box[temp[j + 1]];
      temp[3] = s_box[first];
      temp[0] ^= rcon;
      rcon = xtime(rcon);
    } else if (nk > 6 && i % nk == 4) {
      for (int j = 0; j < 4; ++j) temp[j] = s_box[temp[j]];
    }
    for (int j = 0; j < 4; ++j) w[i][j] = w[i - nk][j] ^ temp[j];
  }
  return rounds;
}

// 3.4: byte 4 c + r of a block is the state's row r, column c.
static void load(State s, const uint8_t *block) {
  for (int i = 0; i < 4 * NB; ++i) s[i % 4][i / 4] = block[i];
}

static void store(uint8_t *block, State s) {
  for (int i = 0; i < 4 * NB; ++i) block[i] = s[i % 4][i / 4];
}

// 5.1.
static void Cipher(uint8_t *block, int rounds, const uint8_t w[][4]) {
  State s;
  load(s, block);
  AddRoundKey(s, w);
  for (int round = 1; round <= rounds; ++round) {
    SubBytes(s);
    ShiftRows(s);
    if (round < rounds) MixColumns(s);
    AddRoundKey(s, w + NB * round);
  }
  store(block, s);
}

// 5.3.
static void InvCipher(uint8_t *block, int rounds, const uint8_t w[][4]) {
  State s;
  load(s, block);
  AddRoundKey(s, w + NB * rounds);
  for (int round = rounds - 1; round >= 0; --round) {
    InvShiftRows(s);
    InvSubBytes(s);
    AddRoundKey(s, w + NB * round);
    if (round > 0) InvMixColumns(s);
  }
  store(block, s);
}

typedef struct {
  uint8_t key[32], block[16], w[NB * (MOST_ROUNDS + 1)][4];
  int nk, rounds;
} Work;

static void expand(Work *work) {
  work->rounds = KeyExpansion(work->key, work->nk, work->w);
  memcpy(work->key, work->w[NB * work->rounds], 16);  // each call needs the one before
}

static void cipher(Work *work) { Cipher(work->block, work->rounds, (const uint8_t(*)[4])work->w); }

static void inv_cipher(Work *work) {
  InvCipher(work->block, work->rounds, (const uint8_t(*)[4])work->w);
}

static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return 1e9 * (double)at.tv_sec + (double)at.tv_nsec;
}

// The shortest of several repetitions, in ns per call: other programs only lengthen one.
static double quickest(void (*function)(Work *), Work *work) {
  double best = 1e18;
  for (int repeat = 0; repeat < REPEATS; ++repeat) {
    const double begin = now();
    for (int i = 0; i < BLOCKS; ++i) function(work);
    const double took = (now() - begin) / BLOCKS;
    if (took < best) best = took;
  }
  return best;
}

static int from_hex(const char *text, uint8_t *bytes) {
  unsigned value;
  int count = 0;
  for (; count < 32 && sscanf(text + 2 * count, "%2x", &value) == 1; ++count)
    bytes[count] = (uint8_t)value;
  return count;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  Work work = {.rounds = 0};
  make_s_boxes();
  work.nk = from_hex(argv[2], work.key) / 4;
  work.rounds = KeyExpansion(work.key, work.nk, work.w);
  if (!strcmp(argv[1], "time")) {
    printf("%.1f %.1f %.1f ", quickest(expand, &work), quickest(cipher, &work),
           quickest(inv_cipher, &work));
    printf("%02x\n", work.block[0]);  // the results are used
    return 0;
  }
  while (fread(work.block, sizeof work.block, 1, stdin) == 1) {
    if (!strcmp(argv[1], "cipher"))
      cipher(&work);
    else
      inv_cipher(&work);
    fwrite(work.block, sizeof work.block, 1, stdout);
  }
  return 0;
}
