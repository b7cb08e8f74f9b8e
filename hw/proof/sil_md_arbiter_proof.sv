// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: sil_md_arbiter and its buffers send each beat once, in the order of its channel,
/// and blocks without a beat of another channel between. A requested block that is complete is
/// offered at once, and a channel without a complete block accepts beats.
///
/// One beat is followed from the cycle in which it is accepted. Which one, and of which channel, is
/// not constrained, so what is proved holds for each.
module sil_md_arbiter_proof
#(
  /// Messages in flight.
  parameter int unsigned Messages = 2,
  /// Beats of a block.
  parameter int unsigned Beats = 16,
  localparam int unsigned Width = 4,
  localparam int unsigned TidBits = $clog2(Messages),
  localparam int unsigned BeatBits = $clog2(Beats)
) (
  input logic                           clk_i,
  input logic                           rst_ni,
  input logic [Messages-1:0][Width-1:0] s_tdata,
  input logic [Messages-1:0]            s_tlast,
  input logic [Messages-1:0]            s_tuser,
  input logic [Messages-1:0]            s_tvalid,
  input logic                           m_tready,
  input logic [TidBits-1:0]             next_i,
  input logic                           any_i,
  /// Any cycle in which a beat is accepted may be the one of the beat that is followed.
  input logic                           follow_i,
  input logic [TidBits-1:0]             channel_i
);
  logic [Messages-1:0] s_tready;
  logic [Width-1:0] m_tdata;
  logic [TidBits-1:0] m_tid;
  logic m_tlast, m_tuser, m_tvalid;

  sil_md_arbiter #(.Messages(Messages), .Width(Width), .Beats(Beats)) u_arbiter (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tuser, .s_tvalid, .s_tready,
    .m_tdata, .m_tlast, .m_tuser, .m_tid, .m_tvalid, .m_tready, .next_i, .any_i
  );

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;
  always_comb if (first_q) assume (!rst_ni);

  // Of each channel: the number of the next beat within its block, as it enters and as it leaves,
  // and the beats between.
  logic [BeatBits-1:0] in_q [Messages];
  logic [BeatBits-1:0] out_q [Messages];
  logic [BeatBits:0] held_q [Messages];
  logic [Messages-1:0] take, give, complete;
  // A block has begun, and has not ended.
  logic begun;

  for (genvar i = 0; i < Messages; i++) begin : gen_channel
    assign take[i] = s_tvalid[i] & s_tready[i];
    assign give[i] = m_tvalid & m_tready & m_tid == TidBits'(i);
    // All beats that the block still has to send are there.
    assign complete[i] = held_q[i] >= (BeatBits + 1)'(Beats) - (BeatBits + 1)'(out_q[i]);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {in_q[i], out_q[i], held_q[i]} <= '0;
      else begin
        in_q[i] <= in_q[i] + BeatBits'(take[i]);
        out_q[i] <= out_q[i] + BeatBits'(give[i]);
        held_q[i] <= held_q[i] + (BeatBits + 1)'(take[i]) - (BeatBits + 1)'(give[i]);
      end
    end

    always_comb begin
      // Messages have complete blocks.
      assume (!s_tlast[i] || &in_q[i]);
      if (rst_ni) begin
        // A beat leaves only after it came, and only of a complete block.
        if (give[i]) assert (held_q[i] != '0 && complete[i]);
        // No deadlock: a channel accepts beats, or has a complete block.
        assert (s_tready[i] || complete[i]);
        // A complete block that is requested, or has begun, is offered.
        if (complete[i] && (out_q[i] != '0 || (!any_i && next_i == TidBits'(i) && !begun)))
          assert (m_tvalid && m_tid == TidBits'(i));
        if (complete[i] && any_i) assert (m_tvalid);
        // Invariants of the buffer.
        assert (u_arbiter.gen_many.gen_buffer[i].u_buffer.fill_q == in_q[i]);
        assert (u_arbiter.gen_many.gen_buffer[i].u_buffer.give_q == out_q[i]);
        assert (u_arbiter.gen_many.gen_buffer[i].u_buffer.count_q == held_q[i]);
        assert (u_arbiter.gen_many.gen_buffer[i].u_buffer.valid_q == complete[i]);
        assert (in_q[i] == out_q[i] + held_q[i][BeatBits-1:0]);
        assert (held_q[i] <= (BeatBits + 1)'(Beats));
        assert (out_q[i] == '0 || complete[i]);
      end
    end
  end

  // Until a block that has begun ends, no other channel sends.
  logic [TidBits-1:0] begun_tid_q;
  assign begun = u_arbiter.gen_many.begun_q;
  always_ff @(posedge clk_i) if (|give) begun_tid_q <= m_tid;
  always_comb begin
    if (rst_ni) begin
      if (begun) begin
        assert (m_tid == begun_tid_q && out_q[begun_tid_q] != '0);
        assert (u_arbiter.gen_many.tid_q == begun_tid_q);
        assert (u_arbiter.gen_many.beat_q == out_q[begun_tid_q]);
      end
      if (!begun) assert (u_arbiter.gen_many.beat_q == '0);
      for (int unsigned i = 0; i < Messages; i++)
        if (!begun || begun_tid_q != TidBits'(i)) assert (out_q[i] == '0);
      // A channel with a complete block is known.
      if (complete != '0) assert (complete[u_arbiter.gen_many.complete_q]);
    end
  end

  // The beat that is followed: its channel, number, contents, and the beats before it.
  logic followed_q;
  logic [TidBits-1:0] channel_q;
  logic [BeatBits-1:0] number_q;
  logic [Width+1:0] beat_q;
  logic [BeatBits:0] before_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) followed_q <= 1'b0;
    else if (!followed_q) followed_q <= follow_i & take[channel_i];
    else if (give[channel_q] && before_q == '0) followed_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (!followed_q) begin
      channel_q <= channel_i;
      number_q <= in_q[channel_i];
      beat_q <= {s_tuser[channel_i], s_tlast[channel_i], s_tdata[channel_i]};
      before_q <= held_q[channel_i] - (BeatBits + 1)'(give[channel_i]);
    end else before_q <= before_q - (BeatBits + 1)'(give[channel_q]);
  end

  logic [Beats-1:0][Width-1:0] words [Messages];
  logic [1:0] ends [Messages];
  for (genvar i = 0; i < Messages; i++) begin : gen_words
    for (genvar j = 0; j < Beats; j++) begin : gen_word
      assign words[i][j] = u_arbiter.gen_many.gen_buffer[i].u_buffer.block_q[j];
    end
    assign ends[i] = {
      u_arbiter.gen_many.gen_buffer[i].u_buffer.user_q,
      u_arbiter.gen_many.gen_buffer[i].u_buffer.last_q
    };
  end

  always_comb begin
    if (rst_ni && followed_q) begin
      if (give[channel_q] && before_q == '0) begin
        assert (m_tdata == beat_q[Width-1:0]);
        assert (m_tlast == beat_q[Width]);
        if (m_tlast) assert (m_tuser == beat_q[Width+1]);
      end
      // Invariants: where the beat is.
      assert (before_q < held_q[channel_q]);
      assert (number_q == BeatBits'(out_q[channel_q] + before_q[BeatBits-1:0]));
      assert (words[channel_q][number_q] == beat_q[Width-1:0]);
      if (&number_q) assert (ends[channel_q] == beat_q[Width+1:Width]);
      else assert (!beat_q[Width]);
    end
  end
endmodule
