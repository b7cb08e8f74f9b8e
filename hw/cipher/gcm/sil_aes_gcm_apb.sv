// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// AES-GCM with registers on APB. hw/bus/mapped/README.md has the registers.
///
/// ## Latency and throughput
/// As sil_aes_gcm. A register access has no wait cycles, except in the key.
///
/// ## Byte order
/// The first byte of a word is in its low bits.
module sil_aes_gcm_apb
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
  // Registers: AMBA 3 APB.
  input  logic        s_psel,
  input  logic        s_penable,
  input  logic        s_pwrite,
  input  logic [7:0]  s_paddr,
  input  logic [31:0] s_pwdata,
  output logic [31:0] s_prdata,
  output logic        s_pready,
  output logic        s_pslverr,
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
  logic access, write, done;
  logic [7:0] address;
  logic [31:0] data, answer;
  logic [3:0] strobe;
  logic [1:0] response;

  sil_apb_slave #(.AddressBits(8)) u_slave (
    .s_psel, .s_penable, .s_pwrite, .s_paddr, .s_pwdata, .s_prdata, .s_pready, .s_pslverr,
    .access_o(access), .write_o(write), .address_o(address), .data_o(data), .strobe_o(strobe),
    .done_i(done), .data_i(answer), .response_i(response)
  );

  sil_aes_gcm_mapped #(
    .KeyBits(KeyBits), .Sbox(Sbox), .DataWidth(DataWidth), .Digit(Digit), .Buffer(Buffer),
    .FifoWords(FifoWords), .Stream(Stream)
  ) u_mapped (
    .clk_i, .rst_ni, .irq_o, .access_i(access), .write_i(write), .address_i(address),
    .data_i(data), .strobe_i(strobe), .done_o(done), .data_o(answer), .response_o(response),
    .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready, .m_tdata, .m_tkeep, .m_tlast, .m_tuser,
    .m_tvalid, .m_tready
  );
endmodule
