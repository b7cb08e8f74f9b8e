// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The MD5 datapath (RFC 1321 3.4) of Precompute = 2 with its chaining values in memory.
///
/// The sums and the working variables are those of sil_md5_rounds. These points are different:
///
/// * A register file holds the chaining values, 4 words each. A word is read and registered a cycle
///   before the sums, as a message word is. A word of a new chaining value is written from the
///   register behind the adder of A.
/// * The initial value is in the table of constants.
/// * After the last operation of a hash has left the addition of A, the working variables become
///   zero. The next hash starts with a feed-forward.
///
/// ## Latency and throughput
/// One operation per cycle. A sum of the feed-forward is in memory 6 cycles after its control word
/// has been taken.
module sil_md5_keyed_rounds
  import sil_md_pkg::BLOCK_WORDS, sil_md5_pkg::*, sil_md_keyed_pkg::*;
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
  /// The tag, A in the high bits.
  output logic [127:0] tag_o
);
  // Stages that a control word passes: words are read, the message word is selected, X + T, + A,
  // the step.
  typedef enum int unsigned {Fetch, Choose, AddT, AddA, Operate} stage_e;

  localparam int unsigned Words = 4;
  localparam int unsigned Rows = 128;

  control_t [Operate:0] control_q;
  logic run;
  word_t stored, stored_q, fetched_q, entering, remembered, x_q, constant_q, xt_q, total;
  word_t sum_q, forward_q;
  word_t [Words-1:0] working_d, working_q;  // A, D, C, B
  choice_t choice_q;
  logic [3:0] index_d, index_q;

  assign run = ~control_q[Fetch].load | valid_i;
  assign step_o = run;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) control_q <= {(Operate + 1){IDLE}};
    else if (run) control_q <= {control_q[Operate-1:0], control_i};
  end

  // The chaining values.
  sil_register_file #(.Width(32), .Words(16)) u_values (
    .clk_i,
    .write_i        (run & control_q[Operate].write),
    .write_address_i(control_q[Operate].written),
    .word_i         (forward_q),
    .read_address_i (control_q[Fetch].read),
    .word_o         (stored)
  );

  always_ff @(posedge clk_i) begin
    if (run) begin
      stored_q  <= control_q[Fetch].stored ? stored : '0;
      fetched_q <= control_q[Fetch].load ? message_i : '0;
    end
  end

  // The message words, in the order in which the steps use them. The first 16 steps write them.
  always_comb begin
    index_d = '0;
    for (int unsigned i = 0; i < STEPS; i++) begin
      if (control_q[Fetch].number == 6'(i)) index_d |= 4'(message_index(i));
    end
  end
  assign entering = fetched_q ^ stored_q;
  sil_register_file #(.Width(32), .Words(BLOCK_WORDS)) u_message (
    .clk_i,
    .write_i        (run & control_q[Choose].load),
    .write_address_i(index_q),
    .word_i         (entering),
    .read_address_i (index_q),
    .word_o         (remembered)
  );

  // T, or a word of the initial value.
  function automatic logic [Rows*32-1:0] rows();
    word_t [Words-1:0] initial_words = INITIAL;
    rows = '0;
    for (int unsigned i = 0; i < STEPS; i++) rows[i*32+:32] = T[i];
    for (int unsigned i = 0; i < Words; i++) rows[(STEPS+i)*32+:32] = initial_words[Words-1-i];
  endfunction
  logic [6:0] row_q;
  word_t row;
  sil_table #(.Width(32), .Rows(Rows), .Content(rows())) u_rows (.address_i(row_q), .row_o(row));

  always_ff @(posedge clk_i) begin
    if (run) begin
      index_q <= index_d;
      row_q   <= 7'd127;
      if (control_q[Fetch].round) row_q <= {1'b0, control_q[Fetch].number};
      if (control_q[Fetch].initial_value) row_q <= {4'b1000, control_q[Fetch].word};
      constant_q <= row;
      x_q        <= control_q[Choose].enter ? entering : remembered;
    end
  end

  // The sums before the loop.
  assign total = xt_q + working_q[1];
  always_ff @(posedge clk_i) begin
    if (run) begin
      xt_q      <= x_q + constant_q;
      sum_q     <= control_q[AddA].round ? total : '0;
      forward_q <= total;
      choice_q  <= choice(
        ~control_q[AddA].round, control_q[AddA].number[5:4], working_q[3], working_q[2]
      );
    end
  end

  kind_t kind;
  assign kind = '{
    feed_forward: ~control_q[Operate].round,
    round:        control_q[Operate].number[5:4],
    index:        control_q[Operate].number[1:0]
  };
  sil_md5_operations #(.Unroll(1), .VariablesAdded(1), .ChoiceGiven(1'b1)) u_operations (
    .kind_i       (kind),
    .sum_i        (sum_q),
    .forward_sum_i(forward_q),
    .choice_i     (choice_q),
    .working_i    (working_q),
    .working_o    (working_d)
  );

  logic clear;
  assign clear = control_q[AddA].clear | control_q[Operate].clear;
  always_ff @(posedge clk_i) if (run) working_q <= clear ? '0 : working_d;

  // The tag is in a shift register, which nothing reads until it is complete: A, D, C, B.
  word_t [Words-1:0] tag_q;
  always_ff @(posedge clk_i) begin
    if (tag_clear_i) tag_q <= '0;
    else if (run && control_q[Operate].tag) tag_q <= {forward_q, tag_q[Words-1:1]};
  end

  assign load_o = control_q[Fetch].load;
  assign mark_o = control_q[Fetch].mark;
  assign length_o = control_q[Fetch].length;
  assign tag_done_o = run & control_q[Operate].tag & control_q[Operate].clear;
  assign tag_o = {tag_q[0], tag_q[3], tag_q[2], tag_q[1]};
endmodule
