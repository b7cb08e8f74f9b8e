// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The results of messages in a chained mode: adds the mask of a block to its result, and sends the
/// sum as a beat. A queue holds the metadata of the blocks in the cipher.
///
/// ## Latency and throughput
/// A result leaves in the cycle after the cipher has it. One beat every two cycles.
module sil_modes_chained_results
  import sil_modes_pkg::beat_t;
  import sil_modes_chained_pkg::*;
#(
  /// Words of the queue: more than the blocks that can be in flight in the cipher.
  parameter int unsigned Depth = 16
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         wipe_i,
  /// All data is being cleared, as in sil_fifo_wipe. `metadata_i` is then 0.
  output logic         clean_o,
  /// Metadata of a block, or of a beat without one, before the block enters the cipher.
  input  metadata_t    metadata_i,
  input  logic         valid_i,
  output logic         ready_o,
  /// There is metadata whose result has not left the cipher.
  output logic         waiting_o,
  /// Results of the cipher.
  input  logic [127:0] s_tdata,
  input  logic         s_tvalid,
  output logic         s_tready,
  /// Do not take a result on which the next block depends.
  input  logic         hold_i,
  /// Such a result is taken if it is valid. Comes from a register.
  output logic         chain_ready_o,
  /// Such a result is taken. `sum_o`: the result and its mask.
  output logic         chain_o,
  output logic [127:0] sum_o,
  /// As in sil_modes_chained.
  output logic [127:0] m_tdata,
  output logic [15:0]  m_tkeep,
  output logic         m_tlast,
  output logic         m_tuser,
  output logic         m_tvalid,
  input  logic         m_tready
);
  metadata_t oldest, head_q;
  logic oldest_valid, head_ready, head_valid_q, pop;
  logic able;  // the oldest metadata can leave, but for its result
  logic ready_q;  // able, and it has a block. This stays so until the result is taken.
  logic chain_ready_q;  // the same, and the next block depends on it
  logic room, out_valid_q, out_error_q;
  beat_t out, out_q;

  sil_fifo_wipe #(.Width($bits(metadata_t)), .Depth(Depth)) u_queue (
    .clk_i, .rst_ni, .wipe_i,
    .clean_o (clean_o),
    .s_tdata (metadata_i),
    .s_tvalid(valid_i),
    .s_tready(ready_o),
    .m_tdata (oldest),
    .m_tvalid(oldest_valid),
    .m_tready(head_ready)
  );

  // The oldest metadata leaves the memory before its result comes.
  assign head_ready = ~head_valid_q | pop;
  assign waiting_o = head_valid_q | oldest_valid;
  assign room = ~out_valid_q | m_tready;
  assign able = head_valid_q & (head_q.hide | room);
  assign s_tready = ready_q & ~(hold_i & head_q.chain);
  assign pop = head_q.block ? s_tready & s_tvalid : able;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {head_valid_q, ready_q, chain_ready_q, out_valid_q} <= '0;
    else if (wipe_i) {head_valid_q, ready_q, chain_ready_q, out_valid_q} <= '0;
    else begin
      if (head_ready) head_valid_q <= oldest_valid;
      ready_q <= able & head_q.block & ~pop;
      chain_ready_q <= able & head_q.block & head_q.chain & ~pop;
      if (room) out_valid_q <= pop & ~head_q.hide;
    end
  end

  always_comb begin
    out = '{data: sum_o, keep: head_q.keep, last: head_q.last};
    for (int unsigned i = 0; i < 16; i++) if (!out.keep[i]) out.data[8*i+:8] = '0;
  end
  always_ff @(posedge clk_i) begin
    if (clean_o) head_q <= '0;
    else if (head_ready) head_q <= oldest;
    if (clean_o) {out_q, out_error_q} <= '0;
    else if (room) {out_q, out_error_q} <= {out, head_q.error};
  end

  assign sum_o = s_tdata ^ head_q.mask;
  assign chain_o = pop & head_q.chain;
  assign chain_ready_o = chain_ready_q;
  assign m_tdata = out_q.data;
  assign m_tkeep = out_q.keep;
  assign m_tlast = out_q.last;
  assign m_tuser = out_error_q;
  assign m_tvalid = out_valid_q;
endmodule
