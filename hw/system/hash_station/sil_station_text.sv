// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Gives the character at each position of the display: a hexadecimal digit of the digest,
/// beginning with the digits of its first byte, or "ERROR".
///
/// ## Byte order
/// The first byte of the digest is `digest_i[7:0]`.
module sil_station_text
  import sil_station_pkg::*;
#(
  /// Width of the digest in bits.
  parameter int unsigned DigestBits = 128,
  /// As in sil_lcd.
  parameter int unsigned Columns = 16,
  /// As in sil_lcd.
  parameter int unsigned Rows = 2,
  localparam int unsigned Pages = pages(DigestBits, Rows, Columns),
  localparam int unsigned RowBits = Rows > 1 ? $clog2(Rows) : 1,
  localparam int unsigned ColumnBits = $clog2(Columns),
  localparam int unsigned PageBits = Pages > 1 ? $clog2(Pages) : 1
) (
  input  logic [DigestBits-1:0] digest_i,
  /// Show "ERROR" instead of the digest.
  input  logic                  error_i,
  input  logic [PageBits-1:0]   page_i,
  input  logic [RowBits-1:0]    row_i,
  input  logic [ColumnBits-1:0] column_i,
  output logic [7:0]            char_o
);
  localparam int unsigned Digits = DigestBits / 4;
  localparam int unsigned RowDigits = row_digits(DigestBits, Rows, Columns);
  localparam int unsigned Label = fits(DigestBits, Rows, Columns) ? 0 : 4;
  localparam int unsigned IndexBits = $clog2(Pages * Rows * RowDigits + Columns);
  localparam logic [4:0][7:0] ERROR = "ERROR";

  function automatic logic [7:0] digit(logic [3:0] value);
    return value < 4'd10 ? 8'h30 + 8'(value) : 8'h61 + 8'(value - 4'd10);
  endfunction

  // Index in the digest of the row's first digit, and of this digit.
  logic [IndexBits-1:0] first, index;
  logic [3:0] nibble;
  assign first = (IndexBits'(page_i) * IndexBits'(Rows) + IndexBits'(row_i)) * IndexBits'(RowDigits);
  assign index = first + IndexBits'(column_i) - IndexBits'(Label);
  // The high digit of a byte is shown first.
  assign nibble = digest_i[4*(index^IndexBits'(1))+:4];

  logic label;
  if (Label == 0) begin : gen_no_label
    assign label = 1'b0;
  end else begin : gen_label
    assign label = column_i < ColumnBits'(Label);
  end

  always_comb begin
    char_o = " ";
    if (error_i) begin
      if (page_i == '0 && row_i == '0 && column_i < ColumnBits'(5)) char_o = ERROR[3'd4-3'(column_i)];
    end else if (label) begin
      unique case (2'(column_i))
        2'd0: char_o = digit(4'(first >> 5));
        2'd1: char_o = digit(4'(first >> 1));
        2'd2: char_o = ":";
        default: char_o = " ";
      endcase
      if (32'(first) >= Digits) char_o = " ";
    end else if (32'(index) < Digits && 32'(column_i) < Label + RowDigits) begin
      char_o = digit(nibble);
    end
  end
endmodule
