// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// For the proofs of SHA-2: the functions and equations of FIPS 180-4 as the standard writes them,
/// apart from the functions that the hardware uses.
///
/// A function serves both word widths. Its argument `w` is 32 or 64. 32-bit words are in the low
/// half of arguments and results.
package sil_sha2_standard_pkg;

  typedef logic [63:0] word_t;

  /// ROTR^n(x) and SHR^n(x); 3.2.
  function automatic word_t rotr(int unsigned w, int unsigned n, word_t x);
    if (w == 64) return 64'({x, x} >> n);
    return 64'(32'({x[31:0], x[31:0]} >> n));
  endfunction
  function automatic word_t shr(int unsigned n, word_t x);
    return x >> n;
  endfunction

  /// Ch and Maj; equations 4.2, 4.3, 4.8 and 4.9.
  function automatic word_t ch(word_t x, word_t y, word_t z);
    return (x & y) ^ (~x & z);
  endfunction
  function automatic word_t maj(word_t x, word_t y, word_t z);
    return (x & y) ^ (x & z) ^ (y & z);
  endfunction

  /// The functions of one word; equations 4.4 to 4.7 (32 bits) and 4.10 to 4.13 (64 bits).
  function automatic word_t big_sigma0(int unsigned w, word_t x);
    if (w == 32) return rotr(32, 2, x) ^ rotr(32, 13, x) ^ rotr(32, 22, x);
    return rotr(64, 28, x) ^ rotr(64, 34, x) ^ rotr(64, 39, x);
  endfunction
  function automatic word_t big_sigma1(int unsigned w, word_t x);
    if (w == 32) return rotr(32, 6, x) ^ rotr(32, 11, x) ^ rotr(32, 25, x);
    return rotr(64, 14, x) ^ rotr(64, 18, x) ^ rotr(64, 41, x);
  endfunction
  function automatic word_t small_sigma0(int unsigned w, word_t x);
    if (w == 32) return rotr(32, 7, x) ^ rotr(32, 18, x) ^ shr(3, x);
    return rotr(64, 1, x) ^ rotr(64, 8, x) ^ shr(7, x);
  endfunction
  function automatic word_t small_sigma1(int unsigned w, word_t x);
    if (w == 32) return rotr(32, 17, x) ^ rotr(32, 19, x) ^ shr(10, x);
    return rotr(64, 19, x) ^ rotr(64, 61, x) ^ shr(6, x);
  endfunction

  /// W(t) from W(t-2), W(t-7), W(t-15) and W(t-16), for t >= 16; 6.2.2 and 6.4.2 step 1.
  function automatic word_t schedule(
    int unsigned w, word_t w2, word_t w7, word_t w15, word_t w16
  );
    return small_sigma1(w, w2) + w7 + small_sigma0(w, w15) + w16;
  endfunction

  /// Rounds of a block.
  function automatic int unsigned rounds(int unsigned w);
    return w == 32 ? 64 : 80;
  endfunction

  /// K(t); 4.2.2 and 4.2.3. sil_sha2_constants_proof proves that the table has these numbers. Zero
  /// for a number that is no round.
  function automatic word_t k(int unsigned w, logic [6:0] t);
    if (32'(t) >= rounds(w)) return '0;
    return w == 32 ? 64'(sil_sha2_pkg::K[t][63:32]) : sil_sha2_pkg::K[t];
  endfunction

endpackage
