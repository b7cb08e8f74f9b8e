// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// GHASH (NIST SP 800-38D 6.4) with a multiplier that takes some bits of a block per cycle.
///
/// The hash value Y is added to a block, and the sum is multiplied by the hash subkey H. The
/// multiplier takes the digits of the sum from the highest power of x downwards (Horner's rule): it
/// multiplies the accumulator by x^Digit and adds the product of the next digit and H. That product
/// is computed one cycle earlier, and the digit comes from a register. So the loop from accumulator
/// to accumulator contains only the reduction.
///
/// ## Latency and throughput
/// A block takes ceil(128 / Digit) + 2 cycles from the cycle in which it is accepted to the new Y.
/// A block that waits is accepted in the next cycle; any other one cycle after it is offered.
///
/// ## Byte order
/// The first byte of a block is in its low bits.
module sil_ghash
  import sil_ghash_pkg::*;
#(
  /// Bits of a block that are multiplied per cycle, 1 to 64. Gain: speed. Cost: about 64 lookup
  /// tables with four inputs per bit, and half of that for their sum.
  parameter int unsigned Digit = 15
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
  /// Set Y to 0 after the next cycle. Needs `idle_o`.
  input  logic         begin_i,
  /// A block. It is accepted at the earliest in the cycle after it is offered.
  input  logic [127:0] s_tdata,
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
  localparam int unsigned CountBits = $clog2(Digits + 3);

  // 0: idle. 1 to Digits: a digit enters its register. One cycle later it is multiplied, and two
  // cycles later its product is added.
  logic [CountBits-1:0] count_q;
  logic idle_q, first_q, second_q, adds_q, ends_q, next;
  logic y_clear_q;  // Y is 0 after this cycle; it was requested, or has been added to a block
  logic [127:0] h_q, y_q, y_d;
  logic [Bits-1:0] sum, digits_q;  // the factor: complete, and the digits that are not yet used
  logic [Digit-1:0] digit_q;
  logic [127+Digit:0] product, product_q, shifted;

  assign next = s_tvalid & (idle_q | ends_q);
  assign s_tready = first_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      {idle_q, first_q, second_q, adds_q, ends_q} <= 5'b10000;
    end else if (wipe_i) begin
      count_q <= '0;
      {idle_q, first_q, second_q, adds_q, ends_q} <= 5'b10000;
    end else begin
      count_q <= idle_q | ends_q ? CountBits'(next) : count_q + 1'b1;
      idle_q <= (idle_q | ends_q) & ~next;
      {second_q, first_q} <= {first_q, next};
      adds_q <= second_q | (adds_q & ~ends_q);
      ends_q <= count_q == CountBits'(Digits + 1);
    end
  end

  assign sum = Bits'(y_q ^ polynomial(s_tdata));
  always_comb begin
    product = '0;
    for (int unsigned i = 0; i < Digit; i++) begin
      if (digit_q[i]) product ^= (128 + Digit)'(h_q) << i;
    end
  end

  // The accumulator times x^Digit, plus the product, reduced.
  always_comb begin
    shifted = {y_q, Digit'(0)} ^ product_q;
    y_d = shifted[127:0];
    for (int unsigned i = 0; i < Digit; i++) begin
      if (shifted[128+i]) y_d ^= POLYNOMIAL << i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) {digit_q, digits_q, product_q} <= '0;
    else begin
      {digit_q, digits_q} <= {first_q ? sum : digits_q, Digit'(0)};
      product_q <= product;
    end
    y_clear_q <= clear_i | begin_i | next;
    if (y_clear_q) y_q <= '0;
    else if (adds_q) y_q <= y_d;
    if (clear_key_i) h_q <= '0;
    else if (load_i) h_q <= polynomial(subkey_i);
  end

  assign idle_o = idle_q;
  assign value_o = polynomial(y_q);
endmodule
