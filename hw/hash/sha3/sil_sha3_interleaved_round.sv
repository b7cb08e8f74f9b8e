// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A round of Keccak-p (FIPS 202 3.2) in two stages, with a state in each: in every cycle the state
/// of one channel passes theta, and that of the other one the rest of the round. The tables are
/// those of sil_sha3_round.
///
/// Beside theta a state can wait: it passes the register that also has the block to absorb, and is
/// added to a stage of zeros.
///
/// ## Latency and throughput
/// A round takes two cycles. Between two registers there are two levels of tables of four inputs.
module sil_sha3_interleaved_round
  import sil_sha3_pkg::*;
#(
  /// Lanes of a block.
  parameter int unsigned RateLanes = 17,
  /// Bits of the output.
  parameter int unsigned OutputBits = 256
) (
  input  logic                  clk_i,
  // This belongs to the state whose first bits `state_o` has.
  /// The first stage becomes zero; otherwise theta of the state.
  input  logic                  zero_i,
  /// The state waits. With `zero_i`.
  input  logic                  hold_i,
  /// The block is added to the result of the round, or is the new state with `zero_i`.
  input  logic                  take_i,
  /// The constant of the round.
  input  logic [6:0]            iota_i,
  input  lane_t [RateLanes-1:0] block_i,
  /// The first bits of the state; two cycles later, those of the state after the round.
  output logic [OutputBits-1:0] state_o
);
  localparam logic [15:0] Xor = 16'h6996;
  // A ^ (~B & C) ^ D
  localparam logic [15:0] Chi = 16'h659a;
  // (A & B) | (C & D)
  localparam logic [15:0] Select = 16'hf888;

  lane_t [4:0] rows, last;
  state_t mixed, mixed_q, moved, add, add_q, state_d, state_q;

  for (genvar x = 0; x < 5; x++) begin : gen_column
    sil_function4 #(.Values(Xor), .Width(64)) u_rows (
      .a_i(state_q[x]), .b_i(state_q[5+x]), .c_i(state_q[10+x]), .d_i(state_q[15+x]),
      .value_o(rows[x])
    );
    sil_function4 #(.Values(Xor), .Width(64)) u_last (
      .a_i(state_q[20+(x+4)%5]), .b_i(rotate(state_q[20+(x+1)%5], 1)), .c_i('0), .d_i('0),
      .value_o(last[x])
    );
    for (genvar y = 0; y < 5; y++) begin : gen_lane
      sil_function4 #(.Values(Xor), .Width(64)) u_theta (
        .a_i(state_q[5*y+x]), .b_i(rows[(x+4)%5]), .c_i(rotate(rows[(x+1)%5], 1)), .d_i(last[x]),
        .value_o(mixed[5*y+x])
      );
      // Rho and pi.
      assign moved[5*((2*x+3*y)%5)+y] = rotate(mixed_q[5*y+x], rho_offset(x, y));
      sil_function4 #(.Values(Chi), .Width(64)) u_chi (
        .a_i(moved[5*y+x]), .b_i(moved[5*y+(x+1)%5]), .c_i(moved[5*y+(x+2)%5]),
        .d_i(add_q[5*y+x]), .value_o(state_d[5*y+x])
      );
    end
  end

  for (genvar i = 0; i < LANES; i++) begin : gen_add
    lane_t block, selected;
    if (i < RateLanes) begin : gen_block
      assign block = block_i[i];
    end else begin : gen_none
      assign block = '0;
    end
    sil_function4 #(.Values(Select), .Width(64)) u_select (
      .a_i(state_q[i]), .b_i({64{hold_i}}), .c_i(block), .d_i({64{take_i}}), .value_o(selected)
    );
    assign add[i] = i == 0 ? selected ^ iota_lane(iota_i) : selected;
  end

  always_ff @(posedge clk_i) begin
    if (zero_i) mixed_q <= '0;
    else mixed_q <= mixed;
    add_q <= add;
    state_q <= state_d;
  end

  for (genvar i = 0; i < OutputBits / 8; i++) begin : gen_output
    assign state_o[8*i+:8] = state_q[i/8][8*(i%8)+:8];
  end
endmodule
