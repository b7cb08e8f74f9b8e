// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Joins narrow words to wide ones, the low bits first.
///
/// ## Latency and throughput
/// One narrow word per cycle. A wide word can leave in the cycle after its last part was taken.
module sil_axis_widen
#(
  /// Width of an output word in bits, a multiple of NarrowBits.
  parameter int unsigned WideBits = 128,
  /// Width of an input word in bits.
  parameter int unsigned NarrowBits = 32
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// Clear the register of the word, and its count of parts.
  input  logic                  clear_i,
  input  logic [NarrowBits-1:0] s_tdata,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  output logic [WideBits-1:0]   m_tdata,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  localparam int unsigned Parts = WideBits / NarrowBits;
  localparam int unsigned CountBits = $clog2(Parts + 1);

  if (WideBits % NarrowBits != 0 || Parts < 2) begin : gen_bits
    $fatal(1, "WideBits must be a multiple of NarrowBits, and more");
  end

  logic [WideBits-1:0] word_q;
  logic [CountBits-1:0] count_q, kept;

  assign m_tvalid = count_q == CountBits'(Parts);
  assign m_tdata = word_q;
  assign s_tready = ~m_tvalid | m_tready;
  assign kept = m_tvalid & m_tready ? '0 : count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else if (clear_i) count_q <= '0;
    else count_q <= kept + CountBits'(s_tvalid & s_tready);
  end
  always_ff @(posedge clk_i) begin
    if (clear_i) word_q <= '0;
    else if (s_tvalid && s_tready) word_q <= {s_tdata, word_q[WideBits-1:NarrowBits]};
  end
endmodule
