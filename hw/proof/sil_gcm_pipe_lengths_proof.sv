// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: sil_gcm_pipe_lengths refuses exactly the bytes that exceed the limits of NIST SP
/// 800-38D 5.2.1.1, counts all others, and gives both lengths in bits, with a block in any cycle.
/// The first length can be that of an IV or of associated data, the second one is that of the text.
module sil_gcm_pipe_lengths_proof
  import sil_gcm_pkg::*;
(
  input logic       clk_i,
  input logic       clear_i,
  input logic       step_i,
  input logic       text_i,
  input logic       iv_i,
  input logic [4:0] count_i
);
  /// The longest IV or associated data, and the longest text, in bytes: (2^64 - 1) / 8 rounded down,
  /// and (2^39 - 256) / 8.
  localparam logic [61:0] LONGEST = 62'h1fff_ffff_ffff_ffff, TEXT_LONGEST = 62'hf_ffff_ffe0;

  logic over, step, exceeds;
  logic [127:0] lengths;
  logic [61:0] data_q, text_q, sum;

  // A block has at least a byte. A block that is not complete is the last one.
  assign sum = (text_i ? text_q : data_q) + 62'(count_i);
  assign step = step_i & ~over & count_i != '0 & ~clear_i
                & (text_i ? text_q[3:0] == '0 : data_q[3:0] == '0);
  assign exceeds = sum > (text_i ? TEXT_LONGEST : LONGEST);

  sil_gcm_pipe_lengths u_lengths (
    .clk_i, .clear_i, .step_i(step), .keep_i(16'((17'd1 << count_i) - 1'b1)), .text_i,
    .over_o(over), .iv_i, .block_o(lengths)
  );

  // The first cycle clears the lengths.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) begin
    first_q <= 1'b0;
    if (clear_i) {data_q, text_q} <= '0;
    else if (step && text_i) text_q <= sum;
    else if (step) data_q <= sum;
  end

  always_comb begin
    assume (count_i <= 5'd16);
    if (first_q) assume (clear_i);
    else begin
      if ((text_i ? text_q[3:0] : data_q[3:0]) == '0) begin
        assert (over == (count_i != '0 && exceeds));
      end
      assert (reverse8(lengths[127:64]) == {iv_i ? data_q[60:0] : text_q[60:0], 3'd0});
      assert (reverse8(lengths[63:0]) == {iv_i ? 61'd0 : data_q[60:0], 3'd0});
      // Invariants for the induction. Where a count is near its limit and the register does not say
      // so, the count is the first that is near.
      assert (data_q <= LONGEST && text_q <= TEXT_LONGEST);
      assert ({u_lengths.data_q, u_lengths.data_rest_q} == data_q[60:0]);
      assert ({u_lengths.text_q, u_lengths.text_rest_q} == text_q[35:0]);
      if (u_lengths.data_near_q) assert (&u_lengths.data_q[56:2]);
      else assert (!(&u_lengths.data_q[56:2]) || u_lengths.data_q[1:0] == '0);
      if (u_lengths.text_near_q) assert (&u_lengths.text_q[31:2]);
      else assert (!(&u_lengths.text_q[31:2]) || u_lengths.text_q[1:0] == '0);
    end
  end
endmodule
