// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A latch-based clock gate: the enable is held while the clock is high.
///
/// Synthesis for standard cells replaces this module by the library's integrated clock gate.
module sil_clock_gate_cell (
  input  logic clk_i,
  /// Valid before the rising edge it enables.
  input  logic en_i,
  output logic clk_o
);
  logic en_q;

  always_latch if (!clk_i) en_q = en_i;

  assign clk_o = clk_i & en_q;
endmodule
