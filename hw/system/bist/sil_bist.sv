// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A self-test unit: feeds a core with the standards' vectors, compares what comes, and says so with
/// a lamp and on its pins (the paper hmac-2005, section IV).
///
/// First comes a trial of what the core must refuse. HMAC gets a key, is wiped, and must refuse a message
/// of each lane; a hash gets a message of each lane with a hole in `m_tkeep`. Then every lane of the core
/// gets every vector. HMAC compares the tag of every other vector with a tag that is wrong in one bit,
/// and must find that it differs. When all results were right the lamp
/// blinks and `value_o` is the last of them. At the first wrong one, or when none comes for half a
/// period of the lamp, all halts: the lamp is steady, `index_o` is the vector and `value_o` what the
/// core made of it. Until then the lamp is off. The last result is left with the core, which holds
/// it.
///
/// ## Latency and throughput
/// A beat a cycle; a result is taken the cycle after it was compared.
///
/// ## Byte order
/// That of the core.
module sil_bist
  import sil_bist_vectors_pkg::*, sil_bist_order_pkg::*;
#(
  /// The vectors: those of this hash, or of HMAC with it.
  parameter alg_e Alg = SHA512,
  parameter bit Keyed = 1'b0,
  /// Width of a beat.
  parameter int unsigned DataBits = 64,
  /// Messages in flight.
  parameter int unsigned Lanes = 1,
  /// The lamp's period is 2^BlinkBits cycles.
  parameter int unsigned BlinkBits = 24,
  localparam int unsigned Vectors = sil_bist_vectors_pkg::count(Alg, Keyed),
  localparam int unsigned LaneBits = Lanes > 1 ? $clog2(Lanes) : 1,
  localparam int unsigned IndexBits = $clog2(Vectors),
  localparam int unsigned CountBits = $clog2(Vectors + 1),
  localparam int unsigned DigestBits = digest_bits(Alg)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low. The test begins anew after it.
  input  logic                  rst_ni,
  /// One bit of the expected result of vector `wrong_index_i` is wrong.
  input  logic                  wrong_i,
  input  logic [IndexBits-1:0]  wrong_index_i,
  /// Beats and results pause at random: three cycles in four, and one in two.
  input  logic                  interrupt_i,
  output logic                  led_o,
  output logic [DigestBits-1:0] value_o,
  output logic [IndexBits-1:0]  index_o,
  /// To the core: keys and messages.
  output logic [DataBits-1:0]   m_tdata,
  output logic [DataBits/8-1:0] m_tkeep,
  output logic                  m_tlast,
  /// The beat is of a key.
  output logic                  m_tuser,
  /// With Alg = MD5_SHA1: its hash is SHA-1.
  output logic                  m_tsha1,
  output logic [LaneBits-1:0]   m_tid,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  /// From the core: results, and what it should find.
  input  logic [DigestBits-1:0] s_tdata,
  /// The core refuses the message.
  input  logic                  s_tuser,
  /// HMAC: the core finds that the tag is `tag_o`.
  input  logic                  s_tmatch,
  input  logic [LaneBits-1:0]   s_tid,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// HMAC: what the core compares the tag with.
  output logic [DigestBits-1:0] tag_o,
  /// HMAC: wipes the core; a key is loaded.
  output logic                  wipe_o,
  input  logic                  keyed_i
);
  localparam int unsigned BeatBits = sil_bist_vectors_pkg::BEAT_BITS;

  // A key is for all messages in flight; a message in flight alone gets its key each time.
  function automatic ends_t last_ones();
    last_ones = '0;
    for (int unsigned i = 0; i < Vectors; i++) begin
      last_ones[i] = i == Vectors - 1;
      if (Keyed && i != Vectors - 1) begin
        last_ones[i] = Lanes == 1 || !sil_bist_vectors_pkg::same_key(Alg, i, i + 1);
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
  logic [Lanes-1:0][IndexBits-1:0] awaited_q;  // the vector whose result is next
  logic [Lanes-1:0][IndexBits-1:0] first_q;    // the first of its group
  logic [Lanes-1:0][CountBits-1:0] left_q;     // results to come
  logic [IndexBits-1:0] index_d, index_q, late;
  logic [BlinkBits-1:0] count_q;               // since the last result; then it blinks
  logic checked_q, same_q;                     // the result has been compared
  logic [Lanes-1:0] trial_q;                   // the next result must be a refusal
  logic [2:0] wipe_q;                          // the cycle of the wipe, and those after it
  logic wiped_q;                               // it has been
  logic [15:0] random_q;
  logic final_result;

  // Of maximal period (x^16 + x^14 + x^13 + x^11 + 1).
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) random_q <= 16'h1;
    else random_q <= (random_q >> 1) ^ (random_q[0] ? 16'hb400 : 16'h0);
  end

  logic [IndexBits-1:0] index;
  logic [BeatBits-1:0] beat;
  logic key, last, read, trial, m_trial, unwiped;
  logic [DataBits/8-1:0] keep;

  assign unwiped = Keyed & trial & ~key & ~(wiped_q & wipe_q == '0);

  sil_bist_feed #(
    .Lanes(Lanes), .Vectors(Vectors), .Ends(Ends), .Keyed(Keyed),
    .BlockBeats(sil_md_pkg::BLOCK_WORDS * word_bits(Alg) / DataBits), .BeatBits(BeatBits)
  ) u_feed (
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

  // A message of the trial has a hole, whatever its length.
  assign m_tkeep = m_trial & ~Keyed ? (DataBits / 8)'(2) : keep;

  assign judged = awaited_q[s_tid];

  always_comb begin
    next_first = first_q[s_tid];
    next_judged = IndexBits'(following(Ends, 32'(next_first), 32'(judged)));
    if (next_judged == IndexBits'(begins(Ends, 32'(next_first), 32'(s_tid)))) begin
      next_first = IndexBits'(behind(Ends, Vectors, 32'(next_first)));
      next_judged = IndexBits'(begins(Ends, 32'(next_first), 32'(s_tid)));
    end
  end

  logic [DigestBits-1:0] expected, flip;
  logic odd;

  assign expected = right ^ DigestBits'(wrong_i & judged == wrong_index_i);
  // The tag that is compared has one wrong bit for every other vector: a high one, or one in the middle.
  assign odd = judged[0];
  always_comb begin
    flip = '0;
    flip[judged[1] ? DigestBits / 2 : DigestBits - 1] = odd;
  end
  assign tag_o = expected ^ flip;

  // The last result of all; and a vector without a result.
  always_comb begin
    final_result = 1'b1;
    late = '0;
    for (int unsigned i = 0; i < Lanes; i++) begin
      if (left_q[i] != CountBits'(LaneBits'(i) == s_tid)) final_result = 1'b0;
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
      for (int unsigned i = 0; i < Lanes; i++) begin
        awaited_q[i] <= IndexBits'(begins(Ends, 0, i));
        first_q[i]   <= '0;
        left_q[i]    <= CountBits'(Vectors);
      end
    end else begin
      state_q   <= state_d;
      index_q   <= index_d;
      count_q   <= checked_q ? '0 : count_q + 1'b1;
      checked_q <= state_q == Run & s_tvalid & ~checked_q & ~(interrupt_i & random_q[8]);
      // The key of the trial has gone, and is loaded.
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
