// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A sum of two operands, each of which is a Boolean function of up to four words.
///
/// The first operand depends on `a_i` and `b_i` alone. The second is zero where bits of `c_i` and
/// `d_i` are both zero. hw/prim/ecp5 has a version whose carry cells compute both functions.
///
/// A function is a truth table: bit i is its value for {d, c, b, a} = i. The tables of the four
/// inputs are 16'haaaa (a), 16'hcccc (b), 16'hf0f0 (c) and 16'hff00 (d), so `16'haaaa & 16'hcccc`
/// is a AND b.
module sil_add_function
#(
  /// The first operand: bits 4 to 15 repeat bits 0 to 3.
  parameter logic [15:0] First = 16'haaaa,
  /// The second operand: bits 0 to 3 are zero.
  parameter logic [15:0] Second = 16'hf0f0,
  /// Width of the words in bits, an even number.
  parameter int unsigned Width = 32,
  /// `carry_i` is added; otherwise it is ignored.
  parameter bit CarryIn = 1'b0,
  /// `carry_o` is the carry out of the sum; otherwise it is 0.
  parameter bit CarryOut = 1'b0
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic [Width-1:0] c_i,
  input  logic [Width-1:0] d_i,
  input  logic             carry_i,
  output logic [Width-1:0] sum_o,
  output logic             carry_o
);
  if (First != {4{First[3:0]}} || Second[3:0] != 4'h0) begin : gen_tables
    $fatal(1, "First must depend on a and b alone, and Second must be 0 where c and d are 0");
  end
  if (Width % 2 != 0) begin : gen_odd
    $fatal(1, "Width must be even");
  end

  logic [Width-1:0] first, second;
  logic carry;

  sil_function4 #(.Values(First), .Width(Width)) u_first (
    .a_i, .b_i, .c_i, .d_i, .value_o(first)
  );
  sil_function4 #(.Values(Second), .Width(Width)) u_second (
    .a_i, .b_i, .c_i, .d_i, .value_o(second)
  );

  assign {carry, sum_o} = (Width + 1)'(first) + (Width + 1)'(second)
                        + (Width + 1)'(CarryIn ? carry_i : 1'b0);
  assign carry_o = CarryOut ? carry : 1'b0;
endmodule
