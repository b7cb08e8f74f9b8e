// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-2 (FIPS 180-4) for keyed hashes: message words of padded blocks in, tag out. A hash starts
/// from a chaining value, and its result is a chaining value in memory.
///
/// ## Latency and throughput
/// A block takes C = 68 (SHA-256) or 84 (SHA-512) cycles. If the next hash is requested in time,
/// its first word is taken C + 5 cycles after the first word of the last block before. It may be H0
/// of the digest before.
module sil_sha2_keyed_core
  import sil_sha2_pkg::*, sil_sha2_keyed_pkg::*;
#(
  /// The algorithm, SHA256 or SHA512.
  parameter alg_e Alg = SHA256,
  localparam int unsigned Width = word_bits(Alg)
) (
  input  logic               clk_i,
  /// Asynchronous assert, active low.
  input  logic               rst_ni,
  /// As in sil_sha2_keyed_sequencer.
  input  logic               start_i,
  input  value_e             from_i,
  input  value_e             to_i,
  input  logic               digest_i,
  input  logic               tag_i,
  input  logic               half_i,
  input  logic               padding_i,
  input  logic               fill_i,
  output logic               started_o,
  output logic               done_o,
  /// The message word; it is the last of its hash.
  input  logic [Width-1:0]   message_i,
  input  logic               last_i,
  input  logic               valid_i,
  /// `message_i` is taken in this cycle if `valid_i`.
  output logic               load_o,
  /// As in sil_sha2_keyed_rounds.
  output logic [Width-1:0]   half_o,
  output logic               mark_o,
  output logic               length_o,
  output logic               digest_o,
  output logic [1:0]         digest_number_o,
  output logic [Width-1:0]   digest_word_o,
  input  logic               tag_clear_i,
  output logic               tag_done_o,
  output logic [8*Width-1:0] tag_o
);
  localparam int unsigned Rounds = rounds(Alg);
  localparam logic [8*Width-1:0] Initial = (8 * Width)'(initial_value(Alg));

  if (!(Alg inside {SHA256, SHA512})) begin : gen_alg
    $fatal(1, "Alg must be SHA256 or SHA512");
  end

  control_t control;
  logic [$clog2(Rounds)-1:0] count;
  logic step;

  sil_sha2_keyed_sequencer #(.Rounds(Rounds)) u_sequencer (
    .clk_i,
    .rst_ni,
    .start_i,
    .from_i,
    .to_i,
    .digest_i,
    .tag_i,
    .half_i,
    .padding_i,
    .fill_i,
    .started_o,
    .done_o,
    .step_i   (step),
    .take_i   (load_o & valid_i),
    .last_i,
    .control_o(control),
    .count_o  (count)
  );

  sil_sha2_keyed_rounds #(.Width(Width), .Initial(Initial)) u_rounds (
    .clk_i,
    .rst_ni,
    .control_i(control),
    .count_i  (count),
    .step_o   (step),
    .message_i,
    .valid_i,
    .load_o,
    .half_o,
    .mark_o,
    .length_o,
    .digest_o,
    .digest_number_o,
    .digest_word_o,
    .tag_clear_i,
    .tag_done_o,
    .tag_o
  );
endmodule
