// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A sum of two operands, each of which is selected from two words: (a0 | a1) + (b0 | b1), modulo
/// 2^Width. The word that is not selected is zero.
///
/// hw/prim/ecp5 has a version of this module that takes all four words into the cells of the carry
/// chain. There the selection costs no level of logic.
module sil_add_either
#(
  /// Width of the operands in bits, an even number.
  parameter int unsigned Width = 32
) (
  /// The two words of the first operand. One of them is zero.
  input  logic [Width-1:0] a0_i,
  input  logic [Width-1:0] a1_i,
  /// The two words of the second operand. One of them is zero.
  input  logic [Width-1:0] b0_i,
  input  logic [Width-1:0] b1_i,
  output logic [Width-1:0] sum_o
);
  if (Width % 2 != 0) begin : gen_odd
    $fatal(1, "Width must be even");
  end

  assign sum_o = (a0_i | a1_i) + (b0_i | b1_i);
endmodule
