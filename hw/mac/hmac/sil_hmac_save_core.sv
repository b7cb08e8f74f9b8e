// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The hash core of HMAC with save and restore: SHA-256 or SHA-512 (FIPS 180-4) with two midstates,
/// and with messages that start from a chaining value in a header block.
///
/// ## Latency and throughput
/// As sil_sha2_core with Precompute = 2. A header takes 256 cycles more.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`.
module sil_hmac_save_core
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
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// The next message may start. One cycle.
  input  logic                  start_i,
  /// The first block of the message is a header: eight words that have no effect, and the chaining
  /// value. Hold it for the complete message.
  input  logic                  header_i,
  /// As in sil_sha2_core.
  input  logic [1:0]            restore_i,
  input  logic [1:0]            save_i,
  output logic [DigestBits-1:0] m_tdata,
  /// The message ended with its header. The digest is that of any block after it.
  output logic                  m_tuser,
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
  logic run, clear, load, last, restoring, restored;

  sil_sha2_restore_johnson u_restore (
    .clk_i,
    .rst_ni,
    .run_i    (run),
    .start_i  (start_i & header_i),
    .active_o (restoring),
    .done_o   (restored),
    .control_o(restore)
  );

  // After a message that ends with its header, any words stand for a block.
  logic only_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) only_q <= 1'b0;
    else only_q <= only_q ? ~(m_tvalid & m_tready) : restoring & s_tvalid & s_tready & s_tlast;
  end
  assign m_tuser = only_q;

  sil_md_iterative #(
    .Width(Width), .Rounds(Rounds), .FeedForward(FEED_FORWARD), .StateWords(8),
    .DigestBits(DigestBits), .Midstates(2)
  ) u_iterative (
    .clk_i,
    .rst_ni,
    .little_i  (1'b0),
    .short_i   (1'b0),
    .s_tdata,
    .s_tlast   (s_tlast | only_q),
    .s_tvalid  (s_tvalid | only_q),
    .s_tready,
    .start_i   (header_i ? restored : start_i),
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
    .Width(Width), .ControlWords(ControlWords), .Midstates(2), .ClockGate(ClockGate)
  ) u_rounds (
    .clk_i,
    .rst_ni,
    .run_i     (run),
    .clear_i   (clear & ~header_i),
    .initial_i (Initial),
    .restore_i,
    .save_i,
    .control_i (control | restore),
    .count_i   (count | (restoring ? CountBits'(Rounds) : '0)),
    .message_i (message),
    .load_o    (load),
    .last_o    (last),
    .chaining_o(chaining)
  );
endmodule
