// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_md_iterative, the port of each hash core with one message in flight:
///
/// * the digest of a message is valid from the cycle after its last operation until it is accepted,
///   and holds meanwhile, although the datapath may change its registers in each cycle in which it
///   runs;
/// * it is the hash value after the last operation, in the bytes of the standard, of which the
///   first `DigestBits` / 8 are left (FIPS 180-4 6.3 and 6.5 to 6.7);
/// * each message that starts has one digest, which is accepted before the next message starts;
/// * each beat that is accepted enters the datapath, in words of the standard.
///
/// The datapath has any words and any latency. It changes its registers where `run_o` or `clear_o`
/// is high. It ends a message once, after it has taken the last control word, and takes no message
/// words from then on. The proofs of the datapaths have these conditions as invariants of their
/// control words (sil_md_operation_controls).
module sil_md_digest_proof
  import sil_md_pkg::*;
#(
  /// As in sil_md_iterative.
  parameter int unsigned Width = 64,
  parameter int unsigned Unroll = 1,
  parameter int unsigned Rounds = 80,
  parameter int unsigned FeedForward = 4,
  parameter int unsigned Skipped = 0,
  parameter int unsigned StateWords = 8,
  parameter int unsigned DigestBits = 512,
  parameter int unsigned Midstates = 0,
  /// Byte order of words. 0: the high byte is the first one. 1: the low byte is. 2: `little_i` says
  /// it for each message.
  parameter int unsigned Little = 0,
  localparam int unsigned DataBits = Unroll * Width,
  localparam int unsigned StateBits = StateWords * Width,
  localparam int unsigned Bytes = Width / 8
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 little_i,
  input logic                 start_i,
  input logic [DataBits-1:0]  s_tdata,
  input logic                 s_tlast,
  input logic                 s_tvalid,
  input logic                 m_tready,
  /// From the datapath, and its registers of the hash value in the next cycle.
  input logic                 load_i,
  input logic                 last_i,
  input logic [StateBits-1:0] value_i
);
  logic s_tready, m_tvalid, run, clear, little;
  logic [DigestBits-1:0] m_tdata;
  logic [StateBits-1:0] chaining_q;
  logic [DataBits-1:0] message;
  control_t control;

  assign little = Little == 2 ? little_i : 1'(Little);

  sil_md_iterative #(
    .Width(Width), .Unroll(Unroll), .Rounds(Rounds), .FeedForward(FeedForward), .Skipped(Skipped),
    .StateWords(StateWords), .DigestBits(DigestBits), .Midstates(Midstates)
  ) u_port (
    .clk_i, .rst_ni, .little_i(little), .short_i(Little == 2 & little), .s_tdata, .s_tlast,
    .s_tvalid, .s_tready, .start_i, .m_tdata, .m_tvalid, .m_tready, .run_o(run), .clear_o(clear),
    .control_o(control), .count_o(), .message_o(message), .load_i, .last_i, .chaining_i(chaining_q)
  );

  always_ff @(posedge clk_i) if (run || clear) chaining_q <= value_i;

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  // A message has started and its digest is not accepted; its last control word is in the datapath;
  // its digest waits, and the hash value after its last operation.
  logic open_q, flight_q, waits_q, ends, little_q;
  logic [StateBits-1:0] hash_q;
  assign ends = control.last & run;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {open_q, flight_q, waits_q} <= '0;
    else begin
      if (clear) open_q <= 1'b1;
      if (ends) flight_q <= 1'b1;
      if (last_i && run) {flight_q, waits_q} <= 2'b01;
      if (m_tvalid && m_tready) {open_q, waits_q} <= '0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (last_i && run) hash_q <= value_i;
    little_q <= little;
  end

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (open_q) assume (little == little_q);
    // The datapath.
    if (!flight_q) assume (!last_i);
    if (!open_q || flight_q || waits_q) assume (!load_i);

    if (rst_ni) begin
      // A message has one digest, and a digest has one message.
      assert (m_tvalid == waits_q);
      assert (clear == (!open_q && (Midstates == 0 || start_i)));
      if (ends) assert (open_q && !flight_q && !waits_q);
      assert (!flight_q || (open_q && !waits_q));
      assert (!waits_q || open_q);
      // The datapath waits for the digest to be accepted, and for message words.
      assert (run == (!waits_q && (!load_i || s_tvalid)));
      // Each beat that is accepted enters the datapath.
      assert ((s_tvalid && s_tready) == (run && load_i));
      for (int unsigned i = 0; i < Unroll; i++) begin
        for (int unsigned b = 0; b < Bytes; b++) begin
          assert (message[Width*i+8*(little?b:Bytes-1-b)+:8] == s_tdata[Width*i+8*b+:8]);
        end
      end
      // The bytes of the digest. H0 is in the high bits of the hash value.
      if (waits_q) assert (chaining_q == hash_q);
      for (int unsigned n = 0; n < DigestBits / 8; n++) begin
        if (m_tvalid && !little) assert (m_tdata[8*n+:8] == hash_q[StateBits-8-8*n+:8]);
        if (m_tvalid && little) begin
          assert (m_tdata[8*n+:8] == hash_q[Width*(StateWords-1-n/Bytes)+8*(n%Bytes)+:8]);
        end
      end
      // Invariants of the sequencer.
      assert (u_port.u_sequencer.state_q
        == (!open_q ? 2'd0 : flight_q || waits_q ? 2'd2 : 2'd1));
      if (!open_q || flight_q || waits_q) assert (control == '0);
      else assert (control.valid);
    end
  end
endmodule
