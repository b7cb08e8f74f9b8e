// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The factor that turns a following MixColumns into InvMixColumns (FIPS 197 5.3.3).
///
/// The polynomial of InvMixColumns is that of MixColumns times 4 x^2 + 5. So this module adds, to
/// each byte, four times the sum of the byte and the byte two rows below it. It is combinational.
module sil_aes_inverse
#(
  /// Number of columns, 1 to 4.
  parameter int unsigned Columns = 4
) (
  /// Apply the factor. Otherwise `state_o` is `state_i`.
  input  logic                  on_i,
  input  logic [32*Columns-1:0] state_i,
  output logic [32*Columns-1:0] state_o
);
  if (!(Columns inside {[1:4]})) begin : gen_columns_of_state
    $fatal(1, "Columns must be 1 to 4");
  end

  localparam logic [15:0] Sum4 = 16'h6996;  // a ^ b ^ c ^ d
  localparam logic [15:0] Sum3 = 16'h9696;  // a ^ b ^ c
  localparam logic [15:0] Gated2 = 16'h6666 & 16'hff00 | 16'haaaa & 16'h00ff;  // a ^ (b & d)
  localparam logic [15:0] Gated3 = 16'h9696 & 16'hff00 | 16'haaaa & 16'h00ff;  // a ^ ((b ^ c) & d)

  for (genvar c = 0; c < Columns; c++) begin : gen_column
    for (genvar p = 0; p < 2; p++) begin : gen_pair
      logic [7:0] a, b;
      logic [5:1] four;  // bits of 4 (a + b) that are sums of more than two bits
      assign a = state_i[32*c+8*p+:8];
      assign b = state_i[32*c+8*p+16+:8];
      sil_function4 #(.Values(Sum4)) u_four1 (
        .a_i(a[6]), .b_i(b[6]), .c_i(a[7]), .d_i(b[7]), .value_o(four[1])
      );
      sil_function4 #(.Values(Sum4)) u_four2 (
        .a_i(a[0]), .b_i(b[0]), .c_i(a[7]), .d_i(b[7]), .value_o(four[2])
      );
      sil_function4 #(.Values(Sum4)) u_four3 (
        .a_i(a[1]), .b_i(b[1]), .c_i(a[6]), .d_i(b[6]), .value_o(four[3])
      );
      sil_function4 #(.Values(Sum3)) u_four4 (
        .a_i(four[1]), .b_i(a[2]), .c_i(b[2]), .d_i(1'b0), .value_o(four[4])
      );
      sil_function4 #(.Values(Sum4)) u_four5 (
        .a_i(a[3]), .b_i(b[3]), .c_i(a[7]), .d_i(b[7]), .value_o(four[5])
      );
      for (genvar h = 0; h < 2; h++) begin : gen_half
        logic [7:0] own, out;
        assign own = h == 0 ? a : b;
        assign state_o[32*c+8*p+16*h+:8] = out;
        for (genvar i = 0; i < 8; i++) begin : gen_bit
          if (i inside {[1:5]}) begin : gen_sum
            sil_function4 #(.Values(Gated2)) u_add (
              .a_i(own[i]), .b_i(four[i]), .c_i(1'b0), .d_i(on_i), .value_o(out[i])
            );
          end else begin : gen_shifted
            localparam int unsigned From = i == 0 ? 6 : i - 2;
            sil_function4 #(.Values(Gated3)) u_add (
              .a_i(own[i]), .b_i(a[From]), .c_i(b[From]), .d_i(on_i), .value_o(out[i])
            );
          end
        end
      end
    end
  end
endmodule
