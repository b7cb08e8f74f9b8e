// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A round of Ascon (NIST SP 800-232 3), of a state to which the constant of the round has been
/// added: the substitution layer, the linear diffusion layer, and an addition to the result.
///
/// Each bit of the S-box is a function of three bits of its column and of the sum of x0, x1, x2 and
/// x4, or of four bits of the column. The linear diffusion layer adds three bits, and has a fourth
/// input free for what is added: the constant of the next round, or a block. So a round takes three
/// levels of tables of four inputs, six tables per column and five per column of the result.
///
/// ## Latency and throughput
/// Combinational: three levels of tables of four inputs.
module sil_ascon_round
  import sil_ascon_pkg::*;
(
  input  state_t state_i,
  /// Added to the result.
  input  state_t add_i,
  /// The result of the substitution layer.
  output state_t boxes_o,
  output state_t state_o
);
  localparam logic [15:0] Xor = 16'h6996;

  word_t [4:0] x, y;
  word_t sum;

  assign x = state_i;
  sil_function4 #(.Values(Xor), .Width(64)) u_sum (
    .a_i(x[0]), .b_i(x[1]), .c_i(x[2]), .d_i(x[4]), .value_o(sum)
  );
  sil_function4 #(.Values(16'he11e), .Width(64)) u_y0 (
    .a_i(x[1]), .b_i(sum), .c_i(x[4]), .d_i(x[3]), .value_o(y[0])
  );
  sil_function4 #(.Values(16'ha96a), .Width(64)) u_y1 (
    .a_i(sum), .b_i(x[1]), .c_i(x[2]), .d_i(x[3]), .value_o(y[1])
  );
  sil_function4 #(.Values(16'hd22d), .Width(64)) u_y2 (
    .a_i(x[4]), .b_i(x[3]), .c_i(x[2]), .d_i(x[1]), .value_o(y[2])
  );
  sil_function4 #(.Values(16'h1be4), .Width(64)) u_y3 (
    .a_i(x[0]), .b_i(x[3]), .c_i(x[4]), .d_i(sum), .value_o(y[3])
  );
  sil_function4 #(.Values(16'hd21e), .Width(64)) u_y4 (
    .a_i(x[4]), .b_i(x[1]), .c_i(x[3]), .d_i(x[0]), .value_o(y[4])
  );

  assign boxes_o = y;

  for (genvar i = 0; i < 5; i++) begin : gen_word
    sil_function4 #(.Values(Xor), .Width(64)) u_diffuse (
      .a_i(y[i]), .b_i(rotate(y[i], rotation(i, 1'b0))), .c_i(rotate(y[i], rotation(i, 1'b1))),
      .d_i(add_i[i]), .value_o(state_o[i])
    );
  end
endmodule
