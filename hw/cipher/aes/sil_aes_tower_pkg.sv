// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SubBytes of one byte without the constant (FIPS 197 5.1.1) in two parts, for a register between
/// them.
///
/// The inverse of x is (x^17)^-1 x^16, in GF(((2^2)^2)^2) with the bases of `sil_aes_composite`. The
/// first part is x^17, an element of GF(2^4). The second part is the rest. Both parts compute the
/// operands of their products from x, because XORs take less area than registers for the operands.
/// A search chose the XORs: few of them, with at most three levels before a product and four after
/// it. `sil_aes_composite` has fewer XORs and more levels.
package sil_aes_tower_pkg;
  /// The operands of the products: bits and sums of bits of both halves of x in GF(2^4).
  typedef struct packed {
    logic [8:0] high;
    logic [8:0] low;
  } operands_t;

  /// Returns the operands for x.
  function automatic operands_t operands(logic [7:0] x);
    logic [23:0] t;
    t[0] = x[4] ^ x[7];
    t[1] = x[3] ^ x[6];
    t[2] = x[0] ^ x[2];
    t[3] = x[1] ^ t[1];
    t[4] = x[5] ^ t[0];
    t[5] = t[1] ^ t[2];
    t[6] = x[1] ^ x[3];
    t[7] = t[0] ^ t[6];
    t[8] = t[4] ^ t[5];
    t[9] = x[6] ^ t[0];
    t[10] = t[2] ^ t[9];
    t[11] = x[7] ^ t[5];
    t[12] = x[2] ^ t[3];
    t[13] = x[0] ^ t[7];
    t[14] = x[2] ^ t[4];
    t[15] = t[0] ^ t[3];
    t[16] = x[1] ^ x[5];
    t[17] = x[4] ^ t[3];
    t[18] = x[4] ^ x[5];
    t[19] = x[5] ^ t[3];
    t[20] = x[5] ^ x[6];
    t[21] = t[2] ^ t[16];
    t[22] = t[3] ^ t[4];
    t[23] = t[2] ^ t[4];
    operands.high = {t[5], t[11], x[7], t[19], t[18], t[17], t[21], t[8], t[15]};
    operands.low = {t[7], x[0], t[13], t[20], t[23], t[10], t[22], t[14], t[12]};
  endfunction

  /// Returns x^17 up to a linear map of GF(2^4): the product of the halves of x plus the scaled square
  /// of their sum.
  function automatic logic [3:0] norm(logic [7:0] x);
    operands_t f;
    logic [8:0] p;
    logic a, b, even, odd;
    logic [3:0] square;
    f = operands(x);
    p = f.high & f.low;
    a = x[3] ^ x[6];
    b = x[2] ^ x[7];
    square[3] = x[1] ^ x[3];
    square[2] = (x[0] ^ x[2]) ^ (x[7] ^ square[3]);
    square[1] = a ^ b;
    square[0] = (x[1] ^ (x[0] ^ x[2])) ^ (x[6] ^ (x[4] ^ x[7]));
    even = p[7] ^ p[8];
    odd = p[7] ^ p[6];
    norm[0] = (p[0] ^ p[2]) ^ (even ^ square[0]);
    norm[1] = (p[1] ^ p[2]) ^ (odd ^ square[1]);
    norm[2] = (p[3] ^ p[5]) ^ (even ^ square[2]);
    norm[3] = (p[4] ^ p[5]) ^ (odd ^ square[3]);
  endfunction

  /// Returns the inverse in the basis that the products need, and sums of its bits: their factors.
  function automatic logic [8:0] inverse_sums(logic [3:0] n);
    logic [3:0] sum, i;
    logic both, high, low, all;
    sum[0] = n[3] ^ n[1];
    sum[1] = n[2] ^ n[0];
    sum[2] = n[3] ^ n[2];
    sum[3] = n[1] ^ n[0];
    both = sum[2] & sum[3];
    high = (n[3] & n[1]) ^ both ^ sum[0] ^ sum[1];
    low = (n[2] & n[0]) ^ both ^ sum[1];
    all = high ^ low;
    i[0] = (low & n[1]) ^ (all & sum[3]);
    i[1] = (high & n[0]) ^ (all & sum[3]);
    i[2] = (low & n[3]) ^ (all & sum[2]);
    i[3] = (high & n[2]) ^ (all & sum[2]);
    // In the order of the operands.
    inverse_sums = {
      i[0] ^ i[1] ^ i[2] ^ i[3], i[0] ^ i[2], i[1] ^ i[3], i[0] ^ i[1], i[0], i[1], i[2] ^ i[3],
      i[2], i[3]
    };
  endfunction

  /// Returns SubBytes(x) without the constant, with n = norm(x).
  function automatic logic [7:0] substitute(logic [7:0] x, logic [3:0] n);
    operands_t f;
    logic [8:0] i;
    logic [17:0] p;
    logic [29:0] t;
    f = operands(x);
    i = inverse_sums(n);
    p = {i & f.high, i & f.low};
    t[0] = p[10] ^ p[11];
    t[1] = p[13] ^ t[0];
    t[2] = p[12] ^ p[17];
    t[3] = p[5] ^ p[7];
    t[4] = p[4] ^ t[3];
    t[5] = p[16] ^ t[2];
    t[6] = t[1] ^ t[5];
    t[7] = p[6] ^ t[4];
    t[8] = p[14] ^ t[1];
    t[9] = p[0] ^ p[3];
    t[10] = p[10] ^ p[13];
    t[11] = t[3] ^ t[9];
    t[12] = p[2] ^ p[5];
    t[13] = p[9] ^ p[12];
    t[14] = p[14] ^ p[15];
    t[15] = p[0] ^ p[1];
    t[16] = p[8] ^ t[15];
    t[17] = t[0] ^ t[2];
    t[18] = t[6] ^ t[7];
    t[19] = t[7] ^ t[8];
    t[20] = p[1] ^ p[6];
    t[21] = t[11] ^ t[20];
    t[22] = t[9] ^ t[12];
    t[23] = t[6] ^ t[22];
    t[24] = t[10] ^ t[13];
    t[25] = t[14] ^ t[17];
    t[26] = t[7] ^ t[24];
    t[27] = t[6] ^ t[21];
    t[28] = t[4] ^ t[16];
    t[29] = t[6] ^ t[28];
    substitute = {t[27], t[23], t[26], t[18], t[29], t[25], t[8], t[19]};
  endfunction
endpackage
