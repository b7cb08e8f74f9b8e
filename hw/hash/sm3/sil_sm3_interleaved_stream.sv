// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SM3 (GB/T 32905-2016) for three messages in one datapath: message bytes in, padding (5.2) in
/// hardware, digest out.
///
/// Each message has a channel. Messages have any length below 2^64 bits, and may be empty. Those of
/// a channel may follow each other without a pause, the beats of all channels may alternate in any
/// way, and input and output may stall at any time. A message with a beat that breaks a rule of
/// sil_axis_framing gives an error instead of a digest.
///
/// ## Latency and throughput
/// As sil_sm3_interleaved_core. A block goes to the core when it is complete.
///
/// ## Byte order
/// AXI4-Stream: the first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of
/// a digest is `m_tdata[7:0]`.
module sil_sm3_interleaved_stream
#(
  localparam int unsigned Messages = 3,
  localparam int unsigned TidBits = $clog2(Messages)
) (
  input  logic               clk_i,
  /// Asynchronous assert, active low.
  input  logic               rst_ni,
  input  logic [31:0]        s_tdata,
  /// Valid bytes. All, or in the last beat the first ones or none. Any other pattern gives an error
  /// instead of a digest.
  input  logic [3:0]         s_tkeep,
  input  logic               s_tlast,
  /// Channel (message in flight) of the beat: 0, 1 or 2.
  input  logic [TidBits-1:0] s_tid,
  input  logic               s_tvalid,
  /// The channel that `s_tid` names is ready. Low if `s_tid` is 3.
  output logic               s_tready,
  output logic [255:0]       m_tdata,
  /// The message broke a rule of framing, and `m_tdata` is not a digest.
  output logic               m_tuser,
  /// Channel of the digest.
  output logic [TidBits-1:0] m_tid,
  output logic               m_tvalid,
  input  logic               m_tready
);
  logic [31:0] block_tdata;
  logic block_tlast, block_tvalid, block_tready, ready;
  logic [TidBits-1:0] block_tid;

  sil_md_interleaved_blocks #(
    .Width(32), .LittleEndian(1'b0),
    .Messages(Messages), .FeedForward(sil_sm3_pkg::FEED_FORWARD)
  ) u_blocks (
    .clk_i,
    .rst_ni,
    .s_tdata,
    .s_tkeep,
    .s_tlast,
    .s_tid,
    .s_tvalid,
    .s_tready(ready),
    .m_tdata (block_tdata),
    .m_tlast (block_tlast),
    .m_tid   (block_tid),
    .m_tvalid(block_tvalid),
    .m_tready(block_tready),
    .digest_take_i(m_tvalid & m_tready),
    .digest_tid_i(m_tid),
    .error_o (m_tuser)
  );
  // The fourth value of s_tid names no channel.
  assign s_tready = ready & s_tid != TidBits'(Messages);

  logic [TidBits-1:0] unused_tid_next;
  logic unused_tid_any;

  sil_sm3_interleaved_core u_core (
    .clk_i,
    .rst_ni,
    .s_tdata   (block_tdata),
    .s_tlast   (block_tlast),
    .s_tid     (block_tid),
    .s_tvalid  (block_tvalid),
    .s_tready  (block_tready),
    .s_tid_next(unused_tid_next),
    .s_tid_any (unused_tid_any),
    .m_tdata,
    .m_tid,
    .m_tvalid,
    .m_tready
  );
endmodule
