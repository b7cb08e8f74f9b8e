// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_clock_gate_cell as the library's integrated clock gate: latch and AND in one cell.
module sil_clock_gate_cell (
  input  logic clk_i,
  /// Valid before the rising edge it enables.
  input  logic en_i,
  output logic clk_o
);
  CLKGATE_X1 u_cell (.CK(clk_i), .E(en_i), .GCK(clk_o));
endmodule

/// The library's cell.
(* blackbox *)
module CLKGATE_X1 (input CK, E, output GCK);
endmodule
