// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_ccm_pkg, for all lengths that its ports can state: a start is legal exactly
/// if NIST SP 800-38C A.1 allows it, the length of associated data is encoded as A.2.2 says, and
/// the next beat has the bytes that are left.
module sil_ccm_formats_proof
  import sil_ccm_pkg::*;
(
  input logic [15:0] nonce_keep_i,
  input logic [25:0] text_bytes_i,
  input logic [4:0]  tag_bytes_i,
  /// Bytes of associated data (a), or bytes that are left.
  input logic [31:0] bytes_i
);
  // A.1: n in 7 to 13, t in 4, 6, 8, ... 16, n + q = 15, and the text has fewer than 2^(8q) bytes.
  logic legal;
  logic [2:0] octets;  // q - 1
  always_comb begin
    {legal, octets} = '0;
    for (int unsigned n = 7; n <= 13; n++) begin
      if (nonce_keep_i == 16'((1 << n) - 1)) begin
        legal = 72'(text_bytes_i) < 72'd1 << (8 * (15 - n));
        octets = 3'(14 - n);
      end
    end
    if (tag_bytes_i < 5'd4 || tag_bytes_i > 5'd16 || tag_bytes_i % 2 != 5'd0) legal = 1'b0;
  end

  // A.2.2: the encoding of a, if 0 < a < 2^16 - 2^8, or if 2^16 - 2^8 <= a < 2^32. The first byte
  // is in the low bits.
  logic [5:0][7:0] encoded;
  logic six;
  assign six = bytes_i >= 32'hff00;
  always_comb begin
    encoded = '0;
    if (six) begin
      {encoded[1], encoded[0]} = {8'hfe, 8'hff};
      for (int unsigned i = 0; i < 4; i++) encoded[2+i] = 8'(bytes_i >> (8 * (3 - i)));
    end else begin
      {encoded[1], encoded[0]} = {bytes_i[7:0], bytes_i[15:8]};
    end
  end

  always_comb begin
    assert (legal_start(nonce_keep_i, text_bytes_i[25:16], tag_bytes_i) == legal);
    if (legal) assert (length_octets(nonce_keep_i) == octets);
    assert (six_bytes(bytes_i[31:8]) == six);
    assert (length_prefix(bytes_i, six) == encoded);
    assert (next_keep(bytes_i) == (bytes_i >= 32'd16 ? '1 : 16'((17'd1 << bytes_i[3:0]) - 17'd1)));
  end
endmodule
