// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The loop of an accumulator: a register is the sum of itself and one or two words.
///
/// ## Latency and throughput
/// One sum per cycle.
module sil_limit_add
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 32,
  /// Operands of the sum: 2 or 3.
  parameter int unsigned Operands = 2
) (
  input  logic             clk_i,
  /// The other operands. `y_i` is used with three operands.
  input  logic [Width-1:0] x_i,
  input  logic [Width-1:0] y_i,
  output logic [Width-1:0] sum_o
);
  if (Operands != 2 && Operands != 3) begin : gen_operands
    $fatal(1, "Operands must be 2 or 3");
  end

  logic [Width-1:0] x_q, sum_d, sum_q;

  if (Operands == 2) begin : gen_two
    assign sum_d = sum_q + x_q;
    logic unused_y;
    assign unused_y = ^y_i;
  end else begin : gen_three
    logic [Width-1:0] y_q;
    sil_add_three #(.Width(Width)) u_add (
      .alone_i(1'b0), .a_i(sum_q), .b_i(x_q), .c_i(y_q), .sum_o(sum_d)
    );
    always_ff @(posedge clk_i) y_q <= y_i;
  end

  always_ff @(posedge clk_i) begin
    x_q   <= x_i;
    sum_q <= sum_d;
  end
  assign sum_o = sum_q;
endmodule
