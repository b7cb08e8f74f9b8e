// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Reads words from the banks and sends them as a stream.
///
/// ## Latency and throughput
/// One word per cycle, the first one two cycles after `start_i`.
module sil_storage_reader
#(
  /// Width of a word address in bits.
  parameter int unsigned AddressBits = 12
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  /// Clear all data and end the run.
  input  logic                   clear_i,
  input  logic                   start_i,
  /// With `start_i`: word address of the first word, and number of words.
  input  logic [AddressBits-1:0] address_i,
  input  logic [AddressBits:0]   words_i,
  /// Stop reading. A word that was read stays on `m_tdata` until it is accepted.
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
  logic fresh_q, held_q, last_q, get;  // fresh_q: the bank gives the word now; held_q: earlier
  logic [31:0] held_word_q;

  assign valid_o = left_q != '0 & (~m_tvalid | m_tready);
  assign get = valid_o & ready_i;
  assign address_o = address_q;
  assign busy_o = left_q != '0 | m_tvalid;
  assign m_tvalid = fresh_q | held_q;
  assign m_tdata = fresh_q ? data_i : held_word_q;
  assign m_tlast = last_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {fresh_q, held_q, last_q} <= '0;
      left_q <= '0;
    end else if (clear_i) begin
      {fresh_q, held_q, last_q} <= '0;
      left_q <= '0;
    end else begin
      fresh_q <= get;
      held_q <= m_tvalid & ~m_tready;
      if (get) last_q <= left_q == (AddressBits + 1)'(1);
      if (stop_i) left_q <= '0;
      else if (start_i) left_q <= words_i;
      else if (get) left_q <= left_q - 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (start_i) address_q <= address_i;
    else if (get) address_q <= address_q + 1'b1;
    held_word_q <= m_tvalid && !m_tready && !clear_i ? m_tdata : '0;
  end
endmodule
