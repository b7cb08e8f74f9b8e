// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Control of one channel of sil_md_interleaved_blocks: which beats it accepts, and which block of its
/// message is the next one.
///
/// A message of n beats without 0x80 in the last one becomes blocks of 16 beats, then the block in
/// which it ends, and if the length does not fit into that one, a block of zeros and the length.
///
/// ## Latency and throughput
/// A beat per cycle until a block is complete, which is known two cycles after its last beat.
module sil_md_interleaved_channel
#(
  /// Beats of a block, a power of two.
  parameter int unsigned Beats = 16,
  /// Beats of the length field.
  parameter int unsigned LengthBeats = 2,
  localparam int unsigned BeatBits = $clog2(Beats)
) (
  input  logic                clk_i,
  /// Asynchronous assert, active low.
  input  logic                rst_ni,
  /// A message may start in the next cycle.
  input  logic                start_i,
  /// A beat of this channel is offered. It is the last of its message. It has a byte in each position.
  input  logic                valid_i,
  input  logic                last_i,
  input  logic                full_i,
  output logic                ready_o,
  /// The beat is accepted.
  output logic                accept_o,
  /// Address of the beat, and after a message the number of its full beats after the last block of
  /// 16.
  output logic [BeatBits-1:0] count_o,
  /// A block is complete.
  output logic                complete_o,
  /// The block consists of beats of the message alone; it has zeros and the length alone; otherwise
  /// it has the end of the message.
  output logic                data_o,
  output logic                zeros_o,
  /// The last beat is full, so 0x80 is in the next one.
  output logic                full_o,
  /// The block is the first one of the message; the last one.
  output logic                first_o,
  output logic                final_o,
  /// The block has left.
  input  logic                leave_i
);
  logic [BeatBits-1:0] count_q;
  logic ready_q, begun_q, room_q, complete_q, ended_q, full_q, first_q, data_q, zeros_q, final_q,
        more_q;
  logic accept, wrap, begun_d, room_d, release_block, final_d;

  assign accept = valid_i & ready_q;
  assign wrap = &count_q & (~last_i | full_i);
  assign begun_d = accept ? ~last_i : begun_q;
  // The accepted beats give no further block.
  assign release_block = leave_i & ~more_q;
  assign room_d = accept ? ~(wrap | last_i) : room_q | release_block;
  // Registers hold the kind of a complete block before the block leaves.
  assign final_d = ~data_q & (zeros_q | count_q < BeatBits'(Beats - LengthBeats));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q    <= 1'b0;
      begun_q    <= 1'b0;
      room_q     <= 1'b1;
      complete_q <= 1'b0;
      ended_q    <= 1'b0;
      count_q    <= '0;
      full_q     <= 1'b0;
      first_q    <= 1'b1;
      data_q     <= 1'b0;
      zeros_q    <= 1'b0;
      final_q    <= 1'b0;
      more_q     <= 1'b0;
    end else begin
      final_q    <= final_d;
      more_q     <= data_q ? ended_q : ~final_d;
      ready_q    <= room_d & (begun_d | start_i);
      begun_q    <= begun_d;
      room_q     <= room_d;
      complete_q <= ~room_q & ~release_block;
      if (accept) begin
        ended_q <= last_i;
        full_q  <= full_i;
        data_q  <= wrap;
        if (~last_i | full_i) count_q <= count_q + 1'b1;
      end else if (leave_i) begin
        first_q <= final_q;
        data_q  <= 1'b0;
        zeros_q <= ~data_q & ~final_q;
        if (final_q) count_q <= '0;
      end
    end
  end

  assign ready_o = ready_q;
  assign accept_o = accept;
  assign count_o = count_q;
  assign complete_o = complete_q;
  assign data_o = data_q;
  assign zeros_o = zeros_q;
  assign full_o = full_q;
  assign first_o = first_q;
  assign final_o = final_q;
endmodule
