// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A chain of Unroll operations on the working variables of SHA-1; combinational.
///
/// b, c, d and e are earlier values of a, and c to e are rotated by 30. So the state is a row of
/// values of a, the oldest first, that shifts by one per operation. An operation is a round (FIPS
/// 180-4 6.1.2 step 3):
///
///     a' = rotl5(a) + f(b,c,d) + e + K + W
///
/// or a part of the feed-forward (step 4), which adds a word of the chaining value to the oldest
/// value of the row. That value is rotated by 30 first for c to e, and not for a and b (`direct`).
module sil_sha1_operations
  import sil_sha1_pkg::*;
#(
  /// Operations per cycle.
  parameter int unsigned Unroll = 1,
  /// Words of the row: 5, or the number of operations of the feed-forward if that is more. A
  /// round reads the newest five.
  parameter int unsigned Words = 5,
  /// `sum_i` of the first VariablesAdded operations includes e.
  parameter int unsigned VariablesAdded = 0,
  /// Where the function f of the first operation comes from: formed here, from `function_i`, or
  /// included in `sum_i`.
  parameter function_e Function = FORMED
) (
  /// Kinds of the operations, operation i in item i.
  input  kind_t [Unroll-1:0]      kind_i,
  /// K + W, or the word of the chaining value; plus e where VariablesAdded says so.
  input  logic [Unroll-1:0][31:0] sum_i,
  /// f(b, c, d) of the first operation.
  input  logic [31:0]             function_i,
  /// The row of working variables, the oldest in item 0.
  input  logic [Words-1:0][31:0]  working_i,
  /// The same row after the operations.
  output logic [Words-1:0][31:0]  working_o
);
  // Operation i reads e at working[i+Words-5] and a at working[i+Words-1].
  word_t working [Words+Unroll];

  for (genvar i = 0; i < Words; i++) begin : gen_working
    assign working[i] = working_i[i];
    assign working_o[i] = working[i+Unroll];
  end

  for (genvar i = 0; i < Unroll; i++) begin : gen_operation
    localparam int unsigned E = i + Words - 5;
    word_t sum, added;

    if (i < VariablesAdded) begin : gen_added
      assign sum = sum_i[i];
    end else begin : gen_add
      word_t oldest;
      assign oldest = operand_e(kind_i[i], kind_i[i].feed_forward ? working[i] : working[E]);
      assign sum = corrected(kind_i[i], sum_i[i] + oldest);
    end
    if (i == 0 && Function == SUMMED) begin : gen_summed
      assign added = sum;
    end else if (i == 0 && Function == GIVEN) begin : gen_given
      assign added = sum + function_i;
    end else begin : gen_function
      assign added =
        sum + f(kind_i[i], working[E+3], rotl(30, working[E+2]), rotl(30, working[E+1]));
    end
    sil_add_select u_add (
      .a_i(added), .select_i({32{kind_i[i].feed_forward}}), .x0_i(rotl(5, working[E+4])), .x1_i('0),
      .sum_o(working[Words+i])
    );
  end
endmodule
