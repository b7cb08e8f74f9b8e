// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Collects the words of a digest, which do not wait, in one beat, which does.
///
/// ## Latency and throughput
/// The digest is valid in the cycle after its last word. It must be accepted before the first word
/// of the next digest.
///
/// ## Byte order
/// The first word is in the low bits.
module sil_sponge_digest #(
  /// Width of a word in bits.
  parameter int unsigned Width = 32,
  /// Words of a digest.
  parameter int unsigned Words = 4
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [Width-1:0]       s_tdata,
  /// The last word of a digest.
  input  logic                   s_tlast,
  input  logic                   s_tvalid,
  output logic [Words*Width-1:0] m_tdata,
  output logic                   m_tvalid,
  input  logic                   m_tready
);
  logic [Words-1:0][Width-1:0] words_q;
  logic valid_d, valid_q;

  always_ff @(posedge clk_i) if (s_tvalid) words_q <= {s_tdata, words_q[Words-1:1]};

  assign valid_d = (s_tvalid & s_tlast) | (valid_q & ~m_tready);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= valid_d;
  end

  assign m_tdata = words_q;
  assign m_tvalid = valid_q;
endmodule
