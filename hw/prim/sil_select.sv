// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// One of two words. hw/prim/ecp5 has a version with the multiplexer of a slice, for words that come
/// from one lookup table per bit.
module sil_select
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 32
) (
  input  logic             select_i,
  input  logic [Width-1:0] word0_i,
  input  logic [Width-1:0] word1_i,
  output logic [Width-1:0] word_o
);
  assign word_o = select_i ? word1_i : word0_i;
endmodule
