// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The lengths of several messages in a memory, and one adder: as the first two words of a block are
/// loaded, the bits of the block are added to the length of its message, and as the last two are
/// loaded, the length is the output.
///
/// A length has two words. The low one is increased with the first word of a block. The carry is
/// held and added to the high one with the second.
///
/// ## Latency and throughput
/// `word_o` is valid two cycles after `beat_i` or `tid_i` has changed, and `load_i` may then be high.
///
/// ## Byte order
/// The first byte of the length field is in the low bits of the first word.
module sil_md_lengths
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 32,
  /// Messages.
  parameter int unsigned Messages = 2,
  /// Words of a block, a power of two.
  parameter int unsigned Beats = 16,
  /// The length field starts with its low byte (RFC 1321 3.2); otherwise with its high byte (FIPS
  /// 180-4 5.1).
  parameter bit LittleEndian = 1'b0,
  localparam int unsigned TidBits = $clog2(Messages),
  localparam int unsigned BeatBits = $clog2(Beats),
  // A block has less than 2 ^ AddBits bits.
  localparam int unsigned AddBits = BeatBits + $clog2(Width) + 1
) (
  input  logic                clk_i,
  /// Asynchronous assert, active low.
  input  logic                rst_ni,
  /// Channel of the message; word of its block. They change one cycle after `load_i`, or between two
  /// blocks.
  input  logic [TidBits-1:0]  tid_i,
  input  logic [BeatBits-1:0] beat_i,
  /// The word is loaded.
  input  logic                load_i,
  /// The block is the first one of the message.
  input  logic                first_i,
  /// Bits of the message in the block.
  input  logic [AddBits-1:0]  bits_i,
  /// In the last two words of a block: the length.
  output logic [Width-1:0]    word_o
);
  (* ram_style = "distributed" *) logic [Width-1:0] lengths_q [2*Messages];
  logic [Width-1:0] word_q, sum, sum_q;
  logic [AddBits-1:0] add_q;
  logic [TidBits:0] address, address_q;
  logic odd, carry, carry_q, write_q;

  // The low word has an even address. It is the first of the two words of the length field, or with
  // the high byte first, the second.
  assign odd = beat_i[0];
  assign address = {tid_i, odd ^ (~LittleEndian & beat_i[BeatBits-1])};
  assign {carry, sum} = {1'b0, word_q} + (Width + 1)'(add_q);

  always_ff @(posedge clk_i) begin
    word_q <= lengths_q[address];
    if (first_i && !beat_i[BeatBits-1]) word_q <= '0;
    add_q <= odd ? AddBits'(carry_q) : bits_i;
    sum_q <= sum;
    if (!odd) carry_q <= carry;
    address_q <= address;
    if (write_q) lengths_q[address_q] <= sum_q;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) write_q <= 1'b0;
    else write_q <= load_i & beat_i[BeatBits-1:1] == '0;
  end

  sil_md_bytes #(.Width(Width), .Words(1)) u_bytes (
    .little_i(LittleEndian), .data_i(word_q), .data_o(word_o)
  );
endmodule
