// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The parameters and functions of SHAT-R, the reconstruction of the hash SHAT of the paper
/// shat-2014.
///
/// A function serves every word width. Its argument `w` is 32, 64 or 96 and always a constant, so
/// synthesis builds one width only. Words are in the low bits of arguments and results.
package sil_shat_pkg;

  /// The algorithms. The numbers are part of the interface: some tools pass them.
  typedef enum int unsigned {
    SHAT128 = 0,  ///< SHAT-R-128
    SHAT256 = 1,  ///< SHAT-R-256
    SHAT384 = 2   ///< SHAT-R-384
  } alg_e;

  /// Words that are squeezed for a digest.
  localparam int unsigned SQUEEZES = 4;

  /// The byte that the padding starts with. Zeros follow it.
  localparam logic [7:0] PADDING = 8'h80;

  /// Bits of the digest.
  function automatic int unsigned digest_bits(alg_e alg);
    unique case (alg)
      SHAT128: return 128;
      SHAT256: return 256;
      default: return 384;
    endcase
  endfunction

  /// Rate: bits that are absorbed or squeezed between two permutations, a word of the state.
  function automatic int unsigned rate_bits(alg_e alg);
    return digest_bits(alg) / SQUEEZES;
  endfunction

  /// The initial word. A cleared state absorbs it before the first word of a message.
  function automatic int unsigned initial_word(alg_e alg);
    return digest_bits(alg);
  endfunction

  /// STEPs of Perm.
  localparam int unsigned STEPS = 48;

  /// Words of the state, S0 to S4.
  localparam int unsigned WORDS = 5;

  typedef logic [95:0] word_t;

  /// The S-box, which maps 0 to 15 to C 5 6 B 9 0 A D 3 E F 8 4 7 1 2, in the form with the fewest
  /// gates known.
  function automatic logic [3:0] s_box(logic [3:0] x);
    logic a, b, c, d, e, y1;
    a  = x[1] ^ x[2];
    b  = x[3] ^ (x[2] & a);
    c  = x[0] ^ b;
    d  = a ^ c;
    e  = x[2] ^ (a & b);
    y1 = d ^ (x[0] | e);
    a  = e ^ ~x[0];
    return {y1 ^ a, b ^ (a | d), y1, c};
  endfunction

  /// The same S-box in two levels of gates.
  function automatic logic [3:0] s_box_fast(logic [3:0] x);
    logic [3:0] n, y;
    n = ~x;
    y[0] = (x[3] ^ x[0]) ^ (x[2] & n[1]);
    y[1] = ~((n[3] & x[2] & x[0]) | (n[3] & n[1]) | (x[3] & n[2] & x[1] & x[0]) | (x[3] & x[2] & n[0]));
    y[2] = ~((n[3] & x[2] & n[1]) | (n[3] & x[2] & n[0]) | (x[3] & n[2] & n[1] & n[0])
      | (x[3] & x[2] & x[1]) | (n[2] & x[1] & x[0]));
    y[3] = ~((n[3] & n[2] & x[1] & n[0]) | (n[3] & n[1] & x[0]) | (x[3] & x[2]) | (x[3] & n[1] & n[0]));
    return y;
  endfunction

  /// The word rotated to the left, x <<< n.
  function automatic word_t rotl(int unsigned w, word_t x, int unsigned n);
    return ((x << n) | (x >> (w - n))) & ~('1 << w);
  endfunction

  /// The S-box on each four bits of the word, in its fast or its small form.
  function automatic word_t substitute(int unsigned w, bit fast, word_t x);
    word_t s = '0;
    for (int unsigned i = 0; i < w / 4; i++) begin
      s[4*i+:4] = fast ? s_box_fast(x[4*i+:4]) : s_box(x[4*i+:4]);
    end
    return s;
  endfunction

  /// The diffusion layer. It is invertible for each of these widths.
  function automatic word_t diffuse(int unsigned w, word_t s);
    return s ^ rotl(w, s, 9) ^ rotl(w, s, 22);
  endfunction

  /// The diffusion layer of s, added to a word that is ready before s. The sum lengthens no path
  /// from s.
  function automatic word_t diffuse_onto(int unsigned w, word_t s, word_t ready);
    return (s ^ rotl(w, s, 9)) ^ (rotl(w, s, 22) ^ ready);
  endfunction

endpackage
