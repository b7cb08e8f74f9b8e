// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Selects the beat of the test vectors that is sent to the core next.
///
/// Each channel of the core gets every vector of a group. The channels begin with different vectors
/// if the group has enough. They are served round-robin, one block at a time, so that all of them
/// have work at the same time. With HMAC each group begins with its key, which is sent after the
/// last beats of all messages of the previous group.
///
/// The test begins with messages that the core must refuse (`trial`): with HMAC the first key, and
/// then the first message of each channel.
///
/// ## Latency and throughput
/// One beat per cycle. A beat leaves in the cycle after it is read.
module sil_bist_sequencer
  import sil_bist_order_pkg::*;
#(
  /// Channels: messages in flight in the core.
  parameter int unsigned Channels = 1,
  /// Number of vectors.
  parameter int unsigned Vectors = 5,
  /// One bit per vector: it is the last one of its group.
  parameter ends_t Ends = 32'h10,
  /// 1: each group begins with a key.
  parameter bit Keyed = 1'b0,
  /// Beats per block, a power of two.
  parameter int unsigned BlockBeats = 16,
  /// Width of the index of a beat in its key or message, in bits.
  parameter int unsigned BeatBits = 6,
  localparam int unsigned ChannelBits = Channels > 1 ? $clog2(Channels) : 1,
  localparam int unsigned IndexBits = $clog2(Vectors)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  /// Read no beat in this cycle.
  input  logic                   pause_i,
  /// Vector of the next beat.
  output logic [IndexBits-1:0]   index_o,
  /// The next beat belongs to the key of the vector, not to its message.
  output logic                   key_o,
  /// Index of the next beat in its key or message.
  output logic [BeatBits-1:0]    beat_o,
  /// The next beat is the last one of its key or message.
  input  logic                   last_i,
  /// The next beat is read in this cycle.
  output logic                   read_o,
  /// The next beat belongs to the trial.
  output logic                   trial_o,
  /// The beat that is sent belongs to the trial.
  output logic                   m_trial,
  /// Channel of the beat that is sent.
  output logic [ChannelBits-1:0] m_tid,
  output logic                   m_tvalid,
  input  logic                   m_tready
);
  logic [Channels-1:0][IndexBits-1:0] index_q;
  logic [Channels-1:0][BeatBits-1:0] beat_q;
  logic [ChannelBits-1:0] channel_q, id_q;
  logic [IndexBits-1:0] first_q, following_index, begin_index, next_first, next_begin;
  logic last_channel, block_ends, ends, key_q, done_q, valid_q, move, trial_q, m_trial_q;

  assign index_o = index_q[channel_q];
  assign key_o = key_q;
  assign beat_o = beat_q[channel_q];

  assign move = ~valid_q | m_tready;
  assign read_o = move & ~pause_i & ~done_q;
  assign trial_o = trial_q;
  assign block_ends = last_i | (&beat_o[$clog2(BlockBeats)-1:0]);
  assign last_channel = channel_q == ChannelBits'(Channels - 1);

  // following_index: the channel's next vector in this group. begin_index, next_begin: the vectors
  // with which it begins this group and the next one.
  assign following_index = IndexBits'(following(Ends, 32'(first_q), 32'(index_o)));
  assign begin_index = IndexBits'(begins(Ends, 32'(first_q), 32'(channel_q)));
  assign next_first = IndexBits'(next_group(Ends, Vectors, 32'(first_q)));
  assign next_begin = IndexBits'(begins(Ends, 32'(next_first), 32'(channel_q)));
  assign ends = following_index == begin_index;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < Channels; i++) index_q[i] <= IndexBits'(begins(Ends, 0, i));
      first_q   <= '0;
      key_q     <= Keyed;
      trial_q   <= 1'b1;
      beat_q    <= '0;
      channel_q <= '0;
      done_q    <= 1'b0;
      valid_q   <= 1'b0;
    end else begin
      if (move) valid_q <= read_o;
      if (read_o) begin
        beat_q[channel_q] <= last_i ? '0 : beat_o + 1'b1;
        if (key_q) begin  // a key belongs to no channel
          key_q <= ~last_i;
        end else if (trial_q) begin
          if (last_i) channel_q <= last_channel ? '0 : channel_q + 1'b1;
          if (last_i && last_channel) begin
            trial_q <= 1'b0;
            key_q   <= Keyed;
          end
        end else begin
          if (block_ends) channel_q <= last_channel ? '0 : channel_q + 1'b1;
          if (last_i) index_q[channel_q] <= ends ? next_begin : following_index;
          // Every channel gets the same blocks of a group, so the last channel ends the group.
          if (last_i && ends && last_channel) begin
            first_q <= next_first;
            key_q   <= Keyed;
            done_q  <= next_first == '0;
          end
        end
      end
    end
  end
  always_ff @(posedge clk_i) if (read_o) {m_trial_q, id_q} <= {trial_q, channel_q};

  assign m_trial = m_trial_q;
  assign m_tid = id_q;
  assign m_tvalid = valid_q;
endmodule
