// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A delay line in one distributed memory: one counter points at the word that is written, another
/// one at the word that is read. The word that is read has no register.
///
/// ## Latency and throughput
/// One word per cycle, `Cycles` cycles later.
module sil_delay_direct
#(
  /// As in the plain form.
  parameter int unsigned Width = 32,
  /// As in the plain form.
  parameter int unsigned Cycles = 8
) (
  input  logic             clk_i,
  /// The counters start. The memory keeps its words. Asynchronous assert, active low.
  input  logic             rst_ni,
  input  logic [Width-1:0] word_i,
  /// The word of `Cycles` cycles ago.
  output logic [Width-1:0] word_o
);
  localparam int unsigned Words = 16;

  if (Cycles < 1 || Cycles > Words) begin : gen_cycles
    $fatal(1, "Cycles must be 1 to 16");
  end

  (* ram_style = "distributed" *) logic [Width-1:0] words_q [Words];
  logic [$clog2(Words)-1:0] write_q, read_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q  <= $clog2(Words)'(Words - Cycles);
    end else begin
      write_q <= write_q + 1'b1;
      read_q  <= read_q + 1'b1;
    end
  end
  always_ff @(posedge clk_i) words_q[write_q] <= word_i;

  assign word_o = words_q[read_q];
endmodule
