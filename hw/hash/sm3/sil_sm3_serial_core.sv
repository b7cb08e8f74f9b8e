// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SM3 (GB/T 32905-2016) in the least area of an FPGA: one 32-bit adder, one operand per cycle, the
/// words in block memories. Padded blocks in, the words of the digest out.
///
/// Only the values of A and E are stored: those of the other working variables are earlier ones.
/// They are in the memory for every round of a block, so that none is moved. C, D, G and H are
/// stored without their rotation, also in the chaining value.
///
/// ## Latency and throughput
/// A block takes 857 cycles: 16 for its words, 1 for E, 64 rounds of 13 steps, and 8 steps of the
/// feed-forward. The last word of the digest of n blocks is valid n * 857 + 8 cycles after the
/// first beat is accepted. The first beat of the next message is accepted 8 cycles after that.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]` of its first beat.
module sil_sm3_serial_core (
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
  import sil_sm3_pkg::rotl;

  // A step adds its operand to the accumulator. GB/T 32905-2016 5.3.2 and 5.3.3 in the comments;
  // S is the sum that SS1 rotates by 7.
  typedef enum logic [3:0] {
    WordT,   // T(j) <<< j
    RotateA, // ROTL12(A); the sum of E, T and this is S
    FF,      // FF(A, B, C)
    WordD,   // D
    WordW1,  // W'(j)
    WordSS2, // SS2; the sum is TT1, the new A
    WordH,   // H
    GG,      // GG(E, F, G)
    WordSS1, // SS1
    WordW,   // W(j); the sum is TT2
    Mix,     // W(j) ^ W(j+7) ^ ROTL15(W(j+13)), of which P1 is a term of W(j+16)
    Word,    // P1 of what Mix wrote, ROTL7(W(j+2)) and W(j+9), which is W(j+15)
    WordE,   // P0(TT2), the new E, or a word of V before round 0
    Message, // W(j) <- a word of the message
    Chain,   // V <- a word of V ^ a working variable, or a word of IV
    Digest   // a word of the digest leaves
  } step_e;

  // Words of the memory by the high bits of their addresses: 0 A and 1 E of each round. The other
  // bits are the number of the round; -4 to -1 are the words of V. The numbers that are no rounds
  // hold T (01), the last 16 words of W (1100) and IV (1101 for A to D, 1110 for E to H).
  localparam logic [3:0] RegionW = 4'hc;

  function automatic logic [255:0][31:0] contents();
    logic [7:0][31:0] initial_words;  // H in word 0
    initial_words = sil_sm3_pkg::INITIAL;
    contents = '0;
    for (int unsigned i = 0; i < 16; i++) begin
      contents[64+i] = rotl(i, sil_sm3_pkg::T_FIRST);
      contents[80+i] = rotl(16 + i, sil_sm3_pkg::T_LATER);
      contents[96+i] = rotl(i, sil_sm3_pkg::T_LATER);
    end
    for (int unsigned i = 0; i < 2; i++) begin
      contents[220+i] = rotl(32 - 9, initial_words[4+i]);
      contents[222+i] = initial_words[6+i];
      contents[236+i] = rotl(32 - 19, initial_words[i]);
      contents[238+i] = initial_words[2+i];
    end
  endfunction

  // The sequence of steps.

  step_e step_d, step_q;
  // The round. A word of a message has a number from -16 on, one of V from -8 on.
  logic [6:0] count_q;
  logic initial_q;  // V becomes IV
  logic last_q, run, next, clear, eight;

  assign eight = &count_q[2:0];
  always_comb begin
    next = 1'b0;
    clear = 1'b0;
    step_d = step_e'(step_q + 4'd1);
    unique case (step_q)
      Message: begin
        next = !(&count_q[3:0]);
        step_d = next ? Message : WordE;
      end
      WordE: begin
        next = 1'b1;
        clear = &count_q[5:0] && !count_q[6];
        step_d = clear ? Chain : WordT;
      end
      Chain: begin
        next = 1'b1;
        clear = eight;
        step_d = !eight ? Chain : last_q && !initial_q ? Digest : Message;
      end
      Digest: begin
        next = 1'b1;
        clear = eight;
        step_d = eight ? Chain : Digest;
      end
      default: ;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q    <= Chain;
      initial_q <= 1'b1;
      count_q   <= -7'd8;
    end else if (run) begin
      step_q    <= step_d;
      initial_q <= (step_q == Digest && eight) || (initial_q && step_q == Chain);
      if (next) count_q <= clear ? (step_d == Message ? -7'd16 : -7'd8) : count_q + 1'b1;
    end
  end
  always_ff @(posedge clk_i) if (s_tvalid && s_tready) last_q <= s_tlast;

  // The addresses.

  logic [7:0] first, second, write;
  logic [6:0] number, number_2;
  logic [3:0] region;
  logic early;
  always_comb begin
    early = count_q[6:4] == '0;
    unique case (step_q)
      RotateA, WordSS2, Word: number = -7'd1;
      FF, GG, Mix:            number = -7'd3;
      WordD, WordH:           number = -7'd4;
      default:                number = 7'd0;
    endcase
    number += count_q;
    unique case (step_q)
      RotateA, FF, GG: number_2 = -7'd2;
      WordH:           number_2 = -7'd1;
      WordW1:          number_2 = 7'd4;
      WordW:           number_2 = 7'd7;
      Mix:             number_2 = 7'd9;
      Word:            number_2 = 7'd2;
      default:         number_2 = 7'd0;
    endcase
    number_2 += count_q;
    // A word of V, or of IV.
    region = {initial_q | count_q[2], 1'b1, ~initial_q | count_q[2], ~(initial_q & count_q[2])};
    unique case (step_q)
      Chain, Digest:    first = {region, 2'b11, ~count_q[1:0]};
      WordT:            first = {2'b01, count_q[5] & ~count_q[4], number[4:0]};
      WordW1, WordW, Mix, Word: first = {RegionW, number[3:0]};
      WordH, GG, WordE: first = {1'b1, number};
      default:          first = {1'b0, number};
    endcase
    unique case (step_q)
      Chain:            second = {count_q[2], 5'h0f, ~count_q[1:0]};
      WordW1, WordW, Mix, Word: second = {RegionW, number_2[3:0]};
      RotateA, FF:      second = {1'b0, number_2};
      default:          second = {1'b1, number_2};
    endcase
    write[3:0] = step_q == Chain ? {2'b11, ~count_q[1:0]}
                 : step_q == Word ? number[3:0] : count_q[3:0];
    unique case (step_q)
      Chain:              write[7:4] = {count_q[2], 3'h7};
      Message, Mix, Word: write[7:4] = RegionW;
      WordSS2:            write[7:4] = {1'b0, count_q[6:4]};
      default:            write[7:4] = {1'b1, count_q[6:4]};
    endcase
  end

  // The controls of the operand, a cycle after that of a step.

  logic message_q, digest_q, digest_2_q, keep_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {message_q, digest_q, digest_2_q, keep_q} <= '0;
    else if (run) begin
      message_q <= step_q == Message;
      digest_q <= step_q == Digest;
      digest_2_q <= digest_q;
      keep_q <= step_q inside {RotateA, WordH, WordW, Mix};
    end
  end

  logic plain_q, short_q, long_q, wide_q, outer_q, seven_q, both_q, choose_q;
  logic pair_q, inverse_q;
  logic variable_9, variable_19;  // words of the digest that are rotated
  assign variable_9 = step_q == Digest && count_q[1] && !count_q[2];
  assign variable_19 = step_q == Digest && count_q[1] && count_q[2];
  always_ff @(posedge clk_i) begin
    if (run) begin
      plain_q <= step_q inside {WordT, WordW1, WordW, WordE, Chain, Word}
                 || (step_q == Digest && !count_q[1]);
      // Rotations by 9 or 15, by 12 or 19, and by 17 or 23.
      short_q <= step_q inside {FF, WordD, Mix, Word} || (step_q == WordE && !count_q[6])
                 || variable_9;
      long_q <= step_q inside {RotateA, WordSS2, WordH, GG} || variable_19;
      outer_q <= step_q == Word || (step_q == WordE && !count_q[6]);
      wide_q <= step_q inside {Mix, WordH, GG, Word} || variable_19;
      seven_q <= step_q inside {WordSS1, WordSS2, Word};
      both_q <= step_q == WordW1 || (step_q == Chain && !initial_q) || (step_q == GG && early);
      choose_q <= step_q inside {FF, GG} && !early;
      pair_q <= step_q inside {RotateA, WordW};
      inverse_q <= step_q == WordH && !early;
    end
  end

  logic [31:0] first_q, second_q, operand_q, sum;
  logic unused;
  assign unused = ^sum;
  sil_md_words #(.Content(contents())) u_words (
    .clk_i, .rst_ni, .run_i(run), .first_address_i(first), .second_address_i(second),
    // Before round 1 there is nothing that Word completes.
    .write_i(step_q inside {Message, RotateA, WordSS2, WordW, Mix, WordE, Chain}
             || (step_q == Word && count_q != '0)),
    .write_address_i(write),
    .clear_i(step_q inside {Message, RotateA, WordSS2, WordW, Mix, Word, Chain, Digest}
             || (step_q == WordE && clear)),
    .hold_i(1'b0), .first_o(first_q), .second_o(second_q), .operand_i(operand_q),
    .sum_o(sum)
  );

  // The operand, in words that synthesis keeps, so that each bit takes seven four-input functions.
  // The word before is, for FF, A ^ B; for GG, E or its inverse; for W, words that are not rotated.

  logic [31:0] before_q, message;
  logic [31:0] term;
  (* keep *) logic [31:0] inner, rotated, outer, plain, other;
  for (genvar i = 0; i < 4; i++) begin : gen_order
    assign message[8*i+:8] = s_tdata[8*(3-i)+:8];
    assign m_tdata[8*i+:8] = operand_q[8*(3-i)+:8];
  end
  assign inner = short_q ? (wide_q ? rotl(15, first_q) : rotl(9, first_q)) : {32{wide_q}};
  assign rotated = long_q ? (inner & rotl(19, first_q)) | (~inner & rotl(12, first_q)) : inner;
  assign outer = (wide_q ? rotl(23, first_q) : rotl(17, first_q)) & {32{outer_q}};
  assign plain = (first_q & {32{plain_q}}) ^ (rotl(7, second_q) & {32{seven_q}});
  assign other = (message & {32{message_q}}) ^ (second_q & {32{both_q}});
  assign term = rotated ^ outer ^ plain ^ other;
  always_ff @(posedge clk_i) begin
    if (run) begin
      if (keep_q) before_q <= second_q ^ (first_q & {32{pair_q}}) ^ {32{inverse_q}};
      else before_q <= '0;
      operand_q <= choose_q ? (before_q & term) | (~before_q & second_q) : before_q ^ term;
    end
  end

  assign run = ~((message_q & ~s_tvalid) | (digest_2_q & ~m_tready));
  assign s_tready = message_q;
  assign m_tvalid = digest_2_q;
  assign m_tlast = ~digest_q;  // no further word follows it
endmodule
