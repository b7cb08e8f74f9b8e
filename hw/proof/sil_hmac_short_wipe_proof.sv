// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: after a reset or a wipe, sil_hmac_sha2_short takes no beat, reports no key and gives
/// no answer before every word of its three memories is overwritten. Nothing that is written in the
/// meantime to the memory of the block is other than zero.
///
/// From then on, except while a key is being loaded, words 4 to 15 of the block are zero, and words 0
/// to 3 are zero or have been written while no key was being loaded: they are an inner digest.
module sil_hmac_short_wipe_proof
  import sil_sha2_pkg::*, sil_sha2_keyed_pkg::*, sil_hmac_pkg::*;
#(
  localparam int unsigned Width = 32,
  localparam int unsigned DigestBits = 256,
  localparam int unsigned Entries = 16,
  localparam int unsigned Stages = 6
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

  sil_hmac_sha2_short u_hmac (
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
  logic [1:0] sequence_state;
  logic [5:0] count;
  logic [3:0] beat;
  logic rst_n, started, first, last, write_e, write_a, write_block, digest;
  control_t [Stages-1:0] control;
  logic [Entries-1:0][Width-1:0] words;

  assign rst_n = u_hmac.rst_n;
  assign state = u_hmac.u_control.state_q;
  assign started = u_hmac.u_control.started_q;
  assign beat = u_hmac.u_control.beat_q;
  assign sequence_state = u_hmac.u_core.u_sequencer.state_q;
  assign count = u_hmac.u_core.u_sequencer.count_q;
  assign first = u_hmac.u_core.u_sequencer.first_q;
  assign last = u_hmac.u_core.u_sequencer.last_q;
  assign control = u_hmac.u_core.u_rounds.control_q;
  assign write_e = u_hmac.u_core.u_rounds.write_e;
  assign write_a = u_hmac.u_core.u_rounds.write_a;
  assign digest = u_hmac.digest;
  assign write_block = u_hmac.write | digest;
  for (genvar i = 0; i < Entries; i++) begin : gen_word
    assign words[i] = u_hmac.u_block.words_q[i];
  end

  // Words that are overwritten since the reset or the wipe; words of the block that may be a key.
  logic [Entries-1:0] new_e_q, new_a_q, secret_q;
  logic [3:0] block_address;
  assign block_address = digest ? {2'b00, u_hmac.digest_number} : beat;

  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      new_e_q  <= '0;
      new_a_q  <= '0;
      secret_q <= '1;
    end else begin
      if (write_e) new_e_q[{control[2].written, control[2].word}] <= 1'b1;
      if (write_a) new_a_q[{control[5].written, control[5].word}] <= 1'b1;
      if (write_block) secret_q[block_address] <= state[3] & (digest | u_hmac.collect);
    end
  end

  // The entry that a word of round number n overwrites.
  function automatic logic [3:0] entry(int unsigned n);
    return {2'(n >> 2), 2'(n) ^ 2'b11};
  endfunction

  // The padder takes beats; its last beat waits, or has been hashed.
  logic wipes, rests, texts, open, waiting, last_waits, last_taken;
  logic [1:0] padder_state;
  assign wipes = u_hmac.u_control.wipes_q;
  assign rests = u_hmac.u_control.rests_q;
  assign texts = u_hmac.u_control.texts_q;
  assign open = wipes | rests | texts;
  assign padder_state = u_hmac.u_padder.state_q;
  assign waiting = u_hmac.u_padder.valid_q;
  assign last_waits = waiting & u_hmac.u_padder.last_q;
  assign last_taken = last
    & (sequence_state == Forward | (sequence_state == Round & (!first | count >= 6'd2)));

  // The states whose blocks come from the memory.
  logic own, inside_hash;
  assign own = state inside {Long, Inner, Outer, Tag};
  assign inside_hash = sequence_state == Round | sequence_state == Forward;

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (rst_ni && !first_q) begin
      if (s_tready || keyed || m_tvalid) assert (rst_n && state != Wipe);
      if (rst_n && state != Wipe) assert (new_e_q == '1 && new_a_q == '1);
      if (rst_n && !state[3] && state != Wipe) begin
        assert (secret_q == '0);
        assert (words[Entries-1:4] == '0);
      end
    end

    // Invariants for the induction.
    if (rst_ni && !first_q && rst_n) begin
      assert (state != state_e'(4'b0001));  // it is none of the states
      // A hash is in the sequencer if and only if it has started.
      assert ((!state[2] && started) == (sequence_state != Wait));
      if (sequence_state inside {Wait}) assert (count == '0);
      if (sequence_state inside {Start, Forward}) assert (count < 6'd4);
      if (sequence_state == Start) assert (first);
      assert (control[0].load == (sequence_state == Round && count >= 6'd1 && count <= 6'd16));
      if (own && started) assert (u_hmac.u_control.own_block_q);
      if (u_hmac.u_control.own_block_q && state inside {Wipe, Rest, Text}) begin
        assert (state == Rest && sequence_state == Round && count == 6'd17);
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
        if (sequence_state == Forward || count >= 6'd2) assert (last);
      end
      // beat counts the words that are taken.
      if ((own || state == Wipe) && sequence_state != Wait) begin
        if (sequence_state == Round && count >= 6'd1 && count <= 6'd16) begin
          assert (beat == 4'(count - 6'd1));
        end else begin
          assert (beat == '0);
        end
      end
      if ((own || state == Wipe) && sequence_state == Wait) assert (beat == '0);
      if (state inside {Ready, Text, Rest, Drop, Skip, Refuse, Digest, Exact}) assert (beat == '0);

      // A digest that is hashed again has left the datapath before the next block begins.
      if (!(state inside {Text, Rest})) begin
        for (int unsigned j = 0; j < Stages; j++) begin
          if (sequence_state == Start && j <= 32'(count)) assert (!control[j].digest);
          if (sequence_state == Round && j <= 32'(count) + 4) assert (!control[j].digest);
          if (sequence_state == Forward) assert (!control[j].digest);
        end
      end

      // The words that are overwritten so far.
      if (state == Wipe) begin
        assert (!u_hmac.u_control.keyed_q && !u_hmac.tag_valid_q);
        for (int unsigned j = 0; j < Stages; j++) begin
          assert (!control[j].digest && !control[j].tag);
          if (sequence_state == Round && first && 32'(count) > j && 32'(count) <= j + Entries) begin
            assert (control[j].write);
            assert ({control[j].written, control[j].word} == entry(32'(count) - 1 - j));
          end
        end
        for (int unsigned n = 0; n < Entries; n++) begin
          if (sequence_state == Forward || (inside_hash && !first)) begin
            assert (new_e_q[n] && new_a_q[n]);
          end
          if (sequence_state == Round && 32'(count) >= n + 4) assert (new_e_q[entry(n)]);
          if (sequence_state == Round && 32'(count) >= n + 7) assert (new_a_q[entry(n)]);
        end
      end
      if (state inside {Wipe, Outer} && inside_hash) begin
        for (int unsigned n = 0; n < Entries; n++) begin
          if (sequence_state == Forward || !first || 32'(count) > n + 1) begin
            assert (words[n] == '0 && !secret_q[n]);
          end
        end
      end
    end
  end
endmodule
