// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A multiplexer of words.
///
/// hw/prim/ecp5 has a version of this module with one level of lookup tables, followed by the
/// multiplexers of the slices.
module sil_mux
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 32,
  /// Number of words: 2, 4, 8 or 16.
  parameter int unsigned Words = 16,
  localparam int unsigned SelectBits = $clog2(Words)
) (
  /// The words, word 0 in the low bits.
  input  logic [Words*Width-1:0] words_i,
  /// Number of the word that `word_o` is.
  input  logic [SelectBits-1:0]  select_i,
  output logic [Width-1:0]       word_o
);
  if (!(Words inside {2, 4, 8, 16})) begin : gen_words
    $fatal(1, "Words must be 2, 4, 8 or 16");
  end

  assign word_o = words_i[select_i*Width+:Width];
endmodule
