// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A pipelined multiplier in the field of GHASH (NIST SP 800-38D 6.3): a * b + x.
///
/// Karatsuba's method in three steps makes 27 products of 16 bits of one product of 128 bits. A
/// register follows after at most two levels of functions with four inputs: of these, a level is a
/// sum of two products of bits, or a sum of four bits. The last stage divides by the polynomial of
/// the field and adds x.
///
/// ## Latency and throughput
/// One product per cycle. The result is valid five cycles after the factors. x comes four cycles
/// after them.
///
/// ## Byte order
/// Polynomials: bit i is the coefficient of x^i.
module sil_ghash_product
(
  input  logic         clk_i,
  /// The result becomes 0.
  input  logic         clear_i,
  /// The factors.
  input  logic [127:0] a_i,
  input  logic [127:0] b_i,
  /// The summand, four cycles after the factors.
  input  logic [127:0] x_i,
  /// The result. It comes from a register.
  output logic [127:0] r_o
);
  import sil_ghash_pkg::*;

  // The halves of a polynomial and their sum, in each of three steps. Element 3 i is the lower half
  // of element i of the step before, 3 i + 1 the upper half, 3 i + 2 the sum.
  function automatic logic [26:0][15:0] split(logic [127:0] whole);
    logic [2:0][63:0] half;
    logic [8:0][31:0] quarter;
    half = {whole[127:64] ^ whole[63:0], whole[127:64], whole[63:0]};
    for (int unsigned i = 0; i < 3; i++) begin
      quarter[3*i] = half[i][31:0];
      quarter[3*i+1] = half[i][63:32];
      quarter[3*i+2] = half[i][63:32] ^ half[i][31:0];
    end
    for (int unsigned i = 0; i < 9; i++) begin
      split[3*i] = quarter[i][15:0];
      split[3*i+1] = quarter[i][31:16];
      split[3*i+2] = quarter[i][31:16] ^ quarter[i][15:0];
    end
  endfunction

  // Eight summands of coefficient `power` of a product of 16 bits, from number `from` on.
  function automatic logic partial(
    logic [15:0] a, logic [15:0] b, int unsigned power, int unsigned from
  );
    logic [7:0] terms;
    int unsigned i;
    terms = '0;
    for (int unsigned n = 0; n < 8; n++) begin
      i = (power > 15 ? power - 15 : 0) + from + n;
      if (i < 16 && i <= power) terms[n] = a[i] & b[power-i];
    end
    return ((terms[0] ^ terms[1]) ^ (terms[2] ^ terms[3]))
           ^ ((terms[4] ^ terms[5]) ^ (terms[6] ^ terms[7]));
  endfunction

  logic [26:0][15:0] a_q, b_q;
  logic [26:0][1:0][30:0] parts_q;
  logic [26:0][30:0] eighths;
  logic [8:0][30:0] quarters_mixed;
  logic [8:0][62:0] quarters, quarters_q;
  logic [2:0][62:0] halves_mixed;
  logic [2:0][126:0] halves;
  logic [126:0] mixed, high;
  logic [254:0] product, product_q;
  logic [133:0] folded;
  logic [12:0] rest;
  logic [127:0] result_q;

  always_ff @(posedge clk_i) begin
    a_q <= split(a_i);
    b_q <= split(b_i);
  end
  for (genvar m = 0; m < 27; m++) begin : gen_part
    for (genvar k = 0; k < 31; k++) begin : gen_power
      always_ff @(posedge clk_i) begin
        parts_q[m][0][k] <= partial(a_q[m], b_q[m], k, 0);
        parts_q[m][1][k] <= partial(a_q[m], b_q[m], k, 8);
      end
      assign eighths[m][k] = parts_q[m][0][k] ^ parts_q[m][1][k];
    end
  end

  // The product of the sums, minus the products of the lower and of the upper halves, is the sum of
  // the mixed products.
  for (genvar i = 0; i < 9; i++) begin : gen_quarter
    assign quarters_mixed[i] = eighths[3*i] ^ eighths[3*i+1] ^ eighths[3*i+2];
    assign quarters[i] = 63'(eighths[3*i]) ^ (63'(quarters_mixed[i]) << 16)
                         ^ (63'(eighths[3*i+1]) << 32);
  end
  for (genvar i = 0; i < 3; i++) begin : gen_half
    assign halves_mixed[i] = quarters_q[3*i] ^ quarters_q[3*i+1] ^ quarters_q[3*i+2];
    assign halves[i] = 127'(quarters_q[3*i]) ^ (127'(halves_mixed[i]) << 32)
                       ^ (127'(quarters_q[3*i+1]) << 64);
  end
  assign mixed = halves[0] ^ halves[1] ^ halves[2];
  assign product = 255'(halves[0]) ^ (255'(mixed) << 64) ^ (255'(halves[1]) << 128);

  // The upper half times x^128, which is a sum of powers up to 7, exceeds 128 bits again.
  assign high = product_q[254:128];
  always_comb begin
    {folded, rest} = '0;
    for (int unsigned i = 0; i < 8; i++) if (POLYNOMIAL[i]) folded ^= 134'(high) << i;
    for (int unsigned i = 0; i < 8; i++) if (POLYNOMIAL[i]) rest ^= 13'(folded[133:128]) << i;
  end

  always_ff @(posedge clk_i) begin
    quarters_q <= quarters;
    product_q <= product;
    if (clear_i) result_q <= '0;
    else result_q <= (product_q[127:0] ^ x_i) ^ folded[127:0] ^ 128'(rest);
  end

  assign r_o = result_q;
endmodule
