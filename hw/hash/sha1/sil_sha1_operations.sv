// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A chain of Unroll operations of SHA-1 (FIPS 180-4 6.1.2 step 3); combinational.
///
/// As b, c, d and e are the a of earlier operations, c to e rotated by 30, the state is a row of
/// letters a, the oldest first, that moves on a place an operation. Operation i is a round,
///
///     a' = rotl5(a) + f(b,c,d) + e + K + W
///
/// or a feed, which adds a word of the chaining value to the oldest letter, with the rotation that
/// it will have when it is needed: none for a and b (`direct`), 30 for c to e.
module sil_sha1_operations
  import sil_sha1_pkg::*;
#(
  /// Operations.
  parameter int unsigned Unroll = 1,
  /// Letters of the row: 5, and more where a feed has more operations (they do not matter).
  parameter int unsigned Words = 5,
  /// The first LettersAdded operations have the letter e in their sum already (`settled`).
  parameter int unsigned LettersAdded = 0,
  /// What the function adds to the first operation: it is formed here, given by `function_i`, or
  /// in the sum already.
  parameter function_e Function = FORMED
) (
  /// Kinds of the operations, in item i operation i.
  input  kind_t [Unroll-1:0]      kind_i,
  /// K + W or the word of the chaining value, with e where it is added.
  input  logic [Unroll-1:0][31:0] sum_i,
  input  logic [31:0]             function_i,
  /// The letters, the oldest in item 0.
  input  logic [Words-1:0][31:0]  letters_i,
  /// The same after the operations.
  output logic [Words-1:0][31:0]  letters_o
);
  // Operation i sees e at letter[i+Words-5] and a at letter[i+Words-1].
  word_t letter [Words+Unroll];

  for (genvar i = 0; i < Words; i++) begin : gen_letter
    assign letter[i] = letters_i[i];
    assign letters_o[i] = letter[i+Unroll];
  end

  for (genvar i = 0; i < Unroll; i++) begin : gen_operation
    localparam int unsigned E = i + Words - 5;
    word_t sum, added;

    if (i < LettersAdded) begin : gen_added
      assign sum = sum_i[i];
    end else begin : gen_add
      assign sum = settled(kind_i[i], sum_i[i] + old(kind_i[i], kind_i[i].feed ? letter[i] : letter[E]));
    end
    if (i == 0 && Function == SUMMED) begin : gen_summed
      assign added = sum;
    end else if (i == 0 && Function == GIVEN) begin : gen_given
      assign added = sum + function_i;
    end else begin : gen_function
      assign added = sum + f(kind_i[i], letter[E+3], rotl(30, letter[E+2]), rotl(30, letter[E+1]));
    end
    sil_add_select u_add (
      .a_i(added), .select_i({32{kind_i[i].feed}}), .x0_i(rotl(5, letter[E+4])), .x1_i('0),
      .sum_o(letter[Words+i])
    );
  end
endmodule
