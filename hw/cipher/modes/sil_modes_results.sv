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
/// A result leaves in the cycle after the cipher has it. One beat every two cycles. A beat without a
/// block waits until the beat before it was accepted.
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
  /// All data is being cleared, as in sil_fifo_wipe_fast. `metadata_i` and `mask_i` are then 0.
  output logic         clean_o,
  /// Metadata of a beat of the result, at the latest one cycle after its block enters the cipher.
  input  metadata_t    metadata_i,
  /// It is added to the result: data in CTR, a tweak in XTS.
  input  logic [127:0] mask_i,
  input  logic         valid_i,
  /// It comes from a register.
  output logic         ready_o,
  /// A beat of the result has not left for the output register.
  output logic         waiting_o,
  /// Results of the cipher.
  input  logic [127:0] s_tdata,
  input  logic         s_tvalid,
  output logic         s_tready,
  /// The result that the partial block takes bytes from has left the cipher. It is in `tail_o`
  /// from the next cycle on. `keep_i`: the valid bytes of the partial block.
  output logic         stolen_o,
  input  logic [15:0]  keep_i,
  output logic [127:0] tail_o,
  /// As in sil_modes_stream.
  output logic [127:0] m_tdata,
  output logic [15:0]  m_tkeep,
  output logic         m_tlast,
  output logic         m_tuser,
  output logic         m_tvalid,
  input  logic         m_tready
);
  metadata_t oldest, head_q, head;
  logic queue_ready, oldest_valid, head_ready, head_valid_q, pop;
  logic [127:0] mask_q, sum;

  sil_fifo_wipe_fast #(.Width($bits(metadata_t)), .Depth(Depth)) u_queue (
    .clk_i, .rst_ni, .wipe_i,
    .clean_o (clean_o),
    .s_tdata (metadata_i),
    .s_tvalid(valid_i),
    .s_tready(queue_ready),
    .m_tdata (oldest),
    .m_tvalid(oldest_valid),
    .m_tready(head_ready)
  );

  // What is added to a result, in a memory of its own with the same words. While they are cleared,
  // both addresses step together.
  localparam int unsigned AddressBits = $clog2(Depth);
  (* ram_style = "distributed" *) logic [127:0] masks_q [Depth];
  logic [AddressBits-1:0] mask_write_q, mask_read_q;
  logic mask_read;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {mask_write_q, mask_read_q} <= '0;
    else if (wipe_i) {mask_write_q, mask_read_q} <= '0;
    else begin
      if (clean_o || valid_i) mask_write_q <= mask_write_q + 1'b1;
      if (clean_o || mask_read) mask_read_q <= mask_read_q + 1'b1;
    end
  end
  always_ff @(posedge clk_i) if (clean_o || valid_i) masks_q[mask_write_q] <= mask_i;

  // The oldest control word leaves the memory before its result comes.
  assign head_ready = ~head_valid_q | pop;
  assign waiting_o = oldest_valid | head_valid_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) head_valid_q <= 1'b0;
    else if (wipe_i) head_valid_q <= 1'b0;
    else if (head_ready) head_valid_q <= oldest_valid;
  end
  always_ff @(posedge clk_i) begin
    if (clean_o) head_q <= '0;
    else if (head_ready) head_q <= oldest;
  end
  always_comb begin
    head = head_q;
    if (!HasXts) {head.steal, head.tail} = '0;
  end
  // The next result comes two cycles later, so the mask is read again in every cycle: no enable of
  // 128 registers depends on a result. Until then it stays in the memory, which has no room for one
  // mask more.
  assign mask_read = pop;
  assign ready_o = queue_ready & ~(head_valid_q & mask_write_q == mask_read_q);
  always_ff @(posedge clk_i) mask_q <= clean_o ? '0 : masks_q[mask_read_q];

  logic able, ready_q;  // the oldest beat can leave, but for its result
  // room: the output takes a beat; empty: and it does not depend on m_tready
  logic room, empty, out_valid, out_error, tail_wait, tail_wait_q, tail_load;
  beat_t out, tail_q;

  assign tail_wait = HasXts & tail_wait_q;
  assign able = head_valid_q & ~tail_wait & room;
  // s_tready is high only if the oldest beat has a block.
  assign pop = (s_tready & s_tvalid) | (head_valid_q & ~head.block & ~tail_wait & empty);
  // Once a result can be taken, that stays so until it is.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ready_q <= 1'b0;
    else if (wipe_i) ready_q <= 1'b0;
    else ready_q <= able & head.block & ~pop;
  end
  assign s_tready = ready_q;
  assign stolen_o = pop & head.steal;
  assign tail_load = s_tready & head.steal;  // until the result is there, without effect
  assign sum = s_tdata ^ mask_q;
  assign tail_o = tail_q.data;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) tail_wait_q <= 1'b0;
    else if (wipe_i) tail_wait_q <= 1'b0;
    else tail_wait_q <= tail_wait ? ~room : pop & head.tail;
  end
  always_ff @(posedge clk_i) begin
    if (clean_o) tail_q <= '0;
    else if (tail_load) tail_q <= '{data: sum, keep: keep_i, last: 1'b1};
  end

  assign out_valid = tail_wait | (pop & ~head.steal);
  always_comb begin
    out = '{data: sum, keep: head.tail ? '1 : head.keep, last: head.last & ~head.tail};
    out_error = head.error;
    if (tail_wait) {out, out_error} = {tail_q, 1'b0};
    for (int unsigned i = 0; i < 16; i++) if (!out.keep[i]) out.data[8*i+:8] = '0;
  end

  beat_t out_q;
  logic out_valid_q, out_error_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) out_valid_q <= 1'b0;
    else if (wipe_i) out_valid_q <= 1'b0;
    else if (room) out_valid_q <= out_valid;
  end
  always_ff @(posedge clk_i) begin
    if (clean_o) {out_q, out_error_q} <= '0;
    else if (room) {out_q, out_error_q} <= {out, out_error};
  end
  assign room = ~out_valid_q | m_tready;
  assign empty = ~out_valid_q;
  assign {m_tdata, m_tkeep, m_tlast} = out_q;
  assign {m_tuser, m_tvalid} = {out_error_q, out_valid_q};
endmodule
