// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The retimed SM3 datapath for one message at a time (Precompute = 2): everything that does not
/// need the newest A and E is added before the loop.
///
/// Round j of GB/T 32905-2016 5.3.3, with the brackets formed one cycle earlier, is
///
///     X   = (A <<< 12) + E + [T(j) <<< j]
///     TT1 = ([D + W'(j)] + FF(A, B, C)) + ((X <<< 7) ^ (A <<< 12))
///     TT2 = ([H + W(j)]  + GG(E, F, G)) + (X <<< 7)
///
/// FF selects between two words that follow from B and C, and GG between two words that follow from
/// F and G. These words are formed one cycle earlier, too. The sums with FF and GG are formed in
/// parallel with X, so the loop has two adders, one after the other. The register of E holds TT2,
/// and P0 is a part of the logic that reads it.
///
/// The feed-forward clears the registers of TT1 and TT2, which costs no logic in the loop. Its
/// words bypass the loop in registers of their own (`forward_q`). In round 0 these words are A and
/// E. They are known one cycle earlier, so X, FF and GG of round 0 are formed then. They replace T
/// and the choices of FF and GG.
///
/// ## Latency and throughput
/// One operation per cycle. The rounds follow the message schedule by four words. The words of the
/// feed-forward are in the chaining-value register 6 cycles after their control word.
module sil_sm3_retimed
  import sil_md_pkg::*, sil_sm3_pkg::*;
