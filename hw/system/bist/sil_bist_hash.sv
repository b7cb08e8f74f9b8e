// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A hash with its self-test unit.
///
/// ## Byte order
/// As in the stream of the hash.
module sil_bist_hash
  import sil_bist_vectors_pkg::*;
#(
  /// The hash.
  parameter alg_e Alg = SHA512,
  /// As in the core of the hash.
  parameter int unsigned Unroll = 1,
  /// As in the core of the hash.
  parameter int unsigned Precompute = 0,
  /// As in the core of the hash.
  parameter int unsigned PipelineStages = 1,
  /// As in the core of the hash.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// As in the core of the hash.
  parameter bit ClockGate = 1'b0,
  /// As in sil_bist.
  parameter int unsigned BlinkBits = 24,
  localparam int unsigned DataBits = Unroll * word_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg),
  localparam int unsigned ChannelBits = PipelineStages > 1 ? $clog2(PipelineStages) : 1,
  localparam int unsigned IndexBits = $clog2(sil_bist_vectors_pkg::count(Alg, 1'b0))
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// As in sil_bist.
  input  logic                  wrong_i,
  input  logic [IndexBits-1:0]  wrong_index_i,
  input  logic                  interrupt_i,
  output logic                  led_o,
  output logic [DigestBits-1:0] value_o,
  output logic [IndexBits-1:0]  index_o
);
  if (!(Alg inside {[MD5:SM3]})) begin : gen_alg
    $fatal(1, "Alg must be MD5, SHA1, a SHA-2 or SM3");
  end

  logic [DataBits-1:0] message_tdata;
  logic [DataBits/8-1:0] message_tkeep;
  logic message_tlast, message_tvalid, message_tready, digest_tuser, digest_tvalid, digest_tready;
  logic [ChannelBits-1:0] message_tid, digest_tid;
  logic [DigestBits-1:0] digest_tdata;

  sil_bist #(
    .Alg(Alg), .DataBits(DataBits), .Channels(PipelineStages), .BlinkBits(BlinkBits)
  ) u_bist (
    .clk_i,
    .rst_ni,
    .wrong_i,
    .wrong_index_i,
    .interrupt_i,
    .led_o,
    .value_o,
    .index_o,
    .m_tdata   (message_tdata),
    .m_tkeep   (message_tkeep),
    .m_tlast   (message_tlast),
    .m_tuser   (),
    .m_tsha1   (),
    .m_tid     (message_tid),
    .m_tvalid  (message_tvalid),
    .m_tready  (message_tready),
    .s_tdata   (digest_tdata),
    .s_tuser   (digest_tuser),
    .s_tmatch  (1'b0),
    .s_tid     (digest_tid),
    .s_tvalid  (digest_tvalid),
    .s_tready  (digest_tready),
    .tag_o     (),
    .wipe_o    (),
    .keyed_i   (1'b0)
  );

  if (Alg == MD5) begin : gen_unit
    sil_md5_stream #(
      .Unroll(Unroll), .Precompute(Precompute), .PipelineStages(PipelineStages),
      .CounterCode(CounterCode), .ClockGate(ClockGate)
    ) u_hash (
      .clk_i,
      .rst_ni,
      .s_tdata (message_tdata),
      .s_tkeep (message_tkeep),
      .s_tlast (message_tlast),
      .s_tid   (message_tid),
      .s_tvalid(message_tvalid),
      .s_tready(message_tready),
      .m_tdata (digest_tdata),
      .m_tuser (digest_tuser),
      .m_tid   (digest_tid),
      .m_tvalid(digest_tvalid),
      .m_tready(digest_tready)
    );
  end else if (Alg == SHA1) begin : gen_unit
    sil_sha1_stream #(
      .Unroll(Unroll), .Precompute(Precompute), .PipelineStages(PipelineStages),
      .CounterCode(CounterCode), .ClockGate(ClockGate)
    ) u_hash (
      .clk_i,
      .rst_ni,
      .s_tdata (message_tdata),
      .s_tkeep (message_tkeep),
      .s_tlast (message_tlast),
      .s_tid   (message_tid),
      .s_tvalid(message_tvalid),
      .s_tready(message_tready),
      .m_tdata (digest_tdata),
      .m_tuser (digest_tuser),
      .m_tid   (digest_tid),
      .m_tvalid(digest_tvalid),
      .m_tready(digest_tready)
    );
  end else if (Alg == SM3) begin : gen_unit
    sil_sm3_stream #(
      .Unroll(Unroll), .Precompute(Precompute), .PipelineStages(PipelineStages),
      .CounterCode(CounterCode), .ClockGate(ClockGate)
    ) u_hash (
      .clk_i,
      .rst_ni,
      .s_tdata (message_tdata),
      .s_tkeep (message_tkeep),
      .s_tlast (message_tlast),
      .s_tid   (message_tid),
      .s_tvalid(message_tvalid),
      .s_tready(message_tready),
      .m_tdata (digest_tdata),
      .m_tuser (digest_tuser),
      .m_tid   (digest_tid),
      .m_tvalid(digest_tvalid),
      .m_tready(digest_tready)
    );
  end else begin : gen_unit
    sil_sha2_stream #(
      .Alg(sha2(Alg)), .Unroll(Unroll), .Precompute(Precompute), .PipelineStages(PipelineStages),
      .CounterCode(CounterCode), .ClockGate(ClockGate)
    ) u_hash (
      .clk_i,
      .rst_ni,
      .s_tdata (message_tdata),
      .s_tkeep (message_tkeep),
      .s_tlast (message_tlast),
      .s_tid   (message_tid),
      .s_tvalid(message_tvalid),
      .s_tready(message_tready),
      .m_tdata (digest_tdata),
      .m_tuser (digest_tuser),
      .m_tid   (digest_tid),
      .m_tvalid(digest_tvalid),
      .m_tready(digest_tready)
    );
  end
endmodule
