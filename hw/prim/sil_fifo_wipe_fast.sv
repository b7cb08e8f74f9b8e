// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A FIFO that overwrites all its words after a reset and a wipe. `s_tready` and `m_tvalid` come
/// from registers.
///
/// ## Latency and throughput
/// As `sil_fifo`. Clearing takes Depth + 2 cycles. `s_tdata` must be 0 in all but the first two.
module sil_fifo_wipe_fast
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 128,
  /// Capacity in words, a power of two.
  parameter int unsigned Depth = 16
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             wipe_i,
  /// The words are being cleared: each is overwritten with `s_tdata`, which the user holds at 0.
  /// `s_tready` and `m_tvalid` are 0.
  output logic             clean_o,
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

  (* ram_style = "distributed" *) logic [Width-1:0] memory_q [Depth];
  logic [AddressBits-1:0] write_q, read_q;
  logic [AddressBits:0] level_q;  // number of words; while they are cleared, number of the cycle
  logic clean_q, ready_q, valid_q;
  logic put, take, cleared;

  assign put = s_tvalid & ready_q;
  assign take = m_tready & valid_q;
  assign cleared = level_q == (AddressBits + 1)'(Depth + 1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {clean_q, ready_q, valid_q} <= 3'b100;
      {write_q, read_q, level_q} <= '0;
    end else if (wipe_i) begin
      {clean_q, ready_q, valid_q} <= 3'b100;
      {write_q, read_q, level_q} <= '0;
    end else if (clean_q) begin
      {clean_q, ready_q} <= {~cleared, cleared};
      write_q <= cleared ? '0 : write_q + 1'b1;
      level_q <= cleared ? '0 : level_q + 1'b1;
    end else begin
      if (put) write_q <= write_q + 1'b1;
      if (take) read_q <= read_q + 1'b1;
      if (put != take) level_q <= put ? level_q + 1'b1 : level_q - 1'b1;
      ready_q <= take | (ready_q & ~(put & level_q == (AddressBits + 1)'(Depth - 1)));
      valid_q <= put | (valid_q & ~(take & level_q == (AddressBits + 1)'(1)));
    end
  end

  always_ff @(posedge clk_i) if (put || clean_q) memory_q[write_q] <= s_tdata;

  assign clean_o = clean_q;
  assign s_tready = ready_q;
  assign m_tvalid = valid_q;
  assign m_tdata = memory_q[read_q];
endmodule
