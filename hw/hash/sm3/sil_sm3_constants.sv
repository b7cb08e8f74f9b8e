// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The constants T(j) <<< j of SM3 (GB/T 32905-2016 4.2 and 5.3.3) in a register that rotates.
///
/// The control words say where the register loads: the round after the feed-forward is round 0, and
/// the first round without a message word is round 16. There is no table.
///
/// ## Latency and throughput
/// Unroll constants per cycle.
module sil_sm3_constants
  import sil_sm3_pkg::*;
#(
  /// Rounds per cycle: 1, 2 or 4.
  parameter int unsigned Unroll = 1
) (
  input  logic                    clk_i,
  /// The register advances; otherwise it holds.
  input  logic                    run_i,
  /// The operations of this cycle are the feed-forward, or rounds 0 to 15.
  input  logic                    feed_forward_i,
  input  logic                    early_i,
  /// The same for the operations of the next cycle.
  input  logic                    next_feed_forward_i,
  input  logic                    next_early_i,
  /// The constants of the rounds, the first in item 0. Zero during the feed-forward.
  output logic [Unroll-1:0][31:0] constants_o
);
  word_t t_d, t_q;

  always_comb begin
    t_d = rotl(Unroll, t_q);
    if (feed_forward_i) t_d = T_FIRST;
    if (early_i & ~next_early_i) t_d = rotl(16, T_LATER);
    if (next_feed_forward_i) t_d = '0;
  end

  always_ff @(posedge clk_i) if (run_i) t_q <= t_d;

  for (genvar i = 0; i < Unroll; i++) begin : gen_constant
    assign constants_o[i] = rotl(i, t_q);
  end
endmodule
