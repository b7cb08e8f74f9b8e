// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Types and constants that the modules of the HMAC unit share.
package sil_hmac_pkg;

  /// Source of the beat that is hashed: zeros, the key block K0 (FIPS 198-1 4), the input stream,
  /// or the digest of the inner hash.
  typedef enum logic [1:0] {Nothing, Key, Stream, Hashed} source_e;

  /// Midstates by their numbers in the hash core: after the key block with ipad, and after the key
  /// block with opad. `NoMidstate` is the initial hash value.
  typedef enum logic [1:0] {NoMidstate, InnerMidstate, OuterMidstate} midstate_e;

  /// What is shifted in after the last beat of the key block register: zeros, a beat of the key, a
  /// beat of its digest, or the beat that is shifted out (a rotation).
  typedef enum logic [1:0] {ZeroBeat, KeyBeat, DigestBeat, FirstBeat} shift_in_e;

  /// Bytes that are XORed to each byte of the key block (RFC 2104 2).
  localparam logic [7:0] IPAD = 8'h36;
  localparam logic [7:0] OPAD = 8'h5c;

endpackage
