// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Unroll rounds of Ascon (NIST SP 800-232 3) one after another.
///
/// The constant of the first round has been added to the state before, by the last round of the
/// cycle before or in the constant with which a message starts.
///
/// ## Latency and throughput
/// Combinational: 3 * Unroll levels of tables of four inputs.
module sil_ascon_rounds
  import sil_ascon_pkg::*;
#(
  /// Rounds per cycle.
  parameter int unsigned Unroll = 1
) (
  /// The number of the first round, from 0 to 11.
  input  logic [3:0] round_i,
  /// The number of the first round of the next cycle.
  input  logic [3:0] next_i,
  input  state_t     state_i,
  /// Added to the result.
  input  state_t     add_i,
  /// The result of the substitution layer of the last round.
  output state_t     boxes_o,
  /// The result, with the constant of round `next_i`.
  output state_t     state_o
);
  // The states before and after each round.
  state_t [Unroll-1:0] operand, boxes, result;

  for (genvar i = 0; i < Unroll; i++) begin : gen_round
    state_t add;
    if (i == Unroll - 1) begin : gen_last
      assign add = p_C(add_i, next_i);
    end else begin : gen_inner
      assign add = p_C('0, round_i + 4'(i + 1));
    end
    if (i == 0) begin : gen_first
      assign operand[i] = state_i;
    end else begin : gen_next
      assign operand[i] = result[i-1];
    end
    sil_ascon_round u_round (
      .state_i(operand[i]), .add_i(add), .boxes_o(boxes[i]), .state_o(result[i])
    );
  end
  assign boxes_o = boxes[Unroll-1];
  assign state_o = result[Unroll-1];

  if (Unroll == 1) begin : gen_single
    logic unused_round;
    assign unused_round = &round_i;
  end
endmodule
