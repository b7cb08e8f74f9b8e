// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// KMAC with registers, for the access port of any bus. hw/bus/mapped/README.md has the registers.
///
/// ## Latency and throughput
/// As sil_kmac. sil_mapped_kmac says when an access waits.
///
/// ## Byte order
/// The first byte of a word is in its low bits.
module sil_kmac_mapped
#(
  /// As in sil_kmac.
  parameter int unsigned Strength = 128,
  /// As in sil_kmac.
  parameter int unsigned Lanes = 25,
  /// As in sil_kmac.
  parameter bit ClockGate = 1'b0,
  /// As in sil_mapped_kmac.
  parameter int unsigned FifoWords = 16,
  /// As in sil_mapped_kmac.
  parameter bit Stream = 1'b1
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// An event that is enabled in INTERRUPT_ENABLE.
  output logic        irq_o,
  // From the bus, as in sil_mapped_kmac.
  input  logic        access_i,
  input  logic        write_i,
  input  logic [7:0]  address_i,
  input  logic [31:0] data_i,
  input  logic [3:0]  strobe_i,
  output logic        done_o,
  output logic [31:0] data_o,
  output logic [1:0]  response_o,
  // Messages by AXI4-Stream, as in sil_mapped_kmac.
  input  logic [63:0] s_tdata,
  input  logic [7:0]  s_tkeep,
  input  logic        s_tlast,
  input  logic        s_tvalid,
  output logic        s_tready
);
  logic wipe, i_tvalid, i_tready, core_tlast, core_tvalid, core_tready;
  logic result_tlast, result_tuser, result_tvalid, result_tready;
  logic [1:0] i_tuser;
  logic [31:0] i_tcount, i_tbytes;
  logic [63:0] core_tdata, result_tdata;
  logic [7:0] core_tkeep, result_tkeep;

  sil_mapped_kmac #(
    .Strength(Strength), .FifoWords(FifoWords), .Stream(Stream)
  ) u_registers (
    .clk_i, .rst_ni, .access_i, .write_i, .address_i, .data_i, .strobe_i, .done_o, .data_o,
    .response_o, .irq_o, .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready, .wipe_o(wipe),
    .i_tuser, .i_tcount, .i_tbytes, .i_tvalid, .i_tready, .core_tdata, .core_tkeep, .core_tlast,
    .core_tvalid, .core_tready, .result_tdata, .result_tkeep, .result_tlast, .result_tuser,
    .result_tvalid, .result_tready
  );

  sil_kmac #(.Strength(Strength), .Lanes(Lanes), .ClockGate(ClockGate)) u_stream (
    .clk_i, .rst_ni,
    .wipe_i  (wipe),
    .i_tuser, .i_tcount, .i_tbytes, .i_tvalid, .i_tready,
    .s_tdata (core_tdata),
    .s_tkeep (core_tkeep),
    .s_tlast (core_tlast),
    .s_tvalid(core_tvalid),
    .s_tready(core_tready),
    .m_tdata (result_tdata),
    .m_tkeep (result_tkeep),
    .m_tlast (result_tlast),
    .m_tuser (result_tuser),
    .m_tvalid(result_tvalid),
    .m_tready(result_tready)
  );
endmodule
