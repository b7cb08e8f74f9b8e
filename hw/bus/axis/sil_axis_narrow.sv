// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Splits wide words into narrow ones, the low bits first.
///
/// ## Latency and throughput
/// One narrow word per cycle, from the cycle after the wide word was taken.
module sil_axis_narrow
#(
  /// Width of an input word in bits, a multiple of NarrowBits.
  parameter int unsigned WideBits = 128,
  /// Width of an output word in bits.
  parameter int unsigned NarrowBits = 32
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// Clear the register of the word, and its count of parts.
  input  logic                  clear_i,
  input  logic [WideBits-1:0]   s_tdata,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  output logic [NarrowBits-1:0] m_tdata,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  localparam int unsigned Parts = WideBits / NarrowBits;
  localparam int unsigned CountBits = $clog2(Parts + 1);

  if (WideBits % NarrowBits != 0 || Parts < 2) begin : gen_bits
    $fatal(1, "WideBits must be a multiple of NarrowBits, and more");
  end

  logic [WideBits-1:0] word_q;
  logic [CountBits-1:0] left_q;

  assign m_tvalid = left_q != '0;
  assign m_tdata = word_q[NarrowBits-1:0];
  assign s_tready = left_q == '0 | (left_q == CountBits'(1) & m_tready);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (clear_i) left_q <= '0;
    else if (s_tvalid && s_tready) left_q <= CountBits'(Parts);
    else if (m_tvalid && m_tready) left_q <= left_q - 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (clear_i) word_q <= '0;
    else if (s_tvalid && s_tready) word_q <= s_tdata;
    else if (m_tready) word_q <= word_q >> NarrowBits;
  end
endmodule
