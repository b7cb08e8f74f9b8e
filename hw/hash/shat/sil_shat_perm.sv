// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The state of SHAT-R, the reconstruction of SHAT, and its permutation: the datapath
/// of sil_shat_core.
///
/// The state has no reset. Without a clock gate nothing holds it: while it waits, STEPs with T = 0
/// rotate it, and after HoldCycles cycles it is the same again.
///
/// ## Latency and throughput
/// 48 / Unroll cycles per permutation.
module sil_shat_perm
  import sil_shat_pkg::*;
#(
  /// As in sil_shat_core.
  parameter int unsigned Width = 32,
  /// As in sil_shat_core.
  parameter int unsigned Unroll = 1,
  /// As in sil_shat_core.
  parameter int unsigned Precompute = 0,
  /// As in sil_shat_core.
  parameter bit Fast = 1'b0,
  /// As in sil_shat_core.
  parameter bit ClockGate = 1'b0,
  /// Width in bits of the number of a cycle.
  parameter int unsigned NumberBits = 6
) (
  input  logic                  clk_i,
  /// The state waits, and is the same again after HoldCycles cycles; or it is cleared.
  input  logic                  hold_i,
  /// With `hold_i`: the state becomes zero within ClearCycles cycles.
  input  logic                  clear_i,
  /// Number of the cycle.
  input  logic [NumberBits-1:0] number_i,
  /// Number of the next cycle.
  input  logic [NumberBits-1:0] next_i,
  /// Word that S0 absorbs in this cycle; zero for none.
  input  logic [Width-1:0]      word_i,
  /// S0.
  output logic [Width-1:0]      word_o
);
  localparam int unsigned Cycles = STEPS / Unroll;
  localparam int unsigned CycleBits = Cycles > 1 ? $clog2(Cycles) : 1;

  // Unroll is a power of two, or three times one.
  localparam bit Triple = Unroll % 3 == 0;
  localparam int unsigned Shift = $clog2(Triple ? Unroll / 3 : Unroll);

  // i of the first STEP in a cycle, which is Unroll times the number of the cycle. An FPGA's
  // synthesis would take a multiplier for a product. The cycles of a permutation have the last
  // numbers before the overflow.
  function automatic logic [5:0] first_step(logic [NumberBits-1:0] number);
    logic [CycleBits-1:0] cycle;
    logic [5:0] step;
    cycle = CycleBits'(32'(number) - (2 ** NumberBits - Cycles));
    step = Cycles > 1 ? 6'(cycle) << Shift : '0;
    return Triple ? step + (step << 1) : step;
  endfunction

  logic [WORDS-1:0][Width-1:0] state_d, state_q;
  logic clk, en;

  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(~ClockGate | ~hold_i | clear_i), .clk_o(clk), .en_o(en)
  );

  sil_shat_steps #(
    .Width(Width), .Unroll(Unroll), .Precompute(Precompute), .Fast(Fast)
  ) u_steps (
    .number_i(first_step(number_i)),
    .next_i  (first_step(next_i)),
    .word_i,
    .hold_i  (hold_i & ~(ClockGate & Unroll == 1 & ~Fast)),
    .clear_i,
    .state_i (state_q),
    .state_o (state_d)
  );

  always_ff @(posedge clk) if (en) state_q <= state_d;

  assign word_o = state_q[0];
endmodule
