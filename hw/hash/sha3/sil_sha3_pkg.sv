// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The functions and constants of SHA-3 (FIPS 202), for Keccak-p[1600, 24].
///
/// ## Byte order
/// Lane (x, y) of FIPS 202 3.1.2 is `state[5 * y + x]`, and its bit z is bit z of the lane. So byte
/// i of a string (FIPS 202 B.1) is `state[i / 8][8 * (i % 8) +: 8]`.
package sil_sha3_pkg;

  typedef enum int unsigned {
    SHA3_224, SHA3_256, SHA3_384, SHA3_512, SHAKE128, SHAKE256
  } alg_e;

  typedef logic [63:0] lane_t;
  typedef lane_t [24:0] state_t;

  /// Rounds of the permutation (FIPS 202 3.4).
  localparam int unsigned ROUNDS = 24;
  /// Lanes of the state.
  localparam int unsigned LANES = 25;

  /// Returns the bits of the security capacity (FIPS 202 6.1 and 6.2).
  function automatic int unsigned capacity_bits(alg_e alg);
    case (alg)
      SHA3_224: return 448;
      SHA3_256, SHAKE256: return 512;
      SHA3_384: return 768;
      SHA3_512: return 1024;
      default: return 256;
    endcase
  endfunction

  /// Returns the lanes of the rate: those of the state that absorb a block of the message.
  function automatic int unsigned rate_lanes(alg_e alg);
    return LANES - capacity_bits(alg) / 64;
  endfunction

  /// Returns whether the output has any length (FIPS 202 6.2).
  function automatic bit extendable(alg_e alg);
    return alg == SHAKE128 || alg == SHAKE256;
  endfunction

  /// Returns the bits of a beat of output: the digest, or of an extendable-output function the rate.
  function automatic int unsigned output_bits(alg_e alg);
    return extendable(alg) ? 64 * rate_lanes(alg) : capacity_bits(alg) / 2;
  endfunction

  /// Returns the byte after a message: the suffix 01 of a hash or 1111 of an extendable-output
  /// function (FIPS 202 6.1, 6.2), and the first bit of pad10*1 (FIPS 202 5.1).
  function automatic logic [7:0] suffix(alg_e alg);
    return extendable(alg) ? 8'h1f : 8'h06;
  endfunction

  /// Returns the distance in bits by which rho rotates a lane (FIPS 202 table 2, modulo 64).
  function automatic int unsigned rho_offset(int unsigned x, int unsigned y);
    int unsigned u = 1, v = 0;
    if (x == 0 && y == 0) return 0;
    for (int unsigned t = 0; t < 24; t++) begin
      int unsigned next = (2 * u + 3 * v) % 5;
      if (u == x && v == y) return ((t + 1) * (t + 2) / 2) % 64;
      u = v;
      v = next;
    end
    return 0;
  endfunction

  /// Returns the number of steps from lane (1, 0) to lane (x, y) against the direction of pi (FIPS 202
  /// 3.2.3), which moves lane (x + 3y, x) to (x, y). Lane (0, 0), which does not move, has number 24.
  function automatic logic [4:0] pi_number(int unsigned x, int unsigned y);
    int unsigned u = 1, v = 0;
    for (int unsigned t = 0; t < 24; t++) begin
      int unsigned next = (u + 3 * v) % 5;
      if (u == x && v == y) return 5'(t);
      v = u;
      u = next;
    end
    return 5'd24;
  endfunction

  /// Returns a lane rotated by a number of bits towards higher z.
  function automatic lane_t rotate(lane_t lane, int unsigned bits);
    return bits == 0 ? lane : (lane << bits) | (lane >> (64 - bits));
  endfunction

  /// Returns bits 0, 1, 3, 7, 15, 31 and 63 of the constants of all rounds (FIPS 202 3.2.5). All other
  /// bits are zero.
  function automatic logic [ROUNDS-1:0][6:0] iota_table();
    logic [7:0] r = 8'h01;
    for (int unsigned i = 0; i < ROUNDS; i++) begin
      for (int unsigned j = 0; j < 7; j++) begin
        iota_table[i][j] = r[0];
        r = {r[6:0], 1'b0} ^ (r[7] ? 8'h71 : 8'h00);
      end
    end
  endfunction

  localparam logic [ROUNDS-1:0][6:0] IOTA = iota_table();

  /// Returns the constant of a round as a lane.
  function automatic lane_t iota_lane(logic [6:0] bits);
    iota_lane = '0;
    for (int unsigned j = 0; j < 7; j++) iota_lane[(1 << j) - 1] = bits[j];
  endfunction

endpackage
