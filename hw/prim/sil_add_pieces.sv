// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A registered sum_add_function whose carry chain is cut in pieces: each piece is formed one cycle
/// after the piece below it, with the registered carry of that piece.
///
/// The words are *skewed*: piece p of a word comes p cycles after piece 0. A sum of skewed words is
/// a skewed word one cycle later, whatever the number of pieces.
///
/// ## Latency and throughput
/// One sum per cycle, one cycle later.
module sil_add_pieces
#(
  /// As in sil_add_function.
  parameter logic [15:0] First = 16'haaaa,
  /// As in sil_add_function.
  parameter logic [15:0] Second = 16'hf0f0,
  /// Width of the words in bits.
  parameter int unsigned Width = 32,
  /// Pieces of a word. Gain: shorter carry chains. Cost: two cells of the chain for each cut.
  parameter int unsigned Pieces = 1,
  /// `carry_i` is added; otherwise it is ignored.
  parameter bit CarryIn = 1'b0
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic [Width-1:0] c_i,
  input  logic [Width-1:0] d_i,
  /// Belongs to piece 0.
  input  logic             carry_i,
  output logic [Width-1:0] sum_o
);
  logic [Pieces-1:0] carry;  // into each piece
  assign carry[0] = carry_i;

  for (genvar p = 0; p < Pieces; p++) begin : gen_piece
    localparam int unsigned Low = sil_pieces_pkg::low(Width, Pieces, p);
    localparam int unsigned Bits = sil_pieces_pkg::low(Width, Pieces, p + 1) - Low;
    logic [Bits-1:0] sum_d, sum_q;
    logic carry_d;

    sil_add_function #(
      .First(First), .Second(Second), .Width(Bits),
      .CarryIn(p == 0 ? CarryIn : 1'b1), .CarryOut(p != Pieces - 1)
    ) u_add (
      .a_i    (a_i[Low+:Bits]),
      .b_i    (b_i[Low+:Bits]),
      .c_i    (c_i[Low+:Bits]),
      .d_i    (d_i[Low+:Bits]),
      .carry_i(carry[p]),
      .sum_o  (sum_d),
      .carry_o(carry_d)
    );
    always_ff @(posedge clk_i) sum_q <= sum_d;
    assign sum_o[Low+:Bits] = sum_q;

    if (p == Pieces - 1) begin : gen_last
      logic unused_carry;
      assign unused_carry = carry_d;
    end else begin : gen_carry
      logic carry_q;
      always_ff @(posedge clk_i) carry_q <= carry_d;
      assign carry[p+1] = carry_q;
    end
  end
endmodule
