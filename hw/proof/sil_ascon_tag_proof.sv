// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of Ascon-AEAD128, for all messages, pauses, keys and wipes: each message ends with
/// one beat with `m_tlast`, after the last beat of its text was accepted and, with decryption, one
/// tag. That beat has `m_tuser` exactly if a beat of the message broke a rule, or with decryption
/// if a byte of the tag differs from the one in the state. No other beat has `m_tuser`. The beat
/// shows the tag if the message is encrypted and broke no rule; otherwise it is a null beat of
/// zeros.
///
/// The rounds are outside of the proof: they give any state.
module sil_ascon_tag_proof
  import sil_ascon_pkg::*, sil_ascon_aead_pkg::*;
#(
  /// As in sil_ascon_aead.
  parameter int unsigned Unroll = 1
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         wipe_i,
  input logic [31:0]  k_tdata,
  input logic         k_tlast,
  input logic         k_tvalid,
  input logic [127:0] i_tdata,
  input logic [15:0]  i_tkeep,
  input logic         i_tlast,
  input logic         i_tuser,
  input logic         i_tvalid,
  input logic [127:0] a_tdata,
  input logic [15:0]  a_tkeep,
  input logic         a_tlast,
  input logic         a_tvalid,
  input logic [127:0] s_tdata,
  input logic [15:0]  s_tkeep,
  input logic         s_tlast,
  input logic         s_tvalid,
  input logic [127:0] t_tdata,
  input logic         t_tvalid,
  input logic         m_tready
);
  logic i_tready, a_tready, s_tready, t_tready, m_tlast, m_tuser, m_tvalid;
  logic [127:0] m_tdata;
  logic [15:0] m_tkeep;

  sil_ascon_aead #(.Unroll(Unroll)) u_aead (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tlast, .k_tvalid, .k_tready(), .keyed_o(), .i_tdata,
    .i_tkeep, .i_tlast, .i_tuser, .i_tvalid, .i_tready, .a_tdata, .a_tkeep, .a_tlast, .a_tvalid,
    .a_tready, .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready, .t_tdata, .t_tvalid, .t_tready,
    .m_tdata, .m_tkeep, .m_tlast, .m_tuser, .m_tvalid, .m_tready
  );

  // Phases of the unit.
  localparam logic [2:0] Idle = 3'd0, Init = 3'd1, Data = 3'd2, Final = 3'd3, Tag = 3'd4;
  localparam logic [3:0] Last = 4'(ROUNDS - Unroll);
  logic [2:0] phase;
  logic [127:0] tag;
  assign phase = u_aead.phase_q;
  assign tag = {u_aead.state_q[4], u_aead.state_q[3]};

  /// A beat is complete, or it is the last one and its first bytes or none are valid.
  function automatic logic legal(logic [15:0] keep, logic last);
    return last ? (keep & (keep + 1'b1)) == '0 : &keep;
  endfunction

  // The message, from the handshakes alone: one is in flight; it is decrypted; one of its beats
  // broke a rule; its text and its tag were accepted; they were equal. And the tag that was
  // compared.
  logic message_q, decrypt_q, broken_q, text_q, got_q, equal_q;
  logic begins, ends;
  logic [127:0] tag_q;
  assign begins = i_tvalid & i_tready & ~message_q;
  assign ends = m_tvalid & m_tready & m_tlast;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {message_q, text_q, got_q} <= '0;
    else if (wipe_i) {message_q, text_q, got_q} <= '0;
    else begin
      message_q <= begins | (message_q & ~ends);
      text_q <= ~begins & (text_q | (s_tvalid & s_tready & s_tlast));
      got_q <= ~begins & (got_q | (t_tvalid & t_tready));
    end
  end
  always_ff @(posedge clk_i) begin
    if (begins) begin
      decrypt_q <= i_tuser;
      broken_q <= ~(&i_tkeep & i_tlast);
    end else begin
      if (a_tvalid && a_tready && !legal(a_tkeep, a_tlast)) broken_q <= 1'b1;
      if (s_tvalid && s_tready && !legal(s_tkeep, s_tlast)) broken_q <= 1'b1;
    end
    if (t_tvalid && t_tready) {equal_q, tag_q} <= {t_tdata == tag, tag};
  end

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (rst_ni && !first_q) begin
      if (m_tvalid && !m_tlast) assert (!m_tuser);
      if (t_tready) assert (message_q && decrypt_q && text_q && !got_q);
      if (m_tvalid && m_tlast) begin
        assert (message_q && text_q && got_q == decrypt_q);
        assert (m_tuser == (broken_q || (decrypt_q && !equal_q)));
        assert (m_tkeep == {16{~decrypt_q & ~broken_q}});
        assert (m_tdata == (decrypt_q || broken_q ? '0 : tag));
        if (decrypt_q) assert (tag_q == tag);
      end

      // Invariants for the induction.
      assert (phase inside {Idle, Init, Data, Final, Tag});
      assert (message_q == (phase != Idle));
      if (u_aead.fresh_q) assert (!message_q && !u_aead.loaded_q);
      assert (!u_aead.nonce_q || message_q);
      assert (!(u_aead.before_q && u_aead.edge_q));
      if (u_aead.take_q || u_aead.last_q && !u_aead.fresh_q) begin
        assert (phase inside {Init, Data} && u_aead.edge_q);
      end
      assert (u_aead.before_q == (u_aead.next_q == Last));
      if (message_q) begin
        assert (u_aead.decrypt_q == decrypt_q);
        assert (u_aead.bad == broken_q);
      end
      if (u_aead.pad_q && u_aead.from_s_q) assert (text_q);
      if (phase inside {Final, Tag} || u_aead.take_q && u_aead.last_q) assert (text_q);
      if (phase != Tag) assert (!u_aead.got_q && !u_aead.done_q);
      if (phase == Tag) assert (!u_aead.accepted_q);
      if (u_aead.done_q) assert (u_aead.got_q && !u_aead.out_valid_q && !u_aead.nonce_q);
      if (u_aead.got_q) begin
        assert (got_q == decrypt_q);
        assert (|u_aead.differ_q == (decrypt_q && !equal_q));
        if (decrypt_q) assert (tag_q == tag);
      end else if (message_q) begin
        assert (!got_q);
      end
      if (u_aead.done_q) begin
        assert (u_aead.verdict_q == (broken_q || (decrypt_q && !equal_q)));
        assert (u_aead.show_q == (!decrypt_q && !broken_q));
        assert (u_aead.out_keep_q == '0);
      end else if (!u_aead.fresh_q) begin
        assert (!u_aead.show_q);
      end
      if (u_aead.take_q && !broken_q) assert (u_aead.keep_q[0] || u_aead.keep_q == '0);
      if (!u_aead.out_valid_q && !u_aead.fresh_q) assert (u_aead.out_keep_q == '0);
    end
  end
endmodule
