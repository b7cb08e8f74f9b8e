// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The loops of working variables A and E of SM3 (GB/T 32905-2016 5.3.3), which meet in SS1:
///
///     X   = (A <<< 12) + E + t
///     A'  = d + FF(A, B, C) + ((X <<< 7) ^ (A <<< 12))
///     TT2 = h + GG(E, F, G) + (X <<< 7),   E' = P0(TT2)
///
/// The words d, h and t stand for D + W', H + W and T, and FF and GG are selections by A and E
/// between words that are known a cycle earlier. With two messages the additions after X have a
/// cycle of their own, with three also P0 and A <<< 12 + t, as in sil_sm3_interleaved. Each message
/// then performs a round every second or third cycle.
///
/// ## Latency and throughput
/// One round per cycle over all messages.
module sil_limit_sm3
  import sil_sm3_pkg::*;
#(
  /// Messages: 1, 2 or 3.
  parameter int unsigned Messages = 1
) (
  input  logic    clk_i,
  /// The words from outside the loops.
  input  word_t   t_i,
  input  word_t   d_i,
  input  word_t   h_i,
  input  choice_t ff_i,
  input  choice_t gg_i,
  output word_t   a_o,
  output word_t   tt2_o
);
  if (!(Messages inside {1, 2, 3})) begin : gen_messages
    $fatal(1, "Messages must be 1, 2 or 3");
  end

  word_t t_q, d_q, h_q, a_q, tt2_q, a_d, tt2_d;
  choice_t ff_q, gg_q;
  always_ff @(posedge clk_i) begin
    t_q   <= t_i;
    d_q   <= d_i;
    h_q   <= h_i;
    ff_q  <= ff_i;
    gg_q  <= gg_i;
    a_q   <= a_d;
    tt2_q <= tt2_d;
  end

  // X and the sums with FF and GG, of the same round, and A of that round.
  word_t x, d_ff, h_gg, a;

  if (Messages < 3) begin : gen_sum
    word_t x_d, d_ff_d, h_gg_d;
    sil_add_three_xor u_x (
      .a_i(rotl(12, a_q)), .b_i(t_q), .x0_i(tt2_q), .x1_i(rotl(9, tt2_q)), .x2_i(rotl(17, tt2_q)),
      .sum_o(x_d)
    );
    sil_add_select u_d_ff (
      .a_i(d_q), .select_i(a_q), .x0_i(ff_q.zero), .x1_i(ff_q.one), .sum_o(d_ff_d)
    );
    sil_add_select u_h_gg (
      .a_i(h_q), .select_i(p0(tt2_q)), .x0_i(gg_q.zero), .x1_i(gg_q.one), .sum_o(h_gg_d)
    );
    if (Messages == 1) begin : gen_one
      assign {x, d_ff, h_gg, a} = {x_d, d_ff_d, h_gg_d, a_q};
    end else begin : gen_two
      word_t x_q, d_ff_q, h_gg_q, a_1_q;
      always_ff @(posedge clk_i) {x_q, d_ff_q, h_gg_q, a_1_q} <= {x_d, d_ff_d, h_gg_d, a_q};
      assign {x, d_ff, h_gg, a} = {x_q, d_ff_q, h_gg_q, a_1_q};
    end
  end else begin : gen_three
    word_t p_q, e_q, a_1_q, x_q, d_ff_q, d_ff_2_q, h_gg_q, a_2_q, d_ff_d, h_gg_d;
    sil_add_select u_d_ff (
      .a_i(d_q), .select_i(a_q), .x0_i(ff_q.zero), .x1_i(ff_q.one), .sum_o(d_ff_d)
    );
    sil_add_select u_h_gg (
      .a_i(h_q), .select_i(e_q), .x0_i(gg_q.zero), .x1_i(gg_q.one), .sum_o(h_gg_d)
    );
    always_ff @(posedge clk_i) begin
      p_q      <= rotl(12, a_q) + t_q;
      e_q      <= p0(tt2_q);
      a_1_q    <= a_q;
      d_ff_q   <= d_ff_d;
      x_q      <= p_q + e_q;
      h_gg_q   <= h_gg_d;
      a_2_q    <= a_1_q;
      d_ff_2_q <= d_ff_q;
    end
    assign {x, d_ff, h_gg, a} = {x_q, d_ff_2_q, h_gg_q, a_2_q};
  end

  sil_add_xor u_a (
    .a_i(d_ff), .x0_i(rotl(7, x)), .x1_i(rotl(12, a)), .sum_o(a_d)
  );
  assign tt2_d = h_gg + rotl(7, x);
  assign a_o = a_q;
  assign tt2_o = tt2_q;
endmodule
