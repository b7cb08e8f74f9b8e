// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The stream around the core of a sponge hash: message bytes in, padded words to the core, words
/// of the digest from the core, the digest out.
///
/// ## Latency and throughput
/// Combinational towards the core. The digest is valid in the cycle after its last word.
///
/// ## Byte order
/// AXI4-Stream: the first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of
/// a digest is `m_tdata[7:0]`.
module sil_sponge_blocks #(
  /// Bytes of a word: those that are absorbed or squeezed between two permutations.
  parameter int unsigned Bytes = 4,
  /// As in sil_sponge_padder.
  parameter logic [7:0] Padding = 8'h80,
  /// Words that are squeezed for a digest.
  parameter int unsigned Squeezes = 4
) (
  input  logic                        clk_i,
  /// Asynchronous assert, active low.
  input  logic                        rst_ni,
  input  logic [8*Bytes-1:0]          s_tdata,
  /// Valid bytes. All, or in the last beat the first ones or none. Any other pattern gives an error
  /// instead of a digest.
  input  logic [Bytes-1:0]            s_tkeep,
  input  logic                        s_tlast,
  input  logic                        s_tvalid,
  output logic                        s_tready,
  /// Words of the padded message, to the core.
  output logic [8*Bytes-1:0]          message_tdata_o,
  /// The last word of the message.
  output logic                        message_tlast_o,
  output logic                        message_tvalid_o,
  input  logic                        message_tready_i,
  /// Words of the digest, from the core. They do not wait.
  input  logic [8*Bytes-1:0]          digest_tdata_i,
  /// The last word of a digest.
  input  logic                        digest_tlast_i,
  input  logic                        digest_tvalid_i,
  output logic [8*Bytes*Squeezes-1:0] m_tdata,
  /// The message broke a rule of framing, and `m_tdata` is not a digest.
  output logic                        m_tuser,
  output logic                        m_tvalid,
  input  logic                        m_tready
);
  logic valid, room;

  sil_sponge_padder #(.Bytes(Bytes), .Padding(Padding)) u_padder (
    .clk_i,
    .rst_ni,
    .s_tdata,
    .s_tkeep,
    .s_tlast,
    .s_tvalid,
    .s_tready,
    .m_tdata (message_tdata_o),
    .m_tlast (message_tlast_o),
    .error_o (m_tuser),
    .m_tvalid(valid),
    .m_tready(message_tready_i & room)
  );

  // The words of a digest do not wait, so a message ends only when the register for them is free.
  assign room = ~m_tvalid | ~message_tlast_o;
  assign message_tvalid_o = valid & room;

  sil_sponge_digest #(.Width(8 * Bytes), .Words(Squeezes)) u_digest (
    .clk_i,
    .rst_ni,
    .s_tdata (digest_tdata_i),
    .s_tlast (digest_tlast_i),
    .s_tvalid(digest_tvalid_i),
    .m_tdata,
    .m_tvalid,
    .m_tready
  );
endmodule
