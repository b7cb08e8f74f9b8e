// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A stage of sil_md5_pipe4: the 16 steps of one round on the message in the stage.
///
/// The sums are those of sil_md5_rounds with Precompute = 1: X + T + A is formed one cycle before
/// the step, and the function of the round is part of the step. When the blocks move, the adders of
/// the loop pass the newest working variable of the previous stage instead of a sum.
///
/// ## Latency and throughput
/// One step per cycle, two cycles after its constant is read.
module sil_md5_pipe4_stage
  import sil_md5_pkg::*;
#(
  /// The round: 0 to 3.
  parameter int unsigned Round = 0
) (
  input  logic             clk_i,
  input  logic             en_i,
  /// Index in the round of the step whose constant is read; index modulo 4 of the step that is
  /// done.
  input  logic [3:0]       read_i,
  input  logic [1:0]       index_i,
  /// Message word of the step whose constant was read in the previous cycle.
  input  logic [31:0]      word_i,
  /// The blocks move in the next cycle (`next_i`), in this cycle (`pass_i`).
  input  logic             next_i,
  input  logic             pass_i,
  /// Working variables of the previous stage: A, D, C, and B.
  input  logic [2:0][31:0] working_i,
  input  logic [31:0]      newest_i,
  /// The working variables A, D, C, B.
  output logic [3:0][31:0] working_o
);
  function automatic logic [16*32-1:0] constants();
    for (int unsigned i = 0; i < 16; i++) constants[32*i+:32] = T[16*Round+i];
  endfunction

  word_t constant_d, constant_q, sum_q, inner, rotated, newest;
  word_t [3:0] working_q;
  word_t [2:0] ahead;  // A, D, C of the next step
  choice_t chosen;
  word_t [3:0] rotations;

  sil_table #(.Width(32), .Rows(16), .Content(constants())) u_constants (
    .address_i(read_i), .row_o(constant_d)
  );

  assign ahead = pass_i ? working_i : working_q[3:1];
  assign chosen = choice(pass_i, 2'(Round), working_q[2], working_q[1]);

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      constant_q <= constant_d;
      sum_q      <= next_i ? '0 : word_i + constant_q + ahead[0];
      working_q  <= {newest, ahead};
    end
  end

  sil_add_select u_inner (
    .a_i(sum_q), .select_i(working_q[3]), .x0_i(chosen.zero), .x1_i(chosen.one), .sum_o(inner)
  );
  for (genvar i = 0; i < 4; i++) begin : gen_rotation
    localparam int unsigned Shift = rotation(16 * Round + i);
    assign rotations[i] = {inner[31-Shift:0], inner[31-:Shift]};
  end
  sil_mux #(.Words(4)) u_rotate (.words_i(rotations), .select_i(index_i), .word_o(rotated));
  sil_add_select u_outer (
    .a_i(rotated), .select_i({32{pass_i}}), .x0_i(working_q[3]), .x1_i(newest_i), .sum_o(newest)
  );

  assign working_o = working_q;
endmodule
