// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: sil_md_interleaved performs each block once, on its channel, with its own words,
/// and keeps messages and digests apart.
///
/// The reference has a state for each channel, which changes only at the end of a pass of that
/// channel. A word is followed from the cycle in which it is accepted to its round. Which one is not
/// constrained, so what is proved holds for each.
module sil_md_interleaved_proof
  import sil_md_pkg::BLOCK_WORDS;
#(
  /// As in sil_md_interleaved.
  parameter int unsigned Rounds = 64,
  parameter int unsigned FeedForward = 4,
  parameter int unsigned Messages = 2,
  localparam int unsigned Width = 8,
  localparam int unsigned TidBits = $clog2(Messages),
  localparam int unsigned Passes = Rounds / FeedForward,
  localparam int unsigned PassBits = $clog2(Passes),
  localparam int unsigned StepBits = $clog2(FeedForward),
  localparam int unsigned LoadPasses = BLOCK_WORDS / FeedForward
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic [Width-1:0]   s_tdata,
  input logic               s_tlast,
  input logic [TidBits-1:0] s_tid,
  input logic               s_tvalid,
  input logic               m_tready,
  input logic               last_i,
  /// Any cycle in which a word is accepted may be the one of the word that is followed.
  input logic               follow_i
);
  logic s_tready, any, m_tvalid, run, load, hold, capture, fresh;
  logic [TidBits-1:0] tid_next, m_tid, tid;
  logic [StepBits-1:0] step;
  logic [PassBits-1:0] pass;
  logic [Width-1:0] message, m_tdata;

  sil_md_interleaved #(
    .Width(Width), .Rounds(Rounds), .FeedForward(FeedForward), .Messages(Messages),
    .StateWords(1), .DigestBits(Width)
  ) u_core (
    .clk_i, .rst_ni, .little_i(1'b0), .s_tdata, .s_tlast, .s_tid, .s_tvalid, .s_tready,
    .s_tid_next(tid_next), .s_tid_any(any), .m_tdata, .m_tid, .m_tvalid, .m_tready,
    .channel_o(tid), .step_o(step), .run_o(run), .pass_o(pass), .load_o(load), .message_o(message),
    .hold_o(hold), .capture_o(capture), .fresh_o(fresh), .last_i, .chaining_i('0)
  );

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;
  always_comb if (first_q) assume (!rst_ni);

  // The state of a channel: it performs rounds, the pass, and the block is the last of its message;
  // of a feed-forward: it adds nothing, it gives the digest, no message is in progress.
  typedef struct packed {
    logic run;
    logic [PassBits-1:0] pass;
    logic last;
    logic hold;
    logic capture;
    logic fresh;
  } channel_t;
  localparam channel_t Idle = '{hold: 1'b1, fresh: 1'b1, default: '0};

  channel_t channel_q [Messages];
  channel_t now;
  logic pass_ends, take, start, reserve, waits;
  logic [3:0] write_q;
  // A complete block waits, since the cycle before; its channel; it is the last of its message.
  logic block_q, seen_q, block_last_q;
  logic [TidBits-1:0] block_tid_q;
  // The digest register belongs to a message; the digest is there.
  logic reserved_q, valid_q;
  logic [TidBits-1:0] digest_tid_q;

  assign now = channel_q[tid];
  assign pass_ends = step == StepBits'(FeedForward - 1);
  assign take = s_tvalid & s_tready;
  // A message has all its rounds, and its digest has not been given.
  assign waits = now.run ? now.last & now.pass == PassBits'(Passes - 1) : now.last & ~now.fresh;
  assign reserve = pass_ends & waits & ~reserved_q;
  assign start = u_core.start;

  for (genvar i = 0; i < Messages; i++) begin : gen_channel
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) channel_q[i] <= Idle;
      else if (pass_ends && tid == TidBits'(i)) begin
        if (now.run) begin
          channel_q[i].pass <= now.pass + 1'b1;
          if (now.pass == PassBits'(Passes - 1)) begin
            channel_q[i].run <= 1'b0;
            {channel_q[i].hold, channel_q[i].capture, channel_q[i].fresh} <= {1'b0, {2{reserve}}};
          end
        end else if (start) begin
          channel_q[i].run <= 1'b1;
          channel_q[i].pass <= '0;
          channel_q[i].last <= block_last_q;
        end else begin
          {channel_q[i].hold, channel_q[i].capture} <= {1'b1, reserve};
          channel_q[i].fresh <= now.fresh | reserve;
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {write_q, block_q, seen_q, reserved_q, valid_q} <= '0;
    else begin
      write_q <= write_q + 4'(take);
      block_q <= (take & (&write_q)) | (block_q & ~start);
      seen_q <= block_q;
      reserved_q <= reserve | (reserved_q & ~(valid_q & m_tready));
      valid_q <= last_i | (valid_q & ~m_tready);
    end
  end
  always_ff @(posedge clk_i) begin
    if (take) {block_tid_q, block_last_q} <= {s_tid, s_tlast};
    if (reserve) digest_tid_q <= tid;
  end

  always_comb begin
    // Beats of a block are of one channel. A message ends with a complete block.
    if (write_q != '0 && s_tvalid) assume (s_tid == block_tid_q);
    if (s_tvalid) assume (int'(s_tid) < Messages);
    if (!(&write_q)) assume (!s_tlast);
    // The datapath completes a digest only after it was reserved.
    if (!reserved_q || valid_q) assume (!last_i);
    if (rst_ni) begin
      assert (run == now.run);
      if (run) assert (pass == now.pass);
      assert (load == (now.run && now.pass < PassBits'(LoadPasses)));
      if (!run) assert ({hold, capture, fresh} == {now.hold, now.capture, now.fresh});
      // A block starts once, on its channel, at the end of a feed-forward, and not while a digest of
      // that channel waits for the register.
      if (start) assert (block_q && pass_ends && !now.run && tid == block_tid_q && !waits);
      // It does not wait longer than until then.
      if (block_q && seen_q && pass_ends && !now.run && tid == block_tid_q && !waits) assert (start);
      // No word is accepted while a complete block waits.
      if (block_q) assert (!s_tready);
      // A digest is captured only by the message that has reserved the register.
      assert (m_tvalid == valid_q);
      if (reserved_q) assert (m_tid == digest_tid_q);
      if (valid_q) assert (reserved_q);
      assert (u_core.reserve == reserve);
      if (reserve) assert (!start);
    end
  end

  // Invariants of the registers. Entry i of the ring belongs to the channel of the cycle i cycles
  // later. The last entry is the channel of the cycle before, whose new state is decided.
  logic [FeedForward*Messages-1:0] position;
  logic begun_q;  // a cycle after the reset has passed
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begun_q <= 1'b0;
    else begun_q <= 1'b1;
  end

  for (genvar i = 0; i < Messages; i++) begin : gen_ring
    logic [TidBits-1:0] own;
    assign own = TidBits'((32'(tid) + i) % Messages);
    if (i < Messages - 1) begin : gen_later
      always_comb begin
        if (rst_ni) begin
          assert (u_core.channel_q[i].run == channel_q[own].run);
          assert (u_core.channel_q[i].last == channel_q[own].last);
          assert (u_core.channel_q[i].load
            == (channel_q[own].run && channel_q[own].pass < PassBits'(LoadPasses)));
          assert (u_core.channel_q[i].final_pass
            == (channel_q[own].run && channel_q[own].pass == PassBits'(Passes - 1)));
          if (channel_q[own].run) assert (u_core.channel_q[i].pass == channel_q[own].pass);
          else begin
            assert (u_core.channel_q[i].hold == channel_q[own].hold);
            assert (u_core.channel_q[i].capture == channel_q[own].capture);
            assert (u_core.channel_q[i].fresh == channel_q[own].fresh);
          end
        end
      end
    end else begin : gen_decided
      always_comb begin
        if (rst_ni) begin
          assert (u_core.next.run == channel_q[own].run);
          assert (u_core.next.last == channel_q[own].last);
          assert (u_core.next.load
            == (channel_q[own].run && channel_q[own].pass < PassBits'(LoadPasses)));
          assert (u_core.next.final_pass
            == (channel_q[own].run && channel_q[own].pass == PassBits'(Passes - 1)));
          if (channel_q[own].run) assert (u_core.next.pass == channel_q[own].pass);
          else begin
            assert (u_core.next.hold == channel_q[own].hold);
            assert (u_core.next.capture == channel_q[own].capture);
            assert (u_core.next.fresh == channel_q[own].fresh);
          end
        end
      end
    end
  end

  always_comb begin
    position = '0;
    position[32'(step) * Messages + 32'(tid)] = 1'b1;
    if (rst_ni) begin
      assert (32'(tid) < Messages && 32'(step) < FeedForward);
      assert (u_core.position_q == position);
      if (!begun_q) assert (step == '0 && tid == '0);
      assert (u_core.pass_end_q == pass_ends);
      assert (u_core.ended_q == (tid == '0 ? step == '0 && begun_q : pass_ends));
      assert (u_core.write_q == write_q && u_core.block_q == block_q);
      assert (u_core.match_q == (seen_q && block_tid_q == tid) || !block_q);
      if (!block_q) assert (!u_core.match_q);
      if (block_q) assert (!u_core.ready_q);
      assert (u_core.reserved_q == reserved_q && u_core.valid_q == valid_q);
      if (block_q)
        assert ({u_core.block_tid_q, u_core.block_last_q} == {block_tid_q, block_last_q});
      if (reserved_q) assert (u_core.m_tid_q == digest_tid_q);
    end
  end

  // The block that is being read, its channel, and the words that have been read.
  logic reading_q;
  logic [TidBits-1:0] reading_tid_q;
  logic [4:0] words, rounds, followed_rounds;
  logic [TidBits-1:0] since, followed_since;

  /// The rounds of its block that a channel has performed before this cycle.
  function automatic logic [4:0] performed(logic [PassBits-1:0] of, logic [TidBits-1:0] channel);
    logic [StepBits-1:0] own;
    own = tid <= channel ? step : step + 1'b1;
    return 5'(of) * 5'(FeedForward) + 5'(own);
  endfunction
  /// The cycles since the one after the last cycle of a channel.
  function automatic logic [TidBits-1:0] cycles(logic [TidBits-1:0] channel);
    return TidBits'((32'(tid) + 2 * Messages - 1 - 32'(channel)) % Messages);
  endfunction

  assign rounds = performed(channel_q[reading_tid_q].pass, reading_tid_q);
  assign since = cycles(reading_tid_q);
  assign words = rounds + 5'(since != '0);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) reading_q <= 1'b0;
    else if (start) reading_q <= 1'b1;
    else if (since == '0 && rounds == 5'(BLOCK_WORDS - 1)) reading_q <= 1'b0;
  end
  always_ff @(posedge clk_i) if (start) reading_tid_q <= tid;

  // The word that is followed: its number and contents; its block has started on a channel; its
  // round was in the cycle before.
  logic followed_q, started_q, due_q;
  logic [3:0] number_q;
  logic [Width-1:0] word_q, due_word_q;
  logic [TidBits-1:0] followed_tid_q;
  logic used;

  assign followed_rounds = performed(channel_q[followed_tid_q].pass, followed_tid_q);
  assign followed_since = cycles(followed_tid_q);
  assign used = started_q & tid == followed_tid_q & load
              & 5'(pass) * 5'(FeedForward) + 5'(step) == 5'(number_q);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {followed_q, started_q, due_q} <= '0;
    else begin
      due_q <= used;
      if (used) {followed_q, started_q} <= '0;
      else if (!followed_q) followed_q <= follow_i & take;
      else if (start && !started_q) started_q <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!followed_q) {number_q, followed_tid_q, word_q} <= {write_q, s_tid, s_tdata};
    due_word_q <= word_q;
  end

  logic [BLOCK_WORDS-1:0][Width-1:0] memory;
  for (genvar i = 0; i < BLOCK_WORDS; i++) begin : gen_memory
    assign memory[i] = u_core.words_q[i];
  end

  always_comb begin
    if (rst_ni) begin
      // The word is there in the cycle after its round.
      if (due_q) assert (message == due_word_q);
      // Its block starts on its channel.
      if (start && followed_q && !started_q) assert (tid == followed_tid_q);

      // Invariants: the ring of the block that is read.
      if (reading_q) begin
        assert (channel_q[reading_tid_q].run && rounds < 5'(BLOCK_WORDS));
        assert (channel_q[reading_tid_q].pass < PassBits'(LoadPasses));
        assert (u_core.drain_q == Messages'(1) << TidBits'((Messages - 32'(since)) % Messages));
        assert (u_core.read_q == words[3:0] && words < 5'(BLOCK_WORDS));
        assert (!block_q && 5'(write_q) <= words);
        if (u_core.ready_q) assert (5'(write_q) < words);
      end else assert (u_core.drain_q == '0 && u_core.read_q == '0);
      if (write_q != '0 || block_q) assert (u_core.block_tid_q == block_tid_q || !block_q);
      if (write_q != '0 || block_q) assert (32'(block_tid_q) < Messages);
      if (reading_q) assert (32'(reading_tid_q) < Messages);
      // These say where the word is.
      if (followed_q) assert (32'(followed_tid_q) < Messages);
      if (started_q) assert (followed_q);
      if (followed_q && !started_q) begin
        assert (memory[number_q] == word_q && block_tid_q == followed_tid_q);
        assert (block_q ? write_q == '0 : write_q > number_q);
      end
      if (block_q) assert (write_q == '0);
      if (started_q) begin
        assert (channel_q[followed_tid_q].run && followed_rounds <= 5'(number_q));
        assert (channel_q[followed_tid_q].pass < PassBits'(LoadPasses));
        if (reading_q) begin
          assert (reading_tid_q == followed_tid_q);
          if (words <= 5'(number_q)) assert (memory[number_q] == word_q);
          else assert (u_core.word_q == word_q);
        end else begin
          assert (&number_q && u_core.word_q == word_q && followed_rounds == 5'(BLOCK_WORDS - 1));
          assert (followed_since != '0);
          if (block_q) assert (followed_since >= TidBits'(2));
          if (u_core.match_q) assert (followed_since >= TidBits'(3));
        end
      end
    end
  end
endmodule
