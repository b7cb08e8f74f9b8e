// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Ascon-Hash256, and the first 256 bits of Ascon-XOF128 (NIST SP 800-232 5), with a byte stream:
/// message bytes in, padding in hardware, digest out.
///
/// Messages have any length, and may be empty. They may follow each other without a pause, and
/// input and output may stall at any time. A message with a beat that breaks a rule of
/// sil_axis_framing gives an error instead of a digest. sil_ascon_xof gives output of any length.
///
/// ## Latency and throughput
/// With C = 12 / Unroll: a message of n bytes has b = floor(n / 8) + 1 words. Its digest is valid
/// (b + 3) * C + 3 cycles after the first beat is accepted. Messages follow each other every
/// (b + 3) * C + 2 cycles. The digest has a register of its own; the first word of the next digest
/// waits until the digest is accepted.
///
/// ## Byte order
/// AXI4-Stream: the first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of
/// a digest is `m_tdata[7:0]`.
module sil_ascon_stream
  import sil_ascon_pkg::*;
#(
  /// The function: ASCON_HASH256 or ASCON_XOF128.
  parameter alg_e Alg = ASCON_HASH256,
  /// As in sil_ascon_core.
  parameter int unsigned Unroll = 1,
  /// As in sil_ascon_core.
  parameter bit ClockGate = 1'b0
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  input  logic [63:0]  s_tdata,
  /// Valid bytes. All, or in the last beat the first ones or none. Any other pattern gives an error
  /// instead of a digest.
  input  logic [7:0]   s_tkeep,
  input  logic         s_tlast,
  input  logic         s_tvalid,
  output logic         s_tready,
  output logic [255:0] m_tdata,
  /// The message broke a rule of framing, and `m_tdata` is not a digest.
  output logic         m_tuser,
  output logic         m_tvalid,
  input  logic         m_tready
);
  if (!(Alg inside {ASCON_HASH256, ASCON_XOF128})) begin : gen_alg
    $fatal(1, "Alg must be ASCON_HASH256 or ASCON_XOF128");
  end

  word_t message, word;
  logic last, message_valid, message_ready, error, error_q, word_valid, word_last, take;
  logic [1:0] count_q;

  sil_sponge_padder #(.Bytes(8), .Padding(PADDING)) u_padder (
    .clk_i, .rst_ni, .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready, .m_tdata(message),
    .m_tlast(last), .error_o(error), .m_tvalid(message_valid), .m_tready(message_ready)
  );

  sil_ascon_core #(.Alg(Alg), .Unroll(Unroll), .ClockGate(ClockGate)) u_core (
    .clk_i, .rst_ni, .word_i(message), .last_i(last), .valid_i(message_valid),
    .ready_o(message_ready), .word_o(word), .valid_o(word_valid), .ready_i(~m_tvalid),
    .more_i(~word_last)
  );

  assign take = word_valid & ~m_tvalid;
  sil_sponge_digest #(.Width(64), .Words(DIGEST_WORDS)) u_digest (
    .clk_i, .rst_ni, .s_tdata(word), .s_tlast(word_last), .s_tvalid(take), .m_tdata, .m_tvalid,
    .m_tready
  );

  // The number of the word of a digest. The error flag is that of the message until the last word of
  // the next message is accepted.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else if (take) count_q <= count_q + 1'b1;
  end
  always_ff @(posedge clk_i) if (take & word_last) error_q <= error;
  assign word_last = &count_q;
  assign m_tuser = error_q;
endmodule
