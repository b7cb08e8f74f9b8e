// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// HMAC (RFC 2104, FIPS 198-1) with MD5 or SHA-1, chosen for each key and each message: key and
/// message bytes in, tag out.
///
/// The unit holds one key for each hash.
///
/// ## Latency and throughput
/// C is the number of cycles per block, F of them are for the feed-forward, and L is the latency
/// after the last block, in cycles:
///
///     Shared  Hash   C    F  L
///     1       MD5    69   5  1 + 2 Precompute
///     1       SHA-1  85   5  1 + 2 Precompute
///     0       each   as in sil_md5_core and sil_sha1_core, L = D - n * C
///
/// A message has n padded blocks after the key block. With a loaded key its tag is valid (n + 1) *
/// C + 2 * (F + 2 + L) + 1 cycles after its first beat was taken; the next message's first beat is
/// taken 2 cycles later.
///
/// ## Byte order
/// The first byte of a key or message is `s_tdata[7:0]` of its first beat, the first byte of a tag
/// is `m_tdata[7:0]`.
module sil_hmac_md5_sha1
  import sil_hmac_pkg::*;
#(
  /// As in sil_md5_core and sil_sha1_core with Shared = 0. As in sil_md5_sha1_core with Shared = 1,
  /// where it must be 1 or 2.
  parameter int unsigned Precompute = 2,
  /// As in sil_md5_sha1_core.
  parameter bit ClockGate = 1'b0,
  /// 1: one datapath computes either hash; gain: about the area of one core; cost: the clock of the
  /// slower hash. 0: one core for each hash and a multiplexer; gain: cycles and clock; cost: the
  /// area of both cores.
  parameter bit Shared = 1'b1
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
  input  logic         s_tvalid,
  output logic         s_tready,
  /// The tag. A tag of MD5 is in the low 128 bits.
  output logic [159:0] m_tdata,
  /// The tag equals `tag_i` of the first cycle of `m_tvalid`. The result of this one comparison
  /// holds until the tag is taken. All bits are compared in one cycle.
  output logic         m_tmatch,
  /// The message was refused: no key was loaded, or it broke a rule. `m_tdata` is 0.
  output logic         m_tuser,
  output logic         m_tvalid,
  input  logic         m_tready,
  /// Tag to compare with. It is used in the first cycle of `m_tvalid` and ignored in all others.
  input  logic [159:0] tag_i
);
  if (Shared && !(Precompute inside {1, 2})) begin : gen_shared
    $fatal(1, "Shared = 1 needs Precompute = 1 or 2");
  end

  logic core_rst_n, start, block_tlast, block_tvalid, block_tready, digest_tvalid, digest_tready;
  logic [1:0] restore;
  midstate_e save;
  logic [31:0] block_tdata;
  logic [159:0] digest_tdata;
  logic sha1;

  if (Shared) begin : gen_shared_core
    sil_md5_sha1_core #(
      .Precompute(Precompute), .ClockGate(ClockGate), .Midstates(2)
    ) u_core (
      .clk_i,
      .rst_ni  (core_rst_n),
      .sha1_i  (sha1),
      .s_tdata (block_tdata),
      .s_tlast (block_tlast),
      .s_tvalid(block_tvalid),
      .s_tready(block_tready),
      .start_i (start),
      .restore_i(restore),
      .save_i  (save),
      .m_tdata (digest_tdata),
      .m_tvalid(digest_tvalid),
      .m_tready(digest_tready)
    );
  end else begin : gen_pair
    logic [1:0] restore_q;

    // This register cuts the path from the control state through the multiplexer of midstates to an
    // adder of MD5. The cores read a midstate one cycle after start_i at the earliest.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) restore_q <= NoMidstate;
      else restore_q <= restore;
    end

    sil_md5_sha1_pair #(
      .Precompute(Precompute), .ClockGate(ClockGate), .Midstates(2)
    ) u_core (
      .clk_i,
      .rst_ni  (core_rst_n),
      .sha1_i  (sha1),
      .s_tdata (block_tdata),
      .s_tlast (block_tlast),
      .s_tvalid(block_tvalid),
      .s_tready(block_tready),
      .start_i (start),
      .restore_i(restore_q),
      .save_i  (save),
      .m_tdata (digest_tdata),
      .m_tvalid(digest_tvalid),
      .m_tready(digest_tready)
    );
  end

  sil_hmac_engine #(
    .Width(32), .DigestBits(160), .LengthBytes(sil_sha1_pkg::LENGTH_FIELD_BYTES), .Either(1'b1),
    .LittleEndian(2'b01)
  ) u_engine (
    .clk_i,
    .rst_ni,
    .wipe_i,
    .keyed_o,
    .s_tdata,
    .s_tkeep,
    .s_tlast,
    .s_tuser,
    .s_tsecond     (s_tsha1),
    .s_tid         (1'b0),
    .s_tvalid,
    .s_tready,
    .m_tdata,
    .m_tmatch,
    .m_tuser,
    .m_tid         (),
    .m_tvalid,
    .m_tready,
    .tag_i,
    .core_rst_no   (core_rst_n),
    .second_o      (sha1),
    .start_o       (start),
    .restore_o     (restore),
    .save_o        (save),
    .block_tdata,
    .block_tlast,
    .block_tid     (),
    .block_tvalid,
    .block_tready,
    .block_tid_next(1'b0),
    .block_tid_any (1'b0),
    .digest_tdata,
    .digest_tid    (1'b0),
    .digest_tvalid,
    .digest_tready
  );
endmodule
