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

  /// States of the control. Bit 3 is set in the states that load a key, bit 2 in those in which
  /// nothing is hashed.
  typedef enum logic [3:0] {
    Wipe    = 4'b0000,  // hash a block of zeros (with each hash) and write it to the key block
    Tag     = 4'b0010,  // outer hash: the inner digest after K0 with opad
    Text    = 4'b0011,  // inner hash: the message after K0 with ipad
    Ready   = 4'b0100,  // a message or a key may begin
    Drop    = 4'b0101,  // take and drop the beats of a message without a key
    Refuse  = 4'b0110,  // offer the refusal of a message
    Skip    = 4'b0111,  // take and drop the beats of a key that is not loaded
    Inner   = 4'b1000,  // hash K0 with ipad
    Outer   = 4'b1001,  // hash K0 with opad; zeros replace K0
    Long    = 4'b1010,  // hash the first block of a long key, from the key block register
    Rest    = 4'b1011,  // hash the other blocks of a long key, from the stream
    Collect = 4'b1100,  // take the beats of a key, up to one block
    Exact   = 4'b1101,  // the key was exactly one block: take its last beat, which has no bytes
    Digest  = 4'b1110,  // write the digest of a long key to the key block
    Zero    = 4'b1111   // fill the key block up with zeros
  } state_e;

  /// Bytes that are XORed to each byte of the key block (RFC 2104 2).
  localparam logic [7:0] IPAD = 8'h36;
  localparam logic [7:0] OPAD = 8'h5c;

endpackage
