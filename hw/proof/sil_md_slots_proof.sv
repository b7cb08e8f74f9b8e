// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: sil_md_slots performs each block once, stage by stage, and keeps messages apart.
///
/// The reference knows of each stage whether it has a block, whether a message is in progress in it,
/// and of which channel. It moves only when the blocks move.
module sil_md_slots_proof
  import sil_md_pkg::*;
#(
  /// As in sil_md_slots.
  parameter int unsigned Rounds = 80,
  parameter int unsigned FeedForward = 4,
  parameter int unsigned Unroll = 1,
  parameter int unsigned Stages = 2,
  localparam int unsigned ControlWords = (Rounds + FeedForward) / Stages / Unroll,
  localparam int unsigned Loads = BLOCK_WORDS / Unroll,
  localparam int unsigned IndexBits = $clog2(ControlWords + 1),
  localparam int unsigned IdBits = $clog2(Stages)
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic              run_i,
  input logic              valid_i,
  input logic [IdBits-1:0] id_i,
  input logic              last_i
);
  control_t [Stages-1:0] control;
  logic [IndexBits-1:0] index;
  logic [IdBits-1:0] id_next;
  logic any, load_next, take, move;

  sil_md_slots #(
    .Rounds(Rounds), .FeedForward(FeedForward), .Unroll(Unroll), .Stages(Stages)
  ) u_slots (
    .clk_i, .rst_ni, .run_i, .valid_i, .id_i, .take_i(take), .last_i,
    .id_o(id_next), .any_o(any), .load_next_o(load_next), .control_o(control), .index_o(index)
  );

  assign take = run_i & control[0].load;
  assign move = run_i & control[0].pass;

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  // Of each stage: it has a block; a message is in progress in it, of a channel; the block is the
  // last of the message.
  logic [Stages-1:0] block_q, open_q, last_q;
  logic [Stages-1:0][IdBits-1:0] channel_q;
  // The control words since the blocks moved; the channel whose time slot it is.
  logic [IndexBits-1:0] steps_q;
  logic [IdBits-1:0] slot_q;
  logic stays, enters, ends;

  // As the blocks move: the message of the last stage goes on in the first one; a block enters.
  assign stays = open_q[Stages-1] & ~last_q[Stages-1];
  assign enters = u_slots.waiting;
  // The last control word has been performed.
  assign ends = steps_q == IndexBits'(ControlWords);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {block_q, open_q, last_q, channel_q} <= '0;
      steps_q <= IndexBits'(ControlWords);
      slot_q <= '1;
    end else if (move) begin
      block_q <= {block_q[Stages-2:0], enters};
      open_q <= {open_q[Stages-2:0], stays | enters};
      last_q <= {last_q[Stages-2:0], 1'b0};
      channel_q <= {channel_q[Stages-2:0], control[0].id[IdBits-1:0]};
      slot_q <= control[0].id[IdBits-1:0];
      steps_q <= '0;
    end else begin
      if (take) last_q[0] <= last_i;
      if (run_i && !ends) steps_q <= steps_q + 1'b1;
    end
  end

  always_comb begin
    if (first_q) assume (!rst_ni);
    // The pipeline stalls while a word is missing. The words that wait are of one block.
    if (run_i && control[0].load) assume (valid_i && id_i == slot_q);
    // A message ends with a complete block.
    if (steps_q != IndexBits'(Loads - 1)) assume (!last_i);
    if (rst_ni) begin
      for (int unsigned s = 0; s < Stages; s++) begin
        // A stage with a block gets each of its control words, in their order, and then moves.
        assert (control[s].full == block_q[s]);
        assert (control[s].valid == (block_q[s] && !ends));
        if (control[s].valid) assert (index == steps_q);
        if (block_q[s]) assert (move == (run_i && ends));
        // The feed-forward is at the end of the last stage.
        assert (control[s].feed_forward == (control[s].valid && s == Stages - 1
          && steps_q >= IndexBits'(ControlWords - FeedForward / Unroll)));
        // A message ends when its last block leaves the last stage.
        assert (control[s].last == (control[s].pass && last_q[s]));
        if (open_q[s]) assert (channel_q[s] == slot_q - IdBits'(s));
        if (block_q[s]) assert (open_q[s]);
        if (last_q[s]) assert (block_q[s]);
      end
      // Words are taken at the start of a block, each once.
      assert (control[0].load == (block_q[0] && steps_q < IndexBits'(Loads)));
      if (control[0].pass) begin
        // A block continues the message of the last stage, which is of its channel. Or it starts a
        // message, and no message of its channel is in progress.
        assert (control[0].fresh == !stays);
        assert (control[0].begins == (enters && !stays));
        if (enters) assert (valid_i && control[0].id[IdBits-1:0] == id_i);
        if (stays) assert (control[0].id[IdBits-1:0] == channel_q[Stages-1]);
        for (int unsigned s = 0; s < Stages - 1; s++)
          if (open_q[s]) assert (channel_q[s] != control[0].id[IdBits-1:0]);
        // The time slots go to one channel after another if a message is in flight. Words that wait
        // for the channel of the time slot enter.
        if (!any) assert (control[0].id[IdBits-1:0] == IdBits'(slot_q + 1'b1));
        if (valid_i && (any || id_i == IdBits'(slot_q + 1'b1))) assert (enters);
      end
      // If no message is in flight, the core waits for words alone.
      if (any) assert (open_q == '0);
      if (run_i && any && valid_i) assert (move);
      if (open_q == '0 && block_q == '0 && ends) assert (any || move || !run_i);
      // Invariants of the registers.
      assert (u_slots.busy_q == block_q && u_slots.fresh_q == ~open_q && u_slots.last_q == last_q);
      assert (u_slots.slot_end_q == (index == IndexBits'(ControlWords)));
      assert (u_slots.ending_q == (index == IndexBits'(ControlWords - 1)));
      if (u_slots.loading_q) assert (u_slots.loaded_q == (index == IndexBits'(Loads - 1)));
      assert (u_slots.id_q == IdBits'(slot_q + u_slots.slot_end_q));
      assert (index <= IndexBits'(ControlWords) && steps_q <= IndexBits'(ControlWords));
      assert (index >= steps_q);
      if (open_q != '0) assert (index == steps_q);
      if (steps_q != '0) assert (u_slots.empty_q == (open_q[Stages-2:0] == '0 && !stays));
      if (u_slots.idle_q) assert (open_q == '0);
    end
  end
endmodule
