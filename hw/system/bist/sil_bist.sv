// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Self-test unit: sends the standards' test vectors to a core, compares the results, and shows the
/// outcome on an LED and on its pins (the paper hmac-2005, section IV).
///
/// The test begins with messages that the core must refuse (`trial`). HMAC gets a key, is wiped,
/// and then gets one message on each channel. A hash gets one message with a hole in `m_tkeep` on
/// each channel. After that every channel gets every vector. For every second vector HMAC compares
/// its tag with a tag that is wrong in one bit, and must find that they differ.
///
/// The LED is off while the test runs. It blinks when all results were right; `value_o` is then the
/// last result. The test stops at the first wrong result, or when no result comes for half a period
/// of the LED. The LED is then on, `index_o` is the vector, and `value_o` is the core's result. The
/// last result is not taken from the core, which holds it.
///
/// ## Latency and throughput
/// One beat per cycle. A result is taken in the cycle after its comparison.
///
/// ## Byte order
/// As in the core.
module sil_bist
  import sil_bist_vectors_pkg::*, sil_bist_order_pkg::*;
#(
  /// The hash.
  parameter alg_e Alg = SHA512,
  /// 0: vectors of the hash. 1: vectors of HMAC with the hash.
  parameter bit Keyed = 1'b0,
  /// Width of a beat in bits.
  parameter int unsigned DataBits = 64,
  /// Channels: messages in flight in the core.
  parameter int unsigned Channels = 1,
  /// The period of the LED is 2^BlinkBits cycles.
  parameter int unsigned BlinkBits = 24,
  localparam int unsigned Vectors = sil_bist_vectors_pkg::count(Alg, Keyed),
  localparam int unsigned ChannelBits = Channels > 1 ? $clog2(Channels) : 1,
  localparam int unsigned IndexBits = $clog2(Vectors),
  localparam int unsigned CountBits = $clog2(Vectors + 1),
  localparam int unsigned DigestBits = digest_bits(Alg)
) (
  input  logic                   clk_i,
  /// Asynchronous assert, active low. The test restarts after a reset.
  input  logic                   rst_ni,
  /// Flip one bit of the expected result of vector `wrong_index_i`.
  input  logic                   wrong_i,
  /// Number of the vector for `wrong_i`.
  input  logic [IndexBits-1:0]   wrong_index_i,
  /// Pause at random: no beat is sent in three of four cycles, no result is taken in one of two.
  input  logic                   interrupt_i,
  /// Off: the test runs. Blinking: all results were right. On: a result was wrong or missing.
  output logic                   led_o,
  /// Result that the core offers.
  output logic [DigestBits-1:0]  value_o,
  /// Number of the vector with the wrong or missing result.
  output logic [IndexBits-1:0]   index_o,
  /// Keys and messages for the core.
  output logic [DataBits-1:0]    m_tdata,
  output logic [DataBits/8-1:0]  m_tkeep,
  output logic                   m_tlast,
  /// The beat belongs to a key.
  output logic                   m_tuser,
  /// With Alg = MD5_SHA1: the beat's hash is SHA-1.
  output logic                   m_tsha1,
  /// Channel of the beat.
  output logic [ChannelBits-1:0] m_tid,
  output logic                   m_tvalid,
  input  logic                   m_tready,
  /// Results of the core.
  input  logic [DigestBits-1:0]  s_tdata,
  /// The core refuses the message.
  input  logic                   s_tuser,
  /// HMAC: the core finds that the tag equals `tag_o`.
  input  logic                   s_tmatch,
  /// Channel of the result.
  input  logic [ChannelBits-1:0] s_tid,
  input  logic                   s_tvalid,
  output logic                   s_tready,
  /// HMAC: the tag that the core compares with.
  output logic [DigestBits-1:0]  tag_o,
  /// HMAC: wipe the core.
  output logic                   wipe_o,
  /// HMAC: a key is loaded.
  input  logic                   keyed_i
);
  localparam int unsigned BeatBits = sil_bist_vectors_pkg::BEAT_BITS;

  // With several channels a key is for all of them, and vectors under one key are one group. With
  // one channel each vector is a group, so its key is loaded each time. A hash has one group.
  function automatic ends_t last_ones();
    last_ones = '0;
    for (int unsigned i = 0; i < Vectors; i++) begin
      last_ones[i] = i == Vectors - 1;
      if (Keyed && i != Vectors - 1) begin
        last_ones[i] = Channels == 1 || !sil_bist_vectors_pkg::same_key(Alg, i, i + 1);
      end
    end
  endfunction
  localparam ends_t Ends = last_ones();

  typedef enum logic [1:0] {
    Run,
    Pass,
    Fail
  } state_e;

  state_e state_d, state_q;
  logic [Channels-1:0][IndexBits-1:0] awaited_q;  // the vector of the next result
  logic [Channels-1:0][IndexBits-1:0] first_q;    // the first vector of its group
  logic [Channels-1:0][CountBits-1:0] left_q;     // number of results to come
  logic [IndexBits-1:0] index_d, index_q, late;
  logic [BlinkBits-1:0] count_q;  // cycles since the last result; drives the LED
  logic checked_q, same_q;        // the result has been compared; it is as expected
  logic [Channels-1:0] trial_q;   // the next result must be a refusal
  logic [2:0] wipe_q;             // bit i: the wipe was i cycles ago
  logic wiped_q;                  // the wipe is over
  logic [15:0] random_q;
  logic final_result;

  // Pseudo-random number: an LFSR of maximal period (x^16 + x^14 + x^13 + x^11 + 1).
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) random_q <= 16'h1;
    else random_q <= (random_q >> 1) ^ (random_q[0] ? 16'hb400 : 16'h0);
  end

  logic [IndexBits-1:0] index;
  logic [BeatBits-1:0] beat;
  logic key, last, read, trial, m_trial, unwiped;
  logic [DataBits/8-1:0] keep;

  assign unwiped = Keyed & trial & ~key & ~(wiped_q & wipe_q == '0);

  sil_bist_sequencer #(
    .Channels(Channels), .Vectors(Vectors), .Ends(Ends), .Keyed(Keyed),
    .BlockBeats(sil_md_pkg::BLOCK_WORDS * word_bits(Alg) / DataBits), .BeatBits(BeatBits)
  ) u_sequencer (
    .clk_i,
    .rst_ni,
    .pause_i(state_q == Fail | unwiped | (interrupt_i & random_q[1:0] != '0)),
    .index_o(index),
    .key_o  (key),
    .beat_o (beat),
    .last_i (last),
    .read_o (read),
    .trial_o(trial),
    .m_trial(m_trial),
    .m_tid,
    .m_tvalid,
    .m_tready
  );

  logic [IndexBits-1:0] judged, next_judged, next_first;
  logic [DigestBits-1:0] right;

  sil_bist_vectors #(.Alg(Alg), .Keyed(Keyed), .DataBits(DataBits)) u_vectors (
    .clk_i,
    .index_i (index),
    .key_i   (key),
    .beat_i  (beat),
    .last_o  (last),
    .read_i  (read),
    .m_tdata,
    .m_tkeep (keep),
    .m_tlast,
    .m_tuser,
    .m_tsha1,
    .result_i(judged),
    .result_o(right)
  );

  // Each beat of a hash's message that must be refused has a hole, whatever the message's length.
  assign m_tkeep = m_trial & ~Keyed ? (DataBits / 8)'(2) : keep;

  assign judged = awaited_q[s_tid];

  always_comb begin
    next_first = first_q[s_tid];
    next_judged = IndexBits'(following(Ends, 32'(next_first), 32'(judged)));
    if (next_judged == IndexBits'(begins(Ends, 32'(next_first), 32'(s_tid)))) begin
      next_first = IndexBits'(next_group(Ends, Vectors, 32'(next_first)));
      next_judged = IndexBits'(begins(Ends, 32'(next_first), 32'(s_tid)));
    end
  end

  logic [DigestBits-1:0] expected, flip;
  logic odd;

  assign expected = right ^ DigestBits'(wrong_i & judged == wrong_index_i);
  // Every second vector is compared with a tag that has one wrong bit: the top or the middle one.
  assign odd = judged[0];
  always_comb begin
    flip = '0;
    flip[judged[1] ? DigestBits / 2 : DigestBits - 1] = odd;
  end
  assign tag_o = expected ^ flip;

  // final_result: this is the last result of the test. late: a vector whose result has not come.
  always_comb begin
    final_result = 1'b1;
    late = '0;
    for (int unsigned i = 0; i < Channels; i++) begin
      if (left_q[i] != CountBits'(ChannelBits'(i) == s_tid)) final_result = 1'b0;
      if (left_q[i] != '0) late = awaited_q[i];
    end
  end

  always_comb begin
    state_d = state_q;
    index_d = index_q;
    s_tready = 1'b0;
    if (state_q == Run) begin
      if (checked_q && !same_q) begin
        state_d = Fail;
        index_d = judged;
      end else if (checked_q) begin
        state_d = final_result ? Pass : Run;
        s_tready = ~final_result;
      end else if (count_q[BlinkBits-1] || (wipe_q[2] && keyed_i)) begin
        state_d = Fail;
        index_d = late;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= Run;
      index_q   <= '0;
      count_q   <= '0;
      checked_q <= 1'b0;
      trial_q   <= '1;
      wipe_q    <= '0;
      wiped_q   <= ~Keyed;
      for (int unsigned i = 0; i < Channels; i++) begin
        awaited_q[i] <= IndexBits'(begins(Ends, 0, i));
        first_q[i]   <= '0;
        left_q[i]    <= CountBits'(Vectors);
      end
    end else begin
      state_q   <= state_d;
      index_q   <= index_d;
      count_q   <= checked_q ? '0 : count_q + 1'b1;
      checked_q <= state_q == Run & s_tvalid & ~checked_q & ~(interrupt_i & random_q[8]);
      // The wipe comes when the key of the trial is sent and loaded.
      wipe_q  <= {wipe_q[1:0], keyed_i & trial & ~key & ~wiped_q & ~wipe_q[0]};
      wiped_q <= wiped_q | wipe_q[0];
      if (s_tready && trial_q[s_tid]) begin
        trial_q[s_tid] <= 1'b0;
      end else if (s_tready) begin
        awaited_q[s_tid] <= next_judged;
        first_q[s_tid]   <= next_first;
        left_q[s_tid]    <= left_q[s_tid] - 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (trial_q[s_tid]) same_q <= s_tuser & (~Keyed | (s_tdata == '0 & ~s_tmatch));
    else same_q <= s_tdata == expected & ~s_tuser & (~Keyed | s_tmatch != odd) & left_q[s_tid] != '0;
  end

  assign led_o = state_q == Fail | (state_q == Pass & count_q[BlinkBits-1]);
  assign wipe_o = wipe_q[0];
  assign value_o = s_tdata;
  assign index_o = index_q;
endmodule
