// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// HMAC (RFC 2104, FIPS 198-1) with MD5 or SHA-1, chosen for each key and each message, in four
/// pipeline stages with the amount of pre-computation of the paper hmac-2005: key and message bytes
/// in, tag out.
///
/// The unit holds one key for each hash. Messages of both hashes are in flight at the same time.
///
/// ## Latency and throughput
/// A block takes C cycles in steady state, over four messages:
///
///     Shared  Hash   C   F
///     1       each   21  5
///     0       MD5    17  4
///     0       SHA-1  21  5
///
/// A message has n padded blocks after the key block. With a loaded key and one message in flight
/// its tag is valid (n + 1) * 4 * C + 2 * (F + 21) + 1 cycles after its first beat was taken; the
/// next message's first beat is taken 2 cycles later. With more messages in flight, a block waits
/// for the slot of its message. Four long messages of one hash together complete one block every C
/// cycles.
///
/// ## Byte order
/// The first byte of a key or message is `s_tdata[7:0]` of its first beat, the first byte of a tag
/// is `m_tdata[7:0]`.
module sil_hmac_md5_sha1_pipe4
  import sil_hmac_pkg::*;
#(
  /// Stop the clock of the datapath while it waits. Gain: power. Cost: clock gates; nothing on an
  /// FPGA, where the gate is a clock enable.
  parameter bit ClockGate = 1'b0,
  /// 1: each stage has one datapath for both hashes; gain: area. 0: there is a pipeline for each
  /// hash; gain: clock, and 17 cycles instead of 21 for a block of MD5; cost: the area of both
  /// pipelines, and two block buffers for each message.
  parameter bit Shared = 1'b1,
  localparam int unsigned PipelineStages = 4,
  localparam int unsigned Cores = Shared ? 1 : 2
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Clear the key and everything that depends on it. A tag that waits is withdrawn: `m_tvalid`
  /// falls without `m_tready`, as in a reset. Messages in flight get no answer.
  input  logic         wipe_i,
  /// A key is loaded, for either hash.
  output logic         keyed_o,
  /// Keys and messages.
  input  logic [31:0]  s_tdata,
  /// Valid bytes. All bytes are valid, except in the last beat: there the first bytes or none are
  /// valid. Other patterns break a rule.
  input  logic [3:0]   s_tkeep,
  input  logic         s_tlast,
  /// The beat belongs to a key. The key is for the messages that follow, and has no answer.
  input  logic         s_tuser,
  /// 0: MD5, 1: SHA-1. All beats of a key or message have the same value.
  input  logic         s_tsha1,
  /// Channel of the beat. It is ignored in beats of a key. All messages in flight use the key of
  /// their hash. A key may begin when no message is partly sent.
  input  logic [1:0]   s_tid,
  input  logic         s_tvalid,
  output logic         s_tready,
  /// The tag. A tag of MD5 is in the low 128 bits.
  output logic [159:0] m_tdata,
  /// The tag equals `tag_i` of the first cycle of `m_tvalid`. The result of this one comparison
  /// holds until the tag is taken. All bits are compared in one cycle.
  output logic         m_tmatch,
  /// The message was refused: no key was loaded, or it broke a rule. `m_tdata` is 0.
  output logic         m_tuser,
  /// Channel of the tag.
  output logic [1:0]   m_tid,
  output logic         m_tvalid,
  input  logic         m_tready,
  /// Tag to compare with. It is used in the first cycle of `m_tvalid` and ignored in all others.
  input  logic [159:0] tag_i
);
  logic core_rst_n, digest_tvalid, digest_tready, sha1;
  midstate_e save;
  logic [Cores-1:0][1:0] restore;
  logic [Cores-1:0][31:0] block_tdata;
  logic [Cores-1:0] block_tlast, block_tvalid, block_tready, block_tid_any;
  logic [Cores-1:0][1:0] block_tid, block_tid_next;
  logic [159:0] digest_tdata;
  logic [1:0] digest_tid;

  if (Shared) begin : gen_shared
    sil_md5_sha1_pipe4 #(.Midstates(2), .ClockGate(ClockGate)) u_core (
      .clk_i,
      .rst_ni    (core_rst_n),
      .sha1_i    (sha1),
      .s_tdata   (block_tdata),
      .s_tlast   (block_tlast),
      .s_tid     (block_tid),
      .s_tvalid  (block_tvalid),
      .s_tready  (block_tready),
      .restore_i (restore),
      .save_i    (save),
      .s_tid_next(block_tid_next),
      .s_tid_any (block_tid_any),
      .m_tdata   (digest_tdata),
      .m_tid     (digest_tid),
      .m_tvalid  (digest_tvalid),
      .m_tready  (digest_tready)
    );
  end else begin : gen_pair
    sil_md5_sha1_pipe4_pair #(.Midstates(2), .ClockGate(ClockGate)) u_core (
      .clk_i,
      .rst_ni    (core_rst_n),
      .s_tdata   (block_tdata),
      .s_tlast   (block_tlast),
      .s_tid     (block_tid),
      .s_tvalid  (block_tvalid),
      .s_tready  (block_tready),
      .restore_i (restore),
      .save_i    (save),
      .s_tid_next(block_tid_next),
      .s_tid_any (block_tid_any),
      .m_tdata   (digest_tdata),
      .m_tid     (digest_tid),
      .m_tvalid  (digest_tvalid),
      .m_tready  (digest_tready)
    );
  end

  sil_hmac_engine #(
    .Width(32), .DigestBits(160), .LengthBytes(sil_sha1_pkg::LENGTH_FIELD_BYTES), .Either(1'b1),
    .LittleEndian(2'b01), .Messages(PipelineStages), .Cores(Cores)
  ) u_engine (
    .clk_i,
    .rst_ni,
    .wipe_i,
    .keyed_o,
    .s_tdata,
    .s_tkeep,
    .s_tlast,
    .s_tuser,
    .s_tsecond  (s_tsha1),
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
    .second_o   (sha1),
    .start_o    (),
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
