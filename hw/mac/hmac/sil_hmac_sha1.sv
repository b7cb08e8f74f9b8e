// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// HMAC (RFC 2104, FIPS 198-1) with SHA-1: key and message bytes in, tag out.
///
/// ## Latency and throughput
/// C, F and D are those of sil_sha1_core, L = D - n * C, and a message has n padded blocks after
/// the key block. With a loaded key its tag is valid (n + 1) * C + 2 * (F + 2 + L) + 1 cycles after
/// its first beat was taken; the next message's first beat is taken 2 cycles later.
///
/// With PipelineStages = 4 and one message in flight the tag is valid after (n + 1) * 4 * C + 2 *
/// (F + 21) + 1 cycles. With more messages in flight, a block waits for the slot of its message.
/// Four long messages together complete one block every C cycles.
///
/// ## Byte order
/// The first byte of a key or message is `s_tdata[7:0]` of its first beat, the first byte of a tag
/// is `m_tdata[7:0]`.
module sil_hmac_sha1
  import sil_hmac_pkg::*;
#(
  /// As in sil_sha1_core.
  parameter int unsigned Unroll = 1,
  /// As in sil_sha1_core.
  parameter int unsigned Precompute = 2,
  /// As in sil_sha1_core: 1 or 4. All messages in flight use one key. A key may begin when no
  /// message is partly sent.
  parameter int unsigned PipelineStages = 1,
  /// As in sil_sha1_core.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// As in sil_sha1_core.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned DataBits = Unroll * 32,
  localparam int unsigned TidBits = PipelineStages == 1 ? 1 : $clog2(PipelineStages)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// Clear the key and everything that depends on it. A tag that waits is withdrawn: `m_tvalid`
  /// falls without `m_tready`, as in a reset. Messages in flight get no answer.
  input  logic                  wipe_i,
  /// A key is loaded.
  output logic                  keyed_o,
  /// Keys and messages.
  input  logic [DataBits-1:0]   s_tdata,
  /// Valid bytes. All bytes are valid, except in the last beat: there the first bytes or none are
  /// valid. Other patterns break a rule.
  input  logic [DataBits/8-1:0] s_tkeep,
  input  logic                  s_tlast,
  /// The beat belongs to a key. The key is for the messages that follow, and has no answer.
  input  logic                  s_tuser,
  /// Channel of the beat with PipelineStages > 1. It is ignored in beats of a key.
  input  logic [TidBits-1:0]    s_tid,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// The tag.
  output logic [159:0]          m_tdata,
  /// The tag equals `tag_i` of the first cycle of `m_tvalid`. The result of this one comparison
  /// holds until the tag is taken. All bits are compared in one cycle.
  output logic                  m_tmatch,
  /// The message was refused: no key was loaded, or it broke a rule. `m_tdata` is 0.
  output logic                  m_tuser,
  /// Channel of the tag.
  output logic [TidBits-1:0]    m_tid,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  /// Tag to compare with. It is used in the first cycle of `m_tvalid` and ignored in all others.
  input  logic [159:0]          tag_i
);
  logic core_rst_n, start, block_tlast, block_tvalid, block_tready, digest_tvalid, digest_tready;
  logic [1:0] restore;
  midstate_e save;
  logic [DataBits-1:0] block_tdata;
  logic [159:0] digest_tdata;
  logic [TidBits-1:0] block_tid, block_tid_next, digest_tid;
  logic block_tid_any;

  sil_sha1_core #(
    .Unroll(Unroll), .Precompute(Precompute), .PipelineStages(PipelineStages),
    .CounterCode(CounterCode), .ClockGate(ClockGate), .Midstates(2)
  ) u_core (
    .clk_i,
    .rst_ni    (core_rst_n),
    .s_tdata   (block_tdata),
    .s_tlast   (block_tlast),
    .s_tid     (block_tid),
    .s_tvalid  (block_tvalid),
    .s_tready  (block_tready),
    .start_i   (start),
    .restore_i (restore),
    .save_i    (save),
    .s_tid_next(block_tid_next),
    .s_tid_any (block_tid_any),
    .m_tdata   (digest_tdata),
    .m_tid     (digest_tid),
    .m_tvalid  (digest_tvalid),
    .m_tready  (digest_tready)
  );

  sil_hmac_engine #(
    .Width(32), .Unroll(Unroll), .DigestBits(160), .LengthBytes(sil_sha1_pkg::LENGTH_FIELD_BYTES),
    .LittleEndian(2'b00), .Messages(PipelineStages)
  ) u_engine (
    .clk_i,
    .rst_ni,
    .wipe_i,
    .keyed_o,
    .s_tdata,
    .s_tkeep,
    .s_tlast,
    .s_tuser,
    .s_tsecond  (1'b0),
    .s_tid,
    .s_tvalid,
    .s_tready,
    .m_tdata,
    .m_tmatch,
    .m_tuser,
    .m_tid,
    .m_tvalid,
    .m_tready,
    .tag_i,
    .core_rst_no(core_rst_n),
    .second_o   (),
    .start_o    (start),
    .restore_o  (restore),
    .save_o     (save),
    .block_tdata,
    .block_tlast,
    .block_tid,
    .block_tvalid,
    .block_tready,
    .block_tid_next,
    .block_tid_any,
    .digest_tdata,
    .digest_tid,
    .digest_tvalid,
    .digest_tready
  );
endmodule
