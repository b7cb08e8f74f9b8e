// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Where a pipeline of stages turns round: from the last stage back to the first.
///
/// The letters of a block's end are the last ones that the last stage makes, one a cycle, so one
/// adder adds the chaining value to them, word by word. The sums are the next block's first letters
/// and the next chaining value. A new message starts from the initial value or a copy instead; a
/// message that had no block in its slot keeps its chaining value. The digest has an adder of its own.
///
/// Words are in the order in which the letters become final, the first in item 0.
///
/// ## Latency and throughput
/// The first stage takes over Words + 1 cycles after the order to hand over, with `newest_o`; where
/// cycles are to spare, Words + 3 cycles after it with all letters from registers.
module sil_md_turn
  import sil_md_pkg::*;
#(
  /// Words of 32 bits of the chaining value: 4 or 5.
  parameter int unsigned Words = 5,
  /// Stages.
  parameter int unsigned Stages = 4,
  /// SHA-1: letters but the newest two have a rotation still before them. There are cycles to spare:
  /// a letter comes a cycle earlier, and a word's choice, sum and rotation have a cycle each.
  parameter bit Rotated = 1'b0,
  /// The initial value.
  parameter logic [Words-1:0][31:0] Initial = '0,
  /// Copies of the chaining value that can be kept.
  parameter int unsigned Copies = 0,
  /// Stop the clock of registers that hold.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned CopyBits = Copies == 0 ? 1 : $clog2(Copies + 1)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  /// The pipeline moves.
  input  logic                    run_i,
  /// The order to the last stage.
  input  order_t                  order_i,
  /// A letter of the last stage: word 0 in the second cycle after the order, the first one if Rotated.
  input  logic [31:0]             letter_i,
  /// The copy, counted from 1, from which a message starts that the order hands over; 0: none, the
  /// initial value. The copy that a digest becomes; 0: none.
  input  logic [CopyBits-1:0]     from_i,
  input  logic [CopyBits-1:0]     save_i,
  /// The three newest letters, the oldest first, a row that moves on a place a cycle; not Rotated: the
  /// three before the newest.
  output logic [2:0][31:0]        letters_o,
  /// The newest a cycle earlier; not Rotated: in the cycle in which it is needed.
  output logic [31:0]             newest_o,
  /// The digest's register starts to change: in the next cycle, if `run_i`; in this one.
  output logic                    claim_next_o,
  output logic                    claim_o,
  /// It is complete from the next cycle on; the message that it belongs to.
  output logic                    last_o,
  output logic [1:0]              id_o,
  output logic [Words-1:0][31:0]  digest_o
);
  typedef logic [31:0] word_t;

  logic clk, en;
  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(run_i), .clk_o(clk), .en_o(en)
  );

  order_t order, order_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) order <= '0;
    else if (run_i) order <= order_i;
  end

  // Word i is given in step i and added in step i + 1.
  logic [Words-1:0] step;
  logic [Words:1] step_q;
  logic adding_q;   // in a step but the first and the last
  logic shift_q;    // in a step but the first
  logic claim_q;    // in the first step of a digest
  logic collect_q;  // in any
  logic begins_q;   // in a step of a message that begins

  assign step = {step_q[Words-1:1], order.hand};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q    <= '0;
      adding_q  <= 1'b0;
      shift_q   <= 1'b0;
      claim_q   <= 1'b0;
      collect_q <= 1'b0;
      begins_q  <= 1'b0;
    end else if (run_i) begin
      step_q    <= step;
      adding_q  <= |step[Words-2:0];
      shift_q   <= |step;
      claim_q   <= claim_next_o;
      collect_q <= order.hand ? order.last : collect_q & |step;
      begins_q  <= order_i.hand ? order_i.begins : begins_q & ~step[Words-1];
    end
  end
  always_ff @(posedge clk) if (en && order.hand) order_q <= order;

  // The chaining values of all messages, that of the one in the last stage first; a word that is added
  // leaves, and its sum comes back behind the others.
  word_t [Stages*Words-1:0] chaining;
  word_t start, given_d, given_q, letter, sum, ended, unused_next;
  logic keep_q;
  logic fresh_q;    // a message begins; known in its first step
  logic [31:0] copied;

  // The word from which a new message starts: word i in step i.
  if (Copies == 0) begin : gen_initial
    word_t start_d, start_q;
    always_comb begin
      start_d = Initial[0];
      for (int unsigned i = 1; i < Words; i++) if (step[i-1]) start_d = Initial[i];
    end
    always_ff @(posedge clk) if (en) start_q <= start_d;
    assign start = start_q;
  end else begin : gen_copy
    always_comb begin
      start = '0;
      for (int unsigned i = 0; i < Words; i++) if (step[i]) start |= Initial[i];
      if (from_i != '0) start = copied;
    end
  end

  assign given_d = fresh_q ? start : chaining[adding_q];

  always_ff @(posedge clk) begin
    if (en) begin
      given_q <= given_d;
      if (order_i.hand) fresh_q <= order_i.fresh;
      if (order.hand) keep_q <= order.fresh | ~order.full;
    end
  end

  sil_add_select u_add (
    .a_i(given_q), .select_i({32{keep_q}}), .x0_i(letter), .x1_i('0), .sum_o(sum)
  );
  sil_add_select u_end (
    .a_i(chaining[0]), .select_i('0), .x0_i(letter), .x1_i('0), .sum_o(ended)
  );

  sil_md_lane #(.Width(32), .Words(Stages * Words), .ClockGate(ClockGate)) u_chaining (
    .clk_i,
    .rst_ni,
    .load_i (1'b0),
    .words_i('0),
    .shift_i(run_i & shift_q),
    .new_i  (sum),
    .save_i ('0),
    .read_i (1'b0),
    .from_i ('0),
    .next_o (unused_next),
    .words_o(chaining)
  );

  logic [Words*32-1:0] digest;
  sil_md_lane #(.Width(32), .Words(Words), .Copies(Copies), .ClockGate(ClockGate)) u_digest (
    .clk_i,
    .rst_ni,
    .load_i (1'b0),
    .words_i('0),
    .shift_i(run_i & collect_q),
    .new_i  (ended),
    .save_i,
    .read_i (run_i & begins_q),
    .from_i,
    .next_o (copied),
    .words_o(digest)
  );

  // A letter as the word that is added, and a sum as the letter that it becomes.
  word_t [2:0] letters_q;
  word_t made;
  if (Rotated) begin : gen_rotated
    word_t letter_q, last;
    logic [Words+1:Words-2] direct_q;  // in a step; of them, the newest two words are as they are

    always_ff @(posedge clk) begin
      if (en) begin
        direct_q <= {direct_q[Words:Words-2], step[Words-3] | step[Words-2]};
        letter_q <= direct_q[Words-2] ? letter_i : {letter_i[1:0], letter_i[31:2]};
      end
    end
    assign letter = letter_q;
    assign last = chaining[Stages*Words-1];
    assign made = direct_q[Words] ? last : {last[29:0], last[31:30]};
  end else begin : gen_plain
    assign letter = letter_i;
    assign made = sum;
  end
  always_ff @(posedge clk) if (en) letters_q <= {made, letters_q[2:1]};

  assign letters_o = letters_q;
  assign newest_o = made;
  assign claim_next_o = order.hand & order.last;
  assign claim_o = claim_q;
  assign last_o = step_q[Words] & collect_q;
  assign id_o = order_q.id;
  assign digest_o = digest;
endmodule
