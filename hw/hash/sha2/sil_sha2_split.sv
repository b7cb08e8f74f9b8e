// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-2 operations with the letters apart (Precompute = 2): one operation a cycle, and in a cycle
/// only the sum that holds the newest e.
///
/// With E(t) for the letter e before operation t (so f = E(t-1), h = E(t-3)) and A(t) alike, FIPS
/// 180-4 6.4.2 step 3 is
///
///     E(t+1) = [K + W + E(t-3) + A(t-3)] + Sigma1(E(t)) + Ch(E(t), E(t-1), E(t-2))
///     A(t+1) = [E(t+1) - A(t-3)] + Sigma0(A(t)) + Maj(A(t), A(t-1), A(t-2))
///
/// E needs no A younger than A(t-3), so A may come two cycles after E, and both brackets can be
/// registered: K + W, + E, + A are a cycle each, and E - A is one. What remains in a loop is a
/// three-operand sum with its two functions. That loop limits the clock.
///
/// A feed passes the same adders without the functions: E' = He + E with K = 0, W = He; A' = Ha + A,
/// in place of E - A.
///
/// ## Latency and throughput
/// An operation a cycle; the last new word of a feed stands in the lanes 8 cycles after its order.
module sil_sha2_split
  import sil_md_pkg::*, sil_sha2_pkg::*;
#(
  /// Width of a word: 32 or 64.
  parameter int unsigned Width = 64,
  /// Orders a block, and the code of their numbers.
  parameter int unsigned Orders = 84,
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// Copies of the chaining value that can be kept.
  parameter int unsigned Copies = 0,
  /// Stop the clock of registers that hold.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned CodeBits = sil_counter_pkg::code_bits(Orders),
  localparam int unsigned CopyBits = Copies == 0 ? 1 : $clog2(Copies + 1)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// The pipeline moves.
  input  logic                 run_i,
  /// A message starts, from the value `initial_i` or the copy `from_i`, counted from 1, of the
  /// chaining value; what becomes of it becomes the copy `save_i`.
  input  logic                 clear_i,
  input  logic [8*Width-1:0]   initial_i,
  input  logic [CopyBits-1:0]  from_i,
  input  logic [CopyBits-1:0]  save_i,
  input  order_t               order_i,
  input  logic [CodeBits-1:0]  code_i,
  input  logic [Width-1:0]     message_i,
  /// `message_i` is taken in this cycle if `run_i`.
  output logic                 load_o,
  /// The last operation of a message is done: `chaining_o` is its result from the next cycle on.
  output logic                 last_o,
  /// The chaining value, H0 in the high bits.
  output logic [8*Width-1:0]   chaining_o
);
  typedef logic [Width-1:0] word_t;

  // Where an order is: its words chosen, K + W, + E, + A, E(t+1), E - A, A(t+1), in the lanes.
  typedef enum int unsigned {Choose, AddW, AddE, AddA, NewE, SubA, NewA, Done} stage_e;

  order_t [Done:0] order_q;
  word_t [BLOCK_WORDS-1:0] window;
  word_t k, kw_q, kwe_q, kwea_q, ea_q;
  word_t [2:0] e_q, a_q;  // e_q[0] is the newest
  word_t [3:0] lane_e, lane_a;
  word_t next_e, next_a;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) order_q <= '0;
    else if (run_i) order_q <= {order_q[Done-1:0], order_i};
  end

  // Every register of the datapath but the lanes moves or holds together.
  logic clk, en;

  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(run_i), .clk_o(clk), .en_o(en)
  );

  sil_sha2_constants #(.Width(Width), .Orders(Orders), .CounterCode(CounterCode)) u_constants (
    .clk_i(clk), .run_i(en), .code_i, .constants_o(k)
  );

  sil_sha2_schedule #(.Width(Width), .Precompute(2)) u_schedule (
    .clk_i     (clk),
    .run_i     (en),
    .load_i    (order_q[Choose].load),
    .feed_i    (order_q[Choose].feed),
    .message_i,
    .chaining_i(next_e),
    .hand_i    (1'b0),
    .window_i  ('0),
    .window_o  (window)
  );

  // Sums that run ahead.
  always_ff @(posedge clk) begin
    if (en) begin
      kw_q   <= k + window[BLOCK_WORDS-1];
      kwe_q  <= kw_q + e_q[1];
      kwea_q <= kwe_q + (order_q[AddA].feed ? '0 : a_q[0]);
      ea_q   <= order_q[SubA].feed ? next_a + a_q[2] : e_q[0] - a_q[2];
    end
  end

  // The two loops.
  word_t e_d, a_d, sigma1_e, ch_e, sigma0_a, maj_a;

  always_comb begin
    sigma1_e = Width'(big_sigma1(Width, 64'(e_q[0])));
    ch_e     = Width'(ch(64'(e_q[0]), 64'(e_q[1]), 64'(e_q[2])));
    sigma0_a = Width'(big_sigma0(Width, 64'(a_q[0])));
    maj_a    = Width'(maj(64'(a_q[0]), 64'(a_q[1]), 64'(a_q[2])));
  end

  sil_add_three #(.Width(Width)) u_add_e (
    .alone_i(order_q[NewE].feed), .a_i(kwea_q), .b_i(sigma1_e), .c_i(ch_e), .sum_o(e_d)
  );
  sil_add_three #(.Width(Width)) u_add_a (
    .alone_i(order_q[NewA].feed), .a_i(ea_q), .b_i(sigma0_a), .c_i(maj_a), .sum_o(a_d)
  );

  // Between messages the letters become zero: the first feed adds the initial value to them.
  always_ff @(posedge clk) begin
    if (en) begin
      e_q <= order_q[NewE].valid ? {e_q[1:0], e_d} : '0;
      a_q <= order_q[NewA].valid ? {a_q[1:0], a_d} : '0;
    end
  end

  // The chaining value: H7 to H4 leave first in the lane of e, H3 to H0 in that of a.
  logic shift_e, shift_a;
  always_comb begin
    shift_e = 1'b0;
    for (int unsigned i = Choose; i <= SubA; i++) shift_e |= order_q[i].feed;
    shift_a = 1'b0;
    for (int unsigned i = SubA; i <= Done; i++) shift_a |= order_q[i].feed;
  end

  sil_md_lane #(.Width(Width), .Copies(Copies), .ClockGate(ClockGate)) u_lane_e (
    .clk_i,
    .rst_ni,
    .load_i (clear_i),
    .words_i(initial_i[0+:4*Width]),
    .shift_i(run_i & shift_e),
    .new_i  (e_q[0]),
    .save_i,
    .read_i (run_i & order_q[Choose].first),
    .from_i,
    .next_o (next_e),
    .words_o(lane_e)
  );
  sil_md_lane #(.Width(Width), .Copies(Copies), .ClockGate(ClockGate)) u_lane_a (
    .clk_i,
    .rst_ni,
    .load_i (clear_i),
    .words_i(initial_i[4*Width+:4*Width]),
    .shift_i(run_i & shift_a),
    .new_i  (a_q[0]),
    .save_i,
    .read_i (run_i & order_q[SubA].first),
    .from_i,
    .next_o (next_a),
    .words_o(lane_a)
  );

  assign load_o = order_q[Choose].load;
  assign last_o = order_q[Done].last & run_i;
  assign chaining_o = {lane_a, lane_e};
endmodule
