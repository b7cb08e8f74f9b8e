// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// For the proofs of a block: what the control words in the stages of a core are, and how they
/// follow each other, for a core that computes one message at a time.
///
/// A message starts with the control words of a feed-forward, which load the initial hash value.
/// Those of each block follow, its rounds and its feed-forward, in steps of one and without a gap.
/// Each beat that is accepted belongs to a control word of the first rounds, and the other way
/// around. A message ends with the block whose last beat is the last one of the message.
module sil_md_block_controls
  import sil_md_pkg::*;
#(
  /// The last stage.
  parameter int unsigned Done = 3,
  /// Rounds and operations per block, and those per cycle.
  parameter int unsigned Rounds = 64,
  parameter int unsigned Operations = 68,
  parameter int unsigned Unroll = 1
) (
  input  logic              clk_i,
  /// The pipeline advances. Low: it stalls. A message starts.
  input  logic              run_i,
  input  logic              clear_i,
  /// A beat is accepted, and it is the last one of its message.
  input  logic              accept_i,
  input  logic              s_tlast,
  /// From the sequencer: its state, its control word, the number of that word, and whether this is
  /// the last number, the last of the rounds, the last of those that take message words; whether
  /// the last block has been taken.
  input  logic [1:0]        state_i,
  input  control_t          issued_i,
  input  logic [6:0]        count_i,
  input  logic              wrap_i,
  input  logic              rounds_i,
  input  logic              loaded_i,
  input  logic              last_i,
  /// The control word in each stage.
  input  control_t [Done:0] control_i,
  /// The digest is valid.
  input  logic              m_tvalid,
  /// Which stages have a control word, and its number.
  output logic [Done:0]     valid_o,
  output logic [Done:0][6:0] t_o,
  /// Which stages have a control word of a round, and which one of the feed-forward.
  output logic [Done:0]     round_o,
  output logic [Done:0]     feed_forward_o,
  /// All that this module says of control words is so. Not in the first cycle.
  output logic              right_o
);
  localparam int unsigned ControlWords = Operations / Unroll;
  localparam int unsigned RoundControlWords = Rounds / Unroll;
  localparam int unsigned LoadControlWords = BLOCK_WORDS / Unroll;

  logic [Done:0] valid;
  logic [Done-1:0][6:0] t;
  logic [6:0] done_t_q;
  logic ended_q;  // the beat that was accepted last is the last one of its message
  logic controls, numbers;

  sil_md_operation_controls #(.Done(Done), .ControlWords(ControlWords)) u_controls (
    .clk_i, .run_i, .state_i, .issued_i, .count_i, .wrap_i, .control_i, .m_tvalid,
    .valid_o(valid), .t_o(t), .controls_o(controls), .numbers_o(numbers)
  );

  always_ff @(posedge clk_i) begin
    if (run_i) done_t_q <= t[Done-1];
    if (clear_i) ended_q <= 1'b0;
    else if (accept_i) ended_q <= s_tlast;
  end
  assign t_o = {done_t_q, t};
  assign valid_o = valid;

  /// A control word is what its number says. One that is not valid is zero.
  function automatic logic kind(control_t control, logic [6:0] number);
    if (!control.valid) return control == '0;
    return control.feed_forward == (number >= 7'(RoundControlWords))
      && control.load == (number < 7'(LoadControlWords))
      && (!control.last || (number == 7'(ControlWords - 1) && !control.first))
      && (!control.first || control.feed_forward);
  endfunction

  /// Between two neighbouring stages: the control word of the first one is the successor of the
  /// other one, or the first control word of a message.
  function automatic logic follows(
    control_t later, logic [6:0] later_number, control_t earlier, logic [6:0] earlier_number
  );
    if (!later.valid) return 1'b1;
    if (!earlier.valid) return later_number == 7'(RoundControlWords) && later.first;
    if (earlier_number == 7'(ControlWords - 1)) return later_number == '0 && !later.first;
    return later_number == 7'(earlier_number + 1'b1) && later.first == earlier.first;
  endfunction

  for (genvar i = 0; i <= Done; i++) begin : gen_kind
    assign round_o[i] = valid[i] & ~control_i[i].feed_forward;
    assign feed_forward_o[i] = valid[i] & control_i[i].feed_forward;
  end

  always_comb begin
    right_o = controls & numbers & kind(issued_i, count_i)
      & follows(issued_i, count_i, control_i[0], t_o[0]);
    if (issued_i.valid) begin
      right_o &= rounds_i == (count_i == 7'(RoundControlWords - 1))
        & loaded_i == (count_i == 7'(LoadControlWords - 1)) & ~(issued_i.first & last_i);
    end
    right_o &= accept_i == (run_i & round_o[0] & t_o[0] < 7'(LoadControlWords));
    if (state_i != 2'd0) right_o &= last_i == ended_q;
    if (issued_i.valid && wrap_i) right_o &= issued_i.last == (ended_q & ~issued_i.first);
    if (valid[0] && t_o[0] == 7'(ControlWords - 1)) begin
      right_o &= control_i[0].last == (ended_q & ~control_i[0].first);
    end
    for (int unsigned i = 0; i <= Done; i++) begin
      right_o &= kind(control_i[i], t_o[i]) & (~valid[i] | t_o[i] < 7'(ControlWords));
      if (i < Done) right_o &= follows(control_i[i], t_o[i], control_i[i+1], t_o[i+1]);
    end
  end
endmodule
