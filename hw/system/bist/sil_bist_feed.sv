// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Which beat of the test vectors goes to the core next.
///
/// Each lane of the core gets every vector of a group, and starts with one of its own where there are
/// as many; the lanes take turns block by block, so that all of them hold work at once. Before each
/// group comes its key, if any: then all messages of the group before have gone to their last beat.
///
/// Before all of that a trial goes to the core, which must refuse it: the first key, if any, and then
/// the first message of each lane.
///
/// ## Latency and throughput
/// A beat a cycle; it leaves the cycle after it is read.
module sil_bist_feed
  import sil_bist_order_pkg::*;
#(
  /// Messages in flight.
  parameter int unsigned Lanes = 1,
  /// Vectors of the memory.
  parameter int unsigned Vectors = 5,
  /// Those that end a group.
  parameter ends_t Ends = 32'h10,
  /// A key comes before each group.
  parameter bit Keyed = 1'b0,
  /// Beats of a block, a power of two.
  parameter int unsigned BlockBeats = 16,
  /// Bits of a beat's number in its key or message.
  parameter int unsigned BeatBits = 6,
  localparam int unsigned LaneBits = Lanes > 1 ? $clog2(Lanes) : 1,
  localparam int unsigned IndexBits = $clog2(Vectors)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// No beat is read in this cycle.
  input  logic                 pause_i,
  /// The next beat's vector, whether it is of its key, and its number there.
  output logic [IndexBits-1:0] index_o,
  output logic                 key_o,
  output logic [BeatBits-1:0]  beat_o,
  /// It is the last one there.
  input  logic                 last_i,
  /// It is read.
  output logic                 read_o,
  /// The next beat is of the trial.
  output logic                 trial_o,
  /// The beat that was read: whether it is of the trial; its lane.
  output logic                 m_trial,
  output logic [LaneBits-1:0]  m_tid,
  output logic                 m_tvalid,
  input  logic                 m_tready
);
  logic [Lanes-1:0][IndexBits-1:0] index_q;
  logic [Lanes-1:0][BeatBits-1:0] beat_q;
  logic [LaneBits-1:0] turn_q, id_q;
  logic [IndexBits-1:0] first_q, following_index, begin_index, next_first, next_begin;
  logic last_lane, turn_ends, ends, key_q, done_q, valid_q, move, trial_q, m_trial_q;

  assign index_o = index_q[turn_q];
  assign key_o = key_q;
  assign beat_o = beat_q[turn_q];

  assign move = ~valid_q | m_tready;
  assign read_o = move & ~pause_i & ~done_q;
  assign trial_o = trial_q;
  assign turn_ends = last_i | (&beat_o[$clog2(BlockBeats)-1:0]);
  assign last_lane = turn_q == LaneBits'(Lanes - 1);

  // Where the lane goes on in its group, and behind it.
  assign following_index = IndexBits'(following(Ends, 32'(first_q), 32'(index_o)));
  assign begin_index = IndexBits'(begins(Ends, 32'(first_q), 32'(turn_q)));
  assign next_first = IndexBits'(behind(Ends, Vectors, 32'(first_q)));
  assign next_begin = IndexBits'(begins(Ends, 32'(next_first), 32'(turn_q)));
  assign ends = following_index == begin_index;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < Lanes; i++) index_q[i] <= IndexBits'(begins(Ends, 0, i));
      first_q <= '0;
      key_q   <= Keyed;
      trial_q <= 1'b1;
      beat_q  <= '0;
      turn_q  <= '0;
      done_q  <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      if (move) valid_q <= read_o;
      if (read_o) begin
        beat_q[turn_q] <= last_i ? '0 : beat_o + 1'b1;
        if (key_q) begin  // it belongs to no lane
          key_q <= ~last_i;
        end else if (trial_q) begin
          if (last_i) turn_q <= last_lane ? '0 : turn_q + 1'b1;
          if (last_i && last_lane) begin
            trial_q <= 1'b0;
            key_q   <= Keyed;
          end
        end else begin
          if (turn_ends) turn_q <= last_lane ? '0 : turn_q + 1'b1;
          if (last_i) index_q[turn_q] <= ends ? next_begin : following_index;
          // All lanes have as many turns in a group, so the last lane is the last to end it.
          if (last_i && ends && last_lane) begin
            first_q <= next_first;
            key_q   <= Keyed;
            done_q  <= next_first == '0;
          end
        end
      end
    end
  end
  always_ff @(posedge clk_i) if (read_o) {m_trial_q, id_q} <= {trial_q, turn_q};

  assign m_trial = m_trial_q;
  assign m_tid = id_q;
  assign m_tvalid = valid_q;
endmodule
