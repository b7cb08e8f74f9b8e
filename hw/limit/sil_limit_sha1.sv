// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The loop of working variable a of SHA-1 (FIPS 180-4 6.1.2) in the rounds of Ch: a = ROTL5(a) +
/// s, where s = x + Ch(b, c, d) is formed a cycle earlier, with the newest value of a as the b of
/// the next round. The word x stands for K + W + e.
///
/// ## Latency and throughput
/// One round per cycle.
module sil_limit_sha1 (
  input  logic        clk_i,
  /// K + W + e of a round, two cycles ahead.
  input  logic [31:0] x_i,
  output logic [31:0] a_o
);
  logic [31:0] x_q, sum_d, sum_q;
  logic [2:0][31:0] a_q;  // a_q[0] is the newest value

  sil_add_select u_add (
    .a_i(x_q), .select_i(a_q[0]), .x0_i({a_q[2][1:0], a_q[2][31:2]}),
    .x1_i({a_q[1][1:0], a_q[1][31:2]}), .sum_o(sum_d)
  );

  always_ff @(posedge clk_i) begin
    x_q   <= x_i;
    sum_q <= sum_d;
    a_q   <= {a_q[1:0], {a_q[0][26:0], a_q[0][31:27]} + sum_q};
  end
  assign a_o = a_q[0];
endmodule
