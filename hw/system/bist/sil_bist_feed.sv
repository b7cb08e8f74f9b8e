// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Which beat of the test vectors goes to the core next.
///
/// Each lane of the core gets every vector, and starts with one of its own; the lanes take turns
/// beat by beat, so that all of them hold work at once and no two hold the same.
///
/// ## Latency and throughput
/// A beat a cycle; it leaves the cycle after it is read.
module sil_bist_feed
#(
  /// Messages in flight.
  parameter int unsigned Lanes = 1,
  /// Vectors of the memory.
  parameter int unsigned Vectors = 5,
  /// A key comes before each message.
  parameter bit Keyed = 1'b0,
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
  /// The beat that was read: its lane.
  output logic [LaneBits-1:0]  m_tid,
  output logic                 m_tvalid,
  input  logic                 m_tready
);
  logic [Lanes-1:0][IndexBits-1:0] index_q;
  logic [Lanes-1:0] key_q;
  logic [Lanes-1:0][BeatBits-1:0] beat_q;
  logic [LaneBits-1:0] turn_q, id_q;
  logic [IndexBits-1:0] following;
  logic last_lane, done_q, valid_q, move;

  assign index_o = index_q[turn_q];
  assign key_o = key_q[turn_q];
  assign beat_o = beat_q[turn_q];

  assign move = ~valid_q | m_tready;
  assign read_o = move & ~pause_i & ~done_q;
  assign last_lane = turn_q == LaneBits'(Lanes - 1);
  assign following = index_o == IndexBits'(Vectors - 1) ? '0 : index_o + 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < Lanes; i++) index_q[i] <= IndexBits'(i % Vectors);
      key_q   <= {Lanes{Keyed}};
      beat_q  <= '0;
      turn_q  <= '0;
      done_q  <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      if (move) valid_q <= read_o;
      if (read_o) begin
        turn_q <= last_lane ? '0 : turn_q + 1'b1;
        beat_q[turn_q] <= last_i ? '0 : beat_o + 1'b1;
        if (last_i) key_q[turn_q] <= Keyed & ~key_o;
        if (last_i && !key_o) begin
          index_q[turn_q] <= following;
          // All lanes have as many beats, so the last lane is the last to come round.
          done_q <= last_lane & following == IndexBits'((Lanes - 1) % Vectors);
        end
      end
    end
  end
  always_ff @(posedge clk_i) if (read_o) id_q <= turn_q;

  assign m_tid = id_q;
  assign m_tvalid = valid_q;
endmodule
