// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A clock gate with a latch. The latch holds the enable while the clock is high.
///
/// Synthesis for standard cells replaces this module with the library's integrated clock gate.
module sil_clock_gate_cell (
  input  logic clk_i,
  /// Enables the next rising edge. Stable before that edge.
  input  logic en_i,
  /// The gated clock.
  output logic clk_o
);
  logic en_q;

  always_latch if (!clk_i) en_q = en_i;

  assign clk_o = clk_i & en_q;
endmodule
