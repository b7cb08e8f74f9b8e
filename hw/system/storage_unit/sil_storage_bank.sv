// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A memory bank of 32-bit words with one port: one word is read or written per cycle.
///
/// ## Latency and throughput
/// A word that is read is valid two cycles later.
module sil_storage_bank
#(
  /// Number of words, a power of two. Cost: memory.
  parameter int unsigned Words = 1024
) (
  input  logic                     clk_i,
  /// Clear the words that were read last. The stored words keep their values.
  input  logic                     clear_i,
  input  logic                     read_i,
  input  logic                     write_i,
  input  logic [$clog2(Words)-1:0] address_i,
  input  logic [31:0]              data_i,
  /// Byte enables of a write.
  input  logic [3:0]               strobe_i,
  output logic [31:0]              data_o
);
  logic [31:0] memory_q [Words];
  logic [31:0] word_q;  // the register of the memory

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 4; i++) begin
      if (write_i && strobe_i[i]) memory_q[address_i][8*i+:8] <= data_i[8*i+:8];
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear_i && !read_i) word_q <= '0;
    else if (read_i) word_q <= memory_q[address_i];
  end
  // A memory is slow from its clock to its word, so no logic follows it.
  always_ff @(posedge clk_i) data_o <= word_q;
endmodule
