// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A comparison of two words.
///
/// hw/prim/ecp5 has a version of this module that instantiates lookup tables of the device, which
/// synthesis does not change.
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

  assign equal_o = a_i == b_i;
endmodule
