// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The chained modes, and the types of sil_modes_chained and of the modules in it.
package sil_modes_chained_pkg;

  /// Chained modes: NIST SP 800-38A 6.2 (CBC) and 6.3 (CFB128), SP 800-38B (CMAC).
  typedef enum int unsigned { CBC = 0, CFB = 1, CMAC = 2 } mode_e;

  /// Mode and direction of a message.
  typedef struct packed {
    logic cbc;
    logic cfb;
    logic cmac;
    logic decrypt;
    logic refused;  // this instance does not have that mode and direction
  } message_t;

  /// Control word of a block, or of a beat of the result without a block.
  typedef struct packed {
    logic [127:0] mask;  // is added to the result of the block
    logic [15:0]  keep;  // valid bytes of the beat; none if it has no block
    logic         block;  // there is a block
    logic         chain;  // the next block of the message depends on its result
    logic         hide;  // the result is not a beat: a block of CMAC before the last one
    logic         last;
    logic         error;
  } metadata_t;

  /// Multiplies an element of GF(2^128) by x, in the bit order of CMAC (NIST SP 800-38B 5.3): the
  /// highest bit of the first byte is the most significant one. The first byte is in the low bits.
  function automatic logic [127:0] double(logic [127:0] block);
    logic [127:0] number, shifted;
    for (int unsigned i = 0; i < 16; i++) number[8*i+:8] = block[8*(15-i)+:8];
    shifted = {number[126:0], 1'b0} ^ (number[127] ? 128'h87 : 128'h0);
    for (int unsigned i = 0; i < 16; i++) double[8*i+:8] = shifted[8*(15-i)+:8];
  endfunction

endpackage
