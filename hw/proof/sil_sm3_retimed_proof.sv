// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of the retimed form (Precompute = 2), for every input:
///
/// * each word of the message schedule, W(0) to W(67), is that of GB/T 32905-2016 5.3.2;
/// * each round updates the working variables as 5.3.3 does;
/// * a block begins with the chaining value V in the working variables, and its feed-forward
///   combines them with V by XOR (5.3.3);
/// * the digest is V after the last block.
///
/// The proof tracks the number j of the control word in each stage (sil_md_block_controls), the
/// last 16 words of W, the working variables, the chaining value of the block and its working
/// variables after the last round. Registers of the proof keep the words that a round adds one
/// cycle earlier. A sum has its words in the order of the core: a solver is slow with other orders.
///
/// The assertions are proved in parts, each of which holds in a cycle if all held in the cycle
/// before:
///
/// 1. control words, constants, message schedule and rounds;
/// 2. feed-forward, chaining value and digest.
module sil_sm3_retimed_proof
  import sil_md_pkg::*, sil_sm3_standard_pkg::*;
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
  // The stages that a control word passes, as in sil_sm3_retimed. A message ends in Prepare.
  localparam int unsigned Choose = 0;
  localparam int unsigned Prepare = 5;
  localparam int unsigned Operate = Prepare + 1;
  localparam int unsigned Rounds = 64;
  localparam int unsigned ForwardWords = 4;
  localparam int unsigned ControlWords = Rounds + ForwardWords;

  logic s_tready, m_tvalid;

  sil_sm3_core #(.Precompute(2)) u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tid(1'b0), .s_tvalid, .s_tready, .s_tid_next(),
    .s_tid_any(), .m_tdata(), .m_tid(), .m_tvalid, .m_tready, .start_i(1'b1), .restore_i('0),
    .save_i('0)
  );

  logic run, clear, controls;
  logic [1:0] state;
  control_t [Operate:0] control;
  logic [Prepare:0] valid, round, feed_forward;
  logic [Prepare:0][6:0] j;

  assign run = u_core.u_iterative.run_o;
  assign clear = u_core.u_iterative.clear_o;
  assign state = u_core.u_iterative.u_sequencer.state_q;
  assign control = u_core.gen_retimed.u_rounds.control_q;

  sil_md_block_controls #(
    .Done(Prepare), .Rounds(Rounds), .Operations(ControlWords), .Unroll(1)
  ) u_controls (
    .clk_i,
    .run_i         (run),
    .clear_i       (clear),
    .accept_i      (s_tvalid & s_tready),
    .s_tlast,
    .state_i       (state),
    .issued_i      (u_core.u_iterative.u_sequencer.control_q),
    .count_i       (7'(u_core.u_iterative.u_sequencer.count)),
    .wrap_i        (u_core.u_iterative.u_sequencer.wrap_q),
    .rounds_i      (u_core.u_iterative.u_sequencer.rounds_q),
    .loaded_i      (u_core.u_iterative.u_sequencer.loaded_q),
    .last_i        (u_core.u_iterative.u_sequencer.last_q),
    .control_i     (control[Prepare:0]),
    .m_tvalid,
    .valid_o       (valid),
    .t_o           (j),
    .round_o       (round),
    .feed_forward_o(feed_forward),
    .right_o       (controls)
  );

  // The control word of the operation: one that is not the last of its message is followed by its
  // successor, and the last one by none. Whether the last cycle had an operation.
  logic operates, forwards, follows, operated_q;
  logic [6:0] number_q;
  always_ff @(posedge clk_i) if (run) number_q <= j[Prepare];
  assign operates = control[Operate].valid & ~control[Operate].feed_forward;
  assign forwards = control[Operate].valid & control[Operate].feed_forward;
  always_comb begin
    if (!control[Operate].valid) begin
      follows = control[Operate] == '0
        & (~valid[Prepare] | (control[Prepare].first & j[Prepare] == 7'(Rounds) & ~operated_q));
    end else if (control[Operate].last) begin
      follows = valid == '0 & forwards & number_q == 7'(ControlWords - 1);
    end else begin
      follows = valid[Prepare] & number_q < 7'(ControlWords)
        & j[Prepare] == (number_q == 7'(ControlWords - 1) ? 7'd0 : 7'(number_q + 1'b1))
        & forwards == (number_q >= 7'(Rounds)) & (forwards | ~control[Operate].first)
        & control[Prepare].first == (control[Operate].first & number_q != 7'(ControlWords - 1));
    end
  end

  // The core: the window of the message schedule, the oldest word first, and the word that enters
  // it; T(j) <<< j; what Prepare forms; the row of working variables, the oldest first; the loop.
  logic [15:0][31:0] window;
  word_t word, constant_, t, dw, hw, x, tt1, tt2, tt1_d, tt2_d, sum_ff, sum_gg, forward_sum;
  logic [1:0][31:0] ff_choice, gg_choice;  // one, zero
  pair_t [3:0] chaining;
  pair_t [3:1] row;
  pair_t chaining_next, forward, late;

  assign window = u_core.gen_retimed.u_rounds.u_schedule.window_q;
  assign word = u_core.gen_retimed.u_rounds.u_schedule.words_d;
  assign constant_ = u_core.gen_retimed.u_rounds.constant;
  assign t = u_core.gen_retimed.u_rounds.t_q;
  assign dw = u_core.gen_retimed.u_rounds.dw_q;
  assign hw = u_core.gen_retimed.u_rounds.hw_q;
  assign x = u_core.gen_retimed.u_rounds.x;
  assign tt1 = u_core.gen_retimed.u_rounds.tt1_q;
  assign tt2 = u_core.gen_retimed.u_rounds.tt2_q;
  assign tt1_d = u_core.gen_retimed.u_rounds.tt1_d;
  assign tt2_d = u_core.gen_retimed.u_rounds.tt2_d;
  assign sum_ff = u_core.gen_retimed.u_rounds.sum_ff;
  assign sum_gg = u_core.gen_retimed.u_rounds.sum_gg;
  assign forward_sum = u_core.gen_retimed.u_rounds.forward_sum_q;
  assign ff_choice = u_core.gen_retimed.u_rounds.ff_q;
  assign gg_choice = u_core.gen_retimed.u_rounds.gg_q;
  assign chaining = u_core.gen_retimed.u_rounds.chaining;
  assign chaining_next = u_core.gen_retimed.u_rounds.chaining_next;
  assign forward = u_core.gen_retimed.u_rounds.forward_q;
  assign late = u_core.gen_retimed.u_rounds.late_q;
  assign row[3] = {u_core.gen_retimed.u_rounds.a, u_core.gen_retimed.u_rounds.e};
  assign row[2] = {u_core.gen_retimed.u_rounds.b_q[0], u_core.gen_retimed.u_rounds.f_q[0]};
  assign row[1] = {u_core.gen_retimed.u_rounds.b_q[1], u_core.gen_retimed.u_rounds.f_q[1]};

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  // The message word, big-endian. The last 16 words of W, the oldest first; before the first cycle
  // they are those of the core.
  word_t message, scheduled;
  logic [15:0][31:0] w_now, w_last;
  assign message = {s_tdata[7:0], s_tdata[15:8], s_tdata[23:16], s_tdata[31:24]};
  assign scheduled = schedule(w_last[0], w_last[7], w_last[13], w_last[3], w_last[10]);
  assign w_now = first_q ? window : w_last;
  always_ff @(posedge clk_i) w_last <= run ? {word, w_now[15:1]} : w_now;

  // W(j) and W(j+4) of the operation; A <<< 12 + E of the feed-forward before round 0; the word of
  // V that is combined.
  word_t w_q, w4_q, forward_sum_q;
  pair_t v_word_q;
  always_ff @(posedge clk_i) begin
    if (run) {w_q, w4_q, forward_sum_q, v_word_q}
      <= {w_last[11], w_last[15], forward_sum, chaining_next};
  end

  // The working variables as a row, the oldest first, before and after an operation. Between
  // messages they are zero. Whether the last cycle had an operation of the feed-forward.
  pair_t [3:0] row_q, row_d;
  logic forwarded_q;
  assign row_d = {forwards ? forward : pair_t'{tt1_d, p0(tt2_d)}, row_q[3:1]};
  always_ff @(posedge clk_i) begin
    if (run) begin
      row_q <= control[Operate].valid ? row_d : '0;
      operated_q <= control[Operate].valid;
      forwarded_q <= forwards;
    end
  end

  word_t a, b, c, d, e, f, g, h;
  assign {a, b, c, d, e, f, g, h} = variables(row_q);

  // The chaining value V and the working variables after the last round of a block, both as rows.
  pair_t [3:0] v_q, final_q;
  always_ff @(posedge clk_i) begin
    if (clear) begin
      v_q <= row_of(IV);
      final_q <= '0;
    end else if (run) begin
      if (operates && number_q == 7'(Rounds - 1)) final_q <= row_d;
      if (valid[Prepare] && j[Prepare] == 7'(ControlWords - 1)) v_q <= v_q ^ final_q;
    end
  end

  // What holds in a cycle, by part, and whether all of it held in the cycle before.
  logic part1, part2, right_q, started;
  logic [2:1] right;
  logic fresh_q;  // the cycle before was in reset
  assign started = rst_ni & ~first_q;
  always_ff @(posedge clk_i) fresh_q <= ~rst_ni;
  assign right = {part2, part1} | {2{first_q}};
  always_ff @(posedge clk_i) right_q <= &right;

  always_comb begin
    part1 = controls & follows & window == w_last;
    if (started) begin
      // Constants, and the message schedule. W(j+4) has entered the window before round j.
      if (valid[Prepare]) part1 &= constant_ == constant(j[Prepare]);
      if (valid[Choose]) part1 &= word == (j[Choose] < 7'd16 ? message : scheduled);
      if (round[Prepare]) part1 &= valid[1] & j[1] == 7'(j[Prepare] + 7'd4);

      // The row. After a feed-forward its newest words are in `late`, and TT1 and TT2 are zero.
      part1 &= operated_q | row_q == '0;
      part1 &= forwards | (forward == '0 & forward_sum == '0);
      if (fresh_q) part1 &= state == 2'd0 & control == '0 & row[2:1] == '0 & {tt1, tt2} == '0;
      else part1 &= row == row_q[3:1] & (forwarded_q ? {tt1, tt2} == '0 : late == '0);

      // Part 1 compares the sums before the loop, and those in the loop.
      if (forwards) part1 &= forward_sum == rotl(forward.a, 12) + forward.e;
      if (operates) begin
        if (number_q == '0) begin
          part1 &= forwarded_q & t == constant(number_q) + forward_sum_q;
          part1 &= forward_sum_q == rotl(a, 12) + e;
        end else begin
          part1 &= ~forwarded_q & t == constant(number_q);
        end
        part1 &= dw == d + (w_q ^ w4_q) & hw == h + w_q;
        part1 &= ((tt1 & ff_choice[1]) | (~tt1 & ff_choice[0])) == ff(number_q, a, b, c);
        part1 &= ((p0(tt2) & gg_choice[1]) | (~p0(tt2) & gg_choice[0])) == gg(number_q, e, f, g);
      end
      part1 &= x == rotl(tt1, 12) + t + p0(tt2);
      part1 &= sum_ff == dw + ((tt1 & ff_choice[1]) | (~tt1 & ff_choice[0]));
      part1 &= sum_gg == hw + ((p0(tt2) & gg_choice[1]) | (~p0(tt2) & gg_choice[0]));
      part1 &= tt1_d == sum_ff + (rotl(x, 7) ^ rotl(row[3].a, 12)) & tt2_d == sum_gg + rotl(x, 7);
    end
  end

  always_comb begin
    part2 = 1'b1;
    if (started) begin
      // Before the first block of a message, the initial value is combined with zero.
      if (state == 2'd1 && !valid[Prepare]) part2 &= final_q == '0;
      if (valid[Prepare] && control[Prepare].first) part2 &= final_q == '0;
      if (operates && number_q == '0) part2 &= row_q == v_q;

      for (int unsigned n = 0; n < ForwardWords; n++) begin
        if (feed_forward[Prepare] && j[Prepare] == 7'(Rounds + n)) begin
          for (int unsigned i = 0; i < 4; i++) begin
            part2 &= chaining[i]
              == (i + n < 4 ? v_q[(i+n)%4] : v_q[(i+n)%4] ^ final_q[(i+n)%4]);
          end
        end
        if (forwards && number_q == 7'(Rounds + n) && !control[Operate].last) begin
          if (n == 3) begin
            // V has changed.
            part2 &= {forward, row_q[3:1]} == v_q;
          end else begin
            part2 &= forward == (final_q[n] ^ v_q[n]);
            for (int unsigned i = 0; i < 4; i++) begin
              part2 &= row_q[i] == (i + n < 4 ? final_q[(i+n)%4] : v_q[(i+n)%4] ^ final_q[(i+n)%4]);
            end
          end
          part2 &= forward == (row_q[0] ^ v_word_q);
        end
      end
      if (state != 2'd0 && !feed_forward[Prepare]) part2 &= chaining == v_q;
      if (m_tvalid) part2 &= u_core.u_iterative.chaining_i == variables(v_q);
    end
  end

  always_comb begin
    if (first_q) assume (!rst_ni);
    else assume (right_q);
    assert (right[Part]);
    // The sums of the standard: SS1 before its rotation, TT1 and TT2.
    if (Part == 1) begin
      assert (rotl(tt1, 12) + t + p0(tt2) == rotl(tt1, 12) + p0(tt2) + t);
      assert (d + (w_q ^ w4_q) + ff(number_q, a, b, c) + (rotl(x, 7) ^ rotl(a, 12))
        == ff(number_q, a, b, c) + d + (rotl(x, 7) ^ rotl(a, 12)) + (w_q ^ w4_q));
      assert (h + w_q + gg(number_q, e, f, g) + rotl(x, 7)
        == gg(number_q, e, f, g) + h + rotl(x, 7) + w_q);
    end
  end
endmodule
