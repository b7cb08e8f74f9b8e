// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Joins the bytes that a bus writes to the beats of a stream: a FIFO of words with 0 to 4 valid
/// bytes, then a register of one word, and a register of one beat.
///
/// A word without valid bytes ends the packet. The last beat has the remaining bytes of the packet,
/// or is a null beat. While `from_stream_i` is high and the FIFO is empty, the register of a beat
/// takes beats of `s_t*` instead.
///
/// ## Latency and throughput
/// One word per two cycles in, one byte per cycle out. A word reaches the register at the output of
/// the FIFO three cycles after it was accepted, and a beat is valid one cycle after its last byte
/// left that register. One beat per cycle from `s_t*`, valid one cycle later.
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
  /// Beats come from `s_t*`.
  input  logic                from_stream_i,
  input  logic [DataBits-1:0] s_tdata,
  input  logic [Bytes-1:0]    s_tkeep,
  input  logic                s_tlast,
  input  logic                s_tvalid,
  output logic                s_tready,
  output logic [DataBits-1:0] m_tdata,
  output logic [Bytes-1:0]    m_tkeep,
  output logic                m_tlast,
  output logic                m_tvalid,
  input  logic                m_tready
);
  localparam int unsigned AddressBits = $clog2(FifoWords);

  if (FifoWords < 2 || FifoWords != 2 ** AddressBits) begin : gen_fifo_words
    $fatal(1, "FifoWords must be a power of two, and at least 2");
  end

  typedef struct packed {
    logic [2:0]  count;
    logic [31:0] bytes;
  } word_t;

  // The FIFO: a memory between two registers. Its pointers have one more bit than an address, the
  // wrap bit: equal pointers mean empty, those that differ in the wrap bit alone mean full.
  word_t memory_q [FifoWords];
  word_t pushed_q, word_q;
  logic [AddressBits:0] write_q, read_q;
  logic restart_q, clearing_d, clearing_q, cleared, filled, push, pull, pop;
  logic pushed_valid_d, pushed_valid_q, word_valid_q;
  logic ready_q;  // pushed_q is free, and the memory is not being overwritten

  logic [1:0] index_q;  // next byte of the word at the output of the FIFO
  logic [7:0] next;
  logic [Bytes-1:0][7:0] beat_q;
  logic [Bytes-1:0] keep_q;  // the bytes of the beat that are there
  logic held_q, held_last_q;  // the beat came from the stream; it is the last one
  logic full, accepted, shift, word_done, taken;

  assign filled = write_q != read_q;
  assign push = pushed_valid_q & (write_q ^ read_q) != {1'b1, AddressBits'(0)};
  // restart_q: after a reset without a clock edge the pointers still differ.
  assign pull = filled & ~clearing_q & ~restart_q & (~word_valid_q | pop);
  // A wipe writes zeros to all words. The wrap bit tells the last one.
  assign cleared = clearing_q & write_q[AddressBits] & ~restart_q;
  assign clearing_o = clearing_q;
  assign clearing_d = clear_i | (clearing_q & ~cleared);
  assign pushed_valid_d = ~clear_i & (pushed_valid_q ? ~push : valid_i & ready_q);
  assign ready_o = ready_q;

  assign full = keep_q[Bytes-1];
  assign m_tvalid = (full & ~restart_q) | held_q | (word_valid_q & word_q.count == '0);
  assign m_tlast = held_q ? held_last_q : ~full;
  assign s_tready = from_stream_i & (~held_q | m_tready);
  assign taken = s_tvalid & s_tready;
  assign accepted = m_tvalid & m_tready;
  assign shift = word_valid_q & word_q.count != '0 & (~full | m_tready);
  assign word_done = shift & 3'(index_q) + 3'd1 == word_q.count;
  assign pop = word_done | (accepted & ~full);
  sil_mux #(.Width(8), .Words(4)) u_byte (
    .words_i(word_q.bytes), .select_i(index_q), .word_o(next)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      restart_q <= 1'b1;
      {clearing_q, pushed_valid_q, word_valid_q, held_q} <= '0;
      ready_q <= 1'b1;
    end else begin
      restart_q <= clear_i;
      clearing_q <= clearing_d;
      pushed_valid_q <= pushed_valid_d;
      ready_q <= ~pushed_valid_d & ~clearing_d;
      word_valid_q <= ~clear_i & (pull | (word_valid_q & ~pop));
      held_q <= ~clear_i & (taken | (held_q & ~m_tready));
    end
  end
  // The cycle after a reset or `clear_i` returns the counters to 0. No register holds bytes then.
  always_ff @(posedge clk_i) begin
    if (restart_q || cleared) write_q <= '0;
    else if (push || clearing_q) write_q <= write_q + 1'b1;
    if (restart_q) read_q <= '0;
    else if (pull) read_q <= read_q + 1'b1;
    if (restart_q || word_done) index_q <= '0;
    else if (shift) index_q <= index_q + 1'b1;
    if (restart_q) keep_q <= '0;
    else if (taken) keep_q <= s_tkeep;
    else if (accepted) keep_q <= Bytes'(shift);
    else if (shift) keep_q <= Bytes'({keep_q, 1'b1});
  end
  always_ff @(posedge clk_i) begin
    if (push || clearing_q) memory_q[write_q[AddressBits-1:0]] <= pushed_q;
    if (clear_i) pushed_q <= '0;
    else if (ready_q) pushed_q <= {count_i, word_i};
    if (clear_i) word_q <= '0;
    else if (pull) word_q <= memory_q[read_q[AddressBits-1:0]];
    for (int i = 0; i < int'(Bytes); i++) begin
      if (clear_i) beat_q[i] <= '0;
      else if (taken || (shift && (i == 0 ? ~keep_q[0] | full : keep_q[i-1] & ~keep_q[i]))) begin
        beat_q[i] <= from_stream_i ? s_tdata[8*i+:8] : next;
      end
    end
    if (taken) held_last_q <= s_tlast;
  end

  assign m_tdata = beat_q;
  assign m_tkeep = keep_q;
endmodule
