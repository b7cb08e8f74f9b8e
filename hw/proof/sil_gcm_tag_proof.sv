// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_gcm_stream, for all messages, lengths of the tag, pauses, ciphers and wipes:
/// each message ends with one beat with `m_tlast`, after the last beat of its text was accepted
/// and, with decryption, one tag. That beat has `m_tuser` exactly if the message was refused, or
/// with decryption if one of the bytes of the tag that its length counts differs from the tag of
/// the message. No other beat has `m_tuser`. The beat shows the tag if the message is encrypted and
/// was not refused; otherwise it is a null beat of zeros.
///
/// The tag of the message is the sum of the value of GHASH and the result of the cipher that is
/// taken for the tag (NIST SP 800-38D 7.1, step 6). Which messages are refused, and which blocks
/// are encrypted and hashed, is not a part of the proof. The queue is outside of it: it gives the
/// tag as it entered, once. The cipher has no key while all data is being cleared.
module sil_gcm_tag_proof
  import sil_gcm_pkg::*;
#(
  /// As in sil_gcm_stream.
  parameter int unsigned Digit = 15
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         wipe_i,
  input logic         key_i,
  input logic         keyed_i,
  input logic [127:0] i_tdata,
  input logic [15:0]  i_tkeep,
  input logic         i_tlast,
  input logic [5:0]   i_tuser,
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

  sil_gcm_stream #(.Digit(Digit)) u_stream (
    .clk_i, .rst_ni, .wipe_i, .clear_o(clear), .key_i, .key_may_o(), .keyed_i, .keyed_o(),
    .i_tdata, .i_tkeep, .i_tlast, .i_tuser, .i_tvalid, .i_tready, .a_tdata, .a_tkeep, .a_tlast,
    .a_tvalid, .a_tready(), .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready, .t_tdata, .t_tvalid,
    .t_tready, .m_tdata, .m_tkeep, .m_tlast, .m_tuser, .m_tvalid, .m_tready, .block_data_o(),
    .block_valid_o(), .block_ready_i, .result_data_i, .result_valid_i, .result_ready_o()
  );

  // The states of the unit.
  localparam logic [3:0] Idle = 4'd0, Subkey = 4'd1, Iv = 4'd2, IvLength = 4'd3, IvEnds = 4'd4;
  localparam logic [3:0] Associated = 4'd5, Text = 4'd6, Lengths = 4'd7, Tag = 4'd8;
  localparam logic [3:0] Result = 4'd9;
  logic [3:0] state;
  logic finish;
  assign state = u_stream.state_q;
  assign finish = u_stream.finish;

  // The message, from the handshakes: it is decrypted; the bytes of its tag; the last beat of its
  // text and its tag were accepted; the tag.
  logic begins, decrypt_q, text_q, got_q;
  logic [4:0] tag_bytes_q;
  logic [127:0] received_q;
  assign begins = i_tvalid & i_tready & state == Idle;
  always_ff @(posedge clk_i) begin
    if (begins) {tag_bytes_q, decrypt_q, text_q, got_q} <= {i_tuser, 2'b00};
    else begin
      if (s_tvalid && s_tready && s_tlast) text_q <= 1'b1;
      if (t_tvalid && t_tready) got_q <= 1'b1;
    end
    if (begins) received_q <= '0;
    else if (t_tvalid && t_tready) received_q <= t_tdata;
  end

  // The tag is in the queue, at its head, or beside GHASH; the result that was taken for it.
  entry_t oldest, head;
  logic oldest_valid, head_valid, queued_q, waits, added;
  logic [127:0] result_q, own;
  assign oldest = u_stream.oldest;
  assign oldest_valid = u_stream.oldest_valid;
  assign head = u_stream.head_q;
  assign head_valid = u_stream.head_valid_q;
  assign waits = head_valid & head.kind == TAG;
  assign added = u_stream.in_valid_q & u_stream.in_tag_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) queued_q <= 1'b0;
    else if (wipe_i) queued_q <= 1'b0;
    else begin
      queued_q <= (queued_q & ~(oldest_valid & u_stream.head_ready & oldest.kind == TAG))
        | (u_stream.enters & state == Tag);
    end
  end
  always_ff @(posedge clk_i) begin
    if (u_stream.pop && head.kind == TAG) result_q <= result_data_i;
  end

  // The cycles of GHASH.
  localparam int unsigned Digits = (128 + Digit - 1) / Digit;
  localparam int unsigned CountBits = $clog2(Digits + 3);
  logic [CountBits-1:0] count;
  assign count = u_stream.u_ghash.count_q;

  // The last beat of the result.
  logic differ, refused, user_q;
  logic [127:0] shown, data_q;
  logic [15:0] keep_q, counted;
  assign refused = u_stream.bad_q;
  assign own = u_stream.hash ^ result_q;
  always_comb begin
    differ = 1'b0;
    for (int unsigned i = 0; i < 16; i++) begin
      counted[i] = 5'(i) < tag_bytes_q;
      if (counted[i] && own[8*i+:8] != received_q[8*i+:8]) differ = 1'b1;
      shown[8*i+:8] = own[8*i+:8] & {8{counted[i]}};
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
    if (clear) assume (!keyed_i && !oldest_valid);
    if (oldest_valid && oldest.kind == TAG) begin
      assume (queued_q && oldest.data == received_q && oldest.keep == counted);
    end
    if (rst_ni && !first_q) begin
      if (t_tready) assert (state == Tag && decrypt_q && text_q && !got_q);
      if (finish) assert (state == Result && text_q && got_q == decrypt_q && u_stream.out_free);
      if (finish) assert (u_stream.hash_idle && added);
      if (m_tvalid) begin
        if (m_tlast) begin
          assert (m_tuser == user_q);
          assert (m_tkeep == keep_q);
          assert (m_tdata == data_q);
        end else begin
          assert (!m_tuser);
        end
      end
      // The tag enters the queue as it was accepted.
      if (u_stream.enters && u_stream.beat.kind == TAG) begin
        assert (state == Tag && got_q == decrypt_q);
        assert (u_stream.beat.data == received_q && u_stream.beat.keep == counted);
      end

      // Invariants for the induction.
      assert (state <= Result);
      if (clear) assert (state == Idle && !m_tvalid && !head_valid && !u_stream.in_valid_q);
      if (!(state inside {Idle, Subkey})) begin
        assert (u_stream.decrypt_q == decrypt_q && u_stream.tag_keep_q == counted);
      end
      if (state == Text && u_stream.valid_q && u_stream.last_q) assert (text_q);
      if (state inside {Lengths, Tag, Result}) assert (text_q);
      if (!(state inside {Idle, Subkey, Tag, Result})) assert (!got_q);
      if (!decrypt_q) assert (received_q == '0 || state inside {Idle, Subkey});
      if (!(state inside {Iv, Associated, Text, Tag})) assert (!u_stream.valid_q);
      assert (u_stream.valid_q || !u_stream.go_q);
      if (state == Tag) begin
        assert (got_q == (decrypt_q & u_stream.valid_q));
        if (u_stream.valid_q) assert (u_stream.data_q == received_q);
        if (u_stream.valid_q) assert (u_stream.keep_q == counted);
      end
      if (state == Result) assert (got_q == decrypt_q);
      assert (2'(queued_q) + 2'(waits) + 2'(added) == 2'(state == Result));
      if (waits) assert (head.data == received_q && head.keep == counted);
      if (u_stream.leaves_q) begin
        assert (head_valid && !u_stream.in_valid_q);
        assert (u_stream.needs_q == (head.kind inside {TEXT, TAG}));
        assert (u_stream.text_q == (head.kind == TEXT));
        assert (u_stream.lengths_q == (head.kind == LENGTHS));
        assert (u_stream.tag_next_q == (head.kind == TAG));
        if (waits) assert (!u_stream.plain_q);
        if (head.kind == TEXT) assert (!u_stream.out_valid_q);
      end
      if (added) begin
        for (int unsigned i = 0; i < 16; i++) begin
          if (counted[i]) begin
            assert (u_stream.in_q[8*i+:8] == (received_q[8*i+:8] ^ result_q[8*i+:8]));
          end
        end
      end
      // GHASH keeps its value while the tag is beside it.
      if (u_stream.load_hash_q) assert (state == IvEnds);
      if (u_stream.idle_q) assert (state inside {Idle, Subkey, Iv});
      assert (u_stream.u_ghash.idle_q == (count == '0) && 32'(count) <= Digits + 2);
      assert (u_stream.u_ghash.first_q == (count == CountBits'(1)));
      assert (u_stream.u_ghash.second_q == (count == CountBits'(2)));
      assert (u_stream.u_ghash.adds_q == (count > CountBits'(2)));
      assert (u_stream.u_ghash.ends_q == (count == CountBits'(Digits + 2)));
      if (u_stream.u_ghash.idle_q && u_stream.u_ghash.y_clear_q) begin
        assert (!(state inside {Text, Lengths, Tag, Result}));
      end
      if (u_stream.compare_q != '0) assert (added && u_stream.hash_idle);
      if (u_stream.compare_q[0]) assert (u_stream.differ_q == u_stream.differ);
      if (u_stream.compare_q[1]) begin
        assert (u_stream.compare_q[0] && u_stream.unequal_q == |u_stream.differ);
      end
    end
  end
endmodule
