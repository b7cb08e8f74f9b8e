// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The retimed SHA-2 datapath for one message at a time (Precompute = 2): the working variables a
/// to d lag e to h by two cycles, and each feedback loop has one three-operand sum.
///
/// E(t) is the value of e before round t, so f = E(t-1), g = E(t-2) and h = E(t-3). A(t) is the
/// same for a to d. Then FIPS 180-4 6.4.2 step 3 is
///
///     E(t+1) = [K + W + E(t-3) + A(t-3)] + Sigma1(E(t)) + Ch(E(t), E(t-1), E(t-2))
///     A(t+1) = [E(t+1) - A(t-3)] + Sigma0(A(t)) + Maj(A(t), A(t-1), A(t-2))
///
/// E(t+1) needs no value of A newer than A(t-3), so A may lag E by two cycles. Both brackets are
/// then registered: K + W, + E and + A take one cycle each, and E - A takes one. Each loop keeps a
/// three-operand sum and its two functions, and this loop limits the clock.
///
/// The feed-forward uses the same adders without the functions: E' = He + E(t-3), with K = 0 and He
/// in place of W, and A' = Ha + A(t-3), formed in place of E - A.
///
/// ## Latency and throughput
/// One operation per cycle. The sums of the feed-forward are in the chaining-value registers 8
/// cycles after its control word.
module sil_sha2_retimed
  import sil_md_pkg::*, sil_sha2_pkg::*;
