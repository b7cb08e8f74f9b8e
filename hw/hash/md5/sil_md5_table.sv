// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Constant, kind and message index of each step of MD5 (RFC 1321 3.4; sil_md5_pkg::table_word),
/// addressed by the code of the number of its control word. The kind selects function and rotation.
///
/// ## Latency and throughput
/// Message indices and kinds follow the code by one cycle, constants by two.
module sil_md5_table
  import sil_md5_pkg::*;
#(
  /// Steps per cycle.
  parameter int unsigned Unroll = 1,
  /// Control words per block, and the code of their numbers.
  parameter int unsigned ControlWords = 68,
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  localparam int unsigned CountBits = sil_counter_pkg::code_bits(ControlWords)
) (
  input  logic                    clk_i,
  /// The registers load; otherwise they hold.
  input  logic                    run_i,
  /// The number of the control word, in that code.
  input  logic [CountBits-1:0]    count_i,
  /// Message indices, kinds and constants of the steps, step i in item i.
  output logic [Unroll-1:0][3:0]  number_o,
  output kind_t [Unroll-1:0]      kind_o,
  output logic [Unroll-1:0][31:0] constant_o
);
  localparam int unsigned Rows = 2 ** CountBits;
  localparam int unsigned Steps = 64;

  typedef struct packed {
    word_t constant;
    kind_t kind;
    logic [3:0] number;
  } step_t;
  typedef step_t [Unroll-1:0] row_t;

  function automatic row_t row(int unsigned control_word);
    row_t steps = '0;
    for (int unsigned i = 0; i < Unroll; i++) begin
      int unsigned step = control_word * Unroll + i;
      if (step < Steps) begin
        steps[i] = '{
          constant: T[step],
          kind:     '{feed_forward: 1'b0, round: 2'(step / 16), index: 2'(step)},
          number:   4'(message_index(step))
        };
      end else if (control_word < ControlWords) begin
        steps[i].kind.feed_forward = 1'b1;
      end
    end
    return steps;
  endfunction

  function automatic logic [Rows*$bits(row_t)-1:0] rows();
    for (int unsigned i = 0; i < Rows; i++) begin
      int unsigned control_word = sil_counter_pkg::decode(CounterCode, ControlWords, i);
      rows[i*$bits(row_t)+:$bits(row_t)] = row(control_word);
    end
  endfunction

  row_t row_d, row_q;
  word_t [Unroll-1:0] constant_q;

  sil_table #(.Width($bits(row_t)), .Rows(Rows), .Content(rows())) u_rows (
    .address_i(count_i), .row_o(row_d)
  );

  always_ff @(posedge clk_i) begin
    if (run_i) begin
      row_q <= row_d;
      for (int unsigned i = 0; i < Unroll; i++) constant_q[i] <= row_q[i].constant;
    end
  end

  for (genvar i = 0; i < Unroll; i++) begin : gen_step
    assign number_o[i] = row_q[i].number;
    assign kind_o[i] = row_q[i].kind;
  end
  assign constant_o = constant_q;
endmodule
