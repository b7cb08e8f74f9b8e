// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Types of sil_gcm_stream and of the modules in it.
package sil_gcm_pkg;

  /// What is done with a block. The lowest bit says that it needs a result of the cipher.
  typedef enum logic [1:0] {
    HASH = 2'b00,  // hash it: associated data, IV
    TEXT = 2'b01,  // encrypt or decrypt it, and hash the ciphertext
    LENGTHS = 2'b10,  // hash the lengths
    TAG = 2'b11  // make the tag, and compare it
  } kind_e;

  /// A block on its way from an input to GHASH.
  typedef struct packed {
    kind_e        kind;
    logic [15:0]  keep;
    logic [127:0] data;
  } entry_t;

  /// A counter block: its first 12 bytes, and the last four as a number (NIST SP 800-38D 7.1).
  typedef struct packed {
    logic [31:0] number;
    logic [95:0] fixed;
  } counter_t;

  /// Words of 32 bits from a block to numbers and back: reverses the bytes.
  function automatic logic [31:0] reverse4(logic [31:0] word);
    return {word[7:0], word[15:8], word[23:16], word[31:24]};
  endfunction

  /// A number as eight bytes of a block, the most significant byte first.
  function automatic logic [63:0] reverse8(logic [63:0] number);
    return {reverse4(number[31:0]), reverse4(number[63:32])};
  endfunction

endpackage
