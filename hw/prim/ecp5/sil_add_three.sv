// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_add_three as a carry-save adder of two lookup tables a bit, and a carry chain.
///
/// Synthesis derives a carry of that adder from its sum, one level of tables more: it minimizes what
/// it maps and does not see the carry chain behind. Cells of the device it leaves as they are.
module sil_add_three
#(
  /// Width of the operands.
  parameter int unsigned Width = 32
) (
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
