// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A stage of sil_sha1_pipe4: the 20 operations of one function on the message in the stage.
///
/// The sums are those of sil_sha1_rounds with Precompute = 1: e + K + W and f are formed one cycle
/// before the operation. The first operation uses the working variables of the previous stage
/// instead of its own.
///
/// ## Latency and throughput
/// One operation per cycle, one cycle after its word of the schedule. There is no pause between the
/// last operation of a stage and the first one of the next stage.
module sil_sha1_pipe4_stage
  import sil_sha1_pkg::*;
#(
  /// The group of 20 operations: 0 to 3.
  parameter int unsigned Round = 0
) (
  input  logic             clk_i,
  input  logic             en_i,
  /// W of the operation that is done in the next cycle.
  input  logic [31:0]      word_i,
  /// The first operation is done in two cycles.
  input  logic             soon_i,
  /// The four newest values of a in the previous stage, the oldest first.
  input  logic [3:0][31:0] working_i,
  /// The same of this stage.
  output logic [3:0][31:0] working_o
);
  localparam kind_t Kind = '{feed_forward: 1'b0, direct: 1'b0, round: 2'(Round)};

  word_t sum_q, function_q, newest;
  word_t [3:0] preceding;  // the row from which the sums of the next operation are formed
  word_t [3:0] working_q;
  // By flag: next_q, the first operation is done in the next cycle; pass_q, in this cycle; near_q,
  // in one of the two, so the row is that of the previous stage.
  logic next_q, near_q, pass_q;

  assign preceding = near_q ? working_i : working_q;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      next_q     <= soon_i;
      near_q     <= soon_i | next_q;
      pass_q     <= next_q;
      sum_q      <= k(2'(Round)) + word_i + rotl(30, preceding[0]);
      function_q <= f(Kind, preceding[3], rotl(30, preceding[2]), rotl(30, preceding[1]));
      working_q  <= {newest, pass_q ? working_i[3:1] : working_q[3:1]};
    end
  end

  sil_add_select u_add (
    .a_i(sum_q + function_q), .select_i({32{pass_q}}), .x0_i(rotl(5, working_q[3])),
    .x1_i(rotl(5, working_i[3])), .sum_o(newest)
  );

  assign working_o = working_q;
endmodule
