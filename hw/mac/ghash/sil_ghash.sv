// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// GHASH (NIST SP 800-38D 6.4) with a multiplier that takes some bits of a block per cycle.
///
/// The hash value Y is added to a block, and the sum is multiplied by the hash subkey H. The
/// multiplier takes the digits of the sum from the highest power of x downwards (Horner's rule): it
/// multiplies the accumulator by x^Digit and adds the product of the next digit and H. That product
/// is computed one cycle earlier. So the loop from accumulator to accumulator contains only the
/// reduction. A block that waits is added in the last cycle of the multiplication before it.
///
/// ## Latency and throughput
/// A block is multiplied in ceil(128 / Digit) + 1 cycles. The next one takes as long if it waits;
/// otherwise its addition takes one more cycle.
///
/// ## Byte order
/// The first byte of a block is in its low bits.
module sil_ghash
  import sil_ghash_pkg::*;
#(
  /// Bits of a block that are multiplied per cycle, 1 to 64. Gain: speed. Cost: about 64 lookup
  /// tables with four inputs per bit, and half of that for their sum.
  parameter int unsigned Digit = 13
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Drop the block that is being multiplied. `clear_i` must follow.
  input  logic         wipe_i,
  /// Clear all data but H.
  input  logic         clear_i,
  /// Clear H.
  input  logic         clear_key_i,
  /// Load H.
  input  logic         load_i,
  input  logic [127:0] subkey_i,
  /// Set Y to 0. Needs `idle_o`, and no block in this cycle.
  input  logic         begin_i,
  /// A block, which is added to Y.
  input  logic [127:0] s_tdata,
  /// The block is only added: Y is not multiplied afterwards.
  input  logic         s_tuser,
  input  logic         s_tvalid,
  output logic         s_tready,
  /// No block is being multiplied, and `value_o` is Y.
  output logic         idle_o,
  output logic [127:0] value_o
);
  if (!(Digit inside {[1:64]})) begin : gen_digit
    $fatal(1, "Digit must be 1 to 64");
  end

  localparam int unsigned Digits = (128 + Digit - 1) / Digit;
  localparam int unsigned Bits = Digits * Digit;  // of all digits together
  localparam int unsigned CountBits = $clog2(Digits + 2);

  // 0: idle. 1 to Digits: a digit is multiplied. 2 to Digits + 1: the product of the digit before
  // it is added.
  logic [CountBits-1:0] count_q;
  logic idle_q, first_q, second_q, ends_q, take, multiply;
  logic [127:0] h_q, y_q, y_d, block;
  logic [Bits-1:0] sum, digits_q;  // the factor: complete, and the digits that are not yet used
  logic [Digit-1:0] digit;
  logic [127+Digit:0] product, product_q, shifted;

  assign block = polynomial(s_tdata);
  assign s_tready = idle_q | ends_q;
  assign take = s_tvalid & s_tready;
  assign multiply = take & ~s_tuser;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {count_q, idle_q, first_q, second_q, ends_q} <= {CountBits'(0), 4'b1000};
    else if (wipe_i) {count_q, idle_q, first_q, second_q, ends_q} <= {CountBits'(0), 4'b1000};
    else begin
      count_q <= s_tready ? CountBits'(multiply) : count_q + 1'b1;
      idle_q <= s_tready & ~multiply;
      first_q <= multiply;
      second_q <= first_q;
      ends_q <= count_q == CountBits'(Digits);
    end
  end

  assign sum = Bits'(y_q);
  assign digit = first_q ? sum[Bits-1-:Digit] : digits_q[Bits-1-:Digit];
  always_comb begin
    product = '0;
    for (int unsigned i = 0; i < Digit; i++) begin
      if (digit[i]) product ^= (128 + Digit)'(h_q) << i;
    end
  end

  // The accumulator times x^Digit, plus the product, reduced.
  always_comb begin
    shifted = second_q ? product_q : {y_q, Digit'(0)} ^ product_q;
    y_d = shifted[127:0];
    for (int unsigned i = 0; i < Digit; i++) begin
      if (shifted[128+i]) y_d ^= POLYNOMIAL << i;
    end
    if (idle_q) y_d = y_q;
    if (take) y_d ^= block;
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) {y_q, digits_q, product_q} <= '0;
    else begin
      y_q <= begin_i ? '0 : y_d;
      digits_q <= (first_q ? sum : digits_q) << Digit;
      product_q <= product;
    end
    if (clear_key_i) h_q <= '0;
    else if (load_i) h_q <= polynomial(subkey_i);
  end

  assign idle_o = idle_q;
  assign value_o = polynomial(y_q);
endmodule
