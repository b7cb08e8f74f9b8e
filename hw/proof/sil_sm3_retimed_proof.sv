// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of the retimed form (`Precompute` = 2), for every input:
///
/// * each word of the message schedule, W(0) to W(67), is that of GB/T 32905-2016 5.3.2;
/// * each round updates the working variables as 5.3.3 does;
/// * a block begins with the chaining value V in the working variables, and its feed-forward
///   combines them with V by XOR (5.3.3);
/// * the digest is V after the last block.
///
/// The proof has the working variables as a row of pairs (sil_sm3_standard_pkg). The registers of
/// the core are related to this row: A and E are either the results of a round or the words of the
/// feed-forward. Each sum that is formed in advance has an assertion of its own.
///
/// sil_md_block_controls has the control words up to stage Prepare. In stage Operate a control word
/// also waits until the digest is accepted.
module sil_sm3_retimed_proof
  import sil_md_pkg::*, sil_sm3_standard_pkg::*;
(
  input logic        clk_i,
  input logic        rst_ni,
  input logic [31:0] s_tdata,
  input logic        s_tlast,
  input logic        s_tvalid,
  input logic        m_tready
);
  // The stages that a control word passes, as in sil_sm3_retimed.
  localparam int unsigned Choose = 0;
  localparam int unsigned Prepare = 5;
  localparam int unsigned Rounds = 64;
  localparam int unsigned ForwardWords = 4;
  localparam int unsigned ControlWords = Rounds + ForwardWords;

  logic m_tvalid;

  sil_sm3_core #(.Precompute(2)) u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tid(1'b0), .s_tvalid, .s_tready(), .s_tid_next(),
    .s_tid_any(), .m_tdata(), .m_tid(), .m_tvalid, .m_tready, .start_i(1'b1), .restore_i('0),
    .save_i('0)
  );

  logic run, clear, controls;
  logic [1:0] state;
  logic [Prepare:0] valid, round, feed_forward;
  logic [Prepare:0][6:0] j;
  control_t [Prepare:0] early;

  assign run = u_core.u_iterative.run_o;
  assign clear = u_core.u_iterative.clear_o;
  assign state = u_core.u_iterative.u_sequencer.state_q;
  assign early = u_core.gen_retimed.u_rounds.control_q[Prepare:0];

  sil_md_block_controls #(
    .Done(Prepare), .Rounds(Rounds), .Operations(ControlWords), .Unroll(1)
  ) u_controls (
    .clk_i,
    .run_i         (run),
    .state_i       (state),
    .issued_i      (u_core.u_iterative.u_sequencer.control_q),
    .count_i       (7'(u_core.u_iterative.u_sequencer.count)),
    .wrap_i        (u_core.u_iterative.u_sequencer.wrap_q),
    .rounds_i      (u_core.u_iterative.u_sequencer.rounds_q),
    .loaded_i      (u_core.u_iterative.u_sequencer.loaded_q),
    .last_i        (u_core.u_iterative.u_sequencer.last_q),
    .control_i     (early),
    .m_tvalid,
    .valid_o       (valid),
    .t_o           (j),
    .round_o       (round),
    .feed_forward_o(feed_forward),
    .right_o       (controls)
  );

  // Stage Operate: its control word, the number of it, and whether the one before it was a round or
  // one of the feed-forward.
  control_t operate;
  logic operates, rounds, forwards, round_q, forward_q;
  logic [6:0] n;
  assign operate = u_core.gen_retimed.u_rounds.control_q[Prepare+1];
  assign operates = operate.valid;
  assign rounds = operate.valid & ~operate.feed_forward;
  assign forwards = operate.valid & operate.feed_forward;
  always_ff @(posedge clk_i) if (run) {n, round_q, forward_q} <= {j[Prepare], rounds, forwards};

  // The core: the window of the message schedule, the oldest word first, and the word that enters
  // it; T(j) <<< j; the working variables, the words of the feed-forward, and what is formed in
  // advance.
  logic [15:0][31:0] window;
  word_t word, constant_, t, x, dw, hw, sum_ff, sum_gg, tt1, tt2, new_tt1, new_tt2, forward_sum;
  word_t [1:0] core_b, core_f;
  word_t core_a, core_e;
  logic [1:0][31:0] choice_ff, choice_gg;  // the word where A or E is zero is in item 0
  pair_t forward, late;
  pair_t [3:0] chaining;

  assign window = u_core.gen_retimed.u_rounds.u_schedule.window_q;
  assign word = u_core.gen_retimed.u_rounds.u_schedule.words_d;
  assign constant_ = u_core.gen_retimed.u_rounds.constant;
  assign t = u_core.gen_retimed.u_rounds.t_q;
  assign x = u_core.gen_retimed.u_rounds.x;
  assign dw = u_core.gen_retimed.u_rounds.dw_q;
  assign hw = u_core.gen_retimed.u_rounds.hw_q;
  assign sum_ff = u_core.gen_retimed.u_rounds.sum_ff;
  assign sum_gg = u_core.gen_retimed.u_rounds.sum_gg;
  assign choice_ff = u_core.gen_retimed.u_rounds.ff_q;
  assign choice_gg = u_core.gen_retimed.u_rounds.gg_q;
  assign tt1 = u_core.gen_retimed.u_rounds.tt1_q;
  assign tt2 = u_core.gen_retimed.u_rounds.tt2_q;
  assign new_tt1 = u_core.gen_retimed.u_rounds.tt1_d;
  assign new_tt2 = u_core.gen_retimed.u_rounds.tt2_d;
  assign core_a = u_core.gen_retimed.u_rounds.a;
  assign core_e = u_core.gen_retimed.u_rounds.e;
  assign core_b = u_core.gen_retimed.u_rounds.b_q;
  assign core_f = u_core.gen_retimed.u_rounds.f_q;
  assign forward = u_core.gen_retimed.u_rounds.forward_q;
  assign forward_sum = u_core.gen_retimed.u_rounds.forward_sum_q;
  assign late = u_core.gen_retimed.u_rounds.late_q;
  assign chaining = u_core.gen_retimed.u_rounds.chaining;

  // The message word, big-endian, and the one that follows from the window.
  word_t message, scheduled;
  assign message = {s_tdata[7:0], s_tdata[15:8], s_tdata[23:16], s_tdata[31:24]};
  assign scheduled = schedule(window[0], window[7], window[13], window[3], window[10]);

  // The working variables; the chaining value V and the working variables after the last round of a
  // block, as rows. W(j+4) has entered the window two cycles before.
  pair_t [3:0] row_q, v_q, final_q, row_d;
  word_t a, b, c, d, e, f, g, h, ss1, w, w4;
  assign {a, b, c, d, e, f, g, h} = variables(row_q);
  assign w4 = window[14];
  assign w = window[10];
  assign ss1 = rotl(x, 7);
  assign row_d = {rounds ? {new_tt1, p0(new_tt2)} : forward, row_q[3:1]};

  always_ff @(posedge clk_i) begin
    if (run) row_q <= operates ? row_d : '0;
    if (clear) begin
      v_q <= row_of(IV);
      final_q <= '0;
    end else if (run) begin
      if (rounds && n == 7'(Rounds - 1)) final_q <= row_d;
      if (valid[Prepare] && j[Prepare] == 7'(ControlWords - 1)) v_q <= v_q ^ final_q;
    end
  end

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;
  logic started;
  assign started = rst_ni & ~first_q;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (!first_q) assert (controls);

    // The control word in Operate is the predecessor of that in Prepare.
    if (started) begin
      if (operates) begin
        assert (n < 7'(ControlWords));
        assert (operate.feed_forward == (n >= 7'(Rounds)));
        assert (operate.load == (n < 7'd16));
        assert (!operate.last || n == 7'(ControlWords - 1));
        assert (operate.last || valid[Prepare]);
        if (valid[Prepare]) begin
          assert (!operate.last && j[Prepare] == (n == 7'(ControlWords - 1) ? '0 : n + 1'b1));
          assert (early[Prepare].first == (operate.first && n != 7'(ControlWords - 1)));
        end
        assert (n > 7'd0 || forward_q);
        assert (n == 7'd0 || n > 7'(Rounds) || round_q || operate.first);
        assert (n <= 7'(Rounds) || forward_q);
        assert (!operate.first || forwards);
        if (operate.first && n == 7'(Rounds)) assert (!round_q && !forward_q);
      end else begin
        assert (operate == '0);
        if (valid[Prepare]) assert (j[Prepare] == 7'(Rounds) && early[Prepare].first);
      end
      if (state == 2'd1 && !valid[Choose]) assert (!operates);
      if (state == 2'd1 && valid[Choose] && !operates) begin
        assert ({row_q, round_q, forward_q} == '0);
      end
      if (state == 2'd0 && operates) assert (operate.last);
      if (operate.last) assert (m_tvalid || state == 2'd0);
    end

    // The message schedule.
    if (started && valid[Choose]) begin
      if (j[Choose] < 7'd16) assert (word == message);
      else assert (word == scheduled);
    end
    // W(j+4) is the word of the control word four numbers later.
    if (started && round[Prepare]) begin
      assert (valid[Prepare-4] && j[Prepare-4] == j[Prepare] + 7'd4);
    end

    // The registers of the core have the working variables.
    if (started) begin
      assert (forwards || forward == '0);
      assert (forward_sum == rotl(forward.a, 12) + forward.e);
      if (state != 2'd0 || operates) begin
        assert (round_q || {tt1, tt2} == '0);
        assert (forward_q || late == '0);
        assert ({core_a, core_b} == {row_q[3].a, row_q[1].a, row_q[2].a});
        assert ({core_e, core_f} == {row_q[3].e, row_q[1].e, row_q[2].e});
      end
    end

    // Rounds: the sums that are formed in advance, and the loop.
    if (started && valid[Prepare]) assert (constant_ == constant(j[Prepare]));
    if (started && rounds) begin
      if (n == '0) begin
        assert (t == constant(n) + (rotl(a, 12) + e));
        assert (x == t);
      end else begin
        assert (t == constant(n));
        assert (x == rotl(a, 12) + t + e);
      end
      assert (dw == d + (w ^ w4));
      assert (hw == h + w);
      assert ((tt1 & choice_ff[1] | ~tt1 & choice_ff[0]) == ff(n, a, b, c));
      assert ((p0(tt2) & choice_gg[1] | ~p0(tt2) & choice_gg[0]) == gg(n, e, f, g));
      assert (sum_ff == dw + ff(n, a, b, c));
      assert (sum_gg == hw + gg(n, e, f, g));
      assert (new_tt1 == sum_ff + (ss1 ^ rotl(a, 12)));
      assert (new_tt2 == sum_gg + ss1);
      assert (variables(row_d)
        == {new_tt1, a, rotl(b, 9), c, p0(new_tt2), e, rotl(f, 19), g});
    end

    // Blocks. Before the first one, the initial value is combined with zero.
    if (started && state == 2'd1 && !operates) assert (final_q == '0);
    if (started && rounds && n == '0) assert (row_q == v_q);
    for (int unsigned i = 0; i < ForwardWords; i++) begin
      if (started && forwards && n == 7'(Rounds + i)) begin
        // V has the sums when the last word is in Operate.
        assert (forward == (i == ForwardWords - 1 ? v_q[i] : final_q[i] ^ v_q[i]));
        for (int unsigned k = 0; k < 4; k++) begin
          if (i + k < 4) assert (row_q[k] == final_q[(i+k)%4]);
          else if (i == ForwardWords - 1) assert (row_q[k] == v_q[(i+k)%4]);
          else assert (row_q[k] == (final_q[(i+k)%4] ^ v_q[(i+k)%4]));
        end
      end
      if (started && feed_forward[Prepare] && j[Prepare] == 7'(Rounds + i)) begin
        for (int unsigned k = 0; k < 4; k++) begin
          assert (chaining[k]
            == (i + k < 4 ? v_q[(i+k)%4] : final_q[(i+k)%4] ^ v_q[(i+k)%4]));
        end
      end
    end
    if (started && state != 2'd0 && !feed_forward[Prepare]) assert (chaining == v_q);
    if (started && m_tvalid) assert (u_core.u_iterative.chaining_i == variables(v_q));
  end
endmodule
