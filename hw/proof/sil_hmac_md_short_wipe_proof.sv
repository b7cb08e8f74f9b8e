// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: after a reset or a wipe, sil_hmac_md_short takes no beat, reports no key and gives
/// no answer before every word of its memory of chaining values is overwritten.
///
/// From then on, except while a key is being loaded, all words of the block are zero.
module sil_hmac_md_short_wipe_proof
  import sil_sha2_keyed_pkg::value_e, sil_md_keyed_pkg::*, sil_hmac_pkg::*;
#(
  /// As in sil_hmac_md_short.
  parameter bit Sha1 = 1'b1,
  localparam int unsigned Width = 32,
  localparam int unsigned Words = Sha1 ? 5 : 4,
  localparam int unsigned GroupRounds = Sha1 ? 20 : 16,
  localparam int unsigned DigestBits = Words * Width,
  localparam int unsigned Entries = 16,
  // Registers of control words up to the one of the sum that is written.
  localparam int unsigned Stages = 5
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  wipe_i,
  input logic [Width-1:0]      s_tdata,
  input logic [Width/8-1:0]    s_tkeep,
  input logic                  s_tlast,
  input logic                  s_tuser,
  input logic                  s_tvalid,
  input logic                  m_tready,
  input logic [DigestBits-1:0] tag_i
);
  logic keyed, s_tready, m_tvalid;

  sil_hmac_md_short #(.Sha1(Sha1)) u_hmac (
    .clk_i, .rst_ni, .wipe_i, .keyed_o(keyed), .s_tdata, .s_tkeep, .s_tlast, .s_tuser, .s_tvalid,
    .s_tready, .m_tdata(), .m_tmatch(), .m_tuser(), .m_tvalid, .m_tready, .tag_i
  );

  // The states of the sequencer.
  localparam logic [1:0] Wait = 2'd0;
  localparam logic [1:0] Start = 2'd1;
  localparam logic [1:0] Round = 2'd2;
  localparam logic [1:0] Forward = 2'd3;
  // States of the padder: beats of a message pass; zeros and the length follow.
  localparam logic [1:0] Data = 2'd0;
  localparam logic [1:0] Fill = 2'd2;

  state_e state;
  logic [1:0] sequence_state, group, padder_state;
  logic [4:0] count;
  logic [6:0] number;  // of a round
  logic [3:0] beat, address_value;
  logic rst_n, started, first, last, done, free, fill, own_block, write_value;
  logic wipes, rests, texts, open, waiting, last_waits, last_taken;
  control_t [Stages-1:0] control;
  logic [Entries-1:0][Width-1:0] words;

  assign rst_n = u_hmac.rst_n;
  assign state = u_hmac.u_control.state_q;
  assign started = u_hmac.u_control.started_q;
  assign beat = u_hmac.u_control.beat_q;
  assign own_block = u_hmac.u_control.own_block_q;
  assign sequence_state = u_hmac.u_sequencer.state_q;
  assign count = u_hmac.u_sequencer.count_q;
  assign group = u_hmac.u_sequencer.group_q;
  assign first = u_hmac.u_sequencer.first_q;
  assign last = u_hmac.u_sequencer.last_q;
  assign done = u_hmac.u_sequencer.done_q;
  assign free = u_hmac.u_sequencer.free_q;
  assign fill = u_hmac.u_sequencer.fill_q;
  assign number = 7'(group) * 7'(GroupRounds) + 7'(count);
  if (Sha1) begin : gen_sha1
    assign control = u_hmac.gen_sha1.u_rounds.control_q[Stages-1:0];
    assign write_value = u_hmac.gen_sha1.u_rounds.u_values.write_i;
    assign address_value = u_hmac.gen_sha1.u_rounds.u_values.write_address_i;
  end else begin : gen_md5
    assign control = u_hmac.gen_md5.u_rounds.control_q[Stages-1:0];
    assign write_value = u_hmac.gen_md5.u_rounds.u_values.write_i;
    assign address_value = u_hmac.gen_md5.u_rounds.u_values.write_address_i;
  end
  for (genvar i = 0; i < Entries; i++) begin : gen_word
    assign words[i] = u_hmac.u_block.words_q[i];
  end

  // The padder takes beats; its last beat waits, or has been hashed.
  assign wipes = u_hmac.u_control.wipes_q;
  assign rests = u_hmac.u_control.rests_q;
  assign texts = u_hmac.u_control.texts_q;
  assign open = wipes | rests | texts;
  assign padder_state = u_hmac.u_padder.state_q;
  assign waiting = u_hmac.u_padder.valid_q;
  assign last_waits = waiting & u_hmac.u_padder.last_q;
  assign last_taken = last & ~free
    & (sequence_state == Forward | (sequence_state == Round & (!first | number >= 7'd2)));

  // Words of the chaining values that are overwritten since the reset or the wipe.
  logic [Entries-1:0] new_q;
  always_ff @(posedge clk_i) begin
    if (!rst_n) new_q <= '0;
    else if (write_value) new_q[address_value] <= 1'b1;
  end

  // The states whose blocks come from the memory.
  logic own, inside_hash;
  assign own = state inside {Long, Inner, Outer, Tag};
  assign inside_hash = started & (sequence_state == Round | sequence_state == Forward);

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (rst_ni && !first_q) begin
      if (s_tready || keyed || m_tvalid) assert (rst_n && state != Wipe);
      if (rst_n && state != Wipe) assert (new_q == '1);
      if (rst_n && !state[3] && state != Wipe) assert (words == '0);
    end

    // Invariants for the induction.
    if (rst_ni && !first_q && rst_n) begin
      assert (state != state_e'(4'b0001));  // it is none of the states
      // The sequencer: a hash has started and is not done if its last control word is not issued.
      assert ((!state[2] && started) == (sequence_state != Wait && !free));
      assert (done == (sequence_state == Forward && count == 5'(Words - 2) && last));
      assert (free == (sequence_state == Wait
                       || (sequence_state == Forward && count == 5'(Words - 1) && last)));
      if (sequence_state == Wait) assert (count == '0);
      if (sequence_state inside {Start, Forward}) assert (count < 5'(Words));
      if (sequence_state == Round) assert (count < 5'(GroupRounds));
      else assert (group == '0);
      assert (control[0].load
              == (sequence_state == Round && number >= 7'd1 && number <= 7'd16));
      if (own && started) assert (own_block);
      if (own_block && state inside {Wipe, Rest, Text}) begin
        assert (state == Rest && sequence_state == Round && number == 7'd17);
      end

      // The padder takes beats in three states, up to the last beat. It is empty in all others.
      if (wipes) assert (state == Wipe);
      if (rests) assert (state == Rest);
      if (texts) assert (state == Text);
      if (last_waits) assert (padder_state == Data);
      if (u_hmac.u_padder.length != '0) assert (padder_state == Fill);
      if (open) assert (padder_state == Data && !last_waits && !last_taken);
      if (!(state inside {Wipe, Rest, Text}) || last_taken) begin
        assert (padder_state == Data && !waiting);
      end

      // The words of a block of the unit, but the first block of a long key, end a hash.
      if (state inside {Inner, Outer, Tag} && inside_hash) begin
        assert (first);
        if (sequence_state == Forward || number >= 7'd2) assert (last);
      end
      // beat counts the words that are taken.
      if (own || state == Wipe) begin
        if (started && sequence_state == Round && number >= 7'd1 && number <= 7'd16) begin
          assert (beat == 4'(number - 7'd1));
        end else begin
          assert (beat == '0);
        end
      end
      if (state inside {Ready, Text, Rest, Drop, Skip, Refuse, Digest, Exact}) assert (beat == '0);

      // The words that are overwritten so far.
      if (state == Wipe) begin
        assert (!u_hmac.u_control.keyed_q && !u_hmac.tag_valid_q);
        if (started) assert (fill);
        for (int unsigned j = 0; j < Stages; j++) begin
          assert (!control[j].tag);
          if (sequence_state == Round && first && 32'(number) > j
              && 32'(number) <= j + Entries) begin
            assert (control[j].write && control[j].written == 4'(32'(number) - 1 - j));
          end
        end
        assert (!u_hmac.u_sequencer.tag_q);
        for (int unsigned n = 0; n < Entries; n++) begin
          if (sequence_state == Forward || (sequence_state == Round && !first)) assert (new_q[n]);
          if (sequence_state == Round && 32'(number) >= n + Stages + 1) assert (new_q[n]);
        end
      end
      if (state inside {Wipe, Outer} && inside_hash) begin
        for (int unsigned n = 0; n < Entries; n++) begin
          if (sequence_state == Forward || !first || 32'(number) > n + 1) assert (words[n] == '0);
        end
      end
    end
  end
endmodule
