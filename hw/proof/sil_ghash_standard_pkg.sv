// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// For the proofs of GHASH: the steps of the multiplication in NIST SP 800-38D 6.3 as the standard
/// writes them, apart from the functions that the hardware uses.
package sil_ghash_standard_pkg;

  /// A block, whose bit i is bit x_i of the standard. Bit x_0 is the first one.
  typedef logic [127:0] block_t;

  /// A block from the bytes of a port: the first byte is in the low bits, and its first bit is the
  /// most significant one (6.1).
  function automatic block_t block_of(logic [127:0] bytes);
    for (int unsigned i = 0; i < 128; i++) block_of[i] = bytes[8*(i/8)+7-i%8];
  endfunction

  /// The constant R: 11100001 and 120 zeros; 6.3.
  localparam block_t R = 128'h87;

  /// V(i+1) from V(i); algorithm 1, step 3. V >> 1 moves each bit to the next higher number.
  function automatic block_t next_v(block_t v);
    return {v[126:0], 1'b0} ^ (v[127] ? R : '0);
  endfunction

endpackage
