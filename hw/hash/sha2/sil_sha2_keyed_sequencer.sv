// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Issues the control words of hashes that start from any chaining value.
///
/// A hash starts with a feed-forward, which adds its first chaining value to working variables that
/// are zero. Each block then takes its rounds and a feed-forward (FIPS 180-4 6.2.2 steps 3 and 4).
/// Between two hashes there is at least one control word without an operation.
///
/// ## Latency and throughput
/// Rounds + FEED_FORWARD cycles per block. Between the last control word of a hash and the first
/// round of the next one there are FEED_FORWARD + 1 cycles, if it is requested in time.
module sil_sha2_keyed_sequencer
  import sil_md_pkg::BLOCK_WORDS, sil_sha2_pkg::FEED_FORWARD, sil_sha2_keyed_pkg::*;
#(
  /// Rounds per block.
  parameter int unsigned Rounds = 64,
  localparam int unsigned CountBits = $clog2(Rounds)
) (
  input  logic                 clk_i,
  /// Asynchronous assert, active low.
  input  logic                 rst_ni,
  /// A hash is requested. Hold the inputs until `started_o`, and all but `start_i` until `done_o`.
  input  logic                 start_i,
  /// The chaining value from which it starts, and that to which its result belongs.
  input  value_e               from_i,
  input  value_e               to_i,
  /// Its digest is hashed again, or is a tag.
  input  logic                 digest_i,
  input  logic                 tag_i,
  /// Its message words 4 to 7 are the last words of the digest before. Padding follows them.
  input  logic                 half_i,
  input  logic                 padding_i,
  /// The sums of its rounds overwrite all chaining values in memory.
  input  logic                 fill_i,
  /// It starts in this cycle.
  output logic                 started_o,
  /// Its last control word is issued in this cycle.
  output logic                 done_o,
  /// The datapath takes the control word in this cycle.
  input  logic                 step_i,
  /// A message word is accepted; it is the last of its hash.
  input  logic                 take_i,
  input  logic                 last_i,
  /// The control word of this cycle.
  output control_t             control_o,
  /// The number of the round.
  output logic [CountBits-1:0] count_o
);
  typedef enum logic [1:0] {Wait, Start, Round, Forward} state_e;

  localparam int unsigned WordBits = $clog2(FEED_FORWARD);
  localparam int unsigned DigestWords = 2 * FEED_FORWARD;

  state_e state_d, state_q;
  logic [CountBits-1:0] count_d, count_q;
  // This is the first block of the hash; its last one.
  logic first_q, last_q;
  logic four, ends, load;

  assign four = count_q[WordBits-1:0] == '1;
  assign ends = state_q == Round ? count_q == CountBits'(Rounds - 1) : state_q == Wait | four;
  assign count_d = ends ? '0 : count_q + 1'b1;
  assign load = state_q == Round & count_q < CountBits'(BLOCK_WORDS);

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Wait:    if (start_i) state_d = Start;
      Start:   if (four) state_d = Round;
      Round:   if (ends) state_d = Forward;
      default: if (four) state_d = last_q ? Wait : Round;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Wait;
      count_q <= '0;
      first_q <= 1'b1;
    end else if (step_i) begin
      state_q <= state_d;
      count_q <= count_d;
      first_q <= state_q == Wait | (first_q & ~(state_q == Forward & four));
    end
  end

  // It is valid long before the feed-forward of the block.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) last_q <= 1'b0;
    else if (take_i) last_q <= last_i;
  end

  value_e read;
  always_comb begin
    read = CurrentValue;
    if (state_q == Start || (state_q == Forward && first_q)) read = from_i;
  end

  // In a round that takes a message word, the word of the chaining value counts from H4 up.
  assign control_o = '{
    load:          load,
    half:          load & half_i & count_q[CountBits-1:WordBits] == (CountBits-WordBits)'(1),
    mark:          load & padding_i & count_q == CountBits'(DigestWords),
    length:        load & padding_i & count_q == CountBits'(BLOCK_WORDS - 1),
    round:         state_q == Round,
    add:           state_q == Start | state_q == Forward,
    initial_value: read == InitialValue,
    read:          read,
    write:         state_q == Forward | fill_i,
    written:       fill_i ? value_e'(count_q[WordBits+:2]) : to_i,
    word:          count_q[WordBits-1:0] ^ {WordBits{load}},
    digest:        state_q == Forward & digest_i,
    tag:           state_q == Forward & tag_i,
    clear:         state_q == Wait | done_o
  };
  assign count_o = count_q;
  assign started_o = state_q == Wait & start_i & step_i;
  assign done_o = state_q == Forward & four & last_q;
endmodule
