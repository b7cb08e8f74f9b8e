// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of `sil_sm3_serial_core`, for every input, under all stalls of its input and its
/// output:
///
/// * the sequence of steps and rounds;
/// * each step reads the words that GB/T 32905-2016 5.3 names, at their addresses, and none of them
///   waits to be written;
/// * the operand of a step is the term of the standard that follows from these words;
/// * a sum has the operands since the last complete one, and is written to the address of its word.
///
/// The memory is cut: a word that is read is any word. B, which two steps in sequence read, is the
/// same word for both. That the memory gives what was written last is simulated.
module sil_sm3_serial_proof (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [31:0] s_tdata,
  input logic        s_tlast,
  input logic        s_tvalid,
  input logic        m_tready
);
  typedef logic [31:0] word_t;
  typedef enum logic [3:0] {
    WordT, RotateA, FF, WordD, WordW1, WordSS2, WordH, GG, WordSS1, WordW, Mix, Word, WordE,
    Message, Chain, Digest
  } step_e;
  /// A step in a round, or with the number of a word, which is negative. V becomes IV in the steps
  /// Chain whose words are initial.
  typedef struct packed {
    logic initial_words;
    step_e step;
    logic [6:0] count;
  } at_t;

  function automatic logic same(at_t x, at_t y);
    return x.initial_words == y.initial_words && x.step == y.step && x.count == y.count;
  endfunction

  logic s_tready, m_tvalid, m_tlast;
  logic [31:0] m_tdata;
  sil_sm3_serial_core u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tvalid, .s_tready, .m_tdata, .m_tlast, .m_tvalid,
    .m_tready
  );

  at_t now;
  logic run, last;
  word_t first, second, operand;
  assign now = '{u_core.initial_q, step_e'(u_core.step_q), u_core.count_q};
  assign run = u_core.run;
  assign last = u_core.last_q;
  assign first = u_core.first_q;
  assign second = u_core.second_q;
  assign operand = u_core.operand_q;

  // The sequence. A word of V has a number from -8 on, one of the message from -16 on. E before
  // round 0 is a word of V.
  function automatic at_t after(at_t at, logic last_block);
    logic [6:0] one = at.count + 7'd1;
    unique case (at.step)
      WordT:   return '{1'b0, RotateA, at.count};
      RotateA: return '{1'b0, FF, at.count};
      FF:      return '{1'b0, WordD, at.count};
      WordD:   return '{1'b0, WordW1, at.count};
      WordW1:  return '{1'b0, WordSS2, at.count};
      WordSS2: return '{1'b0, WordH, at.count};
      WordH:   return '{1'b0, GG, at.count};
      GG:      return '{1'b0, WordSS1, at.count};
      WordSS1: return '{1'b0, WordW, at.count};
      WordW:   return '{1'b0, Mix, at.count};
      Mix:     return '{1'b0, Word, at.count};
      Word:    return '{1'b0, WordE, at.count};
      WordE:   return at.count == 7'd63 ? '{1'b0, Chain, -7'd8} : '{1'b0, WordT, one};
      Message: return &at.count ? '{1'b0, WordE, at.count} : '{1'b0, Message, one};
      Chain: begin
        if (!(&at.count)) return '{at.initial_words, Chain, one};
        return last_block && !at.initial_words ? '{1'b0, Digest, -7'd8}
                                               : '{at.initial_words, Message, -7'd16};
      end
      default: return &at.count ? '{1'b1, Chain, -7'd8} : '{1'b0, Digest, one};
    endcase
  endfunction
  function automatic logic possible(at_t at);
    unique case (at.step)
      Chain:   return at.count[6:3] == 4'hf;
      Digest:  return at.count[6:3] == 4'hf && !at.initial_words;
      Message: return at.count >= -7'd16 && !(at.initial_words && at.count != -7'd16);
      WordE:   return (at.count < 7'd64 || &at.count) && !at.initial_words;
      default: return at.count < 7'd64 && !at.initial_words;
    endcase
  endfunction

  // Addresses of words: W(t); A and E after round t, which are words of V before round 0; T(j)
  // rotated by j; word i of V from A on, of IV, and of the working variables after round 63.
  function automatic logic [7:0] address_w(logic [6:0] t);
    return 8'd192 + {4'd0, t[3:0]};
  endfunction
  function automatic logic [7:0] address_a(logic [6:0] t);
    return {1'b0, t};
  endfunction
  function automatic logic [7:0] address_e(logic [6:0] t);
    return {1'b1, t};
  endfunction
  function automatic logic [7:0] address_t(logic [6:0] j);
    return 8'd64 + {1'b0, j} - (j < 7'd48 ? 8'd0 : 8'd32);
  endfunction
  function automatic logic [7:0] address_v(logic [2:0] i);
    return i < 3'd4 ? 8'd127 - {5'd0, i} : 8'd255 - {5'd0, i - 3'd4};
  endfunction
  function automatic logic [7:0] address_iv(logic [2:0] i);
    return i < 3'd4 ? 8'd223 - {5'd0, i} : 8'd239 - {5'd0, i - 3'd4};
  endfunction
  function automatic logic [7:0] address_last(logic [2:0] i);
    return i < 3'd4 ? 8'd63 - {5'd0, i} : 8'd191 - {5'd0, i - 3'd4};
  endfunction

  // What a step reads.
  logic [7:0] reads, reads_2;
  logic one, two;  // the first word is used, the second one is
  logic [6:0] j;
  logic [2:0] i;
  assign j = now.count;
  assign i = now.count[2:0];
  always_comb begin
    one = !(now.step inside {Message, WordSS1});
    two = !(now.step inside {WordT, WordD, WordE, Message, Digest})
          && !(now.step == Chain && now.initial_words);
    unique case (now.step)
      Chain:         reads = now.initial_words ? address_iv(i) : address_v(i);
      Digest:        reads = address_v(i);
      Word:          reads = address_w(j - 7'd1);  // what Mix wrote in the round before
      WordE:         reads = address_e(j);
      WordT:         reads = address_t(j);
      RotateA, WordSS2: reads = address_a(j - 7'd1);  // A
      FF:            reads = address_a(j - 7'd3);  // C
      WordD:         reads = address_a(j - 7'd4);
      WordW1, WordW: reads = address_w(j);
      WordH:         reads = address_e(j - 7'd4);
      GG:            reads = address_e(j - 7'd3);  // G
      default:       reads = address_w(j + 7'd13);
    endcase
    unique case (now.step)
      Chain:         reads_2 = address_last(i);
      Word:          reads_2 = address_w(j + 7'd2);
      RotateA, FF:   reads_2 = address_a(j - 7'd2);  // B
      WordW1:        reads_2 = address_w(j + 7'd4);
      WordH:         reads_2 = address_e(j - 7'd1);  // E
      GG:            reads_2 = address_e(j - 7'd2);  // F
      WordW:         reads_2 = address_w(j + 7'd7);
      Mix:           reads_2 = address_w(j + 7'd9);
      default:       reads_2 = address_e(j);  // S
    endcase
  end

  // A step writes to this address. Before round 1 there is nothing that Word completes.
  function automatic logic writes(at_t at);
    return at.step inside {Message, RotateA, WordSS2, WordW, Mix, WordE, Chain}
           || (at.step == Word && at.count != '0);
  endfunction
  function automatic logic [7:0] writes_to(at_t at);
    unique case (at.step)
      Chain:   return address_v(at.count[2:0]);
      Message: return address_w(at.count);
      Word:    return address_w(at.count + 7'd15);
      Mix:     return address_w(at.count + 7'd16);
      WordSS2: return address_a(at.count);
      default: return address_e(at.count);
    endcase
  endfunction
  function automatic logic ends(at_t at);  // its sum is complete
    return at.step inside {Message, Word, RotateA, WordSS2, WordW, Mix, Chain, Digest}
           || (at.step == WordE && at.count == 7'd63);
  endfunction

  // The term of the standard, from the words x and y that a step has read, and the words before_x
  // and before_y of the step before. V holds C, D, G and H without their rotation.
  function automatic word_t rotl(int unsigned n, word_t x);
    return (x << n) | (x >> (32 - n));
  endfunction
  function automatic word_t term(
    at_t at, word_t x, word_t y, word_t before_x, word_t before_y, logic [31:0] message
  );
    word_t a, b, c, e, f, g;
    {a, b, c} = {before_x, y, rotl(9, x)};
    {e, f, g} = {before_y, y, rotl(19, x)};
    unique case (at.step)
      Message:       return {message[7:0], message[15:8], message[23:16], message[31:24]};
      Word:          return x ^ rotl(15, x) ^ rotl(23, x) ^ rotl(7, y) ^ before_y;
      WordE:         return at.count[6] ? x : x ^ rotl(9, x) ^ rotl(17, x);
      RotateA:       return rotl(12, x);
      FF:            return at.count < 7'd16 ? a ^ b ^ c : (a & b) | (a & c) | (b & c);
      WordD:         return rotl(9, x);
      WordT, WordW:  return x;
      WordW1:        return x ^ y;
      Chain:         return at.initial_words ? x : x ^ y;
      WordSS2:       return rotl(7, y) ^ rotl(12, x);
      WordH:         return rotl(19, x);
      GG:            return at.count < 7'd16 ? e ^ f ^ g : (e & f) | (~e & g);
      WordSS1:       return rotl(7, y);
      Mix:           return before_x ^ before_y ^ rotl(15, x);
      default: begin
        if (at.count[2:0] inside {3'd2, 3'd3}) return rotl(9, x);
        return at.count[2:0] inside {3'd6, 3'd7} ? rotl(19, x) : x;
      end
    endcase
  endfunction

  // The two steps before, and what follows from them.
  logic first_q = 1'b1;
  logic valid_q, valid_2_q;
  at_t at_q, at_2_q;
  word_t earlier_q, earlier_2_q, term_q, accumulated_q;
  always_ff @(posedge clk_i) first_q <= 1'b0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {valid_q, valid_2_q} <= '0;
    else if (run) {valid_q, valid_2_q} <= {1'b1, valid_q};
  end
  always_ff @(posedge clk_i) begin
    if (run) begin
      {at_q, at_2_q} <= {now, at_q};
      {earlier_q, earlier_2_q} <= {first, second};
      term_q <= term(at_q, first, second, earlier_q, earlier_2_q, s_tdata);
      accumulated_q <= !valid_2_q || ends(at_2_q) ? '0 : accumulated_q + operand;
    end
  end

  word_t kept;  // the word before
  logic early_q;
  assign early_q = at_q.count < 7'd16;
  always_comb begin
    unique case (at_2_q.step)
      RotateA, WordW: kept = earlier_q ^ earlier_2_q;
      WordH:          kept = at_2_q.count < 7'd16 ? earlier_2_q : ~earlier_2_q;
      Mix:            kept = earlier_2_q;
      default:        kept = '0;
    endcase
  end

  always_comb begin
    if (first_q) assume (!rst_ni);
    // FF reads B, which the step before has read, at the same address. None waited to be written.
    if (valid_q && at_q.step == FF) assume (second == earlier_2_q);
    if (rst_ni && !first_q) begin
      // The sequence.
      assert (possible(now));
      if (valid_q) begin
        assert (possible(at_q));
        assert (same(now, after(at_q, last)));
      end else assert (same(now, '{1'b1, Chain, -7'd8}));
      if (valid_2_q) begin
        assert (possible(at_2_q));
        assert (valid_q);
        assert (same(at_q, after(at_2_q, last)));
      end else if (valid_q) assert (same(at_q, '{1'b1, Chain, -7'd8}));
      // Words that are read.
      if (one) begin
        assert (u_core.first == reads);
        assert (!(u_core.u_words.write_q && u_core.u_words.address_q == reads));
        assert (!(u_core.u_words.write_2_q && u_core.u_words.address_2_q == reads));
      end
      if (two) begin
        assert (u_core.second == reads_2);
        assert (!(u_core.u_words.write_q && u_core.u_words.address_q == reads_2));
        assert (!(u_core.u_words.write_2_q && u_core.u_words.address_2_q == reads_2));
      end
      // Words that are written.
      assert (u_core.u_words.write_q == (valid_q && writes(at_q)));
      assert (u_core.u_words.write_2_q == (valid_2_q && writes(at_2_q)));
      if (u_core.u_words.write_q) assert (u_core.u_words.address_q == writes_to(at_q));
      if (u_core.u_words.write_2_q) assert (u_core.u_words.address_2_q == writes_to(at_2_q));
      assert (u_core.u_words.clear_q == (!valid_q || ends(at_q)));
      assert (u_core.u_words.clear_2_q == (!valid_2_q || ends(at_2_q)));
      // Invariants: the controls of the operand, and the word before.
      if (valid_2_q) assert (!u_core.u_words.hold_2_q);
      assert (u_core.keep_q == (valid_q && at_q.step inside {RotateA, WordH, WordW, Mix}));
      if (valid_q) begin
        assert (!u_core.u_words.hold_q);
        assert (u_core.plain_q == (
          at_q.step inside {WordT, WordW1, WordW, WordE, Chain, Word}
          || (at_q.step == Digest && !at_q.count[1])
        ));
        assert (u_core.short_q == (
          at_q.step inside {FF, WordD, Mix, Word}
          || (at_q.step == WordE && !at_q.count[6])
          || (at_q.step == Digest && at_q.count[2:1] == 2'b01)
        ));
        assert (u_core.long_q == (
          at_q.step inside {RotateA, WordSS2, WordH, GG}
          || (at_q.step == Digest && at_q.count[2:1] == 2'b11)
        ));
        assert (u_core.wide_q == (
          at_q.step inside {Mix, WordH, GG, Word}
          || (at_q.step == Digest && at_q.count[2:1] == 2'b11)
        ));
        assert (u_core.outer_q == (at_q.step inside {Word, WordE} && !at_q.count[6]));
        assert (u_core.seven_q == (at_q.step inside {WordSS1, WordSS2, Word}));
        assert (u_core.both_q == (
          at_q.step == WordW1 || (at_q.step == Chain && !at_q.initial_words)
          || (at_q.step == GG && early_q)
        ));
        assert (u_core.choose_q == (at_q.step inside {FF, GG} && !early_q));
        assert (u_core.pair_q == (at_q.step inside {RotateA, WordW}));
        assert (u_core.inverse_q == (at_q.step == WordH && !early_q));
        assert (u_core.before_q == (valid_2_q ? kept : '0));
      end
      // Terms and sums.
      if (valid_2_q) begin
        assert (operand == term_q);
        assert (u_core.u_words.sum == accumulated_q + operand);
      end
      // Ports.
      assert (s_tready == (valid_q && at_q.step == Message));
      assert (u_core.digest_q == (valid_q && at_q.step == Digest));
      assert (m_tvalid == (valid_2_q && at_2_q.step == Digest));
      if (m_tvalid) begin
        assert (m_tdata == {term_q[7:0], term_q[15:8], term_q[23:16], term_q[31:24]});
        assert (m_tlast == (&at_2_q.count));
      end
    end
  end
endmodule
