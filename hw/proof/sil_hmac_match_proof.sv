// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: `m_tmatch` of sil_hmac_engine is high exactly if a tag is offered and all of its
/// bits equal `tag_i` of the first cycle in which it was offered. Both hold until the tag is taken,
/// for any duration, or a reset or a wipe. A refusal has no match, and its data is zero.
///
/// The hash core is outside of the proof. It may do anything, with one exception: it holds a digest
/// that it offers until it is taken.
module sil_hmac_match_proof
#(
  /// As in sil_hmac_engine.
  parameter int unsigned Width = 32,
  parameter int unsigned DigestBits = 256,
  parameter bit Either = 1'b0,
  parameter int unsigned Messages = 1,
  localparam int unsigned TidBits = Messages == 1 ? 1 : $clog2(Messages)
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  wipe_i,
  input logic [Width-1:0]      s_tdata,
  input logic [Width/8-1:0]    s_tkeep,
  input logic                  s_tlast,
  input logic                  s_tuser,
  input logic                  s_tsecond,
  input logic [TidBits-1:0]    s_tid,
  input logic                  s_tvalid,
  input logic                  m_tready,
  input logic [DigestBits-1:0] tag_i,
  input logic                  block_tready,
  input logic [TidBits-1:0]    block_tid_next,
  input logic                  block_tid_any,
  input logic [DigestBits-1:0] digest_tdata,
  input logic [TidBits-1:0]    digest_tid,
  input logic                  digest_tvalid
);
  logic match, refusal, valid, digest_tready, core_rst_n;
  logic [DigestBits-1:0] tag;
  logic [TidBits-1:0] tid;

  sil_hmac_engine #(
    .Width(Width), .DigestBits(DigestBits), .LengthBytes(Width / 4), .Either(Either),
    .Messages(Messages)
  ) u_engine (
    .clk_i, .rst_ni, .wipe_i, .keyed_o(), .s_tdata, .s_tkeep, .s_tlast, .s_tuser, .s_tsecond,
    .s_tid, .s_tvalid, .s_tready(), .m_tdata(tag), .m_tmatch(match), .m_tuser(refusal),
    .m_tid(tid), .m_tvalid(valid), .m_tready, .tag_i, .core_rst_no(core_rst_n), .second_o(),
    .start_o(), .restore_o(), .save_o(), .block_tdata(), .block_tlast(), .block_tid(),
    .block_tvalid(), .block_tready, .block_tid_next, .block_tid_any, .digest_tdata, .digest_tid,
    .digest_tvalid, .digest_tready
  );

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  // The answer waits: it is that of the cycle before. `equal` is the comparison of its first cycle.
  logic waits_q, equal, equal_q, refusal_q;
  logic [DigestBits-1:0] tag_q;
  logic [TidBits-1:0] tid_q;
  assign equal = waits_q ? equal_q : tag == tag_i;
  always_ff @(posedge clk_i or negedge core_rst_n) begin
    if (!core_rst_n) waits_q <= 1'b0;
    else waits_q <= valid & ~m_tready;
  end
  always_ff @(posedge clk_i) {equal_q, refusal_q, tag_q, tid_q} <= {equal, refusal, tag, tid};

  // A digest that is offered holds.
  logic offered_q;
  logic [DigestBits-1:0] digest_q;
  logic [TidBits-1:0] digest_tid_q;
  always_ff @(posedge clk_i or negedge core_rst_n) begin
    if (!core_rst_n) offered_q <= 1'b0;
    else offered_q <= digest_tvalid & ~digest_tready;
  end
  always_ff @(posedge clk_i) {digest_q, digest_tid_q} <= {digest_tdata, digest_tid};

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (Messages == 1) assume (digest_tid == '0);
    if (offered_q) begin
      assume (digest_tvalid);
      assume (digest_tdata == digest_q);
      assume (digest_tid == digest_tid_q);
    end
    if (!first_q) begin
      assert (match == (valid & ~refusal & equal));
      if (valid && refusal) assert (tag == '0);
      if (valid && !refusal) assert (core_rst_n && digest_tvalid && tag == digest_tdata);
      if (waits_q) begin
        assert (valid);
        assert (refusal == refusal_q);
        assert (tag == tag_q);
        assert (tid == tid_q);
      end
      // An invariant for the induction.
      assert (u_engine.waits_q == waits_q);
    end
  end
endmodule
