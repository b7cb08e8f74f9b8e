// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: a chain of STEPs of SHAT-R, in every form, computes the same as the same number of
/// single STEPs as they are written, for every state, word and number, at full width.
///
/// The proof is an induction over the chain: each STEP computes the words after it from the words
/// before it. It has two parts, so that its effort does not grow with the length of the chain. In
/// the first part the S-boxes give any value (u_chain is cut in `s`), and the linear part is
/// proved. In the second part the S-boxes take any operand (u_boxes is cut in `x`), and their small
/// form is proved.
module sil_shat_steps_proof
  import sil_shat_pkg::*;
#(
  /// These three as in sil_shat_steps.
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
  logic [WORDS-1:0][Width-1:0] state;
  logic [Width-1:0] ahead, ahead_next;
  logic [Unroll-1:0] operands, boxes, words;

  sil_shat_steps #(.Width(Width), .Unroll(Unroll), .Precompute(Precompute)) u_chain (
    .number_i, .next_i, .word_i, .hold_i(1'b0), .clear_i(1'b0), .state_i, .state_o(state)
  );

  sil_shat_steps #(.Width(Width), .Unroll(Unroll), .Precompute(Precompute)) u_boxes (
    .number_i, .next_i, .word_i, .hold_i(1'b0), .clear_i(1'b0), .state_i, .state_o()
  );

  for (genvar k = 0; k < Unroll; k++) begin : gen_step
    logic [Width-1:0] t, s2, s3;
    assign t = Width'(diffuse(Width, word_t'(u_chain.s[k])));
    assign s3 = u_chain.s3[k] ^ t;
    assign s2 = u_chain.s2[k] ^ s3;

    assign operands[k] = u_chain.x[k] == (u_chain.s1[k] ^ u_chain.s4[k]
      ^ Width'(6'(number_i + 6'(k))));
    assign boxes[k] = u_boxes.s[k] == Width'(substitute(Width, 1'b0, word_t'(u_boxes.x[k])));
    assign words[k] = u_chain.s0[k+1] == u_chain.s1[k] & u_chain.s1[k+1] == s2
      & u_chain.s2[k+1] == s3 & u_chain.s3[k+1] == u_chain.s4[k]
      & u_chain.s4[k+1] == (u_chain.s0[k] ^ (k == 0 ? word_i : '0));
  end

  // With Precompute = 1 word S4 of the state, at the input and at the output, is XORed with the
  // number. With Precompute = 2 it is XORed with S1, too.
  localparam bit Ahead = Precompute inside {1, 2};
  assign ahead = (Ahead ? Width'(number_i) : '0) ^ (Precompute == 2 ? u_chain.s1[0] : '0);
  assign ahead_next = (Ahead ? Width'(next_i) : '0)
    ^ (Precompute == 2 ? u_chain.s1[Unroll] : '0);

  always_ff @(posedge clk_i) begin
    assert ({u_chain.s4[0], u_chain.s3[0], u_chain.s2[0], u_chain.s1[0], u_chain.s0[0]}
      == {state_i[4] ^ ahead, state_i[3:0]});
    assert (operands == '1);
    assert (boxes == '1);
    assert (words == '1);
    assert (state == {u_chain.s4[Unroll] ^ ahead_next, u_chain.s3[Unroll], u_chain.s2[Unroll],
      u_chain.s1[Unroll], u_chain.s0[Unroll]});
  end
endmodule
