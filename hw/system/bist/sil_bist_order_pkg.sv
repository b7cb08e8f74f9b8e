// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The order in which a channel gets the test vectors.
///
/// Vectors that may be in flight together are a group: all vectors of a hash, or those of HMAC
/// under one key. Each channel begins a group with a different vector, continues to the last vector
/// and from the first one until it has had all of them, and then goes on to the next group.
package sil_bist_order_pkg;

  /// One bit per vector: it is the last one of its group.
  typedef logic [31:0] ends_t;

  /// Returns the vector after `index` in its group, and after the last one the group's `first`.
  function automatic int unsigned following(ends_t ends, int unsigned first, int unsigned index);
    return ends[5'(index)] ? first : index + 1;
  endfunction

  /// Returns the vector with which channel `channel` begins the group. There are at most four
  /// channels.
  function automatic int unsigned begins(ends_t ends, int unsigned first, int unsigned channel);
    int unsigned index = first;
    for (int unsigned i = 0; i < 3; i++) if (i < channel) index = following(ends, first, index);
    return index;
  endfunction

  /// Returns the first vector of the next group, after the group that begins with `first`, or 0
  /// after the last group. `vectors` is the number of all vectors.
  function automatic int unsigned next_group(ends_t ends, int unsigned vectors, int unsigned first);
    int unsigned index = 0;
    for (int unsigned i = 31; i > 0; i--) if (i < vectors && i > first && ends[i-1]) index = i;
    return index;
  endfunction

endpackage
