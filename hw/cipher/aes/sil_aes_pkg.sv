// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The functions of AES under their names in FIPS 197, and the types of the AES modules.
///
/// ## Byte order
/// The first byte of a block, of a key or of a word is in the low bits. Byte 4 c + r of a block is
/// the byte in row r and column c of the state (FIPS 197 3.4).
package sil_aes_pkg;
  /// The directions that a core computes: cipher, inverse cipher, or both.
  typedef enum int unsigned { ENCRYPT = 0, DECRYPT = 1, BOTH = 2 } direction_e;

  /// The structure of an S-box: a table of 256 rows; gates that compute in a composite field;
  /// four-input functions (lookup tables) that compute in a composite field.
  typedef enum int unsigned { TABLE = 0, COMPOSITE = 1, FUNCTIONS = 2 } sbox_e;

  /// The source of round keys: a memory; or the on-the-fly key schedule, which computes each round
  /// key from the previous one when a round needs it.
  typedef enum int unsigned { STORED = 0, ON_THE_FLY = 1 } key_schedule_e;

  /// Modes of operation, as in sil_modes_pkg: NIST SP 800-38A 6.1, 6.5 (ECB, CTR), IEEE 1619 (XTS)
  typedef enum int unsigned { ECB = 0, CTR = 1, XTS = 2 } mode_e;

  typedef logic [7:0] byte_t;
  typedef byte_t [3:0] word_t;
  typedef byte_t [15:0] state_t;

  /// The constant that SubBytes adds (5.1.1). The S-boxes of the cores omit it. The round keys
  /// contain it instead, at no cost: MixColumns and its inverse map a column of this constant to
  /// itself.
  localparam byte_t AFFINE = 8'h63;

  /// Number of rounds, for a key length in bits (5).
  function automatic int unsigned rounds(int unsigned key_bits);
    return key_bits / 32 + 6;
  endfunction

  /// Multiplication by x in GF(2^8) (4.2.1).
  function automatic byte_t xtime(byte_t b);
    return {b[6:0], 1'b0} ^ (b[7] ? 8'h1b : 8'h00);
  endfunction

  /// Multiplication in GF(2^8) (4.2).
  function automatic byte_t multiply(byte_t a, byte_t b);
    multiply = '0;
    for (int unsigned i = 0; i < 8; i++) begin
      if (b[i]) multiply ^= a;
      a = xtime(a);
    end
  endfunction

  /// The multiplicative inverse in GF(2^8), computed as the 254th power; 0 for 0 (5.1.1).
  function automatic byte_t inverse(byte_t a);
    byte_t square;
    square = a;
    inverse = 8'h01;
    for (int unsigned i = 1; i < 8; i++) begin
      square = multiply(square, square);
      inverse = multiply(inverse, square);
    end
  endfunction

  /// The linear part of the affine transformation (5.1.1), and its inverse (5.3.2).
  function automatic byte_t linear(byte_t b);
    return b ^ {b[3:0], b[7:4]} ^ {b[4:0], b[7:5]} ^ {b[5:0], b[7:6]} ^ {b[6:0], b[7]};
  endfunction
  function automatic byte_t inv_linear(byte_t b);
    return {b[1:0], b[7:2]} ^ {b[4:0], b[7:5]} ^ {b[6:0], b[7]};
  endfunction

  /// The S-box and its inverse.
  function automatic byte_t sbox(byte_t b);
    return linear(inverse(b)) ^ AFFINE;
  endfunction
  function automatic byte_t inv_sbox(byte_t b);
    return inverse(inv_linear(b ^ AFFINE));
  endfunction

  /// The 256 rows of an S-box without the constant. The row of input 0 is in the low bits.
  function automatic logic [2047:0] sbox_rows(bit decrypt);
    for (int unsigned i = 0; i < 256; i++) begin
      sbox_rows[8*i+:8] = decrypt ? inverse(inv_linear(8'(i))) : linear(inverse(8'(i)));
    end
  endfunction

  /// Cycles from the input of a round to its InvShiftRows, for DECRYPT or BOTH and a number of
  /// stages.
  function automatic int unsigned middle(int unsigned stages);
    return stages <= 2 ? stages - 1 : stages - 2;
  endfunction

  /// Whether a round has registers before its last XOR, the addition of the round key.
  function automatic bit split(direction_e direction, int unsigned stages);
    return direction == ENCRYPT && stages == 5;
  endfunction

  function automatic state_t sub_bytes(state_t s);
    for (int unsigned i = 0; i < 16; i++) sub_bytes[i] = sbox(s[i]);
  endfunction
  function automatic state_t inv_sub_bytes(state_t s);
    for (int unsigned i = 0; i < 16; i++) inv_sub_bytes[i] = inv_sbox(s[i]);
  endfunction

  /// Index of the byte that ShiftRows (5.1.2) or InvShiftRows (5.3.1) moves to index `index`.
  function automatic int unsigned shifted(int unsigned index);
    return (index + 4 * (index % 4)) % 16;
  endfunction
  function automatic int unsigned inv_shifted(int unsigned index);
    return (index + 12 * (index % 4)) % 16;
  endfunction

  function automatic state_t shift_rows(state_t s);
    for (int unsigned i = 0; i < 16; i++) shift_rows[i] = s[shifted(i)];
  endfunction
  function automatic state_t inv_shift_rows(state_t s);
    for (int unsigned i = 0; i < 16; i++) inv_shift_rows[i] = s[inv_shifted(i)];
  endfunction

  /// MixColumns (5.1.3) and InvMixColumns (5.3.3) of one column.
  function automatic word_t mix_column(word_t w);
    for (int unsigned r = 0; r < 4; r++) begin
      mix_column[r] = xtime(w[r] ^ w[(r+1)%4]) ^ w[(r+1)%4] ^ w[(r+2)%4] ^ w[(r+3)%4];
    end
  endfunction
  function automatic word_t inv_mix_column(word_t w);
    for (int unsigned r = 0; r < 4; r++) begin
      inv_mix_column[r] = multiply(8'h0e, w[r]) ^ multiply(8'h0b, w[(r+1)%4])
                          ^ multiply(8'h0d, w[(r+2)%4]) ^ multiply(8'h09, w[(r+3)%4]);
    end
  endfunction

  function automatic state_t mix_columns(state_t s);
    for (int unsigned c = 0; c < 4; c++) mix_columns[4*c+:4] = mix_column(s[4*c+:4]);
  endfunction
  function automatic state_t inv_mix_columns(state_t s);
    for (int unsigned c = 0; c < 4; c++) inv_mix_columns[4*c+:4] = inv_mix_column(s[4*c+:4]);
  endfunction

  function automatic state_t add_round_key(state_t s, state_t key);
    return s ^ key;
  endfunction

  /// RotWord and SubWord of the key expansion (5.2).
  function automatic word_t rot_word(word_t w);
    return {w[0], w[3], w[2], w[1]};
  endfunction
  function automatic word_t sub_word(word_t w);
    for (int unsigned i = 0; i < 4; i++) sub_word[i] = sbox(w[i]);
  endfunction

  /// First byte of the round constant Rcon[`number`], counted from 1. Its other bytes are 0 (5.2).
  function automatic byte_t rcon(logic [3:0] number);
    rcon = 8'h01;
    for (int unsigned i = 2; i < 16; i++) if (i <= 32'(number)) rcon = xtime(rcon);
  endfunction
endpackage
