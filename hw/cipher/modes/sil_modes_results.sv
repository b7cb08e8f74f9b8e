// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The results of messages under a block cipher: adds data (CTR) or tweak (XTS) to the result of a
/// block, and sends it as a beat. A queue holds the metadata of the blocks in the cipher.
///
/// With ciphertext stealing (IEEE 1619 5.3.2) the result of the last full block does not leave at
/// once. The partial block takes the bytes that it lacks from it, and the rest of it is the last
/// beat of the message.
///
/// ## Latency and throughput
/// A result leaves in the cycle after the cipher has it. One beat per cycle.
module sil_modes_results
  import sil_modes_pkg::*;
#(
  /// Words of the queue: more than the blocks that can be in flight in the cipher.
  parameter int unsigned Depth = 16,
  /// Messages may use XTS.
  parameter bit HasXts = 1'b1
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         wipe_i,
  /// All data is being cleared, as in sil_fifo_wipe. `metadata_i` is then 0.
  output logic         clean_o,
  /// Metadata of a beat of the result, in the cycle in which its block enters the cipher.
  input  metadata_t    metadata_i,
  input  logic         valid_i,
  output logic         ready_o,
  /// A beat of the result has not left for the output register.
  output logic         waiting_o,
  /// Results of the cipher.
  input  logic [127:0] s_tdata,
  input  logic         s_tvalid,
  output logic         s_tready,
  /// The partial block takes bytes of `sum_o` in this cycle, the result with the mask.
  output logic         stolen_o,
  output logic [127:0] sum_o,
  /// Valid bytes of the partial block.
  input  logic [15:0]  keep_i,
  /// As in sil_modes_stream.
  output logic [127:0] m_tdata,
  output logic [15:0]  m_tkeep,
  output logic         m_tlast,
  output logic         m_tuser,
  output logic         m_tvalid,
  input  logic         m_tready
);
  metadata_t oldest, head;
  logic pop;

  sil_fifo_wipe #(.Width($bits(metadata_t)), .Depth(Depth)) u_queue (
    .clk_i, .rst_ni, .wipe_i,
    .clean_o (clean_o),
    .s_tdata (metadata_i),
    .s_tvalid(valid_i),
    .s_tready(ready_o),
    .m_tdata (oldest),
    .m_tvalid(waiting_o),
    .m_tready(pop)
  );

  always_comb begin
    head = oldest;
    if (!HasXts) {head.steal, head.tail} = '0;
  end

  logic room, out_valid_q, out_error_q, tail_wait_q;
  beat_t out_q, tail_q;

  assign room = ~out_valid_q | m_tready;
  assign s_tready = waiting_o & head.keep[0] & ~tail_wait_q & (head.steal | room);
  assign pop = waiting_o & ~tail_wait_q & (head.steal | room) & (s_tvalid | ~head.keep[0]);
  assign stolen_o = pop & head.steal;
  assign sum_o = s_tdata ^ (head.add ? head.mask : '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {out_valid_q, tail_wait_q} <= '0;
    else if (wipe_i) {out_valid_q, tail_wait_q} <= '0;
    else begin
      if (room) out_valid_q <= tail_wait_q | (pop & ~head.steal);
      tail_wait_q <= tail_wait_q ? ~room : pop & head.tail;
    end
  end

  beat_t out;
  logic out_error;
  always_comb begin
    out = '{data: sum_o, keep: head.tail ? '1 : head.keep, last: head.last & ~head.tail};
    out_error = head.error;
    if (tail_wait_q) {out, out_error} = {tail_q, 1'b0};
    for (int unsigned i = 0; i < 16; i++) if (!out.keep[i]) out.data[8*i+:8] = '0;
  end

  always_ff @(posedge clk_i) begin
    if (clean_o) {out_q, out_error_q} <= '0;
    else if (room) {out_q, out_error_q} <= {out, out_error};
    if (clean_o) tail_q <= '0;
    else if (stolen_o) tail_q <= '{data: sum_o, keep: keep_i, last: 1'b1};
  end

  assign m_tdata = out_q.data;
  assign m_tkeep = out_q.keep;
  assign m_tlast = out_q.last;
  assign m_tuser = out_error_q;
  assign m_tvalid = out_valid_q;
endmodule
