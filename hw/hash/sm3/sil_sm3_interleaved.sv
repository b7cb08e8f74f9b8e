// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The SM3 datapath for three messages: three registers in its feedback loops, with a message in
/// each (C-slow retiming).
///
/// A round of GB/T 32905-2016 5.3.3 takes three cycles, with an addition for each register:
///
///     cycle 0   P = (A <<< 12) + T          E = P0(TT2)     D + FF(A, B, C)     H + W
///     cycle 1   X = P + E                   [D + FF] + W'   [H + W] + GG(E, F, G)
///     cycle 2   TT1 = [D + FF + W'] + ((X <<< 7) ^ (A <<< 12))
///               TT2 = [H + W + GG] + (X <<< 7)
///
/// FF is a selection by A between words that are known a cycle earlier, and GG one by E
/// (sil_sm3_pkg::choice_ff). The cells of the carry chain make these selections and the XOR
/// (sil_add_function).
///
/// B, C and D are earlier values of A, and F, G and H of E. Their rotations are where they are
/// read, so a word of the chaining value is held as it was a value of A or E. A word of the
/// feed-forward passes a register beside each loop: V ^ A(j-3), or the initial value if the channel
/// starts a new message. An adder takes it in place of a sum.
///
/// A round reads W(j) and W(j+4). So the rounds follow the message schedule by a pass of four
/// rounds (12 cycles), and their control words are those of the pass before.
///
/// ## Latency and throughput
/// A round of one channel per cycle. The words of the feed-forward are the digest 17 cycles after
/// the control word.
module sil_sm3_interleaved
  import sil_sm3_pkg::*;
