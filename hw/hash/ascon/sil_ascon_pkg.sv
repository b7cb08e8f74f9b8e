// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The permutation of Ascon (NIST SP 800-232 3) as functions, and the constants of its hashes.
///
/// ## Byte order
/// Word S0 of the standard is `state[0]`. The first byte of a word is in its low bits (SP 800-232
/// A.1), so byte i of the state is `state[i / 8][8 * (i % 8) +: 8]`.
package sil_ascon_pkg;

  typedef enum int unsigned {ASCON_HASH256, ASCON_XOF128, ASCON_CXOF128} alg_e;

  typedef logic [63:0] word_t;
  typedef word_t [4:0] state_t;

  /// Rounds of Ascon-p[12]. Ascon-p[8] has the last 8 of them (SP 800-232 3.2).
  localparam int unsigned ROUNDS = 12;
  /// The byte after a message: a one bit. Zeros follow it (SP 800-232 2.1).
  localparam logic [7:0] PADDING = 8'h01;
  /// Words of a digest of Ascon-Hash256.
  localparam int unsigned DIGEST_WORDS = 4;

  /// Returns the constant of a round, which is numbered from 0 to 11 (SP 800-232 3.2).
  function automatic logic [7:0] round_constant(logic [3:0] round);
    return {~round, round};
  endfunction

  /// Returns a word rotated by a number of bits to the right.
  function automatic word_t rotate(word_t word, int unsigned bits);
    return (word >> bits) | (word << (64 - bits));
  endfunction

  /// The constant-addition layer (SP 800-232 3.2).
  function automatic state_t p_C(state_t s, logic [3:0] round);
    p_C = s;
    p_C[2] ^= 64'(round_constant(round));
  endfunction

  /// The substitution layer: an S-box of five bits for each of the 64 columns (SP 800-232 3.3).
  function automatic state_t p_S(state_t s);
    p_S[0] = (s[4] & s[1]) ^ s[3] ^ (s[2] & s[1]) ^ s[2] ^ (s[1] & s[0]) ^ s[1] ^ s[0];
    p_S[1] = s[4] ^ (s[3] & s[2]) ^ (s[3] & s[1]) ^ s[3] ^ (s[2] & s[1]) ^ s[2] ^ s[1] ^ s[0];
    p_S[2] = ~((s[4] & s[3]) ^ s[4] ^ s[2] ^ s[1]);
    p_S[3] = (s[4] & s[0]) ^ s[4] ^ (s[3] & s[0]) ^ s[3] ^ s[2] ^ s[1] ^ s[0];
    p_S[4] = (s[4] & s[1]) ^ s[4] ^ s[3] ^ (s[1] & s[0]) ^ s[1];
  endfunction

  /// Returns the first or second number of bits by which the linear diffusion layer rotates a word
  /// (SP 800-232 3.4).
  function automatic int unsigned rotation(int unsigned word, bit second);
    case (word)
      0: return second ? 28 : 19;
      1: return second ? 39 : 61;
      2: return second ? 6 : 1;
      3: return second ? 17 : 10;
      default: return second ? 41 : 7;
    endcase
  endfunction

  /// The linear diffusion layer (SP 800-232 3.4).
  function automatic state_t p_L(state_t s);
    for (int unsigned i = 0; i < 5; i++) begin
      p_L[i] = s[i] ^ rotate(s[i], rotation(i, 1'b0)) ^ rotate(s[i], rotation(i, 1'b1));
    end
  endfunction

  /// Returns the initial value of a function (SP 800-232 5.1 to 5.3).
  function automatic word_t initial_value(alg_e alg);
    case (alg)
      ASCON_HASH256: return 64'h00000801_00cc0002;
      ASCON_XOF128: return 64'h00000800_00cc0003;
      default: return 64'h00000800_00cc0004;
    endcase
  endfunction

  /// Returns a state after a number of first rounds of Ascon-p[12].
  function automatic state_t first_rounds(state_t s, int unsigned rounds);
    first_rounds = s;
    for (int unsigned i = 0; i < rounds; i++) begin
      first_rounds = p_L(p_S(p_C(first_rounds, 4'(i))));
    end
  endfunction

endpackage
