// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of a stage of the MD5 pipeline, for any words, stalls and previous stage: a cycle
/// performs a step of its round, as RFC 1321 3.4 has it, with the word that came two cycles before;
/// as a block enters, the stage takes the working variables of the previous stage unchanged.
///
/// The index of a step within the round passes the stages of a control word as in sil_md5_pipeline,
/// and may be any one. Each sum has an assertion of its own.
module sil_md5_stage_proof
  import sil_md5_pkg::*;
#(
  /// As in sil_md5_stage.
  parameter int unsigned Round = 0
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             en_i,
  /// The index of a step, three cycles before the step, and that a block enters then.
  input logic [3:0]       index_i,
  input logic             enters_i,
  input logic [31:0]      word_i,
  input logic [2:0][31:0] working_i,
  input logic [31:0]      newest_i
);
  logic [3:1][3:0] index_q;
  logic [3:1] enters_q;
  word_t [3:0] working;

  sil_md5_stage #(.Round(Round)) u_stage (
    .clk_i, .en_i, .read_i(index_i), .index_i(index_q[3][1:0]), .word_i, .next_i(enters_q[2]),
    .pass_i(enters_q[3]), .working_i, .newest_i, .working_o(working)
  );

  // RFC 1321 3.4. The rotations are those of each round.
  function automatic word_t f(word_t b, word_t c, word_t d);
    unique case (Round)
      0:       return (b & c) | (~b & d);
      1:       return (b & d) | (c & ~d);
      2:       return b ^ c ^ d;
      default: return c ^ (b | ~d);
    endcase
  endfunction
  function automatic word_t rotl(logic [4:0] n, word_t word);
    return 32'(({word, word} << n) >> 32);
  endfunction
  localparam logic [3:0][4:0] Shifts = Round == 0 ? {5'd22, 5'd17, 5'd12, 5'd7}
    : Round == 1 ? {5'd20, 5'd14, 5'd9, 5'd5}
    : Round == 2 ? {5'd23, 5'd16, 5'd11, 5'd4} : {5'd21, 5'd15, 5'd10, 5'd6};

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  // Cycles that ran since the start: what came before is unknown.
  logic [2:0] age_q = '0;
  // Words and sums of earlier cycles, and what the registers hold in the next cycle.
  word_t [2:1] x_q;
  word_t xt_q;
  word_t [3:0] next, next_q;
  word_t a, b, c, d;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      age_q <= {age_q[1:0], 1'b1};
      index_q <= {index_q[2:1], index_i};
      enters_q <= {enters_q[2:1], enters_i};
      x_q <= {x_q[1], word_i};
      xt_q <= u_stage.xt_q;
    end
    next_q <= en_i ? next : working;
  end

  assign {b, c, d, a} = working;
  // The sum before its rotation, and B, C, D, A after the step.
  word_t inner;
  assign inner = xt_q + a + f(b, c, d);
  always_comb begin
    if (enters_q[3]) next = {newest_i, working_i};
    else next = {b + rotl(Shifts[index_q[3][1:0]], inner), b, c, d};
  end

  always_comb begin
    if (first_q) assume (!rst_ni);
    // An invariant for the induction.
    assert (age_q inside {3'b000, 3'b001, 3'b011, 3'b111});
    if (age_q[0]) begin
      assert (u_stage.constant_q == T[{2'(Round), index_q[1]}]);
      assert (u_stage.sum_q == (enters_q[3] ? '0 : xt_q + a));
      assert (u_stage.inner == (enters_q[3] ? '0 : inner));
    end
    if (age_q[1]) begin
      assert (u_stage.xt_q == x_q[1] + T[{2'(Round), index_q[2]}]);
      assert (working == next_q);
    end
    if (age_q[2]) begin
      assert (xt_q == x_q[2] + T[{2'(Round), index_q[3]}]);
      // The sum in the order of the standard.
      assert (xt_q + a + f(b, c, d)
        == a + f(b, c, d) + x_q[2] + T[{2'(Round), index_q[3]}]);
    end
  end
endmodule
