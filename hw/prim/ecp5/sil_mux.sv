// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_mux in the slices of ECP5. A lookup table selects from each pair of words. The multiplexers
/// of the slice (PFUMX) and of its neighbours (L6MUX21), which exist in any case, select from the
/// tables. One bit of 16 words is one level of tables in one tile.
module sil_mux
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 32,
  /// Number of words: 2, 4, 8 or 16.
  parameter int unsigned Words = 16,
  localparam int unsigned SelectBits = $clog2(Words)
) (
  /// The words, word 0 in the low bits.
  input  logic [Words*Width-1:0] words_i,
  /// Number of the word that `word_o` is.
  input  logic [SelectBits-1:0]  select_i,
  output logic [Width-1:0]       word_o
);
  if (!(Words inside {2, 4, 8, 16})) begin : gen_words
    $fatal(1, "Words must be 2, 4, 8 or 16");
  end

  for (genvar b = 0; b < Width; b++) begin : gen_bit
    // node[Words-1:Words/2] are the tables. Every other node[i] selects node[2*i] or node[2*i+1].
    logic [Words-1:1] node;
    for (genvar i = 1; i < Words; i++) begin : gen_node
      localparam int unsigned Level = SelectBits - $clog2(i + 1);  // 0: the tables
      if (Level == 0) begin : gen_table
        localparam int unsigned Pair = i - Words / 2;
        // C ? B : A
        LUT4 #(.INIT(16'hcaca)) u_cell (
          .A(words_i[2*Pair*Width+b]), .B(words_i[(2*Pair+1)*Width+b]), .C(select_i[0]), .D(1'b0),
          .Z(node[i])
        );
      end else if (Level == 1) begin : gen_slice
        PFUMX u_cell (.BLUT(node[2*i]), .ALUT(node[2*i+1]), .C0(select_i[1]), .Z(node[i]));
      end else begin : gen_tile
        L6MUX21 u_cell (.D0(node[2*i]), .D1(node[2*i+1]), .SD(select_i[Level]), .Z(node[i]));
      end
    end
    assign word_o[b] = node[1];
  end
endmodule
