// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A delay line as sil_delay, for a word that passes logic and then a register. Here it is a shift
/// register. In a technology with small memories the word comes from the memory itself.
///
/// ## Latency and throughput
/// One word per cycle, `Cycles` cycles later.
module sil_delay_direct
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 32,
  /// The delay, 1 to 16 cycles.
  parameter int unsigned Cycles = 8
) (
  input  logic             clk_i,
  /// The position of the oldest word, where there is one. It does not clear words. Asynchronous
  /// assert, active low.
  input  logic             rst_ni,
  input  logic [Width-1:0] word_i,
  /// The word of `Cycles` cycles ago.
  output logic [Width-1:0] word_o
);
  if (Cycles < 1 || Cycles > 16) begin : gen_cycles
    $fatal(1, "Cycles must be 1 to 16");
  end

  logic [Cycles-1:0][Width-1:0] words_q;

  always_ff @(posedge clk_i) words_q <= (Cycles * Width)'({words_q, word_i});

  assign word_o = words_q[Cycles-1];

  logic unused_rst;
  assign unused_rst = rst_ni;
endmodule
