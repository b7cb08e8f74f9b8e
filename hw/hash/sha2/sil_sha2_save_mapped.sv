// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-256 and SHA-512 with registers for save and restore, for the access port of any bus.
/// hw/bus/mapped/README.md has the registers.
///
/// ## Latency and throughput
/// As sil_sha2_save_stream. An access is done in its cycle, and a write waits while the FIFO is full.
///
/// ## Byte order
/// The first byte of a word is in its low bits.
module sil_sha2_save_mapped
  import sil_sha2_pkg::*;
#(
  /// The algorithm, SHA256 or SHA512.
  parameter alg_e Alg = SHA256,
  /// As in sil_sha2_core.
  parameter bit ClockGate = 1'b0,
  /// As in sil_mapped_save.
  parameter int unsigned FifoWords = 16,
  /// As in sil_mapped_save.
  parameter bit Stream = 1'b1,
  localparam int unsigned DataBits = word_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg)
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// An event that is enabled in INTERRUPT_ENABLE.
  output logic        irq_o,
  // From the bus, as in sil_mapped_save.
  input  logic        access_i,
  input  logic        write_i,
  input  logic [7:0]  address_i,
  input  logic [31:0] data_i,
  input  logic [3:0]  strobe_i,
  output logic        done_o,
  output logic [31:0] data_o,
  output logic [1:0]  response_o,
  // Messages by AXI4-Stream, as in sil_sha2_save_stream.
  input  logic [DataBits-1:0]   s_tdata,
  input  logic [DataBits/8-1:0] s_tkeep,
  input  logic                  s_tlast,
  input  logic                  s_tvalid,
  output logic                  s_tready
);
  /// Code of SHA-224 in sil_message.rdl. The other algorithms follow in the order of alg_e.
  localparam int unsigned SHA224_CODE = 3;

  logic core_rst_n, core_tlast, core_tvalid, core_tready;
  logic digest_tuser, digest_tvalid, digest_tready;
  logic [1:0] core_tuser;
  logic [DataBits-1:0] core_tdata;
  logic [DataBits/8-1:0] core_tkeep;
  logic [DigestBits-1:0] digest_tdata;

  sil_mapped_save #(
    .Algorithm(SHA224_CODE + 32'(Alg)), .DataBits(DataBits), .DigestBits(DigestBits),
    .LengthBytes(length_bytes(Alg)), .FifoWords(FifoWords), .Stream(Stream)
  ) u_registers (
    .clk_i, .rst_ni, .irq_o, .access_i, .write_i, .address_i, .data_i, .strobe_i, .done_o, .data_o,
    .response_o, .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready,
    .core_rst_no(core_rst_n), .m_tdata(core_tdata), .m_tkeep(core_tkeep), .m_tlast(core_tlast),
    .m_tuser(core_tuser), .m_tvalid(core_tvalid), .m_tready(core_tready), .digest_tdata,
    .digest_tuser, .digest_tvalid, .digest_tready
  );

  sil_sha2_save_stream #(.Alg(Alg), .ClockGate(ClockGate)) u_stream (
    .clk_i,
    .rst_ni  (core_rst_n),
    .s_tdata (core_tdata),
    .s_tkeep (core_tkeep),
    .s_tlast (core_tlast),
    .s_tuser (core_tuser),
    .s_tvalid(core_tvalid),
    .s_tready(core_tready),
    .m_tdata (digest_tdata),
    .m_tuser (digest_tuser),
    .m_tvalid(digest_tvalid),
    .m_tready(digest_tready)
  );
endmodule
