// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-224 and SHA-256 (FIPS 180-4 6.2, 6.3) in the least area: one or two 32-bit adders, one
/// operand per cycle. Padded blocks in, the words of the digest out.
///
/// ## Latency and throughput
/// A block takes B = 672 cycles, with Adders = 2 it takes 552. The last word of the digest of n
/// blocks is valid n * B + D - 1 cycles after the first beat is accepted. D is 8 with Memory = 1
/// and 32 with Memory = 0, for SHA-224 7 and 28. The first beat of the next message is accepted 9
/// cycles after that.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]` of its first beat.
module sil_sha2_small_core
  import sil_sha2_small_pkg::*;
#(
  /// The algorithm, SHA224 or SHA256.
  parameter sil_sha2_pkg::alg_e Alg = sil_sha2_pkg::SHA256,
  /// 1: the words are in block memories, for FPGAs. 0: they are in shift registers, for standard
  /// cells.
  parameter bit Memory = 1'b1,
  /// With Memory = 0: stop the clocks of the shift registers while they hold. Gain: area and power.
  /// Cost: five clock gates.
  parameter bit ClockGate = 1'b0,
  /// With Memory = 1: adders, 1 or 2. Gain of 2: fewer cycles per block. Cost: an adder.
  parameter int unsigned Adders = 1
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// Words of complete, padded blocks.
  input  logic [31:0] s_tdata,
  /// The last word of a message's last block.
  input  logic        s_tlast,
  input  logic        s_tvalid,
  output logic        s_tready,
  /// A word of the digest.
  output logic [31:0] m_tdata,
  /// The last word of the digest.
  output logic        m_tlast,
  output logic        m_tvalid,
  input  logic        m_tready
);
  localparam int unsigned Words = sil_sha2_pkg::digest_bits(Alg) / 32;

  if (!(Alg inside {sil_sha2_pkg::SHA224, sil_sha2_pkg::SHA256})) begin : gen_alg
    $fatal(1, "Alg must be SHA224 or SHA256");
  end
  if (Memory && ClockGate) begin : gen_gate
    $fatal(1, "ClockGate = 1 needs Memory = 0");
  end
  if (!(Adders == 1 || (Adders == 2 && Memory))) begin : gen_adders
    $fatal(1, "Adders must be 1, or 2 with Memory = 1");
  end

  step_e step;
  logic [5:0] count;
  logic run;
  logic [31:0] word, result;

  for (genvar i = 0; i < 4; i++) begin : gen_order
    assign word[8*i+:8] = s_tdata[8*(3-i)+:8];
    assign m_tdata[8*i+:8] = result[8*(3-i)+:8];
  end

  sil_sha2_small_sequencer #(
    .DigestSteps(Memory ? Words : 4 * Words), .Adders(Adders), .Starts(!Memory)
  ) u_sequencer (
    .clk_i, .rst_ni, .run_i(run), .last_i(s_tlast), .take_i(s_tvalid & s_tready), .step_o(step),
    .count_o(count)
  );

  if (Memory) begin : gen_memory
    sil_sha2_small_memory #(.Alg(Alg), .Adders(Adders)) u_words (
      .clk_i, .rst_ni, .step_i(step), .count_i(count), .run_o(run), .word_i(word),
      .valid_i(s_tvalid), .ready_o(s_tready), .word_o(result), .last_o(m_tlast),
      .valid_o(m_tvalid), .ready_i(m_tready)
    );
  end else begin : gen_shift
    sil_sha2_small_shift #(.Alg(Alg), .ClockGate(ClockGate)) u_words (
      .clk_i, .step_i(step), .count_i(count), .run_o(run), .word_i(word), .valid_i(s_tvalid),
      .ready_o(s_tready), .word_o(result), .last_o(m_tlast), .valid_o(m_tvalid),
      .ready_i(m_tready)
    );
  end
endmodule
