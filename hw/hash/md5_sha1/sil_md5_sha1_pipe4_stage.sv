// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A stage of sil_md5_sha1_pipe4: a round of 16 steps of MD5, or 20 operations of SHA-1 with one
/// function, as the message in the stage requires.
///
/// The sums are those of sil_md5_sha1_rounds with Precompute = 1: X + T + A or K + W + e, and f of
/// SHA-1, are formed one cycle before the operation, and the function of MD5 is part of the
/// operation. When the blocks move, the last adder of the loop passes the newest working variable
/// of the previous stage. The steps of MD5 follow four idle operations. Each of them rotates the
/// four working variables by one, so that they are in their places again after the last one.
///
/// ## Latency and throughput
/// One operation per cycle, two cycles after its constant is read.
module sil_md5_sha1_pipe4_stage
  import sil_md5_sha1_pkg::*;
#(
  /// The round of MD5, and the group of 20 operations of SHA-1: 0 to 3.
  parameter int unsigned Round = 0
) (
  input  logic             clk_i,
  input  logic             en_i,
  /// The operation that is done in two cycles: its hash, and its index in the slot, 0 to 19.
  input  logic             sha1_i,
  input  logic [4:0]       index_i,
  /// Its message word.
  input  logic [31:0]      word_i,
  /// The blocks move in two cycles.
  input  logic             pass_i,
  /// Working variables of the previous stage, the oldest first, and the newest.
  input  logic [3:0][31:0] working_i,
  input  logic [31:0]      newest_i,
  /// Working variables, the oldest first. Those of MD5 are the last four: A, D, C, B.
  output logic [4:0][31:0] working_o
);
  localparam sil_sha1_pkg::kind_t Kind =
    '{feed_forward: 1'b0, direct: 1'b0, round: 2'(Round)};

  typedef struct packed {
    logic pass;          // the blocks move
    logic idle;          // no step of MD5 is done
    logic sha1;          // an operation of SHA-1
    logic [1:0] index;   // of a step of MD5, modulo 4
  } operation_t;

  function automatic logic [32*32-1:0] constants();
    constants = '0;
    for (int unsigned i = 0; i < 16; i++) begin
      constants[32*(IDLE+i)+:32] = sil_md5_pkg::T[16*Round+i];
    end
  endfunction

  operation_t read, add_q, operate_q;
  word_t constant_d, constant_q, word_q, sum_q, forward_q, function_q, total;
  word_t inner, rotated, addend, newest;
  word_t [4:0] working_q;
  word_t [3:0] ahead;  // the working variables of the next operation but the newest one
  word_t [3:0] rotations;
  sil_md5_pkg::choice_t chosen;

  assign read = '{
    pass: pass_i, idle: ~sha1_i & index_i < 5'(IDLE), sha1: sha1_i, index: index_i[1:0]
  };
  sil_table #(.Width(32), .Rows(32), .Content(constants())) u_constants (
    .address_i(index_i), .row_o(constant_d)
  );

  // In an idle operation word and constant are 0, so that the sum is A.
  assign ahead = operate_q.pass ? working_i : working_q[4:1];
  assign total = word_q + constant_q + (add_q.sha1 ? sil_sha1_pkg::rotl(30, ahead[0]) : ahead[1]);

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      add_q      <= read;
      operate_q  <= add_q;
      constant_q <= sha1_i ? sil_sha1_pkg::k(2'(Round)) : constant_d;
      word_q     <= read.idle ? '0 : word_i;
      sum_q      <= add_q.pass | add_q.idle | add_q.sha1 ? '0 : total;
      forward_q  <= total;
      function_q <= add_q.sha1 ? sil_sha1_pkg::f(
        Kind, ahead[3], sil_sha1_pkg::rotl(30, ahead[2]), sil_sha1_pkg::rotl(30, ahead[1])
      ) : '0;
      working_q  <= {newest, ahead};
    end
  end

  // The loop of MD5: a sum, a rotation, and a second sum. SHA-1 uses the second sum alone.
  assign chosen = sil_md5_pkg::choice(
    operate_q.pass | operate_q.idle, 2'(Round), working_q[3], working_q[2]
  );
  sil_add_select u_inner (
    .a_i(sum_q), .select_i(working_q[4]), .x0_i(chosen.zero), .x1_i(chosen.one), .sum_o(inner)
  );
  for (genvar i = 0; i < 4; i++) begin : gen_rotation
    assign rotations[i] = sil_sha1_pkg::rotl(sil_md5_pkg::rotation(16 * Round + i), inner);
  end
  sil_mux #(.Words(4)) u_rotate (
    .words_i(rotations), .select_i(operate_q.index), .word_o(rotated)
  );
  assign addend = operate_q.pass ? newest_i
    : operate_q.sha1 | operate_q.idle ? forward_q + function_q : working_q[4];
  sil_add_select u_outer (
    .a_i     (addend),
    .select_i({32{operate_q.sha1 & ~operate_q.pass}}),
    .x0_i    (rotated),
    .x1_i    (sil_sha1_pkg::rotl(5, working_q[4])),
    .sum_o   (newest)
  );

  assign working_o = working_q;
endmodule
