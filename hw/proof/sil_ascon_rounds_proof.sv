// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: the rounds of a cycle, in tables of four inputs, compute the same as the layers of
/// NIST SP 800-232 3.2 to 3.4, one round after another, for every state, number and added word.
///
/// The constant of the first round has been added to the state before. So a round is p_S and p_L, and
/// p_C of the round after it. In u_rounds each round takes any state (it is cut in `operand`), and
/// u_chain shows that a round takes the state of the round before it.
module sil_ascon_rounds_proof
  import sil_ascon_pkg::*;
#(
  /// As in sil_ascon_rounds.
  parameter int unsigned Unroll = 1
) (
  input logic [3:0] round_i,
  input logic [3:0] next_i,
  input state_t     state_i,
  input state_t     add_i
);
  state_t state, boxes;
  logic [Unroll-1:0] same, linked;

  sil_ascon_rounds #(.Unroll(Unroll)) u_rounds (
    .round_i, .next_i, .state_i, .add_i, .boxes_o(boxes), .state_o()
  );
  sil_ascon_rounds #(.Unroll(Unroll)) u_chain (
    .round_i, .next_i, .state_i, .add_i, .boxes_o(), .state_o(state)
  );

  for (genvar i = 0; i < Unroll; i++) begin : gen_round
    state_t standard;
    assign standard = p_L(p_S(u_rounds.operand[i]));
    if (i == Unroll - 1) begin : gen_last
      assign same[i] = u_rounds.result[i] == p_C(standard ^ add_i, next_i);
      assign linked[i] = state == u_chain.result[i];
    end else begin : gen_inner
      assign same[i] = u_rounds.result[i] == p_C(standard, round_i + 4'(i + 1));
      assign linked[i] = u_chain.operand[i+1] == u_chain.result[i];
    end
  end

  always_comb begin
    assert (same == '1);
    assert (boxes == p_S(u_rounds.operand[Unroll-1]));
    assert (u_chain.operand[0] == state_i);
    assert (linked == '1);
  end
endmodule
