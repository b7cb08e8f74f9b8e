// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_sm3_interleaved, for control words whose channels follow each other: the
/// message schedule and the rounds are those of GB/T 32905-2016 5.3, and a round of the
/// feed-forward combines a word of the chaining value or starts from the initial one. The chaining
/// value is the result of the last feed-forward of its channel; the digest is the words of the
/// feed-forward that were captured.
///
/// The rounds of a message are counted from the last feed-forward of its channel. Rounds 0 to 15
/// have a message word, and a feed-forward follows round 63.
///
/// The values of w, a and e of the last cycles (`past_w`, `past_a`, `past_e`) and the words of the
/// chaining value that were read determine each register. Of the chaining value one word of each
/// half is followed; it may be any.
///
/// A solver is slow with equal sums that are added in different orders. So each register with a sum
/// is compared with a sum of two words in the order of the core. The proof keeps the sums of
/// earlier cycles, and these assertions hold for them, too. That the order of the standard gives
/// the same sums is asserted of the words alone.
module sil_sm3_interleaved_proof
  import sil_sm3_standard_pkg::*;
(
  input logic       clk_i,
  input logic       rst_ni,
  input logic [1:0] step_i,
  input logic       run_i,
  input logic       load_i,
  input word_t      message_i,
  input logic       hold_i,
  input logic       capture_i,
  input logic       fresh_i,
  /// The words that are followed: their channel and their step of the feed-forward.
  input logic [1:0] follow_channel_i,
  input logic [1:0] follow_step_i
);
  localparam int Messages = 3;
  localparam int Pass = 4 * Messages;  // the rounds follow the schedule by so many cycles
  localparam int DoneW = 3;  // w is known
  localparam int DoneA = 6;  // a and TT2 are known, counted from the control word of the rounds
  localparam int DoneE = 7;  // e is known
  localparam int Words = Pass + DoneE;
  localparam int Warm = 20;  // cycles after which no register depends on what was before the start
  localparam pair_t [3:0] Initial = row_of(IV);

  typedef struct packed {
    logic run, load, hold, capture, fresh;
    logic [1:0] channel, step;
    logic [5:0] number;  ///< of the round
  } control_t;

  control_t [Words:0] control;
  control_t [Words:1] control_q;
  logic [Words:0] known;  // the message began after the start
  logic [Words:1] known_q = '0;
  logic [1:0] channel_q;
  logic last;
  logic [255:0] chaining;

  sil_sm3_interleaved u_rounds (
    .clk_i, .rst_ni, .channel_i(channel_q), .step_i, .run_i, .load_i, .message_i, .hold_i,
    .capture_i, .fresh_i, .last_o(last), .chaining_o(chaining)
  );

  // Cycles since the start: what came before is unknown.
  logic [63:0] age_q = '0;
  always_ff @(posedge clk_i) age_q <= {age_q[62:0], 1'b1};

  assign control = {
    control_q,
    control_t'{
      run: run_i, load: load_i, hold: hold_i, capture: capture_i, fresh: fresh_i,
      channel: channel_q, step: step_i,
      number: control_q[Messages].run ? control_q[Messages].number + 6'd1 : 6'd0
    }
  };
  assign known = {
    known_q, run_i & age_q[Messages] & (~control_q[Messages].run | known_q[Messages])
  };
  always_ff @(posedge clk_i) begin
    control_q <= control[Words-1:0];
    known_q   <= known[Words-1:0];
    channel_q <= channel_q == 2'd2 ? 2'd0 : channel_q + 2'd1;
  end

  // The control word of the rounds n cycles after it was due. Channel and step are those of this
  // pass, the rest comes from the pass before.
  control_t [DoneE:0] late;
  for (genvar n = 0; n <= DoneE; n++) begin : gen_late
    always_comb begin
      late[n] = control[Pass+n];
      late[n].channel = control[n].channel;
      late[n].step = control[n].step;
    end
  end

  // w, a and e of this cycle and of the last ones; the registers of the core likewise.
  word_t [48:0] past_w;
  word_t [48:1] past_w_q;
  word_t [13:0] past_a, past_e;
  word_t [13:1] past_a_q, past_e_q;
  word_t [3:0] past_t, past_old_a, past_old_e;
  word_t [3:1] past_t_q, past_old_a_q, past_old_e_q;
  word_t [2:0] past_p, past_d_ff, past_h_w, past_forward_a, past_sum_a, past_sum_e;
  word_t [2:1] past_p_q, past_d_ff_q, past_h_w_q, past_forward_a_q, past_sum_a_q, past_sum_e_q;
  word_t [1:0] past_x, past_d_ff_w, past_h_w_gg, past_forward_e, past_tt2;
  word_t past_x_q, past_d_ff_w_q, past_h_w_gg_q, past_forward_e_q, past_tt2_q;
  word_t [2:1] message_q;
  assign past_w = {past_w_q, u_rounds.w_q};
  assign past_a = {past_a_q, u_rounds.a_q};
  assign past_e = {past_e_q, u_rounds.e_q};
  assign past_t = {past_t_q, u_rounds.t_q[0]};
  assign past_old_a = {past_old_a_q, u_rounds.old_a};
  assign past_old_e = {past_old_e_q, u_rounds.old_e};
  assign past_p = {past_p_q, u_rounds.p_q};
  assign past_d_ff = {past_d_ff_q, u_rounds.d_ff_q};
  assign past_h_w = {past_h_w_q, u_rounds.h_w_q};
  assign past_forward_a = {past_forward_a_q, u_rounds.forward_a_q};
  assign past_sum_a = {past_sum_a_q, u_rounds.sum_a_q};
  assign past_sum_e = {past_sum_e_q, u_rounds.sum_e_q};
  assign past_x = {past_x_q, u_rounds.x_q};
  assign past_d_ff_w = {past_d_ff_w_q, u_rounds.d_ff_w_q};
  assign past_h_w_gg = {past_h_w_gg_q, u_rounds.h_w_gg_q};
  assign past_forward_e = {past_forward_e_q, u_rounds.forward_e_q};
  assign past_tt2 = {past_tt2_q, u_rounds.tt2_q};
  always_ff @(posedge clk_i) begin
    past_w_q         <= past_w[47:0];
    past_a_q         <= past_a[12:0];
    past_e_q         <= past_e[12:0];
    past_t_q         <= past_t[2:0];
    past_old_a_q     <= past_old_a[2:0];
    past_old_e_q     <= past_old_e[2:0];
    past_p_q         <= past_p[1:0];
    past_d_ff_q      <= past_d_ff[1:0];
    past_h_w_q       <= past_h_w[1:0];
    past_forward_a_q <= past_forward_a[1:0];
    past_sum_a_q     <= past_sum_a[1:0];
    past_sum_e_q     <= past_sum_e[1:0];
    past_x_q         <= past_x[0];
    past_d_ff_w_q    <= past_d_ff_w[0];
    past_h_w_gg_q    <= past_h_w_gg[0];
    past_forward_e_q <= past_forward_e[0];
    past_tt2_q       <= past_tt2[0];
    message_q        <= {message_q[1], message_i};
  end

  // The functions of the standard, in rounds with and without a message word.
  function automatic word_t ff_of(control_t word, word_t x, word_t y, word_t z);
    return ff(word.load ? 7'd0 : 7'd16, x, y, z);
  endfunction
  function automatic word_t gg_of(control_t word, word_t x, word_t y, word_t z);
    return gg(word.load ? 7'd0 : 7'd16, x, y, z);
  endfunction

  // n cycles after the control word of the rounds, the registers and those kept hold these values:
  // each is a sum of two words.
  function automatic word_t c_or_d(int age);
    return rotl(past_a[age], 9);
  endfunction
  function automatic word_t g_or_h(int age);
    return rotl(past_e[age], 19);
  endfunction
  function automatic word_t combined_a(int n);
    return past_a[n+6] ^ (late[n].hold ? '0 : past_old_a[n-2]);
  endfunction
  function automatic word_t combined_e(int n);
    return past_e[n+5] ^ (late[n].hold ? '0 : past_old_e[n-3]);
  endfunction
  function automatic word_t words(int n);  // W'(j)
    return past_w[n-3] ^ past_w[n+9];
  endfunction
  function automatic word_t sum_d_ff(int n);
    return c_or_d(n + 6) + ff_of(late[n], past_a[n-3], past_a[n], c_or_d(n + 3));
  endfunction
  function automatic word_t sum_d_ff_w(int n);
    return late[n].run ? past_d_ff[n-4] + words(n) : past_forward_a[n-4];
  endfunction
  function automatic word_t sum_h_w_gg(int n);
    return past_h_w[n-4] + gg_of(late[n], past_e[n-4], past_e[n-1], g_or_h(n + 2));
  endfunction
  function automatic word_t ss2(int n);
    return rotl(past_x[n-5], 7) ^ rotl(past_a[n-3], 12);
  endfunction

  // The words of the chaining value that are followed, and whether they were written.
  logic [1:0] follow_channel_q, follow_step_q;
  word_t stored_a_q, stored_e_q;
  logic known_a_q = 1'b0, known_e_q = 1'b0;
  logic write_a, write_e;

  function automatic logic followed(control_t word);
    return ~word.run & word.channel == follow_channel_i & word.step == follow_step_i;
  endfunction
  assign write_a = age_q[Warm+DoneE] & followed(late[DoneA]);
  assign write_e = age_q[Warm+DoneE] & followed(late[DoneE]);

  always_ff @(posedge clk_i) begin
    {follow_channel_q, follow_step_q} <= {follow_channel_i, follow_step_i};
    if (write_a) stored_a_q <= u_rounds.a_q;
    if (write_e) stored_e_q <= u_rounds.e_q;
    known_a_q <= write_a | known_a_q;
    known_e_q <= write_e | known_e_q;
  end

  // The digest.
  word_t [3:0] digest_a_q, digest_e_q;
  logic [3:0] digest_a_known_q = '0, digest_e_known_q = '0;
  pair_t [3:0] digest;
  for (genvar i = 0; i < 4; i++) begin : gen_digest
    assign digest[i] = '{a: digest_a_q[i], e: digest_e_q[i]};
  end
  always_ff @(posedge clk_i) begin
    if (late[3].capture) begin
      digest_a_q       <= {combined_a(3), digest_a_q[3:1]};
      digest_a_known_q <= age_q[Warm+DoneE] ? {1'b1, digest_a_known_q[3:1]} : '0;
    end
    if (late[4].capture) begin
      digest_e_q       <= {combined_e(4), digest_e_q[3:1]};
      digest_e_known_q <= age_q[Warm+DoneE] ? {1'b1, digest_e_known_q[3:1]} : '0;
    end
  end

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    assume (rst_ni == ~first_q);
    if (known[0]) assume (load_i == (control[0].number < 6'd16));
    if (run_i) assume (!control_q[Messages].run || control_q[Messages].number != 6'd63);
    if (first_q) assert (age_q == '0);
    if (!first_q) begin
      assume (follow_channel_i == follow_channel_q);
      assume (follow_step_i == follow_step_q);
    end

    // The statements.
    if (age_q[49]) begin
      assert (u_rounds.w_q == (control[DoneW].load ? message_q[2]
        : schedule(past_w[48], past_w[27], past_w[9], past_w[39], past_w[18])));
    end
    if (age_q[Warm+DoneA]) begin
      assert (u_rounds.a_q == past_d_ff_w[1] + (late[DoneA].run ? ss2(DoneA) : '0));
      assert (u_rounds.tt2_q
        == (late[DoneA].run ? past_h_w_gg[1] + rotl(past_x[1], 7) : past_forward_e[1]));
    end
    if (age_q[Warm+DoneE]) begin
      assert (u_rounds.e_q == (late[DoneE].run ? p0(past_tt2[1]) : past_tt2[1]));
    end
    if (followed(late[2]) && known_a_q) assert (u_rounds.old_a == stored_a_q);
    if (followed(late[3]) && known_e_q) assert (u_rounds.old_e == stored_e_q);
    if (&{digest_a_known_q, digest_e_known_q}) assert (chaining == variables(digest));
    if (age_q[Warm+DoneE]) assert (last == (late[4].capture & late[4].step == 2'd3));

    // Invariants: the control words, the ages and the numbers of the rounds.
    for (int unsigned i = 0; i < 63; i++) assert (age_q[i] || !age_q[i+1]);
    if (age_q[0]) assert (channel_q < 2'd3);
    for (int unsigned i = 1; i <= Words; i++) begin
      if (age_q[i]) begin
        assert (control_q[i].channel == (i % 3 == 0 ? channel_q : i % 3 == 1
          ? (channel_q == 2'd0 ? 2'd2 : channel_q - 2'd1)
          : (channel_q == 2'd2 ? 2'd0 : channel_q + 2'd1)));
      end
      assert (!known_q[i] || (age_q[i+Messages] & control_q[i].run));
      if (known_q[i]) assert (control_q[i].load == (control_q[i].number < 6'd16));
      if (i + Messages <= Words && known_q[i]) begin
        if (control_q[i+Messages].run) begin
          assert (known_q[i+Messages] && control_q[i+Messages].number != 6'd63);
          assert (control_q[i].number == control_q[i+Messages].number + 6'd1);
        end else begin
          assert (control_q[i].number == 6'd0);
        end
      end
    end
    for (int unsigned i = 1; i <= Pass; i++) begin
      if (age_q[i]) begin
        assert (u_rounds.u_late.words_q[i-1]
          == {control_q[i].run, control_q[i].load, control_q[i].hold, control_q[i].fresh});
        assert (u_rounds.capture_late_q[i-1] == control_q[i].capture);
      end
    end
    if (age_q[1]) assert (u_rounds.load_q == control_q[1].load);
    for (int unsigned i = 1; i <= DoneE; i++) begin
      if (age_q[i]) assert (u_rounds.step_q[i] == control_q[i].step);
      if (age_q[i] && i < Messages) assert (u_rounds.channel_q[i] == control_q[i].channel);
      if (age_q[Pass+i]) begin
        assert (u_rounds.run_q[i] == control_q[Pass+i].run);
        if (i <= 5) assert (u_rounds.early_q[i] == control_q[Pass+i].load);
        if (i <= 3) assert (u_rounds.hold_q[i] == control_q[Pass+i].hold);
        if (i <= 4) assert (u_rounds.capture_q[i] == control_q[Pass+i].capture);
        if (i <= 4) assert (u_rounds.fresh_q[i] == control_q[Pass+i].fresh);
      end
    end
    assert (age_q[Warm+DoneE]
      || {known_a_q, known_e_q, digest_a_known_q, digest_e_known_q} == '0);

    // The message schedule.
    for (int unsigned i = 0; i < 7; i++) begin
      if (age_q[i]) assert (u_rounds.u_w3.words_q[i] == past_w[i+1]);
    end
    for (int unsigned i = 0; i < 5; i++) begin
      if (age_q[i+7]) assert (u_rounds.u_w4.words_q[i] == past_w[i+8]);
    end
    for (int unsigned i = 0; i < 9; i++) begin
      if (age_q[i+7]) assert (u_rounds.u_w6.words_q[i] == past_w[i+8]);
      if (age_q[i+16]) assert (u_rounds.u_w9.words_q[i] == past_w[i+17]);
      if (age_q[i+37]) assert (u_rounds.u_w16.words_q[i] == past_w[i+38]);
    end
    for (int unsigned i = 0; i < 12; i++) begin
      if (age_q[i+25]) assert (u_rounds.u_w13.words_q[i] == past_w[i+26]);
    end
    if (age_q[48]) begin
      assert (u_rounds.u_q == (control[2].load ? '0
        : past_w[47] ^ past_w[26] ^ rotl(past_w[8], 15)));
      assert (u_rounds.v_q == (control[2].load ? message_q[1]
        : rotl(past_w[38], 7) ^ past_w[17]));
    end
    if (age_q[14]) assert (u_rounds.w_sum_q == (past_w[1] ^ past_w[13]));

    // Earlier values of a and e.
    for (int unsigned i = 0; i < 3; i++) begin
      if (age_q[i+2]) assert (u_rounds.u_a5.words_q[i] == past_a[i+3]);
      if (age_q[i+5]) assert (u_rounds.u_a8.words_q[i] == past_a[i+6]);
      if (age_q[i+2]) assert (u_rounds.u_e5.words_q[i] == past_e[i+3]);
      if (age_q[i+5]) assert (u_rounds.u_h.words_q[i] == past_e[i+6]);
    end
    if (age_q[0]) assert (u_rounds.a_1_q == past_a[1] && u_rounds.e_1_q == past_e[1]);
    if (age_q[1]) assert (u_rounds.a_2_q == past_a[2] && u_rounds.e_2_q == past_e[2]);
    if (age_q[8]) assert (u_rounds.d_q == c_or_d(9));

    // The constants, the functions as selections, the feed-forward and the sums.
    for (int unsigned i = 0; i < 3; i++) begin
      if (age_q[i]) assert (u_rounds.t_q[i] == past_t[i]);
    end
    for (int n = 3; n <= DoneA; n++) begin
      if (known_q[Pass+n]) assert (past_t[n-3] == constant(7'(late[n].number)));
      if (age_q[Warm+n] && n < 6) assert (past_sum_a[n-3] == combined_a(n));
    end
    if (age_q[Warm+3]) begin
      assert (u_rounds.ff_q.one == ff_of(late[3], '1, past_a[3], c_or_d(6)));
      assert (u_rounds.ff_q.zero == ff_of(late[3], '0, past_a[3], c_or_d(6)));
    end
    if (age_q[Warm+4]) begin
      assert (u_rounds.gg_q.one == gg_of(late[4], '1, past_e[3], g_or_h(6)));
      assert (u_rounds.gg_q.zero == gg_of(late[4], '0, past_e[3], g_or_h(6)));
    end
    for (int n = 4; n <= DoneA; n++) begin
      if (age_q[Warm+n]) begin
        assert (past_p[n-4] == past_t[n-3] + rotl(past_a[n-3], 12));
        assert (past_d_ff[n-4] == sum_d_ff(n));
        assert (past_h_w[n-4] == past_w[n+9] + g_or_h(n + 5));
        if (n < 6) begin
          assert (past_forward_a[n-4]
            == (late[n].fresh ? Initial[late[n].step].a : past_sum_a[n-3]));
        end
        assert (past_sum_e[n-4] == combined_e(n));
      end
    end
    for (int n = 5; n <= DoneA; n++) begin
      if (age_q[Warm+n]) begin
        assert (past_x[n-5] == past_p[n-4] + past_e[n-4]);
        assert (past_d_ff_w[n-5] == sum_d_ff_w(n));
        assert (past_h_w_gg[n-5] == sum_h_w_gg(n));
        assert (past_forward_e[n-5]
          == (late[n].fresh ? Initial[late[n].step].e : past_sum_e[n-4]));
      end
    end

    // The sums in the order of the standard: SS1 before its rotation, TT1 and TT2.
    assert (past_t[3] + rotl(past_a[3], 12) + past_e[2]
      == rotl(past_a[3], 12) + past_e[2] + past_t[3]);
    assert (c_or_d(12) + ff_of(late[6], past_a[3], past_a[6], c_or_d(9)) + words(6) + ss2(6)
      == ff_of(late[6], past_a[3], past_a[6], c_or_d(9)) + c_or_d(12) + ss2(6) + words(6));
    assert (past_w[15] + g_or_h(11) + gg_of(late[6], past_e[2], past_e[5], g_or_h(8))
        + rotl(past_x[1], 7)
      == gg_of(late[6], past_e[2], past_e[5], g_or_h(8)) + g_or_h(11) + rotl(past_x[1], 7)
        + past_w[15]);

    // The chaining value and the digest.
    if (known_a_q) begin
      assert (u_rounds.chaining_a_q[{follow_channel_i, follow_step_i}] == stored_a_q);
    end
    if (known_e_q) begin
      assert (u_rounds.chaining_e_q[{follow_channel_i, follow_step_i}] == stored_e_q);
    end
    for (int unsigned i = 0; i < 4; i++) begin
      if (digest_a_known_q[i]) assert (u_rounds.digest_a_q[i] == digest_a_q[i]);
      if (digest_e_known_q[i]) assert (u_rounds.digest_e_q[i] == digest_e_q[i]);
    end
  end
endmodule
