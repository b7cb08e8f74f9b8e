// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The steps and constants of the word-serial SHA-256, one addition per step.
package sil_sha2_small_pkg;

  /// A step adds its operand to the accumulator. FIPS 180-4 6.2.2 in the comments.
  typedef enum logic [3:0] {
    Load,     ///< H <- a word of the initial hash value (5.3)
    Message,  ///< W(t) <- a word of the message (step 1)
    W16,      ///< W(t-16)
    Sigma0W,  ///< sigma0(W(t-15))
    W7,       ///< W(t-7)
    Sigma1W,  ///< sigma1(W(t-2)); the sum is W(t)
    WordH,    ///< h (step 3)
    WordK,    ///< K(t)
    Sigma1E,  ///< Sigma1(e)
    Choose,   ///< Ch(e, f, g)
    WordD,    ///< d; the sum is the new e, and the accumulator keeps T1
    Sigma0A,  ///< Sigma0(a)
    Majority, ///< Maj(a, b, c); the sum is the new a
    Chain,    ///< a word of H (step 4)
    Forward,  ///< a working variable; the sum is a new word of H
    Digest    ///< a word of the digest leaves
  } step_e;

  /// The constants: K (4.2.2) from row 0 on, and from row 64 on the initial hash value (5.3) in the
  /// order d, c, b, a, h, g, f, e.
  typedef logic [71:0][31:0] rows_t;
  function automatic rows_t constants(sil_sha2_pkg::alg_e alg);
    logic [255:0] initial_words;
    initial_words = 256'(sil_sha2_pkg::initial_value(alg));
    for (int unsigned i = 0; i < 64; i++) constants[i] = sil_sha2_pkg::K[i][63:32];
    for (int unsigned i = 0; i < 8; i++) begin
      constants[64+i] = initial_words[32*(i<4?4+i:i-4)+:32];
    end
  endfunction

  /// The words of the block memories at power-up: K from word 128 on, the initial hash value from
  /// word 216 on, and zeros.
  function automatic logic [255:0][31:0] contents(sil_sha2_pkg::alg_e alg);
    rows_t rows;
    rows = constants(alg);
    contents = '0;
    for (int unsigned i = 0; i < 64; i++) contents[128+i] = rows[i];
    for (int unsigned i = 0; i < 8; i++) contents[216+i] = rows[64+i];
  endfunction

endpackage
