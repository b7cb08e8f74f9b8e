// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A register file with one port for writing and one for reading. On an FPGA with small memories in
/// its lookup tables it is distributed memory, elsewhere flip-flops.
///
/// ## Latency and throughput
/// A word is read in the cycle of its address. A word that is written is read from the next cycle
/// on.
module sil_register_file
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 32,
  /// Number of words, a power of two. A memory of ECP5 has 16.
  parameter int unsigned Words = 16,
  localparam int unsigned AddressBits = $clog2(Words)
) (
  input  logic                   clk_i,
  /// `word_i` replaces the word at `write_address_i`.
  input  logic                   write_i,
  input  logic [AddressBits-1:0] write_address_i,
  input  logic [Width-1:0]       word_i,
  /// The word that `word_o` is.
  input  logic [AddressBits-1:0] read_address_i,
  output logic [Width-1:0]       word_o
);
  if (Words < 2 || Words != 2 ** AddressBits) begin : gen_words
    $fatal(1, "Words must be a power of two, and at least 2");
  end

  (* ram_style = "distributed" *) logic [Width-1:0] words_q [Words];

  always_ff @(posedge clk_i) if (write_i) words_q[write_address_i] <= word_i;

  assign word_o = words_q[read_address_i];
endmodule
