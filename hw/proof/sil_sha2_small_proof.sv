// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_sha2_small_core with Memory = 0, for every input, under all stalls of its
/// input and its output:
///
/// * each word of the message schedule is that of FIPS 180-4 6.2.2 step 1;
/// * a block begins with the hash value in the working variables (step 2), and has 64 rounds;
/// * round t updates the working variables as step 3 does;
/// * the feed-forward adds them to the hash value (step 4);
/// * after the last block of a message the words of the hash value leave in their order.
///
/// The proof keeps the hash value H(i-1), the working variables of a round and the last 16 words of
/// W, and says in which registers of the core they are in each step. A sum of several words is
/// formed in the order in which the core adds.
///
/// `Part` 1: in every state, a step adds the term of the standard, which follows from the registers.
/// `Part` 2: with any other sums, the registers have the words of the standard.
module sil_sha2_small_proof
  import sil_sha2_small_pkg::*;
#(
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
  /// Words in the order d, c, b, a, h, g, f, e.
  typedef word_t [7:0] row_t;
  localparam int unsigned D = 0, C = 1, B = 2, A = 3, H = 4, G = 5, F = 6, E = 7;
  localparam logic [255:0] Initial = 256'(sil_sha2_pkg::initial_value(sil_sha2_pkg::SHA256));

  logic s_tready, m_tvalid, m_tlast;
  logic [31:0] m_tdata;
  sil_sha2_small_core #(.Memory(1'b0)) u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tvalid, .s_tready, .m_tdata, .m_tlast, .m_tvalid,
    .m_tready
  );

  step_e step;
  logic [5:0] count;
  logic run;
  assign step = u_core.step;
  assign count = u_core.count;
  assign run = u_core.run;

  // The message word (3.1: big-endian), and the initial hash value in the order of a row.
  word_t message;
  row_t initial_row;
  for (genvar i = 0; i < 4; i++) begin : gen_order
    assign message[8*i+:8] = s_tdata[8*(3-i)+:8];
    assign initial_row[i] = Initial[32*(4+i)+:32];
    assign initial_row[4+i] = Initial[32*i+:32];
  end

  // The registers of the core. A row of working variables.
  word_t [3:0] high, low;
  row_t chaining, working;
  word_t [15:0] w;
  word_t core_sum, operand, sum;
  assign high = u_core.gen_shift.u_words.high_q;
  assign low = u_core.gen_shift.u_words.low_q;
  assign working = {low, high};
  assign chaining = u_core.gen_shift.u_words.chaining_q;
  assign w = u_core.gen_shift.u_words.schedule_q;
  assign core_sum = u_core.gen_shift.u_words.sum_q;
  assign operand = u_core.gen_shift.u_words.operand;
  assign sum = u_core.gen_shift.u_words.sum;

  // The term that a step adds, the sum of the terms before it, and the first term of a sum, to
  // which its second one is added.
  word_t term, before_q, start;
  logic starts;
  assign starts = step inside {Load, Message, Sigma0W, Forward, Digest};
  always_comb begin
    unique case (step)
      Message: start = message;
      Sigma0W: start = w[0];
      Forward: start = chaining[0];
      default: start = '0;
    endcase
    unique case (step)
      Load:     term = initial_row[count[2:0]];
      Message:  term = working[H];
      Sigma0W:  term = 32'(sil_sha2_standard_pkg::small_sigma0(32, 64'(w[1])));
      W7:       term = w[9];
      Sigma1W:  term = 32'(sil_sha2_standard_pkg::small_sigma1(32, 64'(w[14])));
      WordH:    term = working[H];
      WordK:    term = 32'(sil_sha2_standard_pkg::k(32, {1'b0, count}));
      Sigma1E:  term = 32'(sil_sha2_standard_pkg::big_sigma1(32, 64'(working[E])));
      Choose:   term = 32'(sil_sha2_standard_pkg::ch(
        64'(working[E]), 64'(working[F]), 64'(working[G])));
      WordD:    term = working[D];
      Sigma0A:  term = 32'(sil_sha2_standard_pkg::big_sigma0(32, 64'(working[A])));
      Majority: term = 32'(sil_sha2_standard_pkg::maj(
        64'(working[A]), 64'(working[B]), 64'(working[C])));
      Forward:  term = count[2] ? low[0] : high[0];
      default:  term = count[4] ? low[0] : high[0];
    endcase
  end

  // The words of the standard.
  row_t hash_q, working_q, next;
  word_t [15:0] w_q;
  word_t new_e_q;
  logic [6:0] rounds_q;
  logic last_q, round;
  assign round = step inside {[Message:Majority]};
  assign next = {new_e_q, working_q[E], working_q[F], working_q[G],
                 sum, working_q[A], working_q[B], working_q[C]};

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;
  always_ff @(posedge clk_i) begin
    if (run && step != WordD) before_q <= sum;
    if (run && step == WordD) new_e_q <= sum;
    if (first_q) w_q <= w;
    else if (run && step == Message) w_q <= {message, w_q[15:1]};
    else if (run && step == Sigma1W) w_q <= {sum, w_q[15:1]};
    if (run && step == Message) last_q <= s_tlast;
    if (step == Load) begin
      {hash_q, working_q} <= {initial_row, initial_row};
      rounds_q <= '0;
    end
    if (run && step == Majority) begin
      working_q <= next;
      rounds_q <= rounds_q + 1'b1;
    end
    if (run && step == Forward) begin
      hash_q[count[2:0]] <= sum;
      if (count[2:0] == 3'd7) begin
        working_q <= {sum, hash_q[6:0]};
        rounds_q <= '0;
      end
    end
  end

  // Turns of a half in the words of the digest: three before each word, one after it in the other
  // order.
  logic [1:0] turns;
  assign turns = count[1:0] - count[3:2];

  logic started;
  assign started = rst_ni & ~first_q;
  if (Part == 1) begin : gen_terms
    always_comb begin
      if (!(step inside {W16, Chain})) assert (operand == term);
      assert (sum == (starts ? start : core_sum) + operand);
      for (int unsigned i = 0; i < 4; i++) assert (m_tdata[8*i+:8] == operand[8*(3-i)+:8]);
    end
  end else begin : gen_registers
    always_comb begin
      if (first_q) assume (!rst_ni);
      if (step inside {Load, Digest}) assume (sum == term);  // part 1
      if (!first_q) assert (w == w_q);

      if (started) begin
        // Control.
        if (round) assert (rounds_q == {1'b0, count});
        if (step == Message) assert (count < 6'd16);
        if (step inside {Sigma0W, W7, Sigma1W, WordH}) assert (count >= 6'd16);
        if (step inside {Load, Forward}) assert (count < 6'd8);
        if (step == Forward) assert (rounds_q == 7'd64);
        assert (!(step inside {W16, Chain}));
        if (step == Digest) assert (count < 6'd32);
        if (!(step inside {Load, Message}) || (step == Message && count != '0)) begin
          assert (u_core.u_sequencer.last_q == last_q);
        end
        if (step == Digest) assert (last_q);
        assert (s_tready == (step == Message));

        // The sum of the terms before this one.
        if (!starts) assert (core_sum == before_q);

        // The words of the standard stand here.
        if (round) begin
          assert (chaining == hash_q);
          assert (high == working_q[3:0]);
          if (!(step inside {Sigma0A, Majority})) assert (low == working_q[7:4]);
          else assert (low == {new_e_q, working_q[7:5]});
          if (count == '0 && step == Message) assert (working_q == hash_q);
        end
        if (step == Load) begin
          for (int unsigned i = 0; i < 8; i++) begin
            if (3'(i) < count[2:0]) begin
              assert (chaining[3'(8 + i) - count[2:0]] == initial_row[i]);
              if (i < 4 && count < 6'd4) assert (high[2'(4 + i) - count[1:0]] == initial_row[i]);
              if (i < 4 && count >= 6'd4) assert (high[i] == initial_row[i]);
              if (i >= 4) assert (low[2'(i) - count[1:0]] == initial_row[i]);
            end
          end
        end
        if (step == Forward) begin
          for (int unsigned i = 0; i < 8; i++) begin
            assert (chaining[3'(8 + i) - count[2:0]] == hash_q[i]);
          end
          for (int unsigned i = 0; i < 4; i++) begin
            if (count < 6'd4) begin
              assert (high[2'(i) - count[1:0]] == (i < 32'(count[1:0]) ? hash_q[i] : working_q[i]));
              assert (low[i] == working_q[4+i]);
            end else begin
              assert (high[i] == hash_q[i]);
              assert (low[2'(i) - count[1:0]]
                == (i < 32'(count[1:0]) ? hash_q[4+i] : working_q[4+i]));
            end
          end
        end
        if (step == Digest) begin
          assert (chaining == hash_q);
          for (int unsigned i = 0; i < 4; i++) begin
            assert (high[2'(i) - (count[4] ? 2'd0 : turns)] == hash_q[i]);
            assert (low[2'(i) - (count[4] ? turns : 2'd0)] == hash_q[4+i]);
          end
        end

        // The digest: a, b, c, d, e, f, g, h.
        assert (m_tvalid == (step == Digest && count[1:0] == 2'd3));
        if (m_tvalid) begin
          assert (term == hash_q[{count[4], ~count[3:2]}]);
          assert (m_tlast == (count == 6'd31));
        end
      end
    end
  end
endmodule
