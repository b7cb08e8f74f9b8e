// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The feed-forward stage of the four-stage pipelines of MD5 and SHA-1, between the last stage and
/// the first. No other core uses it: in SHA-2, in SM3, and in MD5 and SHA-1 with one stage, the
/// datapath performs the feed-forward on the adders of its rounds.
///
/// The last stage produces the final working variables of a block one per cycle, so one adder adds
/// the chaining value to them, word by word. The sums are the working variables with which the next
/// block starts, and the new chaining value. A new message starts from the initial hash value or a
/// saved midstate instead. A message that had no block in its time slot keeps its chaining value.
/// The digest has an adder of its own.
///
/// Words are in the order in which the working variables become final, the first in item 0.
///
/// ## Latency and throughput
/// With Rotated = 0 the first stage loads Words + 1 cycles after the control word that moves the
/// blocks, and uses `newest_o`. With Rotated = 1 it loads Words + 3 cycles after that control word,
/// and all working variables come from registers.
module sil_md_feed_forward
  import sil_md_pkg::*;
#(
  /// Words of 32 bits of the chaining value: 4 or 5.
  parameter int unsigned Words = 5,
  /// Stages, and messages in flight.
  parameter int unsigned Stages = 4,
  /// For SHA-1: all working variables but the newest two are rotated before the addition, and the
  /// sum is rotated back. A working variable comes a cycle earlier, and the selection of a word,
  /// its sum and its rotation take one cycle each.
  parameter bit Rotated = 1'b0,
  /// The initial hash value.
  parameter logic [Words-1:0][31:0] Initial = '0,
  /// 1: each message has one of two hashes, with the timing of Rotated = 0. The second hash is
  /// SHA-1: all its working variables but the newest two are rotated before the addition, and the
  /// sum is rotated back, in the same cycle. Needs Midstates > 0.
  parameter bit Either = 1'b0,
  /// With Either: the initial hash value of the second hash. Its word 0 is that of both hashes.
  parameter logic [Words-1:0][31:0] Second = '0,
  /// Midstates that can be saved.
  parameter int unsigned Midstates = 0,
  /// Stop the clock of registers that hold.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned MidstateBits = Midstates == 0 ? 1 : $clog2(Midstates + 1)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  /// The pipeline advances; otherwise it stalls.
  input  logic                    run_i,
  /// The control word of the last stage.
  input  control_t                control_i,
  /// A working variable of the last stage. Word 0 comes in the second cycle after the control word,
  /// in the first cycle if Rotated.
  input  logic [31:0]             variable_i,
  /// The midstate, counted from 1, from which the message starts that enters the first stage; 0:
  /// the initial hash value. The midstate that receives a digest; 0: none.
  input  logic [MidstateBits-1:0] restore_i,
  input  logic [MidstateBits-1:0] save_i,
  /// With Either: the message that leaves the last stage, and the one that enters the first stage,
  /// has the second hash. Valid from the second cycle after the control word on.
  input  logic                    leaving_second_i,
  input  logic                    entering_second_i,
  /// The three newest working variables, the oldest first, a row that shifts by one per cycle. With
  /// Rotated = 0, the three before the newest.
  output logic [2:0][31:0]        working_o,
  /// The newest working variable, a cycle before it enters that row. With Rotated = 0 the first
  /// stage uses it in this cycle.
  output logic [31:0]             newest_o,
  /// The digest register starts to change in the next cycle if `run_i` is high (`reserve_next_o`),
  /// or in this cycle (`reserve_o`).
  output logic                    reserve_next_o,
  output logic                    reserve_o,
  /// The digest is complete from the next cycle on; its channel.
  output logic                    last_o,
  output logic [1:0]              id_o,
  output logic [Words-1:0][31:0]  digest_o
);
  typedef logic [31:0] word_t;

  if (Either && (Rotated || Midstates == 0)) begin : gen_either_alone
    $fatal(1, "Either needs Rotated = 0 and Midstates > 0");
  end

  logic clk, en;
  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(run_i), .clk_o(clk), .en_o(en)
  );

  control_t control, control_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) control <= '0;
    else if (run_i) control <= control_i;
  end

  // Word i of the chaining value is selected in step i and added in step i + 1.
  logic [Words-1:0] step;
  logic [Words:1] step_q;
  logic adding_q;   // in any step but the first and the last
  logic shift_q;    // in any step but the first
  logic reserve_q;  // in the first step of a digest
  logic collect_q;  // in any step of a digest
  logic begins_q;   // in a step of a message that begins

  assign step = {step_q[Words-1:1], control.pass};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q    <= '0;
      adding_q  <= 1'b0;
      shift_q   <= 1'b0;
      reserve_q <= 1'b0;
      collect_q <= 1'b0;
      begins_q  <= 1'b0;
    end else if (run_i) begin
      step_q    <= step;
      adding_q  <= |step[Words-2:0];
      shift_q   <= |step;
      reserve_q <= reserve_next_o;
      collect_q <= control.pass ? control.last : collect_q & |step;
      begins_q  <= control_i.pass ? control_i.begins : begins_q & ~step[Words-1];
    end
  end
  always_ff @(posedge clk) if (en && control.pass) control_q <= control;

  // A queue of the chaining values of all messages, the message in the last stage first. A word
  // leaves when it is added, and its sum enters at the end of the queue.
  word_t [Stages*Words-1:0] chaining;
  word_t start, given_d, given_q, variable, sum, digest_sum, unused_next;
  logic keep_q;
  logic fresh_q;    // a message begins; known in its first step
  logic [31:0] restored;

  // The word from which a new message starts: word i in step i.
  if (Midstates == 0) begin : gen_initial
    word_t start_d, start_q;
    always_comb begin
      start_d = Initial[0];
      for (int unsigned i = 1; i < Words; i++) if (step[i-1]) start_d = Initial[i];
    end
    always_ff @(posedge clk) if (en) start_q <= start_d;
    assign start = start_q;
  end else begin : gen_midstate
    always_comb begin
      start = '0;
      for (int unsigned i = 0; i < Words; i++) begin
        if (step[i]) start |= Either && entering_second_i ? Second[i] : Initial[i];
      end
      if (restore_i != '0) start = restored;
    end
  end

  assign given_d = fresh_q ? start : chaining[adding_q];

  always_ff @(posedge clk) begin
    if (en) begin
      given_q <= given_d;
      if (control_i.pass) fresh_q <= control_i.fresh;
      if (control.pass) keep_q <= control.fresh | ~control.full;
    end
  end

  sil_add_select u_add (
    .a_i(given_q), .select_i({32{keep_q}}), .x0_i(variable), .x1_i('0), .sum_o(sum)
  );
  sil_add_select u_end (
    .a_i(chaining[0]), .select_i('0), .x0_i(variable), .x1_i('0), .sum_o(digest_sum)
  );

  sil_md_chaining #(.Width(32), .Words(Stages * Words), .ClockGate(ClockGate)) u_chaining (
    .clk_i,
    .rst_ni,
    .load_i   (1'b0),
    .words_i  ('0),
    .shift_i  (run_i & shift_q),
    .new_i    (sum),
    .save_i   ('0),
    .read_i   (1'b0),
    .restore_i('0),
    .next_o   (unused_next),
    .words_o  (chaining)
  );

  logic [Words*32-1:0] digest;
  sil_md_chaining #(
    .Width(32), .Words(Words), .Midstates(Midstates), .ClockGate(ClockGate)
  ) u_digest (
    .clk_i,
    .rst_ni,
    .load_i (1'b0),
    .words_i('0),
    .shift_i(run_i & collect_q),
    .new_i  (digest_sum),
    .save_i,
    .read_i (run_i & begins_q),
    .restore_i,
    .next_o (restored),
    .words_o(digest)
  );

  // Rotates a working variable before the addition, and a sum back to the working variable.
  word_t [2:0] working_q;
  word_t newest, entered;
  if (Rotated) begin : gen_rotated
    word_t variable_q, last;
    logic [Words+1:Words-2] direct_q;  // by step: one of the two newest words, not rotated

    always_ff @(posedge clk) begin
      if (en) begin
        direct_q <= {direct_q[Words:Words-2], step[Words-3] | step[Words-2]};
        variable_q <= direct_q[Words-2] ? variable_i : {variable_i[1:0], variable_i[31:2]};
      end
    end
    assign variable = variable_q;
    assign last = chaining[Stages*Words-1];
    assign newest = direct_q[Words] ? last : {last[29:0], last[31:30]};
    assign entered = newest;
  end else if (Either) begin : gen_either
    logic older_q;  // the word that is added is not one of the two newest

    always_ff @(posedge clk) if (en) older_q <= |step[Words-3:0];
    assign variable = older_q & leaving_second_i ? {variable_i[1:0], variable_i[31:2]} : variable_i;
    assign newest = sum;
    assign entered = older_q & entering_second_i ? {sum[29:0], sum[31:30]} : sum;
  end else begin : gen_plain
    assign variable = variable_i;
    assign newest = sum;
    assign entered = newest;
  end
  always_ff @(posedge clk) if (en) working_q <= {entered, working_q[2:1]};

  assign working_o = working_q;
  assign newest_o = newest;
  assign reserve_next_o = control.pass & control.last;
  assign reserve_o = reserve_q;
  assign last_o = step_q[Words] & collect_q;
  assign id_o = control_q.id;
  assign digest_o = digest;
endmodule
