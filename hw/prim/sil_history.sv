// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The words of the last cycles, from a delay on: word d is the one that entered `Delay` + d cycles
/// ago.
module sil_history
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 32,
  /// Cycles before the first word can be read, 0 or more.
  parameter int unsigned Delay = 0,
  /// Words that can be read.
  parameter int unsigned Depth = 1
) (
  input  logic                        clk_i,
  /// Asynchronous assert, active low.
  input  logic                        rst_ni,
  input  logic [Width-1:0]            word_i,
  output logic [Depth-1:0][Width-1:0] words_o
);
  logic [Depth-1:0][Width-1:0] words;

  if (Delay == 0) begin : gen_now
    assign words[0] = word_i;
  end else begin : gen_delay
    sil_delay #(.Width(Width), .Cycles(Delay)) u_delay (
      .clk_i, .rst_ni, .word_i, .word_o(words[0])
    );
  end

  for (genvar d = 1; d < Depth; d++) begin : gen_word
    logic [Width-1:0] word_q;
    always_ff @(posedge clk_i) word_q <= words[d-1];
    assign words[d] = word_q;
  end

  assign words_o = words;

  logic unused;  // with one word and no delay
  assign unused = clk_i | rst_ni;
endmodule
