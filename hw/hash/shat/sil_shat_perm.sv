// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The state of SHAT-R, the reconstruction of SHAT, and its permutation: a datapath of the sponge
/// engine.
///
/// The state has no reset, and without a clock gate nothing that holds it: while it waits it turns,
/// T being zero, and after StillCycles it is what it was.
///
/// ## Latency and throughput
/// 48 / Unroll cycles a permutation.
module sil_shat_perm
  import sil_shat_pkg::*;
#(
  /// As in sil_sponge_core.
  parameter int unsigned Width = 32,
  /// As in sil_sponge_core.
  parameter int unsigned Unroll = 1,
  /// As in sil_sponge_core.
  parameter int unsigned Precompute = 0,
  /// As in sil_sponge_core.
  parameter bit ClockGate = 1'b0,
  /// Width of a cycle's number.
  parameter int unsigned NumberBits = 6
) (
  input  logic                  clk_i,
  /// The state is what it is when StillCycles have passed.
  input  logic                  wait_i,
  /// It becomes zero, over ClearCycles.
  input  logic                  clear_i,
  /// Number of the cycle.
  input  logic [NumberBits-1:0] number_i,
  /// What S0 absorbs in this cycle; zero for nothing.
  input  logic [Width-1:0]      word_i,
  /// S0.
  output logic [Width-1:0]      word_o
);
  logic [WORDS-1:0][Width-1:0] state_d, state_q;
  logic [5:0] step;
  logic clk, en;

  // Cycles are numbered 0, and then up to the last number that fits.
  localparam int unsigned Skipped = 2 ** NumberBits - STEPS / Unroll;
  assign step = number_i == '0 ? '0 : 6'(Unroll * (32'(number_i) - Skipped));

  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(~ClockGate | ~wait_i), .clk_o(clk), .en_o(en)
  );

  sil_shat_steps #(.Width(Width), .Unroll(Unroll), .Precompute(Precompute), .Turn(~ClockGate)) u_steps (
    .number_i(step),
    .word_i,
    .still_i (wait_i),
    .clear_i,
    .state_i (state_q),
    .state_o (state_d)
  );

  always_ff @(posedge clk) if (en) state_q <= state_d;

  assign word_o = state_q[0];
endmodule
