// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The field GF(2^128) of GHASH (NIST SP 800-38D 6.3).
package sil_ghash_pkg;

  /// The reduction polynomial: x^128 as a sum of lower powers (6.3).
  localparam logic [127:0] POLYNOMIAL = 128'h87;

  /// A block as a polynomial, whose bit i is the coefficient of x^i. The first bit of a block, which
  /// is the most significant bit of its first byte, is the coefficient of x^0. The function is its
  /// own inverse.
  function automatic logic [127:0] polynomial(logic [127:0] block);
    for (int unsigned i = 0; i < 128; i += 8) polynomial[i+:8] = {<<{block[i+:8]}};
  endfunction

endpackage
