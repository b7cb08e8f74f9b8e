// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The SHA-1 datapath (FIPS 180-4 6.1) of Precompute = 2 with its chaining values in memory.
///
/// The sums and the row of working variables are those of sil_sha1_rounds. These points are
/// different:
///
/// * A register file holds the chaining values, 5 words each. A word is read and registered a cycle
///   before it enters the message schedule, as a message word is. A word of a new chaining value is
///   written from the register behind the adder of e.
/// * The initial hash value is among the constants K.
/// * After the last operation of a hash has left the addition of e, the working variables and the
///   sums after it become zero. The next hash starts with a feed-forward.
///
/// ## Latency and throughput
/// One operation per cycle. A sum of the feed-forward is in memory 6 cycles after its control word
/// has been taken.
module sil_sha1_keyed_rounds
  import sil_sha1_pkg::*, sil_md_keyed_pkg::*;
(
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// The control word.
  input  control_t     control_i,
  /// It is taken in this cycle.
  output logic         step_o,
  /// The message word; without `load_o` it is ignored. If it is a word of the last digest, that is
  /// XORed to it.
  input  logic [31:0]  message_i,
  input  logic         valid_i,
  /// `message_i` is taken in this cycle if `valid_i`.
  output logic         load_o,
  /// The message word is the first one after a digest that is hashed again; it has the length.
  output logic         mark_o,
  output logic         length_o,
  /// The tag becomes zero.
  input  logic         tag_clear_i,
  /// The tag is complete. `tag_o` has it from the next cycle on.
  output logic         tag_done_o,
  /// The tag, H0 in the high bits.
  output logic [159:0] tag_o
);
  // Stages that a control word passes: words are read, the schedule's word is selected, K + W, + e,
  // the sum of a feed-forward is rotated back, + f, + rotl5(a).
  typedef enum int unsigned {Fetch, Choose, AddK, AddE, Correct, AddF, Operate} stage_e;

  localparam int unsigned Words = 5;

  control_t [Operate:0] control_q;
  logic run;
  word_t stored, stored_q, fetched_q, w, constant_q, kw_q, kwe_d, kwe_q, corrected_q, sum_d, sum_q;
  word_t a_d;
  word_t [1:0] a_q;  // a_q[1] is the newest
  choice_t choice_q;

  assign run = ~control_q[Fetch].load | valid_i;
  assign step_o = run;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) control_q <= {(Operate + 1){IDLE}};
    else if (run) control_q <= {control_q[Operate-1:0], control_i};
  end

  // The kind of the operation in stage Correct, as in sil_sha1_pkg.
  kind_t kind;
  assign kind = '{
    feed_forward: ~control_q[Correct].round, direct: control_q[Correct].direct,
    round: control_q[Correct].number[5:4]
  };

  // The chaining values.
  sil_register_file #(.Width(32), .Words(16)) u_values (
    .clk_i,
    .write_i        (run & control_q[Correct].write),
    .write_address_i(control_q[Correct].written),
    .word_i         (kwe_q),
    .read_address_i (control_q[Fetch].read),
    .word_o         (stored)
  );

  always_ff @(posedge clk_i) begin
    if (run) begin
      stored_q  <= control_q[Fetch].stored ? stored : '0;
      fetched_q <= control_q[Fetch].load ? message_i : '0;
    end
  end

  sil_sha1_schedule #(.Unroll(1), .Ahead(1'b1)) u_schedule (
    .clk_i,
    .run_i         (run),
    .load_i        (control_q[Choose].enter),
    .feed_forward_i(1'b0),
    .message_i     (fetched_q ^ stored_q),
    .chaining_i    ('0),
    .words_o       (w)
  );

  // K, or a word of the initial hash value: a table with an address of four bits.
  logic [3:0] row_d, row_q;
  always_comb begin
    row_d = '1;
    if (control_q[Fetch].round) row_d = {2'b10, control_q[Fetch].number[5:4]};
    else if (control_q[Fetch].initial_value) row_d = {1'b0, control_q[Fetch].word};
  end
  function automatic word_t row(logic [3:0] number);
    word_t [Words-1:0] initial_words = INITIAL;
    row = '0;
    for (int unsigned i = 0; i < Words; i++) if (number == 4'(i)) row = initial_words[4-i];
    if (number[3:2] == 2'b10) row = k(number[1:0]);
  endfunction
  always_ff @(posedge clk_i) begin
    if (run) begin
      row_q      <= row_d;
      constant_q <= row(row_q);
    end
  end

  // The sums before the loop.
  sil_add_select u_add_e (
    .a_i(kw_q), .select_i({32{control_q[AddE].direct}}), .x0_i(rotl(30, a_q[0])), .x1_i(a_q[0]),
    .sum_o(kwe_d)
  );
  sil_add_select u_add_f (
    .a_i(corrected_q), .select_i(a_q[1]), .x0_i(choice_q.zero), .x1_i(choice_q.one), .sum_o(sum_d)
  );
  // The loop.
  sil_add_select u_add_a (
    .a_i(sum_q), .select_i({32{control_q[Operate].round}}), .x0_i('0), .x1_i(rotl(5, a_q[1])),
    .sum_o(a_d)
  );

  logic clear;
  assign clear = control_q[AddE].clear | control_q[Correct].clear;

  always_ff @(posedge clk_i) begin
    if (run) begin
      kw_q        <= constant_q + w;
      kwe_q       <= kwe_d;
      corrected_q <= clear ? '0 : corrected(kind, kwe_q);
      choice_q    <= choice(kind, rotl(30, a_q[1]), rotl(30, a_q[0]));
      sum_q       <= control_q[AddE].clear ? '0 : sum_d;
      a_q         <= control_q[AddE].clear ? '0 : {a_d, a_q[1]};
    end
  end

  // The tag is in a shift register, which nothing reads until it is complete.
  word_t [Words-1:0] tag_q;
  always_ff @(posedge clk_i) begin
    if (tag_clear_i) tag_q <= '0;
    else if (run && control_q[Correct].tag) tag_q <= {kwe_q, tag_q[Words-1:1]};
  end

  assign load_o = control_q[Fetch].load;
  assign mark_o = control_q[Fetch].mark;
  assign length_o = control_q[Fetch].length;
  assign tag_done_o = run & control_q[Correct].tag & control_q[Correct].clear;
  assign tag_o = tag_q;
endmodule
