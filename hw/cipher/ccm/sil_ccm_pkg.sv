// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Types and functions of sil_ccm_stream: what the start of a message says, and the formats of NIST
/// SP 800-38C A.2 and A.3.
package sil_ccm_pkg;

  /// `i_tuser` of a message. All lengths are in bytes.
  typedef struct packed {
    logic [31:0] data_bytes;  // associated data (a)
    logic [25:0] text_bytes;  // plaintext or ciphertext (the value that Q represents)
    logic [4:0]  tag_bytes;  // tag (t)
    logic        decrypt;
  } start_t;

  /// q - 1: a nonce of 15 - q bytes leaves q bytes for the length of the text.
  function automatic logic [2:0] length_octets(logic [15:0] nonce_keep);
    length_octets = 3'd7;
    for (int unsigned n = 8; n <= 13; n++) if (nonce_keep[n-1]) length_octets = 3'(14 - n);
  endfunction

  /// The nonce has 7 to 13 bytes, the tag has 4, 6, 8, ... 16, and q bytes can represent the length
  /// of the text (A.1).
  function automatic logic legal_start(
    logic [15:0] nonce_keep, logic [25:16] text_bytes, logic [4:0] tag_bytes
  );
    logic nonce, tag, text;
    nonce = &nonce_keep[6:0] & ~|nonce_keep[15:13] & ~|(nonce_keep[12:7] & ~nonce_keep[11:6]);
    tag = ~tag_bytes[0] & (tag_bytes[4:1] inside {[4'd2:4'd8]});
    text = (~nonce_keep[12] | text_bytes[25:16] == '0)
           & (~nonce_keep[11] | text_bytes[25:24] == '0);
    return nonce & tag & text;
  endfunction

  /// The valid bytes of the next beat if these bytes are left.
  function automatic logic [15:0] next_keep(logic [31:0] left);
    for (int unsigned i = 0; i < 16; i++) next_keep[i] = left[31:4] != '0 || left[3:0] > 4'(i);
  endfunction

  /// A length of associated data needs six bytes, not two (A.2.2).
  function automatic logic six_bytes(logic [31:8] data_bytes);
    return data_bytes[31:16] != '0 || &data_bytes[15:8];
  endfunction

  /// The length of associated data before its first byte (A.2.2): two bytes, or FF FE and four.
  function automatic logic [47:0] length_prefix(logic [31:0] data_bytes, logic six);
    if (six) return {reverse4(data_bytes), 16'hfeff};
    return {32'd0, data_bytes[7:0], data_bytes[15:8]};
  endfunction

  /// A number as four bytes of a block, the most significant byte first.
  function automatic logic [31:0] reverse4(logic [31:0] number);
    return {number[7:0], number[15:8], number[23:16], number[31:24]};
  endfunction

endpackage
