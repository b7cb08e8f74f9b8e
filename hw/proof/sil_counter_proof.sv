// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: a counter in Gray code counts the same numbers as one in binary code, and each
/// step changes one bit of its state.
module sil_counter_proof
  import sil_counter_pkg::*;
#(
  /// As in sil_counter.
  parameter int unsigned Numbers = 68,
  parameter int unsigned Start = 64,
  localparam int unsigned Bits = code_bits(Numbers)
) (
  input logic clk_i,
  input logic rst_ni,
  input logic start_i,
  input logic step_i
);
  logic [Bits-1:0] number, count, position, before_q;
  logic wrap, stepped_q;

  assign wrap = number == Bits'(Numbers - 1);

  sil_counter #(.Code(BINARY), .Numbers(Numbers), .Start(Start)) u_binary (
    .clk_i, .rst_ni, .start_i, .step_i, .wrap_i(wrap), .first_i('0), .count_o(number)
  );
  sil_counter #(.Code(GRAY), .Numbers(Numbers), .Start(Start)) u_gray (
    .clk_i, .rst_ni, .start_i, .step_i, .wrap_i(wrap), .first_i('0), .count_o(count)
  );

  assign position = number + Bits'((2 ** Bits - Numbers) / 2);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stepped_q <= 1'b0;
    else stepped_q <= step_i & ~start_i;
  end
  always_ff @(posedge clk_i) before_q <= count;

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    assert (number < Bits'(Numbers));
    assert (count == (position ^ (position >> 1)));
    if (rst_ni && stepped_q) assert ($onehot(count ^ before_q));
  end
endmodule
