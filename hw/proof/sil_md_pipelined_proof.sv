// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_md_pipelined, the port of each hash core with a pipeline of several messages:
///
/// * the register that lets the pipeline run is high exactly where no message word is missing and no
///   digest that waits would be overwritten;
/// * a digest is valid from the cycle after its last word until it is accepted, and holds meanwhile
///   with its channel, while the pipeline goes on with other messages;
/// * it is the hash value in the bytes of the standard; each digest that the pipeline forms is valid
///   once.
///
/// The pipeline has any words and any latency. It changes its digest register only in cycles in
/// which `run_o` is high, from `reserve_i` to `last_i`. It announces `reserve_i` one cycle before,
/// and forms one digest at a time.
module sil_md_pipelined_proof
  import sil_md_pkg::*;
#(
  /// As in sil_md_pipelined.
  parameter int unsigned Width = 64,
  parameter int unsigned Rounds = 80,
  parameter int unsigned FeedForward = 4,
  parameter int unsigned Stages = 2,
  parameter int unsigned StateWords = 8,
  parameter int unsigned DigestBits = 512,
  /// The low byte of a word is the first one.
  parameter bit Little = 1'b0,
  localparam int unsigned StateBits = StateWords * Width,
  localparam int unsigned TidBits = $clog2(Stages),
  localparam int unsigned Bytes = Width / 8
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic [Width-1:0]     s_tdata,
  input logic                 s_tlast,
  input logic [TidBits-1:0]   s_tid,
  input logic                 s_tvalid,
  input logic                 m_tready,
  /// From the pipeline, and its digest register in the next cycle.
  input logic                 reserve_next_i,
  input logic                 last_i,
  input logic [1:0]           id_i,
  input logic [StateBits-1:0] value_i
);
  logic m_tvalid, run, reserve_q;
  logic [TidBits-1:0] m_tid;
  logic [DigestBits-1:0] m_tdata;
  logic [StateBits-1:0] chaining_q;
  control_t [Stages-1:0] control;

  sil_md_pipelined #(
    .Width(Width), .Rounds(Rounds), .FeedForward(FeedForward), .Stages(Stages),
    .StateWords(StateWords), .DigestBits(DigestBits)
  ) u_port (
    .clk_i, .rst_ni, .little_i(Little), .s_tdata, .s_tlast, .s_tid, .restore_i('0), .s_tvalid,
    .s_tready(), .s_tid_next(), .s_tid_any(), .m_tdata, .m_tid, .m_tvalid, .m_tready, .run_o(run),
    .control_o(control), .index_o(), .message_o(), .restore_o(), .reserve_next_i,
    .reserve_i(reserve_q), .last_i, .id_i, .chaining_i(chaining_q)
  );

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  // The digest register is changing; a digest waits, with that value and that channel.
  logic changing_q, waits_q;
  logic [StateBits-1:0] hash_q;
  logic [TidBits-1:0] id_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {reserve_q, changing_q, waits_q} <= '0;
    else begin
      if (m_tvalid && m_tready) waits_q <= 1'b0;
      if (run) begin
        reserve_q <= reserve_next_i;
        if (reserve_q) changing_q <= 1'b1;
        if (last_i) {changing_q, waits_q} <= 2'b01;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (run && (reserve_q || changing_q)) chaining_q <= value_i;
    if (run && last_i) {hash_q, id_q} <= {value_i, id_i[TidBits-1:0]};
  end

  always_comb begin
    if (first_q) assume (!rst_ni);
    // The pipeline.
    if (!changing_q) assume (!last_i);
    if (changing_q) assume (!reserve_q);

    if (rst_ni) begin
      assert (run
        == ((!control[0].load || u_port.word_tvalid) && !(reserve_q && m_tvalid)));
      assert (m_tvalid == waits_q);
      assert (!(waits_q && changing_q));
      if (waits_q) begin
        assert (m_tid == id_q);
        assert (chaining_q == hash_q);
      end
      // The bytes of the digest. H0 is in the high bits of the hash value.
      for (int unsigned n = 0; n < DigestBits / 8; n++) begin
        if (m_tvalid && !Little) assert (m_tdata[8*n+:8] == hash_q[StateBits-8-8*n+:8]);
        if (m_tvalid && Little) begin
          assert (m_tdata[8*n+:8] == hash_q[Width*(StateWords-1-n/Bytes)+8*(n%Bytes)+:8]);
        end
      end
    end
  end
endmodule
