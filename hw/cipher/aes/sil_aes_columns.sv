// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// MixColumns, except in the last round, and AddRoundKey (FIPS 197 5.1.3, 5.1.4), as four-input
/// functions.
///
/// A byte of a mixed column is a + x (a + a') + s: a is the byte before mixing, a' is the byte
/// below it in the column, and s is the sum of the column's four bytes.
///
/// ## Latency and throughput
/// One state per cycle. The result is combinational, with Split one cycle later.
module sil_aes_columns
#(
  /// Registers before the last XOR. Gain: a shorter path. Cost: two registers per bit.
  parameter bit Split = 1'b0,
  /// Number of columns, 1 to 4.
  parameter int unsigned Columns = 4
) (
  input  logic                  clk_i,
  input  logic                  run_i,
  input  logic [32*Columns-1:0] state_i,
  /// Last round: columns are not mixed.
  input  logic                  last_i,
  /// `key_i` and `block_i` are added to the result. With Split they arrive a cycle after `state_i`.
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

  logic [8*Bytes-1:0] mixed;  // x (a + a') + s of each byte a, 0 in the last round

  // One vector per bit, one element per byte: the byte, the byte below it, the sum of its column.
  logic [7:0][Bytes-1:0] own, below, sum, out;
  for (genvar i = 0; i < 8; i++) begin : gen_bit
    logic [3:0][Columns-1:0] rows;  // one element per column
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
    // x^8 = x^4 + x^3 + x + 1: bit 7 becomes bit 0 and is also added to bits 1, 3 and 4.
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
  end else begin : gen_combined
    assign {mixed_s, state_s} = {mixed, state_i};
  end

  sil_function4 #(.Values(Sum4), .Width(8*Bytes)) u_add (
    .a_i(mixed_s), .b_i(state_s), .c_i(key_i), .d_i(block_i), .value_o(state_o)
  );
endmodule
