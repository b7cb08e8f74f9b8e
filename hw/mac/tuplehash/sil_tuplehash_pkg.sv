// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Encodings of lengths (NIST SP 800-185 2.3.1), for strings of up to 2^32 - 1 complete bytes.
///
/// ## Byte order
/// The first byte of a string is in the low bits.
package sil_tuplehash_pkg;
  import sil_kmac_pkg::piece_t;

  /// The bytes of an integer, the most significant one first, without leading zeros.
  typedef struct packed {
    logic [2:0]  count;
    logic [39:0] data;
  } integer_t;

  /// Returns the bytes of 8 * size: the bits of a string of `size` bytes.
  function automatic integer_t bits_of(logic [31:0] size);
    logic [39:0] bits = {5'd0, size, 3'b000};
    logic [39:0] reversed = {bits[7:0], bits[15:8], bits[23:16], bits[31:24], bits[39:32]};
    logic [2:0] count = 3'd1;
    for (int unsigned i = 1; i < 5; i++) if (bits[8*i+:8] != '0) count = 3'(i + 1);
    return '{count, reversed >> {3'd5 - count, 3'b000}};
  endfunction

  /// Returns left_encode: the number of the bytes, then the bytes.
  function automatic piece_t left_encode(integer_t of);
    return '{4'(of.count) + 4'd1, 64'({of.data, 5'd0, of.count})};
  endfunction

  /// Returns right_encode, the bytes and then their number, with a suffix after it.
  function automatic piece_t right_encode(integer_t of, logic [7:0] suffix);
    logic [55:0] after = 56'({suffix, 5'd0, of.count});
    return '{4'(of.count) + 4'd2, 64'(of.data) | 64'(after << {of.count, 3'b000})};
  endfunction

endpackage
