// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of `sil_sha2_small_core` with Memory = 1, for every input, under all stalls of its
/// input and output:
///
/// * the sequence of steps and rounds;
/// * each step reads the words that FIPS 180-4 6.2.2 names, at their addresses, and none of them
///   waits to be written;
/// * the operand of a step is the term of the standard that follows from these words, or the sum of
///   two terms;
/// * a sum has the operands since the last complete one, and is written to the address of its word.
///
/// The memory is cut: a word that is read is any word, the same one if both addresses are the same,
/// and zero at the addresses that no step writes. That the memory gives what was written last is
/// simulated.
module sil_sha2_small_memory_proof
  import sil_sha2_small_pkg::*;
#(
  /// As in sil_sha2_small_core.
  parameter int unsigned Adders = 1
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [31:0] s_tdata,
  input logic        s_tlast,
  input logic        s_tvalid,
  input logic        m_tready
);
  typedef logic [31:0] word_t;
  /// A step in a round, or with the number of a word.
  typedef struct packed {
    step_e step;
    logic [5:0] count;
  } at_t;

  logic s_tready, m_tvalid, m_tlast;
  logic [31:0] m_tdata;
  sil_sha2_small_core #(.Adders(Adders)) u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tvalid, .s_tready, .m_tdata, .m_tlast, .m_tvalid,
    .m_tready
  );

  at_t now;
  logic run, last;
  word_t first, second, prior, operand;
  assign now = '{step: u_core.step, count: u_core.count};
  assign run = u_core.run;
  assign last = u_core.u_sequencer.last_q;
  assign first = u_core.gen_memory.u_words.first_q;
  assign second = u_core.gen_memory.u_words.second_q;
  assign prior = u_core.gen_memory.u_words.before_q;
  assign operand = u_core.gen_memory.u_words.operand;

  // The sequence. With two adders, steps that add two words stand for two steps.
  function automatic at_t after(at_t at, logic last_block);
    logic [5:0] one = at.count + 6'd1;
    unique case (at.step)
      Load:     return at.count == 6'd7 ? '{Message, 6'd0} : '{Load, one};
      Message:  return '{WordH, at.count};
      W16:      return '{Sigma0W, at.count};
      Sigma0W:  return Adders == 2 ? '{Sigma1W, at.count} : '{W7, at.count};
      W7:       return '{Sigma1W, at.count};
      Sigma1W:  return '{WordH, at.count};
      WordH:    return Adders == 2 ? '{Sigma1E, at.count} : '{WordK, at.count};
      WordK:    return '{Sigma1E, at.count};
      Sigma1E:  return '{Choose, at.count};
      Choose:   return '{WordD, at.count};
      WordD:    return '{Sigma0A, at.count};
      Sigma0A:  return '{Majority, at.count};
      Majority: begin
        if (at.count == 6'd63) return Adders == 2 ? '{Forward, 6'd0} : '{Chain, 6'd0};
        return one < 6'd16 ? '{Message, one} : '{W16, one};
      end
      Chain:    return '{Forward, at.count};
      Forward: begin
        if (at.count != 6'd7) return Adders == 2 ? '{Forward, one} : '{Chain, one};
        return last_block ? '{Digest, 6'd0} : '{Message, 6'd0};
      end
      default:  return at.count == 6'd7 ? '{Load, 6'd0} : '{Digest, one};
    endcase
  endfunction
  function automatic logic legal(at_t at);
    unique case (at.step)
      Load, Forward, Digest: return at.count < 6'd8;
      Message:               return at.count < 6'd16;
      W16, Sigma0W, Sigma1W: return at.count >= 6'd16;
      W7:                    return at.count >= 6'd16 && Adders == 1;
      WordK:                 return Adders == 1;
      Chain:                 return at.count < 6'd8 && Adders == 1;
      default:               return 1'b1;
    endcase
  endfunction

  // Addresses of words: K of a round, W(t), H, and the values of a and e after a round, which are
  // words of H before round 0. The row of H is d, c, b, a, h, g, f, e.
  function automatic logic [7:0] address_k(logic [5:0] t);
    return 8'd128 + {2'd0, t};
  endfunction
  function automatic logic [7:0] address_w(logic [5:0] t);
    return 8'd192 + {4'd0, t[3:0]};
  endfunction
  function automatic logic [7:0] address_a(logic [5:0] t, logic [2:0] back);
    if (t >= {3'd0, back}) return {2'd0, t - {3'd0, back}};
    return 8'd208 + {5'd0, 3'd4 - back + t[2:0]};
  endfunction
  function automatic logic [7:0] address_e(logic [5:0] t, logic [2:0] back);
    if (t >= {3'd0, back}) return 8'd64 + {2'd0, t - {3'd0, back}};
    return 8'd212 + {5'd0, 3'd4 - back + t[2:0]};
  endfunction

  logic [7:0] reads, reads_2;
  logic one, both;  // the words of this step are used
  logic [5:0] t;
  always_comb begin
    t = now.count;
    one = now.step != Message;
    both = one && now.step != Digest;
    reads = '0;
    unique case (now.step)
      Load:     reads = 8'd216 + {2'd0, t};
      W16:      reads = address_w(t - 6'd16);
      Sigma0W:  reads = address_w(t - 6'd15);
      W7:       reads = address_w(t - 6'd7);
      Sigma1W:  reads = address_w(t - 6'd2);
      WordH:    reads = address_e(t, 3'd4);
      WordK:    reads = address_k(t);
      Sigma1E:  reads = address_e(t, 3'd1);
      Choose:   reads = address_e(t, 3'd2);
      WordD:    reads = address_a(t, 3'd4);
      Sigma0A:  reads = address_a(t, 3'd1);
      Majority: reads = address_a(t, 3'd2);
      Chain:    reads = 8'd208 + {2'd0, t};
      Forward:  reads = (t[2] ? 8'd64 : 8'd0) + 8'd60 + {6'd0, t[1:0]};
      Digest:   reads = t < 6'd4 ? 8'd211 - {2'd0, t} : 8'd219 - {2'd0, t};
      default:  ;
    endcase
    reads_2 = Adders == 2 ? u_core.gen_memory.u_words.second : reads;
    unique case (now.step)
      W16:      if (Adders == 2) reads_2 = address_w(t - 6'd7);
      WordH:    if (Adders == 2) reads_2 = address_k(t);
      Forward:  if (Adders == 2) reads_2 = 8'd208 + {2'd0, t};
      Choose:   reads_2 = address_e(t, 3'd3);
      Majority: reads_2 = address_a(t, 3'd3);
      default:  if (Adders == 2) both = 1'b0;
    endcase
  end
  function automatic logic pairs(step_e step);  // two words are added
    return Adders == 2 && step inside {W16, WordH, Forward};
  endfunction
  function automatic logic alone(step_e step);  // a word is added as it is
    return step inside {Load, W16, W7, WordH, WordK, WordD, Chain, Forward} && !pairs(step);
  endfunction

  // A step writes to this address.
  function automatic logic writes(step_e step);
    return step inside {Load, Message, Sigma1W, WordD, Majority, Forward};
  endfunction
  function automatic logic [7:0] writes_to(at_t at);
    unique case (at.step)
      Message, Sigma1W: return address_w(at.count);
      WordD:            return 8'd64 + {2'd0, at.count};
      Majority:         return {2'd0, at.count};
      default:          return 8'd208 + {2'd0, at.count};
    endcase
  endfunction
  function automatic logic ends(step_e step);  // its sum is complete
    return step inside {Load, Majority, Forward, Digest};
  endfunction

  // The term of the standard, from the words that a step has read and the word of the step before.
  function automatic word_t term(at_t at, word_t x, word_t y, word_t z, word_t given);
    unique case (at.step)
      Message:  return {given[7:0], given[15:8], given[23:16], given[31:24]};
      Sigma0W:  return 32'(sil_sha2_standard_pkg::small_sigma0(32, 64'(x)));
      Sigma1W:  return 32'(sil_sha2_standard_pkg::small_sigma1(32, 64'(x)));
      Sigma1E:  return 32'(sil_sha2_standard_pkg::big_sigma1(32, 64'(x)));
      Sigma0A:  return 32'(sil_sha2_standard_pkg::big_sigma0(32, 64'(x)));
      Choose:   return 32'(sil_sha2_standard_pkg::ch(64'(z), 64'(x), 64'(y)));
      Majority: return 32'(sil_sha2_standard_pkg::maj(64'(z), 64'(x), 64'(y)));
      Digest:   return '0;
      default:  return pairs(at.step) ? x + y : x;
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
      {asked_q, asked_2_q} <= {u_core.gen_memory.u_words.first, u_core.gen_memory.u_words.second};
      term_q <= term(at_q, first, second, prior, s_tdata);
      // The sum of WordD is the new e, and without d it is continued.
      if (!valid_2_q || ends(at_2_q.step)) accumulated_q <= '0;
      else if (at_2_q.step != WordD) accumulated_q <= accumulated_q + operand;
    end
  end

  logic write_1, write_2;
  logic [7:0] address_1, address_2;
  assign write_1 = u_core.gen_memory.u_words.u_words.write_q;
  assign write_2 = u_core.gen_memory.u_words.u_words.write_2_q;
  assign address_1 = u_core.gen_memory.u_words.u_words.address_q;
  assign address_2 = u_core.gen_memory.u_words.u_words.address_2_q;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (asked_q == asked_2_q) assume (first == second);
    // Words from 224 on are zeros, which no step writes.
    if (&asked_2_q[7:5]) assume (second == '0);
    if (rst_ni && !first_q) begin
      // The sequence.
      assert (legal(now));
      if (valid_q) assert (legal(at_q) && now == after(at_q, last));
      else assert (now.step == Load && now.count == '0);
      if (valid_2_q) assert (legal(at_2_q) && valid_q && at_q == after(at_2_q, last));
      else if (valid_q) assert (at_q.step == Load && at_q.count == '0);
      // Words that are read.
      if (one) begin
        assert (u_core.gen_memory.u_words.first == reads);
        assert (!(write_1 && address_1 == reads) && !(write_2 && address_2 == reads));
      end
      if (both) begin
        assert (u_core.gen_memory.u_words.second == reads_2);
        assert (!(write_1 && address_1 == reads_2) && !(write_2 && address_2 == reads_2));
      end
      // Words that are written.
      assert (write_1 == (valid_q && writes(at_q.step)));
      assert (write_2 == (valid_2_q && writes(at_2_q.step)));
      if (write_1) assert (address_1 == writes_to(at_q));
      if (write_2) assert (address_2 == writes_to(at_2_q));
      // Invariants: the controls of the operand, and the word beside one that is added alone.
      assert (u_core.gen_memory.u_words.u_words.clear_q == (!valid_q || ends(at_q.step)));
      assert (u_core.gen_memory.u_words.u_words.clear_2_q == (!valid_2_q || ends(at_2_q.step)));
      if (valid_2_q) assert (u_core.gen_memory.u_words.u_words.hold_2_q == (at_2_q.step == WordD));
      if (valid_q) begin
        assert (u_core.gen_memory.u_words.u_words.hold_q == (at_q.step == WordD));
        assert (u_core.gen_memory.u_words.sigma_q == {
          at_q.step == Sigma0A, at_q.step == Sigma1E, at_q.step == Sigma1W, at_q.step == Sigma0W
        });
        assert (u_core.gen_memory.u_words.word_q == (alone(at_q.step) || pairs(at_q.step)));
        assert (u_core.gen_memory.u_words.pair_q == (at_q.step inside {Choose, Majority}));
        assert (u_core.gen_memory.u_words.majority_q == (at_q.step == Majority));
        if (alone(at_q.step)) assert (Adders == 2 ? &asked_2_q[7:5] : asked_q == asked_2_q);
      end
      // Terms and sums.
      if (valid_2_q) begin
        assert (operand == term_q);
        assert (u_core.gen_memory.u_words.u_words.sum == accumulated_q + operand);
      end
      // Ports.
      assert (s_tready == (valid_q && at_q.step == Message));
      assert (m_tvalid == (valid_q && at_q.step == Digest));
      if (m_tvalid) begin
        assert (m_tdata == {first[7:0], first[15:8], first[23:16], first[31:24]});
        assert (m_tlast == (at_q.count == 6'd7));
      end
    end
  end
endmodule
