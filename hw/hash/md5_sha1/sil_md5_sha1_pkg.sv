// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// One operation for MD5 (RFC 1321) and SHA-1 (FIPS 180-4), as the paper hmac-2005 shares it.
///
/// Both are a sum, a rotation and a sum behind a function of three letters:
///
///     MD5     B' = B        + rotl(s, A + X + T     + F(B,C,D))
///     SHA-1   a' = rotl5(a) +        (e + W + K(t)  + f(b,c,d))
///
/// The letters are a row of five, the oldest first; those of MD5 are the last four of it.
package sil_md5_sha1_pkg;

  typedef logic [31:0] word_t;

  /// The kind of an operation.
  typedef struct packed {
    logic sha1;           ///< of SHA-1; else of MD5
    logic feed;           ///< a word of the chaining value is added
    logic direct;         ///< with sha1 and feed: for the letters a and b
    logic [1:0] round;
    logic [1:0] place;    ///< of MD5: the place among four, which decides the rotation
  } kind_t;

  function automatic sil_sha1_pkg::kind_t sha1_kind(kind_t kind);
    return '{feed: kind.feed, direct: kind.direct, round: kind.round};
  endfunction

  /// What the first sum adds where the newest letter has a 1 and where it has a 0; the letters are
  /// those before the operation, the newest first. The function of SHA-1 does not have the newest
  /// letter in it, and is known.
  function automatic sil_md5_pkg::choice_t choice(kind_t kind, word_t x3, word_t x2, word_t x1);
    word_t f = sil_sha1_pkg::f(
      sha1_kind(kind), x3, sil_sha1_pkg::rotl(30, x2), sil_sha1_pkg::rotl(30, x1)
    );
    if (kind.sha1) return '{one: f, zero: f};
    return sil_md5_pkg::choice(kind.feed, kind.round, x3, x2);
  endfunction

  /// A and e, of a letter that is added: that of a feed is the oldest, `x0`, that of MD5 `x1`.
  function automatic word_t added(kind_t kind, word_t x1, word_t x0);
    if (kind.sha1) return sil_sha1_pkg::old(sha1_kind(kind), x0);
    return kind.feed ? x0 : x1;
  endfunction

  /// A sum as the letter that a feed makes of it.
  function automatic word_t settled(kind_t kind, word_t sum);
    return kind.sha1 ? sil_sha1_pkg::settled(sha1_kind(kind), sum) : sum;
  endfunction

endpackage
