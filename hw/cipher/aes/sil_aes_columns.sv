// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// MixColumns, except in the last round, and AddRoundKey, as functions of four bits (FIPS 197 5.1.3,
/// 5.1.4).
///
/// A byte of a mixed column is b = a + x (a + a') + s, with a' below a and the column's sum s.
///
/// ## Latency and throughput
/// A state a cycle, in the same one or with Split in the next.
module sil_aes_columns
#(
  /// Registers in front of the last sum.
  parameter bit Split = 1'b0,
  /// Columns of the state that it has.
  parameter int unsigned Columns = 4
) (
  input  logic                  clk_i,
  input  logic                  run_i,
  input  logic [32*Columns-1:0] state_i,
  input  logic                  last_i,
  /// Both are added, with Split a cycle later.
  input  logic [32*Columns-1:0] key_i,
  input  logic [32*Columns-1:0] block_i,
  output logic [32*Columns-1:0] state_o
);
  if (!(Columns inside {[1:4]})) begin : gen_columns_of_state
    $fatal(1, "Columns must be 1 to 4");
  end

  localparam int unsigned Bytes = 4 * Columns;
  localparam logic [15:0] Sum4 = 16'h6996;  // a ^ b ^ c ^ d
  localparam logic [15:0] Gated2 = 16'h0066;  // (a ^ b) & ~d
  localparam logic [15:0] Gated3 = 16'h0096;  // (a ^ b ^ c) & ~d

  logic [8*Bytes-1:0] mixed;  // what mixing adds

  // A bit of all bytes, of those below them in their columns, of the columns' sums.
  logic [7:0][Bytes-1:0] own, below, sum, out;
  for (genvar i = 0; i < 8; i++) begin : gen_bit
    logic [3:0][Columns-1:0] rows;  // of a row the columns
    logic [Columns-1:0] sums;
    for (genvar b = 0; b < Bytes; b++) begin : gen_byte
      assign own[i][b] = state_i[8*b+i];
      assign rows[b%4][b/4] = own[i][b];
      assign sum[i][b] = sums[b/4];
      assign mixed[8*b+i] = out[i][b];
    end
    assign below[i] = (own[i] >> 1 & Bytes'(16'h7777)) | (own[i] << 3 & Bytes'(16'h8888));
    sil_function4 #(.Values(Sum4), .Width(Columns)) u_sum (
      .a_i(rows[0]), .b_i(rows[1]), .c_i(rows[2]), .d_i(rows[3]), .value_o(sums)
    );
    // x^8 = x^4 + x^3 + x + 1: to these bits the high ones are added, too.
    if (i inside {1, 3, 4}) begin : gen_reduced
      logic [Bytes-1:0] doubled;
      sil_function4 #(.Values(Sum4), .Width(Bytes)) u_doubled (
        .a_i(own[i-1]), .b_i(below[i-1]), .c_i(own[7]), .d_i(below[7]), .value_o(doubled)
      );
      sil_function4 #(.Values(Gated2), .Width(Bytes)) u_mixed (
        .a_i(doubled), .b_i(sum[i]), .c_i('0), .d_i({Bytes{last_i}}), .value_o(out[i])
      );
    end else begin : gen_shifted
      sil_function4 #(.Values(Gated3), .Width(Bytes)) u_mixed (
        .a_i(own[(i+7)%8]), .b_i(below[(i+7)%8]), .c_i(sum[i]), .d_i({Bytes{last_i}}),
        .value_o(out[i])
      );
    end
  end

  logic [8*Bytes-1:0] mixed_s, state_s;
  if (Split) begin : gen_split
    logic [8*Bytes-1:0] mixed_q, state_q;
    always_ff @(posedge clk_i) if (run_i) {mixed_q, state_q} <= {mixed, state_i};
    assign {mixed_s, state_s} = {mixed_q, state_q};
  end else begin : gen_whole
    assign {mixed_s, state_s} = {mixed, state_i};
  end

  sil_function4 #(.Values(Sum4), .Width(8*Bytes)) u_add (
    .a_i(mixed_s), .b_i(state_s), .c_i(key_i), .d_i(block_i), .value_o(state_o)
  );
endmodule
