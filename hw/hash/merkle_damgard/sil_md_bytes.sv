// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Converts between the bytes of a stream and the words of a hash, in either byte order.
///
/// ## Latency and throughput
/// Combinational.
///
/// ## Byte order
/// The first byte of the stream is in the low bits of `data_i` or `data_o`. With `little_i` high
/// the first byte of a word is in its low bits (RFC 1321 2). With `little_i` low it is in the high
/// bits (FIPS 180-4 3.1).
module sil_md_bytes
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 64,
  /// Number of words.
  parameter int unsigned Words = 1,
  /// The first word is in the high bits of `data_i`, as in a chaining value; otherwise in the low
  /// bits.
  parameter bit FirstHigh = 1'b0
) (
  /// The first byte of a word is in its low bits.
  input  logic                   little_i,
  input  logic [Words*Width-1:0] data_i,
  output logic [Words*Width-1:0] data_o
);
  localparam int unsigned WordBytes = Width / 8;

  for (genvar i = 0; i < Words; i++) begin : gen_word
    localparam int unsigned Source = FirstHigh ? Words - 1 - i : i;
    logic [Width-1:0] word;
    assign word = data_i[Source*Width+:Width];
    for (genvar b = 0; b < WordBytes; b++) begin : gen_byte
      assign data_o[i*Width+8*b+:8] = little_i ? word[8*b+:8] : word[8*(WordBytes-1-b)+:8];
    end
  end
endmodule
