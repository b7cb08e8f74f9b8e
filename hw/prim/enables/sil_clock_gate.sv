// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_clock_gate with load-enables instead of clock gates: a multiplexer before each register
/// holds its value, and the clock always runs. The savings of clock gating in standard cells are
/// measured against this version.
module sil_clock_gate
#(
  /// Has no effect in this version.
  parameter bit Gate = 1'b0
) (
  input  logic clk_i,
  /// The registers take new values at the next rising edge.
  input  logic en_i,
  /// The clock of the registers: `clk_i`.
  output logic clk_o,
  /// The enable of the registers: `en_i`.
  output logic en_o
);
  assign clk_o = clk_i;
  assign en_o = en_i;
endmodule
