// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// One of several words.
///
/// hw/prim/ecp5 has the same module as one level of lookup tables and the multiplexers behind them.
module sil_mux
#(
  /// Width of a word.
  parameter int unsigned Width = 32,
  /// Words: 2, 4, 8 or 16.
  parameter int unsigned Words = 16,
  localparam int unsigned SelectBits = $clog2(Words)
) (
  input  logic [Words*Width-1:0] words_i,
  input  logic [SelectBits-1:0]  select_i,
  output logic [Width-1:0]       word_o
);
  if (!(Words inside {2, 4, 8, 16})) begin : gen_words
    $fatal(1, "Words must be 2, 4, 8 or 16");
  end

  assign word_o = words_i[select_i*Width+:Width];
endmodule
