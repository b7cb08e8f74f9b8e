// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: sil_sha3_interleaved_round, a round in two stages, computes what FIPS 202 3.2 writes,
/// for every state in each of the stages.
///
/// The proof has three parts, each for any value of what comes from the part before:
///
/// * the parities of rows 0 to 3 (signal `rows`) and row 4 together are C of theta;
/// * with any `rows`, which is cut, the first stage makes theta of the state and of their C;
/// * the second stage makes rho, pi and chi of its register, and adds its other register. Of a stage
///   of zeros it makes what is added.
///
/// sil_sha3_interleaved_proof proves what the registers take. Each lane is proved alone, which takes
/// the solver less time.
module sil_sha3_interleaved_round_proof
  import sil_sha3_standard_pkg::*;
#(
  /// The part that is proved, 0 to 2.
  parameter int unsigned Part = 0
) (
  input logic                         clk_i,
  input logic                         zero_i,
  input logic                         hold_i,
  input logic                         take_i,
  input logic [6:0]                   iota_i,
  input sil_sha3_pkg::lane_t [16:0]   block_i,
  /// The lane that is examined.
  input logic [4:0]                   lane_i
);
  sil_sha3_interleaved_round #(.RateLanes(17), .OutputBits(256)) u_round (
    .clk_i, .zero_i, .hold_i, .take_i, .iota_i, .block_i, .state_o()
  );

  array_t a;
  plane_t c;
  assign a = array_of(u_round.state_q);
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
    assign made = u_round.state_d;
    assign wanted = string_of(chi(pi(rho(array_of(u_round.mixed_q))))) ^ u_round.add_q;
  end

  always_comb begin
    for (int unsigned i = 0; i < 25; i++) begin
      if (32'(lane_i) == i) assert (made[64*i+:64] == wanted[64*i+:64]);
    end
    if (Part == 2 && u_round.mixed_q == '0) assert (u_round.state_d == u_round.add_q);
  end
endmodule
