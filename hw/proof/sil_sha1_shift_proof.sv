// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of `sil_sha1_shift_core`, for every input, under all stalls of its input and its
/// output:
///
/// * the sequence of steps and rounds;
/// * each word of the message schedule is that of FIPS 180-4 6.1.2 step 1;
/// * the first block of a message begins with the initial hash value (5.3.1), each block with the
///   hash value in the working variables (step 2);
/// * round t updates the working variables as step 3 does;
/// * the feed-forward adds them to the hash value (step 4);
/// * after the last block of a message the words of the hash value leave in their order.
///
/// The proof keeps the hash value H(i-1), the working variables of a round and the last 16 words of
/// W, and says in which registers of the core they are in each step. A sum of several words is
/// formed in the order in which the core adds.
///
/// `Part` 1: in every state, a step adds the term of the standard, which follows from registers.
/// `Part` 2: with any other sums, the sequence, and the rotations of words in the feed-forward.
/// `Part` 3: with both, the registers have the words of the standard.
module sil_sha1_shift_proof #(
  /// The part that is proved.
  parameter int unsigned Part = 1
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [31:0] s_tdata,
  input logic        s_tlast,
  input logic        s_tvalid,
  input logic        m_tready
);
  typedef logic [31:0] word_t;
  typedef enum logic [2:0] {
    Word, Constant, RotateA, Function, Forward, Digest, Load
  } step_e;
  /// A step in a round, or with its number.
  typedef struct packed {
    step_e step;
    logic [6:0] t;
  } at_t;
  /// Words: a or H0 in 0, to e or H4 in 4.
  typedef word_t [4:0] row_t;
  localparam int unsigned A = 0, B = 1, C = 2, D = 3, E = 4;
  // FIPS 180-4 5.3.1 and 4.2.1.
  localparam row_t Initial = {
    32'hc3d2e1f0, 32'h10325476, 32'h98badcfe, 32'hefcdab89, 32'h67452301
  };
  localparam word_t [3:0] K = {32'hca62c1d6, 32'h8f1bbcdc, 32'h6ed9eba1, 32'h5a827999};

  logic s_tready, m_tvalid, m_tlast;
  logic [31:0] m_tdata;
  sil_sha1_shift_core u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tvalid, .s_tready, .m_tdata, .m_tlast, .m_tvalid,
    .m_tready
  );

  // The registers of the core.
  at_t now;
  step_e step;
  logic run;
  row_t variables, chaining;  // of chaining, H4 is in word 0 between feed-forwards
  word_t [15:0] w;
  word_t operand, sum, e;
  logic [6:0] t;
  logic [4:0] count;
  assign step = step_e'(u_core.step_q);
  assign count = u_core.count_q;
  assign t = 7'd20 * {5'd0, u_core.group_q} + {2'd0, count};
  assign now = '{step: step, t: t};
  assign run = u_core.run;
  assign e = ~u_core.e_n_q;
  assign variables = {e, u_core.d_q, u_core.c_q, u_core.b_q, u_core.a_q};
  assign chaining = u_core.chaining_q;
  assign w = u_core.schedule_q;
  assign operand = u_core.operand;
  assign sum = u_core.sum;

  function automatic word_t rotl(logic [4:0] n, word_t x);
    return (x << n) | (x >> (5'd0 - n));
  endfunction
  function automatic word_t f(logic [6:0] round, word_t b, word_t c, word_t d);
    if (round < 7'd20) return (b & c) ^ (~b & d);
    if (round < 7'd40 || round >= 7'd60) return b ^ c ^ d;
    return (b & c) ^ (b & d) ^ (c & d);
  endfunction
  function automatic word_t k(logic [6:0] round);
    return round < 7'd20 ? K[0] : round < 7'd40 ? K[1] : round < 7'd60 ? K[2] : K[3];
  endfunction

  // The message word (3.1: big-endian), and the term that a step adds.
  word_t message, term;
  logic adds;
  assign message = {s_tdata[7:0], s_tdata[15:8], s_tdata[23:16], s_tdata[31:24]};
  assign adds = step == Forward && (t < 7'd3 || t >= 7'd78);
  always_comb begin
    unique case (step)
      Word:     term = t < 7'd16 ? message : rotl(5'd1, w[13] ^ w[8] ^ w[2] ^ w[0]);
      Constant: term = k(t);
      RotateA:  term = rotl(5'd5, variables[A]);
      Function: term = f(t, variables[B], variables[C], variables[D]);
      Forward:  term = adds ? chaining[0] : '0;
      Digest:   term = chaining[0];
      default:  term = t < 7'd8 ? '0 : t < 7'd16 ? Initial[4] : Initial[3'(7'd19 - t)];
    endcase
  end

  // The sequence.
  function automatic at_t after(at_t at, logic last_block);
    logic [6:0] one = at.t + 7'd1;
    unique case (at.step)
      Word:     return '{Constant, at.t};
      Constant: return '{RotateA, at.t};
      RotateA:  return '{Function, at.t};
      Function: return at.t == 7'd79 ? '{Forward, 7'd0} : '{Word, one};
      Forward: begin
        if (at.t != 7'd79) return '{Forward, one};
        return last_block ? '{Digest, 7'd0} : '{Word, 7'd0};
      end
      Digest:   return at.t == 7'd19 ? '{Load, 7'd0} : '{Digest, one};
      default:  return at.t == 7'd19 ? '{Forward, 7'd0} : '{Load, one};
    endcase
  endfunction

  // The words of the standard. The feed-forward replaces the words of the hash value one by one.
  at_t at_q;
  row_t hash_q, working_q, next;
  word_t [15:0] w_q;
  word_t before_q;
  logic last_q, loading_q, first_block_q, valid_q;
  logic first_q = 1'b1;
  logic [3:0] rotations_q;  // complete ones of the five words in the feed-forward
  logic [2:0] position_q;   // words moved since then
  assign next = {working_q[D], working_q[C], rotl(5'd30, working_q[B]), working_q[A], sum};
  always_ff @(posedge clk_i) first_q <= 1'b0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (run) valid_q <= 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (first_q) w_q <= w;
    if (run) begin
      at_q <= now;
      before_q <= sum;
      if (step == Word) begin
        if (!first_q) w_q <= {term, w_q[15:1]};
        if (t < 7'd16) last_q <= s_tlast;
        loading_q <= 1'b0;
      end
      if (step == Load) begin
        {hash_q, working_q} <= {Initial, 160'd0};
        {last_q, loading_q, first_block_q} <= 3'b011;
      end
      if (step == Function) begin
        working_q <= next;
        if (t == 7'd79) first_block_q <= 1'b0;
      end
      {rotations_q, position_q} <= '0;
      if (step == Forward) begin
        {rotations_q, position_q} <= position_q == 3'd4 ? {rotations_q + 4'd1, 3'd0}
                                                        : {rotations_q, position_q + 3'd1};
        unique case (t)
          7'd0:    hash_q[4] <= sum;
          7'd1:    hash_q[3] <= sum;
          7'd2:    hash_q[2] <= sum;
          7'd78:   hash_q[1] <= sum;
          7'd79:   {hash_q[0], working_q} <= {sum, hash_q[4:1], sum};
          default: ;
        endcase
      end
    end
  end

  // The word of the hash value in a word of the core's register, which has moved by some words.
  function automatic logic [2:0] reduced(logic [4:0] x);  // modulo 5
    if (x >= 5'd20) return 3'(x - 5'd20);
    if (x >= 5'd15) return 3'(x - 5'd15);
    if (x >= 5'd10) return 3'(x - 5'd10);
    return x >= 5'd5 ? 3'(x - 5'd5) : x[2:0];
  endfunction
  logic [4:0] consumed;
  assign consumed = step == Digest ? count
                  : step != Forward ? 5'd0
                  : t < 7'd3 ? t[4:0] : t == 7'd79 ? 5'd4 : 5'd3;

  // The feed-forward: where the working variable i is, or its sum, and by how much it is rotated.
  row_t value_q;
  for (genvar i = 0; i < 5; i++) begin : gen_variable
    logic [3:0] passed;
    logic [2:0] at;
    logic added;
    assign at = reduced({2'd0, position_q} + 5'(i));
    assign passed = rotations_q + {3'd0, i < 2 ? position_q >= 3'(2 - i) : position_q >= 3'(7 - i)};
    assign added = i == 4 ? t > 7'd0 : i == 3 ? t > 7'd1 : i == 2 ? t > 7'd2
                 : i == 1 ? t > 7'd78 : 1'b0;
    always_ff @(posedge clk_i) if (run) begin
      if (step == Load) value_q[i] <= '0;
      else if (step == Function) value_q[i] <= next[i];
      else if (adds && at == 3'd4) value_q[i] <= sum;
      else if (at == 3'd1) value_q[i] <= rotl(5'd30, value_q[i]);
    end
    for (genvar n = 0; n < 16; n++) begin : gen_rotation
      logic holds;
      assign holds = value_q[i] == rotl(5'(30 * n), added ? hash_q[i] : working_q[i]);
      always_comb begin
        if (rst_ni && !first_q && step == Forward && passed == 4'(n)) begin
          if (Part == 2) assert (holds);
          if (Part == 3) assume (holds);  // part 2
        end
      end
    end
    for (genvar j = 0; j < 5; j++) begin : gen_register
      always_comb begin
        if (Part == 3 && rst_ni && !first_q && step == Forward && at == 3'(j)) begin
          assert (variables[j] == value_q[i]);
        end
      end
    end
  end

  if (Part == 1) begin : gen_terms
    always_comb begin
      assume (count < 5'd20);  // part 2
      if (step inside {Digest, Load}) assume (u_core.group_q == '0);  // part 2
      if (step <= Load) assert (operand == term);
      assert (sum == e + operand);
    end
  end else begin : gen_sequence
    always_comb begin
      if (first_q) assume (!rst_ni);
      if (rst_ni && !first_q) begin
        // Control.
        assert (step <= Load && count < 5'd20);
        if (step inside {Digest, Load}) assert (t < 7'd20);
        if (valid_q) begin
          assert (at_q.step <= Load && at_q.t < 7'd80);
          if (at_q.step inside {Digest, Load}) assert (at_q.t < 7'd20);
          assert (now == after(at_q, last_q));
          assert (last_q == u_core.last_q || step == Load || (step == Word && t == '0));
          if (step inside {Constant, RotateA, Function} || (step == Word && t != '0)) begin
            assert (!loading_q);
          end
          if (step == Digest) assert (last_q && !loading_q);
          if (step == Forward && loading_q) assert (!last_q && first_block_q);
          if (step == Forward && !loading_q) assert (!first_block_q);
          if (step == Word && t == '0 && loading_q) assert (first_block_q);
        end else assert (step == Load && t == '0);
        if (step == Forward) begin
          assert (t == 7'd5 * {3'd0, rotations_q} + {4'd0, position_q});
          assert (position_q < 3'd5);
        end else assert (!valid_q || (rotations_q == '0 && position_q == '0));
        assert (s_tready == (step == Word && t < 7'd16));
        assert (m_tvalid == (step == Digest && count[1:0] == '0));
        if (m_tvalid) assert (m_tlast == (count == 5'd16));
        if (step == Load && t >= 7'd1) assert (value_q == '0 && working_q == '0);
      end
    end
  end

  if (Part == 3) begin : gen_registers
    always_comb begin
      // Part 1: the sum of e and the term, where one of them is zero.
      if (step inside {Forward, Digest, Load} && term == '0) assume (sum == e);
      if (step inside {Forward, Digest, Load} && e == '0) assume (sum == term);
      if (!first_q) assert (w == w_q);

      if (rst_ni && !first_q) begin
        // The initial hash value.
        if (valid_q && !(step inside {Load, Digest}) && first_block_q) begin
          assert (hash_q == Initial);
        end
        if (valid_q && step == Forward && loading_q) assert (working_q == '0);
        if (step == Load) begin
          if (t >= 7'd1) assert (e == '0);
          if (t >= 7'd2) assert (variables[A] == '0);
          if (t >= 7'd3) assert (variables[B] == '0);
          if (t >= 7'd4) assert (variables[C] == '0);
          if (t >= 7'd5) assert (variables[D] == '0);
          for (int unsigned i = 0; i < 4; i++) begin
            if (t >= 7'd16 + 7'(i)) assert (chaining[4-i] == Initial[3'(7'd20 + 7'(i) - t)]);
          end
          if (t >= 7'd1) assert (hash_q == Initial);
          if (t >= 7'd1) assert (loading_q && first_block_q && !last_q);
        end else begin
          for (int unsigned i = 0; i < 5; i++) begin
            for (int unsigned j = 0; j < 5; j++) begin
              if (reduced(consumed + 5'(i)) == 3'(j)) assert (chaining[i] == hash_q[4-j]);
            end
          end
        end

        // The rounds. A block begins with the hash value.
        if (step inside {Word, Constant, RotateA, Function}) begin
          assert (variables[3:0] == working_q[3:0]);
          assert (e == (step == Word ? working_q[E] : before_q));
          if (step == Word && t == '0) assert (working_q == hash_q);
        end

        // The digest: H0, H1, H2, H3, H4.
        if (step == Digest) assert (e == '0);
        if (m_tvalid) begin
          for (int unsigned i = 0; i < 4; i++) begin
            assert (m_tdata[8*i+:8] == hash_q[count[4:2]][8*(3-i)+:8]);
          end
        end
      end
    end
  end
endmodule
