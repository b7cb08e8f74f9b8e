// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A queue for words that a memory gives several cycles after their request.
///
/// A request reserves an entry for its word. An entry without a word is cleared to 0, so no word
/// remains after it was accepted.
///
/// ## Latency and throughput
/// One word per cycle. A word that comes is on `m_tdata` in the next cycle.
module sil_storage_queue
#(
  /// Number of entries. One word per cycle needs the cycles from a request to its word and two more.
  parameter int unsigned Depth = 6
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  /// Clear all words and reservations.
  input  logic        clear_i,
  /// Drop all words and reservations but the word on `m_tdata`.
  input  logic        drop_i,
  /// Reserve an entry. Only with `room_o`.
  input  logic        reserve_i,
  output logic        room_o,
  /// An entry is reserved or has a word.
  output logic        reserved_o,
  /// A word comes for a reserved entry.
  input  logic [31:0] s_tdata,
  input  logic        s_tlast,
  input  logic        s_tvalid,
  output logic [31:0] m_tdata,
  output logic        m_tlast,
  output logic        m_tvalid,
  input  logic        m_tready
);
  localparam int unsigned CountBits = $clog2(Depth + 1);

  logic [Depth-1:0][32:0] words_q, above;
  logic [Depth-1:0] there_q, there, next;
  logic [CountBits-1:0] reserved_q;
  logic take, kept;  // kept: the word on m_tdata waits

  assign m_tvalid = there_q[0];
  assign {m_tlast, m_tdata} = words_q[0];
  assign take = m_tvalid & m_tready;
  assign kept = m_tvalid & ~m_tready;
  assign room_o = reserved_q != CountBits'(Depth);
  assign reserved_o = reserved_q != '0;

  // Words move to entry 0. A word that comes goes to the first free entry.
  assign there = take ? there_q >> 1 : there_q;
  assign above = {33'd0, words_q[Depth-1:1]};
  assign next = ~there & {there[Depth-2:0], 1'b1} & {Depth{s_tvalid}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      there_q <= '0;
      reserved_q <= '0;
    end else if (clear_i) begin
      there_q <= '0;
      reserved_q <= '0;
    end else if (drop_i) begin
      there_q <= Depth'(kept);
      reserved_q <= CountBits'(kept);
    end else begin
      there_q <= there | next;
      reserved_q <= reserved_q + CountBits'(reserve_i) - CountBits'(take);
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < Depth; i++) begin
      if (next[i] || take) words_q[i] <= next[i] ? {s_tlast, s_tdata} : above[i];
      if (clear_i || (drop_i && !(i == 0 && kept))) words_q[i] <= '0;
    end
  end
endmodule
