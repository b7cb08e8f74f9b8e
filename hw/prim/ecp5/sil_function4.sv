// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_function4 as lookup tables of ECP5, one per bit.
module sil_function4
#(
  /// The truth table: bit i is the value for {d_i, c_i, b_i, a_i} = i.
  parameter logic [15:0] Values = 16'h0,
  /// Width of the words in bits.
  parameter int unsigned Width = 1
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic [Width-1:0] c_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] value_o
);
  for (genvar i = 0; i < Width; i++) begin : gen_cell
    LUT4 #(.INIT(Values)) u_cell (
      .A(a_i[i]), .B(b_i[i]), .C(c_i[i]), .D(d_i[i]), .Z(value_o[i])
    );
  end
endmodule
