// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A sum whose second operand is an XOR of two words: a + (x0 ^ x1), modulo 2^Width.
///
/// hw/prim/ecp5 has a version of this module that forms the XOR inside the cells of the carry
/// chain.
module sil_add_xor
#(
  /// Width of the operands in bits, an even number.
  parameter int unsigned Width = 32
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] x0_i,
  input  logic [Width-1:0] x1_i,
  output logic [Width-1:0] sum_o
);
  if (Width % 2 != 0) begin : gen_odd
    $fatal(1, "Width must be even");
  end

  assign sum_o = a_i + (x0_i ^ x1_i);
endmodule
