// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// For the proofs of SM3: the functions of GB/T 32905-2016 as the standard writes them, apart from
/// the functions that the hardware uses.
package sil_sm3_standard_pkg;

  typedef logic [31:0] word_t;

  /// A value of A to D beside the value of E to H with the same age.
  typedef struct packed {
    word_t a;
    word_t e;
  } pair_t;

  /// IV; 4.1. A is in the high bits.
  localparam logic [7:0][31:0] IV = {
    32'h7380166f, 32'h4914b2b9, 32'h172442d7, 32'hda8a0600,
    32'ha96f30bc, 32'h163138aa, 32'he38dee4d, 32'hb0fb0e4e
  };

  /// x <<< n; 3.
  function automatic word_t rotl(word_t x, logic [6:0] n);
    return 32'(({x, x} << n[4:0]) >> 32);
  endfunction

  /// T(j) <<< j; 4.2 and 5.3.3. Zero for a number that is no round.
  function automatic word_t constant(logic [6:0] j);
    if (j >= 64) return '0;
    return rotl(j < 16 ? 32'h79cc4519 : 32'h7a879d8a, j);
  endfunction

  /// FF and GG of round j; 4.3.
  function automatic word_t ff(logic [6:0] j, word_t x, word_t y, word_t z);
    if (j < 16) return x ^ y ^ z;
    return (x & y) | (x & z) | (y & z);
  endfunction
  function automatic word_t gg(logic [6:0] j, word_t x, word_t y, word_t z);
    if (j < 16) return x ^ y ^ z;
    return (x & y) | (~x & z);
  endfunction

  /// P0 and P1; 4.4.
  function automatic word_t p0(word_t x);
    return x ^ rotl(x, 9) ^ rotl(x, 17);
  endfunction
  function automatic word_t p1(word_t x);
    return x ^ rotl(x, 15) ^ rotl(x, 23);
  endfunction

  /// W(j) from W(j-16), W(j-9), W(j-3), W(j-13) and W(j-6), for j >= 16; 5.3.2.
  function automatic word_t schedule(word_t w16, word_t w9, word_t w3, word_t w13, word_t w6);
    return p1(w16 ^ w9 ^ rotl(w3, 15)) ^ rotl(w13, 7) ^ w6;
  endfunction

  /// A to H, A in the high bits, from the values of A and of E in the last four rounds, the oldest
  /// in item 0. C, D, G and H are rotated when they become such; 5.3.3.
  function automatic logic [7:0][31:0] variables(pair_t [3:0] row);
    return {
      row[3].a, row[2].a, rotl(row[1].a, 9), rotl(row[0].a, 9),
      row[3].e, row[2].e, rotl(row[1].e, 19), rotl(row[0].e, 19)
    };
  endfunction

  /// The inverse of `variables`.
  function automatic pair_t [3:0] row_of(logic [7:0][31:0] v);
    return {
      v[7], v[3], v[6], v[2],
      rotl(v[5], 32 - 9), rotl(v[1], 32 - 19), rotl(v[4], 32 - 9), rotl(v[0], 32 - 19)
    };
  endfunction

endpackage
