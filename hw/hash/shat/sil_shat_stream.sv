// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHAT-R, the reconstruction of SHAT, with a byte stream: message bytes in, padding in hardware,
/// digest out.
///
/// Messages have any length, and may be empty. They may follow each other without a pause, and
/// input and output may stall at any time. A message with a beat that breaks a rule of
/// sil_axis_framing gives an error instead of a digest.
///
/// ## Latency and throughput
/// As sil_shat_core, and one cycle more. A digest has a register of its own. The last word of the
/// next message is absorbed only after the digest is accepted.
///
/// ## Byte order
/// AXI4-Stream: the first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of
/// a digest is `m_tdata[7:0]`.
module sil_shat_stream
  import sil_shat_pkg::*;
#(
  /// As in sil_shat_core.
  parameter alg_e Alg = SHAT128,
  /// As in sil_shat_core.
  parameter int unsigned Unroll = 1,
  /// As in sil_shat_core.
  parameter int unsigned Precompute = 0,
  /// As in sil_shat_core.
  parameter bit Fast = 1'b0,
  /// As in sil_shat_core.
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
  logic [DataBits-1:0] message_tdata, digest_tdata;
  logic message_tlast, message_tvalid, message_tready, digest_tlast, digest_tvalid;

  sil_sponge_blocks #(
    .Bytes(DataBits / 8), .Padding(PADDING), .Squeezes(SQUEEZES)
  ) u_blocks (
    .clk_i,
    .rst_ni,
    .s_tdata,
    .s_tkeep,
    .s_tlast,
    .s_tvalid,
    .s_tready,
    .message_tdata_o (message_tdata),
    .message_tlast_o (message_tlast),
    .message_tvalid_o(message_tvalid),
    .message_tready_i(message_tready),
    .digest_tdata_i  (digest_tdata),
    .digest_tlast_i  (digest_tlast),
    .digest_tvalid_i (digest_tvalid),
    .m_tdata,
    .m_tuser,
    .m_tvalid,
    .m_tready
  );

  sil_shat_core #(
    .Alg(Alg), .Unroll(Unroll), .Precompute(Precompute), .Fast(Fast), .ClockGate(ClockGate)
  ) u_core (
    .clk_i,
    .rst_ni,
    .s_tdata (message_tdata),
    .s_tlast (message_tlast),
    .s_tvalid(message_tvalid),
    .s_tready(message_tready),
    .m_tdata (digest_tdata),
    .m_tlast (digest_tlast),
    .m_tvalid(digest_tvalid)
  );
endmodule
