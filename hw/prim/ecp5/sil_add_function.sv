// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_add_function in the carry chain of ECP5 (Lattice FPGA-TN-02200, ripple mode; the cell's
/// behaviour as in Yosys' model of it).
///
/// One bit of CCU2C adds Z = First ^ Second to the carry. Where Z is 0, the carry out is the value
/// that the cell reads from the quarter of the lookup table with C = D = 0. In that quarter Second
/// is 0, so that value is First. The carry in comes from a cell in which Z is 0 and First is A; the
/// carry out is the sum of a cell whose operands are 0.
module sil_add_function
#(
  /// As in the plain form.
  parameter logic [15:0] First = 16'haaaa,
  /// As in the plain form.
  parameter logic [15:0] Second = 16'hf0f0,
  /// As in the plain form.
  parameter int unsigned Width = 32,
  /// As in the plain form. Cost: one cell.
  parameter bit CarryIn = 1'b0,
  /// As in the plain form. Cost: one cell.
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

  localparam logic [15:0] Init = First ^ Second;

  logic [Width/2:0] carry;

  if (CarryIn) begin : gen_carry_in
    CCU2C #(.INIT0(16'h0000), .INIT1(16'h000a), .INJECT1_0("NO"), .INJECT1_1("NO")) u_cell (
      .CIN(1'b0), .A0(1'b0), .B0(1'b0), .C0(1'b0), .D0(1'b0),
      .A1(carry_i), .B1(1'b0), .C1(1'b1), .D1(1'b1), .S0(), .S1(), .COUT(carry[0])
    );
  end else begin : gen_no_carry_in
    assign carry[0] = 1'b0;
  end

  for (genvar i = 0; i < Width / 2; i++) begin : gen_pair
    CCU2C #(.INIT0(Init), .INIT1(Init), .INJECT1_0("NO"), .INJECT1_1("NO")) u_cell (
      .CIN (carry[i]),
      .A0  (a_i[2*i]),
      .B0  (b_i[2*i]),
      .C0  (c_i[2*i]),
      .D0  (d_i[2*i]),
      .A1  (a_i[2*i+1]),
      .B1  (b_i[2*i+1]),
      .C1  (c_i[2*i+1]),
      .D1  (d_i[2*i+1]),
      .S0  (sum_o[2*i]),
      .S1  (sum_o[2*i+1]),
      .COUT(carry[i+1])
    );
  end

  if (CarryOut) begin : gen_carry_out
    CCU2C #(.INIT0(16'h0000), .INIT1(16'h0000), .INJECT1_0("NO"), .INJECT1_1("NO")) u_cell (
      .CIN(carry[Width/2]), .A0(1'b0), .B0(1'b0), .C0(1'b0), .D0(1'b0),
      .A1(1'b0), .B1(1'b0), .C1(1'b0), .D1(1'b0), .S0(carry_o), .S1(), .COUT()
    );
  end else begin : gen_no_carry_out
    assign carry_o = 1'b0;
  end
endmodule
