// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: sil_gcm_lengths refuses exactly the bytes that exceed the limits of NIST SP 800-38D
/// 5.2.1.1, counts all others, and gives both lengths in bits. The first length can be that of an IV
/// or of associated data, the second one is that of the text.
module sil_gcm_lengths_proof
  import sil_gcm_pkg::*;
(
  input logic       clk_i,
  input logic       clear_i,
  input logic       next_i,
  input logic       step_i,
  input logic [4:0] count_i
);
  /// The longest IV or associated data, and the longest text, in bytes: (2^64 - 1) / 8 rounded down,
  /// and (2^39 - 256) / 8.
  localparam logic [61:0] LONGEST = 62'h1fff_ffff_ffff_ffff, TEXT_LONGEST = 62'hf_ffff_ffe0;

  logic over, none, next, step, exceeds;
  logic text_q;  // the text is counted
  logic ready_q;  // no block was counted in the previous cycle
  logic [127:0] lengths;
  logic [61:0] bytes_q, data_q, sum;

  // A block has at least a byte. A block that is not complete is the last one.
  assign next = next_i & ~text_q;
  assign step = step_i & ready_q & ~over & bytes_q[3:0] == '0 & count_i != '0 & ~clear_i & ~next;

  sil_gcm_lengths u_lengths (
    .clk_i, .clear_i, .next_i(next), .step_i(step), .keep_i(16'((17'd1 << count_i) - 1'b1)),
    .text_i(text_q), .over_o(over), .none_o(none), .block_o(lengths)
  );

  always_ff @(posedge clk_i) begin
    ready_q <= ~step;
    if (clear_i) {text_q, bytes_q, data_q} <= '0;
    else if (next) {text_q, bytes_q, data_q} <= {1'b1, 62'd0, bytes_q};
    else if (step) bytes_q <= sum;
  end
  assign sum = bytes_q + 62'(count_i);
  assign exceeds = sum > (text_q ? TEXT_LONGEST : LONGEST);

  // The first cycle clears the lengths.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    assume (count_i <= 5'd16);
    if (first_q) assume (clear_i);
    else begin
      if (ready_q && bytes_q[3:0] == '0) assert (over == (count_i != '0 && exceeds));
      assert (none == (bytes_q == '0));
      assert (reverse8(lengths[127:64]) == {bytes_q[60:0], 3'd0});
      assert (reverse8(lengths[63:0]) == {data_q[60:0], 3'd0});
      // Invariants for the induction.
      assert (bytes_q <= (text_q ? TEXT_LONGEST : LONGEST));
      if (ready_q) assert (u_lengths.full_q == &u_lengths.blocks_q);
      if (ready_q) assert (u_lengths.limit_q == &u_lengths.blocks_q[31:1]);
    end
  end
endmodule