#(
  /// Midstates that can be saved.
  parameter int unsigned Midstates = 0,
  /// Stop the clock of registers that hold.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned MidstateBits = Midstates == 0 ? 1 : $clog2(Midstates + 1)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  /// The datapath advances; otherwise it stalls.
  input  logic                    run_i,
  /// A message starts from the initial hash value `initial_i`, or from the saved midstate
  /// `restore_i`, counted from 1. Its result is saved as midstate `save_i`; 0: not saved.
  input  logic                    clear_i,
  input  logic [255:0]            initial_i,
  input  logic [MidstateBits-1:0] restore_i,
  input  logic [MidstateBits-1:0] save_i,
  /// The control word.
  input  control_t                control_i,
  /// The message word.
  input  logic [31:0]             message_i,
  /// `message_i` is taken in this cycle if `run_i`.
  output logic                    load_o,
  /// The last operation of a message is done. `chaining_o` is its result from the next cycle on.
  output logic                    last_o,
  /// The chaining value, A in the high bits.
  output logic [255:0]            chaining_o
);
  // Stages that a control word passes. Choose: a word of the schedule is selected. Prepare: W(j+4)
  // is in the window; D + W', H + W, the words of the feed-forward, and the choices of FF and GG
  // are formed. Operate: TT1 and TT2.
  localparam int unsigned Choose = 0;
  localparam int unsigned Prepare = 1 + WORDS_AHEAD;
  localparam int unsigned Operate = Prepare + 1;

  control_t [Operate:0] control_q;
  word_t constant, word, word_ahead;
  pair_t [3:0] chaining;
  pair_t chaining_next, forward_d;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) control_q <= '0;
    else if (run_i) control_q <= {control_q[Operate-1:0], control_i};
  end

  // All registers of the datapath except the chaining-value register share this clock gate.
  logic clk, en;

  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(run_i), .clk_o(clk), .en_o(en)
  );

  sil_sm3_schedule u_schedule (
    .clk_i    (clk),
    .run_i    (en),
    .load_i   (control_q[Choose].load),
    .message_i,
    .words_o  (word),
    .ahead_o  (word_ahead)
  );

  sil_sm3_constants u_constants (
    .clk_i              (clk),
    .run_i              (en),
    .feed_forward_i     (control_q[Prepare].feed_forward),
    .early_i            (control_q[Prepare].load),
    .next_feed_forward_i(control_q[Prepare-1].feed_forward),
    .next_early_i       (control_q[Prepare-1].load),
    .constants_o        (constant)
  );

  // Words of the feed-forward, their sum in the X of a round, and the same words one cycle later.
  // Zero outside the feed-forward.
  pair_t forward_q, late_q;
  word_t forward_sum_q;
  // Working variables. tt1_q and tt2_q are zero after a feed-forward; A and E are in late_q then.
  // The row has earlier values of A and E, the newer first: b_q[0] is B, b_q[1] becomes C.
  word_t tt1_q, tt2_q, a, e;
  word_t [1:0] b_q, f_q;
  // Sums and choices that are formed before the loop.
  word_t t_q, dw_d, dw_q, hw_q;
  choice_t ff_q, gg_q;

  assign a = tt1_q | late_q.a;
  assign e = p0(tt2_q) | late_q.e;
  assign forward_d = {b_q[1], f_q[1]} ^ chaining_next;

  // W'(j) = W(j) ^ W(j+4)
  sil_add_xor u_dw (
    .a_i(c_of(b_q[1])), .x0_i(word), .x1_i(word_ahead), .sum_o(dw_d)
  );

  always_ff @(posedge clk) begin
    if (en) begin
      if (control_q[Prepare].feed_forward) begin
        forward_q     <= forward_d;
        forward_sum_q <= rotl(12, forward_d.a) + forward_d.e;
      end else begin
        forward_q     <= '0;
        forward_sum_q <= '0;
      end
      late_q <= forward_q;
      t_q    <= constant + forward_sum_q;
      dw_q   <= dw_d;
      hw_q   <= g_of(f_q[1]) + word;
      // In round 0 tt1_q and tt2_q are zero and choose `zero`, to which A and E are added by XOR.
      ff_q   <= choice_ff(control_q[Prepare].load, a, c_of(b_q[0])) ^ {32'b0, forward_q.a};
      gg_q   <= choice_gg(control_q[Prepare].load, e, g_of(f_q[0])) ^ {32'b0, forward_q.e};
    end
  end

  // The loop.
  word_t x, ss1, sum_ff, sum_gg, tt1_d, tt2_d;

  assign ss1 = rotl(7, x);

  // X = (TT1 <<< 12) + P0(TT2) + T
  sil_add_three_xor u_x (
    .a_i(rotl(12, tt1_q)), .b_i(t_q), .x0_i(tt2_q), .x1_i(rotl(9, tt2_q)), .x2_i(rotl(17, tt2_q)),
    .sum_o(x)
  );
  sil_add_select u_ff (
    .a_i(dw_q), .select_i(tt1_q), .x0_i(ff_q.zero), .x1_i(ff_q.one), .sum_o(sum_ff)
  );
  sil_add_select u_gg (
    .a_i(hw_q), .select_i(p0(tt2_q)), .x0_i(gg_q.zero), .x1_i(gg_q.one), .sum_o(sum_gg)
  );
  sil_add_xor u_tt1 (
    .a_i(sum_ff), .x0_i(ss1), .x1_i(rotl(12, a)), .sum_o(tt1_d)
  );
  assign tt2_d = sum_gg + ss1;

  // Between messages the working variables are zero, and the first feed-forward loads the initial
  // hash value into them.
  logic operate;
  assign operate = control_q[Operate].valid & ~control_q[Operate].feed_forward;

  always_ff @(posedge clk) begin
    if (en) begin
      {tt1_q, tt2_q} <= operate ? {tt1_d, tt2_d} : '0;
      {b_q, f_q} <= control_q[Operate].valid ? {b_q[0], a, f_q[0], e} : '0;
    end
  end

  // The feed-forward has no carry: an old pair leaves the register and the new one enters it in the
  // same cycle.
  sil_md_chaining #(
    .Width(64), .Words(4), .Midstates(Midstates), .ClockGate(ClockGate)
  ) u_chaining (
    .clk_i,
    .rst_ni,
    .load_i (clear_i),
    .words_i(pairs(initial_i)),
    .shift_i(run_i & control_q[Prepare].feed_forward),
    .new_i  (forward_d),
    .save_i,
    .read_i (run_i & control_q[Prepare].first),
    .restore_i,
    .next_o (chaining_next),
    .words_o(chaining)
  );

  assign load_o = control_q[Choose].load;
  assign last_o = control_q[Prepare].last & run_i;
  assign chaining_o = chaining_value(chaining);
endmodule
