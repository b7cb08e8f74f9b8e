// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: each step of the core updates the working variables as RFC 1321 3.4 does, for
/// every form that computes operands in advance (`Precompute`), for every input, at full width.
///
/// The proof tracks, for each stage of the pipeline, the number t of the step in it and its message
/// word + constant. These and the working variables of this cycle determine the value of each
/// register that the core computes in advance (`ahead`). This holds because the control words of a
/// message follow each other without a gap, and because there is a gap between messages
/// (sil_md_operation_controls). The proof adds operands in the order of the hardware, which
/// addition modulo 2^32 allows. It takes message words as they come: the message schedule, the
/// message memory and the chaining-value register are not part of it.
module sil_md5_operation_proof
  import sil_md_pkg::*;
#(
  /// As in sil_md5_core.
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

  // The stages that a control word passes: its words selected, T added, the step done, the new word
  // in the chaining-value register.
  localparam int unsigned Add = 1;
  localparam int unsigned Operate = Add + Precompute;
  localparam int unsigned Done = Operate + 1;
  localparam int unsigned Words = 4;
  localparam int unsigned Rounds = 64;
  localparam int unsigned ControlWords = 68;

  logic m_tvalid;

  sil_md5_core #(.Precompute(Precompute)) u_core (
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

  assign x[Add] = w + constant_;
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

  function automatic word_t md5_f(logic [6:0] t, word_t b, word_t c, word_t d);
    if (feed_forward(t)) return '0;
    unique case (t >> 4)
      7'd0:    return (b & c) | (~b & d);
      7'd1:    return (b & d) | (c & ~d);
      7'd2:    return b ^ c ^ d;
      default: return c ^ (b | ~d);
    endcase
  endfunction

  function automatic word_t constant(logic [6:0] t);
    return feed_forward(t) ? '0 : sil_md5_pkg::T[t[5:0]];
  endfunction

  function automatic logic [4:0] shift(logic [6:0] t);
    unique case ({t[5:4], t[1:0]})
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

  // The working variables, from the low bits: A, D, C, B.
  word_t [Words-1:0] working;

  // Whether these are right: the registers that are computed in advance (`ahead`), the function
  // value (`function_`) and the sum that is rotated (`inner_`). Then the newest working variable as
  // the standard has it, and all working variables after this cycle.
  logic ahead, function_, inner_;
  word_t f, inner, newest;
  logic [Words-1:0][31:0] after;

  word_t total;
  assign working = u_core.gen_single.u_rounds.working_q;
  assign after = u_core.gen_single.u_rounds.working_d;
  if (Precompute == 2) begin : gen_late
    assign w = u_core.gen_single.u_rounds.x[control[Add].load | control[Add].feed_forward];
  end else begin : gen_word_early
    assign w = u_core.gen_single.u_rounds.x[0];
  end
  assign constant_ = u_core.gen_single.u_rounds.t[0];
  assign f = working[3] & u_core.gen_single.u_rounds.u_operations.gen_step[0].chosen.one
    | ~working[3] & u_core.gen_single.u_rounds.u_operations.gen_step[0].chosen.zero;
  assign function_ = f == md5_f(t_q[Operate], working[3], working[2], working[1]);
  assign inner = u_core.gen_single.u_rounds.u_operations.gen_step[0].inner;
  assign total = x[Operate] + working[0];
  assign inner_ = feed_forward(t_q[Operate]) | inner == total + f;
  assign newest = feed_forward(t_q[Operate]) ? total
    : working[3] + rotl(shift(t_q[Operate]), inner);

  logic [Operate:0] kinds;
  for (genvar i = 0; i <= Operate; i++) begin : gen_kind
    sil_md5_pkg::kind_t kind;
    if (i == 0) assign kind = u_core.gen_single.u_rounds.kind[0];
    else assign kind = u_core.gen_single.u_rounds.kind_q[i][0];
    assign kinds[i] = kind.feed_forward == feed_forward(t_q[i])
      & {kind.round, kind.index} == (kind.feed_forward ? 4'd0 : {t_q[i][5:4], t_q[i][1:0]});
  end

  logic row_constant, constants;
  assign row_constant =
    u_core.gen_single.u_rounds.u_table.row_q[0].constant == constant(t_q[0]);
  assign constants = u_core.gen_single.u_rounds.t[0] == constant(t_q[Add]);

  if (Precompute > 0) begin : gen_ahead
    logic sum, forward_sum, xt, one, zero;
    assign sum = u_core.gen_single.u_rounds.sum[0] == (feed_forward(t_q[Operate]) ? '0 : total);
    assign forward_sum = u_core.gen_single.u_rounds.forward_sum[0] == total;
    if (Precompute == 2) begin : gen_retimed
      assign xt = u_core.gen_single.u_rounds.gen_retimed.xt_q
        == x[2];
      assign one = u_core.gen_single.u_rounds.choice_q.one
        == md5_f(t_q[3], '1, working[2], working[1]);
      assign zero = u_core.gen_single.u_rounds.choice_q.zero
        == md5_f(t_q[3], '0, working[2], working[1]);
    end else begin : gen_once
      assign {xt, one, zero} = '1;
    end
    assign ahead = &(kinds | ~valid[Operate:0]) & (row_constant | ~valid[0])
      & (constants | ~valid[1]) & (xt | ~valid[2])
      & ((sum & forward_sum & one & zero) | ~valid[Operate]);
  end else begin : gen_plain
    assign ahead = &(kinds | ~valid[Operate:0]) & (row_constant | ~valid[0])
      & (constants | ~valid[1]);
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
