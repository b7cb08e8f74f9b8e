// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-256 and SHA-512 (FIPS 180-4): padded blocks in, chaining value out. A message starts from
/// the initial hash value, or from a chaining value that precedes it.
///
/// ## Latency and throughput
/// A block takes C = 68 (SHA-256) or 84 cycles. The digest of n blocks is valid n * C + 13 cycles
/// after the first beat is offered to an idle core. A chaining value takes 256 cycles more.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`.
module sil_sha2_save_core
  import sil_md_pkg::*, sil_sha2_pkg::*;
#(
  /// The algorithm, SHA256 or SHA512.
  parameter alg_e Alg = SHA512,
  /// As in sil_sha2_core.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned Width = word_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// Beats of complete, padded blocks.
  input  logic [Width-1:0]      s_tdata,
  /// The last beat of a message's last block.
  input  logic                  s_tlast,
  /// The first block of the message is a header: eight words that have no effect, and the chaining
  /// value. Hold it from the first beat of the message to the first beat of the next one.
  input  logic                  s_tresume,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  output logic [DigestBits-1:0] m_tdata,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  localparam int unsigned Rounds = rounds(Alg);
  localparam int unsigned ControlWords = Rounds + FEED_FORWARD;
  localparam int unsigned CountBits = sil_counter_pkg::code_bits(ControlWords);
  localparam logic [8*Width-1:0] Initial = (8 * Width)'(initial_value(Alg));

  if (!(Alg inside {SHA256, SHA512})) begin : gen_alg
    $fatal(1, "Alg must be SHA256 or SHA512");
  end

  control_t control, restore;
  logic [CountBits-1:0] count;
  logic [Width-1:0] message;
  logic [8*Width-1:0] chaining;
  logic run, clear, load, last, busy_q, restoring, restored;

  // A message starts with its first beat.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) busy_q <= 1'b0;
    else busy_q <= busy_q ? ~(m_tvalid & m_tready) : s_tvalid;
  end

  sil_sha2_restore u_restore (
    .clk_i,
    .rst_ni,
    .run_i    (run),
    .start_i  (~busy_q & s_tvalid & s_tresume),
    .active_o (restoring),
    .done_o   (restored),
    .control_o(restore)
  );

  sil_md_iterative #(
    .Width(Width), .Rounds(Rounds), .FeedForward(FEED_FORWARD), .StateWords(8),
    .DigestBits(DigestBits), .Midstates(1)
  ) u_iterative (
    .clk_i,
    .rst_ni,
    .little_i  (1'b0),
    .short_i   (1'b0),
    .s_tdata,
    .s_tlast,
    .s_tvalid,
    .s_tready,
    .start_i   (s_tresume ? restored : ~busy_q & s_tvalid),
    .m_tdata,
    .m_tvalid,
    .m_tready,
    .run_o     (run),
    .clear_o   (clear),
    .control_o (control),
    .count_o   (count),
    .message_o (message),
    .load_i    (load),
    .last_i    (last),
    .chaining_i(chaining)
  );

  // Between messages the control word and its number are zero.
  sil_sha2_retimed #(
    .Width(Width), .ControlWords(ControlWords), .ClockGate(ClockGate)
  ) u_rounds (
    .clk_i,
    .rst_ni,
    .run_i     (run),
    .clear_i   (clear & ~s_tresume),
    .initial_i (Initial),
    .restore_i (1'b0),
    .save_i    (1'b0),
    .control_i (control | restore),
    .count_i   (count | (restoring ? CountBits'(Rounds) : '0)),
    .message_i (message),
    .load_o    (load),
    .last_o    (last),
    .chaining_o(chaining)
  );
endmodule
