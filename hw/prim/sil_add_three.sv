// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A sum of three words, or the first word alone: a + (alone ? 0 : b + c), modulo 2^Width.
///
/// hw/prim/ecp5 has a version of this module with one level of lookup tables before the carry
/// chain.
module sil_add_three
#(
  /// Width of the operands in bits.
  parameter int unsigned Width = 32
) (
  /// High: `sum_o` is `a_i`. Low: `sum_o` is the sum of all three words.
  input  logic             alone_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic [Width-1:0] c_i,
  output logic [Width-1:0] sum_o
);
  assign sum_o = a_i + (alone_i ? '0 : b_i) + (alone_i ? '0 : c_i);
endmodule
