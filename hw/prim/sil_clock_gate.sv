// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A clock and an enable for registers, one of which does the holding.
///
/// Registers are written `always_ff @(posedge clk_o) if (en_o) ...`. With `Gate` the clock stops and
/// the enable is constant, so that the registers need no multiplexers; without it the enable holds.
/// hw/prim/fpga has the same module for devices whose flip-flops have a clock enable.
module sil_clock_gate
#(
  /// Stop the clock. Cost: a cell and its share of the clock's skew; gain: the power of every
  /// register behind it while it holds, and the registers' multiplexers.
  parameter bit Gate = 1'b0
) (
  input  logic clk_i,
  /// The registers take new values.
  input  logic en_i,
  output logic clk_o,
  output logic en_o
);
  if (Gate) begin : gen_gate
    sil_clock_gate_cell u_cell (.clk_i, .en_i, .clk_o);
    assign en_o = 1'b1;
  end else begin : gen_enable
    assign clk_o = clk_i;
    assign en_o = en_i;
  end
endmodule
