// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The message words of a block, in the order in which the steps use them.
///
/// The first steps use the words as they come, which are kept for the others. So that Unroll words
/// are written and read in a cycle, word n is in bank n modulo Unroll: as the step between numbers
/// is odd (1, 5, 3, 7), the words of an order are in different banks.
///
/// ## Latency and throughput
/// The words follow the order by a cycle.
module sil_md5_message
  import sil_md5_pkg::*;
#(
  /// Steps a cycle: 1, 2 or 4.
  parameter int unsigned Unroll = 1,
  /// Stop the clock of each word that is not written, and that of the others where `run_i` is low.
  parameter bit ClockGate = 1'b0
) (
  input  logic                     clk_i,
  input  logic                     run_i,
  /// The steps use `message_i`, which is kept.
  input  logic                     load_i,
  /// The steps use `chaining_i`.
  input  logic                     feed_i,
  /// Numbers of the words, those of `message_i` when loading.
  input  logic [Unroll-1:0][3:0]   number_i,
  input  logic [Unroll-1:0][31:0]  message_i,
  input  logic [Unroll-1:0][31:0]  chaining_i,
  output logic [Unroll-1:0][31:0]  words_o
);
  localparam int unsigned Depth = sil_md_pkg::BLOCK_WORDS / Unroll;
  localparam int unsigned BankBits = $clog2(Unroll);

  word_t [Unroll-1:0] banks, words_d, words_q;

  for (genvar b = 0; b < Unroll; b++) begin : gen_bank
    logic [$clog2(Depth)-1:0] address;

    // The word of this bank, whichever step's it is.
    always_comb begin
      address = '0;
      for (int unsigned i = 0; i < Unroll; i++) begin
        if (Unroll == 1 || number_i[i] % 4'(Unroll) == 4'(b)) begin
          address |= number_i[i][3:BankBits];
        end
      end
    end

    if (ClockGate) begin : gen_registers
      word_t [Depth-1:0] memory;
      for (genvar w = 0; w < Depth; w++) begin : gen_word
        word_t word_q;
        logic clk, en;
        sil_clock_gate #(.Gate(1'b1)) u_gate (
          .clk_i, .en_i(run_i & load_i & address == $bits(address)'(w)), .clk_o(clk), .en_o(en)
        );
        always_ff @(posedge clk) if (en) word_q <= message_i[b];
        assign memory[w] = word_q;
      end
      assign banks[b] = memory[address];
    end else begin : gen_memory
      word_t memory_q [Depth];
      always_ff @(posedge clk_i) if (run_i && load_i) memory_q[address] <= message_i[b];
      assign banks[b] = memory_q[address];
    end
  end

  always_comb begin
    for (int unsigned i = 0; i < Unroll; i++) begin
      words_d[i] = banks[Unroll == 1 ? 0 : number_i[i] % 4'(Unroll)];
      if (load_i) words_d[i] = message_i[i];
      if (feed_i) words_d[i] = chaining_i[i];
    end
  end

  logic clk, en;

  sil_clock_gate #(.Gate(ClockGate)) u_gate (.clk_i, .en_i(run_i), .clk_o(clk), .en_o(en));

  always_ff @(posedge clk) if (en) words_q <= words_d;

  assign words_o = words_q;
endmodule
