// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The retimed SM3 datapath for one message at a time (Precompute = 2): everything that does not
/// need the newest A and E is added before the loop.
///
/// Round j of GB/T 32905-2016 5.3.3, with the brackets formed one cycle earlier, is
///
///     X   = (A <<< 12) + E + (T(j) <<< j)
///     TT1 = ([D + W'(j)] + FF(A, B, C)) + ((X <<< 7) ^ (A <<< 12))
///     TT2 = ([H + W(j)]  + GG(E, F, G)) + (X <<< 7)
///
/// FF and GG select between two words that follow from B, C and F, G, and these are formed one cycle
/// earlier, too. The sums of FF and GG run beside X. So the loop has two adders, one after the other.
/// The register of E holds TT2, and P0 is a part of the logic that reads it.
///
/// The feed-forward forms words of A and E in place of D + W' and H + W, and all other operands of
/// the loop are zero. These are separate registers (`loop_*`), because clearing a register costs no
/// logic in the loop.
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
  // is in the window; D + W', H + W and the choices of FF and GG are formed. Operate: TT1 and TT2.
  // Done: they are in their registers.
  localparam int unsigned Choose = 0;
  localparam int unsigned Prepare = 1 + WORDS_AHEAD;
  localparam int unsigned Operate = Prepare + 1;
  localparam int unsigned Done = Operate + 1;

  control_t [Done:0] control_q;
  word_t constant, word, expanded;
  pair_t [3:0] chaining;
  pair_t chaining_next, forward;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) control_q <= '0;
    else if (run_i) control_q <= {control_q[Done-1:0], control_i};
  end

  // All registers of the datapath except the chaining-value register share this clock gate.
  logic clk, en;

  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(run_i), .clk_o(clk), .en_o(en)
  );

  sil_sm3_schedule u_schedule (
    .clk_i     (clk),
    .run_i     (en),
    .load_i    (control_q[Choose].load),
    .message_i,
    .words_o   (word),
    .expanded_o(expanded)
  );

  sil_sm3_constants u_constants (
    .clk_i              (clk),
    .run_i              (en),
    .feed_forward_i     (control_q[Operate].feed_forward),
    .early_i            (control_q[Operate].load),
    .next_feed_forward_i(control_q[Prepare].feed_forward),
    .next_early_i       (control_q[Prepare].load),
    .constants_o        (constant)
  );

  // Working variables. The row has earlier values of A and E, the newer first: b_q[0] is B, b_q[1]
  // becomes C, f_q[0] is F, f_q[1] becomes G.
  word_t a_q, tt2_q, e;
  word_t [1:0] b_q, f_q;
  // Operands of the loop that are zero during the feed-forward. loop_p0_q holds the bits of TT2 that
  // P0 adds to it, and is also zero after a feed-forward, whose words are values of E themselves.
  word_t loop_a_q, loop_tt2_q, loop_p0_q;
  // Sums and choices that are formed before the loop.
  word_t dw_q, hw_q;
  choice_t ff_q, gg_q;

  assign e = control_q[Done].feed_forward ? tt2_q : p0(tt2_q);
  assign forward = {b_q[1], f_q[1]} ^ chaining_next;

  always_ff @(posedge clk) begin
    if (en) begin
      if (control_q[Prepare].feed_forward) begin
        {dw_q, hw_q} <= forward;
        {ff_q, gg_q} <= '0;
      end else begin
        dw_q <= c_of(b_q[1]) + expanded;
        hw_q <= g_of(f_q[1]) + word;
        ff_q <= choice_ff(control_q[Prepare].load, a_q, c_of(b_q[0]));
        gg_q <= choice_gg(control_q[Prepare].load, e, g_of(f_q[0]));
      end
    end
  end

  // The loop.
  word_t x, ss1, a12, sum_ff, sum_gg, tt1_d, tt2_d;

  assign a12 = rotl(12, loop_a_q);
  assign x = a12 + (loop_tt2_q ^ rotl(9, loop_p0_q) ^ rotl(17, loop_p0_q)) + constant;
  assign ss1 = rotl(7, x);

  sil_add_select u_ff (
    .a_i(dw_q), .select_i(a_q), .x0_i(ff_q.zero), .x1_i(ff_q.one), .sum_o(sum_ff)
  );
  sil_add_select u_gg (
    .a_i(hw_q), .select_i(e), .x0_i(gg_q.zero), .x1_i(gg_q.one), .sum_o(sum_gg)
  );
  // The selection is SS1 ^ (A <<< 12).
  sil_add_select u_tt1 (
    .a_i(sum_ff), .select_i(ss1), .x0_i(a12), .x1_i(~a12), .sum_o(tt1_d)
  );
  assign tt2_d = sum_gg + ss1;

  // Between messages the working variables are zero, and the first feed-forward loads the initial
  // hash value into them.
  always_ff @(posedge clk) begin
    if (en) begin
      {a_q, b_q, tt2_q, f_q} <= control_q[Operate].valid ? {tt1_d, b_q[0], a_q, tt2_d, f_q[0], e} : '0;
    end
  end

  logic clear, clear_p0;
  assign clear = control_q[Prepare].feed_forward | ~control_q[Operate].valid;
  assign clear_p0 = clear | control_q[Operate].feed_forward;
  always_ff @(posedge clk) begin
    if (en) begin
      {loop_a_q, loop_tt2_q} <= clear ? '0 : {tt1_d, tt2_d};
      loop_p0_q <= clear_p0 ? '0 : tt2_d;
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
    .new_i  (forward),
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
