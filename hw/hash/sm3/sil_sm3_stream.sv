// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SM3 with a byte stream: message bytes in, padding (GB/T 32905-2016 5.2) in hardware, digest out.
///
/// Messages have any length below 2^64 bits, and may be empty. They may follow each other without a
/// pause, and input and output may stall at any time. A message with a beat that breaks a rule of
/// sil_axis_framing gives an error instead of a digest.
///
/// ## Latency and throughput
/// As sil_sm3_core, and one cycle more in the padder.
///
/// ## Byte order
/// AXI4-Stream: the first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of
/// a digest is `m_tdata[7:0]`.
module sil_sm3_stream
#(
  /// As in sil_sm3_core.
  parameter int unsigned Unroll = 1,
  /// As in sil_sm3_core.
  parameter int unsigned Precompute = 2,
  /// As in sil_sm3_core.
  parameter int unsigned PipelineStages = 1,
  /// As in sil_sm3_core.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// As in sil_sm3_core.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned DataBits = Unroll * 32,
  localparam int unsigned TidBits = PipelineStages == 1 ? 1 : $clog2(PipelineStages)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  input  logic [DataBits-1:0]   s_tdata,
  /// Valid bytes. All, or in the last beat the first ones or none. Any other pattern gives an error
  /// instead of a digest.
  input  logic [DataBits/8-1:0] s_tkeep,
  input  logic                  s_tlast,
  /// Ignored: one message is in flight.
  input  logic [TidBits-1:0]    s_tid,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  output logic [255:0]          m_tdata,
  /// The message broke a rule of framing, and `m_tdata` is not a digest.
  output logic                  m_tuser,
  /// Zero: one message is in flight.
  output logic [TidBits-1:0]    m_tid,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  logic [DataBits-1:0] block_tdata;
  logic block_tlast, block_tvalid, block_tready, any;
  logic [TidBits-1:0] block_tid, next;

  sil_md_blocks #(
    .Width(32), .Unroll(Unroll), .LengthBytes(sil_sm3_pkg::LENGTH_FIELD_BYTES),
    .LittleEndian(1'b0), .Messages(PipelineStages)
  ) u_blocks (
    .clk_i,
    .rst_ni,
    .s_tdata,
    .s_tkeep,
    .s_tlast,
    .s_tid,
    .s_tvalid,
    .s_tready,
    .m_tdata (block_tdata),
    .m_tlast (block_tlast),
    .m_tid   (block_tid),
    .m_tvalid(block_tvalid),
    .m_tready(block_tready),
    .next_i  (next),
    .any_i   (any),
    .digest_tid_i(m_tid),
    .wait_i  (m_tvalid & ~m_tready),
    .error_o (m_tuser)
  );

  sil_sm3_core #(
    .Unroll(Unroll), .Precompute(Precompute), .PipelineStages(PipelineStages),
    .CounterCode(CounterCode), .ClockGate(ClockGate)
  ) u_core (
    .clk_i,
    .rst_ni,
    .s_tdata   (block_tdata),
    .s_tlast   (block_tlast),
    .s_tid     (block_tid),
    .s_tvalid  (block_tvalid),
    .s_tready  (block_tready),
    .start_i   (1'b1),
    .restore_i ('0),
    .save_i    ('0),
    .s_tid_next(next),
    .s_tid_any (any),
    .m_tdata,
    .m_tid,
    .m_tvalid,
    .m_tready
  );
endmodule
