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
  localparam int unsigned Feed = 80;

  typedef struct packed {
    word_t constant;
    logic [3:0] number;
  } row_t;

  // Of MD5's numbers, 16 to 79, the low six bits tell which it is.
  function automatic logic [64*$bits(row_t)-1:0] md5_rows();
    for (int unsigned i = 0; i < 64; i++) begin
      int unsigned step = (i + 48) % 64;
      row_t entry = '{
        constant: sil_md5_pkg::T[step], number: 4'(sil_md5_pkg::message_index(step))
      };
      md5_rows[i*$bits(row_t)+:$bits(row_t)] = entry;
    end
  endfunction

  row_t row_d, row_q;
  kind_t kind_d, kind_q;
  word_t constant_q;
  logic [1:0] round;

  sil_table #(.Width($bits(row_t)), .Rows(64), .Content(md5_rows())) u_rows (
    .place_i(index_i[5:0]), .row_o(row_d)
  );

  always_comb begin
    round = index_i[5:4] - 2'd1;
    kind_d = '{
      sha1:    sha1_i,
      feed:    index_i >= IndexBits'(Feed),
      direct:  index_i >= IndexBits'(Orders - 2),
      round:   sha1_i ? sha1_round(index_i) : round,
      shift:   sha1_i ? SHIFT_5 : {round, index_i[1:0]}
    };
    // Nothing is rotated or chosen in a feed.
    if (kind_d.feed && !sha1_i) kind_d.shift = '0;
  end

  function automatic logic [1:0] sha1_round(logic [IndexBits-1:0] index);
    return index < IndexBits'(20) ? 2'd0 : index < IndexBits'(40) ? 2'd1
      : index < IndexBits'(60) ? 2'd2 : 2'd3;
  endfunction

  always_ff @(posedge clk_i) begin
    if (run_i) begin
      row_q <= row_d;
      kind_q <= kind_d;
      if (kind_q.feed) constant_q <= '0;
      else constant_q <= kind_q.sha1 ? sil_sha1_pkg::k(kind_q.round) : row_q.constant;
    end
  end

  assign number_o = row_q.number;
  assign kind_o = kind_q;
  assign constant_o = constant_q;
endmodule
