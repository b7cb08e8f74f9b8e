// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHAT-R, the reconstruction of SHAT: padded words in, the words of the digest out.
///
/// ## Latency and throughput C = 48 / Unroll cycles per word that is absorbed or squeezed. For a
/// message of n words the last word of the digest is valid (n + 3) * C cycles after the first word
/// is accepted. The first word of the next message is accepted max(W, H - 1) + 1 + C cycles after
/// that. W is 5 / Unroll, rounded up. H is 1 with ClockGate = 1; otherwise 21, or 7 if Unroll is a
/// multiple of 3. A waiting state can absorb a word every H cycles; with Unroll from 2 to 24 or
/// Fast = 1 it accepts a word that was offered in the cycle before. The number of cycles does not
/// depend on data.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]` of its first word.
module sil_shat_core
  import sil_shat_pkg::*;
#(
  /// The algorithm.
  parameter alg_e Alg = SHAT128,
  /// STEPs per cycle, a divisor of 48. Gain: cycles. Cost: the logic of one STEP each. Each STEP
  /// waits for the one before it, so the path grows nearly as much as the number of cycles falls.
  parameter int unsigned Unroll = 1,
  /// 0: the STEP as it is written. 1: the counter is added to the operand that is ready first;
  /// gain: one XOR less in the path per STEP. 2: all operands that are ready before T are added
  /// inside the diffusion layer of T, and the state holds the next operand of G; gain: two XORs
  /// less again per STEP; cost: two to three XORs per bit and STEP. 3: as 1, but the first STEP of
  /// a cycle adds the counter in this cycle; cost: one XOR more in the path than 1. This is the
  /// round of figure 7 of the paper shat-2014.
  parameter int unsigned Precompute = 0,
  /// 1: the STEP is built for speed, as with Unroll > 1. 0: with Unroll = 1 it is built for area.
  /// Needs Unroll = 1. Use 1 to compare values of Unroll whose STEPs have the same logic.
  parameter bit Fast = 1'b0,
  /// Stop the clock of the state while it waits. Gain: power, and a late word is accepted at once.
  /// Cost: a clock gate, or clock enables on an FPGA.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned DataBits = rate_bits(Alg)
) (
  input  logic                clk_i,
  /// Asynchronous assert, active low.
  input  logic                rst_ni,
  /// A complete word of the padded message.
  input  logic [DataBits-1:0] s_tdata,
  /// The last word of the message.
  input  logic                s_tlast,
  input  logic                s_tvalid,
  output logic                s_tready,
  /// A word of the digest. It is valid for one cycle and does not wait.
  output logic [DataBits-1:0] m_tdata,
  /// The last word of the digest.
  output logic                m_tlast,
  output logic                m_tvalid
);
  localparam int unsigned Cycles = STEPS / Unroll;
  localparam int unsigned ClearCycles = (WORDS + Unroll - 1) / Unroll;
  // 21 STEPs with T = 0 are the identity. In this number of cycles the STEPs are a multiple of 21.
  localparam int unsigned HoldCycles = ClockGate ? 1 : Unroll % 3 == 0 ? 7 : 21;
  localparam int unsigned NumberBits =
    sil_sponge_pkg::number_bits(Cycles, ClearCycles, HoldCycles);
  localparam logic [DataBits-1:0] Start = DataBits'(initial_word(Alg));

  if (!(Alg inside {[SHAT128:SHAT384]})) begin : gen_alg
    $fatal(1, "Alg must be SHAT128, SHAT256 or SHAT384");
  end
  if (!(Unroll inside {1, 2, 3, 4, 6, 8, 12, 16, 24, 48})) begin : gen_unroll
    $fatal(1, "Unroll must be a divisor of 48");
  end
  if (!(Precompute inside {[0:3]})) begin : gen_precompute
    $fatal(1, "Precompute must be 0, 1, 2 or 3");
  end
  if (Fast && Unroll != 1) begin : gen_fast
    $fatal(1, "Fast = 1 needs Unroll = 1");
  end

  logic start, take, clear, hold;
  logic [NumberBits-1:0] number, next;
  logic [DataBits-1:0] offered, word, squeezed;

  // The first byte of a word is in its high bits.
  for (genvar i = 0; i < DataBits / 8; i++) begin : gen_order
    assign offered[DataBits-8*(i+1)+:8] = s_tdata[8*i+:8];
    assign m_tdata[8*i+:8] = squeezed[DataBits-8*(i+1)+:8];
  end

  assign word = (offered & {DataBits{take}}) | (Start & {DataBits{start}});

  sil_sponge_control #(
    .Cycles(Cycles), .ClearCycles(ClearCycles), .HoldCycles(HoldCycles),
    .Squeezes(SQUEEZES), .Early((Unroll > 1 || Fast) && Cycles > 1)
  ) u_control (
    .clk_i,
    .rst_ni,
    .s_tlast,
    .s_tvalid,
    .s_tready,
    .m_tlast,
    .m_tvalid,
    .number_o (number),
    .next_o   (next),
    .initial_o(start),
    .take_o   (take),
    .clear_o  (clear),
    .hold_o   (hold)
  );

  sil_shat_perm #(
    .Width(DataBits), .Unroll(Unroll), .Precompute(Precompute), .Fast(Fast),
    .ClockGate(ClockGate), .NumberBits(NumberBits)
  ) u_perm (
    .clk_i,
    .hold_i  (hold),
    .clear_i (clear),
    .number_i(number),
    .next_i  (next),
    .word_i  (word),
    .word_o  (squeezed)
  );
endmodule
