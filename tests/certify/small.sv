// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A core that mixes a block with a key bit by bit, and can tell something of them by its timing.
module small
#(
  /// What it tells: 0 nothing; for the others, see the cases below.
  parameter int unsigned Leak = 0
) (
  input  logic       clk,
  input  logic       rst_n,
  input  logic       start,
  input  logic [3:0] length,
  input  logic [7:0] block,
  input  logic [7:0] key,
  output logic [7:0] digest,
  output logic       ready,
  output logic       valid
);
  logic [7:0] block_q, key_q, mixed_q, table_q [16];
  logic [3:0] count_q;
  logic busy_q, valid_q, slow_q, ends, waits, gate_q, clock;

  // Bits are taken from the highest one. `length` bits are public.
  assign digest = mixed_q;
  assign ready = ~busy_q & ~(Leak == 2 & key[0]);
  assign valid = valid_q & ~(Leak == 5 & mixed_q == '0);

  always_comb begin
    ends = count_q == length;
    waits = 1'b0;
    case (Leak)
      1: ends = count_q == length | block_q[7] != key_q[7];  // a comparison that ends early
      3: ends = block_q == '0;  // the counter depends on the data
      4: waits = key_q[7] & ~slow_q;  // an exponentiation multiplies for each 1 of the exponent
      6: waits = ~slow_q;  // both values of a bit take two cycles, in states of their own
      8: ends = table_q[block_q[3:0]][0];  // a table at a secret address
      default: ;
    endcase
  end

  // A clock that stops while a bit of the key is 0.
  always_latch if (!clk) gate_q = key_q[7] | ~busy_q;
  assign clock = Leak == 7 ? clk & gate_q : clk;

  always_ff @(posedge clock or negedge rst_n) begin
    if (!rst_n) count_q <= '0;
    else if (!busy_q) count_q <= '0;
    else if (!waits) count_q <= count_q + 1'b1;
  end
  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) {busy_q, valid_q, slow_q} <= '0;
    else begin
      busy_q <= busy_q ? ~ends : start & ready;
      valid_q <= busy_q & ends;
      slow_q <= busy_q & waits & (Leak != 6 | key_q[7] | block_q[7] | ~block_q[7]);
    end
  end
  always_ff @(posedge clk) begin
    if (start & ready) begin
      {block_q, key_q, mixed_q} <= {block, key, 8'd0};
      table_q[length] <= block;
    end else if (busy_q && !waits) begin
      block_q <= block_q << 1;
      key_q <= key_q << 1;
      mixed_q <= {mixed_q[6:0], block_q[7] ^ key_q[7]};
    end
  end
endmodule
