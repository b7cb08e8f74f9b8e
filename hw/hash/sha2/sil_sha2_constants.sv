// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The constants K of SHA-2 (FIPS 180-4 4.2.2, 4.2.3) by the number of the order; zero in a feed.
///
/// ## Latency and throughput
/// Two cycles: a table that becomes block RAM needs one of its own, for its output is late.
module sil_sha2_constants
  import sil_sha2_pkg::*;
#(
  /// Width of a word: 32 or 64.
  parameter int unsigned Width = 64,
  /// Constants a cycle.
  parameter int unsigned Unroll = 1,
  /// The first order's number.
  parameter int unsigned First = 0,
  /// Numbers of orders, counted from the first, and their code.
  parameter int unsigned Orders = 84,
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  localparam int unsigned CodeBits = sil_counter_pkg::code_bits(Orders)
) (
  input  logic                    clk_i,
  input  logic                    run_i,
  input  logic [CodeBits-1:0]     code_i,
  /// The constants of the order two cycles ago, the first operation's in the low bits.
  output logic [Unroll*Width-1:0] constants_o
);
  localparam int unsigned Rounds = Width == 64 ? 80 : 64;
  localparam int unsigned Rows = 2 ** CodeBits;

  typedef logic [Unroll*Width-1:0] row_t;

  function automatic row_t row(int unsigned code);
    int unsigned index = First + sil_counter_pkg::decode(CounterCode, Orders, code);
    row_t constants = '0;
    for (int unsigned i = 0; i < Unroll; i++) begin
      if (index * Unroll + i < Rounds) begin
        constants[i*Width+:Width] = K[index*Unroll+i][63-:Width];
      end
    end
    return constants;
  endfunction

  function automatic logic [Rows*Unroll*Width-1:0] content();
    for (int unsigned i = 0; i < Rows; i++) content[i*Unroll*Width+:Unroll*Width] = row(i);
  endfunction

  row_t row_d, table_q, constants_q;

  if (Width == 64) begin : gen_table
    row_t [Rows-1:0] rows;
    for (genvar i = 0; i < Rows; i++) begin : gen_row
      assign rows[i] = row(i);
    end
    assign row_d = rows[code_i];
  end else begin : gen_logic
    // Of 64 rows, logic is small, and block RAM would be the slowest path of a 32-bit datapath.
    sil_table #(.Width(Unroll * Width), .Rows(Rows), .Content(content())) u_rows (
      .place_i(code_i), .row_o(row_d)
    );
  end

  always_ff @(posedge clk_i) begin
    if (run_i) begin
      table_q <= row_d;
      constants_q <= table_q;
    end
  end

  assign constants_o = constants_q;
endmodule
