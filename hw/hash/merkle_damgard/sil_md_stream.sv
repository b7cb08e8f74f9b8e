// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A hash of the Merkle-Damgard family as a stream: message bytes in, padding in hardware, digest
/// out. Messages of any length below 2^64 bits, empty ones too, back to back, with any stalls.
///
/// ## Latency and throughput
/// That of sil_md_core, one cycle later for the padder; where PipelineStages > 1 a block must be
/// whole before its slot begins.
///
/// ## Byte order
/// AXI4-Stream: the first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of
/// a digest is `m_tdata[7:0]`.
module sil_md_stream
  import sil_md_pkg::*;
#(
  /// As in sil_md_core.
  parameter alg_e Alg = SHA512,
  /// As in sil_md_core.
  parameter int unsigned Unroll = 1,
  /// As in sil_md_core.
  parameter int unsigned Precompute = 0,
  /// As in sil_md_core.
  parameter int unsigned PipelineStages = 1,
  /// As in sil_md_core.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// As in sil_md_core.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned DataBits = Unroll * word_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg),
  localparam int unsigned TidBits = PipelineStages == 1 ? 1 : $clog2(PipelineStages)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  input  logic [DataBits-1:0]   s_tdata,
  /// The valid bytes of a message's last beat: none for an empty message. Other beats are full.
  input  logic [DataBits/8-1:0] s_tkeep,
  input  logic                  s_tlast,
  /// The message a beat belongs to, where PipelineStages > 1.
  input  logic [TidBits-1:0]    s_tid,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  output logic [DigestBits-1:0] m_tdata,
  /// The message the digest belongs to.
  output logic [TidBits-1:0]    m_tid,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  if (Alg == MD5_SHA1) begin : gen_either
    $fatal(1, "Alg = MD5_SHA1 needs the HMAC unit");
  end

  // A padder for each message in flight, so that their beats may alternate in any way.
  logic [PipelineStages-1:0] ready, last, valid, taken;
  logic [PipelineStages-1:0][DataBits-1:0] data;

  for (genvar i = 0; i < PipelineStages; i++) begin : gen_message
    sil_md_padder #(
      .Width(word_bits(Alg)), .Unroll(Unroll), .LengthBytes(word_bits(Alg) / 4)
    ) u_padder (
      .clk_i,
      .rst_ni,
      .little_i(little_endian(Alg, 1'b0)),
      .prefix_i(1'b0),
      .raw_i   (1'b0),
      .s_tdata,
      .s_tkeep,
      .s_tlast,
      .s_tvalid(s_tvalid & (PipelineStages == 1 || s_tid == TidBits'(i))),
      .s_tready(ready[i]),
      .m_tdata (data[i]),
      .m_tlast (last[i]),
      .m_tvalid(valid[i]),
      .m_tready(taken[i])
    );
  end
  assign s_tready = PipelineStages == 1 ? ready[0] : ready[s_tid];

  logic [DataBits-1:0] block_tdata;
  logic block_tlast, block_tvalid, block_tready, any;
  logic [TidBits-1:0] block_tid, next;

  sil_md_gather #(
    .Messages(PipelineStages), .Width(DataBits), .Beats(BLOCK_WORDS / Unroll)
  ) u_gather (
    .clk_i,
    .rst_ni,
    .s_tdata (data),
    .s_tlast (last),
    .s_tvalid(valid),
    .s_tready(taken),
    .m_tdata (block_tdata),
    .m_tlast (block_tlast),
    .m_tid   (block_tid),
    .m_tvalid(block_tvalid),
    .m_tready(block_tready),
    .next_i  (next),
    .any_i   (any)
  );

  sil_md_core #(
    .Alg(Alg), .Unroll(Unroll), .Precompute(Precompute), .PipelineStages(PipelineStages),
    .CounterCode(CounterCode), .ClockGate(ClockGate)
  ) u_core (
    .clk_i,
    .rst_ni,
    .sha1_i    (1'b0),
    .s_tdata   (block_tdata),
    .s_tlast   (block_tlast),
    .s_tid     (block_tid),
    .s_tvalid  (block_tvalid),
    .s_tready  (block_tready),
    .start_i   (1'b1),
    .from_i    ('0),
    .save_i    ('0),
    .s_tid_next(next),
    .s_tid_any (any),
    .m_tdata,
    .m_tid,
    .m_tvalid,
    .m_tready
  );
endmodule
