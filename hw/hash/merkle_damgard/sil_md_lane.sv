// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A lane of the chaining value: words in a shift register.
///
/// The old words leave at one end while the new ones, the sums, come back at the other some cycles
/// later; the register shifts from the first old word out to the last new word in.
module sil_md_lane
#(
  /// Width of a word.
  parameter int unsigned Width = 64,
  /// Words of the lane.
  parameter int unsigned Words = 4,
  /// Words a cycle.
  parameter int unsigned Unroll = 1,
  /// Stop the clock while the words hold.
  parameter bit ClockGate = 1'b0
) (
  input  logic                             clk_i,
  /// The words become `words_i`.
  input  logic                             load_i,
  input  logic [Words*Width-1:0]           words_i,
  /// Shift by Unroll words (not loaded).
  input  logic                             shift_i,
  /// New words, the oldest in the low bits.
  input  logic [Unroll*Width-1:0]          new_i,
  /// All words, the one that leaves first in the low bits.
  output logic [Words*Width-1:0]           words_o
);
  logic [Words*Width-1:0] words_q;

  logic clk, en;

  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(load_i | shift_i), .clk_o(clk), .en_o(en)
  );

  always_ff @(posedge clk) begin
    if (load_i) words_q <= words_i;
    else if (en) words_q <= (Words * Width)'({new_i, words_q} >> (Unroll * Width));
  end

  assign words_o = words_q;
endmodule
