// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of `sil_sha1_serial_core`, for every input, under all stalls of its input and its
/// output:
///
/// * the sequence of steps and rounds;
/// * each step reads the words that FIPS 180-4 6.1.2 names, at their addresses, and none of them
///   waits to be written;
/// * the operand of a step is the term of the standard that follows from these words;
/// * a sum has the operands since the last complete one, and is written to the address of its word.
///
/// The memory is cut: a word that is read is any word, the same one if both addresses are the same,
/// and zero at the addresses that no step writes. That the memory gives what was written last is
/// simulated.
module sil_sha1_serial_proof (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [31:0] s_tdata,
  input logic        s_tlast,
  input logic        s_tvalid,
  input logic        m_tready
);
  typedef logic [31:0] word_t;
  typedef enum logic [3:0] {
    Load, Message, Mix, Word, WordE, WordK, RotateA, Function, Chain, Forward, RotateOnce,
    RotateTwice, Digest
  } step_e;
  /// A step in a round, or with the number of a word.
  typedef struct packed {
    step_e step;
    logic [6:0] count;
  } at_t;

  logic s_tready, m_tvalid, m_tlast;
  logic [31:0] m_tdata;
  sil_sha1_serial_core u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tvalid, .s_tready, .m_tdata, .m_tlast, .m_tvalid,
    .m_tready
  );

  at_t now;
  logic run, last;
  word_t first, second, prior, operand;
  assign now = '{step: step_e'(u_core.step_q), count: u_core.count_q};
  assign run = u_core.run;
  assign last = u_core.last_q;
  assign first = u_core.first_q;
  assign second = u_core.second_q;
  assign prior = u_core.before_q;
  assign operand = u_core.operand_q;

  // The sequence: five or six steps per round, and the words of H.
  function automatic at_t after(at_t at, logic last_block);
    logic [6:0] one = at.count + 7'd1;
    unique case (at.step)
      Load:     return at.count == 7'd7 ? '{Message, 7'd0} : '{Load, one};
      Message:  return '{WordE, at.count};
      Mix:      return '{Word, at.count};
      Word:     return '{WordE, at.count};
      WordE:    return '{WordK, at.count};
      WordK:    return '{RotateA, at.count};
      RotateA:  return '{Function, at.count};
      Function: begin
        if (at.count == 7'd79) return '{Chain, 7'd0};
        return one < 7'd16 ? '{Message, one} : '{Mix, one};
      end
      Chain:    return '{Forward, at.count};
      Forward:  return at.count == 7'd4 ? '{RotateOnce, 7'd0} : '{Chain, one};
      RotateOnce:     return at.count == 7'd2 ? '{RotateTwice, 7'd0} : '{RotateOnce, one};
      RotateTwice: begin
        if (at.count != 7'd2) return '{RotateTwice, one};
        return last_block ? '{Digest, 7'd0} : '{Message, 7'd0};
      end
      default:  return at.count == 7'd4 ? '{Load, 7'd0} : '{Digest, one};
    endcase
  endfunction
  function automatic logic [6:0] most(step_e step);
    unique case (step)
      Load:          return 7'd7;
      Message:       return 7'd15;
      RotateOnce, RotateTwice:   return 7'd2;
      Chain, Forward, Digest: return 7'd4;
      default:       return 7'd79;
    endcase
  endfunction

  // Addresses of words: K of a round, W(t), H, and the value of a after round t, which is one of H
  // before round 0. H2 to H4 are there twice, the second time rotated as a value of a.
  function automatic logic [7:0] address_k(logic [6:0] t);
    return 8'd128 + (t < 7'd20 ? 8'd0 : t < 7'd40 ? 8'd1 : t < 7'd60 ? 8'd2 : 8'd3);
  endfunction
  function automatic logic [7:0] address_w(logic [6:0] t);
    return 8'd192 + {4'd0, t[3:0]};
  endfunction
  function automatic logic [7:0] address_h(logic [2:0] i);
    return 8'd208 + (i < 3'd2 ? 8'd7 - {5'd0, i} : 8'd4 - {5'd0, i});
  endfunction
  function automatic logic [7:0] address_rotated(logic [2:0] i);
    return 8'd208 + 8'd7 - {5'd0, i};
  endfunction
  function automatic logic [7:0] address_a(logic [6:0] t, logic [2:0] back);
    if (t >= {4'd0, back}) return {1'b0, t - {4'd0, back}};
    return address_rotated(3'(back - 3'd1 - t[2:0]));
  endfunction

  // What a step reads. In a step with one word, the second one is the same word, or zero in order
  // not to change what is rotated by 1.
  logic [7:0] reads, reads_2;
  logic both;  // the second word is used
  logic [2:0] i;
  always_comb begin
    i = 3'd4 - now.count[2:0];  // Chain, Forward and RotateOnce go from H4 to H0
    both = !(now.step inside {Message, Load, Digest, Chain, Forward});
    reads = '0;
    unique case (now.step)
      Load:     reads = 8'd216 + {1'b0, now.count};
      Mix:      reads = address_w(now.count - 7'd3);
      Word:     reads = address_w(now.count - 7'd14);
      WordE:    reads = address_a(now.count, 3'd5);
      WordK:    reads = address_k(now.count);
      RotateA:  reads = address_a(now.count, 3'd1);
      Function: reads = address_a(now.count, 3'd3);
      Chain:    reads = address_rotated(i);
      Forward:  reads = 8'd79 - {5'd0, i};
      RotateOnce:     reads = address_h(i);
      RotateTwice:    reads = address_rotated(i);
      Digest:   reads = address_h(now.count[2:0]);
      default:  ;
    endcase
    reads_2 = reads;
    unique case (now.step)
      Mix:         reads_2 = address_w(now.count - 7'd8);
      Word:        reads_2 = address_w(now.count - 7'd16);
      RotateA:     reads_2 = address_a(now.count, 3'd2);
      Function:    reads_2 = address_a(now.count, 3'd4);
      RotateOnce, RotateTwice: reads_2 = u_core.second;
      default:     ;
    endcase
  end

  // A step writes to this address.
  function automatic logic writes(step_e step);
    return step inside {Load, Message, Word, Function, Forward, RotateOnce, RotateTwice};
  endfunction
  function automatic logic [7:0] writes_to(at_t at);
    unique case (at.step)
      Load:          return 8'd208 + {1'b0, at.count};
      Message, Word: return address_w(at.count);
      Function:      return {1'b0, at.count};
      Forward:       return address_h(3'd4 - at.count[2:0]);
      default:       return address_rotated(3'd4 - at.count[2:0]);
    endcase
  endfunction
  function automatic logic alone(at_t at);  // words that are added as they are
    return at.step inside {Chain, Forward} && at.count >= 7'd3;
  endfunction
  function automatic logic ends(step_e step);  // its sum is complete
    return step inside {Load, Function, Forward, RotateOnce, RotateTwice, Digest};
  endfunction

  // The term of the standard, from the words that a step has read and the second word of the step
  // before, and for W the exclusive or of both.
  function automatic word_t rotl(int unsigned n, word_t x);
    return (x << n) | (x >> (32 - n));
  endfunction
  function automatic word_t term(
    at_t at, word_t x, word_t y, word_t z, logic [31:0] given
  );
    word_t b, c, d;
    {b, c, d} = {z, rotl(30, x), rotl(30, y)};
    unique case (at.step)
      Message:     return {given[7:0], given[15:8], given[23:16], given[31:24]};
      Word:        return rotl(1, x ^ y ^ z);
      RotateOnce, RotateTwice: return rotl(1, x);
      Load, WordE, WordK: return rotl(30, x);
      RotateA:     return rotl(5, x);
      Function: begin
        if (at.count < 7'd20) return (b & c) ^ (~b & d);
        if (at.count < 7'd40 || at.count >= 7'd60) return b ^ c ^ d;
        return (b & c) ^ (b & d) ^ (c & d);
      end
      Chain, Forward: return at.count < 7'd3 ? rotl(30, x) : x;
      default:     return '0;
    endcase
  endfunction

  // The two steps before, and what follows from them.
  logic first_q = 1'b1;
  logic valid_q, valid_2_q;
  at_t at_q, at_2_q;
  logic [7:0] asked_q, asked_2_q;
  word_t term_q, accumulated_q;
  always_ff @(posedge clk_i) first_q <= 1'b0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {valid_q, valid_2_q} <= '0;
    else if (run) {valid_q, valid_2_q} <= {1'b1, valid_q};
  end
  always_ff @(posedge clk_i) begin
    if (run) begin
      {at_q, at_2_q} <= {now, at_q};
      {asked_q, asked_2_q} <= {u_core.first, u_core.second};
      term_q <= term(at_q, first, second, prior, s_tdata);
      accumulated_q <= !valid_2_q || ends(at_2_q.step) ? '0 : accumulated_q + operand;
    end
  end

  logic [6:0] t;
  assign t = now.count;
  always_comb begin
    if (first_q) assume (!rst_ni);
    if (asked_q == asked_2_q) assume (first == second);
    // Words from 224 on are zeros, which no step writes.
    if (&asked_2_q[7:5]) assume (second == '0);
    if (rst_ni && !first_q) begin
      // The sequence.
      assert (now.step <= Digest && now.count <= most(now.step));
      if (now.step == Mix || now.step == Word) assert (now.count >= 7'd16);
      if (!(now.step inside {Load, Chain, Forward, RotateOnce, RotateTwice, Digest})) begin
        assert (u_core.group_q == (t < 7'd20 ? 2'd0 : t < 7'd40 ? 2'd1 : t < 7'd60 ? 2'd2 : 2'd3));
      end
      if (valid_q) begin
        assert (at_q.step <= Digest && at_q.count <= most(at_q.step));
        assert (now == after(at_q, last));
      end else assert (now.step == Load && now.count == '0);
      if (valid_2_q) begin
        assert (at_2_q.step <= Digest && at_2_q.count <= most(at_2_q.step));
        assert (valid_q && at_q == after(at_2_q, last));
      end else if (valid_q) assert (at_q.step == Load && at_q.count == '0);
      // Words that are read.
      if (now.step != Message) begin
        assert (u_core.first == reads);
        assert (!(u_core.u_words.write_q && u_core.u_words.address_q == reads));
        assert (!(u_core.u_words.write_2_q && u_core.u_words.address_2_q == reads));
      end
      if (both) begin
        assert (u_core.second == reads_2);
        assert (!(u_core.u_words.write_q && u_core.u_words.address_q == reads_2));
        assert (!(u_core.u_words.write_2_q && u_core.u_words.address_2_q == reads_2));
      end
      if (now.step inside {RotateOnce, RotateTwice}) assert (&u_core.second[7:5]);
      // Words that are written.
      assert (u_core.u_words.write_q == (valid_q && writes(at_q.step)));
      assert (u_core.u_words.write_2_q == (valid_2_q && writes(at_2_q.step)));
      if (u_core.u_words.write_q) assert (u_core.u_words.address_q == writes_to(at_q));
      if (u_core.u_words.write_2_q) assert (u_core.u_words.address_2_q == writes_to(at_2_q));
      assert (u_core.u_words.clear_q == (!valid_q || ends(at_q.step)));
      assert (u_core.u_words.clear_2_q == (!valid_2_q || ends(at_2_q.step)));
      // Invariants: the controls of the operand, and the zeros beside a word that is rotated by 1.
      if (valid_2_q) assert (!u_core.u_words.hold_2_q);
      if (valid_q) begin
        assert (!u_core.u_words.hold_q);
        assert (u_core.rotated_q == (at_q.step inside {Word, RotateOnce, RotateTwice}));
        assert (u_core.mix_q == (at_q.step == Mix));
        assert (u_core.five_q == (at_q.step == RotateA));
        assert (u_core.plain_q == alone(at_q));
        assert (u_core.function_q == (at_q.step inside {
          Load, WordE, WordK, Chain, Forward, Function
        } && !alone(at_q)));
        assert (u_core.parity_q == (at_q.step == Function
                                    && (at_q.count inside {[20:39], [60:79]})));
        assert (u_core.majority_q == (at_q.step == Function && at_q.count inside {[40:59]}));
        if (at_q.step inside {RotateOnce, RotateTwice} || alone(at_q)) assert (&asked_2_q[7:5]);
        else if (at_q.step inside {Load, WordE, WordK, Chain, Forward}) begin
          assert (asked_q == asked_2_q);
        end
      end
      if (valid_2_q && (at_2_q.step inside {RotateOnce, RotateTwice} || alone(at_2_q))) begin
        assert (prior == '0);
      end
      // Terms and sums.
      if (valid_2_q) begin
        assert (operand == term_q);
        assert (u_core.u_words.sum == accumulated_q + operand);
      end
      // Ports.
      assert (s_tready == (valid_q && at_q.step == Message));
      assert (m_tvalid == (valid_q && at_q.step == Digest));
      if (m_tvalid) begin
        assert (m_tdata == {first[7:0], first[15:8], first[23:16], first[31:24]});
        assert (m_tlast == (at_q.count == 7'd4));
      end
    end
  end
endmodule
