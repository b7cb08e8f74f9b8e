// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The SHA-2 datapath for one message at a time, with all working variables of a round in the same
/// cycle (Precompute = 0 and 1).
///
/// ## Latency and throughput
/// Unroll operations per cycle. The sums of the feed-forward are in the chaining-value registers 4
/// + Precompute cycles after its control word.
module sil_sha2_rounds
  import sil_md_pkg::*;
#(
  /// Width of a word in bits: 32 or 64.
  parameter int unsigned Width = 64,
  /// Operations per cycle: 1, 2 or 4.
  parameter int unsigned Unroll = 1,
  /// 0: K, W and the working variables are added where they are used. 1: K + W is added a cycle
  /// earlier; with Unroll 1 or 2 so are h and d, which are known by then (Im1 and Im2).
  parameter int unsigned Precompute = 0,
  /// Control words per block, and the code of their numbers.
  parameter int unsigned ControlWords = 84,
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// Midstates that can be saved.
  parameter int unsigned Midstates = 0,
  /// Stop the clock of registers that hold.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned CountBits = sil_counter_pkg::code_bits(ControlWords),
  localparam int unsigned MidstateBits = Midstates == 0 ? 1 : $clog2(Midstates + 1)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  /// The datapath advances; otherwise it stalls.
  input  logic                    run_i,
  /// A message starts from the initial hash value `initial_i`, or from the saved midstate
  /// `restore_i`, counted from 1. Its result is saved as midstate `save_i`; 0: not saved.
  input  logic                    clear_i,
  input  logic [8*Width-1:0]      initial_i,
  input  logic [MidstateBits-1:0] restore_i,
  input  logic [MidstateBits-1:0] save_i,
  /// The control word, and the code of its number.
  input  control_t                control_i,
  input  logic [CountBits-1:0]    count_i,
  /// Message words, the first in the low bits.
  input  logic [Unroll*Width-1:0] message_i,
  /// `message_i` is taken in this cycle if `run_i`.
  output logic                    load_o,
  /// The last operation of a message is done. `chaining_o` is its result from the next cycle on.
  output logic                    last_o,
  /// The chaining value, H0 in the high bits.
  output logic [8*Width-1:0]      chaining_o
);
  localparam bit AddEarly = Precompute == 1 && 2 * Unroll <= 4;

  typedef logic [Width-1:0] word_t;

  // Stages that a control word passes. Choose: words of the schedule are selected. Add: K + W.
  // Operate: the operations. Done: sums enter the chaining-value registers. With Precompute = 0 Add
  // and Operate are one stage.
  localparam int unsigned Choose = 0;
  localparam int unsigned Add = 1;
  localparam int unsigned Operate = Add + Precompute;
  localparam int unsigned Done = Operate + 1;

  control_t [Done:0] control_q;
  word_t [BLOCK_WORDS-1:0] window;
  word_t [Unroll-1:0] k, sum_a_d, sum_e_d, sum_a, sum_e;
  word_t [3:0] a_d, a_q, e_d, e_q;  // d, c, b, a and h, g, f, e
  word_t [3:0] chaining_a, chaining_e;
  word_t [Unroll-1:0] next_a, next_e;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) control_q <= '0;
    else if (run_i) control_q <= {control_q[Done-1:0], control_i};
  end

  // All registers of the datapath except the chaining-value registers share this clock gate.
  logic clk, en;

  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(run_i), .clk_o(clk), .en_o(en)
  );

  sil_sha2_constants #(
    .Width(Width), .Unroll(Unroll), .ControlWords(ControlWords), .CounterCode(CounterCode)
  ) u_constants (
    .clk_i(clk), .run_i(en), .count_i, .constants_o(k)
  );

  sil_sha2_schedule #(.Width(Width), .Unroll(Unroll), .Precompute(Precompute)) u_schedule (
    .clk_i         (clk),
    .run_i         (en),
    .load_i        (control_q[Choose].load),
    .feed_forward_i(control_q[Choose].feed_forward),
    .message_i,
    .chaining_i    (next_e),
    .pass_i        (1'b0),
    .window_i      ('0),
    .window_o      (window)
  );

  for (genvar i = 0; i < Unroll; i++) begin : gen_sum
    word_t kw, add_a, add_e;
    assign kw = k[i] + window[BLOCK_WORDS-Unroll+i];
    if (AddEarly) begin : gen_early
      // The operation is in the next cycle, and by then each row has shifted by Unroll words.
      assign add_a = control_q[Add].feed_forward ? a_q[Unroll+i] : e_q[Unroll+i];
      assign add_e = e_q[Unroll+i] + (control_q[Add].feed_forward ? '0 : a_q[Unroll+i]);
    end else begin : gen_none
      assign add_a = '0;
      assign add_e = '0;
    end
    assign sum_a_d[i] = (control_q[Add].feed_forward ? next_a[i] : kw) + add_a;
    assign sum_e_d[i] = kw + add_e;
  end

  if (Precompute == 1) begin : gen_ahead
    always_ff @(posedge clk) if (en) {sum_a, sum_e} <= {sum_a_d, sum_e_d};
  end else begin : gen_at_once
    assign {sum_a, sum_e} = {sum_a_d, sum_e_d};
  end

  sil_sha2_operations #(.Width(Width), .Unroll(Unroll), .AddVariables(!AddEarly)) u_operations (
    .feed_forward_i(control_q[Operate].feed_forward),
    .sum_a_i       (sum_a),
    .sum_e_i       (sum_e),
    .a_i           (a_q),
    .e_i           (e_q),
    .a_o           (a_d),
    .e_o           (e_d)
  );

  // Between messages the working variables are zero, and the first feed-forward adds the initial
  // hash value to them.
  always_ff @(posedge clk) begin
    if (en) {a_q, e_q} <= control_q[Operate].valid ? {a_d, e_d} : '0;
  end

  // The chaining value is in two shift registers. The one of e shifts out H7 to H4, the one of a H3
  // to H0, in this order.
  logic shift_e, shift_a;
  always_comb begin
    shift_e = control_q[Choose].feed_forward;
    shift_a = 1'b0;
    for (int unsigned i = Add; i <= Done; i++) begin
      shift_e |= control_q[i].feed_forward;
      shift_a |= control_q[i].feed_forward;
    end
  end

  sil_md_chaining #(
    .Width(Width), .Unroll(Unroll), .Midstates(Midstates), .ClockGate(ClockGate)
  ) u_chaining_e (
    .clk_i,
    .rst_ni,
    .load_i (clear_i),
    .words_i(initial_i[0+:4*Width]),
    .shift_i(run_i & shift_e),
    .new_i  (e_q[3-:Unroll]),
    .save_i,
    .read_i (run_i & control_q[Choose].first),
    .restore_i,
    .next_o (next_e),
    .words_o(chaining_e)
  );
  sil_md_chaining #(
    .Width(Width), .Unroll(Unroll), .Midstates(Midstates), .ClockGate(ClockGate)
  ) u_chaining_a (
    .clk_i,
    .rst_ni,
    .load_i (clear_i),
    .words_i(initial_i[4*Width+:4*Width]),
    .shift_i(run_i & shift_a),
    .new_i  (a_q[3-:Unroll]),
    .save_i,
    .read_i (run_i & control_q[Add].first),
    .restore_i,
    .next_o (next_a),
    .words_o(chaining_a)
  );

  assign load_o = control_q[Choose].load;
  assign last_o = control_q[Done].last & run_i;
  assign chaining_o = {chaining_a, chaining_e};
endmodule
