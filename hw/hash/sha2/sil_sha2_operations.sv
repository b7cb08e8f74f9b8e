// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A chain of Unroll operations on the working variables of SHA-2; combinational.
///
/// An operation is a round (FIPS 180-4 6.2.2, 6.4.2 step 3) or a part of the feed-forward (step 4).
/// The inputs of a round are Im1 and Im2 of the paper sha512-2005 (equation 2):
///
///     Im1 = K + W + h                  a' = Im1 + Sigma1(e) + Ch(e,f,g) + Sigma0(a) + Maj(a,b,c)
///     Im2 = K + W + h + d              e' = Im2 + Sigma1(e) + Ch(e,f,g)
///
/// Im3 and Im4 of equation 4 are the sums up to Ch. The feed-forward adds the words Ha and He of
/// the chaining value: a' = Im1 = Ha + d, e' = Im2 = He + h.
module sil_sha2_operations
  import sil_sha2_pkg::*;
#(
  /// Width of a word in bits: 32 or 64.
  parameter int unsigned Width = 64,
  /// Operations per cycle.
  parameter int unsigned Unroll = 1,
  /// Add the working variables h and d here. Otherwise the sums at the inputs include them.
  parameter bit AddVariables = 1'b1
) (
  /// The operations are the feed-forward.
  input  logic                    feed_forward_i,
  /// Operands of a and of e: K + W in a round, Ha and He in the feed-forward; plus h and d where
  /// AddVariables = 0.
  input  logic [Unroll*Width-1:0] sum_a_i,
  input  logic [Unroll*Width-1:0] sum_e_i,
  /// The working variables d, c, b, a and h, g, f, e. The first of each row is in the low bits.
  input  logic [4*Width-1:0]      a_i,
  input  logic [4*Width-1:0]      e_i,
  /// The same working variables after the operations.
  output logic [4*Width-1:0]      a_o,
  output logic [4*Width-1:0]      e_o
);
  typedef logic [Width-1:0] word_t;

  // The functions of a round. They are zero during the feed-forward.
  function automatic word_t sigma1(word_t e, logic feed_forward);
    return feed_forward ? '0 : Width'(big_sigma1(Width, 64'(e)));
  endfunction
  function automatic word_t ch_efg(word_t e, word_t f, word_t g, logic feed_forward);
    return feed_forward ? '0 : Width'(ch(64'(e), 64'(f), 64'(g)));
  endfunction
  function automatic word_t sigma0(word_t a, logic feed_forward);
    return feed_forward ? '0 : Width'(big_sigma0(Width, 64'(a)));
  endfunction
  function automatic word_t maj_abc(word_t a, word_t b, word_t c, logic feed_forward);
    return feed_forward ? '0 : Width'(maj(64'(a), 64'(b), 64'(c)));
  endfunction

  // A round computes new values of a and e and shifts the other working variables. So the four old
  // and the new values form one row, the oldest first: operation i reads d at a[i] and a at a[i+3],
  // h at e[i] and e at e[i+3].
  word_t a [4+Unroll];
  word_t e [4+Unroll];

  for (genvar i = 0; i < 4; i++) begin : gen_working
    assign a[i] = a_i[i*Width+:Width];
    assign e[i] = e_i[i*Width+:Width];
    assign a_o[i*Width+:Width] = a[i+Unroll];
    assign e_o[i*Width+:Width] = e[i+Unroll];
  end

  for (genvar i = 0; i < Unroll; i++) begin : gen_operation
    word_t im1, im2, s1, ch_i, s0, maj_i;
    if (AddVariables) begin : gen_add
      assign im1 = sum_a_i[i*Width+:Width] + (feed_forward_i ? a[i] : e[i]);
      assign im2 = sum_e_i[i*Width+:Width] + e[i] + (feed_forward_i ? '0 : a[i]);
    end else begin : gen_added
      assign im1 = sum_a_i[i*Width+:Width];
      assign im2 = sum_e_i[i*Width+:Width];
    end
    assign s1 = sigma1(e[i+3], feed_forward_i);
    assign ch_i = ch_efg(e[i+3], e[i+2], e[i+1], feed_forward_i);
    assign s0 = sigma0(a[i+3], feed_forward_i);
    assign maj_i = maj_abc(a[i+3], a[i+2], a[i+1], feed_forward_i);
    // The two sums share no partial sum, so each is one carry-save tree and one carry chain.
    assign e[i+4] = im2 + s1 + ch_i;
    assign a[i+4] = im1 + s1 + ch_i + s0 + maj_i;
  end
endmodule
