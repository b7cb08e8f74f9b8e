// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A table of constants in logic: a tree of multiplexers.
///
/// Synthesis takes an indexed table for a memory and makes it block RAM where there is any, and of a
/// sum of products it makes more logic than of the tree (docs/adr/0005-loop-of-md5.md).
module sil_table
#(
  /// Width of a row.
  parameter int unsigned Width = 32,
  /// Rows, a power of two.
  parameter int unsigned Rows = 64,
  /// The rows, the first in the low bits.
  parameter logic [Rows*Width-1:0] Content = '0,
  localparam int unsigned PlaceBits = $clog2(Rows)
) (
  input  logic [PlaceBits-1:0] place_i,
  output logic [Width-1:0]     row_o
);
  if (Rows < 2 || Rows != 2 ** $clog2(Rows)) begin : gen_rows
    $fatal(1, "Rows must be a power of two, and at least 2");
  end

  // node[Rows-1:...] are the rows, node[i] chooses of node[2*i] and node[2*i+1].
  logic [2*Rows-1:1][Width-1:0] node;

  for (genvar i = 1; i < 2 * Rows; i++) begin : gen_node
    if (i >= Rows) begin : gen_row
      assign node[i] = Content[(i-Rows)*Width+:Width];
    end else begin : gen_choice
      localparam int unsigned Bit = PlaceBits - $clog2(i + 1);  // the root has the highest
      assign node[i] = place_i[Bit] ? node[2*i+1] : node[2*i];
    end
  end

  assign row_o = node[1];
endmodule
