// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The blocks of two channels: words in, complete blocks out. A memory collects a block of each
/// channel, so a channel without words does not stop the other. A complete block moves to the block
/// register, which both channels use in turn. Its channel collects the next one when it is taken.
///
/// ## Latency and throughput
/// A block is valid R + 3 cycles after its last word is accepted, where R is `RateLanes`. Blocks
/// follow each other every R + 3 cycles.
module sil_sha3_interleaved_blocks
  import sil_sha3_pkg::lane_t;
#(
  /// Words of a block, 3 or more.
  parameter int unsigned RateLanes = 17
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// The word of each channel.
  input  lane_t [1:0]           words_i,
  /// The channel of which a word is taken.
  input  logic                  channel_i,
  /// The last word of a block.
  input  logic                  last_i,
  /// Bits of the channels, with `last_i`: the block is the last one of a message.
  input  logic [1:0]            final_i,
  /// Bits of the channels, with `final_i`: the message broke a rule.
  input  logic [1:0]            error_i,
  /// A word, of a channel that is ready.
  input  logic                  valid_i,
  /// The channel whose blocks may start in this cycle.
  input  logic                  start_i,
  /// Whether each channel is ready.
  output logic [1:0]            ready_o,
  /// The block that was valid in the cycle before, its first word in the low bits.
  output lane_t [RateLanes-1:0] block_o,
  output logic                  channel_o,
  output logic                  final_o,
  output logic                  error_o,
  output logic                  valid_o,
  /// The block is taken. `block_o` does not change in the next cycle.
  input  logic                  take_i
);
  localparam int unsigned Words = 2 * RateLanes;
  localparam int unsigned Bits = $clog2(Words);
  localparam logic [1:0][Bits-1:0] First = {Bits'(RateLanes), Bits'(0)};

  // Words that are collected. A channel is full from the cycle after its last word until its block
  // moves. Registers separate the padders from the selection and the memory.
  (* ram_style = "distributed" *) logic [63:0] words_q [Words];
  logic [1:0] full_q, begun_q, waits, final_now_q, error_now_q, final_q, error_q;
  logic [1:0][Bits-1:0] number_q;
  lane_t [1:0] collected_q;
  logic [Bits-1:0] write_q;
  logic written_q, selected_q;

  // The block register, and the words on the way to it.
  lane_t [RateLanes-1:0] block_q;
  lane_t read_q;
  logic [Bits-1:0] address_q, left_q;
  logic reads_q, moves_q, valid_q, channel_q, block_final_q, block_error_q, start, next, end_of_read;

  // A channel takes the first word of a block in the cycles of that channel, so the time of a
  // message does not depend on its arrival.
  assign waits = {2{reads_q | moves_q | valid_q}} & {channel_q, ~channel_q};
  assign ready_o = ~full_q & ~waits & (begun_q | {start_i, ~start_i});
  assign next = full_q[~channel_q] ? ~channel_q : channel_q;
  assign start = (|full_q) & ~reads_q & ~moves_q & ~valid_q;
  assign end_of_read = left_q == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {full_q, begun_q} <= '0;
      number_q <= First;
      {written_q, reads_q, moves_q, valid_q, channel_q} <= '0;
    end else begin
      written_q <= valid_i;
      for (int unsigned i = 0; i < 2; i++) begin
        if (valid_i && channel_i == 1'(i)) begin
          full_q[i] <= last_i;
          begun_q[i] <= ~last_i;
          number_q[i] <= last_i ? First[i] : number_q[i] + 1'b1;
        end
        if (start && next == 1'(i)) full_q[i] <= 1'b0;
      end
      reads_q <= start | (reads_q & ~end_of_read);
      moves_q <= reads_q;
      valid_q <= (valid_q & ~take_i) | (moves_q & ~reads_q);
      if (start) channel_q <= next;
    end
  end

  always_ff @(posedge clk_i) begin
    collected_q <= words_i;
    selected_q <= channel_i;
    write_q <= number_q[channel_i];
    {final_now_q, error_now_q} <= {final_i, error_i};
    if (written_q) begin
      words_q[write_q] <= collected_q[selected_q];
      {final_q[selected_q], error_q[selected_q]} <= {
        final_now_q[selected_q], error_now_q[selected_q]
      };
    end

    if (reads_q) {block_final_q, block_error_q} <= {final_q[channel_q], error_q[channel_q]};
    address_q <= start ? First[next] : address_q + 1'b1;
    left_q <= start ? Bits'(RateLanes - 1) : left_q - 1'b1;
    read_q <= words_q[address_q];
    if (moves_q) block_q <= {read_q, block_q[RateLanes-1:1]};
  end

  assign block_o = block_q;
  assign channel_o = channel_q;
  assign final_o = block_final_q;
  assign error_o = block_error_q;
  assign valid_o = valid_q;
endmodule
