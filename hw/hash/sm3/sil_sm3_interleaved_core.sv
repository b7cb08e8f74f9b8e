// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SM3 (GB/T 32905-2016) for three messages in one datapath: padded blocks in, digest out.
///
/// ## Latency and throughput
/// The core takes a block every 68 cycles if each channel has a message, and the blocks of one
/// message follow each other every 204 cycles. If the core is idle, the digest of n blocks is valid
/// 204 n + 34 cycles after the first beat is accepted.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`.
module sil_sm3_interleaved_core
  import sil_sm3_pkg::*;
#(
  localparam int unsigned Messages = 3,
  localparam int unsigned TidBits = $clog2(Messages)
) (
  input  logic               clk_i,
  /// Asynchronous assert, active low.
  input  logic               rst_ni,
  /// Beats of complete, padded blocks.
  input  logic [31:0]        s_tdata,
  /// The last beat of a message's last block.
  input  logic               s_tlast,
  /// Channel (message in flight) of the beat.
  input  logic [TidBits-1:0] s_tid,
  input  logic               s_tvalid,
  output logic               s_tready,
  /// A hint: the channel after that of the last beat.
  output logic [TidBits-1:0] s_tid_next,
  /// No block is in the core: any channel can start.
  output logic               s_tid_any,
  output logic [255:0]       m_tdata,
  /// Channel of the digest.
  output logic [TidBits-1:0] m_tid,
  output logic               m_tvalid,
  input  logic               m_tready
);
  logic [TidBits-1:0] channel;
  logic [$clog2(FEED_FORWARD)-1:0] step;
  word_t message;
  logic run, load, hold, capture, fresh, last;
  logic [255:0] chaining;
  logic [$clog2(ROUNDS/FEED_FORWARD)-1:0] unused_pass;

  sil_md_interleaved #(
    .Width(32), .Rounds(ROUNDS), .FeedForward(FEED_FORWARD), .Messages(Messages), .StateWords(8),
    .DigestBits(256)
  ) u_interleaved (
    .clk_i,
    .rst_ni,
    .little_i  (1'b0),
    .s_tdata,
    .s_tlast,
    .s_tid,
    .s_tvalid,
    .s_tready,
    .s_tid_next,
    .s_tid_any,
    .m_tdata,
    .m_tid,
    .m_tvalid,
    .m_tready,
    .channel_o (channel),
    .step_o    (step),
    .run_o     (run),
    .pass_o    (unused_pass),
    .load_o    (load),
    .message_o (message),
    .hold_o    (hold),
    .capture_o (capture),
    .fresh_o   (fresh),
    .last_i    (last),
    .chaining_i(chaining)
  );

  sil_sm3_interleaved u_rounds (
    .clk_i,
    .rst_ni,
    .channel_i (channel),
    .step_i    (step),
    .run_i     (run),
    .load_i    (load),
    .message_i (message),
    .hold_i    (hold),
    .capture_i (capture),
    .fresh_i   (fresh),
    .last_o    (last),
    .chaining_o(chaining)
  );
endmodule
