// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Issues the control words of hashes of MD5 or SHA-1 that start from any chaining value.
///
/// A hash starts with a feed-forward, which adds its first chaining value to working variables that
/// are zero. Each block then takes its rounds and a feed-forward. The next hash may start without
/// a control word between them.
///
/// ## Latency and throughput
/// 4 * GroupRounds + Words cycles per block. Between the last control word of a hash and the first
/// round of the next one there are Words cycles, if it is requested in time.
module sil_md_keyed_sequencer
  import sil_md_keyed_pkg::*;
  import sil_sha2_keyed_pkg::value_e, sil_sha2_keyed_pkg::CurrentValue;
  import sil_sha2_keyed_pkg::InitialValue;
#(
  /// Words of a chaining value: 4 or 5. The feed-forward adds one per cycle, from the oldest
  /// working variable on: words 4 to 0, or 0, 3, 2, 1.
  parameter int unsigned Words = 5,
  /// Rounds with the same function. There are four functions.
  parameter int unsigned GroupRounds = 20,
  /// The message word that has the length in bits.
  parameter int unsigned LengthWord = 15
) (
  input  logic     clk_i,
  /// Asynchronous assert, active low.
  input  logic     rst_ni,
  /// A hash is requested. Hold the inputs until `started_o`, and all but `start_i` until `done_o`.
  input  logic     start_i,
  /// The chaining value from which it starts, and that to which its result belongs.
  input  value_e   from_i,
  input  value_e   to_i,
  /// Its digest is a tag.
  input  logic     tag_i,
  /// Its first message words are the digest before. Padding follows them.
  input  logic     half_i,
  input  logic     padding_i,
  /// The sums of its rounds overwrite all chaining values in memory.
  input  logic     fill_i,
  /// It starts in this cycle.
  output logic     started_o,
  /// Its last control word but one is issued in this cycle.
  output logic     done_o,
  /// The datapath takes the control word in this cycle.
  input  logic     step_i,
  /// A message word is accepted; it is the last of its hash.
  input  logic     take_i,
  input  logic     last_i,
  /// The control word of this cycle.
  output control_t control_o
);
  typedef enum logic [1:0] {Wait, Start, Round, Forward} state_e;

  localparam int unsigned CountBits = 5;

  state_e state_d, state_q;
  logic [CountBits-1:0] count_q;
  logic [1:0] group_q;
  // This is the first block of the hash; its last one.
  logic first_q, last_q;
  // The last control word but one of a hash is issued; the last one, or no operation.
  logic done_q, free_q;
  // The inputs of the cycle before: they belong to the hash of the control word of this cycle.
  value_e from_q, to_q;
  logic tag_q, half_q, padding_q, fill_q;
  logic five, last_word, group_ends, ends, load, forward;

  assign five = state_q inside {Start, Forward};
  assign last_word = count_q == CountBits'(Words - 1);
  assign group_ends = state_q == Round & count_q == CountBits'(GroupRounds - 1);
  assign ends = group_ends | (five & last_word);
  // The first 16 rounds take a message word.
  assign load = state_q == Round & group_q == 2'd0 & ~count_q[CountBits-1];
  assign forward = state_q == Forward;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Wait:    if (start_i) state_d = Start;
      Start:   if (last_word) state_d = Round;
      Round:   if (group_ends && group_q == 2'd3) state_d = Forward;
      default: if (last_word) state_d = ~free_q ? Round : start_i ? Start : Wait;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Wait;
      count_q <= '0;
      group_q <= '0;
      first_q <= 1'b1;
    end else if (step_i) begin
      state_q <= state_d;
      count_q <= ends || state_q == Wait ? '0 : count_q + 1'b1;
      group_q <= group_q + 2'(group_ends);
      first_q <= state_q inside {Wait, Start} | (first_q & ~(forward & last_word));
    end
  end

  // The datapath takes every control word of a feed-forward at once.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q <= 1'b0;
      free_q <= 1'b1;
    end else begin
      done_q <= forward & count_q == CountBits'(Words - 3) & last_q;
      free_q <= done_q | (free_q & ~start_i);
    end
  end

  // It is valid long before the feed-forward of the block.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) last_q <= 1'b0;
    else if (take_i) last_q <= last_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      from_q    <= InitialValue;
      to_q      <= CurrentValue;
      tag_q     <= 1'b0;
      half_q    <= 1'b0;
      padding_q <= 1'b0;
      fill_q    <= 1'b0;
    end else begin
      from_q    <= from_i;
      to_q      <= to_i;
      tag_q     <= tag_i;
      half_q    <= half_i;
      padding_q <= padding_i;
      fill_q    <= fill_i;
    end
  end

  value_e read;
  logic half, initial_value;
  // The word of the chaining value in a feed-forward; the count is the number of a word.
  logic [2:0] word;
  logic numbers;
  always_comb begin
    word = '0;
    numbers = 1'b0;
    for (int unsigned i = 0; i < Words; i++) begin
      if (count_q == CountBits'(i)) begin
        word = 3'((4 - i) % Words);
        numbers = 1'b1;
      end
    end
  end
  assign read = state_q == Start | (forward & first_q) ? from_q : CurrentValue;
  assign half = load & half_q & numbers;
  assign initial_value = five & read == InitialValue;

  assign control_o = '{
    load:          load,
    stored:        half | (five & ~initial_value),
    enter:         load | five,
    mark:          load & padding_q & count_q == CountBits'(Words),
    length:        load & padding_q & count_q == CountBits'(LengthWord),
    round:         state_q == Round,
    number:        {group_q, count_q[3:0]},
    initial_value: initial_value,
    direct:        five & (word == 3'd0 | word == 3'd1),
    word:          word,
    read:          address(read, load ? count_q[2:0] : word),
    write:         forward | fill_q,
    written:       fill_q ? count_q[3:0] : address(to_q, word),
    tag:           forward & tag_q,
    clear:         free_q
  };
  assign started_o = free_q & start_i;
  assign done_o = done_q;
endmodule
