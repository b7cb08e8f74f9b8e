// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of the form with one round per cycle, for every input:
///
/// * each word of the message schedule, W(0) to W(67), is that of GB/T 32905-2016 5.3.2;
/// * each round updates the working variables as 5.3.3 does;
/// * a block begins with the chaining value V in the working variables, and its feed-forward
///   combines them with V by XOR (5.3.3);
/// * the digest is V after the last block.
///
/// The proof tracks the number j of the control word in each stage (sil_md_block_controls), the
/// chaining value of the block and its working variables after the last round.
module sil_sm3_operation_proof
  import sil_md_pkg::*, sil_sm3_standard_pkg::*;
(
  input logic        clk_i,
  input logic        rst_ni,
  input logic [31:0] s_tdata,
  input logic        s_tlast,
  input logic        s_tvalid,
  input logic        m_tready
);
  localparam int unsigned Choose = 0;
  localparam int unsigned Operate = 5;
  localparam int unsigned Rounds = 64;
  localparam int unsigned ForwardWords = 4;
  localparam int unsigned ControlWords = Rounds + ForwardWords;

  logic s_tready, m_tvalid;

  sil_sm3_core #(.Precompute(0)) u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tid(1'b0), .s_tvalid, .s_tready, .s_tid_next(),
    .s_tid_any(), .m_tdata(), .m_tid(), .m_tvalid, .m_tready, .start_i(1'b1), .restore_i('0),
    .save_i('0)
  );

  logic run, clear, controls;
  logic [1:0] state;
  logic [Operate:0] valid, round, feed_forward;
  logic [Operate:0][6:0] j;

  assign run = u_core.u_iterative.run_o;
  assign clear = u_core.u_iterative.clear_o;
  assign state = u_core.u_iterative.u_sequencer.state_q;

  sil_md_block_controls #(
    .Done(Operate), .Rounds(Rounds), .Operations(ControlWords), .Unroll(1)
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
    .control_i     (u_core.gen_rounds.u_rounds.control_q),
    .m_tvalid,
    .valid_o       (valid),
    .t_o           (j),
    .round_o       (round),
    .feed_forward_o(feed_forward),
    .right_o       (controls)
  );

  // The core: the window of the message schedule, the oldest word first, and the word that enters
  // it; T(j) <<< j; the row of working variables before and after an operation.
  logic [15:0][31:0] window;
  word_t word, constant_;
  pair_t [3:0] row, row_d, chaining;

  assign window = u_core.gen_rounds.u_rounds.u_schedule.window_q;
  assign word = u_core.gen_rounds.u_rounds.u_schedule.words_d;
  assign constant_ = u_core.gen_rounds.u_rounds.constants;
  assign row = u_core.gen_rounds.u_rounds.working_q;
  assign row_d = u_core.gen_rounds.u_rounds.working_d;
  assign chaining = u_core.gen_rounds.u_rounds.chaining;

  // The message word, big-endian, and the one that follows from the window.
  word_t message, scheduled;
  assign message = {s_tdata[7:0], s_tdata[15:8], s_tdata[23:16], s_tdata[31:24]};
  assign scheduled = schedule(window[0], window[7], window[13], window[3], window[10]);

  // Round j as the standard writes it. W(j+4) has entered the window in the cycle before.
  word_t a, b, c, d, e, f, g, h, ss1, ss2, tt1, tt2, w, w4;
  assign {a, b, c, d, e, f, g, h} = variables(row);
  assign w4 = window[15];
  assign w = window[11];
  assign ss1 = rotl(rotl(a, 12) + e + constant_, 7);
  assign ss2 = ss1 ^ rotl(a, 12);
  assign tt1 = ff(j[Operate], a, b, c) + d + ss2 + (w ^ w4);
  assign tt2 = gg(j[Operate], e, f, g) + h + ss1 + w;

  // The chaining value V and the working variables after the last round of a block, both as rows;
  // whether the last cycle had an operation.
  pair_t [3:0] v_q, final_q;
  logic operated_q;
  always_ff @(posedge clk_i) begin
    if (run) operated_q <= valid[Operate];
    if (clear) begin
      v_q <= row_of(IV);
      final_q <= '0;
    end else if (run && valid[Operate]) begin
      if (j[Operate] == 7'(Rounds - 1)) final_q <= row_d;
      if (j[Operate] == 7'(ControlWords - 1)) v_q <= v_q ^ final_q;
    end
  end

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;
  logic started;
  assign started = rst_ni & ~first_q;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (!first_q) assert (controls);

    // The message schedule.
    if (started && valid[Choose]) begin
      if (j[Choose] < 7'd16) assert (word == message);
      else assert (word == scheduled);
    end
    // W(j+4) is the word of the control word four numbers later.
    if (started && round[Operate]) begin
      assert (valid[Operate-4] && j[Operate-4] == j[Operate] + 7'd4);
    end

    // Rounds.
    if (started && valid[Operate]) assert (constant_ == constant(j[Operate]));
    if (started && round[Operate]) begin
      assert (variables(row_d) == {tt1, a, rotl(b, 9), c, p0(tt2), e, rotl(f, 19), g});
    end

    // Blocks. Between messages the working variables are zero. Before the first block, the initial
    // value is combined with zero.
    if (started) assert (operated_q || row == '0);
    if (started && state == 2'd1 && !valid[Operate]) assert (!operated_q && final_q == '0);
    if (started && round[Operate] && j[Operate] == '0) assert (row == v_q);
    for (int unsigned n = 0; n < ForwardWords; n++) begin
      if (started && feed_forward[Operate] && j[Operate] == 7'(Rounds + n)) begin
        for (int unsigned i = 0; i < 4; i++) begin
          assert (row[i] == (i + n < 4 ? final_q[(i+n)%4] : final_q[(i+n)%4] ^ v_q[(i+n)%4]));
          assert (chaining[i] == (i + n < 4 ? v_q[(i+n)%4] : final_q[(i+n)%4] ^ v_q[(i+n)%4]));
        end
      end
    end
    if (started && state != 2'd0 && !feed_forward[Operate]) assert (chaining == v_q);
    if (started && m_tvalid) assert (u_core.u_iterative.chaining_i == variables(v_q));
  end
endmodule
