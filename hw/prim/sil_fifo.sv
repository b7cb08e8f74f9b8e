// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A queue of words: a memory that is written at one place and read at another.
///
/// ## Latency and throughput
/// A word in and a word out a cycle; a word can leave the cycle after it came.
module sil_fifo
#(
  /// Width of a word.
  parameter int unsigned Width = 32,
  /// Words it holds, a power of two.
  parameter int unsigned Depth = 16,
  /// All words are overwritten after a reset and a `wipe_i`, which takes Depth cycles. Cost: a
  /// multiplexer in front of the memory.
  parameter bit Wipes = 1'b0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  /// Forget all words.
  input  logic             wipe_i,
  input  logic [Width-1:0] s_tdata,
  input  logic             s_tvalid,
  output logic             s_tready,
  output logic [Width-1:0] m_tdata,
  output logic             m_tvalid,
  input  logic             m_tready
);
  localparam int unsigned PlaceBits = $clog2(Depth);

  logic [Width-1:0] memory_q [Depth];
  // A bit more than a place: equal pointers mean empty, those that differ in it alone mean full.
  logic [PlaceBits:0] write_q, read_q;
  logic clean_q;  // words are being overwritten

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q  <= '0;
      clean_q <= Wipes;
    end else if (wipe_i) begin
      write_q <= '0;
      read_q  <= '0;
      clean_q <= Wipes;
    end else begin
      if (clean_q || (s_tvalid && s_tready)) write_q <= write_q + 1'b1;
      if (m_tvalid && m_tready) read_q <= read_q + 1'b1;
      if (clean_q && &write_q[PlaceBits-1:0]) begin
        write_q <= '0;
        clean_q <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (clean_q || (s_tvalid && s_tready)) begin
      memory_q[write_q[PlaceBits-1:0]] <= clean_q ? '0 : s_tdata;
    end
  end

  assign s_tready = (write_q ^ read_q) != {1'b1, PlaceBits'(0)} & ~clean_q;
  assign m_tvalid = write_q != read_q & ~clean_q;
  assign m_tdata = memory_q[read_q[PlaceBits-1:0]];
endmodule
