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
  localparam int unsigned DigestBits = digest_bits(Alg)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  input  logic [DataBits-1:0]   s_tdata,
  /// The valid bytes of a message's last beat: none for an empty message. Other beats are full.
  input  logic [DataBits/8-1:0] s_tkeep,
  input  logic                  s_tlast,
  /// The message a beat belongs to, where PipelineStages > 1.
  input  logic [0:0]            s_tid,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  output logic [DigestBits-1:0] m_tdata,
  /// The message the digest belongs to.
  output logic [0:0]            m_tid,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  localparam int unsigned Beats = BLOCK_WORDS / Unroll;

  if (Alg == MD5_SHA1) begin : gen_either
    $error("Alg = MD5_SHA1 needs the HMAC unit");
  end

  logic [DataBits-1:0] block_tdata;
  logic block_tlast, block_tvalid, block_tready;
  logic [0:0] next;

  // A padder for each message in flight; behind it, where there are several, a buffer, so that the
  // beats of a block are contiguous however those of the messages alternate.
  logic [PipelineStages-1:0] ready, last, valid;
  logic [PipelineStages-1:0][DataBits-1:0] data;

  for (genvar id = 0; id < PipelineStages; id++) begin : gen_message
    logic [DataBits-1:0] padded_tdata;
    logic padded_tlast, padded_tvalid, padded_tready, taken;

    sil_md_padder #(.Alg(Alg), .Unroll(Unroll)) u_padder (
      .clk_i,
      .rst_ni,
      .sha1_i  (1'b0),
      .prefix_i(1'b0),
      .raw_i   (1'b0),
      .s_tdata,
      .s_tkeep,
      .s_tlast,
      .s_tvalid(s_tvalid & (PipelineStages == 1 || s_tid == 1'(id))),
      .s_tready(ready[id]),
      .m_tdata (padded_tdata),
      .m_tlast (padded_tlast),
      .m_tvalid(padded_tvalid),
      .m_tready(padded_tready)
    );

    assign taken = block_tready & (PipelineStages == 1 || next == 1'(id));
    if (PipelineStages == 1) begin : gen_direct
      assign data[id] = padded_tdata;
      assign last[id] = padded_tlast;
      assign valid[id] = padded_tvalid;
      assign padded_tready = taken;
    end else begin : gen_buffer
      sil_md_buffer #(.Width(DataBits), .Beats(Beats)) u_buffer (
        .clk_i,
        .rst_ni,
        .s_tdata (padded_tdata),
        .s_tlast (padded_tlast),
        .s_tvalid(padded_tvalid),
        .s_tready(padded_tready),
        .m_tdata (data[id]),
        .m_tlast (last[id]),
        .m_tvalid(valid[id]),
        .m_tready(taken)
      );
    end
  end

  if (PipelineStages == 1) begin : gen_one
    assign s_tready = ready[0];
    assign {block_tdata, block_tlast, block_tvalid} = {data[0], last[0], valid[0]};
  end else begin : gen_select
    assign s_tready = ready[s_tid];
    assign {block_tdata, block_tlast, block_tvalid} = {data[next], last[next], valid[next]};
  end

  sil_md_core #(
    .Alg(Alg), .Unroll(Unroll), .Precompute(Precompute), .PipelineStages(PipelineStages),
    .CounterCode(CounterCode), .ClockGate(ClockGate)
  ) u_core (
    .clk_i,
    .rst_ni,
    .sha1_i    (1'b0),
    .s_tdata   (block_tdata),
    .s_tlast   (block_tlast),
    .s_tid     (next),
    .s_tvalid  (block_tvalid),
    .s_tready  (block_tready),
    .start_i   (1'b1),
    .from_i    ('0),
    .save_i    ('0),
    .s_tid_next(next),
    .m_tdata,
    .m_tid,
    .m_tvalid,
    .m_tready
  );
endmodule
