// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_clock_gate with load-enables in place of clock gates: the registers hold their value behind
/// multiplexers, and the clock always runs. It is what clock gating of standard cells is compared
/// with.
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
