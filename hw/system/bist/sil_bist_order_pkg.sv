// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The order in which a lane gets the test vectors.
///
/// Vectors that may be in flight together are a group: all of a hash, those under one key of HMAC. A
/// lane gets a group from a vector of its own on, around to where it began, and then the next group.
package sil_bist_order_pkg;

  /// By vector: it is the last of its group.
  typedef logic [31:0] ends_t;

  /// The vector behind another one of its group, whose first is given.
  function automatic int unsigned following(ends_t ends, int unsigned first, int unsigned index);
    return ends[5'(index)] ? first : index + 1;
  endfunction

  /// The vector of a group with which a lane begins: of four lanes at most.
  function automatic int unsigned begins(ends_t ends, int unsigned first, int unsigned lane);
    int unsigned index = first;
    for (int unsigned i = 0; i < 3; i++) if (i < lane) index = following(ends, first, index);
    return index;
  endfunction

  /// The first vector of the group behind another one, of so many vectors; 0 behind the last.
  function automatic int unsigned behind(ends_t ends, int unsigned vectors, int unsigned first);
    int unsigned index = 0;
    for (int unsigned i = 31; i > 0; i--) if (i < vectors && i > first && ends[i-1]) index = i;
    return index;
  endfunction

endpackage
