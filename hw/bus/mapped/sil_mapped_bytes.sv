// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Joins the bytes that a bus writes to the beats of a stream: a FIFO of words with 0 to 4 valid
/// bytes, then a register of one beat.
///
/// A word without valid bytes ends the packet. The last beat has the remaining bytes of the packet,
/// or is a null beat.
///
/// ## Latency and throughput
/// One byte per cycle. A word enters the FIFO one cycle after it was accepted, and a beat is valid
/// one cycle after its last byte left the FIFO.
///
/// ## Byte order
/// The first byte of a word, and of a beat, is in its low bits.
module sil_mapped_bytes
#(
  /// Width of a beat in bits, a multiple of 8.
  parameter int unsigned DataBits = 32,
  /// Words of the FIFO, a power of two.
  parameter int unsigned FifoWords = 16,
  localparam int unsigned Bytes = DataBits / 8
) (
  input  logic                clk_i,
  /// Asynchronous assert, active low.
  input  logic                rst_ni,
  /// Drop all bytes, and overwrite the memory of the FIFO. A beat may be withdrawn.
  input  logic                clear_i,
  /// The memory is being overwritten.
  output logic                clearing_o,
  input  logic [31:0]         word_i,
  /// Valid bytes of the word, from the lowest one. 0: the packet ends.
  input  logic [2:0]          count_i,
  input  logic                valid_i,
  output logic                ready_o,
  output logic [DataBits-1:0] m_tdata,
  output logic [Bytes-1:0]    m_tkeep,
  output logic                m_tlast,
  output logic                m_tvalid,
  input  logic                m_tready
);
  localparam int unsigned LeftBits = $clog2(FifoWords + 1);
  localparam int unsigned FillBits = $clog2(Bytes + 1);

  logic [LeftBits-1:0] left_q;  // words of the FIFO that remain to be overwritten
  logic clearing_q, filling, fifo_ready, head_valid, pop;
  logic pushed_valid_q;
  logic [34:0] pushed_q, head;
  logic [2:0] count;
  logic [1:0] place_q;  // next byte of the word at the output of the FIFO
  logic [7:0] next;
  logic [DataBits-1:0] beat_q;
  logic [Bytes-1:0] keep_q;
  logic [FillBits-1:0] fill_q;
  logic last_q;  // the beat in the register ends the packet
  logic full, ends, accepted, shift, pad, word_done;

  sil_fifo #(.Width(35), .Depth(FifoWords)) u_fifo (
    .clk_i, .rst_ni, .s_tdata(pushed_q), .s_tvalid(pushed_valid_q), .s_tready(fifo_ready),
    .m_tdata(head), .m_tvalid(head_valid), .m_tready(pop | clearing_q)
  );
  // Zeros pass through the FIFO until every word of its memory was written and it is empty. The
  // register before the FIFO makes them, so that the memory needs no multiplexer.
  assign filling = left_q != '0;
  assign clearing_o = clearing_q;
  assign ready_o = ~pushed_valid_q | fifo_ready;
  assign count = head[34:32];

  assign full = fill_q == FillBits'(Bytes);
  assign ends = head_valid & ~clearing_q & count == '0;
  assign accepted = m_tvalid & m_tready;
  assign shift = head_valid & ~clearing_q & count != '0 & (~full | m_tready);
  assign pad = ends & ~full & fill_q != '0;
  assign word_done = shift & 3'(place_q) + 3'd1 == count;
  assign pop = word_done | (accepted & m_tlast);
  sil_mux #(.Width(8), .Words(4)) u_byte (
    .words_i(head[31:0]), .select_i(place_q), .word_o(next)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q  <= '0;
      clearing_q <= 1'b0;
      pushed_valid_q <= 1'b0;
      place_q <= '0;
      fill_q  <= '0;
      last_q  <= 1'b0;
    end else if (clear_i) begin
      left_q  <= LeftBits'(FifoWords);
      clearing_q <= 1'b1;
      pushed_valid_q <= 1'b0;
      place_q <= '0;
      fill_q  <= '0;
      last_q  <= 1'b0;
    end else begin
      clearing_q <= clearing_q & (filling | pushed_valid_q | head_valid);
      if (ready_o) pushed_valid_q <= valid_i | filling;
      if (filling && ready_o) left_q <= left_q - 1'b1;
      if (shift) place_q <= word_done ? '0 : place_q + 1'b1;
      fill_q <= (full & m_tready ? '0 : fill_q) + FillBits'(shift | pad);
      last_q <= pad | (last_q & ~accepted);
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear_i || clearing_q) pushed_q <= '0;
    else if (ready_o) pushed_q <= {count_i, word_i};
    if (clear_i) beat_q <= '0;
    else if (shift || pad) beat_q <= DataBits'({next, beat_q} >> 8);
    // A null beat has no valid bytes.
    if (clear_i || (accepted && !shift)) keep_q <= '0;
    else if (shift || pad) keep_q <= Bytes'({shift, keep_q} >> 1);
  end

  assign m_tdata = beat_q;
  assign m_tkeep = keep_q;
  assign m_tlast = last_q | ~full;
  assign m_tvalid = full | (ends & fill_q == '0);
endmodule
