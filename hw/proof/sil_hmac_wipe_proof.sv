// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: after a reset or a wipe, the HMAC unit takes no beat, reports no key and gives no
/// answer before every word of the key block is overwritten with zeros. From then on every word is
/// zero, except while a key is being loaded.
///
/// The hash core is outside of the proof. It may do anything, with one exception: it offers no
/// digest before it has got the last beat of the hash.
module sil_hmac_wipe_proof
  import sil_hmac_pkg::*;
#(
  /// The version of sil_ring, as in sil_ring_proof.
  parameter bit Ecp5 = 1'b0,
  /// As in sil_hmac_engine.
  parameter bit Either = 1'b0,
  localparam int unsigned Beats = 16,
  localparam int unsigned DigestBits = 160
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  wipe_i,
  input logic [31:0]           s_tdata,
  input logic [3:0]            s_tkeep,
  input logic                  s_tlast,
  input logic                  s_tuser,
  input logic                  s_tsecond,
  input logic                  s_tvalid,
  input logic                  m_tready,
  input logic [DigestBits-1:0] tag_i,
  input logic                  block_tready,
  input logic [DigestBits-1:0] digest_tdata,
  input logic                  digest_tvalid
);
  logic keyed, s_tready, m_tvalid;

  sil_hmac_engine #(.DigestBits(DigestBits), .LittleEndian(2'b01), .Either(Either)) u_engine (
    .clk_i, .rst_ni, .wipe_i, .keyed_o(keyed), .s_tdata, .s_tkeep, .s_tlast, .s_tuser, .s_tsecond,
    .s_tid(1'b0), .s_tvalid, .s_tready, .m_tdata(), .m_tmatch(), .m_tuser(), .m_tid(), .m_tvalid,
    .m_tready, .tag_i, .core_rst_no(), .second_o(), .start_o(), .restore_o(), .save_o(),
    .block_tdata(), .block_tlast(), .block_tid(), .block_tvalid(), .block_tready,
    .block_tid_next(1'b0), .block_tid_any(1'b0), .digest_tdata, .digest_tid(1'b0), .digest_tvalid,
    .digest_tready()
  );

  // The control, the word that enters the key block, and the words of the key block in the order
  // of the ring. The oldest one is word 0.
  state_e state;
  logic [3:0] beat;
  logic sent, started, key_valid, move, rst_n, wiping;
  logic [31:0] entering;
  logic [Beats-1:0][31:0] words;

  assign rst_n = u_engine.rst_n;
  assign state = u_engine.gen_channel[0].u_channel.u_control.state_q;
  assign beat = u_engine.gen_channel[0].u_channel.u_control.beat_q;
  assign sent = u_engine.gen_channel[0].u_channel.u_control.sent_q;
  assign started = u_engine.gen_channel[0].u_channel.u_control.started_q;
  assign key_valid = u_engine.gen_channel[0].u_channel.u_control.key_valid_q;
  assign move = u_engine.gen_channel[0].u_channel.u_control.move_o;
  assign entering = u_engine.gen_channel[0].u_channel.u_memory.gen_key.shift_in;

  for (genvar i = 0; i < Beats; i++) begin : gen_word
    if (Ecp5) begin : gen_ecp5
      assign words[i] = u_engine.gen_channel[0].u_channel.u_memory.gen_key.u_key.words_q[
        u_engine.gen_channel[0].u_channel.u_memory.gen_key.u_key.first_q + 4'(i)];
    end else begin : gen_generic
      assign words[i] = u_engine.gen_channel[0].u_channel.u_memory.gen_key.u_key.words_q[i];
    end
  end

  // With Either the second block of zeros is hashed when the first one has overwritten all words.
  assign wiping = state == Wipe & ~(Either & u_engine.gen_channel[0].u_channel.u_control.sha1_q);

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    assume (!digest_tvalid || sent);
    if (rst_ni && !first_q) begin
      if (s_tready || keyed || m_tvalid) assert (rst_n && state != Wipe);
      if (rst_n && !state[3] && state != Wipe) assert (words == '0);
    end

    // Invariants for the induction.
    if (rst_ni && !first_q && rst_n) begin
      assert (u_engine.gen_channel[0].u_channel.u_control.long_q == (state == Long));
      assert (u_engine.gen_channel[0].u_channel.u_control.collecting_q == (state == Collect));
      assert (u_engine.gen_channel[0].u_channel.u_control.writing_q
              == (state inside {Digest, Zero}));
      if (state inside {Wipe, Inner, Outer}) assert (key_valid == !sent);
      else if (state == Long) assert (key_valid == started);
      else assert (!key_valid);
      if (state inside {Wipe, Outer} && move) assert (entering == '0);
      // The words that are overwritten so far.
      if (wiping || state == Outer) begin
        for (int unsigned i = 0; i < Beats; i++) begin
          if (sent || i + 32'(beat) >= Beats) assert (words[i] == '0);
        end
      end
      if (state == Wipe) begin
        assert (wiping || words == '0);
        assert (u_engine.gen_channel[0].u_channel.u_control.keyed_q == '0);
        assert (!u_engine.refusing_q);
      end
      // Each block begins with its first beat.
      if (state inside {Exact, Rest}) assert (beat == '0);
      if (state == Long) assert (!sent && (started || beat == '0));
      if (state inside {Wipe, Inner, Outer} && sent) assert (beat == '0);
    end
  end
endmodule
