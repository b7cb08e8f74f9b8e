// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Counts the bytes of the IV, of the associated data and of the text, as sil_gcm_lengths does, but
/// of a block in each cycle. It reports the block that exceeds the limit of the standard: an IV and
/// associated data have at most 2^64 - 1 bits, a text has at most 2^39 - 256 bits (NIST SP 800-38D
/// 5.2.1.1).
///
/// ## Latency and throughput
/// A block per cycle. `over_o` belongs to the block of the same cycle, and `block_o` is valid one
/// cycle after the last block.
///
/// ## Byte order
/// As a block: the first byte of `block_o` is in its low bits.
module sil_gcm_pipe_lengths
(
  input  logic         clk_i,
  /// Clear both lengths.
  input  logic         clear_i,
  /// Count the bytes of `keep_i`. `text_i`: they belong to the text.
  input  logic         step_i,
  input  logic [15:0]  keep_i,
  input  logic         text_i,
  /// The bytes of `keep_i` would exceed the limit.
  output logic         over_o,
  /// The bytes that were counted are those of an IV (NIST SP 800-38D 7.1, step 2).
  input  logic         iv_i,
  /// The block of lengths (NIST SP 800-38D 7.1, step 5).
  output logic [127:0] block_o
);
  import sil_gcm_pkg::*;

  // Complete blocks, and the bytes of the last one if it is not complete.
  logic [56:0] data_q;
  logic [31:0] text_q;
  logic [3:0] data_rest_q, text_rest_q, rest;
  // All bits of a number but the two lowest are 1. A counter is so for at least two cycles before
  // it reaches its limit, so the registers are never late.
  logic data_near_q, text_near_q;
  logic [63:0] data, text;

  always_comb begin
    rest = '0;
    for (int unsigned i = 0; i < 15; i++) if (keep_i[i]) rest = 4'(i + 1);
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) {data_q, text_q, data_rest_q, text_rest_q} <= '0;
    else if (step_i && text_i) begin
      if (keep_i[15]) text_q <= text_q + 1'b1;
      else text_rest_q <= rest;
    end else if (step_i) begin
      if (keep_i[15]) data_q <= data_q + 1'b1;
      else data_rest_q <= rest;
    end
    data_near_q <= &data_q[56:2] & ~clear_i;
    text_near_q <= &text_q[31:2] & ~clear_i;
  end

  assign over_o = text_i ? keep_i[0] & text_near_q & text_q[1]
                         : keep_i[15] & data_near_q & data_q[1] & data_q[0];
  assign data = reverse8({data_q, data_rest_q, 3'd0});
  assign text = reverse8({25'd0, text_q, text_rest_q, 3'd0});
  assign block_o = iv_i ? {data, 64'd0} : {text, data};
endmodule
