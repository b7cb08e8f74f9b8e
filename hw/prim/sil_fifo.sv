// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A first-in, first-out queue of words in a memory.
///
/// ## Latency and throughput
/// One word in and one word out per cycle. A word can leave in the cycle after it was taken.
module sil_fifo
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 32,
  /// Number of words that the queue holds, a power of two.
  parameter int unsigned Depth = 16
) (
  input  logic             clk_i,
  /// Asynchronous assert, active low. The queue becomes empty.
  input  logic             rst_ni,
  input  logic [Width-1:0] s_tdata,
  input  logic             s_tvalid,
  output logic             s_tready,
  output logic [Width-1:0] m_tdata,
  output logic             m_tvalid,
  input  logic             m_tready
);
  if (Depth < 2 || Depth != 2 ** $clog2(Depth)) begin : gen_depth
    $fatal(1, "Depth must be a power of two, and at least 2");
  end

  localparam int unsigned AddressBits = $clog2(Depth);

  // The beat is read in the cycle in which it leaves, so a block memory would only be slower.
  (* ram_style = "distributed" *) logic [Width-1:0] memory_q [Depth];
  // Addresses with one more bit, the wrap bit: equal pointers mean empty, those that differ in the
  // wrap bit alone mean full.
  logic [AddressBits:0] write_q, read_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q  <= '0;
    end else begin
      if (s_tvalid && s_tready) write_q <= write_q + 1'b1;
      if (m_tvalid && m_tready) read_q <= read_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (s_tvalid && s_tready) memory_q[write_q[AddressBits-1:0]] <= s_tdata;
  end

  assign s_tready = (write_q ^ read_q) != {1'b1, AddressBits'(0)};
  assign m_tvalid = write_q != read_q;
  assign m_tdata = memory_q[read_q[AddressBits-1:0]];
endmodule
