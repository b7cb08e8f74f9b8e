// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of `sil_md5_serial_core`, for every input, under all stalls of its input and its
/// output:
///
/// * the sequence of steps;
/// * each step reads the words that RFC 1321 3.4 names, at their addresses, and none of them waits
///   to be written;
/// * the operand of a step is the term of RFC 1321 that follows from these words, or the sum before
///   it, rotated by s;
/// * a sum has the operands since the last complete one, and is written to the address of its word.
///
/// The memory is cut: a word that is read is any word, and the same one if both addresses are the
/// same. That the memory gives what was written last is simulated.
module sil_md5_serial_proof (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [31:0] s_tdata,
  input logic        s_tlast,
  input logic        s_tvalid,
  input logic        m_tready
);
  typedef logic [31:0] word_t;
  typedef enum logic [3:0] {
    Load, Message, WordX, WordA, WordT, Select, Function, Wait, Rotate, RotateMore, WordB, Chain,
    Forward, Digest
  } step_e;
  /// A step of the core in a step of MD5, or with the number of a word; and rotations before it.
  typedef struct packed {
    step_e step;
    logic [5:0] count;
    logic [2:0] number;
  } at_t;

  logic s_tready, m_tvalid, m_tlast;
  logic [31:0] m_tdata;
  sil_md5_serial_core u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tvalid, .s_tready, .m_tdata, .m_tlast, .m_tvalid,
    .m_tready
  );

  at_t now;
  logic run, last;
  word_t first, second, prior, operand;
  assign now = '{
    step: step_e'(u_core.step_q), count: u_core.count_q,
    number: u_core.step_q == 4'd9 ? u_core.made_q : 3'd0
  };
  assign run = u_core.run;
  assign last = u_core.last_q;
  assign first = u_core.first_q;
  assign second = u_core.second_q;
  assign prior = u_core.before_q;
  assign operand = u_core.operand_q;

  // The rotations and message words of RFC 1321 3.4, and the rotations that a step needs after that
  // by 4: by 5 in each step since a multiple of 4, and by 1.
  function automatic logic [4:0] rotation(logic [5:0] i);
    logic [3:0][3:0][4:0] s;
    s[0] = {5'd22, 5'd17, 5'd12, 5'd7};
    s[1] = {5'd20, 5'd14, 5'd9, 5'd5};
    s[2] = {5'd23, 5'd16, 5'd11, 5'd4};
    s[3] = {5'd21, 5'd15, 5'd10, 5'd6};
    return s[i[5:4]][i[1:0]];
  endfunction
  function automatic logic [2:0] needed(logic [5:0] i);
    return 3'(rotation(i) - 5'd4 - {1'b0, i[1:0], 2'd0});
  endfunction
  function automatic logic [4:0] amount(at_t at);  // of the rotation with this step
    logic [2:0] made = at.number + 3'd1;
    if (at.step == Rotate) return 5'd4;
    if (made <= {1'b0, at.count[1:0]}) return 5'd4 + 5'd5 * {2'd0, made};
    return 5'd4 + {1'b0, at.count[1:0], 2'd0} + {2'd0, made};
  endfunction
  function automatic logic [3:0] index(logic [5:0] i);
    logic [7:0] k;
    unique case (i[5:4])
      2'd0:    k = {2'd0, i};
      2'd1:    k = 8'd5 * {2'd0, i} + 8'd1;
      2'd2:    k = 8'd3 * {2'd0, i} + 8'd5;
      default: k = 8'd7 * {2'd0, i};
    endcase
    return k[3:0];
  endfunction

  function automatic at_t after(at_t at, logic last_block);
    logic [5:0] one = at.count + 6'd1;
    unique case (at.step)
      Load:     return at.count == 6'd3 ? '{Message, 6'd0, 3'd0} : '{Load, one, 3'd0};
      Message:  return '{WordA, at.count, 3'd0};
      WordX:    return '{WordA, at.count, 3'd0};
      WordA:    return '{WordT, at.count, 3'd0};
      WordT:    return '{Select, at.count, 3'd0};
      Select:   return '{Function, at.count, 3'd0};
      Function: return '{Wait, at.count, 3'd0};
      Wait:     return '{Rotate, at.count, 3'd0};
      Rotate: begin
        return needed(at.count) == '0 ? '{WordB, at.count, 3'd0} : '{RotateMore, at.count, 3'd0};
      end
      RotateMore: begin
        if (at.number + 3'd1 == needed(at.count)) return '{WordB, at.count, 3'd0};
        return '{RotateMore, at.count, at.number + 3'd1};
      end
      WordB: begin
        if (at.count == 6'd63) return '{Chain, 6'd0, 3'd0};
        return one < 6'd16 ? '{Message, one, 3'd0} : '{WordX, one, 3'd0};
      end
      Chain:    return '{Forward, at.count, 3'd0};
      Forward: begin
        if (at.count != 6'd3) return '{Chain, one, 3'd0};
        return last_block ? '{Digest, 6'd0, 3'd0} : '{Message, 6'd0, 3'd0};
      end
      default:  return at.count == 6'd3 ? '{Load, 6'd0, 3'd0} : '{Digest, one, 3'd0};
    endcase
  endfunction
  function automatic logic legal(at_t at);
    unique case (at.step)
      Load, Chain, Forward, Digest: return at.count <= 6'd3;
      Message: return at.count < 6'd16;
      WordX:   return at.count >= 6'd16;
      RotateMore:    return at.number < needed(at.count);
      default: return at.step <= Digest;
    endcase
  endfunction

  // Addresses of words: X[k], T of a step, a word of H, and the value of b after a step, which is
  // one of H before step 0: A, D, C, B.
  function automatic logic [7:0] address_h(logic [1:0] i);  // A, B, C, D
    return 8'd208 + {6'd0, 2'd0 - i};
  endfunction
  function automatic logic [7:0] address_b(logic [5:0] i, logic [2:0] back);
    if (i >= {3'd0, back}) return {2'd0, i - {3'd0, back}};
    return 8'd208 + {5'd0, 3'd4 - back + i[2:0]};
  endfunction

  logic [7:0] reads, reads_2;
  logic [5:0] i;
  logic [1:0] word;
  logic by_d;
  always_comb begin
    i = now.count;
    word = now.count[1:0] + 2'd2;  // Chain and Forward go from C and B to A and D
    by_d = i[5:4] == 2'd1;
    reads = '0;
    unique case (now.step)
      Load:     reads = 8'd216 + {2'd0, i};
      WordX:    reads = 8'd192 + {4'd0, index(i)};
      WordA:    reads = address_b(i, 3'd4);
      WordT:    reads = 8'd128 + {2'd0, i};
      Function: reads = address_b(i, by_d ? 3'd1 : 3'd2);
      WordB:    reads = address_b(i, 3'd1);
      Chain:    reads = 8'd208 + {6'd0, word};
      Forward:  reads = 8'd60 + {6'd0, word};
      Digest:   reads = address_h(i[1:0]);
      default:  ;
    endcase
    reads_2 = reads;
    if (now.step == Select) reads_2 = address_b(i, by_d ? 3'd3 : 3'd1);
    if (now.step == Function) reads_2 = address_b(i, by_d ? 3'd2 : 3'd3);
  end
  logic one, both;  // the words of this step are used
  assign one = now.step inside {
    Load, WordX, WordA, WordT, Function, WordB, Chain, Forward, Digest
  };
  assign both = one && now.step != Digest || now.step == Select;

  function automatic logic writes(step_e step);
    return step inside {Load, Message, WordB, Forward};
  endfunction
  function automatic logic [7:0] writes_to(at_t at);
    unique case (at.step)
      Load:    return 8'd208 + {2'd0, at.count};
      Message: return 8'd192 + {2'd0, at.count};
      WordB:   return {2'd0, at.count};
      default: return 8'd208 + {6'd0, 2'(at.count[1:0] + 2'd2)};
    endcase
  endfunction
  function automatic logic ends(step_e step, step_e next);  // its sum is complete, or was rotated
    return step inside {Load, Wait, WordB, Forward, Digest}
           || (step inside {Rotate, RotateMore} && next == RotateMore);
  endfunction

  // The term of RFC 1321: F, G, H, I with b, c, d as they were read, or the word.
  function automatic word_t rotl(logic [4:0] n, word_t x);
    return (x << n) | (x >> (6'd32 - {1'b0, n}));
  endfunction
  function automatic word_t term(
    at_t at, word_t x, word_t y, word_t z, word_t given, word_t sum, word_t rotated
  );
    unique case (at.step)
      Message: return given;
      Rotate:  return rotl(5'd4, sum);
      RotateMore:    return rotl(at.number < {1'b0, at.count[1:0]} ? 5'd5 : 5'd1, rotated);
      Function: begin
        unique case (at.count[5:4])
          2'd0:    return (z & x) | (~z & y);  // b, c, d = z, x, y
          2'd1:    return (x & z) | (y & ~z);  // x, y, z
          2'd2:    return z ^ x ^ y;           // z, x, y
          default: return x ^ (z | ~y);        // z, x, y
        endcase
      end
      Load, WordX, WordA, WordT, WordB, Chain, Forward: return x;
      default: return '0;
    endcase
  endfunction

  // The two steps before, and what follows from them.
  logic first_q = 1'b1;
  logic valid_q, valid_2_q;
  at_t at_q, at_2_q;
  logic [7:0] asked_q, asked_2_q;
  word_t term_q, accumulated_q, whole_q;
  always_ff @(posedge clk_i) first_q <= 1'b0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {valid_q, valid_2_q} <= '0;
    else if (run) {valid_q, valid_2_q} <= {1'b1, valid_q};
  end
  always_ff @(posedge clk_i) begin
    if (run) begin
      {at_q, at_2_q} <= {now, at_q};
      {asked_q, asked_2_q} <= {u_core.first, u_core.second};
      term_q <= term(at_q, first, second, prior, s_tdata, u_core.sum, operand);
      if (at_q.step == Rotate) whole_q <= accumulated_q;
      accumulated_q <= !valid_2_q || ends(at_2_q.step, at_q.step) ? '0 : accumulated_q + operand;
    end
  end

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (asked_q == asked_2_q) assume (first == second);
    if (rst_ni && !first_q) begin
      // The sequence.
      assert (legal(now));
      if (valid_q) assert (legal(at_q) && now == after(at_q, last));
      else assert (now.step == Load && now.count == '0);
      if (valid_2_q) assert (legal(at_2_q) && valid_q && at_q == after(at_2_q, last));
      else if (valid_q) assert (at_q.step == Load && at_q.count == '0);
      if (!(now.step inside {RotateMore, WordB})) assert (u_core.made_q == '0);
      // Words that are read.
      if (one) begin
        assert (u_core.first == reads);
        assert (!(u_core.u_words.write_q && u_core.u_words.address_q == reads));
        assert (!(u_core.u_words.write_2_q && u_core.u_words.address_2_q == reads));
      end
      if (both) begin
        assert (u_core.second == reads_2);
        assert (!(u_core.u_words.write_q && u_core.u_words.address_q == reads_2));
        assert (!(u_core.u_words.write_2_q && u_core.u_words.address_2_q == reads_2));
      end
      // Words that are written.
      assert (u_core.u_words.write_q == (valid_q && writes(at_q.step)));
      assert (u_core.u_words.write_2_q == (valid_2_q && writes(at_2_q.step)));
      if (u_core.u_words.write_q) assert (u_core.u_words.address_q == writes_to(at_q));
      if (u_core.u_words.write_2_q) assert (u_core.u_words.address_2_q == writes_to(at_2_q));
      // Invariants: the controls of the operand.
      assert (u_core.u_words.clear_q == (!valid_q || ends(at_q.step, now.step)));
      assert (u_core.u_words.clear_2_q == (!valid_2_q || ends(at_2_q.step, at_q.step)));
      if (valid_2_q) assert (!u_core.u_words.hold_2_q);
      if (valid_q) begin
        assert (!u_core.u_words.hold_q);
        assert (u_core.choose_q == (at_q.step inside {
          Load, WordX, WordA, WordT, Function, WordB, Chain, Forward
        }));
        assert (u_core.parity_q == (at_q.step == Function && at_q.count[5]));
        assert (u_core.mixed_q == (at_q.step == Function && at_q.count[5:4] == 2'd3));
        assert (u_core.rotate_q == (at_q.step == Rotate));
        assert (u_core.five_q == (at_q.step == RotateMore
                                  && at_q.number < {1'b0, at_q.count[1:0]}));
        assert (u_core.one_q == (at_q.step == RotateMore
                                 && at_q.number >= {1'b0, at_q.count[1:0]}));
        if (u_core.choose_q && at_q.step != Function) assert (asked_q == asked_2_q);
      end
      // Terms and sums.
      if (valid_2_q) begin
        assert (operand == term_q);
        assert (u_core.u_words.sum == accumulated_q + operand);
        if (at_2_q.step inside {Rotate, RotateMore}) begin
          assert (operand == rotl(amount(at_2_q), whole_q));
          if (at_q.step == WordB) assert (operand == rotl(rotation(at_q.count), whole_q));
        end
      end
      // Ports.
      assert (s_tready == (valid_q && at_q.step == Message));
      assert (m_tvalid == (valid_q && at_q.step == Digest));
      if (m_tvalid) assert (m_tdata == first && m_tlast == (at_q.count == 6'd3));
    end
  end
endmodule
