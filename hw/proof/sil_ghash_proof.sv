// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_ghash, for all blocks and subkeys, back to back: the sum of Y and a block is
/// taken in digits, from the highest powers on. For each digit, the accumulator becomes the remainder
/// of the accumulator times x^Digit, plus the digit times H, in the field of NIST SP 800-38D 6.3. It
/// begins with zero, and is the new Y after the last digit.
///
/// By Horner's rule, this is the product of the sum and H, as algorithm 1 of 6.3 computes it. The rule
/// is not a part of the proof. H, Y and the clearing signals do not change while a block is multiplied.
module sil_ghash_proof
  import sil_ghash_standard_pkg::*;
#(
  /// As in sil_ghash.
  parameter int unsigned Digit = 15
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         wipe_i,
  input logic         clear_i,
  input logic         clear_key_i,
  input logic         load_i,
  input logic [127:0] subkey_i,
  input logic         begin_i,
  input logic [127:0] s_tdata,
  input logic         s_tvalid
);
  localparam int unsigned Digits = (128 + Digit - 1) / Digit;
  localparam int unsigned Bits = Digits * Digit;
  localparam int unsigned Ends = Digits + 2;

  logic s_tready, idle;
  logic [127:0] value;
  sil_ghash #(.Digit(Digit)) u_ghash (
    .clk_i, .rst_ni, .wipe_i, .clear_i, .clear_key_i, .load_i, .subkey_i, .begin_i, .s_tdata,
    .s_tvalid, .s_tready, .idle_o(idle), .value_o(value)
  );

  // A digit times a block, and the remainder of a polynomial as a long division.
  typedef logic [127+Digit:0] product_t;
  function automatic product_t product(logic [Digit-1:0] digit, block_t h);
    product = '0;
    for (int unsigned i = 0; i < Digit; i++) if (digit[i]) product ^= product_t'(h) << i;
  endfunction
  function automatic block_t remainder(product_t p);
    for (int unsigned i = 127 + Digit; i >= 128; i--) begin
      if (p[i]) p ^= product_t'({1'b1, R}) << (i - 128);
    end
    return p[127:0];
  endfunction

  // The cycle of a block: it is accepted in cycle 1, and its digit k is added in cycle k + 2.
  logic [7:0] cycle_q;
  logic next, zero_q;
  block_t h_q, y_q;
  logic [Bits-1:0] sum_q;
  product_t product_q;
  assign next = s_tvalid & (cycle_q == '0 | 32'(cycle_q) == Ends);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) cycle_q <= '0;
    else if (wipe_i) cycle_q <= '0;
    else if (cycle_q == '0 || 32'(cycle_q) == Ends) cycle_q <= 8'(next);
    else cycle_q <= cycle_q + 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (clear_key_i) h_q <= '0;
    else if (load_i) h_q <= block_of(subkey_i);
    zero_q <= clear_i | begin_i | (next & wipe_i);
    if (cycle_q == 8'd1) sum_q <= Bits'(y_q ^ block_of(s_tdata));
    if (zero_q || cycle_q == 8'd1) y_q <= '0;
    else if (cycle_q >= 8'd3) y_q <= remainder({u_ghash.y_q, Digit'(0)} ^ u_ghash.product_q);
    product_q <= product(u_ghash.digit_q, u_ghash.h_q);
  end

  // Whether Y and H have values since the last reset.
  logic first_q = 1'b1;
  logic wiped_q, known_q, keyed_q;
  always_ff @(posedge clk_i) {first_q, wiped_q} <= {1'b0, wipe_i};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {known_q, keyed_q} <= '0;
    else begin
      if (zero_q) known_q <= 1'b1;
      if (load_i || clear_key_i) keyed_q <= 1'b1;
    end
  end

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (!first_q && wiped_q) assume (clear_i);
    if (cycle_q != '0) assume (!load_i && !clear_key_i && !begin_i && !clear_i);
    // Y and H have values before a block comes.
    if (!known_q || !keyed_q) assume (!s_tvalid);

    if (!first_q && zero_q) assert (u_ghash.y_clear_q);
    if (rst_ni && !first_q) begin
      assert (s_tready == (cycle_q == 8'd1));
      assert (idle == (cycle_q == '0));
      if (known_q && cycle_q == '0) assert (block_of(value) == y_q);

      // Invariants.
      assert (32'(cycle_q) <= Ends && 32'(u_ghash.count_q) == 32'(cycle_q));
      assert (u_ghash.second_q == (cycle_q == 8'd2) && u_ghash.adds_q == (cycle_q >= 8'd3));
      assert (u_ghash.ends_q == (32'(cycle_q) == Ends));
      if (known_q) assert (u_ghash.y_clear_q == (zero_q | cycle_q == 8'd1));
      if (cycle_q != '0) assert (known_q && keyed_q);
      if (known_q) assert (u_ghash.y_q == y_q);
      if (keyed_q) assert (u_ghash.h_q == h_q);
      for (int unsigned k = 0; k < Digits; k++) begin
        if (32'(cycle_q) == k + 2) begin
          assert ({u_ghash.digit_q, u_ghash.digits_q} == (Bits+Digit)'(sum_q) << (Digit * (k + 1)));
        end
      end
      if (cycle_q >= 8'd3) assert (u_ghash.product_q == product_q);
    end
  end
endmodule
