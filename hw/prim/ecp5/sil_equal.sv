// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_equal with one lookup table for two bits of each word.
///
/// From plain code, synthesis shortens the path through the comparison. For that it merges the
/// comparison with the logic before it, which costs 0.6 to 1.0 tables per bit in HMAC. Synthesis
/// does not change the cells that this version instantiates.
module sil_equal
#(
  /// Width of the words in bits, an even number.
  parameter int unsigned Width = 2
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  /// The words are equal.
  output logic             equal_o
);
  if (Width == 0 || Width % 2 != 0) begin : gen_width
    $fatal(1, "Width must be even, and at least 2");
  end

  logic [Width/2-1:0] pairs;

  for (genvar i = 0; i < Width / 2; i++) begin : gen_pair
    // A == B && C == D
    LUT4 #(.INIT(16'h9009)) u_pair (
      .A(a_i[2*i]), .B(b_i[2*i]), .C(a_i[2*i+1]), .D(b_i[2*i+1]), .Z(pairs[i])
    );
  end

  assign equal_o = &pairs;
endmodule
