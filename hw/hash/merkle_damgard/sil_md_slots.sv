// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Orders the operations of as many messages as there are stages in line.
///
/// Time is cut into slots. In a slot each stage does its share of the operations on a block, then
/// all blocks move on by one stage; from the last stage a message comes back to the first, where
/// its next block joins it. A slot belongs to the message in the first stage, in turn. A slot whose
/// message has no words waiting stays empty; its chaining value goes round untouched.
///
/// ## Latency and throughput
/// (Rounds + Feed) / Stages / Unroll + 1 cycles a slot, one block each.
module sil_md_slots
  import sil_md_pkg::*;
#(
  /// Operations a block.
  parameter int unsigned Rounds = 80,
  /// Operations that add the chaining value.
  parameter int unsigned Feed = 4,
  /// Operations a cycle.
  parameter int unsigned Unroll = 1,
  /// Stages, and messages: 2.
  parameter int unsigned Stages = 2,
  localparam int unsigned Orders = (Rounds + Feed) / Stages / Unroll,
  localparam int unsigned IndexBits = $clog2(Orders + 1)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// The datapath takes the orders in this cycle.
  input  logic                 run_i,
  /// Words of message `id_o` wait.
  input  logic                 waiting_i,
  /// A beat of message words is taken, and it is the last of its message.
  input  logic                 take_i,
  input  logic                 last_i,
  /// The message whose words are taken.
  output logic                 id_o,
  /// The orders of this cycle, a stage each.
  output order_t [Stages-1:0]  order_o,
  /// Their number within the stage; Orders when the blocks move on.
  output logic [IndexBits-1:0] index_o
);
  logic [IndexBits-1:0] index_d, index_q;
  logic [Stages-1:0] busy_d, busy_q;    // a block is in the stage
  logic [Stages-1:0] last_d, last_q;    // it is its message's last
  logic [Stages-1:0] fresh_d, fresh_q;  // no message: the next block there starts one
  logic id_d, id_q, hand, fresh;

  assign hand = index_q == IndexBits'(Orders);
  assign fresh = fresh_q[Stages-1] | last_q[Stages-1];

  always_comb begin
    index_d = index_q;
    busy_d  = busy_q;
    last_d  = last_q;
    fresh_d = fresh_q;
    if (take_i) last_d[0] = last_i;
    if (run_i) begin
      index_d = index_q + 1'b1;
      if (hand) begin
        busy_d  = {busy_q[Stages-2:0], waiting_i};
        last_d  = {last_q[Stages-2:0], 1'b0};
        fresh_d = {fresh_q[Stages-2:0], fresh & ~waiting_i};
        index_d = busy_d == '0 ? index_q : '0;
      end
    end
    id_d = id_q ^ (run_i & index_d == IndexBits'(Orders));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      index_q <= IndexBits'(Orders);
      busy_q  <= '0;
      last_q  <= '0;
      fresh_q <= '1;
      id_q    <= 1'b0;
    end else begin
      index_q <= index_d;
      busy_q  <= busy_d;
      last_q  <= last_d;
      fresh_q <= fresh_d;
      id_q    <= id_d;
    end
  end

  for (genvar s = 0; s < Stages; s++) begin : gen_order
    localparam int unsigned FeedOrder = s == Stages - 1 ? Orders - Feed / Unroll : Orders;
    assign order_o[s] = '{
      valid: busy_q[s] & ~hand,
      load:  s == 0 && busy_q[s] && index_q < IndexBits'(BLOCK_WORDS / Unroll),
      feed:  busy_q[s] & ~hand & index_q >= IndexBits'(FeedOrder),
      first: 1'b0,
      last:  hand & last_q[s],
      hand:  hand,
      fresh: fresh,
      id:    id_q
    };
  end

  assign id_o = id_q;
  assign index_o = index_q;
endmodule
