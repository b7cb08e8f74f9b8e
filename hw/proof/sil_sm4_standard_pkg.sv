// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// For the proofs of SM4: the functions and constants of GB/T 32907-2016 as the standard writes them,
/// apart from those that the hardware uses.
///
/// The standard gives the S-box as a table. Here it is the known formula of that table: an inverse in
/// GF(2^8) between two affine maps.
package sil_sm4_standard_pkg;

  typedef logic [31:0] word_t;

  /// Words X(i) to X(i+3) or K(i) to K(i+3), the first one in item 0.
  typedef logic [3:0][31:0] words_t;

  /// Product in GF(2^8) modulo x^8 + x^7 + x^6 + x^5 + x^4 + x^2 + 1.
  function automatic logic [7:0] product(logic [7:0] a, logic [7:0] b);
    product = '0;
    for (int unsigned i = 0; i < 8; i++) begin
      if (b[i]) product ^= a;
      a = {a[6:0], 1'b0} ^ (a[7] ? 8'hf5 : 8'h00);
    end
  endfunction

  /// The affine map: bit i is the parity of x and of row i of a circulant matrix, plus a constant.
  function automatic logic [7:0] affine(logic [7:0] x);
    for (int unsigned i = 0; i < 8; i++) affine[i] = ^(x & 8'({2{8'ha7}} >> (8 - i)));
    affine ^= 8'hd3;
  endfunction

  /// The table of Sbox; 6.2 a.
  function automatic logic [255:0][7:0] sboxes();
    for (int unsigned x = 0; x < 256; x++) begin
      logic [7:0] square = affine(8'(x)), power = 8'h01;
      // The inverse is the power with exponent 254.
      for (int unsigned i = 1; i < 8; i++) begin
        square = product(square, square);
        power = product(power, square);
      end
      sboxes[x] = affine(power);
    end
  endfunction
  localparam logic [255:0][7:0] SBOX = sboxes();

  /// The non-linear function tau; 6.2 a.
  function automatic word_t tau(word_t a);
    return {SBOX[a[31:24]], SBOX[a[23:16]], SBOX[a[15:8]], SBOX[a[7:0]]};
  endfunction

  /// x <<< n.
  function automatic word_t rotl(word_t x, int unsigned n);
    return 32'(({x, x} << n) >> 32);
  endfunction

  /// The linear functions L, 6.2 b, and L', 7.3.
  function automatic word_t linear(word_t b);
    return b ^ rotl(b, 2) ^ rotl(b, 10) ^ rotl(b, 18) ^ rotl(b, 24);
  endfunction
  function automatic word_t key_linear(word_t b);
    return b ^ rotl(b, 13) ^ rotl(b, 23);
  endfunction

  /// A round, 6.1, or a round of the key schedule, 7.3: the new word is the first one plus a sum.
  function automatic words_t moved(words_t x, word_t sum);
    return {x[0] ^ sum, x[3], x[2], x[1]};
  endfunction

  /// The system parameters FK and the fixed parameters CK; 7.3.
  localparam words_t FK = {32'hb27022dc, 32'h677d9197, 32'h56aa3350, 32'ha3b1bac6};
  function automatic word_t ck(logic [4:0] i);
    for (int unsigned j = 0; j < 4; j++) ck[8*(3-j)+:8] = 8'((4 * 32'(i) + j) * 7);
  endfunction

  /// A block or a key as words; the first byte of a port is in its low bits.
  function automatic words_t words_of(logic [127:0] bytes);
    for (int unsigned i = 0; i < 16; i++) words_of[i/4][8*(3-i%4)+:8] = bytes[8*i+:8];
  endfunction

  /// The reverse transformation R, 7.1: the last word comes first. The result as bytes of a port.
  function automatic logic [127:0] reversed(words_t x);
    for (int unsigned i = 0; i < 16; i++) reversed[8*i+:8] = x[3-i/4][8*(3-i%4)+:8];
  endfunction

endpackage
