// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A chain of Unroll steps on the working variables of MD5; combinational.
///
/// A step is
///
///     B' = B + rotl(s, A + X + T + F(B,C,D))
///
/// (RFC 1321 3.4), or a part of the feed-forward, which adds a word X of the chaining value: B' = A
/// + X. B is the last operand to arrive. F is therefore a selection by B (sil_md5_pkg::choice),
/// made in the first sum. The last selection between rotations is made in the second sum.
module sil_md5_operations
  import sil_md5_pkg::*;
#(
  /// Steps per cycle.
  parameter int unsigned Unroll = 1,
  /// `sum_i` of the first VariablesAdded steps includes A.
  parameter int unsigned VariablesAdded = 0,
  /// The first step uses `choice_i`. Otherwise the selection of F is formed here.
  parameter bit ChoiceGiven = 1'b0
) (
  /// Kinds of the steps, step i in item i.
  input  kind_t [Unroll-1:0]      kind_i,
  /// X + T; with A in the first VariablesAdded steps. Those are zero in the feed-forward.
  input  logic [Unroll-1:0][31:0] sum_i,
  /// A + X for the feed-forward, in the first VariablesAdded steps.
  input  logic [Unroll-1:0][31:0] forward_sum_i,
  /// Both values of F between which B selects, for the first step.
  input  choice_t                 choice_i,
  /// The working variables A, D, C, B, the first in item 0.
  input  logic [3:0][31:0]        working_i,
  /// The same working variables after the steps.
  output logic [3:0][31:0]        working_o
);
  // A step computes one new value and shifts the others. So the four old and the new values form
  // one row, the oldest first: step i reads A at working[i] and B at working[i+3].
  word_t working [4+Unroll];

  for (genvar i = 0; i < 4; i++) begin : gen_working
    assign working[i] = working_i[i];
    assign working_o[i] = working[i+Unroll];
  end

  for (genvar i = 0; i < Unroll; i++) begin : gen_step
    localparam int unsigned Words = 16 / Unroll;
    localparam int unsigned SelectBits = $clog2(Words);

    word_t sum, forward_sum, inner, low, high;
    choice_t chosen;
    word_t [Words-1:0] rotations;

    if (ChoiceGiven) begin : gen_given
      assign chosen = choice_i;
    end else begin : gen_choice
      assign chosen = choice(kind_i[i].feed_forward, kind_i[i].round, working[i+2], working[i+1]);
    end
    if (i < VariablesAdded) begin : gen_added
      assign sum = sum_i[i];
      assign forward_sum = forward_sum_i[i];
    end else begin : gen_add
      assign forward_sum = sum_i[i] + working[i];
      assign sum = kind_i[i].feed_forward ? '0 : forward_sum;
    end

    sil_add_select u_inner (
      .a_i(sum), .select_i(working[i+3]), .x0_i(chosen.zero), .x1_i(chosen.one), .sum_o(inner)
    );

    // With several steps per cycle, each step has only some of the four rotations of a round.
    logic [SelectBits-1:0] select;
    assign select = SelectBits'({kind_i[i].round, kind_i[i].index} >> $clog2(Unroll));
    for (genvar w = 0; w < Words; w++) begin : gen_rotation
      // Entry w is of round w / (4 / Unroll).
      localparam int unsigned PerRound = 4 / Unroll;
      localparam table_word_t Entry = table_word(w / PerRound * 16 + w % PerRound * Unroll + i);
      localparam int unsigned Shift = 32'(Entry.shift);
      assign rotations[w] = {inner[31-Shift:0], inner[31-:Shift]};
    end
    sil_mux #(.Words(Words/2)) u_low (
      .words_i(rotations[Words/2-1:0]), .select_i(select[SelectBits-2:0]), .word_o(low)
    );
    sil_mux #(.Words(Words/2)) u_high (
      .words_i(rotations[Words-1:Words/2]), .select_i(select[SelectBits-2:0]), .word_o(high)
    );

    // The feed-forward rotates nothing.
    sil_add_select u_outer (
      .a_i(kind_i[i].feed_forward ? forward_sum : working[i+3]),
      .select_i({32{select[SelectBits-1]}}), .x0_i(low), .x1_i(high), .sum_o(working[i+4])
    );
  end
endmodule
