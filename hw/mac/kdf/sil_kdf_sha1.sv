// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Key derivation with HMAC-SHA-1 (FIPS 180-4, FIPS 198-1): PBKDF2 (RFC 8018 5.2), HKDF (RFC
/// 5869), or HMAC_DRBG (SP 800-90A 10.1.2).
///
/// ## Latency and throughput
/// C, F and L are those of sil_hmac_sha1. An iteration of PBKDF2 takes 2 * C + 2 * (F + 2 + L) + 4
/// cycles. The page has the other formulas.
///
/// ## Byte order
/// The first byte of a packet is `s_tdata[7:0]` of its first beat, the first byte of a result is
/// `m_tdata[7:0]` of its first beat.
module sil_kdf_sha1
#(
  /// What is computed.
  parameter sil_kdf_pkg::function_e Function = sil_kdf_pkg::PBKDF2,
  /// As in sil_sha1_core.
  parameter int unsigned Unroll = 1,
  /// As in sil_sha1_core.
  parameter int unsigned Precompute = 2,
  /// As in sil_sha1_core.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// As in sil_sha1_core.
  parameter bit ClockGate = 1'b0,
  /// Longest salt of PBKDF2, info of HKDF or seed material in bytes: a power of two from 2 to 32
  /// beats. Cost: a memory of that size.
  parameter int unsigned BufferBytes = 64,
  /// HMAC_DRBG refuses to generate after 2 ** ReseedBits requests without a reseed: 1 to 48. Cost:
  /// a counter of that many bits.
  parameter int unsigned ReseedBits = 48,
  localparam int unsigned DataBits = Unroll * 32,
  localparam int unsigned DigestBits = 160
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// Clear all packets and everything that depends on them. A result that waits is withdrawn:
  /// `m_tvalid` falls without `m_tready`, as in a reset. A request in progress gets no answer.
  input  logic                  wipe_i,
  /// Operation of the request. PBKDF2: 0. HKDF: 0 extract and expand, 1 extract, 2 expand.
  /// HMAC_DRBG: 0 generate, 1 instantiate, 2 reseed.
  input  logic [1:0]            i_tuser,
  /// Iteration count of PBKDF2. The others ignore it.
  input  logic [31:0]           i_tcount,
  /// Bytes of the result. Instantiate and reseed ignore it.
  input  logic [31:0]           i_tbytes,
  input  logic                  i_tvalid,
  output logic                  i_tready,
  /// The packets of the request.
  input  logic [DataBits-1:0]   s_tdata,
  /// Valid bytes. All bytes are valid, except in the last beat: there the first bytes or none are
  /// valid. Other patterns break a rule.
  input  logic [DataBits/8-1:0] s_tkeep,
  input  logic                  s_tlast,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// The result.
  output logic [DataBits-1:0]   m_tdata,
  /// Valid bytes. The others are 0.
  output logic [DataBits/8-1:0] m_tkeep,
  output logic                  m_tlast,
  /// The request was refused. The beat has no bytes.
  output logic                  m_tuser,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  logic hmac_wipe, hmac_tlast, hmac_tuser, hmac_tvalid, hmac_tready;
  logic unused_tid, unused_keyed, unused_match, tag_tuser, tag_tvalid, tag_tready;
  logic [DataBits-1:0] hmac_tdata;
  logic [DataBits/8-1:0] hmac_tkeep;
  logic [DigestBits-1:0] tag_tdata;

  sil_kdf_engine #(
    .Function(Function), .DataBits(DataBits), .DigestBits(DigestBits), .BufferBytes(BufferBytes),
    .ReseedBits(ReseedBits)
  ) u_engine (
    .clk_i,
    .rst_ni,
    .wipe_i,
    .i_tuser,
    .i_tcount,
    .i_tbytes,
    .i_tvalid,
    .i_tready,
    .s_tdata,
    .s_tkeep,
    .s_tlast,
    .s_tvalid,
    .s_tready,
    .m_tdata,
    .m_tkeep,
    .m_tlast,
    .m_tuser,
    .m_tvalid,
    .m_tready,
    .hmac_wipe_o(hmac_wipe),
    .hmac_tdata,
    .hmac_tkeep,
    .hmac_tlast,
    .hmac_tuser,
    .hmac_tvalid,
    .hmac_tready,
    .tag_tdata,
    .tag_tuser,
    .tag_tvalid,
    .tag_tready
  );

  sil_hmac_sha1 #(
    .Unroll(Unroll), .Precompute(Precompute), .CounterCode(CounterCode),
    .ClockGate(ClockGate)
  ) u_hmac (
    .clk_i,
    .rst_ni,
    .wipe_i  (hmac_wipe),
    .keyed_o (unused_keyed),
    .s_tdata (hmac_tdata),
    .s_tkeep (hmac_tkeep),
    .s_tlast (hmac_tlast),
    .s_tuser (hmac_tuser),
    .s_tid   (1'b0),
    .s_tvalid(hmac_tvalid),
    .s_tready(hmac_tready),
    .m_tdata (tag_tdata),
    .m_tmatch(unused_match),
    .m_tuser (tag_tuser),
    .m_tid   (unused_tid),
    .m_tvalid(tag_tvalid),
    .m_tready(tag_tready),
    .tag_i   ('0)
  );
endmodule
