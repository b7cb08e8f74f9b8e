// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A stage of a SHA-1 pipeline: the 20 operations of one function, on the message that is in it.
///
/// The sums are those of sil_sha1_rounds with Precompute = 2. Around the cycle in which the blocks
/// move on, what runs ahead looks at the letters of the stage before, and the adder of the loop passes
/// their newest one instead of a sum.
///
/// ## Latency and throughput
/// An operation a cycle, three cycles after its word of the schedule.
module sil_sha1_stage
  import sil_sha1_pkg::*;
#(
  /// The round of twenty: 0 to 3.
  parameter int unsigned Round = 0
) (
  input  logic             clk_i,
  input  logic             en_i,
  /// W of the operation that is done three cycles later.
  input  logic [31:0]      word_i,
  /// The blocks move on two cycles later.
  input  logic             soon_i,
  /// Letters of the stage before: all but the newest, the oldest first. In the cycle in which the
  /// blocks move on: the second newest, and what the newest is the sum of, of which the base is zero
  /// in every other cycle.
  input  logic [3:0][31:0] letters_i,
  input  logic [31:0]      second_i,
  input  logic [31:0]      newest_i,
  input  logic [31:0]      base_i,
  /// The letters, the oldest first.
  output logic [4:0][31:0] letters_o
);
  localparam kind_t Kind = '{feed: 1'b0, direct: 1'b0, round: 2'(Round)};

  word_t kw_q, kwe_q, sum_d, sum_q, newest;
  word_t [4:0] letters_q;
  word_t [2:0] ahead;  // e, d, c of the operation after the next one
  choice_t choice_q;

  // The blocks move on in the next cycle; in this cycle; either. Each stage has its own of these.
  (* keep *) logic next_q, hand_q, near_q;

  assign ahead = near_q ? letters_i[3:1] : letters_q[4:2];

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      next_q    <= soon_i;
      hand_q    <= next_q;
      near_q    <= soon_i | next_q;
      kw_q      <= k(2'(Round)) + word_i;
      kwe_q     <= kw_q + rotl(30, ahead[0]);
      choice_q  <= choice(Kind, rotl(30, ahead[2]), rotl(30, ahead[1]));
      sum_q     <= next_q ? '0 : sum_d;
      letters_q <= {newest, hand_q ? letters_i : letters_q[4:1]};
    end
  end

  sil_add_select u_function (
    .a_i(kwe_q), .select_i(hand_q ? second_i : letters_q[4]), .x0_i(choice_q.zero),
    .x1_i(choice_q.one), .sum_o(sum_d)
  );
  sil_add_select u_add (
    .a_i(sum_q | base_i), .select_i({32{hand_q}}), .x0_i(rotl(5, letters_q[4])), .x1_i(newest_i),
    .sum_o(newest)
  );

  assign letters_o = letters_q;
endmodule
