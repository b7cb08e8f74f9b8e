// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A chain of Unroll operations of SHA-2 (FIPS 180-4 6.2.2, 6.4.2 step 3); combinational.
///
/// Operation i is a round, with Im1 and Im2 of the paper sha512-2005 (equation 2) as its inputs,
///
///     Im1 = K + W + h                  a' = Im1 + Sigma1(e) + Ch(e,f,g) + Sigma0(a) + Maj(a,b,c)
///     Im2 = K + W + h + d              e' = Im2 + Sigma1(e) + Ch(e,f,g)
///
/// (Im3 and Im4 of equation 4 are the sums up to Ch), or a feed, which adds words of the chaining
/// value: Im1 = Ha + d, Im2 = He + h, and nothing else is added.
module sil_sha2_operations
  import sil_sha2_pkg::*;
#(
  /// Width of a word: 32 or 64.
  parameter int unsigned Width = 64,
  /// Operations.
  parameter int unsigned Unroll = 1,
  /// Whether the letters h and d are added here; else the sums hold them already.
  parameter bit AddLetters = 1'b1
) (
  /// The operations are a feed.
  input  logic                    feed_i,
  /// What is to be added to a and to e: K + W, or Ha and He; with h, d where AddLetters = 0.
  input  logic [Unroll*Width-1:0] sum_a_i,
  input  logic [Unroll*Width-1:0] sum_e_i,
  /// The letters d, c, b, a and h, g, f, e, the first in the low bits.
  input  logic [4*Width-1:0]      a_i,
  input  logic [4*Width-1:0]      e_i,
  /// The same after the operations.
  output logic [4*Width-1:0]      a_o,
  output logic [4*Width-1:0]      e_o
);
  typedef logic [Width-1:0] word_t;

  // The functions of an operation, zero in a feed.
  function automatic word_t sigma1(word_t e, logic feed);
    return feed ? '0 : Width'(big_sigma1(Width, 64'(e)));
  endfunction
  function automatic word_t ch_efg(word_t e, word_t f, word_t g, logic feed);
    return feed ? '0 : Width'(ch(64'(e), 64'(f), 64'(g)));
  endfunction
  function automatic word_t sigma0(word_t a, logic feed);
    return feed ? '0 : Width'(big_sigma0(Width, 64'(a)));
  endfunction
  function automatic word_t maj_abc(word_t a, word_t b, word_t c, logic feed);
    return feed ? '0 : Width'(maj(64'(a), 64'(b), 64'(c)));
  endfunction

  // As the letters only move on, four of them and the new ones are one row, the oldest first:
  // operation i sees d at a[i] and a at a[i+3], h at e[i] and e at e[i+3].
  word_t a [4+Unroll];
  word_t e [4+Unroll];

  for (genvar i = 0; i < 4; i++) begin : gen_letter
    assign a[i] = a_i[i*Width+:Width];
    assign e[i] = e_i[i*Width+:Width];
    assign a_o[i*Width+:Width] = a[i+Unroll];
    assign e_o[i*Width+:Width] = e[i+Unroll];
  end

  for (genvar i = 0; i < Unroll; i++) begin : gen_operation
    word_t im1, im2, s1, ch_i, s0, maj_i;
    if (AddLetters) begin : gen_add
      assign im1 = sum_a_i[i*Width+:Width] + (feed_i ? a[i] : e[i]);
      assign im2 = sum_e_i[i*Width+:Width] + e[i] + (feed_i ? '0 : a[i]);
    end else begin : gen_added
      assign im1 = sum_a_i[i*Width+:Width];
      assign im2 = sum_e_i[i*Width+:Width];
    end
    assign s1 = sigma1(e[i+3], feed_i);
    assign ch_i = ch_efg(e[i+3], e[i+2], e[i+1], feed_i);
    assign s0 = sigma0(a[i+3], feed_i);
    assign maj_i = maj_abc(a[i+3], a[i+2], a[i+1], feed_i);
    // Two sums without a common part: each is one carry-save tree and one carry chain.
    assign e[i+4] = im2 + s1 + ch_i;
    assign a[i+4] = im1 + s1 + ch_i + s0 + maj_i;
  end
endmodule
