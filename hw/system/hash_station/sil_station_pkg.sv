// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Types and functions that the modules of the hash station share.
package sil_station_pkg;
  /// Phase of a message: it is received, it is hashed, its digest is shown.
  typedef enum logic [1:0] {
    Receive,
    Hash,
    Show
  } phase_e;

  /// Contents of the display.
  typedef enum logic [1:0] {
    Blank,
    Digest,
    Error
  } shown_e;

  /// Returns the number of digits of the digest in a row of the display. A digest that does not fit
  /// on the display has pages. Each row then begins with a label of four characters: the index of
  /// its first byte in two hexadecimal digits, a colon and a space.
  function automatic int unsigned row_digits(
    int unsigned digest_bits, int unsigned rows, int unsigned columns
  );
    return fits(digest_bits, rows, columns) ? columns : (columns - 4) / 2 * 2;
  endfunction

  function automatic int unsigned pages(
    int unsigned digest_bits, int unsigned rows, int unsigned columns
  );
    int unsigned page;
    page = row_digits(digest_bits, rows, columns) * rows;
    return (digest_bits / 4 + page - 1) / page;
  endfunction

  function automatic bit fits(int unsigned digest_bits, int unsigned rows, int unsigned columns);
    return digest_bits / 4 <= rows * columns;
  endfunction
endpackage
