// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Where a pipeline of stages turns round: from the last stage back to the first.
///
/// The letters of a block's end are the last ones that the last stage makes, one a cycle, so one
/// adder adds the chaining value to them, word by word. The sums are the next block's first letters,
/// the next chaining value and, of a message's last block, the digest. A new message starts from the
/// initial value or a copy; a message that had no block in its slot keeps its chaining value.
///
/// The sum of the newest word would be late. It is left to the first stage, which makes it of
/// `base_o` and `newest_o` where it makes its letters.
///
/// Words are in the order in which the letters become final, the first in item 0.
///
/// ## Latency and throughput
/// The first stage takes over Words cycles after the order to hand over.
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
  /// The first letters but the newest: the row from which the first stage goes on as if it were a
  /// stage's before.
  output logic [Words-2:0][31:0]  letters_o,
  /// What the newest is the sum of; the base is valid a cycle before the stage takes over.
  output logic [31:0]             base_o,
  output logic [31:0]             newest_o,
  /// The digest's register starts to change.
  output logic                    claim_o,
  /// It is complete from the next cycle on; the message that it belongs to.
  output logic                    last_o,
  output logic [1:0]              id_o,
  output logic [Words-1:0][31:0]  digest_o
);
  typedef logic [31:0] word_t;
  typedef word_t [Words-1:0] words_t;

  /// A letter as the word that is added, and a sum as the letter that it becomes.
  function automatic word_t old(logic direct, word_t letter);
    return Rotated && !direct ? {letter[1:0], letter[31:2]} : letter;
  endfunction
  function automatic word_t settled(logic direct, word_t sum);
    return Rotated && !direct ? {sum[29:0], sum[31:30]} : sum;
  endfunction

  logic clk, en;
  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(run_i), .clk_o(clk), .en_o(en)
  );

  // Word i is added in step i + 1.
  logic [Words:0] step;
  logic [Words:1] step_q;
  order_t order_q;

  assign step = {step_q, order_i.hand};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) step_q <= '0;
    else if (run_i) step_q <= step[Words-1:0];
  end
  always_ff @(posedge clk) if (en && order_i.hand) order_q <= order_i;

  words_t [Stages-1:0] chaining_q;
  word_t [Words-2:0] letters_q;
  word_t start, last_start, given, sum, letter;
  logic direct_q, keep;
  logic [31:0] copied;

  // The word from which a new message starts, and the last of these words a step before its own.
  if (Copies == 0) begin : gen_initial
    always_comb begin
      start = '0;
      for (int unsigned i = 0; i < Words; i++) if (step_q[i+1]) start |= Initial[i];
    end
    assign last_start = Initial[Words-1];
  end else begin : gen_copy
    word_t start_d, start_q;
    always_comb begin
      start_d = '0;
      for (int unsigned i = 0; i < Words; i++) if (step[i]) start_d |= Initial[i];
      if (from_i != '0) start_d = copied;
    end
    always_ff @(posedge clk) if (en) start_q <= start_d;
    assign start = start_q;
    assign last_start = start_d;
  end

  assign given = order_q.fresh ? start : chaining_q[Stages-1][0];
  assign keep = order_q.fresh | ~order_q.full;

  always_ff @(posedge clk) if (en) direct_q <= step_q[Words-2] | step_q[Words-1];

  sil_add_select u_add (
    .a_i(chaining_q[Stages-1][0]), .select_i({32{direct_q}}), .x0_i(old(1'b0, letter_i)),
    .x1_i(letter_i), .sum_o(sum)
  );
  assign letter = settled(direct_q, keep ? given : sum);

  always_ff @(posedge clk) begin
    if (en && |step_q[Words-1:1]) letters_q <= {letter, letters_q[Words-2:1]};
  end

  // Chaining values move on with their messages.
  always_ff @(posedge clk) begin
    if (en && step_q[Words]) begin
      for (int unsigned i = 0; i < Words - 1; i++) begin
        chaining_q[0][i] <= old(i == Words - 2, letters_q[i]);
      end
      chaining_q[0][Words-1] <= letter;
      for (int unsigned s = 1; s < Stages; s++) chaining_q[s] <= chaining_q[s-1];
    end else if (en && |step_q[Words-1:1]) begin
      chaining_q[Stages-1] <= {chaining_q[Stages-1][0], chaining_q[Stages-1][Words-1:1]};
    end
  end

  logic [Words*32-1:0] digest;
  sil_md_lane #(.Width(32), .Words(Words), .Copies(Copies), .ClockGate(ClockGate)) u_digest (
    .clk_i,
    .rst_ni,
    .load_i (1'b0),
    .words_i('0),
    .shift_i(run_i & order_q.last & |step_q),
    .new_i  (sum),
    .save_i,
    .read_i (run_i & |step[Words-1:0] & (order_i.hand ? order_i.fresh : order_q.fresh)),
    .from_i,
    .next_o (copied),
    .words_o(digest)
  );

  assign letters_o = letters_q;
  assign base_o = order_q.fresh ? last_start : chaining_q[Stages-1][1];
  assign newest_o = keep ? '0 : letter_i;
  assign claim_o = step_q[1] & order_q.last;
  assign last_o = step_q[Words] & order_q.last;
  assign id_o = order_q.id;
  assign digest_o = digest;
endmodule
