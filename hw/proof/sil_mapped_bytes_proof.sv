// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved, for any words, pauses and times of `clear_i`: the beats of sil_mapped_bytes have
/// the bytes of its words, each once and in their sequence, and the last beat of a message has the
/// bytes before the word with a count of 0. A beat that is not the last one is full.
///
/// A byte, or the end of a message, is an item. The proof follows one item, which `mark_i` chooses
/// when it enters, and counts the items before it. It must leave after exactly those.
///
/// Messages from the stream are not part of the proof, and its FIFO has two words.
module sil_mapped_bytes_proof #(
  /// As in sil_mapped_bytes.
  parameter int unsigned DataBits = 32,
  localparam int unsigned FifoWords = 2,
  localparam int unsigned Bytes = DataBits / 8,
  localparam int unsigned ByteBits = $clog2(Bytes)
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        clear_i,
  input logic [31:0] word_i,
  input logic [2:0]  count_i,
  input logic        valid_i,
  input logic        m_tready,
  /// The item that is followed: one of the word that enters in this cycle.
  input logic        mark_i,
  input logic [1:0]  mark_index_i
);
  typedef struct packed {
    logic       ends;
    logic [7:0] data;
  } item_t;
  typedef logic [5:0] number_t;

  logic clearing, ready, m_tlast, m_tvalid;
  logic [DataBits-1:0] m_tdata;
  logic [Bytes-1:0] m_tkeep;

  sil_mapped_bytes #(.DataBits(DataBits), .FifoWords(FifoWords)) u_bytes (
    .clk_i, .rst_ni, .clear_i, .clearing_o(clearing), .word_i, .count_i, .valid_i, .ready_o(ready),
    .from_stream_i(1'b0), .s_tdata('0), .s_tkeep('0), .s_tlast(1'b0), .s_tvalid(1'b0), .s_tready(),
    .m_tdata, .m_tkeep, .m_tlast, .m_tvalid, .m_tready
  );

  // Items of a word, and one of them.
  function automatic number_t size(logic [2:0] count);
    return count == 3'd0 ? 6'd1 : 6'(count);
  endfunction
  function automatic item_t item(logic [34:0] word, logic [1:0] index);
    if (word[34:32] == 3'd0) return '{ends: 1'b1, data: '0};
    return '{ends: 1'b0, data: word[8*index+:8]};
  endfunction

  // Where the words are, from the one that leaves first to the one that came last: the beat, the
  // register at the output of the FIFO, its memory, the register at its input. Of each the number
  // of the items before it.
  logic quiet;  // no word is total, whatever the pointers say
  logic [1:0] fill;
  number_t beat, at_word, at_memory, at_second, at_input, total;
  logic [34:0] first, second;

  assign quiet = u_bytes.restart_q | u_bytes.clearing_q;
  assign fill = quiet ? 2'd0 : u_bytes.write_q - u_bytes.read_q;
  assign first = u_bytes.memory_q[u_bytes.read_q[0]];
  assign second = u_bytes.memory_q[~u_bytes.read_q[0]];
  always_comb begin
    beat = '0;
    for (int unsigned i = 0; i < Bytes; i++) beat = beat + 6'(u_bytes.keep_q[i] & ~u_bytes.restart_q);
    at_word = beat;
    at_memory = at_word;
    if (u_bytes.word_valid_q) at_memory = at_word + size(u_bytes.word_q.count) - 6'(u_bytes.index_q);
    at_second = fill == 2'd0 ? at_memory : at_memory + size(first[34:32]);
    at_input = fill != 2'd2 ? at_second : at_second + size(second[34:32]);
    total = at_input;
    if (u_bytes.pushed_valid_q) total = at_input + size(u_bytes.pushed_q.count);
  end

  // The item that is followed, and the number of those before it.
  logic enters, leaves, followed_q;
  number_t before_q, left;
  item_t item_q, found;
  assign enters = valid_i & ready & ~clear_i & mark_i & ~followed_q;
  assign leaves = m_tvalid & m_tready;
  always_comb begin
    left = 6'(m_tlast);
    for (int unsigned i = 0; i < Bytes; i++) left = left + 6'(m_tkeep[i]);
    if (!leaves) left = '0;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) followed_q <= 1'b0;
    else if (clear_i) followed_q <= 1'b0;
    else followed_q <= enters | (followed_q & before_q >= left);
  end
  always_ff @(posedge clk_i) begin
    if (enters) begin
      before_q <= total - left + 6'(mark_index_i);
      item_q <= item({count_i, word_i}, mark_index_i);
    end else begin
      before_q <= before_q - left;
    end
  end

  // The item in that place.
  always_comb begin
    if (before_q < at_word) found = '{ends: 1'b0, data: u_bytes.beat_q[before_q[ByteBits-1:0]]};
    else if (before_q < at_memory) begin
      found = item(u_bytes.word_q, 2'(before_q - at_word) + u_bytes.index_q);
    end
    else if (before_q < at_second) found = item(first, 2'(before_q - at_memory));
    else if (before_q < at_input) found = item(second, 2'(before_q - at_second));
    else found = item(u_bytes.pushed_q, 2'(before_q - at_input));
  end

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    assume (count_i <= 3'd4);
    assume (6'(mark_index_i) < size(count_i));
    if (rst_ni) begin
      // The item leaves when those before it have left, and as it came.
      if (leaves && followed_q && before_q < left) begin
        if (before_q < 6'(Bytes) && m_tkeep[before_q[ByteBits-1:0]]) begin
          assert (item_q == {1'b0, m_tdata[8*before_q[ByteBits-1:0]+:8]});
        end else begin
          assert (m_tlast && item_q.ends);
        end
      end
      if (m_tvalid) begin
        assert ((m_tkeep & (m_tkeep + 1'b1)) == '0);
        assert (m_tlast || &m_tkeep);
      end

      // Invariants for the induction.
      if (followed_q) assert (before_q < total && found == item_q);
      assert (fill <= 2'd2);
      assert (!u_bytes.held_q);
      assert (ready == (~u_bytes.pushed_valid_q & ~clearing));
      if (clearing) assert (!u_bytes.pushed_valid_q && !u_bytes.word_valid_q);
      if (u_bytes.restart_q) assert (!u_bytes.word_valid_q && !followed_q);
      else begin
        assert ((u_bytes.keep_q & (u_bytes.keep_q + 1'b1)) == '0);
        if (clearing) assert (u_bytes.keep_q == '0 && u_bytes.read_q == '0);
        if (u_bytes.word_valid_q && u_bytes.word_q.count != '0) begin
          assert (3'(u_bytes.index_q) < u_bytes.word_q.count);
        end else begin
          assert (u_bytes.index_q == '0);
        end
      end
      if (u_bytes.word_valid_q) assert (u_bytes.word_q.count <= 3'd4);
      if (fill != 2'd0) assert (first[34:32] <= 3'd4);
      if (fill == 2'd2) assert (second[34:32] <= 3'd4);
      if (u_bytes.pushed_valid_q) assert (u_bytes.pushed_q.count <= 3'd4);
    end
  end
endmodule
