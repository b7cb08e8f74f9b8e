// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A register of the chaining value: words in a shift register.
///
/// The old words leave at one end, and some cycles later the sums enter at the other end. The
/// register shifts from the first old word out to the last sum in. It can save the results of
/// messages as midstates, from which other messages start.
module sil_md_chaining
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 64,
  /// Words of the register.
  parameter int unsigned Words = 4,
  /// Words per cycle.
  parameter int unsigned Unroll = 1,
  /// Midstates that can be saved: none, 2 or 4. Cost: the registers of their words.
  parameter int unsigned Midstates = 0,
  /// Stop the clock while the words hold.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned MidstateBits = Midstates == 0 ? 1 : $clog2(Midstates + 1)
) (
  input  logic                    clk_i,
  /// Clears the saved midstates. Asynchronous assert, active low.
  input  logic                    rst_ni,
  /// Load `words_i`.
  input  logic                    load_i,
  input  logic [Words*Width-1:0]  words_i,
  /// Shift by Unroll words, unless `load_i` is high.
  input  logic                    shift_i,
  /// New words, the oldest in the low bits.
  input  logic [Unroll*Width-1:0] new_i,
  /// The midstate, counted from 1, that shifts in the same new words; 0: none. Hold it for the
  /// complete message.
  input  logic [MidstateBits-1:0] save_i,
  /// `next_o` is read. It comes from the midstate `restore_i`, counted from 1, unless that is 0.
  input  logic                    read_i,
  input  logic [MidstateBits-1:0] restore_i,
  /// The words that leave next.
  output logic [Unroll*Width-1:0] next_o,
  /// All words, the one that leaves first in the low bits.
  output logic [Words*Width-1:0]  words_o
);
  typedef logic [Words*Width-1:0] words_t;

  words_t words_q;
  logic clk, en;

  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(load_i | shift_i), .clk_o(clk), .en_o(en)
  );

  always_ff @(posedge clk) begin
    if (load_i) words_q <= words_i;
    else if (en) words_q <= words_t'({new_i, words_q} >> (Unroll * Width));
  end

  if (Midstates == 0) begin : gen_alone
    assign next_o = words_q[0+:Unroll*Width];
  end else begin : gen_midstates
    words_t [Midstates:1] midstate_q;
    logic [Midstates-1:0][Unroll*Width-1:0] first;
    logic [Unroll*Width-1:0] restored, shift_in;
    logic around;

    // The word that enters a midstate: a new word, or its own first word while the midstate is
    // read, so that it rotates.
    assign around = read_i & restore_i != '0;
    sil_mux #(.Width(Unroll * Width), .Words(Midstates)) u_restored (
      .words_i(first), .select_i($clog2(Midstates)'(restore_i - 1'b1)), .word_o(restored)
    );
    assign shift_in = around ? restored : new_i;
    assign next_o = around ? restored : words_q[0+:Unroll*Width];

    for (genvar c = 1; c <= Midstates; c++) begin : gen_midstate
      assign first[c-1] = midstate_q[c][0+:Unroll*Width];
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) midstate_q[c] <= '0;
        else if ((shift_i && save_i == MidstateBits'(c))
                 || (around && restore_i == MidstateBits'(c))) begin
          midstate_q[c] <= words_t'({shift_in, midstate_q[c]} >> (Unroll * Width));
        end
      end
    end
  end

  assign words_o = words_q;
endmodule
