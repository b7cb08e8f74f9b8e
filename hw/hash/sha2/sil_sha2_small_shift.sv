// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The datapath of the word-serial SHA-256 for standard cells: the words are in shift registers.
///
/// After the feed-forward the working variables are the words of H. The digest leaves from them:
/// four of them rotate by three words before each word of the digest.
///
/// ## Latency and throughput
/// A step is done in its cycle.
module sil_sha2_small_shift
  import sil_sha2_small_pkg::*;
#(
  /// Stop the clocks of the shift registers while they hold. Gain: area and power in cells.
  parameter bit ClockGate = 1'b0
) (
  input  logic        clk_i,
  input  step_e       step_i,
  input  logic [5:0]  count_i,
  /// The last step of the digest.
  input  logic        final_i,
  /// The step is done in this cycle.
  output logic        run_o,
  /// A word of the message.
  input  logic [31:0] word_i,
  input  logic        valid_i,
  output logic        ready_o,
  /// A word of the digest.
  output logic [31:0] word_o,
  output logic        last_o,
  output logic        valid_o,
  input  logic        ready_i
);
  localparam rows_t Constants = constants();

  logic [15:0][31:0] schedule_q;  // W(t-16) in word 0
  logic [3:0][31:0] high_q;       // d, c, b, a
  logic [3:0][31:0] low_q;        // h, g, f, e
  logic [7:0][31:0] chaining_q;   // the words of H, the next one in word 0
  logic [31:0] sum_q, sum, operand, row;
  logic run, waits, gives;

  assign gives = step_i == Digest && &count_i[1:0];
  assign waits = (step_i == Message && !valid_i) || (gives && !ready_i);
  assign run = ~waits;

  assign row = (Constants[{1'b0, count_i}] & {32{step_i == WordK}})
    | (Constants[{4'h8, count_i[2:0]}] & {32{step_i == Load}});

  // The operand is an XOR of three words. For a function Sigma or sigma they are the word rotated
  // or shifted by three distances. Another source is the first word, and the other two are zero.
  function automatic logic [31:0] rotated(logic [31:0] x, int unsigned by);
    return 32'({x, x} >> by);
  endfunction

  logic [11:0][31:0] sources;
  logic [11:0] selects;
  logic [2:0][31:0] terms;
  logic high, low;
  assign high = step_i == WordD || ((step_i == Forward) & ~count_i[2])
                || ((step_i == Digest) & ~count_i[4]);
  assign low = step_i == WordH || ((step_i == Forward) & count_i[2])
               || ((step_i == Digest) & count_i[4]);
  assign sources = {
    rotated(high_q[3], 2), rotated(low_q[3], 6), rotated(schedule_q[14], 17),
    rotated(schedule_q[1], 7),
    32'(sil_sha2_pkg::maj(64'(high_q[3]), 64'(high_q[2]), 64'(high_q[1]))),
    32'(sil_sha2_pkg::ch(64'(low_q[3]), 64'(low_q[2]), 64'(low_q[1]))),
    schedule_q[9], schedule_q[0], chaining_q[0], low_q[0], high_q[0], word_i
  };
  assign selects = {
    step_i == Sigma0A, step_i == Sigma1E, step_i == Sigma1W, step_i == Sigma0W,
    step_i == Majority, step_i == Choose, step_i == W7, step_i == W16, step_i == Chain, low, high,
    step_i == Message
  };
  always_comb begin
    terms[0] = row;
    for (int unsigned i = 0; i < 12; i++) terms[0] |= sources[i] & {32{selects[i]}};
    terms[1] = (rotated(high_q[3], 13) & {32{step_i == Sigma0A}})
      | (rotated(low_q[3], 11) & {32{step_i == Sigma1E}})
      | (rotated(schedule_q[14], 19) & {32{step_i == Sigma1W}})
      | (rotated(schedule_q[1], 18) & {32{step_i == Sigma0W}});
    terms[2] = (rotated(high_q[3], 22) & {32{step_i == Sigma0A}})
      | (rotated(low_q[3], 25) & {32{step_i == Sigma1E}})
      | ((schedule_q[14] >> 10) & {32{step_i == Sigma1W}})
      | ((schedule_q[1] >> 3) & {32{step_i == Sigma0W}});
  end
  assign operand = terms[0] ^ terms[1] ^ terms[2];
  assign sum = sum_q + operand;

  // The clocks. Between messages, and while a word waits, none runs.
  logic add, word, forward, new_a, new_e;
  logic sum_clock, schedule_clock, chaining_clock, high_clock, low_clock;
  logic run_sum, run_schedule, run_chaining, run_high, run_low;
  logic turn, rotates;
  assign rotates = step_i == Digest && !gives;
  assign turn = step_i == Digest ? count_i[4] : count_i[2];
  assign add = run & step_i != WordD;
  assign word = (step_i == Message & valid_i) | step_i == Sigma1W;
  assign forward = step_i == Forward || step_i == Load;
  assign new_a = step_i == Majority || ((forward | rotates) & ~turn);
  assign new_e = step_i == WordD || ((forward | rotates) & turn);
  sil_clock_gate #(.Gate(ClockGate)) u_sum_clock (
    .clk_i, .en_i(add), .clk_o(sum_clock), .en_o(run_sum)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_schedule_clock (
    .clk_i, .en_i(word), .clk_o(schedule_clock), .en_o(run_schedule)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_chaining_clock (
    .clk_i, .en_i(forward), .clk_o(chaining_clock), .en_o(run_chaining)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_high_clock (
    .clk_i, .en_i(new_a), .clk_o(high_clock), .en_o(run_high)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_low_clock (
    .clk_i, .en_i(new_e), .clk_o(low_clock), .en_o(run_low)
  );

  // A sum that ends with a word of H, with a or with a word of the digest is not added to.
  logic starts;
  assign starts = forward || step_i == Majority || step_i == Digest;
  always_ff @(posedge sum_clock) if (run_sum) sum_q <= sum & {32{~starts}};
  always_ff @(posedge schedule_clock) if (run_schedule) schedule_q <= {sum, schedule_q[15:1]};
  always_ff @(posedge chaining_clock) if (run_chaining) chaining_q <= {sum, chaining_q[7:1]};
  always_ff @(posedge high_clock) if (run_high) high_q <= {sum, high_q[3:1]};
  always_ff @(posedge low_clock) if (run_low) low_q <= {sum, low_q[3:1]};

  assign run_o = run;
  assign ready_o = step_i == Message;
  assign valid_o = gives;
  assign last_o = final_i;
  assign word_o = operand;
endmodule
