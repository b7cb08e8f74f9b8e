// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Encodings of lengths (NIST SP 800-185 2.3.1), for strings of complete bytes.
///
/// ## Byte order
/// The first byte of a string is in the low bits.
package sil_kmac_pkg;

  /// Up to eight bytes. The bytes after the first `count` are 0.
  typedef struct packed {
    logic [3:0]  count;
    logic [63:0] data;
  } piece_t;

  /// The bytes of an integer, the most significant one first, without leading zeros.
  typedef struct packed {
    logic [1:0]  count;
    logic [23:0] data;
  } integer_t;

  /// Returns the bytes of 8 * size: the bits of a string of `size` bytes.
  function automatic integer_t bits_of(logic [15:0] size);
    logic [18:0] bits = {size, 3'b000};
    if (bits[18:16] != '0) return '{2'd3, {bits[7:0], bits[15:8], 5'd0, bits[18:16]}};
    if (bits[15:8] != '0) return '{2'd2, {8'd0, bits[7:0], bits[15:8]}};
    return '{2'd1, {16'd0, bits[7:0]}};
  endfunction

  /// Returns left_encode: the number of the bytes, then the bytes.
  function automatic piece_t left_encode(integer_t of);
    return '{4'(of.count) + 4'd1, 64'({of.data, 6'd0, of.count})};
  endfunction

  /// Returns right_encode, the bytes and then their number, with the suffix of cSHAKE after it.
  function automatic piece_t right_encode(integer_t of, logic [7:0] suffix);
    logic [15:0] after = {suffix, 6'd0, of.count};
    case (of.count)
      2'd1: return '{4'd3, 64'({after, of.data[7:0]})};
      2'd2: return '{4'd4, 64'({after, of.data[15:0]})};
      default: return '{4'd5, 64'({after, of.data})};
    endcase
  endfunction

endpackage
