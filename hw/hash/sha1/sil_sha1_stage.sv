// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A stage of a SHA-1 pipeline: the 20 operations of one function on the message in the stage.
///
/// The sums are those of sil_sha1_rounds with Precompute = 2. The first operation uses the working
/// variables of the previous stage instead of its own. The sums that are formed before it use them
/// too, and read them one and two cycles earlier.
///
/// ## Latency and throughput
/// One operation per cycle, three cycles after its word of the schedule. There is no pause between
/// the last operation of a stage and the first one of the next stage.
module sil_sha1_stage
  import sil_sha1_pkg::*;
#(
  /// The group of 20 operations: 0 to 3.
  parameter int unsigned Round = 0
) (
  input  logic             clk_i,
  input  logic             en_i,
  /// W of the operation that is done in three cycles.
  input  logic [31:0]      word_i,
  /// The first operation is done in three cycles.
  input  logic             soon_i,
  /// The three newest working variables of the previous stage, the oldest first, from which c, b
  /// and a follow; and the next one, as it leaves the adder.
  input  logic [2:0][31:0] working_i,
  input  logic [31:0]      next_i,
  /// The same of this stage.
  output logic [2:0][31:0] working_o,
  output logic [31:0]      next_o
);
  localparam kind_t Kind = '{feed_forward: 1'b0, direct: 1'b0, round: 2'(Round)};

  word_t kw_q, kwe_d, kwe_q, sum_d, sum_q, first_d, first_q, newest, given_q;
  word_t [2:0] working_q;
  word_t [2:1] near;
  choice_t choice_q;

  // By flag: early_q, the first operation is done in two cycles; next_q, in the next cycle; pass_q,
  // in this cycle. near_q, the working variables of the previous stage are read for e, d and c;
  // second_q, for b. Each stage keeps its own registers for these flags.
  (* keep *) logic early_q, next_q, near_q, second_q, pass_q;

  assign near = near_q ? working_i[2:1] : working_q[2:1];

  // The operands b and a from the previous stage have adders and registers of their own. These are
  // zero while this stage uses its own working variables, and the registers for those are zero
  // while a block enters the stage. So no multiplexer stands before a carry chain.
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      early_q        <= soon_i;
      next_q         <= early_q;
      near_q         <= soon_i | early_q | next_q;
      second_q       <= early_q | next_q;
      pass_q         <= next_q;
      kw_q           <= k(2'(Round)) + word_i;
      kwe_q          <= kwe_d;
      choice_q       <= choice(Kind, rotl(30, near[2]), rotl(30, near[1]));
      first_q        <= second_q ? first_d : '0;
      sum_q          <= second_q ? '0 : sum_d;
      given_q        <= early_q | next_q ? next_i : '0;
      working_q[2]   <= next_q ? '0 : newest;
      working_q[1:0] <= pass_q ? working_i[2:1] : working_q[2:1];
    end
  end

  sil_add_select u_add_e (
    .a_i(kw_q), .select_i({32{near_q}}), .x0_i(rotl(30, working_q[0])),
    .x1_i(rotl(30, working_i[0])), .sum_o(kwe_d)
  );
  sil_add_select u_first (
    .a_i(kwe_q), .select_i(given_q), .x0_i(choice_q.zero), .x1_i(choice_q.one), .sum_o(first_d)
  );
  sil_add_select u_function (
    .a_i(kwe_q), .select_i(working_q[2]), .x0_i(choice_q.zero), .x1_i(choice_q.one), .sum_o(sum_d)
  );
  sil_add_either u_add (
    .a0_i(sum_q), .a1_i(first_q), .b0_i(rotl(5, working_q[2])), .b1_i(rotl(5, given_q)),
    .sum_o(newest)
  );

  assign working_o = working_q;
  assign next_o = newest;
endmodule
