// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// What the blocks of the station tell each other.
package sil_station_pkg;
  /// The phase of a message.
  typedef enum logic [1:0] {
    Receive,
    Hash,
    Show
  } phase_e;

  /// What is on the display.
  typedef enum logic [1:0] {
    Blank,
    Digest,
    Error
  } shown_e;

  /// Digits of the digest in a row of the display. A digest that does not fit on the display has
  /// pages, and each row begins with the number of its first byte in two digits, a colon and a space.
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
