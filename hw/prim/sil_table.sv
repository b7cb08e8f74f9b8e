// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A table of constants in logic: a tree of multiplexers.
///
/// Synthesis infers a memory from an indexed table and puts it in block RAM if the device has any.
/// A sum of products takes more logic than this tree (docs/adr/0005-loop-of-md5.md).
module sil_table
#(
  /// Width of a row in bits.
  parameter int unsigned Width = 32,
  /// Number of rows, a power of two.
  parameter int unsigned Rows = 64,
  /// The rows, row 0 in the low bits.
  parameter logic [Rows*Width-1:0] Content = '0,
  localparam int unsigned AddressBits = $clog2(Rows)
) (
  /// Address of the row that `row_o` is.
  input  logic [AddressBits-1:0] address_i,
  output logic [Width-1:0]       row_o
);
  if (Rows < 2 || Rows != 2 ** $clog2(Rows)) begin : gen_rows
    $fatal(1, "Rows must be a power of two, and at least 2");
  end

  // node[2*Rows-1:Rows] are the rows. Every other node[i] selects node[2*i] or node[2*i+1].
  logic [2*Rows-1:1][Width-1:0] node;

  for (genvar i = 1; i < 2 * Rows; i++) begin : gen_node
    if (i >= Rows) begin : gen_row
      assign node[i] = Content[(i-Rows)*Width+:Width];
    end else begin : gen_choice
      localparam int unsigned Bit = AddressBits - $clog2(i + 1);  // the highest at the root
      assign node[i] = address_i[Bit] ? node[2*i+1] : node[2*i];
    end
  end

  assign row_o = node[1];
endmodule
