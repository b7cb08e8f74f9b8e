// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A black box that keeps a bit.
(* blackbox *)
module small_vault (input logic clk, input logic enable, input logic d, output logic q);
endmodule

/// Registers whose commands, block and key come by the same data port: control at 0, status at 4,
/// the block at 10 to 13, the key at 20 to 23, the result at 30 to 33 (hexadecimal).
module small_bus
#(
  /// What it tells: 0 nothing; for the others, see the uses below.
  parameter int unsigned Leak = 0,
  /// Reads take a cycle.
  parameter bit Registered = 1'b0
) (
  input  logic        clk,
  input  logic        rst_n,
  input  logic        cs,
  input  logic        we,
  input  logic [7:0]  address,
  input  logic [31:0] write_data,
  output logic [31:0] read_data,
  output logic        done
);
  logic [31:0] data_q, answer, answer_q, block_q [4], key_q [4];
  logic start_q, busy_q;
  logic [2:0] count_q;
  logic [1:0] word_q;
  logic write, start, gate_q, clock, gated_q, vault, late;

  assign write = cs & we;
  // 1: an incomplete decoder starts the core with each write of a key.
  assign start = write & (Leak == 1 ? address[3:0] == '0 : address == 8'h00);
  // 4, 5: the data counts although nothing is written.
  assign done = ~busy_q & ~late
              & ~(write_data[0] & (Leak == 4 & ~cs & we | Leak == 5 & cs & ~we));
  // 6, 7, 9: the key is kept without a multiplexer, and counts long after it was written.
  assign late = Leak == 6 & gated_q & start_q
              | (Leak == 7 & key_q[0][0] | Leak == 9 & vault) & start_q & start;
  if (Leak == 9) begin : gen_vault
    small_vault u_vault (.clk, .enable(write & address == 8'h20), .d(write_data[0]), .q(vault));
  end else begin : gen_no_vault
    assign vault = 1'b0;
  end

  always_latch if (!clk) gate_q = write & address == 8'h20;
  assign clock = clk & gate_q;
  always_ff @(posedge clock) gated_q <= write_data[0];

  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) {start_q, busy_q, count_q} <= '0;
    else begin
      start_q <= start;
      // The command is in the word that was written last.
      busy_q <= busy_q ? count_q != '0 : start_q & data_q[0];
      if (!busy_q) count_q <= Leak == 2 ? 3'(key_q[0]) : data_q[3:1] & {3{start_q}};
      else count_q <= count_q - 1'b1;
    end
  end
  always_ff @(posedge clk) begin
    data_q <= write_data;  // whatever the address is
    word_q <= address[1:0];
    if (write && address[7:2] == 6'h04) block_q[address[1:0]] <= write_data;
    if (write && address[7:2] == 6'h08) key_q[address[1:0]] <= write_data;
    answer_q <= answer;
  end
  always_comb begin
    answer = '0;
    if (address == 8'h04) begin
      // 8: the word that was written last, whatever it is.
      answer = {30'd0, Leak == 3 & key_q[0][0] | Leak == 8 & data_q[0], busy_q};
    end
    if (address[7:2] == 6'h0c) answer = block_q[address[1:0]] ^ key_q[address[1:0]];
  end
  assign read_data = Registered ? answer_q : answer;
endmodule
