// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The results of messages under a block cipher of a fixed latency: adds data (CTR) or tweak (XTS)
/// to the result of a block, and sends it as a beat. What is added and what is done with a result
/// is delayed as long as the cipher takes. Nothing on that way stalls: the beats that have not left
/// are counted, so that the queue behind it always has a free word.
///
/// With ciphertext stealing (IEEE 1619 5.3.2) the result of the last full block does not leave at
/// once. The partial block takes the bytes that it lacks from it, and the rest of it is the last
/// beat of the message. The cycle after a last beat has no beat.
///
/// ## Latency and throughput
/// One beat per cycle. It is valid on `m_` 3 cycles after the cipher has its result.
module sil_modes_pipe_results
  import sil_modes_pkg::*;
#(
  /// Cycles from a block to its result in the cipher, 3 to 57.
  parameter int unsigned Latency = 31,
  /// Words of the queue, a power of two: at least Latency + 7.
  parameter int unsigned Depth = 64,
  /// Messages may use XTS.
  parameter bit HasXts = 1'b1
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         wipe_i,
  /// All data is being cleared. `metadata_i` and `mask_i` are 0 one cycle later.
  output logic         clean_o,
  /// Metadata of a beat of the result, in the cycle before its block enters the cipher.
  input  metadata_t    metadata_i,
  /// It is added to the result: data in CTR, a tweak in XTS.
  input  logic [127:0] mask_i,
  input  logic         valid_i,
  /// There is room for a beat. It comes from a register.
  output logic         ready_o,
  /// A beat has not passed the cipher.
  output logic         waiting_o,
  /// Results of the cipher.
  input  logic [127:0] s_tdata,
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
  localparam int unsigned Words = Latency - 1;
  localparam int unsigned LevelBits = $clog2(Depth) + 1;
  /// Beats that enter at most after the decision to accept no more, and before they are counted.
  localparam int unsigned Late = 3;

  if (!(Latency inside {[3:57]}) || Depth < Latency + 7) begin : gen_latency
    $fatal(1, "Latency must be 3 to 57, and Depth at least Latency + 7");
  end

  /// What is delayed in a memory.
  typedef struct packed {
    logic [127:0] mask;
    logic [15:0]  keep;  // of the beat that leaves
    logic         last;
    logic         error;
  } late_t;

  logic clean;
  late_t early_q, late_q;
  (* ram_style = "distributed" *) late_t delay_q [Words];
  logic [$clog2(Words)-1:0] place_q;
  // Element 0 is in the cycle of the block, element Latency in that of its result.
  logic [Latency:0] valid_q, steal_q, tail_q;
  logic put_q;  // a beat leaves the way
  logic rest_q;  // the rest of the result that was stolen from leaves
  beat_t sum, held_q, rest, out, out_q;
  logic out_error_q, out_valid_q;
  logic [LevelBits-1:0] level_q;  // beats that have not left
  logic comes, leaves, unused_block;
  logic room_q;

  // The delay: each word of the memory is read before it is overwritten.

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) place_q <= '0;
    else place_q <= place_q == $bits(place_q)'(Words - 1) ? '0 : place_q + 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (clean) early_q <= '0;
    else begin
      early_q.mask <= mask_i;
      early_q.keep <= HasXts && metadata_i.tail ? '1 : metadata_i.keep;
      early_q.last <= metadata_i.last & ~(HasXts & metadata_i.tail);
      early_q.error <= metadata_i.error;
    end
    delay_q[place_q] <= early_q;
    late_q <= delay_q[place_q];
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {valid_q, steal_q, tail_q, put_q, rest_q, out_valid_q} <= '0;
    else if (wipe_i) {valid_q, steal_q, tail_q, put_q, rest_q, out_valid_q} <= '0;
    else begin
      valid_q <= {valid_q[Latency-1:0], valid_i};
      steal_q <= HasXts ? {steal_q[Latency-1:0], valid_i & metadata_i.steal} : '0;
      tail_q <= HasXts ? {tail_q[Latency-1:0], valid_i & metadata_i.tail} : '0;
      put_q <= (valid_q[Latency-1] & ~steal_q[Latency-1]) | tail_q[Latency];
      rest_q <= tail_q[Latency];
      out_valid_q <= put_q;
    end
  end
  assign waiting_o = |valid_q;

  // The sum of a result and its mask.

  always_comb begin
    sum = '{data: s_tdata ^ late_q.mask, keep: late_q.keep, last: late_q.last};
    out = sum;
    rest = held_q;
    for (int unsigned i = 0; i < 16; i++) begin
      if (!sum.keep[i]) out.data[8*i+:8] = '0;
      if (!held_q.keep[i]) rest.data[8*i+:8] = '0;
    end
    if (HasXts && rest_q) out = rest;
  end
  assign stolen_o = steal_q[Latency];
  assign tail_o = held_q.data;
  always_ff @(posedge clk_i) begin
    if (clean) {held_q, out_q, out_error_q} <= '0;
    else begin
      if (HasXts && steal_q[Latency]) held_q <= '{data: sum.data, keep: keep_i, last: 1'b1};
      {out_q, out_error_q} <= {out, late_q.error & ~(HasXts & rest_q)};
    end
  end

  // Beats that have not left, and the queue.

  // A stolen result is none, and the beat after a filled block comes when no other does.
  assign comes = (valid_q[0] & ~steal_q[0]) | tail_q[1];
  assign leaves = m_tvalid & m_tready;
  assign unused_block = metadata_i.block;  // a beat without a block has no valid bytes
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {level_q, room_q} <= '0;
    else if (wipe_i) {level_q, room_q} <= '0;
    else begin
      level_q <= level_q + LevelBits'(comes) - LevelBits'(leaves);
      room_q <= level_q < LevelBits'(Depth - Late);
    end
  end
  assign ready_o = room_q;

  sil_fifo_wipe_counted #(.Width($bits(beat_t) + 1), .Depth(Depth)) u_queue (
    .clk_i, .rst_ni, .wipe_i,
    .clear_o (clean),
    .s_tdata ({out_q, out_error_q}),
    .s_tvalid(out_valid_q),
    .m_tdata ({m_tdata, m_tkeep, m_tlast, m_tuser}),
    .m_tvalid, .m_tready
  );
  assign clean_o = clean;
endmodule
