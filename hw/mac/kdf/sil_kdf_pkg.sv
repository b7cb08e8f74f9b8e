// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Types that the modules of the key derivation units share.
package sil_kdf_pkg;

  /// What a unit computes: RFC 8018 5.2, RFC 5869, SP 800-90A 10.1.2.
  typedef enum logic [1:0] {PBKDF2, HKDF, HMAC_DRBG} function_e;

  /// First piece of a message: none, the last tag, or the block that is kept.
  typedef enum logic [1:0] {NoPrefix, TagPrefix, KeptPrefix} prefix_e;

  /// Where the constant is: nowhere, before the body, or after it.
  typedef enum logic [1:0] {NoConstant, BeforeBody, AfterBody} constant_e;

  /// Body of a message: none, the packet in the buffer, or the next packet of the input stream.
  typedef enum logic [1:0] {NoBody, BufferBody, StreamBody} body_e;

  /// A key or a message for HMAC. While the prefix is sent, the kept block moves by one beat each
  /// time. What moves in at its end is a sum (XOR) of the selected terms.
  typedef struct packed {
    logic      key;       // it is a key
    prefix_e   prefix;
    constant_e constant;
    body_e     body;
    logic      keep;      // term: the beat that moves out
    logic      add;       // term: the beat of the last tag
    logic      ones;      // term: bytes 01
  } command_t;

  localparam command_t NoCommand = '0;

endpackage
