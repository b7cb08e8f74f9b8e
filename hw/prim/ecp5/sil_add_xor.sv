// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_add_xor in the carry chain of ECP5 (Lattice FPGA-TN-02200, ripple mode; the cell's behaviour
/// as in Yosys' model of it).
///
/// One bit of CCU2C adds Z = A ^ X to the carry. Where Z is 0, the carry out is A, which the cell
/// reads from the quarter of the lookup table with C = D = 0. So D is 1, X = B ^ C where D is 1,
/// and X = 0 where D is 0.
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

  // D ? A ^ B ^ C : A
  localparam logic [15:0] Init = 16'h96aa;

  logic [Width/2:0] carry;
  assign carry[0] = 1'b0;
  for (genvar i = 0; i < Width / 2; i++) begin : gen_pair
    CCU2C #(.INIT0(Init), .INIT1(Init), .INJECT1_0("NO"), .INJECT1_1("NO")) u_cell (
      .CIN (carry[i]),
      .A0  (a_i[2*i]),
      .B0  (x0_i[2*i]),
      .C0  (x1_i[2*i]),
      .D0  (1'b1),
      .A1  (a_i[2*i+1]),
      .B1  (x0_i[2*i+1]),
      .C1  (x1_i[2*i+1]),
      .D1  (1'b1),
      .S0  (sum_o[2*i]),
      .S1  (sum_o[2*i+1]),
      .COUT(carry[i+1])
    );
  end
endmodule
