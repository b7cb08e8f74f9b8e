// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The loop of Keccak-f[1600] (FIPS 202 3.3): one round per cycle on one state. The result of a round
/// has one input for a block and the constant of iota; here a register gives all lanes the same word.
///
/// ## Latency and throughput
/// One round per cycle.
module sil_limit_keccak
  import sil_sha3_pkg::*;
(
  input  logic   clk_i,
  /// Is added to each lane of the state.
  input  lane_t  add_i,
  output lane_t  lane_o
);
  lane_t add_q;
  state_t add, state_d, state_q;

  for (genvar i = 0; i < LANES; i++) begin : gen_add
    assign add[i] = add_q;
  end
  sil_sha3_round u_round (.state_i(state_q), .add_i(add), .state_o(state_d));

  always_ff @(posedge clk_i) begin
    add_q   <= add_i;
    state_q <= state_d;
  end
  // Each lane depends on all lanes after three rounds, so one of them keeps the loop.
  assign lane_o = state_q[0];
endmodule
