// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The loop of working variable e of SHA-2 (FIPS 180-4 6.2.2, 6.4.2): E(t+1) = x + Sigma1(E(t)) +
/// Ch(E(t), E(t-1), E(t-2)). The word x stands for K + W + h + d, which are known a cycle earlier
/// (sil_sha2_retimed).
///
/// With two messages the loop has two registers, so each message performs a round every other cycle.
/// The sum then has two stages, as in sil_sha2_interleaved.
///
/// ## Latency and throughput
/// One round per cycle over all messages.
module sil_limit_sha2
  import sil_sha2_pkg::*;
#(
  /// Width of a word in bits: 32 or 64.
  parameter int unsigned Width = 32,
  /// Messages: 1 or 2.
  parameter int unsigned Messages = 1
) (
  input  logic             clk_i,
  /// K + W + h + d of the next round.
  input  logic [Width-1:0] x_i,
  output logic [Width-1:0] e_o
);
  if (Messages != 1 && Messages != 2) begin : gen_messages
    $fatal(1, "Messages must be 1 or 2");
  end

  // e_q[0] is the newest value. Those of one message are Messages apart.
  logic [2*Messages:0][Width-1:0] e_q;
  logic [Width-1:0] x_q, sigma1, e_d;

  assign sigma1 = Width'(big_sigma1(Width, 64'(e_q[0])));

  if (Messages == 1) begin : gen_one
    logic [Width-1:0] choice;
    assign choice = Width'(ch(64'(e_q[0]), 64'(e_q[1]), 64'(e_q[2])));
    sil_add_three #(.Width(Width)) u_add (
      .alone_i(1'b0), .a_i(x_q), .b_i(sigma1), .c_i(choice), .sum_o(e_d)
    );
  end else begin : gen_two
    // The carry cells compute Ch, whose truth table has e, f and g as its inputs b, c and d.
    localparam logic [15:0] Ch = (16'hcccc & 16'hf0f0) | (~16'hcccc & 16'hff00);
    logic [Width-1:0] sum_d, sum_q, sigma1_q;
    logic unused_carry;
    sil_add_function #(.First(16'haaaa), .Second(Ch), .Width(Width)) u_add (
      .a_i(x_q), .b_i(e_q[0]), .c_i(e_q[2]), .d_i(e_q[4]), .carry_i(1'b0), .sum_o(sum_d),
      .carry_o(unused_carry)
    );
    always_ff @(posedge clk_i) begin
      sum_q    <= sum_d;
      sigma1_q <= sigma1;
    end
    assign e_d = sum_q + sigma1_q;
  end

  always_ff @(posedge clk_i) begin
    x_q <= x_i;
    e_q <= {e_q[2*Messages-1:0], e_d};
  end
  assign e_o = e_q[0];
endmodule