#(
  /// Width of a word in bits: 32 or 64.
  parameter int unsigned Width = 64,
  /// Control words per block, and the code of their numbers.
  parameter int unsigned ControlWords = 84,
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// Midstates that can be saved.
  parameter int unsigned Midstates = 0,
  /// Stop the clock of registers that hold.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned CountBits = sil_counter_pkg::code_bits(ControlWords),
  localparam int unsigned MidstateBits = Midstates == 0 ? 1 : $clog2(Midstates + 1)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  /// The datapath advances; otherwise it stalls.
  input  logic                    run_i,
  /// A message starts from the initial hash value `initial_i`, or from the saved midstate
  /// `restore_i`, counted from 1. Its result is saved as midstate `save_i`; 0: not saved.
  input  logic                    clear_i,
  input  logic [8*Width-1:0]      initial_i,
  input  logic [MidstateBits-1:0] restore_i,
  input  logic [MidstateBits-1:0] save_i,
  /// The control word, and the code of its number.
  input  control_t                control_i,
  input  logic [CountBits-1:0]    count_i,
  /// The message word.
  input  logic [Width-1:0]        message_i,
  /// `message_i` is taken in this cycle if `run_i`.
  output logic                    load_o,
  /// The last operation of a message is done. `chaining_o` is its result from the next cycle on.
  output logic                    last_o,
  /// The chaining value, H0 in the high bits.
  output logic [8*Width-1:0]      chaining_o
);
  typedef logic [Width-1:0] word_t;

  // Stages that a control word passes: the schedule's word is selected, K + W, + E, + A, E(t+1),
  // E - A, A(t+1), the sums are in the chaining-value registers.
  typedef enum int unsigned {Choose, AddW, AddE, AddA, NewE, SubA, NewA, Done} stage_e;

  control_t [Done:0] control_q;
  // A feed-forward is in a stage in which words of e, or of a, leave or enter their register.
  logic shift_e_d, shift_e_q, shift_a_d, shift_a_q;
  word_t [BLOCK_WORDS-1:0] window;
  word_t k, kw_q, kwe_q, kwea_q, ea_q;
  word_t [2:0] e_q, a_q;  // e_q[0] is the newest
  word_t [3:0] chaining_e, chaining_a;
  word_t next_e, next_a;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      control_q <= '0;
      shift_e_q <= 1'b0;
      shift_a_q <= 1'b0;
    end else if (run_i) begin
      control_q <= {control_q[Done-1:0], control_i};
      shift_e_q <= shift_e_d;
      shift_a_q <= shift_a_d;
    end
  end

  // All registers of the datapath except the chaining-value registers share this clock gate.
  logic clk, en;

  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(run_i), .clk_o(clk), .en_o(en)
  );

  sil_sha2_constants #(
    .Width(Width), .ControlWords(ControlWords), .CounterCode(CounterCode)
  ) u_constants (
    .clk_i(clk), .run_i(en), .count_i, .constants_o(k)
  );

  sil_sha2_schedule #(.Width(Width), .Precompute(2)) u_schedule (
    .clk_i         (clk),
    .run_i         (en),
    .load_i        (control_q[Choose].load),
    .feed_forward_i(control_q[Choose].feed_forward),
    .message_i,
    .chaining_i    (next_e),
    .pass_i        (1'b0),
    .window_i      ('0),
    .window_o      (window)
  );

  // With midstates, the selection of the word has a cycle of its own before the adder.
  localparam stage_e ReadA = Midstates == 0 ? SubA : NewE;
  word_t word_a;
  if (Midstates == 0) begin : gen_at_once
    assign word_a = next_a;
  end else begin : gen_ahead
    word_t next_a_q;
    always_ff @(posedge clk) if (en) next_a_q <= next_a;
    assign word_a = next_a_q;
  end

  // The sums that are formed before the loops.
  always_ff @(posedge clk) begin
    if (en) begin
      kw_q   <= k + window[BLOCK_WORDS-1];
      kwe_q  <= kw_q + e_q[1];
      kwea_q <= kwe_q + (control_q[AddA].feed_forward ? '0 : a_q[0]);
      ea_q   <= control_q[SubA].feed_forward ? word_a + a_q[2] : e_q[0] - a_q[2];
    end
  end

  // The two loops.
  word_t e_d, a_d, sigma1_e, ch_e, sigma0_a, maj_a;

  always_comb begin
    sigma1_e = Width'(big_sigma1(Width, 64'(e_q[0])));
    ch_e     = Width'(ch(64'(e_q[0]), 64'(e_q[1]), 64'(e_q[2])));
    sigma0_a = Width'(big_sigma0(Width, 64'(a_q[0])));
    maj_a    = Width'(maj(64'(a_q[0]), 64'(a_q[1]), 64'(a_q[2])));
  end

  sil_add_three #(.Width(Width)) u_add_e (
    .alone_i(control_q[NewE].feed_forward), .a_i(kwea_q), .b_i(sigma1_e), .c_i(ch_e), .sum_o(e_d)
  );
  sil_add_three #(.Width(Width)) u_add_a (
    .alone_i(control_q[NewA].feed_forward), .a_i(ea_q), .b_i(sigma0_a), .c_i(maj_a), .sum_o(a_d)
  );

  // Between messages the working variables are zero, and the first feed-forward adds the initial
  // hash value to them.
  always_ff @(posedge clk) begin
    if (en) begin
      e_q <= control_q[NewE].valid ? {e_q[1:0], e_d} : '0;
      a_q <= control_q[NewA].valid ? {a_q[1:0], a_d} : '0;
    end
  end

  // The chaining value is in two shift registers. The one of e shifts out H7 to H4, the one of a H3
  // to H0, in this order.
  always_comb begin
    shift_e_d = control_i.feed_forward;
    for (int unsigned i = Choose; i < SubA; i++) shift_e_d |= control_q[i].feed_forward;
    shift_a_d = 1'b0;
    for (int unsigned i = ReadA - 1; i < Done; i++) shift_a_d |= control_q[i].feed_forward;
  end

  sil_md_chaining #(.Width(Width), .Midstates(Midstates), .ClockGate(ClockGate)) u_chaining_e (
    .clk_i,
    .rst_ni,
    .load_i (clear_i),
    .words_i(initial_i[0+:4*Width]),
    .shift_i(run_i & shift_e_q),
    .new_i  (e_q[0]),
    .save_i,
    .read_i (run_i & control_q[Choose].first),
    .restore_i,
    .next_o (next_e),
    .words_o(chaining_e)
  );
  sil_md_chaining #(.Width(Width), .Midstates(Midstates), .ClockGate(ClockGate)) u_chaining_a (
    .clk_i,
    .rst_ni,
    .load_i (clear_i),
    .words_i(initial_i[4*Width+:4*Width]),
    .shift_i(run_i & shift_a_q),
    .new_i  (a_q[0]),
    .save_i,
    .read_i (run_i & control_q[ReadA].first),
    .restore_i,
    .next_o (next_a),
    .words_o(chaining_a)
  );

  assign load_o = control_q[Choose].load;
  assign last_o = control_q[Done].last & run_i;
  assign chaining_o = {chaining_a, chaining_e};
endmodule
