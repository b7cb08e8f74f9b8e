// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// HMAC (RFC 2104, FIPS 198-1) with SHA-2: key and message bytes in, tag out.
///
/// ## Latency and throughput
/// C, F and D are those of sil_sha2_core, L = D - n * C, and a message has n padded blocks after
/// the key block. With a loaded key its tag is valid (n + 1) * C + 2 * (F + 2 + L) + 1 cycles after
/// its first beat was taken; the next message's first beat is taken 2 cycles later.
///
/// ## Byte order
/// The first byte of a key or message is `s_tdata[7:0]` of its first beat, the first byte of a tag
/// is `m_tdata[7:0]`.
module sil_hmac_sha2
  import sil_sha2_pkg::*, sil_hmac_pkg::*;
#(
  /// As in sil_sha2_core.
  parameter alg_e Alg = SHA512,
  /// As in sil_sha2_core.
  parameter int unsigned Unroll = 1,
  /// As in sil_sha2_core.
  parameter int unsigned Precompute = 2,
  /// As in sil_sha2_core.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// As in sil_sha2_core.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned DataBits = Unroll * word_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg)
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
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// The tag.
  output logic [DigestBits-1:0] m_tdata,
  /// The tag equals `tag_i` of the first cycle of `m_tvalid`. The result of this one comparison
  /// holds until the tag is taken. All bits are compared in one cycle.
  output logic                  m_tmatch,
  /// The message was refused: no key was loaded, or it broke a rule. `m_tdata` is 0.
  output logic                  m_tuser,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  /// Tag to compare with. It is used in the first cycle of `m_tvalid` and ignored in all others.
  input  logic [DigestBits-1:0] tag_i
);
  logic core_rst_n, start, block_tlast, block_tvalid, block_tready, digest_tvalid, digest_tready;
  logic [1:0] restore, restore_q;
  midstate_e save;
  logic [DataBits-1:0] block_tdata;
  logic [DigestBits-1:0] digest_tdata;

  sil_sha2_core #(
    .Alg(Alg), .Unroll(Unroll), .Precompute(Precompute), .CounterCode(CounterCode),
    .ClockGate(ClockGate), .Midstates(2)
  ) u_core (
    .clk_i,
    .rst_ni    (core_rst_n),
    .s_tdata   (block_tdata),
    .s_tlast   (block_tlast),
    .s_tid     (1'b0),
    .s_tvalid  (block_tvalid),
    .s_tready  (block_tready),
    .start_i   (start),
    .restore_i (restore_q),
    .save_i    (save),
    .s_tid_next(),
    .s_tid_any (),
    .m_tdata   (digest_tdata),
    .m_tid     (),
    .m_tvalid  (digest_tvalid),
    .m_tready  (digest_tready)
  );

  // This register cuts the path from the control state through the multiplexer of midstates to the
  // adders of the core. The core reads a midstate one cycle after start_i at the earliest.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) restore_q <= NoMidstate;
    else restore_q <= restore;
  end

  sil_hmac_engine #(
    .Width(word_bits(Alg)), .Unroll(Unroll), .DigestBits(DigestBits),
    .LengthBytes(length_bytes(Alg)), .LittleEndian(2'b00)
  ) u_engine (
    .clk_i,
    .rst_ni,
    .wipe_i,
    .keyed_o,
    .s_tdata,
    .s_tkeep,
    .s_tlast,
    .s_tuser,
    .s_tsecond     (1'b0),
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
    .second_o      (),
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
