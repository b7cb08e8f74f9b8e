// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The loop of AES (FIPS 197 5.1): one round per cycle on one block, with a round key from a
/// register.
///
/// ## Latency and throughput
/// One round per cycle.
module sil_limit_aes (
  input  logic         clk_i,
  /// Round key, and a block that enters: both are added to the result of the round.
  input  logic [127:0] key_i,
  input  logic [127:0] block_i,
  output logic [127:0] state_o
);
  logic [127:0] key_q, block_q, state_d, state_q, unused_result;

  sil_aes_short_round u_round (
    .state_i(state_q), .key_i(key_q), .block_i(block_q), .result_o(unused_result),
    .state_o(state_d)
  );

  always_ff @(posedge clk_i) begin
    key_q   <= key_i;
    block_q <= block_i;
    state_q <= state_d;
  end
  assign state_o = state_q;
endmodule
