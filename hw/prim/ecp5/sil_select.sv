// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_select with the multiplexers of the slices, which exist in any case. Each bit of both words
/// must be the output of a lookup table that nothing else reads.
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
  for (genvar i = 0; i < Width; i++) begin : gen_bit
    PFUMX u_cell (.BLUT(word0_i[i]), .ALUT(word1_i[i]), .C0(select_i), .Z(word_o[i]));
  end
endmodule
