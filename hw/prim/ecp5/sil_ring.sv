// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A ring of words in distributed memory: a counter points at the oldest word.
///
/// Lookup tables as memory take the place of Words * Width flip-flops, and only the counter and the
/// write enable follow `move_i`.
///
/// ## Latency and throughput
/// One word per cycle. A new word is the oldest one after `Words` moves.
module sil_ring
#(
  /// As in the plain form.
  parameter int unsigned Width = 32,
  /// As in the plain form.
  parameter int unsigned Words = 16
) (
  input  logic             clk_i,
  /// The counter starts at 0. The memory keeps its words. Asynchronous assert, active low.
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

  (* ram_style = "distributed" *) logic [Width-1:0] words_q [Words];
  logic [$clog2(Words)-1:0] first_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) first_q <= '0;
    else if (move_i) first_q <= first_q + 1'b1;
  end

  always_ff @(posedge clk_i) if (move_i) words_q[first_q] <= word_i;

  assign word_o = words_q[first_q];
endmodule
