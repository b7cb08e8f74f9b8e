// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: with every operation that the core takes, its letters become what FIPS 180-4 6.1.2
/// makes of them, however many of the operands were formed ahead, for every input, at full width.
///
/// The operation's number t and its word + constant are kept beside the core, for each stage of its
/// pipeline. From them and from the letters of this cycle follows what each register that was
/// formed ahead must hold (`ahead`), as the control words of a message follow each other without a
/// gap, and messages with one (sil_md_operation_orders). Sums are bracketed as the hardware has
/// them, which addition modulo 2^32 allows. The words are not looked at: schedule, message memory
/// and the register of the chaining value are not part of this.
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

  // Stages of a control word: its words chosen, K added, the operation done, its word in the
  // chaining value.
  localparam int unsigned Add = 1;
  localparam int unsigned Operate = Add + (Precompute == 2 ? 4 : Precompute);
  localparam int unsigned Done = Operate + 1;
  localparam int unsigned Words = 5;
  localparam int unsigned Rounds = 80;
  localparam int unsigned Orders = 85;

  logic m_tvalid;

  sil_sha1_core #(.Precompute(Precompute)) u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tid(1'b0), .s_tvalid, .s_tready(), .s_tid_next(),
    .s_tid_any(), .m_tdata(), .m_tid(), .m_tvalid, .m_tready, .start_i(1'b1), .from_i('0),
    .save_i('0)
  );

  // The control words.
  order_t [Done:0] order;
  logic [Done:0] valid;
  logic [Operate:0][6:0] t_q;
  logic run, orders, numbers;

  assign run = u_core.gen_single.u_iterative.run_o;
  assign order = u_core.gen_single.u_rounds.order_q;

  sil_md_operation_orders #(.Done(Done), .Orders(Orders)) u_orders (
    .clk_i,
    .run_i    (run),
    .state_i  (u_core.gen_single.u_iterative.u_sequencer.state_q),
    .ordered_i(u_core.gen_single.u_iterative.u_sequencer.order_q),
    .code_i   (u_core.gen_single.u_iterative.u_sequencer.code),
    .wrap_i   (u_core.gen_single.u_iterative.u_sequencer.wrap_q),
    .order_i  (order),
    .m_tvalid,
    .valid_o  (valid),
    .t_o      (t_q),
    .orders_o (orders),
    .numbers_o(numbers)
  );

  // The word + constant of each stage.
  word_t w, constant_;
  word_t [Operate:Add] x;

  assign x[Add] = constant_ + w;
  for (genvar i = Add + 1; i <= Operate; i++) begin : gen_word
    word_t x_q;
    always_ff @(posedge clk_i) if (run) x_q <= x[i-1];
    assign x[i] = x_q;
  end

  // The standard's functions and constants, plainly.
  function automatic word_t rotl(logic [4:0] n, word_t word);
    return 32'(({word, word} << n) >> 32);
  endfunction

  function automatic logic feed(logic [6:0] t);
    return t >= 7'(Rounds);
  endfunction

  function automatic word_t sha1_f(logic [6:0] t, word_t b, word_t c, word_t d);
    if (feed(t)) return '0;
    if (t < 20) return (b & c) ^ (~b & d);
    if (t >= 40 && t < 60) return (b & c) ^ (b & d) ^ (c & d);
    return b ^ c ^ d;
  endfunction

  function automatic word_t constant(logic [6:0] t);
    if (feed(t)) return '0;
    return t < 20 ? 32'h5a827999 : t < 40 ? 32'h6ed9eba1 : t < 60 ? 32'h8f1bbcdc : 32'hca62c1d6;
  endfunction

  // The letters, the oldest first. A letter c, d or e is rotated where it is read, and the sum that
  // a feed puts in its place for that rotated back. A sum with its constant; with e, of the letter
  // that is the oldest in the operation's cycle; as it is kept in a feed; with the function.
  word_t [Words-1:0] letters;

  function automatic logic direct(logic [6:0] t);
    return t >= 7'(Orders - 2);
  endfunction

  function automatic word_t with_letter(logic [6:0] t, word_t word, word_t oldest);
    return word + (direct(t) ? oldest : rotl(5'd30, oldest));
  endfunction

  function automatic word_t settled(logic [6:0] t, word_t word, word_t oldest);
    word_t sum = with_letter(t, word, oldest);
    return feed(t) && !direct(t) ? rotl(5'd2, sum) : sum;
  endfunction

  // The registers that are formed ahead, each for the letters of this cycle (`ahead`), the function
  // that is used (`function_`), the sum that is rotated (`inner_`), and what comes of them.
  logic ahead, function_, inner_;
  word_t f, inner, newest;
  logic [Words-1:0][31:0] after;

  assign letters = u_core.gen_single.u_rounds.letters_q;
  assign after = u_core.gen_single.u_rounds.letters_d;
  assign w = u_core.gen_single.u_rounds.w;
  assign constant_ = u_core.gen_single.u_rounds.constant_q[0];
  // What the function is, and the sum that the newest letter goes into; both are shown below.
  if (Precompute == 0) begin : gen_function
    assign f = sil_sha1_pkg::f(
      u_core.gen_single.u_rounds.kind_q[Operate][0], letters[3],
      rotl(5'd30, letters[2]), rotl(5'd30, letters[1])
    );
  end else if (Precompute == 1) begin : gen_kept
    assign f = u_core.gen_single.u_rounds.function_q;
  end else begin : gen_summed
    assign f = sha1_f(t_q[Operate], letters[3], rotl(5'd30, letters[2]), rotl(5'd30, letters[1]));
  end
  assign function_ =
    f == sha1_f(t_q[Operate], letters[3], rotl(5'd30, letters[2]), rotl(5'd30, letters[1]));
  assign inner = settled(
    t_q[Operate], x[Operate], letters[0]
  ) + f;
  assign inner_ = 1'b1;
  assign newest = feed(t_q[Operate]) ? inner : inner + rotl(5'd5, letters[4]);

  logic [Operate:0] kinds;
  for (genvar i = 0; i <= Operate; i++) begin : gen_kind
    sil_sha1_pkg::kind_t kind;
    if (i == 0) assign kind = u_core.gen_single.u_rounds.kind[0];
    else assign kind = u_core.gen_single.u_rounds.kind_q[i][0];
    assign kinds[i] = kind.feed == feed(t_q[i]) & kind.direct == (kind.feed & direct(t_q[i]))
      & (kind.feed | kind.round == 2'(t_q[i] < 20 ? 0 : t_q[i] < 40 ? 1 : t_q[i] < 60 ? 2 : 3));
  end

  logic constants;
  assign constants =
    u_core.gen_single.u_rounds.constant_q[0] == constant(t_q[Add]);

  if (Precompute == 2) begin : gen_apart
    logic kw, kwe, settle, one, zero, sum;
    assign kw = u_core.gen_single.u_rounds.gen_apart.kw_q
      == x[2];
    assign kwe = u_core.gen_single.u_rounds.gen_apart.kwe_q
      == with_letter(t_q[3], x[3], letters[2]);
    assign settle = u_core.gen_single.u_rounds.gen_apart.settled_q
      == settled(t_q[4], x[4], letters[1]);
    assign one = u_core.gen_single.u_rounds.gen_apart.choice_q.one
      == sha1_f(t_q[4], '1, rotl(5'd30, letters[3]), rotl(5'd30, letters[2]));
    assign zero = u_core.gen_single.u_rounds.gen_apart.choice_q.zero
      == sha1_f(t_q[4], '0, rotl(5'd30, letters[3]), rotl(5'd30, letters[2]));
    assign sum = u_core.gen_single.u_rounds.gen_apart.sum_q
      == settled(t_q[5], x[5], letters[0])
      + sha1_f(t_q[5], letters[3], rotl(5'd30, letters[2]), rotl(5'd30, letters[1]));
    assign ahead = &(kinds | ~valid[Operate:0]) & (constants | ~valid[1]) & (kw | ~valid[2])
      & (kwe | ~valid[3]) & ((settle & one & zero) | ~valid[4]) & (sum | ~valid[5]);
  end else if (Precompute == 1) begin : gen_once
    logic sum;
    assign sum = u_core.gen_single.u_rounds.sum[0]
      == settled(t_q[2], x[2], letters[0]);
    assign ahead = &(kinds | ~valid[Operate:0]) & (constants | ~valid[1]) & (sum | ~valid[2]);
  end else begin : gen_plain
    assign ahead = &(kinds | ~valid[Operate:0]) & (constants | ~valid[1]);
  end

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    assert (orders);
    if (!first_q) assert (numbers);
    // Between messages the letters are zero, so that nothing is formed ahead from others.
    if (rst_ni && !first_q) assert (valid[Done] || letters == '0);
    if (rst_ni && !first_q) assert (ahead);
    if (rst_ni && valid[Operate]) begin
      assert (function_);
      assert (inner_);
      assert (after == {newest, letters[Words-1:1]});
    end
  end
endmodule
