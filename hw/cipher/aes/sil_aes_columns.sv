// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// MixColumns, except in the last round, and AddRoundKey (FIPS 197 5.1.3, 5.1.4), as functions of four bits.
///
/// A byte of a mixed column is b = a + x (a + a') + s, with a' below a and the column's sum s.
///
/// ## Latency and throughput
/// A state a cycle, in the same one or with Split in the next.
module sil_aes_columns
#(
  /// Registers in front of the last sum.
  parameter bit Split = 1'b0
) (
  input  logic         clk_i,
  input  logic         run_i,
  input  logic [127:0] state_i,
  input  logic         last_i,
  /// Both are added, with Split a cycle later.
  input  logic [127:0] key_i,
  input  logic [127:0] block_i,
  output logic [127:0] state_o
);
  localparam logic [15:0] Sum4 = 16'h6996;  // a ^ b ^ c ^ d
  localparam logic [15:0] Gated2 = 16'h0066;  // (a ^ b) & ~d
  localparam logic [15:0] Gated3 = 16'h0096;  // (a ^ b ^ c) & ~d

  logic [127:0] mixed, state;  // what mixing adds, what it adds it to

  for (genvar c = 0; c < 4; c++) begin : gen_column
    logic [31:0] column;
    logic [7:0] sum;
    assign column = state_i[32*c+:32];
    for (genvar i = 0; i < 8; i++) begin : gen_sum
      sil_function4 #(.Values(Sum4)) u_sum (
        .a_i(column[i]), .b_i(column[8+i]), .c_i(column[16+i]), .d_i(column[24+i]), .value_o(sum[i])
      );
    end
    for (genvar r = 0; r < 4; r++) begin : gen_row
      logic [7:0] a, b, out;
      assign a = column[8*r+:8];
      assign b = column[8*((r+1)%4)+:8];
      assign mixed[32*c+8*r+:8] = out;
      for (genvar i = 0; i < 8; i++) begin : gen_bit
        // x^8 = x^4 + x^3 + x + 1: to these bits the high ones are added, too.
        if (i inside {1, 3, 4}) begin : gen_reduced
          logic doubled;
          sil_function4 #(.Values(Sum4)) u_doubled (
            .a_i(a[i-1]), .b_i(b[i-1]), .c_i(a[7]), .d_i(b[7]), .value_o(doubled)
          );
          sil_function4 #(.Values(Gated2)) u_mixed (
            .a_i(doubled), .b_i(sum[i]), .c_i(1'b0), .d_i(last_i), .value_o(out[i])
          );
        end else begin : gen_shifted
          sil_function4 #(.Values(Gated3)) u_mixed (
            .a_i(a[(i+7)%8]), .b_i(b[(i+7)%8]), .c_i(sum[i]), .d_i(last_i), .value_o(out[i])
          );
        end
      end
    end
  end

  logic [127:0] mixed_s, state_s;
  assign state = state_i;
  if (Split) begin : gen_split
    logic [127:0] mixed_q, state_q;
    always_ff @(posedge clk_i) if (run_i) {mixed_q, state_q} <= {mixed, state};
    assign {mixed_s, state_s} = {mixed_q, state_q};
  end else begin : gen_whole
    assign {mixed_s, state_s} = {mixed, state};
  end

  for (genvar i = 0; i < 128; i++) begin : gen_add
    sil_function4 #(.Values(Sum4)) u_add (
      .a_i(mixed_s[i]), .b_i(state_s[i]), .c_i(key_i[i]), .d_i(block_i[i]), .value_o(state_o[i])
    );
  end
endmodule
