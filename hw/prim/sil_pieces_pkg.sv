// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// How a word is cut into pieces, each of an even number of bits. Piece 0 has the low bits.
package sil_pieces_pkg;

  /// The lowest bit of a piece; the width for the piece after the last.
  function automatic int unsigned low(int unsigned width, int unsigned pieces, int unsigned piece);
    return (width * piece + pieces - 1) / pieces / 2 * 2;
  endfunction

  /// The piece of a bit.
  function automatic int unsigned piece_of(
    int unsigned width, int unsigned pieces, int unsigned position
  );
    for (int unsigned p = pieces - 1; p > 0; p--) if (position >= low(width, pieces, p)) return p;
    return 0;
  endfunction

endpackage
