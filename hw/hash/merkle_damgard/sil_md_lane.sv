// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A lane of the chaining value: FEED_OPERATIONS words in a shift register.
///
/// The old words leave at one end while the new ones, the sums, come back at the other some cycles
/// later; the register shifts from the first old word out to the last new word in.
module sil_md_lane
  import sil_md_pkg::*;
#(
  /// Width of a word.
  parameter int unsigned Width = 64,
  /// Words a cycle.
  parameter int unsigned Unroll = 1,
  /// The initial value, the word that leaves first in the low bits.
  parameter logic [FEED_OPERATIONS*Width-1:0] Initial = '0
) (
  input  logic                             clk_i,
  /// The words become the initial value.
  input  logic                             clear_i,
  /// Shift by Unroll words.
  input  logic                             shift_i,
  /// New words, the oldest in the low bits.
  input  logic [Unroll*Width-1:0]          new_i,
  /// All words, the one that leaves first in the low bits.
  output logic [FEED_OPERATIONS*Width-1:0] words_o
);
  logic [FEED_OPERATIONS*Width-1:0] words_q;

  always_ff @(posedge clk_i) begin
    if (clear_i) words_q <= Initial;
    else if (shift_i) words_q <= (FEED_OPERATIONS * Width)'({new_i, words_q} >> (Unroll * Width));
  end

  assign words_o = words_q;
endmodule
