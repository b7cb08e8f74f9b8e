// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_ccm_stream, for all messages, lengths of the tag, pauses, ciphers and wipes:
/// each message ends with one beat with `m_tlast`, after the last beat of its text was accepted
/// and, with decryption, one tag. That beat has `m_tuser` exactly if the message was refused, or
/// with decryption if one of the bytes of the tag that its length counts differs from the tag of
/// the message. No other beat has `m_tuser`. The beat shows the tag if the message is encrypted and
/// was not refused; otherwise it is a null beat of zeros.
///
/// The tag of the message is the sum of the results of the cipher that are added to CBC-MAC after
/// the last beat of the text, without the tag that was accepted. Which messages are refused, and
/// which blocks are encrypted, is not a part of the proof. The cipher is outside of it: it gives no
/// result without a block, and has no key while all data is being cleared.
module sil_ccm_tag_proof
  import sil_ccm_pkg::*;
#(
  /// As in sil_ccm_stream.
  parameter bit Ahead = 1'b1
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         wipe_i,
  input logic         key_i,
  input logic         keyed_i,
  input logic [127:0] i_tdata,
  input logic [15:0]  i_tkeep,
  input logic         i_tlast,
  input logic [63:0]  i_tuser,
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
  input logic         m_tready,
  input logic         block_ready_i,
  input logic [127:0] result_data_i,
  input logic         result_valid_i
);
  logic clear, i_tready, s_tready, t_tready, m_tlast, m_tuser, m_tvalid;
  logic [127:0] m_tdata;
  logic [15:0] m_tkeep;

  sil_ccm_stream #(.Ahead(Ahead)) u_stream (
    .clk_i, .rst_ni, .wipe_i, .clear_o(clear), .key_i, .key_may_o(), .keyed_i, .i_tdata, .i_tkeep,
    .i_tlast, .i_tuser, .i_tvalid, .i_tready, .a_tdata, .a_tkeep, .a_tlast, .a_tvalid, .a_tready(),
    .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready, .t_tdata, .t_tvalid, .t_tready, .m_tdata,
    .m_tkeep, .m_tlast, .m_tuser, .m_tvalid, .m_tready, .block_data_o(), .block_valid_o(),
    .block_ready_i, .result_data_i, .result_valid_i, .result_ready_o()
  );

  // The states of the unit.
  localparam logic [2:0] Idle = 3'd0, Start = 3'd1, Drain = 3'd2, Associated = 3'd3, Text = 3'd4;
  localparam logic [2:0] Tag = 3'd5, Result = 3'd6;
  logic [2:0] state;
  logic finish;
  assign state = u_stream.state_q;
  assign finish = u_stream.finish;

  // The message, from the handshakes: it is decrypted; the bytes of its tag; the last beat of its
  // text and its tag were accepted; the tag.
  start_t starts;
  logic begins, decrypt_q, text_q, got_q;
  logic [4:0] tag_bytes_q;
  logic [127:0] received_q;
  assign starts = i_tuser;
  assign begins = i_tvalid & i_tready & state == Idle;
  always_ff @(posedge clk_i) begin
    if (begins) begin
      {decrypt_q, tag_bytes_q} <= {starts.decrypt, starts.tag_bytes};
      {text_q, got_q} <= '0;
    end else begin
      if (s_tvalid && s_tready && s_tlast) text_q <= 1'b1;
      if (t_tvalid && t_tready) got_q <= 1'b1;
    end
    if (begins) received_q <= '0;
    else if (t_tvalid && t_tready) received_q <= t_tdata;
  end

  // The sum of CBC-MAC and of the results, without the tag that was accepted, which has been added.
  logic [127:0] own_q;
  logic added_q;
  always_ff @(posedge clk_i) begin
    if (clear || u_stream.step || finish) {own_q, added_q} <= '0;
    else begin
      for (int unsigned i = 0; i < 16; i++) begin
        own_q[8*i+:8] <= own_q[8*i+:8] ^ (result_data_i[8*i+:8] & {8{u_stream.adds[i]}})
          ^ (u_stream.formatted[8*i+:8] & {8{u_stream.go_q & state != Tag}});
      end
      if (u_stream.go_q && state == Tag) added_q <= 1'b1;
    end
  end

  // The last beat of the result.
  logic differ, refused, user_q;
  logic [127:0] shown, data_q;
  logic [15:0] keep_q, counted;
  assign refused = u_stream.bad_q;
  always_comb begin
    differ = 1'b0;
    for (int unsigned i = 0; i < 16; i++) begin
      counted[i] = 5'(i) < tag_bytes_q;
      if (counted[i] && own_q[8*i+:8] != received_q[8*i+:8]) differ = 1'b1;
      shown[8*i+:8] = own_q[8*i+:8] & {8{counted[i]}};
    end
  end
  always_ff @(posedge clk_i) begin
    if (finish) begin
      user_q <= refused | (decrypt_q & differ);
      keep_q <= decrypt_q | refused ? '0 : counted;
      data_q <= decrypt_q | refused ? '0 : shown;
    end
  end

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (u_stream.flight_q == '0) assume (!result_valid_i);
    if (clear) assume (!keyed_i);
    if (rst_ni && !first_q) begin
      if (t_tready) assert (state == Tag && decrypt_q && text_q && !got_q);
      if (finish) assert (state == Result && text_q && got_q == decrypt_q && !m_tvalid);
      if (m_tvalid) begin
        if (m_tlast) begin
          assert (m_tuser == user_q);
          assert (m_tkeep == keep_q);
          assert (m_tdata == data_q);
        end else begin
          assert (!m_tuser);
        end
      end

      // Invariants for the induction.
      assert (state <= Result);
      if (clear) assert (state == Idle && !m_tvalid);
      if (state != Idle) assert (u_stream.decrypt_q == decrypt_q);
      if (state != Idle) assert (u_stream.tag_bytes_q == tag_bytes_q);
      if (state == Start && u_stream.checked_q) begin
        assert (u_stream.valid_q);
        if (u_stream.legal_q && !u_stream.went_q) begin
          assert (!tag_bytes_q[0] && tag_bytes_q >= 5'd4 && tag_bytes_q <= 5'd16);
        end
        if (u_stream.went_q && !refused) begin
          assert (!tag_bytes_q[0] && tag_bytes_q >= 5'd4 && tag_bytes_q <= 5'd16);
        end
      end
      if (state inside {Drain, Associated, Text, Tag, Result} && !refused) begin
        assert (!tag_bytes_q[0] && tag_bytes_q >= 5'd4 && tag_bytes_q <= 5'd16);
      end
      if (state inside {Idle, Drain}) assert (!u_stream.valid_q);
      assert (u_stream.valid_q || !u_stream.checked_q);
      assert (u_stream.checked_q || !u_stream.went_q);
      if (u_stream.go_q || u_stream.added_q) assert (u_stream.went_q);
      assert (!u_stream.go_q || !u_stream.added_q);
      if (u_stream.go_q || u_stream.added_q) assert (!refused || state inside {Tag, Result});
      if (u_stream.offer_q) begin
        assert (u_stream.added_q && state inside {Start, Associated, Text});
      end
      if (u_stream.extra_q) begin
        assert (state == Associated && !refused);
        if (u_stream.valid_q) assert (u_stream.keep_q[0] && u_stream.last_q);
        if (u_stream.checked_q) assert (u_stream.legal_q);
      end
      if (state == Text && u_stream.valid_q && u_stream.last_q) assert (text_q);
      if (state inside {Tag, Result}) assert (text_q);
      if (!(state inside {Tag, Result}) && !clear) assert (!added_q);
      if (state inside {Start, Drain, Associated, Text}) assert (!got_q);
      if (state == Tag) begin
        assert (got_q == (decrypt_q & u_stream.valid_q));
        if (u_stream.valid_q) assert (u_stream.data_q == received_q);
        assert (added_q == u_stream.added_q);
        assert (!u_stream.offer_q);
      end
      if (state == Result) begin
        assert (got_q == decrypt_q && u_stream.valid_q && u_stream.added_q && added_q);
        assert (u_stream.flight_q == '0 && !u_stream.counter_due_q && !u_stream.offer_q);
        assert (!u_stream.go_q);
        assert (u_stream.differ_q == u_stream.differ);
      end
      if (!decrypt_q) assert (received_q == '0 || state == Idle);
      if (u_stream.settled_q) begin
        assert (state == Result);
        assert (u_stream.verdict_q == |u_stream.differ);
      end
      if (!clear) assert (u_stream.sum_q == (own_q ^ (added_q ? received_q : '0)));
    end
  end
endmodule
