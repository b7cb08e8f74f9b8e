// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: the constants of SHA-2 are the roots and the digests that FIPS 180-4 names.
///
/// K are the first bits of the fractional parts of the cube roots of the first 80 primes (4.2.2,
/// 4.2.3). The initial hash values are those of the square roots of the first 8 primes (SHA-256,
/// SHA-512) or of the 9th to the 16th (SHA-384, and SHA-224, which takes bits 33 to 64; 5.3.2 to
/// 5.3.5). Those of SHA-512/t are digests of its name (5.3.6).
module sil_sha2_constants_proof
  import sil_sha2_pkg::*, sil_sha2_standard_pkg::word_t;
(
  /// The constant that is examined.
  input logic [6:0] number_i
);
  /// Prime number `index`; 2 is number 0.
  function automatic int unsigned prime(int unsigned index);
    int unsigned found = 0;
    for (int unsigned n = 2; n < 420; n++) begin
      bit divided = 1'b0;
      for (int unsigned d = 2; d * d <= n; d++) if (n % d == 0) divided = 1'b1;
      if (!divided && found == index) return n;
      if (!divided) found++;
    end
    return 0;
  endfunction

  /// Whether a number is the first 64 bits of the fractional part of the cube root (`cube`), or of
  /// the square root, of a prime.
  function automatic bit root(bit cube, logic [63:0] fraction, int unsigned number);
    logic [255:0] whole = '0, low, high, power;
    while ((whole + 1) * (whole + 1) * (cube ? whole + 1 : 1) <= 256'(number)) whole++;
    low = (whole << 64) + 256'(fraction);
    high = low + 1;
    power = 256'(number) << (cube ? 192 : 128);
    return low * low * (cube ? low : 1) <= power && power < high * high * (cube ? high : 1);
  endfunction

  function automatic bit [79:0] cubes();
    for (int unsigned i = 0; i < 80; i++) cubes[i] = root(1'b1, K[i], prime(i));
  endfunction
  function automatic bit [7:0] squares();
    for (int unsigned i = 0; i < 8; i++) begin
      squares[i] = root(1'b0, IV_SHA512[i], prime(i)) & IV_SHA256[i][63:32] == IV_SHA512[i][63:32]
        & root(1'b0, IV_SHA384[i], prime(i + 8)) & IV_SHA224[i][63:32] == IV_SHA384[i][31:0];
    end
  endfunction

  /// Whether an initial hash value is the digest of "SHA-512/" and three further digits, by SHA-512
  /// from an initial hash value of its own; 5.3.6.
  function automatic bit digest(logic [23:0] digits, word_t value [8]);
    word_t w [80];
    word_t h [8];
    word_t t1, t2;
    w[0] = "SHA-512/";
    w[1] = {digits, 8'h80, 32'b0};
    for (int unsigned t = 2; t < 15; t++) w[t] = '0;
    w[15] = 64'd88;
    for (int unsigned t = 16; t < 80; t++) begin
      w[t] = sil_sha2_standard_pkg::schedule(64, w[t-2], w[t-7], w[t-15], w[t-16]);
    end
    for (int unsigned i = 0; i < 8; i++) h[i] = IV_SHA512[i] ^ {8{8'ha5}};
    for (int unsigned t = 0; t < 80; t++) begin
      t1 = h[7] + sil_sha2_standard_pkg::big_sigma1(64, h[4])
        + sil_sha2_standard_pkg::ch(h[4], h[5], h[6]) + K[t] + w[t];
      t2 = sil_sha2_standard_pkg::big_sigma0(64, h[0])
        + sil_sha2_standard_pkg::maj(h[0], h[1], h[2]);
      for (int unsigned i = 7; i > 0; i--) h[i] = h[i-1];
      h[4] += t1;
      h[0] = t1 + t2;
    end
    for (int unsigned i = 0; i < 8; i++) begin
      if (value[i] != h[i] + (IV_SHA512[i] ^ {8{8'ha5}})) return 1'b0;
    end
    return 1'b1;
  endfunction

  localparam bit Digests = digest("224", IV_SHA512_224) & digest("256", IV_SHA512_256);
  localparam bit [127:0] Cubes = {48'hffff_ffff_ffff, cubes()};
  localparam bit [7:0] Squares = squares();

  always_comb begin
    assert (Cubes[number_i]);
    assert (Squares[number_i[2:0]]);
    assert (Digests);
  end
endmodule
