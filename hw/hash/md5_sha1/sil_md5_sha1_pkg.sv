// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The operation that MD5 (RFC 1321) and SHA-1 (FIPS 180-4) share, as in the paper hmac-2005.
///
/// The operations of both hashes are a sum, a rotation and a second sum:
///
///     MD5     B' = B                             + rotl(s, A + X + T + F(B,C,D))
///     SHA-1   a' = (e + W + K(t) + f(b,c,d))     + rotl(5, a)
///
/// MD5 rotates its first sum. SHA-1 rotates its newest working variable, which is a first sum whose
/// other operands are zero. The second sum adds the newest working variable (MD5) or the sums that
/// were formed earlier (SHA-1). So both operations have one loop. The working variables are a row
/// of five, the oldest first; those of MD5 are the last four.
package sil_md5_sha1_pkg;

  typedef logic [31:0] word_t;

  /// A rotation by 4, 9, 14 or 20 (coarse) and by 0 to 3 more (fine). Every rotation of MD5 is such
  /// a pair, and the index of the step modulo 4 selects the coarse part.
  typedef struct packed {
    logic [1:0] coarse;
    logic [1:0] fine;
  } shift_t;

  localparam int unsigned COARSE [4] = '{4, 9, 14, 20};

  /// The kind of an operation.
  typedef struct packed {
    logic sha1;          ///< of SHA-1; otherwise of MD5
    logic feed_forward;  ///< feed-forward: a word of the chaining value is added
    logic direct;        ///< with sha1 and feed_forward: to a or b
    logic [1:0] round;
    shift_t shift;
  } kind_t;

  /// The rotation by 5 of SHA-1.
  localparam shift_t SHIFT_5 = '{coarse: 2'd0, fine: 2'd1};

  /// The fine rotations of MD5, four per round, the first one of round 1 in the low bits.
  function automatic logic [15:0][1:0] md5_fine();
    for (int unsigned i = 0; i < 16; i++) begin
      md5_fine[i] = 2'(sil_md5_pkg::rotation(i / 4 * 16 + i % 4) - COARSE[i%4]);
    end
  endfunction

  localparam logic [15:0][1:0] MD5_FINE = md5_fine();

  /// The window of MD5's words holds in this step. It does so twice, so that rounds 2 to 4 use odd
  /// addresses only.
  function automatic logic stays(int unsigned step);
    return step == 16 || step == 48;
  endfunction

  /// Address in the window of the word that a step of MD5 uses; the oldest word is at 0, the newest
  /// at 15. It follows from the shifts since the word entered the window.
  function automatic logic [3:0] window_index(int unsigned step);
    return 4'(15 - step + sil_md5_pkg::message_index(step) + 32'(step >= 16) + 32'(step >= 48));
  endfunction

  /// Cycles of a time slot of sil_md5_sha1_pipe4 before the first step of MD5. A stage does 20
  /// operations of SHA-1 or 16 steps of MD5.
  localparam int unsigned IDLE = 4;

  /// Address in the window, as above, with four stages: `index` counts the operations of a time
  /// slot, and the steps of MD5 follow IDLE of them. The window also shifts in the idle operations,
  /// and in two of the moves between stages, so that all addresses are odd.
  function automatic logic [3:0] stage_window_index(int unsigned round, int unsigned index);
    return 4'(
      15 - 20 * round - (round + 1) / 2 - index
      + sil_md5_pkg::message_index(16 * round + index - IDLE)
    );
  endfunction

  /// The kind of an operation as sil_sha1_pkg has it.
  function automatic sil_sha1_pkg::kind_t sha1_kind(kind_t kind);
    return '{feed_forward: kind.feed_forward, direct: kind.direct, round: kind.round};
  endfunction

  /// The words that the first sum adds where the newest working variable has a 1 and where it has a
  /// 0, from C and D of MD5.
  function automatic sil_md5_pkg::choice_t choice(kind_t kind, word_t c, word_t d);
    if (kind.sha1) return '{one: {32{~kind.feed_forward}}, zero: '0};
    return sil_md5_pkg::choice(kind.feed_forward, kind.round, c, d);
  endfunction

  /// The function f of SHA-1 as a selection by b, from c and d; zero for MD5.
  function automatic sil_sha1_pkg::choice_t function_choice(kind_t kind, word_t c, word_t d);
    if (!kind.sha1) return '{one: '0, zero: '0};
    return sil_sha1_pkg::choice(sha1_kind(kind), c, d);
  endfunction

  /// The operand A or e. In SHA-1 and in a feed-forward it is the oldest word of the row, `x0`; in
  /// a step of MD5 it is `x1`.
  function automatic word_t added(kind_t kind, word_t x1, word_t x0);
    if (kind.sha1) return sil_sha1_pkg::operand_e(sha1_kind(kind), x0);
    return kind.feed_forward ? x0 : x1;
  endfunction

  /// A sum of the feed-forward as it enters the row of working variables (sil_sha1_pkg::corrected).
  function automatic word_t corrected(kind_t kind, word_t sum);
    return kind.sha1 ? sil_sha1_pkg::corrected(sha1_kind(kind), sum) : sum;
  endfunction

endpackage
