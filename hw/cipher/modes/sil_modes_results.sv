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
/// A result leaves in the cycle after the cipher has it. One beat every two cycles, with EveryCycle
/// one per cycle.
module sil_modes_results
  import sil_modes_pkg::*;
#(
  /// Words of the queue: more than the blocks that can be in flight in the cipher.
  parameter int unsigned Depth = 16,
  /// Messages may use XTS.
  parameter bit HasXts = 1'b1,
  /// A result can leave in every cycle; otherwise every two cycles.
  parameter bit EveryCycle = 1'b0
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
  logic oldest_valid, head_ready, head_valid_q, pop;
  logic [127:0] sum;

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

  // The oldest control word leaves the memory before its result comes.
  assign head_ready = ~head_valid_q | pop;
  assign waiting_o = head_valid_q | oldest_valid;
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

  logic able;  // the oldest beat can leave, but for its result
  logic room, out_valid_q, out_error_q, tail_wait_q;
  beat_t out_q, tail_q;

  assign room = ~out_valid_q | m_tready;
  assign able = head_valid_q & ~tail_wait_q & (head.steal | room);
  assign pop = head.block ? s_tready & s_tvalid : able;
  if (EveryCycle) begin : gen_ready
    assign s_tready = able & head.block;
  end else begin : gen_ready_q
    // Once a result can be taken, that stays so until it is.
    logic ready_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) ready_q <= 1'b0;
      else if (wipe_i) ready_q <= 1'b0;
      else ready_q <= able & head.block & ~pop;
    end
    assign s_tready = ready_q;
  end
  assign stolen_o = pop & head.steal;
  assign sum = s_tdata ^ head.mask;
  assign tail_o = tail_q.data;

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
    out = '{data: sum, keep: head.tail ? '1 : head.keep, last: head.last & ~head.tail};
    out_error = head.error;
    if (tail_wait_q) {out, out_error} = {tail_q, 1'b0};
    for (int unsigned i = 0; i < 16; i++) if (!out.keep[i]) out.data[8*i+:8] = '0;
  end

  always_ff @(posedge clk_i) begin
    if (clean_o) {out_q, out_error_q} <= '0;
    else if (room) {out_q, out_error_q} <= {out, out_error};
    if (clean_o) tail_q <= '0;
    else if (stolen_o) tail_q <= '{data: sum, keep: keep_i, last: 1'b1};
  end

  assign m_tdata = out_q.data;
  assign m_tkeep = out_q.keep;
  assign m_tlast = out_q.last;
  assign m_tuser = out_error_q;
  assign m_tvalid = out_valid_q;
endmodule
