// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The loop of working variable B of MD5 (RFC 1321 3.4) in the steps of F: B = B + ((x + F(B, C, D))
/// <<< s). The word x stands for A + X[k] + T[i], which are known a cycle earlier.
///
/// ## Latency and throughput
/// One step per cycle.
module sil_limit_md5
  import sil_md5_pkg::*;
#(
  /// Amounts of rotation to choose from: 1, or the 16 of the algorithm.
  parameter int unsigned Rotations = 16
) (
  input  logic        clk_i,
  /// A + X[k] + T[i] of the next step.
  input  logic [31:0] x_i,
  /// Number of the amount of rotation of the next step.
  input  logic [3:0]  rotation_i,
  output logic [31:0] b_o
);
  if (Rotations != 1 && Rotations != 16) begin : gen_rotations
    $fatal(1, "Rotations must be 1 or 16");
  end

  logic [31:0] x_q, inner, b_d;
  logic [2:0][31:0] b_q;  // B, C, D

  sil_add_select u_inner (
    .a_i(x_q), .select_i(b_q[0]), .x0_i(b_q[2]), .x1_i(b_q[1]), .sum_o(inner)
  );

  logic [Rotations-1:0][31:0] rotated;
  for (genvar i = 0; i < Rotations; i++) begin : gen_rotation
    // Step 4 * n + i of round n, four amounts in each round.
    localparam table_word_t Entry = table_word(i / 4 * 16 + i % 4);
    localparam int unsigned Shift = 32'(Entry.shift);
    assign rotated[i] = {inner[31-Shift:0], inner[31-:Shift]};
  end

  if (Rotations == 1) begin : gen_one
    logic unused_rotation;
    assign unused_rotation = ^rotation_i;
    assign b_d = b_q[0] + rotated[0];
  end else begin : gen_all
    logic [3:0] rotation_q;
    logic [31:0] low, high;
    always_ff @(posedge clk_i) rotation_q <= rotation_i;
    sil_mux #(.Words(8)) u_low (
      .words_i(rotated[7:0]), .select_i(rotation_q[2:0]), .word_o(low)
    );
    sil_mux #(.Words(8)) u_high (
      .words_i(rotated[15:8]), .select_i(rotation_q[2:0]), .word_o(high)
    );
    sil_add_select u_outer (
      .a_i(b_q[0]), .select_i({32{rotation_q[3]}}), .x0_i(low), .x1_i(high), .sum_o(b_d)
    );
  end

  always_ff @(posedge clk_i) begin
    x_q <= x_i;
    b_q <= {b_q[1:0], b_d};
  end
  assign b_o = b_q[0];
endmodule
