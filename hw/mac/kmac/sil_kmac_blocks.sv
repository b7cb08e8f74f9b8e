// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Joins pieces of any number of bytes to words, and fills each section up with zeros to blocks, as
/// the last step of bytepad (NIST SP 800-185 2.3.3). The last section of a message also gets the
/// last bit of pad10*1 (FIPS 202 5.1).
///
/// A section is a sequence of pieces. A section of no bytes has no block.
///
/// ## Latency and throughput
/// A piece is in a word one cycle later. One piece or one word per cycle.
///
/// ## Byte order
/// The first byte of a piece and of a word is in the low bits.
module sil_kmac_blocks #(
  /// Words of a block.
  parameter int unsigned RateLanes = 21
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// A piece. The bytes after the first `s_tcount` are 0.
  input  logic [63:0] s_tdata,
  /// Bytes of the piece, 0 to 8.
  input  logic [3:0]  s_tcount,
  /// The last piece of a section.
  input  logic        s_tlast,
  /// With `s_tlast`: the section is the last one of a message, and has one byte or more.
  input  logic        s_tfinal,
  input  logic        s_tvalid,
  output logic        s_tready,
  output logic [63:0] word_o,
  /// The last word of a block.
  output logic        last_o,
  /// With `last_o`: the block is the last one of the message.
  output logic        final_o,
  output logic        valid_o,
  input  logic        ready_i
);
  localparam int unsigned Bits = $clog2(RateLanes);
  localparam logic [Bits-1:0] First = Bits'(2 ** Bits - RateLanes);

  logic [63:0] rest_q;      // bytes that wait for the next piece
  logic [2:0] offset_q;     // their number
  logic pad_q, last_section_q;  // the pieces of a section have come; it is the last section
  logic [Bits-1:0] number_q;  // number of the word, counted so that the last one is 2 ** Bits - 1
  logic [127:0] shifted;
  logic [63:0] word;
  logic [4:0] total;
  logic free, moved, full, over, none, put, complete, final_word, end_of_block;

  assign shifted = 128'(s_tdata) << {offset_q, 3'b000};
  assign total = 5'(offset_q) + 5'(s_tcount);
  assign full = total >= 5'd8;
  assign over = total > 5'd8;
  assign none = total == '0 && number_q == First;
  assign end_of_block = &number_q;

  assign free = ~valid_o | ready_i;
  assign s_tready = ~pad_q & free;
  assign moved = free & (pad_q | s_tvalid);
  assign put = moved & (pad_q | full | (s_tlast & ~none));
  // No byte of the section comes after this word.
  assign complete = pad_q | (s_tlast & ~over);
  assign final_word = complete & (pad_q ? last_section_q : s_tfinal);
  assign word = rest_q | (pad_q ? '0 : shifted[63:0]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rest_q   <= '0;
      offset_q <= '0;
      pad_q    <= 1'b0;
      number_q <= First;
      valid_o  <= 1'b0;
    end else begin
      if (free) valid_o <= put;
      if (put) number_q <= end_of_block ? First : number_q + 1'b1;
      if (moved) begin
        rest_q   <= complete ? '0 : full ? shifted[127:64] : word;
        offset_q <= pad_q | s_tlast ? '0 : total[2:0];
        pad_q    <= pad_q ? ~end_of_block : s_tlast & put & ~(complete & end_of_block);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (moved & ~pad_q) last_section_q <= s_tfinal;
    if (put) begin
      word_o  <= {word[63] | (final_word & end_of_block), word[62:0]};
      last_o  <= end_of_block;
      final_o <= final_word;
    end
  end
endmodule
