// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-2 for short messages with a byte stream: message bytes in, padding (FIPS 180-4 5.1) in
/// hardware, digest out.
///
/// It behaves as sil_sha2_stream with one message in flight, in fewer cycles.
///
/// ## Latency and throughput
/// As sil_sha2_short_core, and one cycle more in the padder.
///
/// ## Byte order
/// AXI4-Stream: the first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of
/// a digest is `m_tdata[7:0]`.
module sil_sha2_short_stream
  import sil_sha2_pkg::*;
#(
  /// The algorithm, SHA224 to SHA512_256.
  parameter alg_e Alg = SHA256,
  localparam int unsigned Width = word_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  input  logic [Width-1:0]      s_tdata,
  /// Valid bytes. All, or in the last beat the first ones or none. Any other pattern gives an error
  /// instead of a digest.
  input  logic [Width/8-1:0]    s_tkeep,
  input  logic                  s_tlast,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  output logic [DigestBits-1:0] m_tdata,
  /// The message broke a rule of framing, and `m_tdata` is not a digest.
  output logic                  m_tuser,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  logic [Width-1:0] block_tdata;
  logic block_tlast, block_tuser, block_tvalid, block_tready;

  sil_md_padder #(.Width(Width), .LengthBytes(length_bytes(Alg))) u_padder (
    .clk_i,
    .rst_ni,
    .little_i(1'b0),
    .prefix_i(1'b0),
    .raw_i   (1'b0),
    .s_tdata,
    .s_tkeep,
    .s_tlast,
    .s_tvalid,
    .s_tready,
    .m_tdata (block_tdata),
    .m_tlast (block_tlast),
    .m_tuser (block_tuser),
    .m_tvalid(block_tvalid),
    .m_tready(block_tready)
  );

  sil_sha2_short_core #(.Alg(Alg)) u_core (
    .clk_i,
    .rst_ni,
    .s_tdata (block_tdata),
    .s_tlast (block_tlast),
    .s_tvalid(block_tvalid),
    .s_tready(block_tready),
    .m_tdata,
    .m_tvalid,
    .m_tready
  );

  // The error of the last message whose blocks are in the core, and that of the digest. While a
  // digest waits, the next message may send its last block.
  logic error_q, user_q;

  always_ff @(posedge clk_i) begin
    if (block_tlast && block_tvalid && block_tready) error_q <= block_tuser;
    if (!m_tvalid) user_q <= error_q;
  end

  assign m_tuser = user_q;
endmodule
