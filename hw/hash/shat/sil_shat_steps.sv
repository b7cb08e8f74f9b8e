// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A chain of Unroll STEPs of SHAT-R, the reconstruction of SHAT; combinational. STEP i is
///
///     T = G(S1 xor S4 xor i);  S3 = S3 xor T;  S2 = S2 xor S3;
///     (S0, S1, S2, S3, S4) = (S1, S2, S3, S4, S0)
///
/// A word to absorb is added to S0 in the first STEP, where S0 is not an operand.
///
/// The four forms differ in where T, the newest word, is added. The longest path has
///
///     Precompute  0      4 Unroll XOR + Unroll G
///                 1      3 Unroll XOR + Unroll G
///                 2      2 Unroll XOR + Unroll S-boxes
///                 3      3 Unroll + 1 XOR + Unroll G
///
/// where G is an S-box and two XORs.
module sil_shat_steps
  import sil_shat_pkg::*;
#(
  /// Width of a word in bits: 32, 64 or 96.
  parameter int unsigned Width = 32,
  /// STEPs per cycle.
  parameter int unsigned Unroll = 1,
  /// 0: the operands of T as the STEP lists them. 1: i is added to the operand that is ready first;
  /// for the first STEP of a cycle that is done in the cycle before. 2: everything outside the
  /// S-boxes is linear, so all operands that are ready before T are added in the XORs of its
  /// diffusion layer; for the first STEP of a cycle that is done in the cycle before. 3: as 1, but
  /// the first STEP of a cycle adds i in this cycle, as in figure 7 of the paper.
  parameter int unsigned Precompute = 0,
  /// 1: logic for speed, as with more STEPs, where Unroll is 1.
  parameter bit Fast = 1'b0
) (
  /// i of the first STEP.
  input  logic [5:0]                  number_i,
  /// `number_i` of the next cycle: i of the STEP after the last one of this cycle.
  input  logic [5:0]                  next_i,
  /// Word that is absorbed; zero for none.
  input  logic [Width-1:0]            word_i,
  /// T is zero. The STEPs are then linear, and 21 of them are the identity.
  input  logic                        hold_i,
  /// With `hold_i`: S4 becomes zero in the last five STEPs. Five such STEPs clear the state.
  input  logic                        clear_i,
  /// The state, S0 in item 0. The last item is S4 with Precompute = 0 or 3, S4 xor i with 1, and S1
  /// xor S4 xor i, the operand of G in the first STEP, with 2.
  input  logic [WORDS-1:0][Width-1:0] state_i,
  /// The same items after the STEPs.
  output logic [WORDS-1:0][Width-1:0] state_o
);
  // If Small, a masking gate is placed where it merges with an XOR. Otherwise it is placed where
  // operands arrive early, or in parallel with S-boxes.
  localparam bit Small = Unroll == 1 && !Fast;
  // Operands of the first STEP are formed in the cycle before.
  localparam bit Ahead = Precompute inside {1, 2};
  // The operand that the S-boxes map to zero.
  localparam logic [Width-1:0] Fives = {Width / 4{4'h5}};

  // S0 to S4 before STEP k; the last item is after the last STEP. x is the operand of G in STEP k,
  // and s the output of its S-boxes.
  logic [Width-1:0] s0 [Unroll+1]  /* verilator split_var */;
  logic [Width-1:0] s1 [Unroll+1]  /* verilator split_var */;
  logic [Width-1:0] s2 [Unroll+1]  /* verilator split_var */;
  logic [Width-1:0] s3 [Unroll+1]  /* verilator split_var */;
  logic [Width-1:0] s4 [Unroll+1]  /* verilator split_var */;
  logic [Width-1:0] x [Unroll]  /* verilator split_var */;
  logic [Width-1:0] s [Unroll]  /* verilator split_var */;

  // The words that are added to S4 in the last item of the state.
  function automatic logic [Width-1:0] added(logic [5:0] number, logic [Width-1:0] first);
    return (Ahead ? Width'(number) : '0) ^ (Precompute == 2 ? first : '0);
  endfunction

  assign {s3[0], s2[0], s1[0], s0[0]} = state_i[3:0];
  assign s4[0] = state_i[4] ^ added(number_i, s1[0]);

  for (genvar k = 0; k < Unroll; k++) begin : gen_step
    logic [Width-1:0] keep;

    if (Ahead && k == 0) begin : gen_ahead
      assign x[k] = Small & hold_i ? Fives : state_i[4] ^ (Precompute == 1 ? s1[k] : '0);
    end else begin : gen_here
      // S4 without the clearing gate, which is not needed where S4 is an operand; and the word that
      // S4 has absorbed.
      logic [Width-1:0] early, word, i;
      assign i = Width'(6'(number_i + 6'(k)));
      assign early = k == 0 ? s4[0] : s0[k == 0 ? 0 : k-1];
      assign word = k == 1 ? word_i : '0;

      if (Precompute == 2) begin : gen_linear
        // S1 is the sum of S2, S3 and T of the STEP before.
        logic [Width-1:0] ready;
        assign ready = (hold_i ? Fives : (s2[k-1] ^ s3[k-1]) ^ (early ^ i)) ^ word;
        assign x[k] = Width'(diffuse_onto(Width, word_t'(s[k-1]), word_t'(ready)));
      end else if (Precompute > 0) begin : gen_ready
        assign x[k] = Small & hold_i ? Fives : s1[k] ^ (early ^ word ^ i);
      end else begin : gen_naive
        assign x[k] = Small & hold_i ? Fives : s1[k] ^ (early ^ word) ^ i;
      end
    end

    assign s[k] = Width'(substitute(Width, !Small, word_t'(x[k])))
      & {Width{~hold_i | Small | (Precompute == 2 && k > 0)}};

    if (Precompute == 2 && !Small) begin : gen_onto
      logic [Width-1:0] sum;
      assign sum = s2[k] ^ s3[k];
      assign s2[k+1] = Width'(diffuse_onto(Width, word_t'(s[k]), word_t'(s3[k])));
      assign s1[k+1] = Width'(diffuse_onto(Width, word_t'(s[k]), word_t'(sum)));
    end else begin : gen_chained
      assign s2[k+1] = (s3[k] ^ Width'(diffuse(Width, word_t'(s[k])))) & {Width{~(Small & clear_i)}};
      assign s1[k+1] = s2[k] ^ s2[k+1];
    end
    assign s0[k+1] = s1[k];
    assign s3[k+1] = s4[k];

    // Every word of the state passes S2 and, with T = 0, S4. So five STEPs clear the state.
    assign keep = {Width{k + WORDS < Unroll || Small || !clear_i}};
    if (k == 0) begin : gen_absorb
      assign s4[k+1] = (s0[k] & keep) ^ word_i;
    end else begin : gen_next
      assign s4[k+1] = s0[k] & keep;
    end
  end

  if (Precompute == 2 && !Small) begin : gen_sum
    logic [Width-1:0] ready;
    assign ready = (s2[Unroll-1] ^ s3[Unroll-1]) ^ (s4[Unroll] ^ Width'(next_i));
    assign state_o[4] = Width'(diffuse_onto(Width, word_t'(s[Unroll-1]), word_t'(ready)));
  end else begin : gen_word
    assign state_o[4] = s4[Unroll] ^ added(next_i, s1[Unroll]);
  end
  assign state_o[3:0] = {s3[Unroll], s2[Unroll], s1[Unroll], s0[Unroll]};
endmodule
