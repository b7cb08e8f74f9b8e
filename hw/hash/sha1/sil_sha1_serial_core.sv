// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-1 (FIPS 180-4 6.1) in the least area of an FPGA: one 32-bit adder, one operand per cycle,
/// the words in block memories. Padded blocks in, the words of the digest out.
///
/// Only the values of a are stored: those of b, c, d and e are earlier ones. They are in the memory
/// for every round of a block, so that none is moved.
///
/// ## Latency and throughput
/// A block takes 480 cycles: 16 rounds of 5 steps, 64 of 6, and 16 steps of the feed-forward. The
/// last word of the digest of n blocks is valid n * 480 + 4 cycles after the first beat is
/// accepted. The first beat of the next message is accepted 9 cycles after that.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]` of its first beat.
module sil_sha1_serial_core (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// Words of complete, padded blocks.
  input  logic [31:0] s_tdata,
  /// The last word of a message's last block.
  input  logic        s_tlast,
  input  logic        s_tvalid,
  output logic        s_tready,
  /// A word of the digest.
  output logic [31:0] m_tdata,
  /// The last word of the digest.
  output logic        m_tlast,
  output logic        m_tvalid,
  input  logic        m_tready
);
  import sil_sha1_pkg::rotl;

  // A step adds its operand to the accumulator. FIPS 180-4 6.1.2 in the comments.
  typedef enum logic [3:0] {
    Load,     // H <- a word of the initial hash value (5.3)
    Message,  // W(t) <- a word of the message (step 1)
    Mix,      // W(t-3) ^ W(t-8), which is not added
    Word,     // ROTL1(W(t-14) ^ W(t-16) ^ what Mix read); the sum is W(t)
    WordE,    // e (step 3)
    WordK,    // K(t)
    RotateA,  // ROTL5(a)
    Function, // f(b, c, d); the sum is the new a
    Chain,    // a word of H (step 4)
    Forward,  // a working variable; the sum is a new word of H
    RotateOnce,     // ROTL1 of the words of H that c, d and e are before round 0
    RotateTwice,    // ROTL1 of these: their values of a
    Digest    // a word of the digest leaves
  } step_e;

  // Words of the memory by the high bits of their addresses: 0 a of each round, 10 K, 1100 the last
  // 16 words of W, 11010 H, 11011 the initial hash value, 111 zeros. The row of H is H4, H3, H2,
  // ROTR30 of these, H1, H0, so that its last five words are the values of a before round 0. K and
  // the initial hash value are rotated by as much.
  localparam logic [3:0] RegionW = 4'hc;
  localparam logic [4:0] RegionH = 5'h1a, RegionInitial = 5'h1b;
  localparam logic [2:0] RegionZero = 3'h7;

  function automatic logic [255:0][31:0] contents();
    logic [4:0][31:0] initial_words;  // H4 in word 0
    initial_words = sil_sha1_pkg::INITIAL;
    contents = '0;
    for (int unsigned i = 0; i < 4; i++) contents[128+i] = rotl(2, sil_sha1_pkg::k(2'(i)));
    for (int unsigned i = 0; i < 3; i++) begin
      contents[216+i] = rotl(2, initial_words[i]);
      contents[219+i] = rotl(4, initial_words[i]);
    end
    contents[222] = rotl(2, initial_words[3]);
    contents[223] = rotl(2, initial_words[4]);
  endfunction

  // The sequence of steps.

  step_e step_d, step_q;
  logic [6:0] count_q;  // the round, or the number of the word
  logic [1:0] group_q;  // 0 to 3: the 20 rounds with the same f and K
  logic last_q, run, next, clear;

  always_comb begin
    next = 1'b0;
    clear = 1'b0;
    step_d = step_e'(step_q + 4'd1);
    unique case (step_q)
      Load: begin
        next = 1'b1;
        clear = &count_q[2:0];
        step_d = clear ? Message : Load;
      end
      Message: step_d = WordE;
      Function: begin
        next = 1'b1;
        clear = count_q == 7'd79;
        step_d = clear ? Chain : count_q[6:4] == '0 && !(&count_q[3:0]) ? Message : Mix;
      end
      Forward: begin
        next = 1'b1;
        clear = count_q[2];
        step_d = clear ? RotateOnce : Chain;
      end
      RotateOnce: begin
        next = 1'b1;
        clear = count_q[1];
        step_d = clear ? RotateTwice : RotateOnce;
      end
      RotateTwice: begin
        next = 1'b1;
        clear = count_q[1];
        step_d = ~clear ? RotateTwice : last_q ? Digest : Message;
      end
      Digest: begin
        next = 1'b1;
        clear = count_q[2];
        step_d = clear ? Load : Digest;
      end
      default: ;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q  <= Load;
      count_q <= '0;
    end else if (run) begin
      step_q <= step_d;
      if (next) count_q <= clear ? '0 : count_q + 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (s_tvalid && s_tready) last_q <= s_tlast;
    if (run && next) begin
      if (step_q == Load) group_q <= '0;
      else if (clear) group_q <= '0;
      else if (count_q inside {7'd19, 7'd39, 7'd59}) group_q <= group_q + 1'b1;
    end
  end

  // The addresses. A value of a has the number of its round: that of the step minus 1 to 5. Where
  // this is negative, it is a word of H.

  function automatic logic [7:0] variable(logic [7:0] number);
    return number[7] ? {RegionH, number[2:0]} : {1'b0, number[6:0]};
  endfunction

  logic [7:0] first, second, write, number, number_2;
  logic plain;
  // The word of H from H4 on, from H0 on, and from H4 on with those rotated that are a variable.
  logic [2:0] word, leaving, rotated_word;
  always_comb begin
    unique case (count_q[2:0])
      3'd0:    {word, leaving, rotated_word} = {3'd0, 3'd7, 3'd3};
      3'd1:    {word, leaving, rotated_word} = {3'd1, 3'd6, 3'd4};
      3'd2:    {word, leaving, rotated_word} = {3'd2, 3'd2, 3'd5};
      3'd3:    {word, leaving, rotated_word} = {3'd6, 3'd1, 3'd6};
      default: {word, leaving, rotated_word} = {3'd7, 3'd0, 3'd7};
    endcase
    unique case (step_q)
      Mix:      number = 8'd13;
      Word:     number = 8'd2;
      WordE:    number = -8'd5;
      RotateA:  number = -8'd1;
      Function: number = -8'd3;
      Forward:  number = 8'd75;
      default:  number = 8'd0;
    endcase
    number += {1'b0, count_q};
    unique case (step_q)
      Mix, Word:   first = {RegionW, number[3:0]};
      WordK:       first = {6'b100000, group_q};
      Load:        first = {RegionInitial, number[2:0]};
      RotateOnce:        first = {RegionH, count_q[2:0]};
      RotateTwice:       first = {RegionH, rotated_word};
      Chain:       first = {RegionH, rotated_word};
      Digest:      first = {RegionH, leaving};
      default:     first = variable(number);
    endcase
    unique case (step_q)
      Mix:      number_2 = 8'd8;
      RotateA:  number_2 = -8'd2;
      Function: number_2 = -8'd4;
      default:  number_2 = 8'd0;
    endcase
    number_2 += {1'b0, count_q};
    // A word alone is not rotated, or it passes Ch, because both memories give it.
    plain = step_q inside {Chain, Forward} && (count_q[2] || &count_q[1:0]);
    unique case (step_q)
      Mix, Word:         second = {RegionW, number_2[3:0]};
      RotateA, Function: second = variable(number_2);
      RotateOnce, RotateTwice:       second = {RegionZero, number_2[4:0]};
      default:           second = plain ? {RegionZero, number_2[4:0]} : first;
    endcase
    unique case (step_q)
      Message, Word: write = {RegionW, count_q[3:0]};
      Function:      write = {1'b0, count_q};
      Forward:       write = {RegionH, word};
      RotateOnce, RotateTwice:   write = {RegionH, rotated_word};
      default:       write = {RegionH, count_q[2:0]};
    endcase
  end

  // The controls of the operand, a cycle after that of a step.

  logic message_q, digest_q, rotated_q, mix_q, plain_q, five_q, function_q;
  logic parity_q, majority_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {message_q, digest_q} <= '0;
    else if (run) {message_q, digest_q} <= {step_q == Message, step_q == Digest};
  end
  always_ff @(posedge clk_i) begin
    if (run) begin
      rotated_q <= step_q inside {Word, RotateOnce, RotateTwice};
      mix_q <= step_q == Mix;
      five_q <= step_q == RotateA;
      plain_q <= plain;
      function_q <= step_q inside {Load, WordE, WordK, Chain, Forward, Function} && !plain;
      parity_q <= step_q == Function && group_q[0];
      majority_q <= step_q == Function && group_q == 2'd2;
    end
  end

  logic [31:0] first_q, second_q, operand_q, sum;
  logic unused;
  assign unused = ^sum;
  sil_md_words #(.Content(contents())) u_words (
    .clk_i, .rst_ni, .run_i(run), .first_address_i(first), .second_address_i(second),
    .write_i(step_q inside {Load, Message, Word, Function, Forward, RotateOnce, RotateTwice}),
    .write_address_i(write),
    .clear_i(step_q inside {Load, Function, Forward, RotateOnce, RotateTwice, Digest}),
    .hold_i(1'b0), .first_o(first_q), .second_o(second_q), .operand_i(operand_q),
    .sum_o(sum)
  );

  // The operand, in words that synthesis keeps, so that each bit takes six four-input functions.
  // The word before is b for f, and what Mix read for W.

  logic [31:0] given, before_q, c, d;
  (* keep *) logic [31:0] rotated, selected, chosen, one_word, other;
  for (genvar i = 0; i < 4; i++) begin : gen_order
    assign given[8*i+:8] = s_tdata[8*(3-i)+:8];
    assign m_tdata[8*i+:8] = first_q[8*(3-i)+:8];
  end
  assign rotated = rotl(1, first_q ^ second_q ^ before_q) & {32{rotated_q}};
  assign c = rotl(30, first_q);
  assign d = rotl(30, second_q);
  // Maj(b, c, d) is the exclusive or of Ch(b, c, d), and of d where c is 0.
  assign selected = parity_q ? before_q ^ c ^ d : (before_q & c) | (~before_q & d);
  assign chosen = selected ^ (d & ~c & {32{majority_q}});
  assign one_word = (first_q & {32{plain_q}}) | (rotl(5, first_q) & {32{five_q}});
  assign other = rotated | one_word | (given & {32{message_q}});
  always_ff @(posedge clk_i) begin
    if (run) begin
      before_q <= second_q ^ (first_q & {32{mix_q}});
      operand_q <= other | (chosen & {32{function_q}});
    end
  end

  assign run = ~((message_q & ~s_tvalid) | (digest_q & ~m_tready));
  assign s_tready = message_q;
  assign m_tvalid = digest_q;
  assign m_tlast = step_q == Load;
endmodule
