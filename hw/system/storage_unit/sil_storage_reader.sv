// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Reads words from the banks and sends them as a stream.
///
/// ## Latency and throughput
/// One word per cycle, the first one `WordCycles` + 2 cycles after `start_i`.
module sil_storage_reader
#(
  /// Width of a word address in bits.
  parameter int unsigned AddressBits = 12,
  /// Cycles from the grant of a read to its word. Cost: a queue for the words on their way.
  parameter int unsigned WordCycles = 3
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

  logic [WordCycles-1:0] coming_q, last_q;  // bit i: a word was read i + 1 cycles ago
  logic stop;

  // Words that were read but not accepted have room in the queue. `stop_i` drops them, except the
  // word on `m_tdata`.
  sil_storage_queue #(.Depth(WordCycles + 2)) u_queue (
    .clk_i, .rst_ni, .clear_i, .drop_i(stop_i), .reserve_i(get), .room_o(room),
    .reserved_o(waits), .s_tdata(data_i), .s_tlast(last_q[WordCycles-1]),
    .s_tvalid(coming_q[WordCycles-1]), .m_tdata, .m_tlast, .m_tvalid, .m_tready
  );

  assign stop = clear_i | stop_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {coming_q, last_q} <= '0;
    else begin
      coming_q <= stop ? '0 : WordCycles'({coming_q, get});
      last_q <= WordCycles'({last_q, last});
    end
  end
endmodule
