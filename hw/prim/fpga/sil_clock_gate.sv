// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_clock_gate for devices whose flip-flops have a clock enable: the enable always does the
/// holding, for a clock that passes logic would leave the global network.
module sil_clock_gate
#(
  /// Nothing here.
  parameter bit Gate = 1'b0
) (
  input  logic clk_i,
  /// The registers take new values.
  input  logic en_i,
  output logic clk_o,
  output logic en_o
);
  assign clk_o = clk_i;
  assign en_o = en_i;
endmodule
