// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The key register. Its words are written one by one, in any order, and sent to several key
/// expansions in parallel.
///
/// A key load is the set of words that are written after the register was cleared, each of them
/// once. A second write of a word clears the register first, so a key never has words of two key
/// loads. This is proved (hw/proof/sil_storage_key_proof.sv).
///
/// ## Latency and throughput
/// One word per cycle while every key expansion accepts it. `busy_o` falls in the cycle after the
/// last of them accepted the last word.
///
/// ## Byte order
/// The first byte of the key is in the low bits of the first word.
module sil_storage_key
#(
  /// Number of key expansions that receive the key.
  parameter int unsigned Takers = 2
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  /// Clear the key. While `busy_o`, the key expansions must be wiped in the same cycle.
  input  logic              clear_i,
  /// Write `word_i` to index `index_i`. Not while `busy_o`.
  input  logic              write_i,
  input  logic [2:0]        index_i,
  input  logic [31:0]       word_i,
  /// Length of the key in words: 4, 6 or 8.
  input  logic [3:0]        words_i,
  /// All words of the key are written.
  output logic              complete_o,
  /// Every key expansion accepted all words of the key that is in the register.
  output logic              given_o,
  /// Send the key to every key expansion.
  input  logic              start_i,
  output logic              busy_o,
  output logic [31:0]       k_tdata,
  output logic [Takers-1:0] k_tvalid,
  input  logic [Takers-1:0] k_tready
);
  logic [31:0] words_q [8];
  logic [7:0] there_q, needed;
  logic [2:0] index_q;
  logic busy_q, given_q, step, last, repeated;
  logic [Takers-1:0] took_q;  // key expansions that accepted the current word

  assign needed = 8'hff >> (4'd8 - words_i);
  assign complete_o = (needed & ~there_q) == '0;
  assign k_tvalid = {Takers{busy_q}} & ~took_q;
  assign k_tdata = words_q[index_q];
  assign step = busy_q & (&(took_q | k_tready));
  assign last = {1'b0, index_q} == words_i - 1'b1;
  assign busy_o = busy_q;
  assign given_o = given_q;
  assign repeated = write_i & there_q[index_i];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      there_q <= '0;
      index_q <= '0;
      took_q  <= '0;
      busy_q  <= 1'b0;
      given_q <= 1'b0;
    end else if (clear_i) begin
      there_q <= '0;
      index_q <= '0;
      took_q  <= '0;
      busy_q  <= 1'b0;
      given_q <= 1'b0;
    end else begin
      if (repeated) there_q <= '0;
      if (write_i) there_q[index_i] <= 1'b1;
      if (busy_q) took_q <= step ? '0 : took_q | k_tready;
      if (start_i || step) index_q <= start_i || last ? '0 : index_q + 1'b1;
      busy_q <= start_i | (busy_q & ~(step & last));
      given_q <= (given_q & ~write_i & ~start_i) | (step & last);
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear_i || repeated) for (int unsigned i = 0; i < 8; i++) words_q[i] <= '0;
    if (write_i && !clear_i) words_q[index_i] <= word_i;
  end
endmodule
