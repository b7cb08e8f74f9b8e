// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A FIFO that overwrites all its words after a reset and a wipe.
///
/// ## Latency and throughput
/// As `sil_fifo`. Clearing takes Depth + 2 cycles.
module sil_fifo_wipe
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

  logic clean_q;
  logic restart_q;  // all words are overwritten; the pointers are reset
  logic [AddressBits:0] count_q;
  logic ready, valid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {clean_q, restart_q} <= 2'b10;
      count_q <= '0;
    end else if (wipe_i) begin
      {clean_q, restart_q} <= 2'b10;
      count_q <= '0;
    end else begin
      clean_q <= clean_q & ~restart_q;
      restart_q <= clean_q & ~restart_q & count_q[AddressBits];
      count_q <= restart_q ? '0 : count_q + (AddressBits + 1)'(clean_q);
    end
  end

  // While words are cleared, one is written and one is read per cycle. If the FIFO is full, one is
  // read before the first is written.
  sil_fifo #(.Width(Width), .Depth(Depth)) u_fifo (
    .clk_i,
    .rst_ni  (rst_ni & ~restart_q),
    .s_tdata,
    .s_tvalid(s_tvalid | clean_q),
    .s_tready(ready),
    .m_tdata,
    .m_tvalid(valid),
    .m_tready(m_tready | clean_q)
  );

  assign clean_o = clean_q;
  assign s_tready = ready & ~clean_q;
  assign m_tvalid = valid & ~clean_q;
endmodule
