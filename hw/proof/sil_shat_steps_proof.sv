// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: a chain of STEPs of SHAT-R, in whatever form, does what as many single STEPs do one
/// behind the other, for every state, word and number, at full width.
///
/// By induction over the chain: where the two agree up to a STEP, they agree behind it. As they start
/// from the same state, they agree at its end.
module sil_shat_steps_proof
  import sil_shat_pkg::*;
#(
  /// As in sil_shat_steps.
  parameter int unsigned Width = 32,
  parameter int unsigned Unroll = 2,
  parameter int unsigned Precompute = 1,
  parameter bit Turn = 1'b1
) (
  input logic                        clk_i,
  input logic [5:0]                  number_i,
  input logic [Width-1:0]            word_i,
  input logic [WORDS-1:0][Width-1:0] state_i
);
  logic [WORDS-1:0][Width-1:0] state, single [Unroll+1];
  logic [Unroll:0] same;

  sil_shat_steps #(
    .Width(Width), .Unroll(Unroll), .Precompute(Precompute), .Turn(Turn)
  ) u_chain (
    .number_i, .word_i, .still_i(1'b0), .clear_i(1'b0), .state_i, .state_o(state)
  );

  assign single[0] = state_i;
  assign same[0] = 1'b1;
  for (genvar k = 0; k < Unroll; k++) begin : gen_single
    logic [Width-1:0] t;
    sil_shat_steps #(.Width(Width)) u_step (
      .number_i(6'(number_i + 6'(k))), .word_i(k == 0 ? word_i : '0), .still_i(1'b0),
      .clear_i(1'b0), .state_i(single[k]), .state_o(single[k+1])
    );
    assign t = u_step.t[0];
    assign same[k+1] = u_chain.t[k] == t & {
      u_chain.s4[k+1], u_chain.s3[k+1], u_chain.s2[k+1], u_chain.s1[k+1], u_chain.s0[k+1]
    } == single[k+1];
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned k = 0; k < Unroll; k++) begin
      assert (!(same[k] && (k == 0 || same[k-(k>0)])) || same[k+1]);
    end
    assert (same != '1 || state == single[Unroll]);
  end
endmodule
