// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Where a pipeline of stages turns round: from the last stage back to the first.
///
/// The letters of a block's end are the last ones that the last stage makes, one a cycle, so one
/// adder adds the chaining value to them, word by word. The sums are the next block's first letters,
/// the next chaining value and, of a message's last block, the digest. A new message starts from the
/// initial value or a copy; a message that had no block in its slot keeps its chaining value.
///
/// The sum of the newest word is ready in the cycle in which it is needed. Its two parts are given as
/// well, for a first stage that can add them where it makes its letters.
///
/// Words are in the order in which the letters become final, the first in item 0.
///
/// ## Latency and throughput
/// The first stage takes over Words + 1 cycles after the order to hand over.
module sil_md_turn
  import sil_md_pkg::*;
#(
  /// Words of 32 bits of the chaining value: 4 or 5.
  parameter int unsigned Words = 5,
  /// Stages.
  parameter int unsigned Stages = 4,
  /// Letters but the newest two have a rotation still before them (SHA-1).
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
  /// The newest letter of the last stage.
  input  logic [31:0]             letter_i,
  /// The copy, counted from 1, from which a message starts that the order hands over; 0: none, the
  /// initial value. The copy that a digest becomes; 0: none.
  input  logic [CopyBits-1:0]     from_i,
  input  logic [CopyBits-1:0]     save_i,
  /// The first letters in the cycle in which the first stage takes over; up to the second newest a
  /// cycle earlier, a place later: the row from which it goes on as if it were a stage's before.
  output logic [Words-2:0][31:0]  letters_o,
  /// The second newest in the cycle in which the first stage takes over, straight from its register.
  output logic [31:0]             second_o,
  output logic [31:0]             newest_o,
  /// The parts of the newest: the base is zero in every other cycle.
  output logic [31:0]             base_o,
  output logic [31:0]             letter_o,
  /// The digest's register starts to change: in the next cycle, if `run_i`; in this one.
  output logic                    claim_next_o,
  output logic                    claim_o,
  /// It is complete from the next cycle on; the message that it belongs to.
  output logic                    last_o,
  output logic [1:0]              id_o,
  output logic [Words-1:0][31:0]  digest_o
);
  typedef logic [31:0] word_t;
  typedef word_t [Words-1:0] words_t;

  /// A letter as the word that is added, and a sum as the letter that it becomes, of all but the
  /// newest two.
  function automatic word_t old(word_t letter);
    return Rotated ? {letter[1:0], letter[31:2]} : letter;
  endfunction
  function automatic word_t settled(word_t sum);
    return Rotated ? {sum[29:0], sum[31:30]} : sum;
  endfunction

  logic clk, en;
  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(run_i), .clk_o(clk), .en_o(en)
  );

  order_t order, order_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) order <= '0;
    else if (run_i) order <= order_i;
  end

  // Word i is added in step i + 1.
  logic [Words-1:0] step;
  logic [Words:1] step_q;
  logic adding_q;   // in a step before the last
  logic claim_q;    // in the first step of a digest
  logic collect_q;  // in any

  assign step = {step_q[Words-1:1], order.hand};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q    <= '0;
      adding_q  <= 1'b0;
      claim_q   <= 1'b0;
      collect_q <= 1'b0;
    end else if (run_i) begin
      step_q    <= step;
      adding_q  <= |step[Words-2:0];
      claim_q   <= claim_next_o;
      collect_q <= order.hand ? order.last : collect_q & |step;
    end
  end
  always_ff @(posedge clk) if (en && order.hand) order_q <= order;

  words_t [Stages-1:0] chaining_q;
  word_t [Words-2:0] words_q;
  word_t start, given_d, given_q, word, sum;
  logic direct_q, keep_q;
  logic [31:0] copied;

  // The word from which a new message starts: word i in step i.
  if (Copies == 0) begin : gen_initial
    always_comb begin
      start = Initial[0];
      for (int unsigned i = 1; i < Words; i++) if (step_q[i]) start = Initial[i];
    end
  end else begin : gen_copy
    always_comb begin
      start = '0;
      for (int unsigned i = 0; i < Words; i++) if (step[i]) start |= Initial[i];
      if (from_i != '0) start = copied;
    end
  end

  // Whether the next one does is known before it is handed over.
  assign given_d =
    (adding_q ? order_q.fresh : order.fresh) ? start : chaining_q[Stages-1][adding_q];
  assign word = keep_q ? given_q : sum;

  sil_add_select u_add (
    .a_i(chaining_q[Stages-1][0]), .select_i({32{direct_q}}), .x0_i(old(letter_i)),
    .x1_i(letter_i), .sum_o(sum)
  );

  always_ff @(posedge clk) begin
    if (en) begin
      given_q  <= given_d;
      if (order.hand) keep_q <= order.fresh | ~order.full;
      direct_q <= step_q[Words-2] | step_q[Words-1];
      if (adding_q) words_q <= {word, words_q[Words-2:1]};
    end
  end

  // Chaining values move on with their messages.
  always_ff @(posedge clk) begin
    if (en && step_q[Words]) begin
      chaining_q[0] <= {word, words_q};
      for (int unsigned s = 1; s < Stages; s++) chaining_q[s] <= chaining_q[s-1];
    end else if (en && adding_q) begin
      chaining_q[Stages-1] <= {chaining_q[Stages-1][0], chaining_q[Stages-1][Words-1:1]};
    end
  end

  logic [Words*32-1:0] digest;
  sil_md_lane #(.Width(32), .Words(Words), .Copies(Copies), .ClockGate(ClockGate)) u_digest (
    .clk_i,
    .rst_ni,
    .load_i (1'b0),
    .words_i('0),
    .shift_i(run_i & collect_q),
    .new_i  (sum),
    .save_i,
    .read_i (run_i & |step & (order.hand ? order.begins : order_q.begins)),
    .from_i,
    .next_o (copied),
    .words_o(digest)
  );

  for (genvar i = 0; i < Words - 1; i++) begin : gen_letter
    // The second newest comes to its place in the last step; what was there before is older.
    assign letters_o[i] = i == Words - 2 && step_q[Words] ? words_q[i] : settled(words_q[i]);
  end
  assign second_o = words_q[Words-2];
  assign newest_o = word;
  assign base_o = step_q[Words] ? given_q : '0;
  assign letter_o = keep_q ? '0 : letter_i;
  assign claim_next_o = order.hand & order.last;
  assign claim_o = claim_q;
  assign last_o = step_q[Words] & collect_q;
  assign id_o = order_q.id;
  assign digest_o = digest;
endmodule
