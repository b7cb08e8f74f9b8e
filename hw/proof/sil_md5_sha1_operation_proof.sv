// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: each round (SHA-1) or step (MD5) of the core updates the working variables as FIPS
/// 180-4 6.1.2 or RFC 1321 3.4 does, for every input, at full width.
///
/// The proof tracks, for each stage of the pipeline, the number t of the round or step in it, its
/// message word + constant, and its hash. These and the working variables of this cycle determine
/// the value of each register that the core computes in advance (`ahead`). This holds because the
/// control words of a message follow each other without a gap, and because there is a gap between
/// messages (sil_md_operation_controls). The proof adds operands in the order of the hardware,
/// which addition modulo 2^32 allows. It takes message words as they come: the message schedule,
/// the message memory and the chaining-value register are not part of it.
module sil_md5_sha1_operation_proof
  import sil_md_pkg::*;
#(
  /// The proof is too large for one run and has two parts. 1: the registers that are computed in
  /// advance are right. 2: the round or step is right, under the assumption that part 1 proves. 0:
  /// both parts in one run.
  parameter int unsigned Part = 0
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        sha1_i,
  input logic [31:0] s_tdata,
  input logic        s_tlast,
  input logic        s_tvalid,
  input logic        m_tready
);
  typedef logic [31:0] word_t;

  // The stages that a control word passes: its words selected, the constant added, the working
  // variable added, the function of SHA-1 added, the round or step done, the new word in the
  // chaining-value register.
  localparam int unsigned Add = 1;
  localparam int unsigned Operate = 4;
  localparam int unsigned Done = Operate + 1;
  localparam int unsigned Words = 5;
  localparam int unsigned Rounds = 80;
  localparam int unsigned ControlWords = 85;

  logic m_tvalid;

  sil_md5_sha1_core u_core (
    .clk_i, .rst_ni, .sha1_i, .s_tdata, .s_tlast, .s_tvalid, .s_tready(), .m_tdata(), .m_tvalid,
    .m_tready, .start_i(1'b1), .restore_i('0), .save_i('0)
  );

  // The control words.
  control_t [Done:0] control;
  logic [Done:0] valid;
  logic [Operate:0][6:0] t_q;
  logic run, controls, numbers;

  assign run = u_core.u_iterative.run_o;
  assign control = u_core.u_rounds.control_q;

  sil_md_operation_controls #(.Done(Done), .ControlWords(ControlWords)) u_controls (
    .clk_i,
    .run_i     (run),
    .state_i   (u_core.u_iterative.u_sequencer.state_q),
    .issued_i  (u_core.u_iterative.u_sequencer.control_q),
    .count_i   (u_core.u_iterative.u_sequencer.count),
    .wrap_i    (u_core.u_iterative.u_sequencer.wrap_q),
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

  assign x[Add] = w + constant_;
  for (genvar i = Add + 1; i <= Operate; i++) begin : gen_word
    word_t x_q;
    always_ff @(posedge clk_i) if (run) x_q <= x[i-1];
    assign x[i] = x_q;
  end

  // The hash of each stage.
  logic [Operate:0] sha1_q;
  always_ff @(posedge clk_i) if (run) sha1_q <= {sha1_q[Operate-1:0], sha1_i};

  // The functions and constants as the standards write them. `feed_forward(t)`: t is a control word
  // of the feed-forward.
  function automatic word_t rotl(logic [4:0] n, word_t word);
    return 32'(({word, word} << n) >> 32);
  endfunction

  function automatic logic feed_forward(logic [6:0] t);
    return t >= 7'(Rounds);
  endfunction

  // The step of MD5. Control words are counted to 84 for both hashes; MD5 leaves out the first 16.
  function automatic logic [5:0] step(logic [6:0] t);
    return 6'(t - 7'd16);
  endfunction

  function automatic word_t sha1_f(logic [6:0] t, word_t b, word_t c, word_t d);
    if (feed_forward(t)) return '0;
    if (t < 20) return (b & c) ^ (~b & d);
    if (t >= 40 && t < 60) return (b & c) ^ (b & d) ^ (c & d);
    return b ^ c ^ d;
  endfunction

  function automatic word_t md5_f(logic [6:0] t, word_t b, word_t c, word_t d);
    if (feed_forward(t)) return '0;
    unique case (step(t) >> 4)
      6'd0:    return (b & c) | (~b & d);
      6'd1:    return (b & d) | (c & ~d);
      6'd2:    return b ^ c ^ d;
      default: return c ^ (b | ~d);
    endcase
  endfunction

  function automatic word_t constant(logic sha1, logic [6:0] t);
    if (feed_forward(t)) return '0;
    if (!sha1) return sil_md5_pkg::T[step(t)];
    return t < 20 ? 32'h5a827999 : t < 40 ? 32'h6ed9eba1 : t < 60 ? 32'h8f1bbcdc : 32'hca62c1d6;
  endfunction

  function automatic logic [4:0] shift(logic [6:0] t);
    logic [5:0] s = step(t);
    unique case ({s[5:4], s[1:0]})
      4'd0: return 5'd7;
      4'd1: return 5'd12;
      4'd2: return 5'd17;
      4'd3: return 5'd22;
      4'd4: return 5'd5;
      4'd5: return 5'd9;
      4'd6: return 5'd14;
      4'd7: return 5'd20;
      4'd8: return 5'd4;
      4'd9: return 5'd11;
      4'd10: return 5'd16;
      4'd11: return 5'd23;
      4'd12: return 5'd6;
      4'd13: return 5'd10;
      4'd14: return 5'd15;
      default: return 5'd21;
    endcase
  endfunction

  // The coarse rotation of the shared datapath, in bits.
  function automatic logic [4:0] coarse(logic [1:0] index);
    return index == 2'd0 ? 5'd4 : index == 2'd1 ? 5'd9 : index == 2'd2 ? 5'd14 : 5'd20;
  endfunction

  // The word of the initial hash value that a control word of the feed-forward loads: H4 to H0 for
  // SHA-1; none, A, D, C, B for MD5.
  function automatic word_t initial_word(logic sha1, logic [6:0] t);
    unique case (t - 7'(Rounds))
      7'd0:    return sha1 ? 32'hc3d2e1f0 : '0;
      7'd1:    return sha1 ? 32'h10325476 : 32'h67452301;
      7'd2:    return sha1 ? 32'h98badcfe : 32'h10325476;
      7'd3:    return sha1 ? 32'hefcdab89 : 32'h98badcfe;
      default: return sha1 ? 32'h67452301 : 32'hefcdab89;
    endcase
  endfunction

  // The working variables, the oldest in the low bits. MD5 uses the upper four. The core stores c,
  // d and e of SHA-1 without their rotation and rotates them where it reads them. For that reason
  // it rotates a sum of the feed-forward back before it stores it, except the last two sums
  // (`direct`): these become b and a. `with_variable` is word + constant + the working variable
  // that this round or step adds (e or A). `corrected` is the same, rotated back in the
  // feed-forward of SHA-1.
  word_t [Words-1:0] working;

  function automatic logic direct(logic [6:0] t);
    return t >= 7'(ControlWords - 2);
  endfunction

  function automatic word_t with_variable(
    logic sha1, logic [6:0] t, word_t word, word_t oldest, word_t second_oldest
  );
    word_t variable = feed_forward(t) ? oldest : second_oldest;
    if (sha1) variable = direct(t) ? oldest : rotl(5'd30, oldest);
    return word + variable;
  endfunction

  function automatic word_t corrected(
    logic sha1, logic [6:0] t, word_t word, word_t oldest, word_t second_oldest
  );
    word_t sum = with_variable(sha1, t, word, oldest, second_oldest);
    return sha1 && feed_forward(t) && !direct(t) ? rotl(5'd2, sum) : sum;
  endfunction

  // Whether these are right: the registers that are computed in advance (`ahead`), the function
  // value (`function_`) and the sum that is rotated (`inner_`). Then the newest working variable as
  // the standard has it, and all working variables after this cycle.
  logic ahead, function_, inner_;
  word_t f, inner, newest;
  logic [Words-1:0][31:0] after;

  word_t total, forward_sum;
  assign working = u_core.u_rounds.working_q;
  assign after = {u_core.u_rounds.variable, working[4:1]};
  assign w = u_core.u_rounds.word;
  assign constant_ = u_core.u_rounds.constant;
  assign f = working[4] & u_core.u_rounds.chosen.one
    | ~working[4] & u_core.u_rounds.chosen.zero;
  assign function_ = sha1_q[Operate]
    | f == md5_f(t_q[Operate], working[4], working[3], working[2]);
  assign inner = u_core.u_rounds.inner;
  // What is rotated: zero in the feed-forward, a in SHA-1, the sum with F in MD5. The result is
  // added to the sum that was computed in advance (SHA-1 and feed-forward) or to B (MD5). The
  // assertions below show that this sum is `total`. In the feed-forward of SHA-1 it is rotated back
  // here.
  assign inner_ = inner == (feed_forward(t_q[Operate]) ? '0 : sha1_q[Operate] ? working[4]
    : u_core.u_rounds.sum_q + f);
  assign forward_sum = u_core.u_rounds.forward_sum_q;
  assign newest = feed_forward(t_q[Operate])
    ? (sha1_q[Operate] & ~direct(t_q[Operate]) ? rotl(5'd2, forward_sum) : forward_sum)
    : sha1_q[Operate] ? forward_sum + rotl(5'd5, inner)
    : working[4] + rotl(shift(t_q[Operate]), inner);

  logic [Operate:0] kinds;
  for (genvar i = 0; i <= Operate; i++) begin : gen_kind
    sil_md5_sha1_pkg::kind_t kind;
    logic [5:0] number;
    if (i == 0) assign kind = u_core.u_rounds.kind;
    else assign kind = u_core.u_rounds.kind_q[i];
    assign number = step(t_q[i]);
    assign kinds[i] = kind.sha1 == sha1_q[i] & kind.feed_forward == feed_forward(t_q[i])
      & kind.direct == direct(t_q[i])
      & (kind.feed_forward | coarse(kind.shift.coarse) + 5'(kind.shift.fine)
        == (kind.sha1 ? 5'd5 : shift(t_q[i])))
      & (kind.feed_forward | kind.round == (!kind.sha1 ? number[5:4]
        : 2'(t_q[i] < 20 ? 0 : t_q[i] < 40 ? 1 : t_q[i] < 60 ? 2 : 3)));
  end

  logic row_constant, other, constants, initial_q, xt, added, one, zero, forward_sum_, sum;
  logic chosen_one, chosen_zero;
  assign row_constant = sha1_q[0] | feed_forward(t_q[0])
    | u_core.u_rounds.u_table.row_q.constant == constant(1'b0, t_q[0]);
  assign other = ~sha1_q[0] & ~feed_forward(t_q[0])
    | u_core.u_rounds.u_table.other
    == (feed_forward(t_q[0]) ? initial_word(sha1_q[0], t_q[0]) : constant(1'b1, t_q[0]));
  always_ff @(posedge clk_i) if (run) initial_q <= control[0].first;
  assign constants = u_core.u_rounds.constant
    == (feed_forward(t_q[Add]) & initial_q ? initial_word(sha1_q[Add], t_q[Add])
                                   : constant(sha1_q[Add], t_q[Add]));
  assign xt = u_core.u_rounds.gen_retimed.xt_q
    == x[2];
  assign added = u_core.u_rounds.gen_retimed.added_q
    == with_variable(sha1_q[3], t_q[3], x[3], working[1], working[2]);
  assign one = u_core.u_rounds.gen_retimed.function_q.one == (sha1_q[3]
    ? sha1_f(t_q[3], '1, rotl(5'd30, working[3]), rotl(5'd30, working[2])) : '0);
  assign zero = u_core.u_rounds.gen_retimed.function_q.zero == (sha1_q[3]
    ? sha1_f(t_q[3], '0, rotl(5'd30, working[3]), rotl(5'd30, working[2])) : '0);
  assign total = with_variable(sha1_q[4], t_q[4], x[4], working[0], working[1]) + (sha1_q[4]
    ? sha1_f(t_q[4], working[3], rotl(5'd30, working[2]), rotl(5'd30, working[1])) : '0);
  assign forward_sum_ = forward_sum == total;
  assign sum = u_core.u_rounds.sum_q
    == (sha1_q[4] | feed_forward(t_q[4]) ? '0 : total);
  assign chosen_one = u_core.u_rounds.chosen.one
    == (sha1_q[4] ? {32{~feed_forward(t_q[4])}} : md5_f(t_q[4], '1, working[3], working[2]));
  assign chosen_zero = u_core.u_rounds.chosen.zero
    == (sha1_q[4] ? '0 : md5_f(t_q[4], '0, working[3], working[2]));
  assign ahead = &(kinds | ~valid[Operate:0]) & ((row_constant & other) | ~valid[0])
    & (constants | ~valid[1]) & (xt | ~valid[2]) & ((added & one & zero) | ~valid[3])
    & ((forward_sum_ & sum & chosen_one & chosen_zero) | ~valid[4]);

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (Part == 2) begin
      assume (controls);
      if (!first_q) assume (numbers);
      if (rst_ni && !first_q) assume (valid[Done] || working == '0);
      if (rst_ni && !first_q) assume (ahead);
    end else begin
      assert (controls);
      if (!first_q) assert (numbers);
      // Between messages the working variables are zero, so that no register computed in advance
      // holds values of the previous message.
      if (rst_ni && !first_q) assert (valid[Done] || working == '0);
      if (rst_ni && !first_q) assert (ahead);
    end
    if (Part != 1 && rst_ni && valid[Operate]) begin
      assert (function_);
      assert (inner_);
      assert (after == {newest, working[Words-1:1]});
    end
  end
endmodule
