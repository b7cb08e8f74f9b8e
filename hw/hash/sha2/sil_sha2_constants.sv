// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The constants K of SHA-2 (FIPS 180-4 4.2.2, 4.2.3), addressed by the number of the control word.
/// They are zero during the feed-forward.
///
/// ## Latency and throughput
/// Two cycles: one for the table and one for a register after it. Where the table becomes block
/// RAM, its clock-to-output delay needs a cycle of its own.
module sil_sha2_constants
  import sil_sha2_pkg::*;
#(
  /// Width of a word in bits: 32 or 64.
  parameter int unsigned Width = 64,
  /// Constants per cycle.
  parameter int unsigned Unroll = 1,
  /// Number of the first control word.
  parameter int unsigned First = 0,
  /// Number of control words, counted from the first, and the code of the counter.
  parameter int unsigned ControlWords = 84,
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  localparam int unsigned CountBits = sil_counter_pkg::code_bits(ControlWords)
) (
  input  logic                    clk_i,
  /// The registers load; otherwise they hold.
  input  logic                    run_i,
  /// The number of the control word, in that code.
  input  logic [CountBits-1:0]    count_i,
  /// The constants of the control word two cycles ago. The low bits have that of the first round.
  output logic [Unroll*Width-1:0] constants_o
);
  localparam int unsigned Rounds = Width == 64 ? 80 : 64;
  localparam int unsigned Rows = 2 ** CountBits;

  typedef logic [Unroll*Width-1:0] row_t;

  function automatic row_t row(int unsigned count);
    int unsigned index = First + sil_counter_pkg::decode(CounterCode, ControlWords, count);
    row_t constants = '0;
    for (int unsigned n = 0; n < Unroll; n++) begin
      if (index * Unroll + n < Rounds) begin
        constants[n*Width+:Width] = K[index*Unroll+n][63-:Width];
      end
    end
    return constants;
  endfunction

  function automatic logic [Rows*Unroll*Width-1:0] content();
    for (int unsigned r = 0; r < Rows; r++) content[r*Unroll*Width+:Unroll*Width] = row(r);
  endfunction

  row_t constants_q;

  if (Width == 64) begin : gen_table
    // Block RAM with a register at its address and another at its output.
    row_t [Rows-1:0] rows;
    row_t table_q;
    for (genvar i = 0; i < Rows; i++) begin : gen_row
      assign rows[i] = row(i);
    end
    always_ff @(posedge clk_i) begin
      if (run_i) begin
        table_q <= rows[count_i];
        constants_q <= table_q;
      end
    end
  end else begin : gen_logic
    // 64 rows take little logic, and block RAM would be the slowest path of a 32-bit datapath. The
    // register of the number keeps the counter's increment out of the table's path.
    logic [CountBits-1:0] number_q;
    row_t row_d;
    sil_table #(.Width(Unroll * Width), .Rows(Rows), .Content(content())) u_rows (
      .address_i(number_q), .row_o(row_d)
    );
    always_ff @(posedge clk_i) begin
      if (run_i) begin
        number_q <= count_i;
        constants_q <= row_d;
      end
    end
  end

  assign constants_o = constants_q;
endmodule
