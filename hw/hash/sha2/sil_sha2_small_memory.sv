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
  parameter sil_sha2_pkg::alg_e Alg = sil_sha2_pkg::SHA256
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
  // Words of the memory: a of each round, e of each round, K, the last 16 words of W, H and the
  // initial hash value. The words of H are in the order d, c, b, a, h, g, f, e.
  localparam logic [1:0] RegionK = 2'd2;
  localparam logic [3:0] RegionW = 4'hc;
  localparam logic [4:0] RegionH = 5'h1a, RegionInitial = 5'h1b;

  logic run;
  assign run_o = run;

  // The round from which a working variable is read, and where there was none, H.
  function automatic logic [7:0] variable(logic e, logic [5:0] t, logic [2:0] back);
    logic [6:0] number;
    number = {1'b0, t} - 7'(back);
    return number[6] ? {RegionH, e, number[1:0]} : {1'b0, e, number[5:0]};
  endfunction

  logic [7:0] first, second, write;
  logic low, pair;
  logic [2:0] back;
  logic [3:0] ahead;
  always_comb begin
    low = step_i inside {WordH, Sigma1E, Choose};
    unique case (step_i)
      Sigma1E, Sigma0A: back = 3'd1;
      Choose, Majority: back = 3'd2;
      default:          back = 3'd4;
    endcase
    unique case (step_i)
      Sigma0W: ahead = 4'd1;
      W7:      ahead = 4'd9;
      Sigma1W: ahead = 4'd14;
      default: ahead = 4'd0;
    endcase
    pair = step_i == Choose || step_i == Majority;
    first = variable(low, count_i, back);
    second = pair ? variable(low, count_i, 3'd3) : first;
    unique case (step_i)
      W16, Sigma0W, W7, Sigma1W: first = {RegionW, count_i[3:0] + ahead};
      WordK:   first = {RegionK, count_i};
      Load:    first = {RegionInitial, count_i[2:0]};
      Chain:   first = {RegionH, count_i[2:0]};
      Forward: first = {1'b0, count_i[2], 4'hf, count_i[1:0]};
      Digest:  first = {RegionH, count_i[2], ~count_i[1:0]};
      default: ;
    endcase
    if (!pair) second = first;
    unique case (step_i)
      Message, Sigma1W: write = {RegionW, count_i[3:0]};
      WordD:            write = {2'd1, count_i};
      Majority:         write = {2'd0, count_i};
      default:          write = {RegionH, count_i[2:0]};
    endcase
  end

  // The controls of the two cycles after that of a step.
  logic [3:0] sigma_q;
  logic word_q, majority_q, message_q, digest_q;
  logic write_q, write_2_q, hold_q, hold_2_q, clear_q, clear_2_q;
  logic [7:0] write_address_q, write_address_2_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {message_q, digest_q, write_q, write_2_q} <= '0;
      {clear_q, clear_2_q} <= '1;
    end else if (run) begin
      message_q <= step_i == Message;
      digest_q <= step_i == Digest;
      write_q <= step_i inside {Load, Message, Sigma1W, WordD, Majority, Forward};
      write_2_q <= write_q;
      clear_q <= step_i inside {Load, Majority, Forward, Digest};
      clear_2_q <= clear_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (run) begin
      sigma_q <= {step_i == Sigma0A, step_i == Sigma1E, step_i == Sigma1W, step_i == Sigma0W};
      word_q <= step_i inside {
        Load, W16, W7, WordH, WordK, Choose, WordD, Majority, Chain, Forward
      };
      majority_q <= step_i == Majority;
      hold_q <= step_i == WordD;
      hold_2_q <= hold_q;
      write_address_q <= write;
      write_address_2_q <= write_address_q;
    end
  end

  // The memories. A block memory of an FPGA is 16 or 18 bits wide. No step writes a constant.
  logic [31:0] first_q, second_q, before_q, sum;
  for (genvar i = 0; i < 2; i++) begin : gen_half
    (* ram_style = "block", no_rw_check *) logic [15:0] first_words_q [256];
    (* ram_style = "block", no_rw_check *) logic [15:0] second_words_q [256];
    // The configuration of an FPGA gives its block memories contents.
    initial first_words_q = contents(Alg, i);
    initial second_words_q = contents(Alg, i);
    logic [15:0] first_half_q, second_half_q;
    always_ff @(posedge clk_i) begin
      if (run) begin
        if (write_2_q) first_words_q[write_address_2_q] <= sum[16*i+:16];
        first_half_q <= first_words_q[first];
      end
    end
    always_ff @(posedge clk_i) begin
      if (run) begin
        if (write_2_q) second_words_q[write_address_2_q] <= sum[16*i+:16];
        second_half_q <= second_words_q[second];
      end
    end
    assign first_q[16*i+:16] = first_half_q;
    assign second_q[16*i+:16] = second_half_q;
  end

  // The operand. The word before is e for Ch, and a for Maj.
  logic [31:0] operand_q, sum_q, sigmas, words;
  assign words = majority_q
    ? 32'(sil_sha2_pkg::maj(64'(before_q), 64'(first_q), 64'(second_q)))
    : 32'(sil_sha2_pkg::ch(64'(before_q), 64'(first_q), 64'(second_q)));
  assign sigmas = (32'(sil_sha2_pkg::small_sigma0(32, 64'(first_q))) & {32{sigma_q[0]}})
    | (32'(sil_sha2_pkg::small_sigma1(32, 64'(first_q))) & {32{sigma_q[1]}})
    | (32'(sil_sha2_pkg::big_sigma1(32, 64'(first_q))) & {32{sigma_q[2]}})
    | (32'(sil_sha2_pkg::big_sigma0(32, 64'(first_q))) & {32{sigma_q[3]}});
  assign sum = sum_q + operand_q;
  always_ff @(posedge clk_i) begin
    if (run) begin
      before_q <= first_q;
      operand_q <= sigmas | (words & {32{word_q}}) | (word_i & {32{message_q}});
      if (clear_2_q) sum_q <= '0;
      else if (!hold_2_q) sum_q <= sum;
    end
  end

  assign run = ~((message_q & ~valid_i) | (digest_q & ~ready_i));
  assign ready_o = message_q;
  assign valid_o = digest_q;
  assign last_o = step_i == Load;
  assign word_o = first_q;
endmodule
