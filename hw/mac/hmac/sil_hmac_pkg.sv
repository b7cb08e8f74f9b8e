// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// What the parts of the HMAC unit tell each other.
package sil_hmac_pkg;

  /// Where the beat that is hashed comes from.
  typedef enum logic [1:0] {Nothing, Key, Stream, Hashed} source_e;

  /// The chaining values behind a block of key, by the number that the hash core's copies have; none
  /// is the standard's.
  typedef enum logic [1:0] {NoCopy, InnerCopy, OuterCopy} copy_e;

  /// What comes behind the last beat of the block of key: zeros, a beat of the key or of its digest,
  /// or the first beat once more.
  typedef enum logic [1:0] {ZeroBeat, KeyBeat, DigestBeat, FirstBeat} behind_e;

  /// The bytes that a block of key is masked with (RFC 2104 2).
  localparam logic [7:0] IPAD = 8'h36;
  localparam logic [7:0] OPAD = 8'h5c;

endpackage
