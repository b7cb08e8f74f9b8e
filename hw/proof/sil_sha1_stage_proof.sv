// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of a stage of the SHA-1 pipeline, for any words, stalls and previous stage:
///
/// * in each cycle it performs a round of its group, as FIPS 180-4 6.1.2 step 3 has it;
/// * its first operation uses the five newest working variables of the previous stage, and each
///   other one the five newest of the message, which are those of the previous stage until the
///   stage has made its own;
/// * before the block of the next stage enters, its outputs are the last values of a that it made,
///   which is what the proof assumes of the previous stage. So the stages join.
///
/// A stage has no operation in the cycle before a block enters. The proof keeps the values of a:
/// those of the previous stage, and those of the message in this stage. Registers of the proof keep
/// the words of earlier sums. Each sum has an assertion of its own, with its words in the order of
/// the core, and a further one compares the order of the standard with that of the core.
module sil_sha1_stage_proof #(
  /// As in sil_sha1_stage.
  parameter int unsigned Round = 0
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             en_i,
  input logic [31:0]      word_i,
  input logic             soon_i,
  input logic [2:0][31:0] working_i,
  input logic [31:0]      next_i
);
  typedef logic [31:0] word_t;

  localparam word_t Constant = Round == 0 ? 32'h5a827999 : Round == 1 ? 32'h6ed9eba1
    : Round == 2 ? 32'h8f1bbcdc : 32'hca62c1d6;

  word_t [2:0] working;
  word_t next;

  sil_sha1_stage #(.Round(Round)) u_stage (
    .clk_i, .en_i, .word_i, .soon_i, .working_i, .next_i, .working_o(working), .next_o(next)
  );

  function automatic word_t rotl(logic [4:0] n, word_t word);
    return 32'(({word, word} << n) >> 32);
  endfunction

  function automatic word_t f(word_t b, word_t c, word_t d);
    if (Round == 0) return (b & c) ^ (~b & d);
    if (Round == 2) return (b & c) ^ (b & d) ^ (c & d);
    return b ^ c ^ d;
  endfunction

  // Cycles in which the pipeline ran: what came before the start is unknown, and each stage knows
  // its inputs later than the previous one. The first cycle is a reset.
  localparam logic [4:0] Start = 5'(4 + 3 * Round);
  logic [4:0] age_q = '0;
  always_ff @(posedge clk_i) if (en_i && age_q != '1) age_q <= age_q + 1'b1;
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  // Cycles after `soon_i`. The first operation of a block is in cycle 3.
  logic [6:1] soon_q;
  logic enters;
  always_ff @(posedge clk_i) if (en_i) soon_q <= {soon_q[5:1], soon_i};
  assign enters = soon_q[3];

  // The values of a, the oldest first: those that the previous stage made, those of the message in
  // this stage, and those that this stage made. `ahead` has the operands of the next operation,
  // from item 1 on.
  word_t [4:0] previous_q, own_q, row, ahead;
  word_t [2:0] made_q;
  assign row = enters ? previous_q : own_q;
  assign ahead = soon_q[2] ? previous_q : row;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      previous_q <= {next_i, previous_q[4:1]};
      own_q <= {next, row[4:1]};
      made_q <= {next, made_q[2:1]};
    end
  end

  // W and sums of earlier cycles.
  word_t [3:1] w_q;
  word_t kw_q, kwe_q;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      w_q <= {w_q[2:1], word_i};
      kw_q <= u_stage.kw_q;
      kwe_q <= u_stage.kwe_q;
    end
  end

  // The operands, the sum before rotl(a), and the functions of the next operation for both bits b.
  word_t a, b, c, d, e, inner, one, zero;
  assign {a, b} = row[4:3];
  assign c = rotl(5'd30, row[2]);
  assign d = rotl(5'd30, row[1]);
  assign e = rotl(5'd30, row[0]);
  assign inner = u_stage.sum_q | u_stage.first_q;
  assign one = f('1, rotl(5'd30, ahead[3]), rotl(5'd30, ahead[2]));
  assign zero = f('0, rotl(5'd30, ahead[3]), rotl(5'd30, ahead[2]));

  always_comb begin
    if (first_q) assume (!rst_ni && soon_q == '0);
    // A block stays for more than six cycles.
    if (soon_i) assume (soon_q == '0);
    // Until its own next block enters, the previous stage gives the words that it made last.
    if (age_q >= Start && |soon_q[3:1]) assume (working_i == previous_q[4:2]);
  end

  always_comb begin
    // Invariants for the induction.
    assert ((soon_q & (soon_q - 1'b1)) == '0);
    if (age_q >= 1) assert (u_stage.early_q == soon_q[1] && own_q[4] == made_q[2]);
    if (age_q >= 2) begin
      assert (u_stage.next_q == soon_q[2]);
      if (!soon_q[4]) assert (own_q[3] == made_q[1]);
    end
    if (age_q >= 3) begin
      assert (u_stage.near_q == |soon_q[3:1] && u_stage.second_q == |soon_q[3:2]);
      assert (u_stage.pass_q == enters);
      assert (u_stage.given_q == (|soon_q[3:2] ? previous_q[4] : '0));
      assert (u_stage.working_q[2] == (enters ? '0 : own_q[4]));
      if (!(|soon_q[5:4])) assert (own_q[2] == made_q[0]);
    end
    if (age_q >= Start + 1) assert (u_stage.working_q[1] == own_q[3]);
    if (age_q >= Start + 2) assert (u_stage.working_q[0] == own_q[2]);

    // The sums and the functions that are formed before the operation.
    if (age_q >= 1) assert (u_stage.kw_q == Constant + w_q[1]);
    if (age_q >= 2) assert (kw_q == Constant + w_q[2]);
    if (age_q >= Start + 3) begin
      assert (u_stage.kwe_q == kw_q + rotl(5'd30, ahead[1]));
      assert (u_stage.choice_q.one == one && u_stage.choice_q.zero == zero);
    end
    if (age_q >= 1) assert (u_stage.sum_q == '0 || u_stage.first_q == '0);
    if (age_q >= Start + 4) begin
      assert (kwe_q == Constant + w_q[3] + e);
      assert (inner == kwe_q + f(b, c, d));
      // The operation. In the cycle before a block enters there is none.
      if (!soon_q[2]) assert (next == inner + rotl(5'd5, a));
      // The next stage reads the words that were made last.
      if (soon_i || |soon_q[2:1]) assert (working == made_q);
    end
    // The sum in the order of the standard.
    assert (Constant + w_q[3] + e + f(b, c, d) + rotl(5'd5, a)
      == rotl(5'd5, a) + f(b, c, d) + e + Constant + w_q[3]);
  end
endmodule
