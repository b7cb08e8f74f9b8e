// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The value that changes from block to block of a message: the tweak of XTS or the counter of CTR.
///
/// A tweak is multiplied by x for the next block (IEEE 1619 5.2). It is divided by x if ciphertext
/// stealing swaps the tweaks of the last two blocks. A counter uses all 128 bits of the block, and
/// its last byte is the least significant (NIST SP 800-38A B.1 with m = 128). It wraps from all
/// ones to zero.
///
/// ## Latency and throughput
/// One tweak per cycle. One counter value per cycle, the first step at least two cycles after
/// `load_i`. With WordByWord, one counter value every four cycles.
module sil_modes_chain
#(
  /// Modes of operation: the sum of 1 for ECB, 2 for CTR, 4 for XTS.
  parameter int unsigned Modes = 7,
  /// Tweaks are also divided by x.
  parameter bit Decrypts = 1'b1,
  /// A counter is incremented by one word of 32 bits per cycle. Gain: an adder of one word, not of
  /// four. Cost: four cycles per block.
  parameter bit WordByWord = 1'b0
) (
  input  logic         clk_i,
  /// Clear the value.
  input  logic         clear_i,
  /// Load `value_i`.
  input  logic         load_i,
  input  logic [127:0] value_i,
  /// Step to the next value.
  input  logic         step_i,
  /// With `step_i`: increment a counter. Otherwise multiply a tweak by x.
  input  logic         count_i,
  /// With a tweak: divide by x instead.
  input  logic         back_i,
  output logic [127:0] value_o,
  /// `value_o` is valid; with WordByWord, in the next cycle.
  output logic         ready_o
);
  if (!(Modes inside {[1:7]})) begin : gen_modes
    $fatal(1, "Modes must be 1 to 7: the sum of 1 for ECB, 2 for CTR, 4 for XTS");
  end

  localparam bit Counts = Modes[1];
  localparam bit Doubles = Modes[2];
  localparam int unsigned Words = 4;
  /// Reduction polynomial of the tweaks: x^128 as a sum of lower powers (IEEE 1619 5.2).
  localparam logic [127:0] Polynomial = 128'h87;

  /// A block with its bytes in reverse order.
  function automatic logic [127:0] reverse(logic [127:0] block);
    for (int unsigned i = 0; i < 16; i++) reverse[8*i+:8] = block[8*(15-i)+:8];
  endfunction

  logic [127:0] value_q, number, counted, shifted;
  logic count;  // a counter, or a word of it, is incremented

  assign number = reverse(value_q);

  if (!Counts) begin : gen_no_count
    assign count = 1'b0;
    assign counted = '0;
    assign ready_o = 1'b1;
  end else if (WordByWord) begin : gen_count_word
    // The lowest word is incremented and the words rotate. After four cycles each word is back in
    // its position.
    logic [1:0] word_q;
    logic carry, carry_q, first;
    logic [31:0] sum;

    assign first = word_q == '0;
    assign ready_o = count ? word_q == 2'd3 : first;
    assign count = ~first | (step_i & count_i);
    assign {carry, sum} = {1'b0, number[31:0]} + 33'(carry_q);
    assign counted = {sum, number[127:32]};
    always_ff @(posedge clk_i) begin
      carry_q <= carry | ~count | word_q == 2'd3;  // the lowest word is incremented
      if (clear_i || load_i) word_q <= '0;
      else if (count) word_q <= word_q + 1'b1;
    end
  end else begin : gen_count
    // A word is incremented if all words below it are all ones. That is computed a cycle earlier:
    // for the lowest word from what it will be, for the words above it from what they are, because
    // after they changed the lowest word is not all ones for many cycles.
    logic [127:0] loaded;
    logic [Words-2:1] ones_q;
    logic [Words-1:1] carry_q;
    logic lowest;

    assign ready_o = 1'b1;
    assign count = step_i & count_i;
    assign loaded = reverse(value_i);
    assign lowest = &number[31:1] & (step_i ^ number[0]);
    assign counted[31:0] = number[31:0] + 1'b1;
    for (genvar w = 1; w < Words; w++) begin : gen_word
      assign counted[32*w+:32] = number[32*w+:32] + 32'(carry_q[w]);
    end
    always_ff @(posedge clk_i) begin
      for (int unsigned w = 1; w < Words - 1; w++) begin
        ones_q[w] <= load_i ? &loaded[32*w+:32] : &number[32*w+:32];
      end
      carry_q <= {lowest & &ones_q, lowest & ones_q[1], lowest};
    end
  end

  if (Doubles) begin : gen_double
    always_comb begin
      shifted = {value_q[126:0], value_q[127]} ^ (value_q[127] ? Polynomial ^ 128'h1 : '0);
      if (Decrypts && back_i) shifted = {value_q[0], value_q[127:1]} ^ (value_q[0] ? Polynomial >> 1 : '0);
    end
  end else begin : gen_no_double
    assign shifted = '0;
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) value_q <= '0;
    else if (load_i) value_q <= value_i;
    else if (count) value_q <= reverse(counted);
    else if (step_i) value_q <= shifted;
  end

  assign value_o = value_q;
endmodule
