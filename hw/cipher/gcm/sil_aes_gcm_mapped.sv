// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// AES-GCM with registers, for the access port of any bus. hw/bus/mapped/README.md has the registers.
///
/// ## Latency and throughput
/// As sil_aes_gcm. sil_mapped_aead says when an access waits.
///
/// ## Byte order
/// The first byte of a word is in its low bits.
module sil_aes_gcm_mapped
  import sil_aes_pkg::*;
#(
  /// As in sil_aes_gcm.
  parameter int unsigned KeyBits = 128,
  /// As in sil_aes_gcm.
  parameter sbox_e Sbox = FUNCTIONS,
  /// As in sil_aes_gcm. PipelineStages is 1 with 8, and 5 with 128.
  parameter int unsigned DataWidth = 128,
  /// As in sil_aes_gcm.
  parameter int unsigned Digit = 15,
  /// As in sil_aes_gcm.
  parameter int unsigned Buffer = 0,
  /// As in sil_mapped_aead.
  parameter int unsigned FifoWords = 16,
  /// As in sil_mapped_aead.
  parameter bit Stream = 1'b1
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// An event that is enabled in INTERRUPT_ENABLE.
  output logic        irq_o,
  // From the bus, as in sil_mapped_aead.
  input  logic        access_i,
  input  logic        write_i,
  input  logic [7:0]  address_i,
  input  logic [31:0] data_i,
  input  logic [3:0]  strobe_i,
  output logic        done_o,
  output logic [31:0] data_o,
  output logic [1:0]  response_o,
  // Texts and their results by AXI4-Stream, as in sil_mapped_aead.
  input  logic [127:0] s_tdata,
  input  logic [15:0]  s_tkeep,
  input  logic         s_tlast,
  input  logic         s_tvalid,
  output logic         s_tready,
  output logic [127:0] m_tdata,
  output logic [15:0]  m_tkeep,
  output logic         m_tlast,
  output logic         m_tuser,
  output logic         m_tvalid,
  input  logic         m_tready
);
  logic wipe, k_tlast, k_tvalid, k_tready, keyed, t_tvalid, t_tready, core_tlast;
  logic result_tlast, result_tuser, result_tvalid, result_tready;
  logic [31:0] k_tdata;
  logic [1:0] k_tuser;
  logic [63:0] i_tuser;
  logic [57:0] unused_lengths;  // of CCM
  logic [2:0] core_tvalid, core_tready;
  logic [127:0] core_tdata, t_tdata, result_tdata;
  logic [15:0] core_tkeep, result_tkeep;

  sil_mapped_aead #(
    .KeyBits(KeyBits), .Buffer(Buffer), .FifoWords(FifoWords), .Stream(Stream)
  ) u_registers (
    .clk_i, .rst_ni, .access_i, .write_i, .address_i, .data_i, .strobe_i, .done_o, .data_o,
    .response_o, .irq_o, .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready, .m_tdata, .m_tkeep,
    .m_tlast, .m_tuser, .m_tvalid, .m_tready, .wipe_o(wipe), .k_tdata, .k_tuser, .k_tlast,
    .k_tvalid, .k_tready, .keyed_i(keyed), .i_tuser, .core_tdata, .core_tkeep, .core_tlast,
    .core_tvalid, .core_tready, .t_tdata, .t_tvalid, .t_tready, .result_tdata, .result_tkeep,
    .result_tlast, .result_tuser, .result_tvalid, .result_tready
  );

  assign unused_lengths = i_tuser[63:6];
  sil_aes_gcm #(
    .KeyBits(KeyBits), .Sbox(Sbox), .PipelineStages(DataWidth == 8 ? 1 : 5),
    .DataWidth(DataWidth), .Digit(Digit), .Buffer(Buffer)
  ) u_stream (
    .clk_i, .rst_ni,
    .wipe_i  (wipe),
    .k_tdata, .k_tuser, .k_tlast, .k_tvalid, .k_tready,
    .keyed_o (keyed),
    .i_tdata (core_tdata),
    .i_tkeep (core_tkeep),
    .i_tlast (core_tlast),
    .i_tuser (i_tuser[5:0]),
    .i_tvalid(core_tvalid[0]),
    .i_tready(core_tready[0]),
    .a_tdata (core_tdata),
    .a_tkeep (core_tkeep),
    .a_tlast (core_tlast),
    .a_tvalid(core_tvalid[1]),
    .a_tready(core_tready[1]),
    .s_tdata (core_tdata),
    .s_tkeep (core_tkeep),
    .s_tlast (core_tlast),
    .s_tvalid(core_tvalid[2]),
    .s_tready(core_tready[2]),
    .t_tdata, .t_tvalid, .t_tready,
    .m_tdata (result_tdata),
    .m_tkeep (result_tkeep),
    .m_tlast (result_tlast),
    .m_tuser (result_tuser),
    .m_tvalid(result_tvalid),
    .m_tready(result_tready)
  );
endmodule
