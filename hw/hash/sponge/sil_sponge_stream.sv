// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A sponge hash with a byte stream: message bytes in, padding in hardware, digest out.
///
/// Messages have any length, and may be empty. They may follow each other without a pause, and
/// input and output may stall at any time. A message with a beat that breaks a rule of
/// sil_axis_framing gives an error instead of a digest.
///
/// ## Latency and throughput
/// As sil_sponge_core, and one cycle more. A digest has a register of its own. The last word of the
/// next message is absorbed only after the digest is accepted.
///
/// ## Byte order
/// AXI4-Stream: the first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of
/// a digest is `m_tdata[7:0]`.
module sil_sponge_stream
  import sil_sponge_pkg::*;
#(
  /// As in sil_sponge_core.
  parameter alg_e Alg = SHAT128,
  /// As in sil_sponge_core.
  parameter int unsigned Unroll = 1,
  /// As in sil_sponge_core.
  parameter int unsigned Precompute = 0,
  /// As in sil_sponge_core.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned DataBits = rate_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  input  logic [DataBits-1:0]   s_tdata,
  /// Valid bytes. All, or in the last beat the first ones or none. Any other pattern gives an error
  /// instead of a digest.
  input  logic [DataBits/8-1:0] s_tkeep,
  input  logic                  s_tlast,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  output logic [DigestBits-1:0] m_tdata,
  /// The message broke a rule of framing, and `m_tdata` is not a digest.
  output logic                  m_tuser,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  logic [DataBits-1:0] padded_tdata, word_tdata;
  logic padded_tlast, padded_tvalid, padded_tready, word_tlast, word_tvalid;
  logic room, taken;

  sil_sponge_padder #(.Bytes(DataBits / 8)) u_padder (
    .clk_i,
    .rst_ni,
    .s_tdata,
    .s_tkeep,
    .s_tlast,
    .s_tvalid,
    .s_tready,
    .m_tdata (padded_tdata),
    .m_tlast (padded_tlast),
    .error_o (m_tuser),
    .m_tvalid(padded_tvalid),
    .m_tready(padded_tready)
  );

  // The words of a digest do not wait, so a message ends only when the register for them is free.
  assign room = ~m_tvalid | ~padded_tlast;
  assign padded_tready = taken & room;

  sil_sponge_core #(
    .Alg(Alg), .Unroll(Unroll), .Precompute(Precompute), .ClockGate(ClockGate)
  ) u_core (
    .clk_i,
    .rst_ni,
    .s_tdata (padded_tdata),
    .s_tlast (padded_tlast),
    .s_tvalid(padded_tvalid & room),
    .s_tready(taken),
    .m_tdata (word_tdata),
    .m_tlast (word_tlast),
    .m_tvalid(word_tvalid)
  );

  sil_sponge_digest #(.Width(DataBits), .Words(squeezes(Alg))) u_digest (
    .clk_i,
    .rst_ni,
    .s_tdata (word_tdata),
    .s_tlast (word_tlast),
    .s_tvalid(word_tvalid),
    .m_tdata,
    .m_tvalid,
    .m_tready
  );
endmodule
