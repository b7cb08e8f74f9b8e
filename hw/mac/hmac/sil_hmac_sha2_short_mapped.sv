// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// HMAC with SHA-2 for short messages, with registers, for the access port of any bus.
/// hw/bus/mapped/README.md has the registers.
///
/// ## Latency and throughput
/// As sil_hmac_sha2_short. An access is done in its cycle, and a write waits while the FIFO is
/// full.
///
/// ## Byte order
/// The first byte of a word is in its low bits.
module sil_hmac_sha2_short_mapped
  import sil_sha2_pkg::*;
#(
  /// The algorithm, SHA256 or SHA512.
  parameter alg_e Alg = SHA256,
  /// As in sil_mapped_hash.
  parameter int unsigned FifoWords = 16,
  /// As in sil_mapped_hash.
  parameter bit Stream = 1'b1,
  localparam int unsigned DataBits = word_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg)
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// An event that is enabled in INTERRUPT_ENABLE.
  output logic        irq_o,
  // From the bus, as in sil_mapped_hash.
  input  logic        access_i,
  input  logic        write_i,
  input  logic [7:0]  address_i,
  input  logic [31:0] data_i,
  input  logic [3:0]  strobe_i,
  output logic        done_o,
  output logic [31:0] data_o,
  output logic [1:0]  response_o,
  // Messages by AXI4-Stream, as in sil_hmac_sha2_short.
  input  logic [DataBits-1:0]   s_tdata,
  input  logic [DataBits/8-1:0] s_tkeep,
  input  logic                  s_tlast,
  input  logic                  s_tvalid,
  output logic                  s_tready
);
  /// Code of SHA-224 in sil_message.rdl. The other algorithms follow in the order of alg_e.
  localparam int unsigned SHA224_CODE = 3;

  logic wipe, keyed, core_tlast, core_tuser, core_tvalid, core_tready;
  logic digest_tuser, digest_tmatch, digest_tvalid, digest_tready;
  logic [DataBits-1:0] core_tdata;
  logic [DataBits/8-1:0] core_tkeep;
  logic [DigestBits-1:0] digest_tdata, tag;

  sil_mapped_hash #(
    .Keyed(1'b1), .Algorithm(SHA224_CODE + 32'(Alg)), .DataBits(DataBits),
    .DigestBits(DigestBits), .BlockBytes(word_bits(Alg) * 2), .FifoWords(FifoWords), .Stream(Stream)
  ) u_registers (
    .clk_i, .rst_ni, .irq_o, .access_i, .write_i, .address_i, .data_i, .strobe_i, .done_o, .data_o,
    .response_o, .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready,
    .core_rst_no(), .wipe_o(wipe), .keyed_i(keyed), .m_tdata(core_tdata),
    .m_tkeep(core_tkeep), .m_tlast(core_tlast), .m_tuser(core_tuser), .m_tvalid(core_tvalid),
    .m_tready(core_tready), .digest_tdata, .digest_tuser, .digest_tmatch, .digest_tvalid,
    .digest_tready, .tag_o(tag)
  );

  sil_hmac_sha2_short #(.Alg(Alg)) u_hmac (
    .clk_i, .rst_ni,
    .wipe_i  (wipe),
    .keyed_o (keyed),
    .s_tdata (core_tdata),
    .s_tkeep (core_tkeep),
    .s_tlast (core_tlast),
    .s_tuser (core_tuser),
    .s_tvalid(core_tvalid),
    .s_tready(core_tready),
    .m_tdata (digest_tdata),
    .m_tmatch(digest_tmatch),
    .m_tuser (digest_tuser),
    .m_tvalid(digest_tvalid),
    .m_tready(digest_tready),
    .tag_i   (tag)
  );
endmodule
