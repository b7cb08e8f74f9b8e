// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The functions and constants of SHA-1; section numbers are those of FIPS 180-4.
package sil_sha1_pkg;

  typedef logic [31:0] word_t;

  /// Operations per block; 6.1.2.
  localparam int unsigned ROUNDS = 80;
  /// Bytes of the length field of the padding; 5.1.1.
  localparam int unsigned LENGTH_FIELD_BYTES = 8;

  /// Operations of the feed-forward: one per word, rounded up to a multiple of those per cycle.
  function automatic int unsigned feed_forward_operations(int unsigned unroll);
    return (5 + unroll - 1) / unroll * unroll;
  endfunction

  /// The kind of an operation: its group of 20 (0 to 3), or the feed-forward, which adds a word of
  /// the chaining value.
  typedef struct packed {
    logic feed_forward;
    logic direct;  ///< with feed_forward: to a or b, which are not rotated; otherwise c, d, e
    logic [1:0] round;
  } kind_t;

  /// Ch, Parity or Maj of b, c, d as a selection by b: the function is b ? one : zero, bit by bit.
  /// c and d are known one operation before b.
  typedef struct packed {
    word_t one;
    word_t zero;
  } choice_t;

  /// Where the function f of an operation comes from: formed in the operation, an input of it, or a
  /// part of the sum at its input.
  typedef enum int unsigned {FORMED, GIVEN, SUMMED} function_e;

  /// The function of a round as a selection; 4.1.1. Zero in the feed-forward.
  function automatic choice_t choice(kind_t kind, word_t c, word_t d);
    if (kind.feed_forward) return '{one: '0, zero: '0};
    unique case (kind.round)
      2'd0:    return '{one: c, zero: d};
      2'd2:    return '{one: c | d, zero: c & d};
      default: return '{one: ~(c ^ d), zero: c ^ d};
    endcase
  endfunction

  /// The function f(b, c, d); 4.1.1.
  function automatic word_t f(kind_t kind, word_t b, word_t c, word_t d);
    choice_t word = choice(kind, c, d);
    return (b & word.one) | (~b & word.zero);
  endfunction

  /// Left rotation; 2.2.2.
  function automatic word_t rotl(int unsigned n, word_t x);
    return 32'({x, x} >> (32 - n));
  endfunction

  /// The operand e of an operation, from an earlier value of a: rotated by 30, except in the
  /// feed-forward of a and b.
  function automatic word_t operand_e(kind_t kind, word_t variable);
    return kind.direct ? variable : rotl(30, variable);
  endfunction

  /// A sum as it enters the row of values of a. The feed-forward of c, d and e rotates it back by
  /// 30, because these variables are rotated when they are read.
  function automatic word_t corrected(kind_t kind, word_t sum);
    return kind.feed_forward & ~kind.direct ? rotl(2, sum) : sum;
  endfunction

  /// K; 4.2.1.
  function automatic word_t k(logic [1:0] round);
    unique case (round)
      2'd0:    return 32'h5a827999;
      2'd1:    return 32'h6ed9eba1;
      2'd2:    return 32'h8f1bbcdc;
      default: return 32'hca62c1d6;
    endcase
  endfunction

  /// H0 to H4; 5.3.1. H0 in the high bits.
  localparam logic [159:0] INITIAL = {
    32'h67452301, 32'hefcdab89, 32'h98badcfe, 32'h10325476, 32'hc3d2e1f0
  };

endpackage
