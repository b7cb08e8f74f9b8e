// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A round of Keccak-p (FIPS 202 3.2), partitioned into tables of four inputs.
///
/// The parity of a column is that of its rows 0 to 3 and row 4. Theta adds two parities to a bit:
/// that is the bit, the two parities of rows 0 to 3, and the sum of the two bits in row 4. Chi
/// takes the word to absorb as a fourth operand. So a round has three levels of tables, and a bit
/// takes two tables and the columns two each: 2 * 1600 + 2 * 320.
///
/// ## Latency and throughput
/// Combinational: three levels of tables of four inputs.
module sil_sha3_round
  import sil_sha3_pkg::*;
(
  input  state_t state_i,
  /// Added to the result: a block of the message, and the constant of iota in lane 0.
  input  state_t add_i,
  output state_t state_o
);
  localparam logic [15:0] Xor = 16'h6996;
  // A ^ (~B & C) ^ D
  localparam logic [15:0] Chi = 16'h659a;

  lane_t [4:0] rows, last;
  state_t mixed, moved;

  for (genvar x = 0; x < 5; x++) begin : gen_column
    sil_function4 #(.Values(Xor), .Width(64)) u_rows (
      .a_i(state_i[x]), .b_i(state_i[5+x]), .c_i(state_i[10+x]), .d_i(state_i[15+x]),
      .value_o(rows[x])
    );
    sil_function4 #(.Values(Xor), .Width(64)) u_last (
      .a_i(state_i[20+(x+4)%5]), .b_i(rotate(state_i[20+(x+1)%5], 1)), .c_i('0), .d_i('0),
      .value_o(last[x])
    );
    for (genvar y = 0; y < 5; y++) begin : gen_lane
      sil_function4 #(.Values(Xor), .Width(64)) u_theta (
        .a_i(state_i[5*y+x]), .b_i(rows[(x+4)%5]), .c_i(rotate(rows[(x+1)%5], 1)), .d_i(last[x]),
        .value_o(mixed[5*y+x])
      );
      // Rho and pi.
      assign moved[5*((2*x+3*y)%5)+y] = rotate(mixed[5*y+x], rho_offset(x, y));
      sil_function4 #(.Values(Chi), .Width(64)) u_chi (
        .a_i(moved[5*y+x]), .b_i(moved[5*y+(x+1)%5]), .c_i(moved[5*y+(x+2)%5]),
        .d_i(add_i[5*y+x]), .value_o(state_o[5*y+x])
      );
    end
  end
endmodule
