// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: sil_sha3_round, a round in tables of four inputs, is Rnd of FIPS 202 3.3, for every
/// state, round and added block.
///
/// The proof has three parts, each for any value of what comes from the part before:
///
/// * the parities of rows 0 to 3 (signal `rows`) and row 4 together are C of theta;
/// * with any `rows`, which is cut, theta is that of their C;
/// * with any state after theta, which is cut in `mixed`, the result is rho, pi, chi and iota of it.
///
/// Each lane is proved alone, which takes the solver less time.
module sil_sha3_round_proof
  import sil_sha3_standard_pkg::*;
#(
  /// The part that is proved, 0 to 2.
  parameter int unsigned Part = 0
) (
  input logic [4:0] round_i,
  input string_t    state_i,
  input string_t    block_i,
  /// The lane that is examined.
  input logic [4:0] lane_i
);
  sil_sha3_pkg::state_t add, state;
  for (genvar i = 0; i < 25; i++) begin : gen_add
    assign add[i] = block_i[64*i+:64]
      ^ (i == 0 ? sil_sha3_pkg::iota_lane(sil_sha3_pkg::IOTA[round_i]) : '0);
  end

  sil_sha3_round u_round (.state_i, .add_i(add), .state_o(state));

  array_t a;
  plane_t c;
  assign a = array_of(state_i);
  for (genvar x = 0; x < 5; x++) begin : gen_column
    assign c[x] = u_round.rows[x] ^ a[x][4];
  end

  string_t wanted, made;
  if (Part == 0) begin : gen_columns
    assign made = string_t'(c);
    assign wanted = string_t'(theta_columns(a));
  end else if (Part == 1) begin : gen_theta
    assign made = u_round.mixed;
    assign wanted = string_of(theta_sums(a, c));
  end else begin : gen_rest
    assign made = state;
    assign wanted = string_of(iota(chi(pi(rho(array_of(u_round.mixed)))), round_i)) ^ block_i;
  end

  always_comb begin
    assume (round_i < 5'd24);
    for (int unsigned i = 0; i < 25; i++) begin
      if (32'(lane_i) == i) assert (made[64*i+:64] == wanted[64*i+:64]);
    end
  end
endmodule
