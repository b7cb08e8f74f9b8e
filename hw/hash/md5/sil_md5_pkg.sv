// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The functions and constants of MD5 (RFC 1321 3.3, 3.4).
package sil_md5_pkg;

  typedef logic [31:0] word_t;

  /// Steps per block; 3.4.
  localparam int unsigned STEPS = 64;
  /// Operations of the feed-forward, one per word of the chaining value.
  localparam int unsigned FEED_FORWARD = 4;
  /// Bytes of the length field of the padding, the low byte first; 3.2.
  localparam int unsigned LENGTH_FIELD_BYTES = 8;

  /// The kind of a step: its round (0 to 3) and its index modulo 4 (`index`), which together select
  /// the rotation; or the feed-forward, which adds a word of the chaining value.
  typedef struct packed {
    logic feed_forward;
    logic [1:0] round;
    logic [1:0] index;
  } kind_t;

  /// F, G, H, I of B, C, D as a selection by B: the function is b ? one : zero, bit by bit. C and D
  /// are known one step before B.
  typedef struct packed {
    word_t one;
    word_t zero;
  } choice_t;

  /// The function of a round as a selection; 3.4. Zero in the feed-forward.
  function automatic choice_t choice(
    logic feed_forward, logic [1:0] round, word_t c, word_t d
  );
    if (feed_forward) return '{one: '0, zero: '0};
    unique case (round)
      2'd0:    return '{one: c, zero: d};
      2'd1:    return '{one: c | d, zero: c & ~d};
      2'd2:    return '{one: ~(c ^ d), zero: c ^ d};
      default: return '{one: ~c, zero: c ^ ~d};
    endcase
  endfunction

  /// Left rotation in a step; 3.4.
  function automatic int unsigned rotation(int unsigned step);
    int unsigned index = step % 4;
    unique case (step / 16)
      0:       return 7 + 5 * index;
      1:       return index == 3 ? 20 : index == 2 ? 14 : 5 + 4 * index;
      2:       return index == 3 ? 23 : index == 2 ? 16 : 4 + 7 * index;
      default: return index == 3 ? 21 : index == 2 ? 15 : 6 + 4 * index;
    endcase
  endfunction

  /// Index of the message word that a step uses; 3.4.
  function automatic int unsigned message_index(int unsigned step);
    unique case (step / 16)
      0:       return step % 16;
      1:       return (5 * step + 1) % 16;
      2:       return (3 * step + 5) % 16;
      default: return 7 * step % 16;
    endcase
  endfunction

  /// T of 3.4: the integer part of 2^32 times abs(sin(i)), from i = 1.
  localparam word_t T [64] = '{
    32'hd76aa478, 32'he8c7b756, 32'h242070db, 32'hc1bdceee, 32'hf57c0faf, 32'h4787c62a, 32'ha8304613, 32'hfd469501,
    32'h698098d8, 32'h8b44f7af, 32'hffff5bb1, 32'h895cd7be, 32'h6b901122, 32'hfd987193, 32'ha679438e, 32'h49b40821,
    32'hf61e2562, 32'hc040b340, 32'h265e5a51, 32'he9b6c7aa, 32'hd62f105d, 32'h02441453, 32'hd8a1e681, 32'he7d3fbc8,
    32'h21e1cde6, 32'hc33707d6, 32'hf4d50d87, 32'h455a14ed, 32'ha9e3e905, 32'hfcefa3f8, 32'h676f02d9, 32'h8d2a4c8a,
    32'hfffa3942, 32'h8771f681, 32'h6d9d6122, 32'hfde5380c, 32'ha4beea44, 32'h4bdecfa9, 32'hf6bb4b60, 32'hbebfbc70,
    32'h289b7ec6, 32'heaa127fa, 32'hd4ef3085, 32'h04881d05, 32'hd9d4d039, 32'he6db99e5, 32'h1fa27cf8, 32'hc4ac5665,
    32'hf4292244, 32'h432aff97, 32'hab9423a7, 32'hfc93a039, 32'h655b59c3, 32'h8f0ccc92, 32'hffeff47d, 32'h85845dd1,
    32'h6fa87e4f, 32'hfe2ce6e0, 32'ha3014314, 32'h4e0811a1, 32'hf7537e82, 32'hbd3af235, 32'h2ad7d2bb, 32'heb86d391
  };

  /// The constants of a step, in the 44 bits of the paper md5-2015 (its equation 6).
  typedef struct packed {
    word_t      constant;  // [43:12]
    logic [7:0] shift;     // [11:4]
    logic [3:0] index;     // [3:0]
  } table_word_t;

  /// The table; 3.4.
  function automatic table_word_t table_word(int unsigned step);
    return '{
      constant: T[step], shift: 8'(rotation(step)), index: 4'(message_index(step))
    };
  endfunction

  /// A, B, C, D; 3.3. A in the high bits.
  localparam logic [127:0] INITIAL = {32'h67452301, 32'hefcdab89, 32'h98badcfe, 32'h10325476};

endpackage
