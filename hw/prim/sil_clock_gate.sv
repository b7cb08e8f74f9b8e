// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Clock gating by a gated clock or by an enable, as `Gate` says.
///
/// Registers use both outputs: `always_ff @(posedge clk_o) if (en_o) ...`. With `Gate` = 1 the
/// clock stops and `en_o` is constant 1, so that the registers need no multiplexers. With
/// `Gate` = 0 the clock runs and `en_o` makes the registers hold. hw/prim/fpga has a version of
/// this module for devices whose flip-flops have a clock enable.
module sil_clock_gate
#(
  /// Stop the clock. Gain: the power of the gated registers while they hold, and the area of their
  /// multiplexers. Cost: one cell, and its contribution to the clock skew.
  parameter bit Gate = 1'b0
) (
  input  logic clk_i,
  /// The registers take new values at the next rising edge.
  input  logic en_i,
  /// The clock of the registers.
  output logic clk_o,
  /// The enable of the registers.
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
