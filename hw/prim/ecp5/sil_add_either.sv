// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_add_either in the carry chain of ECP5 (Lattice FPGA-TN-02200, ripple mode; the cell's
/// behaviour as in Yosys' model of it).
///
/// One bit of CCU2C adds Z = (A | B) ^ (C | D) to the carry. Where Z is 0, the carry out is A | B,
/// which the cell reads from the quarter of the lookup table with C = D = 0.
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

  // A and B are bits 0 and 1 of the index of a table entry, C and D are bits 2 and 3.
  localparam logic [15:0] Init = 16'h111e;

  logic [Width/2:0] carry;
  assign carry[0] = 1'b0;
  for (genvar i = 0; i < Width / 2; i++) begin : gen_pair
    CCU2C #(.INIT0(Init), .INIT1(Init), .INJECT1_0("NO"), .INJECT1_1("NO")) u_cell (
      .CIN (carry[i]),
      .A0  (a0_i[2*i]),
      .B0  (a1_i[2*i]),
      .C0  (b0_i[2*i]),
      .D0  (b1_i[2*i]),
      .A1  (a0_i[2*i+1]),
      .B1  (a1_i[2*i+1]),
      .C1  (b0_i[2*i+1]),
      .D1  (b1_i[2*i+1]),
      .S0  (sum_o[2*i]),
      .S1  (sum_o[2*i+1]),
      .COUT(carry[i+1])
    );
  end
endmodule
