// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_add_select in the carry chain of ECP5 (Lattice FPGA-TN-02200, ripple mode; the cell's
/// behaviour as in Yosys' model of it).
///
/// One bit of CCU2C adds Z = A ^ X to the carry. Where Z is 0, the carry out is A, which the cell
/// reads from the quarter of the lookup table with C = D = 0. In that quarter X must be 0. The
/// selection X = B ? D : C meets this condition.
module sil_add_select
#(
  /// Width of the operands in bits, an even number.
  parameter int unsigned Width = 32
) (
  input  logic [Width-1:0] a_i,
  /// Bit i selects bit i of `x1_i` (1) or of `x0_i` (0).
  input  logic [Width-1:0] select_i,
  input  logic [Width-1:0] x0_i,
  input  logic [Width-1:0] x1_i,
  output logic [Width-1:0] sum_o
);
  if (Width % 2 != 0) begin : gen_odd
    $fatal(1, "Width must be even");
  end

  // A is bit 0 of the index of a table entry, D is bit 3.
  function automatic logic [15:0] sum_table();
    for (int unsigned i = 0; i < 16; i++) sum_table[i] = 1'(i) ^ 1'(i >> (1'(i >> 1) ? 3 : 2));
  endfunction
  localparam logic [15:0] Init = sum_table();

  logic [Width/2:0] carry;
  assign carry[0] = 1'b0;
  for (genvar i = 0; i < Width / 2; i++) begin : gen_pair
    CCU2C #(.INIT0(Init), .INIT1(Init), .INJECT1_0("NO"), .INJECT1_1("NO")) u_cell (
      .CIN (carry[i]),
      .A0  (a_i[2*i]),
      .B0  (select_i[2*i]),
      .C0  (x0_i[2*i]),
      .D0  (x1_i[2*i]),
      .A1  (a_i[2*i+1]),
      .B1  (select_i[2*i+1]),
      .C1  (x0_i[2*i+1]),
      .D1  (x1_i[2*i+1]),
      .S0  (sum_o[2*i]),
      .S1  (sum_o[2*i+1]),
      .COUT(carry[i+1])
    );
  end
endmodule
