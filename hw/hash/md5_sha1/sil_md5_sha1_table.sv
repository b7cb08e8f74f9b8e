// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// What each operation of MD5 or SHA-1 is, by the number of its order: constant, kind and place of
/// its message word. MD5 leaves the first 16 numbers out, so that both end with the same ones.
///
/// ## Latency and throughput
/// Kinds one cycle after the order's number, constants and places two.
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
  /// One cycle after the number: the operation is a feed that brings the initial value, which is its
  /// constant. That of others is 0.
  input  logic                 initial_i,
  output kind_t                kind_o,
  /// The words of MD5 keep their places.
  output logic                 hold_o,
  /// The pair of places whose younger word is used.
  output logic [2:0]           pair_o,
  output logic [31:0]          constant_o
);
  localparam int unsigned Feed = 80;

  typedef struct packed {
    word_t constant;
    logic [2:0] pair;
  } row_t;

  // Of MD5's numbers, 16 to 79, the low six bits tell which it is. A feed has the pair of the first
  // steps, which is the youngest.
  function automatic logic [64*$bits(row_t)-1:0] md5_rows();
    for (int unsigned i = 0; i < 64; i++) begin
      int unsigned step = (i + 48) % 64;
      row_t entry = '{constant: sil_md5_pkg::T[step], pair: 3'(place(step) >> 1)};
      md5_rows[i*$bits(row_t)+:$bits(row_t)] = entry;
    end
  endfunction

  // The other constants: the initial values, {sha1, number of the feed}, and of the four rounds of
  // SHA-1 where room is left.
  function automatic logic [3:0] round_row(logic [1:0] round);
    return {round[1], 1'b1, round[0], ~round[0]};
  endfunction

  function automatic logic [16*32-1:0] other_rows();
    other_rows = '0;
    for (int unsigned i = 0; i < 4; i++) begin
      other_rows[32*(i+1)+:32] = sil_md5_pkg::INITIAL[32*((i+3)%4)+:32];
      other_rows[32*round_row(2'(i))+:32] = sil_sha1_pkg::k(2'(i));
    end
    other_rows[32*8+:160] = sil_sha1_pkg::INITIAL;
  endfunction

  row_t row_d, row_q;
  kind_t kind_d, kind_q;
  word_t other, constant_q;
  logic [3:0] other_d, other_q;
  logic [2:0] pair_q;
  logic [1:0] round;
  logic hold_q;

  sil_table #(.Width($bits(row_t)), .Rows(64), .Content(md5_rows())) u_rows (
    .place_i(index_i[5:0]), .row_o(row_d)
  );
  sil_table #(.Width(32), .Rows(16), .Content(other_rows())) u_other (
    .place_i(other_q), .row_o(other)
  );

  always_comb begin
    round = index_i[5:4] - 2'd1;
    kind_d = '{
      sha1:    sha1_i,
      feed:    index_i >= IndexBits'(Feed),
      direct:  index_i >= IndexBits'(Orders - 2),
      round:   sha1_i ? sha1_round(index_i) : round,
      shift:   sha1_i ? SHIFT_5 : '{coarse: index_i[1:0], fine: MD5_FINE[{round, index_i[1:0]}]}
    };
    other_d = kind_d.feed ? {sha1_i, index_i[2:0]} : round_row(kind_d.round);
  end

  function automatic logic [1:0] sha1_round(logic [IndexBits-1:0] index);
    return index < IndexBits'(20) ? 2'd0 : index < IndexBits'(40) ? 2'd1
      : index < IndexBits'(60) ? 2'd2 : 2'd3;
  endfunction

  always_ff @(posedge clk_i) begin
    if (run_i) begin
      row_q <= row_d;
      kind_q <= kind_d;
      other_q <= other_d;
      hold_q <= ~sha1_i & stays(32'(index_i) - 16);
      pair_q <= row_q.pair | {3{kind_q.sha1}};
      if (kind_q.feed && !initial_i) constant_q <= '0;
      else constant_q <= kind_q.sha1 | kind_q.feed ? other : row_q.constant;
    end
  end

  assign kind_o = kind_q;
  assign hold_o = hold_q;
  assign pair_o = pair_q;
  assign constant_o = constant_q;
endmodule
