// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_kmac_pkg, for strings of all lengths that KMAC takes: the pieces with the
/// number of the bits of a string are left_encode and right_encode of NIST SP 800-185 2.3.1, and the
/// suffix of cSHAKE follows right_encode.
module sil_kmac_encodings_proof
  import sil_kmac_pkg::*;
(
  /// The bytes of the string.
  input logic [15:0] size_i,
  /// The byte after right_encode.
  input logic [7:0]  suffix_i
);
  // An integer x, and n, the smallest positive integer for which 2^(8n) > x. Its byte i of n bytes is
  // x_i, from the most significant one on.
  logic [63:0] x;
  int unsigned n;
  assign x = 64'(size_i) << 3;
  always_comb begin
    n = 7;
    for (int unsigned i = 7; i > 0; i--) if (x >> (8 * i) == '0) n = i;
  end

  logic [8:0][7:0] left, right;
  always_comb begin
    {left, right} = '0;
    left[0] = 8'(n);
    for (int unsigned i = 1; i <= 7; i++) begin
      if (i <= n) begin
        left[i] = 8'(x >> (8 * (n - i)));
        right[i-1] = 8'(x >> (8 * (n - i)));
      end
    end
    for (int unsigned i = 1; i <= 7; i++) begin
      if (i == n) {right[i+1], right[i]} = {suffix_i, 8'(n)};
    end
  end

  piece_t left_piece, right_piece;
  assign left_piece = left_encode(bits_of(size_i));
  assign right_piece = right_encode(bits_of(size_i), suffix_i);
  always_comb begin
    assert (32'(left_piece.count) == n + 1 && left_piece.data == left[7:0]);
    assert (32'(right_piece.count) == n + 2 && right_piece.data == right[7:0]);
  end
endmodule
