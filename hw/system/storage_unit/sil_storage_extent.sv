// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Computes the banks that a range of words uses, and whether the range is inside the banks.
///
/// The first stage adds address and length, the second compares the sum. Each stage ends with a
/// register.
///
/// ## Latency and throughput
/// The latency is two cycles. Address and number of words must not change meanwhile.
module sil_storage_extent
  import sil_storage_pkg::*;
#(
  /// Words of 32 bits in each bank.
  parameter int unsigned BankWords = 1024
) (
  input  logic             clk_i,
  /// Byte address of the first word.
  input  logic [31:0]      address_i,
  input  logic [33:0]      words_i,
  /// Word address after the last word, one cycle later.
  output logic [34:0]      end_o,
  /// The address is not a multiple of 4, or words are outside the banks.
  output logic             outside_o,
  /// Banks that the words are in.
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
