// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// HMAC with its self-test unit.
///
/// The test covers the comparison in the HMAC unit, too. For every second vector `tag_i` is the
/// right tag, and the unit must find that they are equal; for the other vectors `tag_i` is wrong in
/// one bit, and the unit must find that they differ.
///
/// ## Byte order
/// As in the HMAC unit of the hash.
module sil_bist_hmac
  import sil_bist_vectors_pkg::*;
#(
  /// The hash.
  parameter alg_e Alg = SHA1,
  /// As in the core of the hash.
  parameter int unsigned Unroll = 1,
  /// As in the core of the hash.
  parameter int unsigned Precompute = 0,
  /// As in the HMAC unit of the hash.
  parameter int unsigned PipelineStages = 1,
  /// As in the core of the hash.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// As in the core of the hash.
  parameter bit ClockGate = 1'b0,
  /// As in the HMAC unit of the hash.
  parameter bit Shared = 1'b1,
  /// As in sil_bist.
  parameter int unsigned BlinkBits = 24,
  localparam int unsigned DataBits = Unroll * word_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg),
  localparam int unsigned ChannelBits = PipelineStages > 1 ? $clog2(PipelineStages) : 1,
  localparam int unsigned IndexBits = $clog2(sil_bist_vectors_pkg::count(Alg, 1'b1))
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
  if (!(Alg inside {[MD5:SHA512_256], MD5_SHA1})) begin : gen_alg
    $fatal(1, "Alg must be MD5, SHA1, MD5_SHA1 or a SHA-2");
  end
  if (PipelineStages != 1 && !(Alg inside {MD5, SHA1})) begin : gen_stages
    $fatal(1, "PipelineStages must be 1 except with MD5 and SHA1");
  end

  logic [DataBits-1:0] message_tdata;
  logic [DataBits/8-1:0] message_tkeep;
  logic message_tlast, message_tuser, message_tsha1, message_tvalid, message_tready;
  logic [ChannelBits-1:0] message_tid, tag_tid;
  logic tag_tmatch, tag_tuser, tag_tvalid, tag_tready, wipe, keyed;
  logic [DigestBits-1:0] tag_tdata, tag;

  sil_bist #(
    .Alg(Alg), .Keyed(1'b1), .DataBits(DataBits), .Channels(PipelineStages), .BlinkBits(BlinkBits)
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
    .m_tuser   (message_tuser),
    .m_tsha1   (message_tsha1),
    .m_tid     (message_tid),
    .m_tvalid  (message_tvalid),
    .m_tready  (message_tready),
    .s_tdata   (tag_tdata),
    .s_tuser   (tag_tuser),
    .s_tmatch  (tag_tmatch),
    .s_tid     (tag_tid),
    .s_tvalid  (tag_tvalid),
    .s_tready  (tag_tready),
    .tag_o     (tag),
    .wipe_o    (wipe),
    .keyed_i   (keyed)
  );

  if (Alg == MD5) begin : gen_unit
    sil_hmac_md5 #(
      .Unroll(Unroll), .Precompute(Precompute), .PipelineStages(PipelineStages),
      .CounterCode(CounterCode), .ClockGate(ClockGate)
    ) u_hmac (
      .clk_i,
      .rst_ni,
      .wipe_i  (wipe),
      .keyed_o (keyed),
      .s_tdata (message_tdata),
      .s_tkeep (message_tkeep),
      .s_tlast (message_tlast),
      .s_tuser (message_tuser),
      .s_tid   (message_tid),
      .s_tvalid(message_tvalid),
      .s_tready(message_tready),
      .m_tdata (tag_tdata),
      .m_tmatch(tag_tmatch),
      .m_tuser (tag_tuser),
      .m_tid   (tag_tid),
      .m_tvalid(tag_tvalid),
      .m_tready(tag_tready),
      .tag_i   (tag)
    );
  end else if (Alg == SHA1) begin : gen_unit
    sil_hmac_sha1 #(
      .Unroll(Unroll), .Precompute(Precompute), .PipelineStages(PipelineStages),
      .CounterCode(CounterCode), .ClockGate(ClockGate)
    ) u_hmac (
      .clk_i,
      .rst_ni,
      .wipe_i  (wipe),
      .keyed_o (keyed),
      .s_tdata (message_tdata),
      .s_tkeep (message_tkeep),
      .s_tlast (message_tlast),
      .s_tuser (message_tuser),
      .s_tid   (message_tid),
      .s_tvalid(message_tvalid),
      .s_tready(message_tready),
      .m_tdata (tag_tdata),
      .m_tmatch(tag_tmatch),
      .m_tuser (tag_tuser),
      .m_tid   (tag_tid),
      .m_tvalid(tag_tvalid),
      .m_tready(tag_tready),
      .tag_i   (tag)
    );
  end else if (Alg == MD5_SHA1) begin : gen_unit
    sil_hmac_md5_sha1 #(
      .Precompute(Precompute), .ClockGate(ClockGate), .Shared(Shared)
    ) u_hmac (
      .clk_i,
      .rst_ni,
      .wipe_i  (wipe),
      .keyed_o (keyed),
      .s_tdata (message_tdata),
      .s_tkeep (message_tkeep),
      .s_tlast (message_tlast),
      .s_tuser (message_tuser),
      .s_tsha1 (message_tsha1),
      .s_tvalid(message_tvalid),
      .s_tready(message_tready),
      .m_tdata (tag_tdata),
      .m_tmatch(tag_tmatch),
      .m_tuser (tag_tuser),
      .m_tvalid(tag_tvalid),
      .m_tready(tag_tready),
      .tag_i   (tag)
    );
    assign tag_tid = '0;
  end else begin : gen_unit
    sil_hmac_sha2 #(
      .Alg(sha2(Alg)), .Unroll(Unroll), .Precompute(Precompute), .CounterCode(CounterCode),
      .ClockGate(ClockGate)
    ) u_hmac (
      .clk_i,
      .rst_ni,
      .wipe_i  (wipe),
      .keyed_o (keyed),
      .s_tdata (message_tdata),
      .s_tkeep (message_tkeep),
      .s_tlast (message_tlast),
      .s_tuser (message_tuser),
      .s_tvalid(message_tvalid),
      .s_tready(message_tready),
      .m_tdata (tag_tdata),
      .m_tmatch(tag_tmatch),
      .m_tuser (tag_tuser),
      .m_tvalid(tag_tvalid),
      .m_tready(tag_tready),
      .tag_i   (tag)
    );
    assign tag_tid = '0;
  end
endmodule
