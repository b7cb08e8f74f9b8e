// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_function4 as a lookup table of ECP5.
module sil_function4
#(
  /// The value for each input, that for {d_i, c_i, b_i, a_i} = 0 in bit 0.
  parameter logic [15:0] Values = 16'h0
) (
  input  logic a_i,
  input  logic b_i,
  input  logic c_i,
  input  logic d_i,
  output logic value_o
);
  LUT4 #(.INIT(Values)) u_cell (.A(a_i), .B(b_i), .C(c_i), .D(d_i), .Z(value_o));
endmodule
