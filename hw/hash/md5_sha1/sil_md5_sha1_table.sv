// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Constant, kind and address of the message word of each operation of MD5 or SHA-1, addressed by
/// the number of its control word. MD5 leaves out the first 16 numbers, so both hashes end with the
/// same ones.
///
/// ## Latency and throughput
/// Kinds follow the number of the control word by one cycle, constants and addresses by two.
module sil_md5_sha1_table
  import sil_md5_sha1_pkg::*;
#(
  /// Control words of a block of SHA-1.
  parameter int unsigned ControlWords = 85,
  localparam int unsigned IndexBits = $clog2(ControlWords)
) (
  input  logic                 clk_i,
  /// The registers load; otherwise they hold.
  input  logic                 run_i,
  /// The message is hashed with SHA-1.
  input  logic                 sha1_i,
  /// The number of the control word.
  input  logic [IndexBits-1:0] index_i,
  /// One cycle after the number: the feed-forward loads the initial value, which is then its
  /// constant. The constant of any other feed-forward is 0.
  input  logic                 initial_i,
  /// The kind of the operation.
  output kind_t                kind_o,
  /// The window of MD5's words holds.
  output logic                 hold_o,
  /// The pair of adjacent words of which the newer one is used.
  output logic [2:0]           pair_o,
  /// The constant that is added.
  output logic [31:0]          constant_o
);
  localparam int unsigned FeedForward = 80;

  typedef struct packed {
    word_t constant;
    logic [2:0] pair;
  } row_t;

  // The steps of MD5 have the numbers 16 to 79, so the low six bits identify a step. A feed-forward
  // uses the pair of the first steps, which contains the newest word.
  function automatic logic [64*$bits(row_t)-1:0] md5_rows();
    for (int unsigned i = 0; i < 64; i++) begin
      int unsigned step = (i + 48) % 64;
      row_t entry = '{constant: sil_md5_pkg::T[step], pair: 3'(window_index(step) >> 1)};
      md5_rows[i*$bits(row_t)+:$bits(row_t)] = entry;
    end
  endfunction

  // The other constants. The initial values are at {sha1, number of the feed-forward operation}. K
  // of the four groups of 20 operations of SHA-1 are at unused addresses.
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
    .address_i(index_i[5:0]), .row_o(row_d)
  );
  sil_table #(.Width(32), .Rows(16), .Content(other_rows())) u_other (
    .address_i(other_q), .row_o(other)
  );

  always_comb begin
    round = index_i[5:4] - 2'd1;
    kind_d = '{
      sha1:         sha1_i,
      feed_forward: index_i >= IndexBits'(FeedForward),
      direct:       index_i >= IndexBits'(ControlWords - 2),
      round:        sha1_i ? sha1_round(index_i) : round,
      shift:        sha1_i ? SHIFT_5
                    : '{coarse: index_i[1:0], fine: MD5_FINE[{round, index_i[1:0]}]}
    };
    other_d = kind_d.feed_forward ? {sha1_i, index_i[2:0]} : round_row(kind_d.round);
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
      if (kind_q.feed_forward && !initial_i) constant_q <= '0;
      else constant_q <= kind_q.sha1 | kind_q.feed_forward ? other : row_q.constant;
    end
  end

  assign kind_o = kind_q;
  assign hold_o = hold_q;
  assign pair_o = pair_q;
  assign constant_o = constant_q;
endmodule
