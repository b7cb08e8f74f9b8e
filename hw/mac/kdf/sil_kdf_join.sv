// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Joins pieces of any number of bytes to the full beats of one message.
///
/// Bytes that do not fill a beat wait for the next piece. A message may need one more beat after
/// its last piece.
///
/// ## Latency and throughput
/// Combinational from a piece to its beat. One piece or one beat per cycle.
///
/// ## Byte order
/// The first byte of a piece and of a beat is in the low bits.
module sil_kdf_join
#(
  /// Bytes of a beat, a power of two.
  parameter int unsigned Bytes = 4,
  localparam int unsigned CountBits = $clog2(Bytes) + 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// A piece. The bytes after the first `s_tcount` are 0.
  input  logic [8*Bytes-1:0]   s_tdata,
  input  logic [CountBits-1:0] s_tcount,
  /// The last piece of the message.
  input  logic                 s_tlast,
  /// This piece is a beat. No bytes of a piece before it wait.
  input  logic                 s_tpass,
  input  logic                 s_tvalid,
  output logic                 s_tready,
  output logic [8*Bytes-1:0]   m_tdata,
  output logic [Bytes-1:0]     m_tkeep,
  output logic                 m_tlast,
  output logic                 m_tvalid,
  input  logic                 m_tready
);
  localparam int unsigned OffsetBits = CountBits - 1;

  logic [8*Bytes-1:0] rest_q;      // bytes that wait
  logic [OffsetBits-1:0] offset_q;  // their number
  logic flush_q;                   // they are the last beat
  logic [16*Bytes-1:0] shifted;
  logic [CountBits:0] total, count;
  logic full, emit, moved;

  assign shifted = (16 * Bytes)'(s_tdata) << {offset_q, 3'b000};
  assign total = (CountBits + 1)'(offset_q) + (CountBits + 1)'(s_tcount);
  assign full = |total[CountBits:OffsetBits];
  assign emit = full | s_tlast | s_tpass;

  assign s_tready = ~flush_q & (m_tready | ~emit);
  assign m_tvalid = flush_q | (s_tvalid & emit);
  assign m_tdata = rest_q | (flush_q ? '0 : shifted[8*Bytes-1:0]);
  assign m_tlast = flush_q | (s_tlast & total <= (CountBits + 1)'(Bytes));
  assign count = flush_q ? (CountBits + 1)'(offset_q) : total;
  for (genvar i = 0; i < Bytes; i++) begin : gen_keep
    assign m_tkeep[i] = count > (CountBits + 1)'(i);
  end

  assign moved = s_tvalid & s_tready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rest_q   <= '0;
      offset_q <= '0;
      flush_q  <= 1'b0;
    end else if (flush_q) begin
      if (m_tready) begin
        rest_q   <= '0;
        offset_q <= '0;
        flush_q  <= 1'b0;
      end
    end else if (moved) begin
      rest_q   <= emit ? shifted[16*Bytes-1:8*Bytes] : m_tdata;
      offset_q <= s_tpass || (s_tlast && !full) ? '0 : total[OffsetBits-1:0];
      flush_q  <= s_tlast & ~m_tlast;
    end
  end
endmodule
