// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// What a block of a message has of its own: the tweak of XTS, the counter of CTR.
///
/// A tweak is multiplied by x for the next block (IEEE 1619 5.2), and divided by x where the last
/// two blocks change places. A counter is the whole block, its last byte the lowest (NIST SP
/// 800-38A B.1 with m = 128), and starts again from zero behind all ones.
///
/// ## Latency and throughput
/// A tweak each cycle. A counter each cycle, the first one no sooner than two cycles after
/// `load_i`; word by word each fourth cycle.
module sil_aes_chain
#(
  /// The sum of 1 for ECB, 2 for CTR, 4 for XTS.
  parameter int unsigned Modes = 7,
  /// A counter is counted a word of 32 bits a cycle. Gain: an adder of one word, not of four.
  parameter bit WordByWord = 1'b0
) (
  input  logic         clk_i,
  /// Forget it.
  input  logic         clear_i,
  /// Begin with this one.
  input  logic         load_i,
  input  logic [127:0] value_i,
  /// Go on to the next: a counter, or else a tweak; backwards.
  input  logic         step_i,
  input  logic         count_i,
  input  logic         back_i,
  output logic [127:0] value_o,
  /// It is there.
  output logic         ready_o
);
  if (!(Modes inside {[1:7]})) begin : gen_modes
    $fatal(1, "Modes must be 1 to 7: the sum of 1 for ECB, 2 for CTR, 4 for XTS");
  end

  localparam bit Counts = Modes[1];
  localparam bit Doubles = Modes[2];
  localparam int unsigned Words = 4;
  /// The field of tweaks: x^128 as a sum of lower powers (IEEE 1619 5.2).
  localparam logic [127:0] Polynomial = 128'h87;

  /// A block, its last byte first.
  function automatic logic [127:0] reverse(logic [127:0] block);
    for (int unsigned i = 0; i < 16; i++) reverse[8*i+:8] = block[8*(15-i)+:8];
  endfunction

  logic [127:0] value_q, number, counted, turned;
  logic count;  // a counter, or a word of it, goes on

  assign number = reverse(value_q);

  if (!Counts) begin : gen_no_count
    assign count = 1'b0;
    assign counted = '0;
    assign ready_o = 1'b1;
  end else if (WordByWord) begin : gen_count_word
    // The lowest word is counted and goes to the other end; after four all are where they were.
    logic [1:0] word_q;
    logic carry, carry_q;
    logic [31:0] sum;

    assign ready_o = word_q == '0;
    assign count = ~ready_o | (step_i & count_i);
    assign {carry, sum} = {1'b0, number[31:0]} + 33'(ready_o | carry_q);
    assign counted = {sum, number[127:32]};
    always_ff @(posedge clk_i) begin
      carry_q <= carry;
      if (clear_i || load_i) word_q <= '0;
      else if (count) word_q <= word_q + 1'b1;
    end
  end else begin : gen_count
    // One word goes on where those below it are all ones, which is known a cycle before.
    logic [Words-2:0] ones_q;
    logic [Words-1:0] carry;

    assign ready_o = 1'b1;
    assign count = step_i & count_i;
    assign carry = {&ones_q, &ones_q[1:0], ones_q[0], 1'b1};
    for (genvar w = 0; w < Words; w++) begin : gen_word
      assign counted[32*w+:32] = number[32*w+:32] + 32'(carry[w]);
    end
    always_ff @(posedge clk_i) begin
      ones_q[0] <= &number[31:1] & (step_i ^ number[0]);
      for (int unsigned w = 1; w < Words - 1; w++) ones_q[w] <= &number[32*w+:32];
    end
  end

  if (Doubles) begin : gen_double
    always_comb begin
      turned = {value_q[126:0], value_q[127]} ^ (value_q[127] ? Polynomial ^ 128'h1 : '0);
      if (back_i) turned = {value_q[0], value_q[127:1]} ^ (value_q[0] ? Polynomial >> 1 : '0);
    end
  end else begin : gen_no_double
    assign turned = '0;
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) value_q <= '0;
    else if (load_i) value_q <= value_i;
    else if (count) value_q <= reverse(counted);
    else if (step_i) value_q <= turned;
  end

  assign value_o = value_q;
endmodule
