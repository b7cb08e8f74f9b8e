// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_clock_gate_cell as the integrated clock gate of SkyWater 130 nm: latch and AND in one cell.
module sil_clock_gate_cell (
  input  logic clk_i,
  /// Enables the next rising edge. Stable before that edge.
  input  logic en_i,
  /// The gated clock.
  output logic clk_o
);
  sky130_fd_sc_hd__dlclkp_1 u_cell (.CLK(clk_i), .GATE(en_i), .GCLK(clk_o));
endmodule

/// The cell of the library, without contents.
(* blackbox *)
module sky130_fd_sc_hd__dlclkp_1 (input CLK, GATE, output GCLK);
endmodule
