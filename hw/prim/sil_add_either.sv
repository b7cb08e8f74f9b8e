// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A sum, each operand of which comes from either of two registers, the other one being zero:
/// (a0 | a1) + (b0 | b1), modulo 2^Width.
///
/// hw/prim/ecp5 has the same module with all four words in the cells of the carry chain: a choice
/// between registers that costs no level of logic.
module sil_add_either
#(
  /// Width of the operands.
  parameter int unsigned Width = 32
) (
  input  logic [Width-1:0] a0_i,
  input  logic [Width-1:0] a1_i,
  input  logic [Width-1:0] b0_i,
  input  logic [Width-1:0] b1_i,
  output logic [Width-1:0] sum_o
);
  if (Width % 2 != 0) begin : gen_odd
    $fatal(1, "Width must be even");
  end

  assign sum_o = (a0_i | a1_i) + (b0_i | b1_i);
endmodule
