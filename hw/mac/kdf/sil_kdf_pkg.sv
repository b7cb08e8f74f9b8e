// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Types that the modules of the key derivation units share.
package sil_kdf_pkg;

  /// What a unit computes: RFC 8018 5.2, RFC 5869, SP 800-90A 10.1.2.
  typedef enum int unsigned {PBKDF2, HKDF, HMAC_DRBG} function_e;

  /// First piece of a message: none, the last tag, or the block that is kept.
  typedef enum logic [1:0] {NoPrefix, TagPrefix, KeptPrefix} prefix_e;

  /// Where the constant is: nowhere, before the body, or after it.
  typedef enum logic [1:0] {NoConstant, BeforeBody, AfterBody} constant_e;

  /// Body of a message: none, the packet in the buffer, or the next packet of the input stream.
  typedef enum logic [1:0] {NoBody, BufferBody, StreamBody} body_e;

  /// What moves in at the end of the kept block, while it moves by one beat: the sum (XOR) of the
  /// selected terms.
  typedef struct packed {
    logic keep;  // the beat that moves out
    logic add;   // the beat of the last tag
    logic ones;  // bytes 01
  } terms_t;

  /// A key or a message for HMAC. The kept block moves while the prefix is sent.
  typedef struct packed {
    logic      key;  // it is a key
    prefix_e   prefix;
    constant_e constant;
    body_e     body;
    terms_t    terms;
  } command_t;

endpackage
