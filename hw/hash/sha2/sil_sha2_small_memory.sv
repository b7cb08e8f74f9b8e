// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The datapath of the word-serial SHA-256 for FPGAs: the words are in block memories.
///
/// The working variables of all rounds of a block stay in the memory, so that none is moved. Two
/// copies of the memory give two words per step: f and g for Ch, and b and c for Maj. Where both
/// copies give the same word, Ch is this word, so that words pass through Ch.
///
/// ## Latency and throughput
/// The address of a step is read in its cycle, the operand is formed in the next one, and added in
/// the one after that. A step reads what the third step before it wrote.
module sil_sha2_small_memory
  import sil_sha2_small_pkg::*;
#(
  /// The algorithm, SHA224 or SHA256.
  parameter sil_sha2_pkg::alg_e Alg = sil_sha2_pkg::SHA256,
  /// 2: a step can add two words before the operand. Gain: 552 cycles per block instead of 672.
  /// Cost: another adder.
  parameter int unsigned Adders = 1
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  input  step_e       step_i,
  input  logic [5:0]  count_i,
  /// The sequence advances.
  output logic        run_o,
  /// A word of the message.
  input  logic [31:0] word_i,
  input  logic        valid_i,
  output logic        ready_o,
  /// A word of the digest.
  output logic [31:0] word_o,
  /// It is the last one.
  output logic        last_o,
  output logic        valid_o,
  input  logic        ready_i
);
  // Words of the memory by the high bits of their addresses: 00 a of each round, 01 e of each
  // round, 10 K, 1100 the last 16 words of W, 11010 H, 11011 the initial hash value, 111 zeros. The
  // words of H are in the order d, c, b, a, h, g, f, e: they are the variables before round 0.
  localparam logic [3:0] RegionW = 4'hc;
  localparam logic [4:0] RegionH = 5'h1a, RegionInitial = 5'h1b;
  localparam logic [2:0] RegionZero = 3'h7;

  logic run;
  assign run_o = run;

  // A working variable has the number of its round: that of the step minus 1 to 4. Where this is
  // negative, the variable is a word of H.
  function automatic logic [7:0] variable(logic e, logic [6:0] number);
    return number[6] ? {RegionH, e, number[1:0]} : {1'b0, e, number[5:0]};
  endfunction

  logic [7:0] first, second, write;
  logic [6:0] number, number_2;
  logic low, pair;
  always_comb begin
    low = step_i inside {WordH, Sigma1E, Choose};
    pair = step_i inside {Choose, Majority};
    unique case (step_i)
      Sigma1E, Sigma0A: number = -7'd1;
      Choose, Majority: number = -7'd2;
      WordH, WordD:     number = -7'd4;
      Sigma0W:          number = 7'd1;
      W7:               number = 7'd9;
      Sigma1W:          number = 7'd14;
      default:          number = 7'd0;
    endcase
    number += {1'b0, count_i};
    unique case (step_i)
      W16, Sigma0W, W7, Sigma1W: first = {RegionW, number[3:0]};
      WordK:   first = {2'd2, number[5:0]};
      Load:    first = {RegionInitial, number[2:0]};
      Chain:   first = {RegionH, number[2:0]};
      Forward: first = {1'b0, number[2], 4'hf, number[1:0]};
      Digest:  first = {RegionH, number[2], ~number[1:0]};
      default: first = variable(low, number);
    endcase
    // The second word of a step. A word alone passes Ch if both memories give it, or the adder of two
    // words with zero.
    number_2 = {1'b0, count_i} + (pair ? -7'd3 : Adders == 2 && step_i == W16 ? 7'd9 : 7'd0);
    if (pair) second = variable(low, number_2);
    else if (Adders == 1) second = first;
    else begin
      unique case (step_i)
        W16:     second = {RegionW, number_2[3:0]};
        WordH:   second = {2'd2, number_2[5:0]};
        Forward: second = {RegionH, number_2[2:0]};
        default: second = {RegionZero, number_2[4:0]};
      endcase
    end
    unique case (step_i)
      Message, Sigma1W: write = {RegionW, count_i[3:0]};
      WordD:            write = {2'd1, count_i};
      Majority:         write = {2'd0, count_i};
      default:          write = {RegionH, count_i[2:0]};
    endcase
  end

  // The controls of the operand, a cycle after that of a step.
  logic [3:0] sigma_q;
  logic word_q, pair_q, majority_q, message_q, digest_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {message_q, digest_q} <= '0;
    else if (run) {message_q, digest_q} <= {step_i == Message, step_i == Digest};
  end
  always_ff @(posedge clk_i) begin
    if (run) begin
      sigma_q <= {step_i == Sigma0A, step_i == Sigma1E, step_i == Sigma1W, step_i == Sigma0W};
      pair_q <= pair;
      word_q <= step_i inside {Load, W16, W7, WordH, WordK, WordD, Chain, Forward};
      majority_q <= step_i == Majority;
    end
  end

  logic [31:0] first_q, second_q, before_q, operand, sum;
  logic unused;
  assign unused = ^sum;
  sil_md_words #(.Content(contents(Alg))) u_words (
    .clk_i, .rst_ni, .run_i(run), .first_address_i(first), .second_address_i(second),
    .write_i(step_i inside {Load, Message, Sigma1W, WordD, Majority, Forward}),
    .write_address_i(write), .clear_i(step_i inside {Load, Majority, Forward, Digest}),
    .hold_i(step_i == WordD), .first_o(first_q), .second_o(second_q), .operand_i(operand),
    .sum_o(sum)
  );

  // The operand. The word before is e for Ch, and a for Maj.
  logic [31:0] operand_q, sigmas, choice;
  logic choose;
  assign choice = majority_q
    ? 32'(sil_sha2_pkg::maj(64'(before_q), 64'(first_q), 64'(second_q)))
    : 32'(sil_sha2_pkg::ch(64'(before_q), 64'(first_q), 64'(second_q)));
  assign sigmas = (32'(sil_sha2_pkg::small_sigma0(32, 64'(first_q))) & {32{sigma_q[0]}})
    | (32'(sil_sha2_pkg::small_sigma1(32, 64'(first_q))) & {32{sigma_q[1]}})
    | (32'(sil_sha2_pkg::big_sigma1(32, 64'(first_q))) & {32{sigma_q[2]}})
    | (32'(sil_sha2_pkg::big_sigma0(32, 64'(first_q))) & {32{sigma_q[3]}});
  if (Adders == 2) begin : gen_two
    logic [31:0] words_q;
    always_ff @(posedge clk_i) begin
      if (run) words_q <= word_q ? first_q + second_q : '0;
    end
    assign choose = pair_q;
    assign operand = operand_q | words_q;
  end else begin : gen_one
    assign choose = pair_q | word_q;
    assign operand = operand_q;
  end
  always_ff @(posedge clk_i) begin
    if (run) begin
      before_q <= first_q;
      operand_q <= sigmas | (choice & {32{choose}}) | (word_i & {32{message_q}});
    end
  end

  assign run = ~((message_q & ~valid_i) | (digest_q & ~ready_i));
  assign ready_o = message_q;
  assign valid_o = digest_q;
  assign last_o = step_i == Load;
  assign word_o = first_q;
endmodule
