// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The kind of each operation of SHA-1, addressed by the code of the number of its control word.
///
/// ## Latency and throughput
/// The kinds follow the code by one cycle.
module sil_sha1_table
  import sil_sha1_pkg::*;
#(
  /// Operations per cycle.
  parameter int unsigned Unroll = 1,
  /// Control words per block, and the code of their numbers.
  parameter int unsigned ControlWords = 85,
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  localparam int unsigned CountBits = sil_counter_pkg::code_bits(ControlWords)
) (
  input  logic                 clk_i,
  /// The register loads; otherwise it holds.
  input  logic                 run_i,
  /// The number of the control word, in that code.
  input  logic [CountBits-1:0] count_i,
  /// The kinds of the operations, operation i in item i.
  output kind_t [Unroll-1:0]   kind_o
);
  localparam int unsigned Rounds = 80;

  typedef kind_t [Unroll-1:0] row_t;

  function automatic row_t row(int unsigned control_word);
    row_t kinds = '0;
    for (int unsigned i = 0; i < Unroll; i++) begin
      int unsigned operation = control_word * Unroll + i;
      if (operation < Rounds) kinds[i].round = 2'(operation / 20);
      else if (control_word < ControlWords) begin
        kinds[i].feed_forward = 1'b1;
        kinds[i].direct = operation >= ControlWords * Unroll - 2;
      end
    end
    return kinds;
  endfunction

  row_t row_d, row_q;

  always_comb begin
    row_d = '0;
    for (int unsigned i = 0; i < 2 ** CountBits; i++) begin
      if (count_i == CountBits'(i)) begin
        row_d |= row(sil_counter_pkg::decode(CounterCode, ControlWords, i));
      end
    end
  end

  always_ff @(posedge clk_i) if (run_i) row_q <= row_d;

  assign kind_o = row_q;
endmodule
