// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// What each operation of MD5 or SHA-1 is, by the number of its order: constant, kind and number of
/// its message word. MD5 leaves the first 16 numbers out, so that both end with the same ones.
///
/// ## Latency and throughput
/// Numbers and kinds one cycle after the order's number, constants two.
module sil_md5_sha1_table
  import sil_md5_sha1_pkg::*;
#(
  /// Orders of a block of SHA-1.
  parameter int unsigned Orders = 85,
  localparam int unsigned IndexBits = $clog2(Orders)
) (
  input  logic                 clk_i,
  input  logic                 run_i,
  /// The message is hashed with SHA-1.
  input  logic                 sha1_i,
  input  logic [IndexBits-1:0] index_i,
  output logic [3:0]           number_o,
  output kind_t                kind_o,
  output logic [31:0]          constant_o
);
  typedef struct packed {
    word_t constant;
    kind_t kind;
    logic [3:0] number;
  } row_t;

  function automatic row_t md5_row(int unsigned order);
    row_t entry = '0;
    int unsigned step = order - 16;
    if (step < 64) begin
      entry.constant = sil_md5_pkg::T[step];
      entry.kind.round = 2'(step / 16);
      entry.kind.shift = {2'(step / 16), 2'(step)};
      entry.number = 4'(sil_md5_pkg::message_index(step));
    end else if (order >= 80 && order < Orders) begin
      entry.kind.feed = 1'b1;
    end
    return entry;
  endfunction

  function automatic row_t sha1_row(int unsigned order);
    row_t entry = '0;
    entry.kind.sha1 = 1'b1;
    entry.kind.shift = SHIFT_5;
    if (order < 80) begin
      entry.constant = sil_sha1_pkg::k(2'(order / 20));
      entry.kind.round = 2'(order / 20);
    end else if (order < Orders) begin
      entry.kind.feed = 1'b1;
      entry.kind.direct = order >= Orders - 2;
    end
    return entry;
  endfunction

  row_t row_d, row_q;
  word_t constant_q;

  // A sum of products: synthesis takes an indexed table for a memory, and block RAM is slow.
  always_comb begin
    row_d = '0;
    for (int unsigned i = 0; i < 2 ** IndexBits; i++) begin
      if (index_i == IndexBits'(i)) row_d |= sha1_i ? sha1_row(i) : md5_row(i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (run_i) begin
      row_q <= row_d;
      constant_q <= row_q.constant;
    end
  end

  assign number_o = row_q.number;
  assign kind_o = row_q.kind;
  assign constant_o = constant_q;
endmodule
