// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A ring of words: the oldest word can be read, and a new word replaces it. Here it is a shift
/// register. A technology with small memories has its own form: the ring stays, and its beginning
/// moves.
///
/// ## Latency and throughput
/// One word per cycle. A new word is the oldest one after `Words` moves.
module sil_ring
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 32,
  /// Words of the ring, a power of two from 2 on.
  parameter int unsigned Words = 16
) (
  input  logic             clk_i,
  /// The position of the oldest word, where there is one. It does not clear words. Asynchronous
  /// assert, active low.
  input  logic             rst_ni,
  /// `word_i` replaces the oldest word.
  input  logic             move_i,
  input  logic [Width-1:0] word_i,
  /// The oldest word.
  output logic [Width-1:0] word_o
);
  if (Words < 2 || Words != 2 ** $clog2(Words)) begin : gen_words
    $fatal(1, "Words must be a power of two, and at least 2");
  end

  logic [Words-1:0][Width-1:0] words_q;

  always_ff @(posedge clk_i) if (move_i) words_q <= {word_i, words_q[Words-1:1]};

  assign word_o = words_q[0];

  logic unused_rst;
  assign unused_rst = rst_ni;
endmodule
