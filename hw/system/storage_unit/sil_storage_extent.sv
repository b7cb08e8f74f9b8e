// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Where words are: the banks that they are in, and whether all of them are in one.
///
/// A sum, then comparisons with it, and a register behind either.
///
/// ## Latency and throughput
/// An answer a cycle, two cycles later; address and words stay the same for two cycles.
module sil_storage_extent
  import sil_storage_pkg::*;
#(
  parameter int unsigned BankWords = 1024
) (
  input  logic             clk_i,
  /// Of the first word's first byte.
  input  logic [31:0]      address_i,
  input  logic [33:0]      words_i,
  /// A cycle later: the place after the last word.
  output logic [34:0]      end_o,
  /// The address is none of a word, or words leave the banks.
  output logic             outside_o,
  output logic [BANKS-1:0] used_o
);
  logic [34:0] end_q;
  logic some_q;

  always_ff @(posedge clk_i) begin
    end_q     <= 35'(address_i[31:2]) + 35'(words_i);
    some_q    <= words_i != '0;
    outside_o <= address_i[1:0] != '0 || end_q > 35'(BANKS * BankWords);
    for (int unsigned i = 0; i < BANKS; i++) begin
      used_o[i] <= some_q && 32'(address_i[31:2]) < (i + 1) * BankWords
                   && end_q > 35'(i * BankWords);
    end
  end
  assign end_o = end_q;
endmodule
