// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Rounds of SM4 (GB/T 32907-2016 6.2) or of its key schedule (7.3) with one S-box: four bytes, and
/// then L or L'.
///
/// A shift register of 16 bytes holds four words. While a round takes the bytes of its input, the
/// new word of the previous round enters the register: its bytes are those that leave, plus those
/// of the word register. The S-box has a register before it and one after it.
///
/// ## Latency and throughput
/// A round takes four steps and a cycle in which the round is closed. The new word of a round enters
/// the register during the steps of the next one.
///
/// ## Byte order
/// The first byte of a word is in its high bits.
module sil_sm4_line
  import sil_sm4_pkg::*;
(
  input  logic         clk_i,
  /// Clear all registers.
  input  logic         clear_i,
  /// Process a byte.
  input  logic         step_i,
  /// Close the round: the word register takes its result, or with `load_i` a word.
  input  logic         close_i,
  input  logic         load_i,
  input  word_t        word_i,
  /// The word register has a word that was loaded, whose bytes enter the shift register unchanged.
  input  logic         alone_i,
  /// A round of the key schedule: L' in the place of L.
  input  logic         key_i,
  /// Byte of the round key, or of CK, for the next step.
  input  logic [7:0]   byte_i,
  /// The byte that enters the shift register.
  output logic [7:0]   byte_o,
  /// The shift register; the oldest byte is number 0.
  output logic [15:0][7:0] line_o
);
  logic [15:0][7:0] line_q;
  logic [2:0][7:0] bytes_q;  // results of the S-box, the first of a word in the highest byte
  logic [7:0] input_q, row, row_q, known;
  word_t word_q, collected, word;

  // Byte j of the words i to i + 2 is in the register, that of word i + 3 enters it.
  assign byte_o = word_q[31:24] ^ (alone_i ? '0 : line_q[0]);

  sil_table #(.Width(8), .Rows(256), .Content(sbox_rows())) u_sbox (
    .address_i(input_q), .row_o(row)
  );
  assign collected = {bytes_q, row_q};
  assign word = load_i ? word_i : key_i ? key_linear(collected) : linear(collected);

  // The next input of the S-box without the byte of the word register.
  assign known = byte_i ^ (close_i ? line_q[8] ^ line_q[12] ^ (alone_i ? '0 : line_q[0])
                                   : line_q[9] ^ line_q[13] ^ (alone_i ? '0 : line_q[1]));

  always_ff @(posedge clk_i) begin
    if (step_i) begin
      line_q <= {byte_o, line_q[15:1]};
      bytes_q <= {bytes_q[1:0], row_q};
      row_q <= row;
      word_q <= {word_q[23:0], 8'h00};
      input_q <= known ^ word_q[23:16];
    end
    if (close_i) begin
      word_q <= word;
      input_q <= known ^ word[31:24];
    end
    if (clear_i) {line_q, bytes_q, row_q, word_q, input_q} <= '0;
  end

  assign line_o = line_q;
endmodule
