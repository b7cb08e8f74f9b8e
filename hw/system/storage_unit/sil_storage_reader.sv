// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Reads words from the banks and sends them as a stream.
///
/// ## Latency and throughput
/// One word per cycle, the first one `ReadCycles` + 1 cycles after `start_i`; from `ReadCycles` = 2
/// it is `ReadCycles` + 2 cycles.
module sil_storage_reader
#(
  /// Width of a word address in bits.
  parameter int unsigned AddressBits = 12,
  /// Cycles from a read of a memory to its word. Cost, from 2: a queue for the words on their way.
  parameter int unsigned ReadCycles = 1
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  /// Clear all data and end the run.
  input  logic                   clear_i,
  input  logic                   start_i,
  /// With `start_i`: word address of the first word, and number of words.
  input  logic [AddressBits-1:0] address_i,
  input  logic [AddressBits:0]   words_i,
  /// Stop reading. A word on `m_tdata` stays there until it is accepted.
  input  logic                   stop_i,
  output logic                   busy_o,
  output logic                   valid_o,
  output logic [AddressBits-1:0] address_o,
  input  logic                   ready_i,
  input  logic [31:0]            data_i,
  output logic [31:0]            m_tdata,
  output logic                   m_tlast,
  output logic                   m_tvalid,
  input  logic                   m_tready
);
  logic [AddressBits-1:0] address_q;
  logic [AddressBits:0] left_q;
  logic room, waits, get, last;  // waits: words were read that are not accepted

  assign valid_o = left_q != '0 & room;
  assign get = valid_o & ready_i;
  assign last = left_q == (AddressBits + 1)'(1);
  assign address_o = address_q;
  assign busy_o = left_q != '0 | waits;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (clear_i) left_q <= '0;
    else if (stop_i) left_q <= '0;
    else if (start_i) left_q <= words_i;
    else if (get) left_q <= left_q - 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (start_i) address_q <= address_i;
    else if (get) address_q <= address_q + 1'b1;
  end

  if (ReadCycles == 1) begin : gen_next
    logic fresh_q, held_q, last_q;  // fresh_q: the memory gives the word now; held_q: earlier
    logic [31:0] held_word_q;

    assign room = ~m_tvalid | m_tready;
    assign waits = m_tvalid;
    assign m_tvalid = fresh_q | held_q;
    assign m_tdata = fresh_q ? data_i : held_word_q;
    assign m_tlast = last_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {fresh_q, held_q, last_q} <= '0;
      end else if (clear_i) begin
        {fresh_q, held_q, last_q} <= '0;
      end else begin
        fresh_q <= get;
        held_q <= m_tvalid & ~m_tready;
        if (get) last_q <= last;
      end
    end
    always_ff @(posedge clk_i) begin
      held_word_q <= m_tvalid && !m_tready && !clear_i ? m_tdata : '0;
    end
  end else begin : gen_later
    logic [ReadCycles-1:0] coming_q, last_q;  // bit i: a word was read i + 1 cycles ago
    logic stop;

    // Words that were read but not accepted have room in the queue. `stop_i` drops them, except the
    // word on `m_tdata`.
    sil_storage_queue #(.Depth(ReadCycles + 2)) u_queue (
      .clk_i, .rst_ni, .clear_i, .drop_i(stop_i), .reserve_i(get), .room_o(room),
      .reserved_o(waits), .s_tdata(data_i), .s_tlast(last_q[ReadCycles-1]),
      .s_tvalid(coming_q[ReadCycles-1]), .m_tdata, .m_tlast, .m_tvalid, .m_tready
    );

    assign stop = clear_i | stop_i;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {coming_q, last_q} <= '0;
      else begin
        coming_q <= stop ? '0 : ReadCycles'({coming_q, get});
        last_q <= ReadCycles'({last_q, last});
      end
    end
  end
endmodule
