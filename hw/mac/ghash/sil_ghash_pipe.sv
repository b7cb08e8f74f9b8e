// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// GHASH (NIST SP 800-38D 6.4) of one block per cycle.
///
/// The multiplier is a pipeline, so a sum can be used again only after seven cycles. Seven sums
/// therefore take the blocks in turn: the sum of block i is multiplied by H^7, then block i + 7 is
/// added to it. After the last block the seven sums, from the oldest to the newest, are multiplied
/// by H^7 to H, and their sum is the hash value. A sum of which there is no block is 0.
///
/// A sum is read when the step of a block starts. The block itself comes five cycles later, where
/// it is added to the product.
///
/// ## Latency and throughput
/// One block per cycle, at any distance. The hash value is valid 14 cycles after the last step, and
/// the first step of the next message may follow then. The powers of a hash subkey take 49 cycles.
///
/// ## Byte order
/// The first byte of a block is in its low bits.
module sil_ghash_pipe
  import sil_ghash_pkg::*;
(
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Drop the message. `clear_i` must follow.
  input  logic         wipe_i,
  /// Overwrite the powers of H, the sums and the hash value. Takes 16 cycles.
  input  logic         clear_i,
  /// The block that comes five cycles later is H, of which the powers are computed.
  input  logic         load_i,
  /// The powers of H are computed: high for one cycle.
  output logic         loaded_o,
  /// A block of the message comes five cycles later.
  input  logic         step_i,
  /// It is the last one.
  input  logic         last_i,
  /// The block. It must be 0 in the seven cycles after that of the last step, and from the one after
  /// H until `loaded_o`.
  input  logic [127:0] block_i,
  /// `value_o` is the hash value of a complete message: high for one cycle.
  output logic         done_o,
  /// It keeps its value until the last step of the next message.
  output logic [127:0] value_o
);
  /// Sums, and cycles from the read of a sum to the next read of it.
  localparam int unsigned Sums = 7;
  /// Cycles from the start of a step to its result.
  localparam int unsigned Latency = 6;

  (* ram_style = "distributed" *) logic [127:0] sums_q [8];
  (* ram_style = "distributed" *) logic [127:0] powers_q [8];

  /// What is done with a result, from the start of its step on.
  typedef struct packed {
    logic       stays;  // it is the new value of a sum
    logic       power;  // it is a power of H
    logic       adds;  // it is added to the hash value
    logic       ends;  // it completes the hash value
    logic [2:0] number;  // the number of the sum
  } step_t;

  step_t [Latency-1:0] steps_q;
  step_t next, result;
  logic [2:0] number_q, power_q, count_q, clear_q;
  logic [Sums-1:0] full_q;  // the sums that contain a block, the next one in the highest bit
  logic combine_q, raise_q, next_raise, loads_q, done_q, loaded_q;
  logic [127:0] sum_q, factor_q, product, value_q;

  // A step starts for a block, for a sum after the last block, and for a power of H.

  assign result = steps_q[Latency-1];
  assign next = '{
    stays: step_i | load_i | raise_q,
    power: load_i | raise_q,
    adds: combine_q,
    ends: combine_q & power_q == 3'd1,
    number: number_q
  };
  assign next_raise = result.power & count_q != 3'(Sums);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      steps_q <= '0;
      {full_q, combine_q, raise_q, loads_q, done_q, loaded_q} <= '0;
      number_q <= '0;
      power_q <= 3'(Sums);
      count_q <= 3'd1;
    end else if (wipe_i) begin
      steps_q <= '0;
      {full_q, combine_q, raise_q, loads_q, done_q, loaded_q} <= '0;
      number_q <= '0;
      power_q <= 3'(Sums);
      count_q <= 3'd1;
    end else begin
      steps_q <= {steps_q[Latency-2:0], next};
      if (step_i || combine_q) begin
        number_q <= number_q == 3'(Sums - 1) ? '0 : number_q + 1'b1;
        full_q <= {full_q[Sums-2:0], step_i};
      end
      combine_q <= (step_i & last_i) | (combine_q & power_q != 3'd1);
      loads_q <= load_i | (loads_q & ~(result.power & ~next_raise));
      raise_q <= next_raise;
      loaded_q <= result.power & ~next_raise;
      // The number of the power that is written next.
      if (load_i) count_q <= 3'd1;
      else if (result.power) count_q <= count_q + 1'b1;
      if (combine_q) power_q <= power_q == 3'd1 ? 3'(Sums) : power_q - 1'b1;
      else power_q <= loads_q ? 3'd1 : 3'(Sums);
      done_q <= result.ends;
    end
  end

  // The factors.
  always_ff @(posedge clk_i) begin
    if (clear_i || !((full_q[Sums-1] & (step_i | combine_q)) | raise_q)) sum_q <= '0;
    else sum_q <= sums_q[number_q];
    factor_q <= powers_q[power_q];
  end

  sil_ghash_product u_product (
    .clk_i, .clear_i, .a_i(sum_q), .b_i(factor_q), .x_i(polynomial(block_i)), .r_o(product)
  );

  // The word that is overwritten.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) clear_q <= '0;
    else if (wipe_i || !clear_i) clear_q <= '0;
    else clear_q <= clear_q + 1'b1;
  end

  // The results.
  always_ff @(posedge clk_i) begin
    if (clear_i || result.stays) sums_q[clear_i ? clear_q : result.number] <= product;
    if (clear_i || result.power) powers_q[clear_i ? clear_q : count_q] <= product;
    if (clear_i || (step_i && last_i)) value_q <= '0;
    else if (result.adds) value_q <= value_q ^ product;
  end

  assign loaded_o = loaded_q;
  assign done_o = done_q;
  assign value_o = polynomial(value_q);
endmodule
