// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_clock_gate_cell as the integrated clock gate of Nangate 45: latch and AND in one cell.
module sil_clock_gate_cell (
  input  logic clk_i,
  /// Enables the next rising edge. Stable before that edge.
  input  logic en_i,
  /// The gated clock.
  output logic clk_o
);
  CLKGATE_X1 u_cell (.CK(clk_i), .E(en_i), .GCK(clk_o));
endmodule

/// The cell of the library, without contents.
(* blackbox *)
module CLKGATE_X1 (input CK, E, output GCK);
endmodule
