// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The words and the adder of a word-serial hash: 256 words in block memories, two of which are
/// read per cycle, and an accumulator.
///
/// A step reads in its cycle. The core forms its operand in the next cycle, in a register. In the
/// third cycle the operand is added to the accumulator, and the sum is written if the step writes.
/// Two memories have the same contents, each in two block memories of 256 x 16 bits.
///
/// ## Latency and throughput
/// One step per cycle in which `run_i` is high. A step reads what the third step before it wrote.
module sil_md_words
#(
  /// The words at power-up, word 0 in the low bits.
  parameter logic [255:0][31:0] Content = '0
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// The step takes its cycle, and those before it go on.
  input  logic        run_i,
  /// The addresses of the words that the step reads.
  input  logic [7:0]  first_address_i,
  input  logic [7:0]  second_address_i,
  /// The step writes the sum with its operand to `write_address_i`.
  input  logic        write_i,
  input  logic [7:0]  write_address_i,
  /// The accumulator is zero after the step.
  input  logic        clear_i,
  /// The accumulator stays as it was before the step.
  input  logic        hold_i,
  /// The words that the step before this one has read.
  output logic [31:0] first_o,
  output logic [31:0] second_o,
  /// The operand of the second step before this one.
  input  logic [31:0] operand_i,
  /// The accumulator before that step.
  output logic [31:0] sum_o
);
  logic write_q, write_2_q, clear_q, clear_2_q, hold_q, hold_2_q;
  logic [7:0] address_q, address_2_q;
  logic [31:0] sum_q, sum;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {write_q, write_2_q} <= '0;
      {clear_q, clear_2_q} <= '1;
    end else if (run_i) begin
      {write_q, write_2_q} <= {write_i, write_q};
      {clear_q, clear_2_q} <= {clear_i, clear_q};
    end
  end

  assign sum = sum_q + operand_i;
  assign sum_o = sum_q;
  always_ff @(posedge clk_i) begin
    if (run_i) begin
      {address_q, address_2_q} <= {write_address_i, address_q};
      {hold_q, hold_2_q} <= {hold_i, hold_q};
      if (clear_2_q) sum_q <= '0;
      else if (!hold_2_q) sum_q <= sum;
    end
  end

  // A block memory of an FPGA is 16 or 18 bits wide.
  for (genvar i = 0; i < 2; i++) begin : gen_half
    (* ram_style = "block", no_rw_check *) logic [15:0] first_words_q [256];
    (* ram_style = "block", no_rw_check *) logic [15:0] second_words_q [256];
    // The configuration of an FPGA gives its block memories contents.
    initial begin
      for (int unsigned word = 0; word < 256; word++) begin
        first_words_q[word] = Content[word][16*i+:16];
        second_words_q[word] = Content[word][16*i+:16];
      end
    end
    always_ff @(posedge clk_i) begin
      if (run_i) begin
        if (write_2_q) first_words_q[address_2_q] <= sum[16*i+:16];
        first_o[16*i+:16] <= first_words_q[first_address_i];
      end
    end
    always_ff @(posedge clk_i) begin
      if (run_i) begin
        if (write_2_q) second_words_q[address_2_q] <= sum[16*i+:16];
        second_o[16*i+:16] <= second_words_q[second_address_i];
      end
    end
  end
endmodule
