// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Issues the control words of blocks without a pause: the rounds of a block, then its feed-forward
/// (FIPS 180-4 6.2.2 steps 3 and 4). The first round of the next message follows the last
/// feed-forward of the message before it.
///
/// ## Latency and throughput
/// Rounds + FEED_FORWARD cycles per block, of one message or of two.
module sil_sha2_short_sequencer
  import sil_md_pkg::BLOCK_WORDS, sil_sha2_pkg::FEED_FORWARD, sil_sha2_short_pkg::*;
#(
  /// Rounds per block.
  parameter int unsigned Rounds = 64,
  localparam int unsigned ControlWords = Rounds + FEED_FORWARD,
  localparam int unsigned CountBits = sil_counter_pkg::code_bits(ControlWords)
) (
  input  logic                 clk_i,
  /// Asynchronous assert, active low.
  input  logic                 rst_ni,
  /// The datapath takes the control word in this cycle.
  input  logic                 step_i,
  /// A beat of message words is accepted; it is the last of its message.
  input  logic                 take_i,
  input  logic                 last_i,
  /// The control word of this cycle.
  output control_t             control_o,
  /// Its number in the block, from 0.
  output logic [CountBits-1:0] count_o
);
  control_t control_d, control_q;
  logic [CountBits-1:0] count;
  // Comparisons with the number are registered one control word earlier.
  logic forward, loaded_q, rounds_q, wrap_q, last_q;

  sil_counter #(.Numbers(ControlWords)) u_counter (
    .clk_i,
    .rst_ni,
    .start_i(1'b0),
    .step_i,
    .wrap_i (wrap_q),
    .first_i('0),
    .count_o(count)
  );

  assign forward = rounds_q | (control_q.feed_forward & ~wrap_q);
  assign control_d = '{
    load:         wrap_q | (control_q.load & ~loaded_q),
    begins:       wrap_q & last_q,
    feed_forward: forward,
    alone:        forward,
    last:         forward & last_q,
    ends:         last_q & count == CountBits'(ControlWords - 2)
  };

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      control_q <= '{load: 1'b1, begins: 1'b1, default: '0};
      loaded_q  <= 1'b0;
      rounds_q  <= 1'b0;
      wrap_q    <= 1'b0;
    end else if (step_i) begin
      control_q <= control_d;
      loaded_q  <= count == CountBits'(BLOCK_WORDS - 2);
      rounds_q  <= count == CountBits'(Rounds - 2);
      wrap_q    <= count == CountBits'(ControlWords - 2);
    end
  end

  // It is valid long before the feed-forward of the block.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) last_q <= 1'b0;
    else if (take_i) last_q <= last_i;
  end

  assign control_o = control_q;
  assign count_o = count;
endmodule
