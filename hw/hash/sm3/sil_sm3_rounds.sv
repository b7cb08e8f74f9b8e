// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The SM3 datapath for one message at a time, with all sums where GB/T 32905-2016 5.3.3 writes
/// them (Precompute = 0).
///
/// ## Latency and throughput
/// Unroll operations per cycle. The rounds follow the message schedule by four words. The words of
/// the feed-forward are in the chaining-value register 2 + 4 / Unroll cycles after their control
/// word.
module sil_sm3_rounds
  import sil_md_pkg::*, sil_sm3_pkg::*;
#(
  /// Operations per cycle: 1, 2 or 4.
  parameter int unsigned Unroll = 1,
  /// Midstates that can be saved.
  parameter int unsigned Midstates = 0,
  /// Stop the clock of registers that hold.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned MidstateBits = Midstates == 0 ? 1 : $clog2(Midstates + 1)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  /// The datapath advances; otherwise it stalls.
  input  logic                    run_i,
  /// A message starts from the initial hash value `initial_i`, or from the saved midstate
  /// `restore_i`, counted from 1. Its result is saved as midstate `save_i`; 0: not saved.
  input  logic                    clear_i,
  input  logic [255:0]            initial_i,
  input  logic [MidstateBits-1:0] restore_i,
  input  logic [MidstateBits-1:0] save_i,
  /// The control word.
  input  control_t                control_i,
  /// Message words, the first in the low bits.
  input  logic [Unroll*32-1:0]    message_i,
  /// `message_i` is taken in this cycle if `run_i`.
  output logic                    load_o,
  /// The last operation of a message is done. `chaining_o` is its result from the next cycle on.
  output logic                    last_o,
  /// The chaining value, A in the high bits.
  output logic [255:0]            chaining_o
);
  // Stages that a control word passes. Choose: words of the schedule are selected. Operate: W(j+4)
  // is in the window, and the operations are done.
  localparam int unsigned Choose = 0;
  localparam int unsigned Operate = 1 + WORDS_AHEAD / Unroll;

  control_t [Operate:0] control_q;
  logic [Unroll-1:0][31:0] constants, words, ahead;
  pair_t [3:0] working_d, working_q, chaining;
  pair_t [Unroll-1:0] chaining_next;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) control_q <= '0;
    else if (run_i) control_q <= {control_q[Operate-1:0], control_i};
  end

  // All registers of the datapath except the chaining-value register share this clock gate.
  logic clk, en;

  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(run_i), .clk_o(clk), .en_o(en)
  );

  sil_sm3_schedule #(.Unroll(Unroll)) u_schedule (
    .clk_i    (clk),
    .run_i    (en),
    .load_i   (control_q[Choose].load),
    .message_i,
    .words_o  (words),
    .ahead_o  (ahead)
  );

  sil_sm3_constants #(.Unroll(Unroll)) u_constants (
    .clk_i              (clk),
    .run_i              (en),
    .feed_forward_i     (control_q[Operate].feed_forward),
    .early_i            (control_q[Operate].load),
    .next_feed_forward_i(control_q[Operate-1].feed_forward),
    .next_early_i       (control_q[Operate-1].load),
    .constants_o        (constants)
  );

  sil_sm3_operations #(.Unroll(Unroll)) u_operations (
    .feed_forward_i(control_q[Operate].feed_forward),
    .early_i       (control_q[Operate].load),
    .constants_i   (constants),
    .words_i       (words),
    .ahead_i       (ahead),
    .chaining_i    (chaining_next),
    .working_i     (working_q),
    .working_o     (working_d)
  );

  // Between messages the working variables are zero, and the first feed-forward loads the initial
  // hash value into them.
  always_ff @(posedge clk) begin
    if (en) working_q <= control_q[Operate].valid ? working_d : '0;
  end

  // The feed-forward has no carry: an old pair leaves the register and the new one enters it in the
  // same cycle.
  sil_md_chaining #(
    .Width(64), .Words(4), .Unroll(Unroll), .Midstates(Midstates), .ClockGate(ClockGate)
  ) u_chaining (
    .clk_i,
    .rst_ni,
    .load_i (clear_i),
    .words_i(pairs(initial_i)),
    .shift_i(run_i & control_q[Operate].feed_forward),
    .new_i  (working_d[3-:Unroll]),
    .save_i,
    .read_i (run_i & control_q[Operate].first),
    .restore_i,
    .next_o (chaining_next),
    .words_o(chaining)
  );

  assign load_o = control_q[Choose].load;
  assign last_o = control_q[Operate].last & run_i;
  assign chaining_o = chaining_value(chaining);
endmodule
