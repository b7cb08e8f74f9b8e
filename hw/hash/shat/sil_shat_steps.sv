// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A chain of Unroll STEPs of SHAT-R, the reconstruction of SHAT; combinational. STEP i is
///
///     T = G(S1 xor S4 xor i);  S3 = S3 xor T;  S2 = S2 xor S3;
///     (S0, S1, S2, S3, S4) = (S1, S2, S3, S4, S0)
///
/// A word to absorb meets S0 in the first STEP, where S0 is not an operand.
///
/// Its forms differ in where T, the newest word, enters. The longest path has
///
///     Precompute  0            4 Unroll XOR + Unroll G
///                 1      (3 Unroll + 1) XOR + Unroll G
///                 2        (Unroll + 2) XOR + Unroll G
module sil_shat_steps
  import sil_shat_pkg::*;
#(
  /// Width of a word: 32, 64 or 96.
  parameter int unsigned Width = 32,
  /// STEPs.
  parameter int unsigned Unroll = 1,
  /// 0: the operands of T as the STEP lists them. 1: i meets the operand that is ready first. 2:
  /// what lies outside G is linear, so each T meets the sum of all that was ready before it.
  parameter int unsigned Precompute = 0,
  /// The state can turn without change. Cost: a gate a bit and STEP.
  parameter bit Turn = 1'b1
) (
  /// i of the first STEP.
  input  logic [5:0]                  number_i,
  /// The word that is absorbed; zero for none.
  input  logic [Width-1:0]            word_i,
  /// With Turn: T is zero. What is left is linear, and 21 STEPs of it are the identity.
  input  logic                        still_i,
  /// S2 becomes zero in the last five STEPs: so many clear the state.
  input  logic                        clear_i,
  /// The state, S0 in item 0.
  input  logic [WORDS-1:0][Width-1:0] state_i,
  /// The same after the STEPs.
  output logic [WORDS-1:0][Width-1:0] state_o
);
  // Before STEP k and, in the last place, after the last one; T of STEP k and its operand.
  logic [Width-1:0] s0 [Unroll+1]  /* verilator split_var */;
  logic [Width-1:0] s1 [Unroll+1]  /* verilator split_var */;
  logic [Width-1:0] s2 [Unroll+1]  /* verilator split_var */;
  logic [Width-1:0] s3 [Unroll+1]  /* verilator split_var */;
  logic [Width-1:0] s4 [Unroll+1]  /* verilator split_var */;
  logic [Width-1:0] t [Unroll]  /* verilator split_var */;
  logic [Width-1:0] x [Unroll]  /* verilator split_var */;

  assign {s4[0], s3[0], s2[0], s1[0], s0[0]} = state_i;

  for (genvar k = 0; k < Unroll; k++) begin : gen_step
    logic [Width-1:0] i, operand, keep;
    assign i = Width'(6'(number_i + 6'(k)));

    if (Precompute == 0) begin : gen_naive
      assign x[k] = (s1[k] ^ s4[k]) ^ i;
    end else if (Precompute == 1 || k == 0) begin : gen_ready
      assign x[k] = s1[k] ^ (s4[k] ^ i);
    end else begin : gen_linear
      // S1 is the sum of S2, S3 and T of the STEP before.
      assign x[k] = ((s2[k-1] ^ s3[k-1]) ^ (s4[k] ^ i)) ^ t[k-1];
    end

    // The S-box of 5 is zero.
    assign operand = Turn && still_i ? {Width/4{4'h5}} : x[k];
    assign t[k] = Width'(g(Width, word_t'(operand)));

    // All that is in the state passes S2: five STEPs clear it.
    assign keep = {Width{k + WORDS < Unroll || !clear_i}};
    assign s2[k+1] = (s3[k] ^ t[k]) & keep;
    if (Precompute == 2) begin : gen_apart
      assign s1[k+1] = ((s2[k] ^ s3[k]) ^ t[k]) & keep;
    end else begin : gen_chained
      assign s1[k+1] = s2[k] ^ s2[k+1];
    end
    assign s0[k+1] = s1[k];
    assign s3[k+1] = s4[k];
    if (k == 0) begin : gen_absorb
      assign s4[k+1] = s0[k] ^ word_i;
    end else begin : gen_next
      assign s4[k+1] = s0[k];
    end
  end

  assign state_o = {s4[Unroll], s3[Unroll], s2[Unroll], s1[Unroll], s0[Unroll]};
endmodule
