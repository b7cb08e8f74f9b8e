// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_clock_gate for devices whose flip-flops have a clock enable. The registers always
/// hold by their enable, because a clock that passes through logic would leave the global clock
/// network.
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
