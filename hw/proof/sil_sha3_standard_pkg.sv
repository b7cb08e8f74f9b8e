// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// For the proofs of SHA-3: a round of Keccak-p[1600, 24] as FIPS 202 3.2 writes it, apart from the
/// functions that the hardware uses.
package sil_sha3_standard_pkg;

  /// The bits of a lane.
  localparam int unsigned W = 64;

  /// A string S of 1600 bits, its first bit in bit 0, and a state array A[x, y, z].
  typedef logic [25*W-1:0] string_t;
  typedef logic [4:0][4:0][W-1:0] array_t;

  /// Strings to state arrays and back; 3.1.2 and 3.1.3.
  function automatic array_t array_of(string_t s);
    for (int unsigned x = 0; x < 5; x++) begin
      for (int unsigned y = 0; y < 5; y++) array_of[x][y] = s[W*(5*y+x)+:W];
    end
  endfunction
  function automatic string_t string_of(array_t a);
    for (int unsigned x = 0; x < 5; x++) begin
      for (int unsigned y = 0; y < 5; y++) string_of[W*(5*y+x)+:W] = a[x][y];
    end
  endfunction

  /// Theta; algorithm 1 (3.2.1). Step 1 makes C of A, and steps 2 and 3 take both.
  typedef logic [4:0][W-1:0] plane_t;
  function automatic plane_t theta_columns(array_t a);
    for (int unsigned x = 0; x < 5; x++) begin
      theta_columns[x] = a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4];
    end
  endfunction
  function automatic array_t theta_sums(array_t a, plane_t c);
    plane_t d;
    for (int unsigned x = 0; x < 5; x++) begin
      for (int unsigned z = 0; z < W; z++) d[x][z] = c[(x+4)%5][z] ^ c[(x+1)%5][(z+W-1)%W];
    end
    for (int unsigned x = 0; x < 5; x++) begin
      for (int unsigned y = 0; y < 5; y++) theta_sums[x][y] = a[x][y] ^ d[x];
    end
  endfunction
  function automatic array_t theta(array_t a);
    return theta_sums(a, theta_columns(a));
  endfunction

  /// Rho; algorithm 2 (3.2.2).
  function automatic array_t rho(array_t a);
    int unsigned x = 1, y = 0, next;
    rho[0][0] = a[0][0];
    for (int unsigned t = 0; t < 24; t++) begin
      for (int unsigned z = 0; z < W; z++) rho[x][y][z] = a[x][y][(z+6*W-(t+1)*(t+2)/2)%W];
      next = (2 * x + 3 * y) % 5;
      x = y;
      y = next;
    end
  endfunction

  /// Pi; algorithm 3 (3.2.3).
  function automatic array_t pi(array_t a);
    for (int unsigned x = 0; x < 5; x++) begin
      for (int unsigned y = 0; y < 5; y++) pi[x][y] = a[(x+3*y)%5][x];
    end
  endfunction

  /// Chi; algorithm 4 (3.2.4).
  function automatic array_t chi(array_t a);
    for (int unsigned x = 0; x < 5; x++) begin
      for (int unsigned y = 0; y < 5; y++) chi[x][y] = a[x][y] ^ (~a[(x+1)%5][y] & a[(x+2)%5][y]);
    end
  endfunction

  /// The first `N` values of rc(t); algorithm 5 (3.2.5). Bit 0 of R is R[0].
  localparam int unsigned N = 24 * 7;
  function automatic logic [N-1:0] rc();
    logic [8:0] r = 9'h001;
    for (int unsigned t = 0; t < N; t++) begin
      rc[t] = r[0];
      r = {r[7:0], 1'b0};
      r[0] ^= r[8];
      r[4] ^= r[8];
      r[5] ^= r[8];
      r[6] ^= r[8];
    end
  endfunction
  localparam logic [N-1:0] RC = rc();

  /// The round constant of a round; algorithm 6 (3.2.5), steps 2 and 3. l is 6.
  function automatic logic [W-1:0] round_constant(int unsigned index);
    round_constant = '0;
    for (int unsigned j = 0; j <= 6; j++) round_constant[2**j-1] = RC[j+7*index];
  endfunction

  /// Iota; algorithm 6 (3.2.5), steps 1 and 4. `index` is the number of the round, 0 to 23.
  function automatic array_t iota(array_t a, logic [4:0] index);
    iota = a;
    for (int unsigned i = 0; i < 24; i++) if (32'(index) == i) iota[0][0] ^= round_constant(i);
  endfunction

  /// Rnd (3.3).
  function automatic array_t rnd(array_t a, logic [4:0] index);
    return iota(chi(pi(rho(theta(a)))), index);
  endfunction

endpackage
