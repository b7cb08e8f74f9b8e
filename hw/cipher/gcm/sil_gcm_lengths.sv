// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Counts the bytes of the IV, of the associated data and of the text, and reports the block that
/// exceeds the limit of the standard: an IV and associated data have at most 2^64 - 1 bits, a text
/// has at most 2^39 - 256 bits (NIST SP 800-38D 5.2.1.1).
///
/// ## Latency and throughput
/// A block every two cycles. `over_o` is valid two cycles after a block, and one cycle after
/// `clear_i` and `next_i`.
///
/// ## Byte order
/// As a block: the first byte of `block_o` is in its low bits.
module sil_gcm_lengths
(
  input  logic         clk_i,
  /// Clear both lengths.
  input  logic         clear_i,
  /// The length that was counted is that of the associated data. The next one starts at 0.
  input  logic         next_i,
  /// Count the bytes of `keep_i`. `text_i`: they belong to the text.
  input  logic         step_i,
  input  logic [15:0]  keep_i,
  input  logic         text_i,
  /// The bytes of `keep_i` would exceed the limit.
  output logic         over_o,
  /// Nothing was counted since `clear_i` or `next_i`.
  output logic         none_o,
  /// The block of lengths (NIST SP 800-38D 7.1, step 5).
  output logic [127:0] block_o
);
  import sil_gcm_pkg::*;

  // Complete blocks, and the bytes of the last one if it is not complete.
  logic [56:0] blocks_q;
  logic [3:0] rest_q, rest;
  logic [60:0] first_q;  // length of the associated data in bytes
  logic full_q;  // no further complete block can be counted
  logic limit_q;  // the text has as many blocks as are allowed

  always_comb begin
    rest = '0;
    for (int unsigned i = 0; i < 15; i++) if (keep_i[i]) rest = 4'(i + 1);
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) {blocks_q, rest_q, first_q} <= '0;
    else if (next_i) {first_q, blocks_q, rest_q} <= {blocks_q, rest_q, 61'd0};
    else if (step_i) begin
      if (keep_i[15]) blocks_q <= blocks_q + 1'b1;
      else rest_q <= rest;
    end
    full_q <= &blocks_q & ~clear_i & ~next_i;
    limit_q <= &blocks_q[31:1] & ~clear_i & ~next_i;
  end

  assign over_o = text_i ? keep_i[0] & limit_q : keep_i[15] & full_q;
  assign none_o = blocks_q == '0 && rest_q == '0;
  assign block_o = {
    reverse8({blocks_q, rest_q, 3'd0}), reverse8({first_q, 3'd0})
  };
endmodule
