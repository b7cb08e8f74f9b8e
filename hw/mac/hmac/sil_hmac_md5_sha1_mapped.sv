// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// HMAC with MD5 or SHA-1 and with registers, for the access port of any bus.
/// hw/bus/mapped/README.md has the registers.
///
/// CONTROL.SHA1, written with START, selects the hash of the key or message.
///
/// ## Latency and throughput
/// As sil_hmac_md5_sha1. An access is done in its cycle, and a write waits while the FIFO is full.
///
/// ## Byte order
/// The first byte of a word is in its low bits.
module sil_hmac_md5_sha1_mapped
#(
  /// As in sil_hmac_md5_sha1.
  parameter int unsigned Precompute = 2,
  /// As in sil_hmac_md5_sha1.
  parameter bit ClockGate = 1'b0,
  /// As in sil_hmac_md5_sha1.
  parameter bit Shared = 1'b1,
  /// As in sil_mapped_hash.
  parameter int unsigned FifoWords = 16,
  /// As in sil_mapped_hash.
  parameter bit Stream = 1'b1
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
  // Messages by AXI4-Stream, as in sil_hmac_md5_sha1.
  input  logic [31:0] s_tdata,
  input  logic [3:0]  s_tkeep,
  input  logic        s_tlast,
  input  logic        s_tvalid,
  output logic        s_tready
);
  import sil_axil_pkg::OKAY;

  /// Code of the pair, address of CONTROL, and its bits, in sil_message.rdl and sil_hmac.rdl.
  localparam int unsigned CODE = 13;
  localparam logic [5:0] CONTROL_WORD = 6'h02;
  localparam int unsigned START = 0, WIPE = 2, SHA1 = 6;

  logic wipe, keyed, core_tlast, core_tuser, core_tvalid, core_tready, started, sha1_q;
  logic digest_tuser, digest_tmatch, digest_tvalid, digest_tready;
  logic [31:0] core_tdata;
  logic [3:0] core_tkeep;
  logic [159:0] digest_tdata, tag;

  // A START that is accepted. No beat of the previous key or message remains then.
  assign started = access_i & write_i & done_o & response_o == OKAY & strobe_i[0]
                   & address_i[7:2] == CONTROL_WORD & data_i[START] & ~data_i[WIPE];
  always_ff @(posedge clk_i) begin
    if (started) sha1_q <= data_i[SHA1];
  end

  sil_mapped_hash #(
    .Keyed(1'b1), .Algorithm(CODE), .DataBits(32), .DigestBits(160), .BlockBytes(64),
    .FifoWords(FifoWords), .Stream(Stream)
  ) u_registers (
    .clk_i, .rst_ni, .irq_o, .access_i, .write_i, .address_i, .data_i, .strobe_i, .done_o, .data_o,
    .response_o, .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready,
    .core_rst_no(), .wipe_o(wipe), .keyed_i(keyed), .m_tdata(core_tdata),
    .m_tkeep(core_tkeep), .m_tlast(core_tlast), .m_tuser(core_tuser), .m_tvalid(core_tvalid),
    .m_tready(core_tready), .digest_tdata, .digest_tuser, .digest_tmatch, .digest_tvalid,
    .digest_tready, .tag_o(tag)
  );

  sil_hmac_md5_sha1 #(
    .Precompute(Precompute), .ClockGate(ClockGate), .Shared(Shared)
  ) u_hmac (
    .clk_i, .rst_ni,
    .wipe_i  (wipe),
    .keyed_o (keyed),
    .s_tdata (core_tdata),
    .s_tkeep (core_tkeep),
    .s_tlast (core_tlast),
    .s_tuser (core_tuser),
    .s_tsha1 (sha1_q),
    .s_tvalid(core_tvalid),
    .s_tready(core_tready),
    .m_tdata (digest_tdata),
    .m_tmatch(digest_tmatch),
    .m_tuser (digest_tuser),
    .m_tvalid(digest_tvalid),
    .m_tready(digest_tready),
    // A tag of MD5 has four words.
    .tag_i   ({tag[159:128] & {32{sha1_q}}, tag[127:0]})
  );
endmodule
