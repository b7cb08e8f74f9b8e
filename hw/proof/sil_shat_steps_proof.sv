// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: a chain of STEPs of SHAT-R, in whatever form, does what as many single STEPs do one
/// behind the other, for every state, word and number, at full width.
///
/// By induction over the chain: from the words that the chain has before a STEP, a single STEP makes
/// those that the chain has behind it. As both start from the same state, they agree at the end. So
/// what is asked of a STEP does not grow with those before it.
module sil_shat_steps_proof
  import sil_shat_pkg::*;
#(
  /// As in sil_shat_steps.
  parameter int unsigned Width = 32,
  parameter int unsigned Unroll = 2,
  parameter int unsigned Precompute = 1
) (
  input logic                        clk_i,
  input logic [5:0]                  number_i,
  input logic [5:0]                  next_i,
  input logic [Width-1:0]            word_i,
  input logic [WORDS-1:0][Width-1:0] state_i
);
  logic [WORDS-1:0][Width-1:0] state, chain [Unroll+1];
  logic [Width-1:0] ahead, ahead_next;
  logic [Unroll-1:0] same;

  sil_shat_steps #(.Width(Width), .Unroll(Unroll), .Precompute(Precompute)) u_chain (
    .number_i, .next_i, .word_i, .still_i(1'b0), .clear_i(1'b0), .state_i, .state_o(state)
  );

  for (genvar k = 0; k <= Unroll; k++) begin : gen_words
    assign chain[k] = {u_chain.s4[k], u_chain.s3[k], u_chain.s2[k], u_chain.s1[k], u_chain.s0[k]};
  end

  for (genvar k = 0; k < Unroll; k++) begin : gen_single
    logic [WORDS-1:0][Width-1:0] behind;
    sil_shat_steps #(.Width(Width)) u_step (
      .number_i(6'(number_i + 6'(k))), .next_i('0), .word_i(k == 0 ? word_i : '0), .still_i(1'b0),
      .clear_i(1'b0), .state_i(chain[k]), .state_o(behind)
    );
    assign same[k] = behind == chain[k+1];
  end

  // With Precompute the number is part of the state that goes in and comes out.
  assign ahead = Precompute > 0 ? Width'(number_i) : '0;
  assign ahead_next = Precompute > 0 ? Width'(next_i) : '0;

  always_ff @(posedge clk_i) begin
    assert (chain[0] == {state_i[4] ^ ahead, state_i[3:0]});
    for (int unsigned k = 0; k < Unroll; k++) assert (same[k]);
    assert (state == {chain[Unroll][4] ^ ahead_next, chain[Unroll][3:0]});
  end
endmodule
