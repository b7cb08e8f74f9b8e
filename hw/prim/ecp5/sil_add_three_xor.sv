// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_add_three_xor as a carry-save adder of one level of lookup tables, followed by a carry
/// chain.
///
/// A sum has five inputs. A table forms the XOR of four of them, and the carry chain adds the fifth
/// to it by XOR. A carry has the same five inputs: two tables, and the multiplexer of the slice.
/// From plain code, synthesis takes two levels, because it does not see the carry chain that
/// follows.
module sil_add_three_xor
#(
  /// Width of the operands in bits, an even number.
  parameter int unsigned Width = 32
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic [Width-1:0] x0_i,
  input  logic [Width-1:0] x1_i,
  input  logic [Width-1:0] x2_i,
  output logic [Width-1:0] sum_o
);
  logic [Width-1:0] sums, carries;

  for (genvar i = 0; i < Width; i++) begin : gen_bit
    logic both, any;
    // A ^ B ^ C ^ D
    LUT4 #(.INIT(16'h6996)) u_sum (
      .A(x0_i[i]), .B(x1_i[i]), .C(x2_i[i]), .D(a_i[i]), .Z(sums[i])
    );
    // (A ^ B ^ C) & D
    LUT4 #(.INIT(16'h9600)) u_both (
      .A(x0_i[i]), .B(x1_i[i]), .C(x2_i[i]), .D(a_i[i]), .Z(both)
    );
    // (A ^ B ^ C) | D
    LUT4 #(.INIT(16'hff96)) u_any (
      .A(x0_i[i]), .B(x1_i[i]), .C(x2_i[i]), .D(a_i[i]), .Z(any)
    );
    PFUMX u_carry (.BLUT(both), .ALUT(any), .C0(b_i[i]), .Z(carries[i]));
  end

  sil_add_xor #(.Width(Width)) u_add (
    .a_i({carries[Width-2:0], 1'b0}), .x0_i(sums), .x1_i(b_i), .sum_o
  );
endmodule
