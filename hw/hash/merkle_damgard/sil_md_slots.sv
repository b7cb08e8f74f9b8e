// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Issues the control words of a pipeline with as many messages in flight as stages.
///
/// Time is divided into time slots. In a time slot each stage performs its part of the operations
/// on a block. Then all blocks move by one stage. A message moves from the last stage back to the
/// first, which takes its next block. The time slots of the first stage go to the messages in a
/// fixed rotation. If the words of the next block are not there, the stage stays empty, and the
/// chaining value of the message passes through the pipeline unchanged. If no message is in flight,
/// the next time slot goes to whichever message has words.
///
/// ## Latency and throughput
/// (Rounds + FeedForward) / Stages / Unroll + 1 cycles per time slot, and one block per time slot.
module sil_md_slots
  import sil_md_pkg::*;
#(
  /// Rounds per block.
  parameter int unsigned Rounds = 80,
  /// Operations of the feed-forward in the last stage; 0 where a feed-forward stage follows it.
  parameter int unsigned FeedForward = 4,
  /// Operations per cycle.
  parameter int unsigned Unroll = 1,
  /// Stages, and messages in flight: 2 or 4.
  parameter int unsigned Stages = 2,
  localparam int unsigned ControlWords = (Rounds + FeedForward) / Stages / Unroll,
  localparam int unsigned IndexBits = $clog2(ControlWords + 1),
  localparam int unsigned IdBits = $clog2(Stages),
  // Least number of cycles from one move of the blocks to the next.
  localparam int unsigned Leave = 6
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// The datapath takes the control words in this cycle.
  input  logic                  run_i,
  /// Words of channel `id_i` wait.
  input  logic                  valid_i,
  input  logic [IdBits-1:0]     id_i,
  /// A beat of message words is accepted; it is the last of its message.
  input  logic                  take_i,
  input  logic                  last_i,
  /// Channel whose block is accepted next. Any channel where `any_o` is high.
  output logic [IdBits-1:0]     id_o,
  output logic                  any_o,
  /// Words are taken in the next cycle if the datapath takes the control words in this one.
  output logic                  load_next_o,
  /// The control words of this cycle, one per stage.
  output control_t [Stages-1:0] control_o,
  /// Their number within the stage. It is ControlWords while the blocks move.
  output logic [IndexBits-1:0]  index_o
);
  logic [IndexBits-1:0] index_d, index_q;
  logic [Stages-1:0] busy_d, busy_q;    // a block is in the stage
  logic [Stages-1:0] last_d, last_q;    // that block is the last of its message
  logic [Stages-1:0] fresh_d, fresh_q;  // no message is in progress: the next block starts one
  logic [IdBits-1:0] id_d, id_q;
  logic loading_d, loading_q;  // the first stage takes words
  logic slot_end_q;            // a time slot ends
  logic ending_q;              // a time slot ends after this control word
  logic loaded_q;              // the first stage takes the last word of its block
  logic idle_d, idle_q;        // no message is in flight
  logic empty_q;               // no message will be in flight if the next time slot is empty
  logic pass, fresh, waiting;
  logic [IdBits-1:0] id;

  assign any_o = slot_end_q & idle_q;
  assign pass = slot_end_q & (~idle_q | valid_i);
  assign waiting = valid_i & (idle_q | id_i == id_q);  // as the slot ends
  assign fresh = fresh_q[Stages-1] | last_q[Stages-1];
  assign id = idle_q ? id_i : id_q;

  always_comb begin
    index_d   = index_q;
    busy_d    = busy_q;
    last_d    = last_q;
    fresh_d   = fresh_q;
    loading_d = loading_q;
    idle_d    = idle_q;
    id_d      = id_q;
    if (take_i) last_d[0] = last_i;
    if (run_i) begin
      if (!slot_end_q) index_d = index_q + 1'b1;
      if (ending_q) id_d = id_q + 1'b1;
      if (loaded_q) loading_d = 1'b0;
      if (pass) begin
        busy_d    = {busy_q[Stages-2:0], waiting};
        last_d    = {last_q[Stages-2:0], 1'b0};
        fresh_d   = {fresh_q[Stages-2:0], fresh & ~waiting};
        // When no message is in flight, a shortened time slot lets the last digest leave.
        index_d   = empty_q && !waiting ? IndexBits'(ControlWords - Leave) : '0;
        loading_d = waiting;
        idle_d    = empty_q & ~waiting;
        id_d      = id;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      index_q    <= IndexBits'(ControlWords);
      busy_q     <= '0;
      last_q     <= '0;
      fresh_q    <= '1;
      id_q       <= '0;
      loading_q  <= 1'b0;
      slot_end_q <= 1'b1;
      ending_q   <= 1'b0;
      loaded_q   <= 1'b0;
      idle_q     <= 1'b1;
      empty_q    <= 1'b1;
    end else begin
      index_q   <= index_d;
      busy_q    <= busy_d;
      last_q    <= last_d;
      fresh_q   <= fresh_d;
      id_q      <= id_d;
      loading_q <= loading_d;
      idle_q    <= idle_d;
      empty_q   <= busy_q[Stages-2:0] == '0 & (&fresh_q[Stages-2:0]) & fresh;
      if (run_i) begin
        slot_end_q <= slot_end_q & ~pass | ending_q;
        ending_q   <= ~slot_end_q & index_q == IndexBits'(ControlWords - 2);
        loaded_q   <= ~slot_end_q & index_q == IndexBits'(BLOCK_WORDS / Unroll - 2);
      end
    end
  end

  for (genvar s = 0; s < Stages; s++) begin : gen_control
    localparam int unsigned FirstFeedForward =
      s == Stages - 1 ? ControlWords - FeedForward / Unroll : ControlWords;
    assign control_o[s] = '{
      valid:        busy_q[s] & ~slot_end_q,
      load:         s == 0 && loading_q,
      feed_forward: busy_q[s] & ~slot_end_q & index_q >= IndexBits'(FirstFeedForward),
      first:        1'b0,
      last:         pass & last_q[s],
      pass:         pass,
      full:         busy_q[s],
      fresh:        fresh,
      begins: fresh & waiting,
      id:    2'(id)
    };
  end

  assign id_o = slot_end_q ? id_q : id_q + 1'b1;
  if (Stages == 4) begin : gen_loaded
    assign load_next_o = pass ? waiting : loading_q & ~loaded_q;
  end else begin : gen_loading
    assign load_next_o = loading_d;
  end
  assign index_o = index_q;
endmodule
