// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The message words of a block, in the order in which the steps use them.
///
/// The first 16 steps use the words as they arrive and store them for the other steps. Word n is in
/// bank n modulo Unroll, so Unroll words can be written and read per cycle: the increment between
/// message indices is odd (1, 5, 3, 7), so the words of one cycle are in different banks.
///
/// ## Latency and throughput
/// The words follow the control word by one cycle.
module sil_md5_message
  import sil_md5_pkg::*;
#(
  /// Steps per cycle: 1, 2 or 4.
  parameter int unsigned Unroll = 1,
  /// Stop the clock of each stored word that is not written, and of the output while `run_i` is
  /// low. Gain: power. Cost: a clock gate per word, and registers instead of a memory.
  parameter bit ClockGate = 1'b0,
  /// Stored words and words from outside have a register each, so that an adder can include the
  /// selection. Gain: area. Cost: registers.
  parameter bit SelectLate = 1'b0,
  localparam int unsigned Words = SelectLate ? 2 * Unroll : Unroll
) (
  input  logic                    clk_i,
  /// Words are written and read; otherwise all registers hold.
  input  logic                    run_i,
  /// The steps use `message_i`, which is stored.
  input  logic                    load_i,
  /// The words are `chaining_i`, for the feed-forward.
  input  logic                    feed_forward_i,
  /// Indices of the message words: of those that are read, or of `message_i` with `load_i`.
  input  logic [Unroll-1:0][3:0]  number_i,
  input  logic [Unroll-1:0][31:0] message_i,
  input  logic [Unroll-1:0][31:0] chaining_i,
  /// The words. With SelectLate: the stored words, then `chaining_i` or `message_i` of the previous
  /// cycle.
  output logic [Words-1:0][31:0]  words_o
);
  localparam int unsigned Depth = sil_md_pkg::BLOCK_WORDS / Unroll;
  localparam int unsigned BankBits = $clog2(Unroll);

  word_t [Unroll-1:0] banks, stored;

  for (genvar b = 0; b < Unroll; b++) begin : gen_bank
    logic [$clog2(Depth)-1:0] address;

    // The address in this bank, from the step that uses the bank.
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

  for (genvar i = 0; i < Unroll; i++) begin : gen_stored
    assign stored[i] = banks[Unroll == 1 ? 0 : number_i[i] % 4'(Unroll)];
  end

  logic clk, en;

  sil_clock_gate #(.Gate(ClockGate)) u_gate (.clk_i, .en_i(run_i), .clk_o(clk), .en_o(en));

  if (SelectLate) begin : gen_late
    word_t [Unroll-1:0] outside_q, stored_q;
    always_ff @(posedge clk) begin
      if (en) begin
        outside_q <= feed_forward_i ? chaining_i : message_i;
        stored_q  <= stored;
      end
    end
    assign words_o = {outside_q, stored_q};
  end else begin : gen_early
    word_t [Unroll-1:0] words_q;
    always_ff @(posedge clk) begin
      if (en) words_q <= feed_forward_i ? chaining_i : load_i ? message_i : stored;
    end
    assign words_o = words_q;
  end
endmodule
