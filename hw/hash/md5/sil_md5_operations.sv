// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A chain of Unroll steps of MD5 (RFC 1321 3.4); combinational.
///
///     A' = B + ((A + X + T + F(B,C,D)) <<< s)       then the letters move on: D, A', B, C
///
/// A feed adds a word H of the chaining value to a letter on the same adders, not rotated:
///
///     A' = B + (A + H + 1 + ~B) = A + H
module sil_md5_operations
  import sil_md5_pkg::*;
#(
  /// Steps.
  parameter int unsigned Unroll = 1,
  /// The first LettersAdded steps have the letter A in their sum already.
  parameter int unsigned LettersAdded = 0,
  /// Whether `choice_i` is given, for the first step; else the choice is formed here.
  parameter bit ChoiceGiven = 1'b0
) (
  /// Kinds of the steps, in item i step i.
  input  kind_t [Unroll-1:0]      kind_i,
  /// X + T, with A where it is added.
  input  logic [Unroll-1:0][31:0] sum_i,
  input  choice_t                 choice_i,
  /// The letters A, D, C, B, the first in item 0.
  input  logic [3:0][31:0]        letters_i,
  /// The same after the steps.
  output logic [3:0][31:0]        letters_o
);
  // As the letters only move on, four of them and the new ones are one row, the oldest first: step
  // i sees A at letter[i] and B at letter[i+3].
  word_t letter [4+Unroll];

  for (genvar i = 0; i < 4; i++) begin : gen_letter
    assign letter[i] = letters_i[i];
    assign letters_o[i] = letter[i+Unroll];
  end

  for (genvar i = 0; i < Unroll; i++) begin : gen_step
    localparam int unsigned Words = 16 / Unroll;

    word_t sum, inner, rotated;
    choice_t chosen;
    word_t [Words-1:0] rotations;

    if (ChoiceGiven) begin : gen_given
      assign chosen = choice_i;
    end else begin : gen_choice
      assign chosen = choice(kind_i[i].feed, kind_i[i].round, letter[i+2], letter[i+1]);
    end
    if (i < LettersAdded) begin : gen_added
      assign sum = sum_i[i];
    end else begin : gen_add
      assign sum = sum_i[i] + letter[i];
    end

    sil_add_select u_inner (
      .a_i(sum), .select_i(letter[i+3]), .x0_i(chosen.zero), .x1_i(chosen.one), .sum_o(inner)
    );

    // Where steps share a cycle, each has but some of the places.
    logic [$clog2(Words)-1:0] select;
    assign select = $clog2(Words)'({kind_i[i].round, kind_i[i].place} >> $clog2(Unroll));
    for (genvar w = 0; w < Words; w++) begin : gen_rotation
      // Of the four places four times over, that of round w / (4 / Unroll).
      localparam int unsigned Places = 4 / Unroll;
      localparam table_word_t Entry = table_word(w / Places * 16 + w % Places * Unroll + i);
      localparam int unsigned Shift = 32'(Entry.shift);
      assign rotations[w] = {inner[31-Shift:0], inner[31-:Shift]};
    end
    sil_mux #(.Words(Words)) u_rotation (
      .words_i(rotations), .select_i(select), .word_o(rotated)
    );

    sil_add_select u_outer (
      .a_i(letter[i+3]), .select_i({32{kind_i[i].feed}}), .x0_i(rotated), .x1_i(inner),
      .sum_o(letter[i+4])
    );
  end
endmodule
