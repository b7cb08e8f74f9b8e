// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: a ring gives the word that replaced another one `Words` moves before. The words
/// before a reset are not part of the statement: their positions differ between the forms of a
/// ring. Both forms are compared with the same shift register, so they do the same. They store
/// every bit of a word alike, so a proof with narrow words is enough.
module sil_ring_proof
#(
  /// 0: the generic version. 1: the version in distributed memory (hw/prim/ecp5).
  parameter bit Ecp5 = 1'b0,
  /// As in sil_ring.
  parameter int unsigned Width = 32,
  /// As in sil_ring.
  parameter int unsigned Words = 16
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             move_i,
  input logic [Width-1:0] word_i
);
  logic [Width-1:0] word;

  sil_ring #(.Width(Width), .Words(Words)) u_ring (
    .clk_i, .rst_ni, .move_i, .word_i, .word_o(word)
  );

  // The last words, and which of them came after the reset. The oldest one is word 0.
  logic [Words-1:0][Width-1:0] words_q;
  logic [Words-1:0] new_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) new_q <= '0;
    else if (move_i) new_q <= {1'b1, new_q[Words-1:1]};
  end
  always_ff @(posedge clk_i) if (move_i) words_q <= {word_i, words_q[Words-1:1]};

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (rst_ni && !first_q) assert (!new_q[0] || word == words_q[0]);
  end

  // Invariant for the induction: where each word is.
  if (Ecp5) begin : gen_ecp5
    for (genvar i = 0; i < Words; i++) begin : gen_first
      always_comb begin
        if (rst_ni && !first_q && 32'(u_ring.first_q) == i) begin
          for (int unsigned k = 0; k < Words; k++) begin
            assert (!new_q[k] || u_ring.words_q[(i + k) % Words] == words_q[k]);
          end
        end
      end
    end
  end else begin : gen_generic
    for (genvar i = 0; i < Words; i++) begin : gen_word
      always_comb begin
        if (rst_ni && !first_q) assert (!new_q[i] || u_ring.words_q[i] == words_q[i]);
      end
    end
  end
endmodule
