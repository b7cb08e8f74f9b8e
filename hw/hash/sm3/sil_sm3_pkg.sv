// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The functions and constants of SM3; section numbers are those of GB/T 32905-2016.
package sil_sm3_pkg;

  typedef logic [31:0] word_t;

  /// One working variable of A to D, or an earlier value of one, beside the same of E to H.
  typedef struct packed {
    word_t a;
    word_t e;
  } pair_t;

  /// Rounds per block; 5.3.3.
  localparam int unsigned ROUNDS = 64;
  /// Bytes of the length field of the padding; 5.2.
  localparam int unsigned LENGTH_FIELD_BYTES = 8;
  /// Operations of the feed-forward. Each adds two words of the chaining value.
  localparam int unsigned FEED_FORWARD = 4;
  /// A round reads W(j) and W(j+4): it waits for a word that comes four words later.
  localparam int unsigned WORDS_AHEAD = 4;

  /// IV; 4.1. A in the high bits.
  localparam logic [255:0] INITIAL = {
    32'h7380166f, 32'h4914b2b9, 32'h172442d7, 32'hda8a0600,
    32'ha96f30bc, 32'h163138aa, 32'he38dee4d, 32'hb0fb0e4e
  };

  /// T of rounds 0 to 15, and of rounds 16 to 63; 4.2.
  localparam word_t T_FIRST = 32'h79cc4519;
  localparam word_t T_LATER = 32'h7a879d8a;

  /// Left rotation; 3.
  function automatic word_t rotl(int unsigned n, word_t x);
    return 32'({x, x} >> (32 - n));
  endfunction

  /// FF or GG of x, y, z as a selection by x: the function is x ? one : zero, bit by bit. y and z
  /// are known one operation before x.
  typedef struct packed {
    word_t one;
    word_t zero;
  } choice_t;

  /// FF as a selection; 4.3. `early` is high in rounds 0 to 15.
  function automatic choice_t choice_ff(logic early, word_t y, word_t z);
    return early ? '{one: ~(y ^ z), zero: y ^ z} : '{one: y | z, zero: y & z};
  endfunction

  /// GG as a selection; 4.3.
  function automatic choice_t choice_gg(logic early, word_t y, word_t z);
    return early ? '{one: ~(y ^ z), zero: y ^ z} : '{one: y, zero: z};
  endfunction

  /// FF; 4.3.
  function automatic word_t ff(logic early, word_t x, word_t y, word_t z);
    return early ? x ^ y ^ z : (x & y) | (x & z) | (y & z);
  endfunction

  /// GG; 4.3.
  function automatic word_t gg(logic early, word_t x, word_t y, word_t z);
    return early ? x ^ y ^ z : (x & y) | (~x & z);
  endfunction

  /// P0; 4.4.
  function automatic word_t p0(word_t x);
    return x ^ rotl(9, x) ^ rotl(17, x);
  endfunction

  /// P1; 4.4.
  function automatic word_t p1(word_t x);
    return x ^ rotl(15, x) ^ rotl(23, x);
  endfunction

  /// C and D as a round reads them, from earlier values of A; 5.3.3.
  function automatic word_t c_of(word_t earlier);
    return rotl(9, earlier);
  endfunction

  /// G and H as a round reads them, from earlier values of E; 5.3.3.
  function automatic word_t g_of(word_t earlier);
    return rotl(19, earlier);
  endfunction

  /// A chaining value as pairs, the oldest in item 0: D and H, C and G, B and F, A and E. C, D, G
  /// and H are rotated back, as the datapath holds them.
  function automatic pair_t [3:0] pairs(logic [255:0] value);
    word_t [7:0] word = value;
    return {
      word[7], word[3], word[6], word[2],
      rotl(32 - 9, word[5]), rotl(32 - 19, word[1]), rotl(32 - 9, word[4]), rotl(32 - 19, word[0])
    };
  endfunction

  /// The chaining value, A in the high bits, from its pairs.
  function automatic logic [255:0] chaining_value(pair_t [3:0] pair);
    return {
      pair[3].a, pair[2].a, c_of(pair[1].a), c_of(pair[0].a),
      pair[3].e, pair[2].e, g_of(pair[1].e), g_of(pair[0].e)
    };
  endfunction

endpackage
