// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-3 (FIPS 202) for two messages in one datapath: message bytes in, padding (FIPS 202 5.1) in
/// hardware, digest out.
///
/// Each message has a channel. Messages have any length, and may be empty. Those of a channel may
/// follow each other without a pause, the beats of both channels may alternate in any way, and input
/// and output may stall at any time. A message with a beat that breaks a rule of sil_axis_framing
/// gives an error instead of a digest.
///
/// ## Latency and throughput
/// R is the number of words in a block. A block takes 24 cycles if both channels have a message, and
/// 25 with SHAKE128, whose blocks move from the memory in R + 4. The blocks of one message follow each
/// other every 48 cycles, and the messages of one channel every 48 n + 2 for n blocks. If the core is
/// idle, the digest of n blocks is valid 48 n + 2 R + 6 cycles after the first beat is accepted. The
/// first beat of a block is accepted in every second cycle.
///
/// ## Byte order
/// AXI4-Stream: the first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of
/// a digest is `m_tdata[7:0]`.
module sil_sha3_interleaved_stream
  import sil_sha3_pkg::*;
#(
  /// The function.
  parameter alg_e Alg = SHA3_256,
  localparam int unsigned OutputBits = output_bits(Alg)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  input  logic [63:0]           s_tdata,
  /// Valid bytes. All, or in the last beat the first ones or none. Any other pattern gives an error
  /// instead of a digest.
  input  logic [7:0]            s_tkeep,
  input  logic                  s_tlast,
  /// Channel (message in flight) of the beat.
  input  logic                  s_tid,
  input  logic                  s_tvalid,
  /// The channel that `s_tid` names is ready.
  output logic                  s_tready,
  output logic [OutputBits-1:0] m_tdata,
  /// The message broke a rule of framing, and `m_tdata` is not a digest.
  output logic                  m_tuser,
  /// Channel of the digest.
  output logic                  m_tid,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  localparam int unsigned RateLanes = rate_lanes(Alg);

  if (!(Alg inside {[SHA3_224:SHAKE256]})) begin : gen_alg
    $fatal(1, "Alg must be SHA3_224, SHA3_256, SHA3_384, SHA3_512, SHAKE128 or SHAKE256");
  end

  // A padder for each channel. The channel that may give a word comes from a register: the one that
  // has just given a word, until the end of its block, and otherwise that of the next cycle.
  lane_t [1:0] word;
  logic [1:0] ready, last, final_block, error, valid, room, grant;
  logic start, given, channel_q;

  assign grant = room & {channel_q, ~channel_q};
  assign given = valid[channel_q] & room[channel_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) channel_q <= 1'b0;
    else if (!given || last[channel_q]) channel_q <= ~start;
  end

  for (genvar i = 0; i < 2; i++) begin : gen_channel
    sil_sha3_padder #(.Lanes(RateLanes), .Suffix(suffix(Alg))) u_padder (
      .clk_i, .rst_ni, .s_tdata, .s_tkeep, .s_tlast, .s_tvalid(s_tvalid & s_tid == 1'(i)),
      .s_tready(ready[i]), .word_o(word[i]), .last_o(last[i]), .final_o(final_block[i]),
      .error_o(error[i]), .valid_o(valid[i]), .ready_i(grant[i])
    );
  end
  assign s_tready = ready[s_tid];

  lane_t [RateLanes-1:0] block;
  logic block_channel, block_final, block_error, block_valid, block_take;

  sil_sha3_interleaved_blocks #(.RateLanes(RateLanes)) u_blocks (
    .clk_i, .rst_ni, .words_i(word), .channel_i(channel_q), .last_i(last[channel_q]),
    .final_i(final_block), .error_i(error), .valid_i(given),
    .start_i(start), .ready_o(room), .block_o(block), .channel_o(block_channel),
    .final_o(block_final), .error_o(block_error), .valid_o(block_valid), .take_i(block_take)
  );

  sil_sha3_interleaved #(.RateLanes(RateLanes), .OutputBits(OutputBits)) u_sponge (
    .clk_i, .rst_ni, .block_i(block), .channel_i(block_channel), .final_i(block_final),
    .error_i(block_error), .valid_i(block_valid), .take_o(block_take), .start_o(start), .m_tdata,
    .m_tuser, .m_tid, .m_tvalid, .m_tready
  );
endmodule
