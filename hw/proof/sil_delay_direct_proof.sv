// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: a delay line gives the word that entered `Cycles` cycles before. The words before
/// a reset are not part of the statement. Both forms are compared with the same shift register, so
/// they do the same. They store every bit of a word alike, so a proof with narrow words is enough.
module sil_delay_direct_proof
#(
  /// 0: the generic version. 1: the version in distributed memory (hw/prim/ecp5).
  parameter bit Ecp5 = 1'b0,
  /// As in sil_delay_direct.
  parameter int unsigned Width = 4,
  /// As in sil_delay_direct.
  parameter int unsigned Cycles = 12
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic [Width-1:0] word_i
);
  logic [Width-1:0] word;

  sil_delay_direct #(.Width(Width), .Cycles(Cycles)) u_delay (
    .clk_i, .rst_ni, .word_i, .word_o(word)
  );

  // The last words, and which of them came after the reset. The newest one is word 0.
  logic [Cycles-1:0][Width-1:0] words_q;
  logic [Cycles-1:0] new_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) new_q <= '0;
    else new_q <= {new_q[Cycles-2:0], 1'b1};
  end
  always_ff @(posedge clk_i) words_q <= {words_q[Cycles-2:0], word_i};

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (rst_ni && !first_q) assert (!new_q[Cycles-1] || word == words_q[Cycles-1]);
  end

  // Invariant for the induction: where each word is.
  if (Ecp5) begin : gen_ecp5
    for (genvar i = 0; i < 16; i++) begin : gen_write
      always_comb begin
        if (rst_ni && !first_q && 32'(u_delay.write_q) == i) begin
          assert (u_delay.read_q == 4'(i + 16 - Cycles));
          for (int unsigned k = 0; k < Cycles; k++) begin
            assert (!new_q[k] || u_delay.words_q[(i + 31 - k) % 16] == words_q[k]);
          end
        end
      end
    end
  end else begin : gen_generic
    for (genvar i = 0; i < Cycles; i++) begin : gen_word
      always_comb begin
        if (rst_ni && !first_q) assert (!new_q[i] || u_delay.words_q[i] == words_q[i]);
      end
    end
  end
endmodule