#(
  localparam int unsigned Messages = 3,
  localparam int unsigned TidBits = $clog2(Messages),
  localparam int unsigned StepBits = $clog2(FEED_FORWARD)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// The control word of this cycle, as in sil_md_interleaved.
  input  logic [TidBits-1:0]  channel_i,
  input  logic [StepBits-1:0] step_i,
  input  logic                run_i,
  input  logic                load_i,
  input  word_t               message_i,
  input  logic                hold_i,
  input  logic                capture_i,
  input  logic                fresh_i,
  /// The digest is complete from the next cycle on.
  output logic                last_o,
  /// The digest as a chaining value, A in the high bits. It holds until the next one.
  output logic [255:0]        chaining_o
);
  localparam int unsigned PassCycles = Messages * FEED_FORWARD;

  // The inputs of a cell of a carry chain, as truth tables.
  localparam logic [15:0] A = 16'haaaa;
  localparam logic [15:0] B = 16'hcccc;
  localparam logic [15:0] C = 16'hf0f0;
  localparam logic [15:0] D = 16'hff00;
  localparam logic [15:0] SELECT = (B & C) | (~B & D);

  // The message schedule (5.3.2): W(j) is in w_q three cycles after its control word. The words
  // that it needs are read in the cycle after the control word.
  localparam int unsigned Written = 3;
  localparam int unsigned Tap3 = 3 * Messages - Written + 1;
  localparam int unsigned Tap4 = 4 * Messages;  // a cycle after W(j+4) is written
  localparam int unsigned Tap6 = 6 * Messages - Written + 1;
  localparam int unsigned Tap9 = 9 * Messages - Written + 1;
  localparam int unsigned Tap13 = 13 * Messages - Written + 1;
  localparam int unsigned Tap16 = 16 * Messages - Written + 1;

  logic load_q;
  word_t u_q, v_q, w_q, w_3, w_4, w_6, w_9, w_13, w_16, w_sum_q;

  sil_delay_direct #(.Cycles(Tap3)) u_w3 (.clk_i, .rst_ni, .word_i(w_q), .word_o(w_3));
  sil_delay #(.Cycles(Tap4 - Tap3)) u_w4 (.clk_i, .rst_ni, .word_i(w_3), .word_o(w_4));
  sil_delay_direct #(.Cycles(Tap6 - Tap3)) u_w6 (.clk_i, .rst_ni, .word_i(w_3), .word_o(w_6));
  sil_delay_direct #(.Cycles(Tap9 - Tap6)) u_w9 (.clk_i, .rst_ni, .word_i(w_6), .word_o(w_9));
  sil_delay_direct #(.Cycles(Tap13 - Tap9)) u_w13 (.clk_i, .rst_ni, .word_i(w_9), .word_o(w_13));
  sil_delay_direct #(.Cycles(Tap16 - Tap13)) u_w16 (
    .clk_i, .rst_ni, .word_i(w_13), .word_o(w_16)
  );

  always_ff @(posedge clk_i) begin
    load_q  <= load_i;
    u_q     <= load_q ? '0 : w_16 ^ w_9 ^ rotl(15, w_3);
    v_q     <= load_q ? message_i : rotl(7, w_13) ^ w_6;
    w_q     <= p1(u_q) ^ v_q;
    w_sum_q <= w_q ^ w_4;  // W'(j)
  end

  // The control words of the pass before. Channel and step are the same.
  logic [PassCycles-1:0] capture_late_q;
  logic run_late, early_late, hold_late, fresh_late;

  sil_delay #(.Width(4), .Cycles(PassCycles)) u_late (
    .clk_i,
    .rst_ni,
    .word_i({run_i, load_i, hold_i, fresh_i}),
    .word_o({run_late, early_late, hold_late, fresh_late})
  );
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) capture_late_q <= '0;
    else capture_late_q <= {capture_late_q[PassCycles-2:0], capture_i};
  end

  // The cycle of each operation, counted from the control word of the rounds.
  localparam int Choose = 2;  // B and C are known; T; V ^ D
  localparam int Begin = 3;   // A and TT2 are known
  localparam int AddE = 4;
  localparam int AddX = 5;
  localparam int Done = 6;    // the next A and TT2 are known
  localparam int DoneE = 7;   // the next E is known
  localparam int Before = Choose + int'(Messages);  // the round before, in cycle Choose

  logic [DoneE:0] run;
  logic [Before:0] early;
  logic [Begin:0] hold;
  logic [AddE:0] capture, fresh;
  logic [DoneE:0][StepBits-1:0] step;
  logic [Messages-1:0][TidBits-1:0] channel;  // repeats after Messages cycles
  logic [DoneE:1] run_q;
  logic [Before:1] early_q;
  logic [Begin:1] hold_q;
  logic [AddE:1] capture_q, fresh_q;
  logic [DoneE:1][StepBits-1:0] step_q;
  logic [Messages-1:1][TidBits-1:0] channel_q;

  assign run = {run_q, run_late};
  assign early = {early_q, early_late};
  assign hold = {hold_q, hold_late};
  assign capture = {capture_q, capture_late_q[PassCycles-1]};
  assign fresh = {fresh_q, fresh_late};
  assign step = {step_q, step_i};
  assign channel = {channel_q, channel_i};

  always_ff @(posedge clk_i) begin
    run_q     <= run[DoneE-1:0];
    early_q   <= early[Before-1:0];
    hold_q    <= hold[Begin-1:0];
    fresh_q   <= fresh[AddE-1:0];
    step_q    <= step[DoneE-1:0];
    channel_q <= channel[Messages-2:0];
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) capture_q <= '0;
    else capture_q <= capture[AddE-1:0];
  end

  // Earlier values of A and E: B and F a cycle before A and E are known, and so on.
  word_t a_q, a_1_q, a_2_q, a_5, a_8, d_q;
  word_t e_q, e_1_q, e_2_q, e_5, h_q;

  sil_delay_direct #(.Cycles(3)) u_a5 (.clk_i, .rst_ni, .word_i(a_2_q), .word_o(a_5));
  sil_delay_direct #(.Cycles(3)) u_a8 (.clk_i, .rst_ni, .word_i(a_5), .word_o(a_8));
  sil_delay_direct #(.Cycles(3)) u_e5 (.clk_i, .rst_ni, .word_i(e_2_q), .word_o(e_5));
  sil_delay #(.Cycles(3)) u_h (.clk_i, .rst_ni, .word_i(e_5), .word_o(h_q));

  // The constant T(j) <<< j of each message rotates with its rounds. After a feed-forward follows
  // round 0, and the first round without a message word is round 16.
  word_t t_d;
  word_t [Messages-1:0] t_q;
  always_comb begin
    t_d = rotl(1, t_q[Messages-1]);
    if (early[Before] & ~early[Choose]) t_d = rotl(16, T_LATER);
    if (!run[Before]) t_d = T_FIRST;
  end

  // The feed-forward: the words of the chaining value of each channel, and the initial value, as
  // values of A and E.
  localparam pair_t [3:0] InitialPairs = pairs(INITIAL);
  localparam int unsigned Entries = 2 ** (TidBits + StepBits);
  (* ram_style = "distributed" *) word_t chaining_a_q [Entries];
  (* ram_style = "distributed" *) word_t chaining_e_q [Entries];
  word_t old_a, old_e, sum_a_q, sum_e_q, forward_a_q, forward_e_q;
  assign old_a = chaining_a_q[{channel[Choose], step[Choose]}];
  assign old_e = chaining_e_q[{channel[Begin%Messages], step[Begin]}];

  choice_t ff_q, gg_q;

  always_ff @(posedge clk_i) begin
    if (!run[Done]) chaining_a_q[{channel[Done%Messages], step[Done]}] <= a_q;
    if (!run[DoneE]) chaining_e_q[{channel[DoneE%Messages], step[DoneE]}] <= e_q;

    sum_a_q     <= a_8 ^ (hold[Choose] ? '0 : old_a);
    forward_a_q <= fresh[Begin] ? InitialPairs[step[Begin]].a : sum_a_q;
    sum_e_q     <= h_q ^ (hold[Begin] ? '0 : old_e);
    forward_e_q <= fresh[AddE] ? InitialPairs[step[AddE]].e : sum_e_q;

    t_q   <= {t_q[Messages-2:0], t_d};
    a_1_q <= a_q;
    a_2_q <= a_1_q;
    e_1_q <= e_q;
    e_2_q <= e_1_q;
    d_q   <= c_of(a_8);
    ff_q  <= choice_ff(early[Choose], a_2_q, c_of(a_5));
    gg_q  <= choice_gg(early[Begin], e_2_q, g_of(e_5));
  end

  // The adders. A function is an XOR of products, and a product with a zero is known: the initial
  // value takes the place of an unknown sum after power-on.
  word_t p_q, x_q, tt2_q, d_ff_q, d_ff_w_q, h_w_q, h_w_gg_q;

  sil_add_pieces #(.First(A), .Second(C)) u_p (
    .clk_i, .a_i(t_q[0]), .b_i('0), .c_i(rotl(12, a_q)), .d_i('0), .carry_i(1'b0), .sum_o(p_q)
  );
  sil_add_pieces #(.First(A), .Second(C)) u_x (
    .clk_i, .a_i(p_q), .b_i('0), .c_i(e_q), .d_i('0), .carry_i(1'b0), .sum_o(x_q)
  );
  sil_add_pieces #(.First(A), .Second(SELECT)) u_d_ff (
    .clk_i, .a_i(d_q), .b_i(a_q), .c_i(ff_q.one), .d_i(ff_q.zero), .carry_i(1'b0), .sum_o(d_ff_q)
  );
  sil_add_pieces #(.First(A & B), .Second(SELECT)) u_d_ff_w (
    .clk_i, .a_i(d_ff_q), .b_i({32{run[AddE]}}), .c_i(w_sum_q), .d_i(forward_a_q),
    .carry_i(1'b0), .sum_o(d_ff_w_q)
  );
  sil_add_pieces #(.First(A), .Second(B & (C ^ D))) u_a (
    .clk_i, .a_i(d_ff_w_q), .b_i({32{run[AddX]}}), .c_i(rotl(7, x_q)), .d_i(rotl(12, a_2_q)),
    .carry_i(1'b0), .sum_o(a_q)
  );
  sil_add_pieces #(.First(A), .Second(C)) u_h_w (
    .clk_i, .a_i(w_4), .b_i('0), .c_i(g_of(h_q)), .d_i('0), .carry_i(1'b0), .sum_o(h_w_q)
  );
  sil_add_pieces #(.First(A), .Second(SELECT)) u_h_w_gg (
    .clk_i, .a_i(h_w_q), .b_i(e_q), .c_i(gg_q.one), .d_i(gg_q.zero), .carry_i(1'b0),
    .sum_o(h_w_gg_q)
  );
  sil_add_pieces #(.First(A & B), .Second(SELECT)) u_tt2 (
    .clk_i, .a_i(h_w_gg_q), .b_i({32{run[AddX]}}), .c_i(rotl(7, x_q)), .d_i(forward_e_q),
    .carry_i(1'b0), .sum_o(tt2_q)
  );
  // P0, or the word of the feed-forward alone.
  always_ff @(posedge clk_i) begin
    e_q <= tt2_q ^ ({32{run[Done]}} & (rotl(9, tt2_q) ^ rotl(17, tt2_q)));
  end

  // The digest, the oldest pair in item 0.
  word_t [3:0] digest_a_q, digest_e_q;
  pair_t [3:0] digest;
  for (genvar i = 0; i < 4; i++) begin : gen_digest
    assign digest[i] = '{a: digest_a_q[i], e: digest_e_q[i]};
  end
  always_ff @(posedge clk_i) begin
    if (capture[Begin]) digest_a_q <= {sum_a_q, digest_a_q[3:1]};
    if (capture[AddE]) digest_e_q <= {sum_e_q, digest_e_q[3:1]};
  end

  assign last_o = capture[AddE] & step[AddE] == StepBits'(FEED_FORWARD - 1);
  assign chaining_o = chaining_value(digest);
endmodule
