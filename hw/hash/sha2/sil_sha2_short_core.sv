// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-2 (FIPS 180-4) for short messages: padded blocks in, digest out. The first block of a
/// message follows the last block of the message before it without a pause.
///
/// The digest waits in the chaining-value registers. They are free for the rounds of the next
/// message's first block, which starts from constants. The feed-forward of that block stalls until
/// the digest is accepted.
///
/// ## Latency and throughput
/// A block takes C = 68 (SHA-224, SHA-256) or 84 cycles, and messages of n blocks follow each other
/// every n * C cycles. The digest is valid n * C + 5 cycles after the first beat is accepted. It may
/// wait C - 11 cycles at no cost.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`.
module sil_sha2_short_core
  import sil_sha2_pkg::*, sil_sha2_short_pkg::*;
#(
  /// The algorithm, SHA224 to SHA512_256.
  parameter alg_e Alg = SHA256,
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
  output logic [DigestBits-1:0] m_tdata,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  localparam int unsigned Rounds = rounds(Alg);
  localparam int unsigned ControlWords = Rounds + FEED_FORWARD;
  localparam logic [8*Width-1:0] Initial = (8 * Width)'(initial_value(Alg));

  if (!(Alg inside {[SHA224:SHA512_256]})) begin : gen_alg
    $fatal(1, "Alg must be SHA224, SHA256, SHA384, SHA512, SHA512_224 or SHA512_256");
  end

  control_t control;
  logic [sil_counter_pkg::code_bits(ControlWords)-1:0] count;
  logic [Width-1:0] message;
  logic [8*Width-1:0] chaining, bytes;
  logic step, done, valid_q, clear_q, busy_q;

  sil_md_bytes #(.Width(Width)) u_message (
    .little_i(1'b0), .data_i(s_tdata), .data_o(message)
  );
  sil_md_bytes #(.Width(Width), .Words(8), .FirstHigh(1'b1)) u_digest (
    .little_i(1'b0), .data_i(chaining), .data_o(bytes)
  );

  sil_sha2_short_sequencer #(.Rounds(Rounds)) u_sequencer (
    .clk_i,
    .rst_ni,
    .step_i   (step),
    .take_i   (s_tready & s_tvalid),
    .last_i   (s_tlast),
    .control_o(control),
    .count_o  (count)
  );

  sil_sha2_short_rounds #(
    .Width(Width), .ControlWords(ControlWords), .Initial(Initial)
  ) u_rounds (
    .clk_i,
    .rst_ni,
    .control_i (control),
    .count_i   (count),
    .step_o    (step),
    .message_i (message),
    .valid_i   (s_tvalid),
    .load_o    (s_tready),
    .clear_i   (clear_q),
    .busy_i    (busy_q),
    .done_o    (done),
    .chaining_o(chaining)
  );

  // The digest, then the cycle in which the initial hash value is loaded. They are busy_q together.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      clear_q <= 1'b1;
      busy_q  <= 1'b1;
    end else begin
      valid_q <= done | (valid_q & ~m_tready);
      clear_q <= valid_q & m_tready;
      busy_q  <= done | (busy_q & ~clear_q);
    end
  end

  assign m_tdata = bytes[DigestBits-1:0];
  assign m_tvalid = valid_q;
endmodule
