// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of the core with one message in flight, for every form that computes operands in
/// advance (`Precompute`), for every input, at full width.
///
/// `Part` 1: each round updates the working variables as FIPS 180-4 6.1.2 step 3 does, with any
/// message words and any hash value.
///
/// `Part` 2, with part 1:
///
/// * each word of the message schedule is that of step 1;
/// * a block begins with the hash value in the working variables (step 2), and its feed-forward
///   adds them to the hash value (step 4);
/// * the digest is the hash value after the last block.
///
/// The proof tracks, for each stage of the pipeline, the number t of the round in it and its
/// message word + constant. These and the working variables of this cycle determine the value of
/// each register that the core computes in advance (`ahead`). This holds because the control words
/// of a message follow each other without a gap, and because there is a gap between messages
/// (sil_md_block_controls). The proof adds operands in the order of the hardware, which addition
/// modulo 2^32 allows. Part 2 also tracks the last 16 words of W, the hash value H(i-1) of the
/// block, and its working variables after the last round.
module sil_sha1_operation_proof
  import sil_md_pkg::*;
#(
  /// As in sil_sha1_core.
  parameter int unsigned Precompute = 2,
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

  // The stages that a control word passes: its words selected, K added, the round done, the new
  // word in the chaining-value register.
  localparam int unsigned Add = 1;
  localparam int unsigned Operate = Add + (Precompute == 2 ? 4 : Precompute);
  localparam int unsigned Done = Operate + 1;
  localparam int unsigned Words = 5;
  localparam int unsigned Rounds = 80;
  localparam int unsigned ControlWords = 85;
  // H4 to H0; 5.3.1.
  localparam word_t [Words-1:0] Initial = {
    32'h67452301, 32'hefcdab89, 32'h98badcfe, 32'h10325476, 32'hc3d2e1f0
  };

  logic s_tready, m_tvalid;
  logic [159:0] m_tdata;

  sil_sha1_core #(.Precompute(Precompute)) u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tid(1'b0), .s_tvalid, .s_tready, .s_tid_next(),
    .s_tid_any(), .m_tdata, .m_tid(), .m_tvalid, .m_tready, .start_i(1'b1), .restore_i('0),
    .save_i('0)
  );

  // The control words.
  logic [Done:0] valid, round, feeding;
  logic [Done:0][6:0] t_q;
  logic [1:0] state;
  logic run, clear, controls;

  assign run = u_core.gen_single.u_iterative.run_o;
  assign clear = u_core.gen_single.u_iterative.clear_o;
  assign state = u_core.gen_single.u_iterative.u_sequencer.state_q;

  sil_md_block_controls #(
    .Done(Done), .Rounds(Rounds), .Operations(ControlWords), .Unroll(1)
  ) u_controls (
    .clk_i,
    .run_i         (run),
    .clear_i       (clear),
    .accept_i      (s_tvalid & s_tready),
    .s_tlast,
    .state_i       (state),
    .issued_i      (u_core.gen_single.u_iterative.u_sequencer.control_q),
    .count_i       (u_core.gen_single.u_iterative.u_sequencer.count),
    .wrap_i        (u_core.gen_single.u_iterative.u_sequencer.wrap_q),
    .rounds_i      (u_core.gen_single.u_iterative.u_sequencer.rounds_q),
    .loaded_i      (u_core.gen_single.u_iterative.u_sequencer.loaded_q),
    .last_i        (u_core.gen_single.u_iterative.u_sequencer.last_q),
    .control_i     (u_core.gen_single.u_rounds.control_q),
    .m_tvalid,
    .valid_o       (valid),
    .t_o           (t_q),
    .round_o       (round),
    .feed_forward_o(feeding),
    .right_o       (controls)
  );

  // The message word + constant of each stage.
  word_t w, constant_;
  word_t [Operate:Add] x;

  assign x[Add] = constant_ + w;
  for (genvar i = Add + 1; i <= Operate; i++) begin : gen_word
    word_t x_q;
    always_ff @(posedge clk_i) if (run) x_q <= x[i-1];
    assign x[i] = x_q;
  end

  // The functions and constants as the standard writes them. `feed_forward(t)`: t is a control word
  // of the feed-forward.
  function automatic word_t rotl(logic [4:0] n, word_t word);
    return 32'(({word, word} << n) >> 32);
  endfunction

  function automatic logic feed_forward(logic [6:0] t);
    return t >= 7'(Rounds);
  endfunction

  function automatic word_t sha1_f(logic [6:0] t, word_t b, word_t c, word_t d);
    if (feed_forward(t)) return '0;
    if (t < 20) return (b & c) ^ (~b & d);
    if (t >= 40 && t < 60) return (b & c) ^ (b & d) ^ (c & d);
    return b ^ c ^ d;
  endfunction

  function automatic word_t constant(logic [6:0] t);
    if (feed_forward(t)) return '0;
    return t < 20 ? 32'h5a827999 : t < 40 ? 32'h6ed9eba1 : t < 60 ? 32'h8f1bbcdc : 32'hca62c1d6;
  endfunction

  // The working variables, the oldest (e) in the low bits. The core stores c, d and e without their
  // rotation and rotates them where it reads them. For that reason it rotates a sum of the
  // feed-forward back before it stores it, except the last two sums (`direct`): these become b and
  // a. `with_variable` is word + constant + e. `corrected` is the same, rotated back in the
  // feed-forward.
  word_t [Words-1:0] working;

  function automatic logic direct(logic [6:0] t);
    return t >= 7'(ControlWords - 2);
  endfunction

  function automatic word_t with_variable(logic [6:0] t, word_t word, word_t oldest);
    return word + (direct(t) ? oldest : rotl(5'd30, oldest));
  endfunction

  function automatic word_t corrected(logic [6:0] t, word_t word, word_t oldest);
    word_t sum = with_variable(t, word, oldest);
    return feed_forward(t) && !direct(t) ? rotl(5'd2, sum) : sum;
  endfunction

  // Whether these are right: the registers that are computed in advance (`ahead`), the function
  // value (`function_`) and the sum that is rotated (`inner_`). Then the newest working variable as
  // the standard has it, and all working variables after this cycle.
  logic ahead, function_, inner_;
  word_t f, inner, newest;
  logic [Words-1:0][31:0] after;

  assign working = u_core.gen_single.u_rounds.working_q;
  assign after = u_core.gen_single.u_rounds.working_d;
  assign w = u_core.gen_single.u_rounds.w;
  assign constant_ = u_core.gen_single.u_rounds.constant_q[0];
  // The value of the function, and the sum of all operands except the rotated a. The assertions
  // below show that the registers of the core hold them.
  if (Precompute == 0) begin : gen_function
    assign f = sil_sha1_pkg::f(
      u_core.gen_single.u_rounds.kind_q[Operate][0], working[3],
      rotl(5'd30, working[2]), rotl(5'd30, working[1])
    );
  end else if (Precompute == 1) begin : gen_kept
    assign f = u_core.gen_single.u_rounds.function_q;
  end else begin : gen_summed
    assign f = sha1_f(t_q[Operate], working[3], rotl(5'd30, working[2]), rotl(5'd30, working[1]));
  end
  assign function_ =
    f == sha1_f(t_q[Operate], working[3], rotl(5'd30, working[2]), rotl(5'd30, working[1]));
  assign inner = corrected(
    t_q[Operate], x[Operate], working[0]
  ) + f;
  assign inner_ = 1'b1;
  assign newest = feed_forward(t_q[Operate]) ? inner : inner + rotl(5'd5, working[4]);

  logic [Operate:0] kinds;
  for (genvar i = 0; i <= Operate; i++) begin : gen_kind
    sil_sha1_pkg::kind_t kind;
    if (i == 0) assign kind = u_core.gen_single.u_rounds.kind[0];
    else assign kind = u_core.gen_single.u_rounds.kind_q[i][0];
    assign kinds[i] = kind.feed_forward == feed_forward(t_q[i])
      & kind.direct == (kind.feed_forward & direct(t_q[i]))
      & (kind.feed_forward
         | kind.round == 2'(t_q[i] < 20 ? 0 : t_q[i] < 40 ? 1 : t_q[i] < 60 ? 2 : 3));
  end

  sil_sha1_pkg::kind_t late_kind;
  assign late_kind = u_core.gen_single.u_rounds.kind_q[Done][0];

  logic constants;
  assign constants =
    u_core.gen_single.u_rounds.constant_q[0] == constant(t_q[Add]);

  if (Precompute == 2) begin : gen_retimed
    logic kw, kwe, settle, one, zero, sum;
    assign kw = u_core.gen_single.u_rounds.gen_retimed.kw_q
      == x[2];
    assign kwe = u_core.gen_single.u_rounds.gen_retimed.kwe_q
      == with_variable(t_q[3], x[3], working[2]);
    assign settle = u_core.gen_single.u_rounds.gen_retimed.corrected_q
      == corrected(t_q[4], x[4], working[1]);
    assign one = u_core.gen_single.u_rounds.gen_retimed.choice_q.one
      == sha1_f(t_q[4], '1, rotl(5'd30, working[3]), rotl(5'd30, working[2]));
    assign zero = u_core.gen_single.u_rounds.gen_retimed.choice_q.zero
      == sha1_f(t_q[4], '0, rotl(5'd30, working[3]), rotl(5'd30, working[2]));
    assign sum = u_core.gen_single.u_rounds.gen_retimed.sum_q
      == corrected(t_q[5], x[5], working[0])
      + sha1_f(t_q[5], working[3], rotl(5'd30, working[2]), rotl(5'd30, working[1]));
    assign ahead = &(kinds | ~valid[Operate:0]) & (constants | ~valid[1]) & (kw | ~valid[2])
      & (kwe | ~valid[3]) & ((settle & one & zero) | ~valid[4]) & (sum | ~valid[5]);
  end else if (Precompute == 1) begin : gen_once
    logic sum;
    assign sum = u_core.gen_single.u_rounds.sum[0]
      == corrected(t_q[2], x[2], working[0]);
    assign ahead = &(kinds | ~valid[Operate:0]) & (constants | ~valid[1]) & (sum | ~valid[2]);
  end else begin : gen_plain
    assign ahead = &(kinds | ~valid[Operate:0]) & (constants | ~valid[1]);
  end

  // Part 2. The core: the window of the message schedule, the oldest word first, the word that
  // enters it, and the register of the hash value.
  word_t [15:0] window;
  word_t [Words-1:0] chaining;
  word_t word, message, scheduled;
  assign window = u_core.gen_single.u_rounds.u_schedule.window_q;
  assign word = u_core.gen_single.u_rounds.u_schedule.words_d;
  assign chaining = u_core.gen_single.u_rounds.chaining;

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;
  logic started;
  assign started = rst_ni & ~first_q;

  // The last 16 words of W and of the feed-forward, the oldest first. Before the first cycle they
  // are those of the core.
  word_t [15:0] w_now, w_last;
  assign w_now = first_q ? window : w_last;
  always_ff @(posedge clk_i) w_last <= run ? {word, w_now[15:1]} : w_now;

  // The message word, big-endian (3.1), and the word of step 1. The form with Precompute = 2 has
  // the latter in a register.
  logic ahead_word;
  assign message = {s_tdata[7:0], s_tdata[15:8], s_tdata[23:16], s_tdata[31:24]};
  assign scheduled = rotl(5'd1, w_last[13] ^ w_last[8] ^ w_last[2] ^ w_last[0]);
  if (Precompute == 2) begin : gen_word_ahead
    assign ahead_word = u_core.gen_single.u_rounds.u_schedule.gen_ahead.word_q == scheduled;
  end else begin : gen_word_at_once
    assign ahead_word = 1'b1;
  end

  // The working variables e, d, c, b, a of the standard from the words that the core has of them,
  // and the other way around.
  function automatic word_t [Words-1:0] variables(word_t [Words-1:0] row);
    for (int unsigned i = 0; i < Words; i++) begin
      variables[i] = i < 3 ? rotl(5'd30, row[i]) : row[i];
    end
  endfunction
  function automatic word_t stored(int unsigned i, word_t variable);
    return i < 3 ? rotl(5'd2, variable) : variable;
  endfunction

  // The hash value and the working variables after the last round of a block: H4 to H0, e to a.
  word_t [Words-1:0] hash_q, final_q;
  always_ff @(posedge clk_i) begin
    if (clear) begin
      hash_q <= Initial;
      final_q <= '0;
    end else if (run && valid[Operate]) begin
      if (t_q[Operate] == 7'(Rounds - 1)) final_q <= variables(after);
      if (t_q[Operate] == 7'(ControlWords - 1)) begin
        for (int unsigned i = 0; i < Words; i++) hash_q[i] <= hash_q[i] + final_q[i];
      end
    end
  end

  // The digest, big-endian.
  logic [159:0] digest;
  for (genvar i = 0; i < 20; i++) begin : gen_digest
    assign digest[8*i+:8] = hash_q[4-i/4][8*(3-i%4)+:8];
  end

  // Whether the words of the chaining-value register that matter are right after some shifts. The
  // first shift is in the cycle in which the first control word of the feed-forward is in stage 0.
  // The sums enter when it is in Done. `added`: the hash value has the sums.
  function automatic logic chained(
    word_t [Words-1:0] words, word_t [Words-1:0] hash, word_t [Words-1:0] last,
    int unsigned shifts, logic added
  );
    chained = 1'b1;
    for (int unsigned i = 0; i < Words; i++) begin
      int unsigned index = shifts + i;
      int unsigned sum = index - Words - Done;
      if (index < Words) chained &= words[i] == hash[index];
      else if (index >= Words + Done && sum < Words) begin
        chained &= words[i] == (added ? hash[sum] : hash[sum] + last[sum]);
      end
    end
  endfunction

  logic register_;
  always_comb begin
    register_ = 1'b1;
    for (int unsigned i = 0; i <= Done; i++) begin
      for (int unsigned j = 0; j < Words; j++) begin
        if (feeding[i] && t_q[i] == 7'(Rounds + j)) begin
          register_ &= chained(chaining, hash_q, final_q, i + j, i == Done && j == Words - 1);
        end
      end
    end
    if (feeding == '0) register_ = chaining == hash_q;
  end

  if (Part == 1) begin : gen_rounds
    always_comb begin
      if (first_q) assume (!rst_ni);
      if (!first_q) assert (controls);
      // Between messages the working variables are zero, so that no register computed in advance
      // holds values of the previous message.
      if (started) assert (valid[Done] || working == '0);
      if (started) assert (ahead);
      if (rst_ni && valid[Operate]) begin
        assert (function_);
        assert (inner_);
        assert (after == {newest, working[Words-1:1]});
      end
    end
  end else begin : gen_blocks
    always_comb begin
      if (first_q) assume (!rst_ni);
      // Part 1.
      if (!first_q) assume (controls);
      if (started) assume ((valid[Done] || working == '0) && ahead);
      if (started && valid[Operate]) assume (function_ && after == {newest, working[Words-1:1]});

      // The message schedule, and the words of the hash value that pass it.
      if (!first_q) assert (window == w_last);
      if (started && valid[0]) assert (ahead_word);
      if (started && round[0]) assert (word == (t_q[0] < 7'd16 ? message : scheduled));
      for (int unsigned i = Add; i <= Operate; i++) begin
        if (started && round[i]) assert (x[i] == constant(t_q[i]) + w_last[16-i]);
        for (int unsigned j = 0; j < Words; j++) begin
          if (started && feeding[i] && t_q[i] == 7'(Rounds + j)) assert (x[i] == hash_q[j]);
        end
      end

      // Blocks. Before the first one, the initial hash value is added to zero.
      if (started && state == 2'd1 && !valid[Operate]) assert (final_q == '0);
      if (started && round[Operate] && t_q[Operate] == '0) assert (variables(working) == hash_q);
      for (int unsigned j = 0; j < Words; j++) begin
        if (started && feeding[Operate] && t_q[Operate] == 7'(Rounds + j)) begin
          for (int unsigned i = 0; i < Words; i++) begin
            if (i + j < Words) begin
              assert (working[i] == stored(i + j, final_q[(i+j)%Words]));
            end else begin
              assert (working[i]
                == stored(i + j - Words, hash_q[(i+j)%Words] + final_q[(i+j)%Words]));
            end
          end
        end
      end
      if (started && valid[Done] && t_q[Done] == 7'(ControlWords - 1)) begin
        assert (variables(working) == hash_q);
      end
      if (started) assert (u_core.gen_single.u_rounds.shift_q == |feeding);
      if (started && valid[Done]) assert (late_kind.direct == (feeding[Done] & direct(t_q[Done])));
      if (started && state != 2'd0) assert (register_);
      if (started && m_tvalid) assert (m_tdata == digest);
    end
  end
endmodule
