// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A delay line in distributed memory: one counter points at the word that is written, another one
/// at the word that is read. The word that is read has a register.
///
/// A memory of 16 words delays by up to 17 cycles; longer delays have several of them. A delay of
/// up to `Short` cycles is a shift register.
///
/// ## Latency and throughput
/// One word per cycle, `Cycles` cycles later.
module sil_delay
#(
  /// As in the plain form.
  parameter int unsigned Width = 32,
  /// As in the plain form.
  parameter int unsigned Cycles = 8,
  /// The longest delay that is a shift register.
  parameter int unsigned Short = 2
) (
  input  logic             clk_i,
  /// The counters start. The memory keeps its words. Asynchronous assert, active low.
  input  logic             rst_ni,
  input  logic [Width-1:0] word_i,
  /// The word of `Cycles` cycles ago.
  output logic [Width-1:0] word_o
);
  localparam int unsigned Words = 16;

  if (Cycles < 1) begin : gen_cycles
    $fatal(1, "Cycles must be at least 1");
  end

  if (Cycles <= Short) begin : gen_short
    logic [Cycles-1:0][Width-1:0] words_q;
    always_ff @(posedge clk_i) words_q <= (Cycles * Width)'({words_q, word_i});
    assign word_o = words_q[Cycles-1];

    logic unused_rst;
    assign unused_rst = rst_ni;
  end else if (Cycles > Words + 1) begin : gen_long
    logic [Width-1:0] word;
    localparam int unsigned Own = Cycles > Words + 1 + Short ? Words + 1 : Cycles - Short - 1;
    sil_delay #(.Width(Width), .Cycles(Own), .Short(Short)) u_first (
      .clk_i, .rst_ni, .word_i, .word_o(word)
    );
    sil_delay #(.Width(Width), .Cycles(Cycles - Own), .Short(Short)) u_rest (
      .clk_i, .rst_ni, .word_i(word), .word_o
    );
  end else begin : gen_memory
    (* ram_style = "distributed" *) logic [Width-1:0] words_q [Words];
    logic [$clog2(Words)-1:0] write_q, read_q;
    logic [Width-1:0] word_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        write_q <= '0;
        read_q  <= $clog2(Words)'(Words + 1 - Cycles);
      end else begin
        write_q <= write_q + 1'b1;
        read_q  <= read_q + 1'b1;
      end
    end
    always_ff @(posedge clk_i) begin
      words_q[write_q] <= word_i;
      word_q <= words_q[read_q];
    end
    assign word_o = word_q;
  end
endmodule
