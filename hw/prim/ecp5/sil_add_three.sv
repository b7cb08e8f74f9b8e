// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_add_three as a carry-save adder of two lookup tables per bit, followed by a carry chain.
///
/// From plain code, synthesis derives each carry of the carry-save adder from its sum, which costs
/// one more level of tables: it minimizes the logic that it maps and does not see the carry chain
/// after it. Synthesis does not change the cells that this version instantiates.
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
  logic [Width-1:0] sums, carries;

  for (genvar i = 0; i < Width; i++) begin : gen_bit
    // D ? A : A ^ B ^ C
    LUT4 #(.INIT(16'haa96)) u_sum (
      .A(a_i[i]), .B(b_i[i]), .C(c_i[i]), .D(alone_i), .Z(sums[i])
    );
    // D ? 0 : maj(A, B, C)
    LUT4 #(.INIT(16'h00e8)) u_carry (
      .A(a_i[i]), .B(b_i[i]), .C(c_i[i]), .D(alone_i), .Z(carries[i])
    );
  end

  assign sum_o = sums + {carries[Width-2:0], 1'b0};
endmodule
