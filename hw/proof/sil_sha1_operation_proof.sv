// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: each round of the core updates the working variables as FIPS 180-4 6.1.2 does, for
/// every form that computes operands in advance (`Precompute`), for every input, at full width.
///
/// The proof tracks, for each stage of the pipeline, the number t of the round in it and its
/// message word + constant. These and the working variables of this cycle determine the value of
/// each register that the core computes in advance (`ahead`). This holds because the control words
/// of a message follow each other without a gap, and because there is a gap between messages
/// (sil_md_operation_controls). The proof adds operands in the order of the hardware, which
/// addition modulo 2^32 allows. It takes message words as they come: the message schedule, the
/// message memory and the chaining-value register are not part of it.
module sil_sha1_operation_proof
  import sil_md_pkg::*;
#(
  /// As in sil_sha1_core.
  parameter int unsigned Precompute = 2
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

  logic m_tvalid;

  sil_sha1_core #(.Precompute(Precompute)) u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tid(1'b0), .s_tvalid, .s_tready(), .s_tid_next(),
    .s_tid_any(), .m_tdata(), .m_tid(), .m_tvalid, .m_tready, .start_i(1'b1), .restore_i('0),
    .save_i('0)
  );

  // The control words.
  control_t [Done:0] control;
  logic [Done:0] valid;
  logic [Operate:0][6:0] t_q;
  logic run, controls, numbers;

  assign run = u_core.gen_single.u_iterative.run_o;
  assign control = u_core.gen_single.u_rounds.control_q;

  sil_md_operation_controls #(.Done(Done), .ControlWords(ControlWords)) u_controls (
    .clk_i,
    .run_i     (run),
    .state_i   (u_core.gen_single.u_iterative.u_sequencer.state_q),
    .issued_i  (u_core.gen_single.u_iterative.u_sequencer.control_q),
    .count_i   (u_core.gen_single.u_iterative.u_sequencer.count),
    .wrap_i    (u_core.gen_single.u_iterative.u_sequencer.wrap_q),
    .control_i (control),
    .m_tvalid,
    .valid_o   (valid),
    .t_o       (t_q),
    .controls_o(controls),
    .numbers_o (numbers)
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

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    assert (controls);
    if (!first_q) assert (numbers);
    // Between messages the working variables are zero, so that no register computed in advance
    // holds values of the previous message.
    if (rst_ni && !first_q) assert (valid[Done] || working == '0);
    if (rst_ni && !first_q) assert (ahead);
    if (rst_ni && valid[Operate]) begin
      assert (function_);
      assert (inner_);
      assert (after == {newest, working[Words-1:1]});
    end
  end
endmodule
