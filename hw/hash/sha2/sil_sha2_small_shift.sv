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
  /// The algorithm, SHA224 or SHA256.
  parameter sil_sha2_pkg::alg_e Alg = sil_sha2_pkg::SHA256,
  /// Stop the clocks of the shift registers while they hold. Gain: area and power in standard
  /// cells.
  parameter bit ClockGate = 1'b0
) (
  input  logic        clk_i,
    input  step_e       step_i,
  input  logic [5:0]  count_i,
  /// The step is done in this cycle.
  output logic        run_o,
  /// A word of the message.
  input  logic [31:0] word_i,
  input  logic        valid_i,
  output logic        ready_o,
  /// A word of the digest.
  output logic [31:0] word_o,
  /// It is the last one.
  output logic        last_o,
  output logic        valid_o,
  input  logic        ready_i
);
  localparam int unsigned Words = sil_sha2_pkg::digest_bits(Alg) / 32;
  localparam rows_t Constants = constants(Alg);

  function automatic logic [31:0] rotr(logic [31:0] x, int unsigned by);
    return 32'({x, x} >> by);
  endfunction

  logic [15:0][31:0] schedule_q;  // W(t-16) in word 0
  logic [3:0][31:0] high_q;       // d, c, b, a
  logic [3:0][31:0] low_q;        // h, g, f, e
  logic [7:0][31:0] chaining_q;   // the words of H, the next one in word 0
  logic [31:0] sum_q, sum, operand, row;
  logic run, waits, gives;

  assign gives = step_i == Digest && &count_i[1:0];
  assign waits = (step_i == Message && !valid_i) || (gives && !ready_i);
  assign run = ~waits;

  // The constants in groups of eight, because a function of three bits takes few gates.
  always_comb begin
    row = Constants[{4'h8, count_i[2:0]}] & {32{step_i == Load}};
    for (int unsigned i = 0; i < 8; i++) begin
      row |= Constants[{4'(i), count_i[2:0]}] & {32{step_i == WordK && count_i[5:3] == 3'(i)}};
    end
  end

  // The operand is the exclusive or of three words, because each function of one word is that of
  // three rotations. All functions share its gates. Every other source is in the first word.
  logic [4:0][31:0] sources;
  logic [4:0] selects;
  logic [31:0] big_0, big_1, small_0, small_1, one, two, three;
  logic high, low;
  assign high = step_i == WordD || ((step_i == Forward) & ~count_i[2])
                || ((step_i == Digest) & ~count_i[4]);
  assign low = step_i inside {WordH, Message} || ((step_i == Forward) & count_i[2])
               || ((step_i == Digest) & count_i[4]);
  assign sources = {
    32'(sil_sha2_pkg::maj(64'(high_q[3]), 64'(high_q[2]), 64'(high_q[1]))),
    32'(sil_sha2_pkg::ch(64'(low_q[3]), 64'(low_q[2]), 64'(low_q[1]))),
    schedule_q[9], low_q[0], high_q[0]
  };
  assign selects = {
    step_i == Majority, step_i == Choose, step_i == W7, low, high
  };
  assign big_0 = high_q[3] & {32{step_i == Sigma0A}};
  assign big_1 = low_q[3] & {32{step_i == Sigma1E}};
  assign small_0 = schedule_q[1] & {32{step_i == Sigma0W}};
  assign small_1 = schedule_q[14] & {32{step_i == Sigma1W}};
  always_comb begin
    one = rotr(big_0, 2) | rotr(big_1, 6) | rotr(small_0, 7) | rotr(small_1, 17) | row;
    two = rotr(big_0, 13) | rotr(big_1, 11) | rotr(small_0, 18) | rotr(small_1, 19);
    three = rotr(big_0, 22) | rotr(big_1, 25) | (small_0 >> 3) | (small_1 >> 10);
    for (int unsigned i = 0; i < 5; i++) one |= sources[i] & {32{selects[i]}};
    operand = one ^ two ^ three;
  end

  // The adder, with the fewest gates. The first step of a sum adds to another word: W(t-16), a
  // word of the message or of H. Load and Digest add to zero.
  logic starts;
  logic [31:0] addend, message;
  // The last carry is not used.
  // verilator lint_off UNUSEDSIGNAL
  logic [32:0] carry;
  // verilator lint_on UNUSEDSIGNAL
  assign starts = step_i inside {Load, Message, Sigma0W, Forward, Digest};
  assign message = word_i & {32{step_i == Message}};
  assign addend = (sum_q & {32{~starts}}) | (schedule_q[0] & {32{step_i == Sigma0W}})
    | (chaining_q[0] & {32{step_i == Forward}}) | message;
  assign carry[0] = 1'b0;
  for (genvar i = 0; i < 32; i++) begin : gen_bit
    assign sum[i] = addend[i] ^ operand[i] ^ carry[i];
    assign carry[i+1] = (addend[i] & operand[i]) | (carry[i] & (addend[i] ^ operand[i]));
  end

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

  always_ff @(posedge sum_clock) if (run_sum) sum_q <= sum;
  always_ff @(posedge schedule_clock) if (run_schedule) begin
    schedule_q <= {message | (sum & {32{step_i != Message}}), schedule_q[15:1]};
  end
  always_ff @(posedge chaining_clock) if (run_chaining) chaining_q <= {sum, chaining_q[7:1]};
  always_ff @(posedge high_clock) if (run_high) high_q <= {sum, high_q[3:1]};
  always_ff @(posedge low_clock) if (run_low) low_q <= {sum, low_q[3:1]};

  assign run_o = run;
  assign ready_o = step_i == Message;
  assign valid_o = gives;
  assign last_o = count_i[4:2] == 3'(Words - 1);
  assign word_o = operand;
endmodule
