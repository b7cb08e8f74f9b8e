// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A sponge: padded words in, the words of the digest out.
///
/// ## Latency and throughput
/// C = rounds / Unroll cycles a word, absorbed or squeezed. Of a message of n words the digest's last
/// word is valid (n + squeezes - 1) * C cycles after the first one was taken, and the next message's
/// first word is taken max(W, H - 1) + 1 + C cycles behind that, with W = 5 / Unroll, rounded up, and
/// H = 1 with ClockGate, else 21 (7 where Unroll is a multiple of 3). A state that waits for a word
/// looks for it every H cycles; with Unroll from 2 to 24 it takes one that was offered the cycle
/// before. Nothing depends on data.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]` of its first.
module sil_sponge_core
  import sil_sponge_pkg::*;
#(
  /// What is computed.
  parameter alg_e Alg = SHAT128,
  /// STEPs a cycle, a divisor of 48. Gain: cycles. Cost: a STEP each and, as they wait for each
  /// other, a path that grows nearly as much as the cycles fall.
  parameter int unsigned Unroll = 1,
  /// 0: the STEP as it is written. 1: its counter meets the operand that is ready first; gain: an
  /// XOR less for each STEP. 2: each T meets the sum of all that was ready before it, inside its
  /// diffusion layer, and the state has the next operand of G; gain: two XORs more for each; cost: two
  /// to three XORs a bit and STEP.
  parameter int unsigned Precompute = 0,
  /// Stop the state's clock while it waits. Gain: power, and a late word is taken at once. Cost: a
  /// gate, and on an FPGA enables.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned DataBits = rate_bits(Alg)
) (
  input  logic                clk_i,
  /// Asynchronous assert, active low.
  input  logic                rst_ni,
  /// A whole word of the padded message.
  input  logic [DataBits-1:0] s_tdata,
  /// The last word of the message.
  input  logic                s_tlast,
  input  logic                s_tvalid,
  output logic                s_tready,
  /// A word of the digest, there for one cycle: it does not wait.
  output logic [DataBits-1:0] m_tdata,
  /// The last word of the digest.
  output logic                m_tlast,
  output logic                m_tvalid
);
  localparam int unsigned Cycles = rounds(Alg) / Unroll;
  localparam int unsigned ClearCycles = (sil_shat_pkg::WORDS + Unroll - 1) / Unroll;
  // 21 STEPs without T are the identity, in whole cycles.
  localparam int unsigned StillCycles = ClockGate ? 1 : Unroll % 3 == 0 ? 7 : 21;
  localparam int unsigned NumberBits = number_bits(Cycles, ClearCycles, StillCycles);
  localparam logic [DataBits-1:0] Start = DataBits'(initial_word(Alg));

  if (!(Alg inside {[SHAT128:SHAT384]})) begin : gen_alg
    $fatal(1, "Alg must be SHAT128, SHAT256 or SHAT384");
  end
  if (!(Unroll inside {1, 2, 3, 4, 6, 8, 12, 16, 24, 48})) begin : gen_unroll
    $fatal(1, "Unroll must be a divisor of 48");
  end
  if (!(Precompute inside {0, 1, 2})) begin : gen_precompute
    $fatal(1, "Precompute must be 0, 1 or 2");
  end

  logic start, take, clear, still;
  logic [NumberBits-1:0] number, next;
  logic [DataBits-1:0] offered, word, squeezed;

  // A word has its first byte at the high end.
  for (genvar i = 0; i < DataBits / 8; i++) begin : gen_order
    assign offered[DataBits-8*(i+1)+:8] = s_tdata[8*i+:8];
    assign m_tdata[8*i+:8] = squeezed[DataBits-8*(i+1)+:8];
  end

  assign word = (offered & {DataBits{take}}) | (Start & {DataBits{start}});

  sil_sponge_control #(
    .Cycles(Cycles), .ClearCycles(ClearCycles), .StillCycles(StillCycles),
    .Squeezes(squeezes(Alg)), .Early(Unroll > 1 && Cycles > 1)
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
    .still_o  (still)
  );

  sil_shat_perm #(
    .Width(DataBits), .Unroll(Unroll), .Precompute(Precompute), .ClockGate(ClockGate),
    .NumberBits(NumberBits)
  ) u_perm (
    .clk_i,
    .still_i (still),
    .clear_i (clear),
    .number_i(number),
    .next_i  (next),
    .word_i  (word),
    .word_o  (squeezed)
  );
endmodule
