// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A round of the cipher in six levels of four-input functions (FIPS 197 5.1). Levels 1 to 4 are
/// the S-boxes: `sil_aes_short_pkg`.
///
/// In a column, let s' be the byte below s, s" the byte below s', and s"' the byte below s". A byte
/// of the mixed column is x (s + s') + s' + (s" + s"'). Level 5 computes p = s + s' and q = s' +
/// the byte of the key. Level 6 adds q, the bit of p two rows below, and one bit of p, or two bits
/// of p for three of the eight bits, because of the multiplication by x. In the last round q is the
/// result, shifted by one row. Therefore the bytes of the last round key are stored one row higher
/// in their columns. If the state is 0, the next state is the sum of the key and the block.
///
/// ## Latency and throughput
/// One state per cycle. The module is combinational.
module sil_aes_short_round
  import sil_aes_short_pkg::*;
(
  input  logic [127:0] state_i,
  /// Round key. In the last round each byte is one row higher in its column (RotWord of each word).
  input  logic [127:0] key_i,
  /// A block that enters. It is 0 during rounds.
  input  logic [127:0] block_i,
  /// Result of the last round.
  output logic [127:0] result_o,
  output logic [127:0] state_o
);
  localparam logic [15:0] Sum3 = 16'h9696;  // a ^ b ^ c
  localparam logic [15:0] Sum4 = 16'h6996;  // a ^ b ^ c ^ d
  localparam logic [15:0] Products2 = 16'h7888;  // a & b ^ c & d

  /// For each byte, the byte `distance` rows below it in its column.
  function automatic logic [15:0] below(logic [15:0] bytes, int unsigned distance);
    for (int unsigned i = 0; i < 16; i++) below[i] = bytes[4*(i/4)+(i+distance)%4];
  endfunction

  // One vector per bit, one element per byte.
  logic [3:0][15:0] norm;
  logic [7:0][15:0] factor, p, q;

  // The bits of the state and linear functions of them.
  for (genvar i = 0; i < 32; i++) begin : gen_image
    logic [15:0] value;
    if (i < 8) begin : gen_state
      for (genvar b = 0; b < 16; b++) begin : gen_byte
        assign value[b] = state_i[8*b+i];
      end
    end else begin : gen_sum
      localparam table_t Image = IMAGES[i-8];
      sil_function4 #(.Values(Image.values), .Width(16)) u_image (
        .a_i(gen_image[Image.a].value), .b_i(gen_image[Image.b].value),
        .c_i(gen_image[Image.c].value), .d_i(gen_image[Image.d].value), .value_o(value)
      );
    end
  end

  for (genvar i = 0; i < 4; i++) begin : gen_norm
    logic [2:0][15:0] part;
    for (genvar s = 0; s < 3; s++) begin : gen_part
      localparam table_t Part = NORM[i][s];
      sil_function4 #(.Values(Part.values), .Width(16)) u_part (
        .a_i(gen_image[Part.a].value), .b_i(gen_image[Part.b].value),
        .c_i(gen_image[Part.c].value), .d_i(gen_image[Part.d].value), .value_o(part[s])
      );
    end
    sil_function4 #(.Values(Sum3), .Width(16)) u_norm (
      .a_i(part[0]), .b_i(part[1]), .c_i(part[2]), .d_i('0), .value_o(norm[i])
    );
  end

  for (genvar i = 0; i < 8; i++) begin : gen_factor
    sil_function4 #(.Values(FACTORS[i]), .Width(16)) u_factor (
      .a_i(norm[0]), .b_i(norm[1]), .c_i(norm[2]), .d_i(norm[3]), .value_o(factor[i])
    );
  end

  for (genvar i = 0; i < 8; i++) begin : gen_result
    logic [1:0][15:0] rows;  // after ShiftRows
    logic [15:0] key, block, above, out;
    for (genvar s = 0; s < 2; s++) begin : gen_products
      logic [15:0] products;
      localparam product_t First = PRODUCTS[i][2*s];
      localparam product_t Second = PRODUCTS[i][2*s+1];
      sil_function4 #(.Values(Products2), .Width(16)) u_products (
        .a_i(gen_image[First.image].value), .b_i(factor[First.factor]),
        .c_i(gen_image[Second.image].value), .d_i(factor[Second.factor]), .value_o(products)
      );
      for (genvar b = 0; b < 16; b++) begin : gen_byte
        assign rows[s][b] = products[sil_aes_pkg::shifted(b)];
      end
    end
    for (genvar b = 0; b < 16; b++) begin : gen_byte
      assign key[b] = key_i[8*b+i];
      assign block[b] = block_i[8*b+i];
      assign result_o[8*b+i] = above[b];
      assign state_o[8*b+i] = out[b];
    end
    sil_function4 #(.Values(Sum4), .Width(16)) u_p (
      .a_i(rows[0]), .b_i(rows[1]), .c_i(below(rows[0], 1)), .d_i(below(rows[1], 1)),
      .value_o(p[i])
    );
    sil_function4 #(.Values(Sum4), .Width(16)) u_q (
      .a_i(below(rows[0], 1)), .b_i(below(rows[1], 1)), .c_i(key), .d_i(block), .value_o(q[i])
    );
    assign above = below(q[i], 3);
    // x^8 = x^4 + x^3 + x + 1: bit 7 becomes bit 0 and is also added to bits 1, 3 and 4.
    localparam bit Reduced = i inside {1, 3, 4};
    sil_function4 #(.Values(Reduced ? Sum4 : Sum3), .Width(16)) u_state (
      .a_i(p[(i+7)%8]), .b_i(q[i]), .c_i(below(p[i], 2)), .d_i(Reduced ? p[7] : '0), .value_o(out)
    );
  end
endmodule
