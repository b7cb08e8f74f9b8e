// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A stage of a SHA-2 pipeline: the logic of Unroll operations, a message schedule and a chaining
/// value.
///
/// ## Latency and throughput
/// Unroll operations per cycle, two cycles after their control word.
module sil_sha2_stage
  import sil_md_pkg::*;
#(
  /// Width of a word in bits: 32 or 64.
  parameter int unsigned Width = 64,
  /// Operations per cycle.
  parameter int unsigned Unroll = 1,
  /// Number of the stage's first control word within a block.
  parameter int unsigned First = 0,
  /// Width in bits of the number of a control word.
  parameter int unsigned IndexBits = 6,
  /// Stop the clock of registers that hold.
  parameter bit ClockGate = 1'b0
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  /// The pipeline advances; otherwise it stalls.
  input  logic                         run_i,
  /// The control word, and its number within the stage.
  input  control_t                     control_i,
  input  logic [IndexBits-1:0]         index_i,
  /// Message words, the first in the low bits.
  input  logic [Unroll*Width-1:0]      message_i,
  /// The control word whose schedule words are selected in this cycle, and the one whose operations
  /// are done in this cycle.
  output control_t                     choose_o,
  output control_t                     operate_o,
  /// From the previous stage: the window is loaded where `choose_o.pass` is high, the working
  /// variables and the chaining value where `operate_o.pass` is high.
  input  logic [BLOCK_WORDS*Width-1:0] window_i,
  input  logic [8*Width-1:0]           state_i,
  input  logic [8*Width-1:0]           chaining_i,
  /// Of this stage: the window of the schedule, the working variables a to h and the chaining
  /// value, with a and H0 in the high bits.
  output logic [BLOCK_WORDS*Width-1:0] window_o,
  output logic [8*Width-1:0]           state_o,
  output logic [8*Width-1:0]           chaining_o
);
  typedef logic [Width-1:0] word_t;

  control_t choose_q, operate_q;
  word_t [BLOCK_WORDS-1:0] window;
  word_t [Unroll-1:0] k, sum_a, sum_e;
  word_t [3:0] a_d, a_q, e_d, e_q, chaining_a, chaining_e;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {operate_q, choose_q} <= '0;
    else if (run_i) {operate_q, choose_q} <= {choose_q, control_i};
  end

  // All registers of the datapath except the chaining-value registers share this clock gate.
  logic clk, en;

  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i,
    .en_i (run_i & (control_i.valid | choose_q.valid | choose_q.pass | operate_q.valid
                    | operate_q.pass)),
    .clk_o(clk),
    .en_o (en)
  );

  sil_sha2_constants #(
    .Width(Width), .Unroll(Unroll), .First(First), .ControlWords(2 ** IndexBits)
  ) u_constants (
    .clk_i(clk), .run_i(en), .count_i(index_i), .constants_o(k)
  );

  sil_sha2_schedule #(.Width(Width), .Unroll(Unroll)) u_schedule (
    .clk_i         (clk),
    .run_i         (en),
    .load_i        (choose_q.load),
    .feed_forward_i(choose_q.feed_forward),
    .message_i,
    .chaining_i    (chaining_e[Unroll-1:0]),
    .pass_i        (choose_q.pass),
    .window_i,
    .window_o      (window)
  );

  for (genvar i = 0; i < Unroll; i++) begin : gen_sum
    assign sum_e[i] = k[i] + window[BLOCK_WORDS-Unroll+i];
    assign sum_a[i] = operate_q.feed_forward ? chaining_a[i] : sum_e[i];
  end

  sil_sha2_operations #(.Width(Width), .Unroll(Unroll)) u_operations (
    .feed_forward_i(operate_q.feed_forward),
    .sum_a_i       (sum_a),
    .sum_e_i       (sum_e),
    .a_i           (a_q),
    .e_i           (e_q),
    .a_o           (a_d),
    .e_o           (e_d)
  );

  always_ff @(posedge clk) begin
    if (en && operate_q.pass) {a_q, e_q} <= state_i;
    else if (en && operate_q.valid) {a_q, e_q} <= {a_d, e_d};
  end

  sil_md_chaining #(.Width(Width), .Unroll(Unroll), .ClockGate(ClockGate)) u_chaining_e (
    .clk_i,
    .rst_ni,
    .load_i   (run_i & operate_q.pass),
    .words_i  (chaining_i[0+:4*Width]),
    .shift_i  (run_i & choose_q.feed_forward),
    .new_i    ('0),
    .save_i   ('0),
    .read_i   (1'b0),
    .restore_i('0),
    .next_o   (),
    .words_o  (chaining_e)
  );
  sil_md_chaining #(.Width(Width), .Unroll(Unroll), .ClockGate(ClockGate)) u_chaining_a (
    .clk_i,
    .rst_ni,
    .load_i   (run_i & operate_q.pass),
    .words_i  (chaining_i[4*Width+:4*Width]),
    .shift_i  (run_i & operate_q.feed_forward),
    .new_i    ('0),
    .save_i   ('0),
    .read_i   (1'b0),
    .restore_i('0),
    .next_o   (),
    .words_o  (chaining_a)
  );

  assign choose_o = choose_q;
  assign operate_o = operate_q;
  assign window_o = window;
  assign state_o = {a_q, e_q};
  assign chaining_o = {chaining_a, chaining_e};
endmodule
