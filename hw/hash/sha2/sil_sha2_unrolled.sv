// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The SHA-2 datapath with all rounds as a pipeline: a block enters in every cycle.
///
/// E(t) is the value of e before round t, and A(t) that of a. FIPS 180-4 6.2.2 and 6.4.2, steps 1
/// and 3, are
///
///     W(t)   = [W(t-16) + sigma0(W(t-15))] + W(t-7) + sigma1(W(t-2))
///     E(t+1) = [K + W + E(t-3) + A(t-3)] + Ch(E(t), E(t-1), E(t-2)) + Sigma1(E(t))
///     A(t+1) = [E(t+1) - A(t-3)] + Maj(A(t), A(t-1), A(t-2)) + Sigma0(A(t))
///
/// Each addition has a cycle of its own, so between two registers there is one carry chain. Ch and
/// Maj are functions of the cells of that chain (sil_add_function); Sigma0 and Sigma1 take a lookup
/// table before it. A round takes two cycles, and A(t) is valid three cycles after E(t). A word of the
/// schedule is not kept until its last use: it is added to the sum of a later word as soon as it is
/// there, and that sum waits (sil_delay).
///
/// ## Latency and throughput
/// A block per cycle. The sum of the feed-forward is valid 2 * Rounds + 7 cycles after the block and
/// the chaining value.
module sil_sha2_unrolled
  import sil_md_pkg::BLOCK_WORDS, sil_sha2_pkg::*;
#(
  /// Width of a word in bits: 32 or 64.
  parameter int unsigned Width = 32,
  localparam int unsigned Rounds = Width == 64 ? 80 : 64
) (
  input  logic                         clk_i,
  /// For delay lines. It does not clear words. Asynchronous assert, active low.
  input  logic                         rst_ni,
  /// There is a block. Without one the chaining value passes unchanged.
  input  logic                         run_i,
  /// The block, its first word in the low bits.
  input  logic [BLOCK_WORDS*Width-1:0] block_i,
  /// The chaining value before and after the block, H0 in the high bits.
  input  logic [8*Width-1:0]           chaining_i,
  output logic [8*Width-1:0]           chaining_o
);
  typedef logic [Width-1:0] word_t;
  typedef logic [15:0] table_t;

  // The inputs of a cell of a carry chain, as truth tables.
  localparam table_t A = 16'haaaa;
  localparam table_t B = 16'hcccc;
  localparam table_t C = 16'hf0f0;
  localparam table_t D = 16'hff00;
  localparam table_t CH = (B & C) | (~B & D);
  localparam table_t MAJ = (B & C) | (B & D) | (C & D);

  // Cycles are counted from that of the inputs. W(t) is valid in cycle 2 * t, E(t) in cycle FirstE +
  // 2 * t, and A(t) in cycle FirstA + 2 * t.
  localparam int unsigned FirstE = 3;
  localparam int unsigned FirstA = 6;
  localparam int unsigned FeedForward = FirstA + 2 * Rounds;

  // The message schedule. w_2 and w_3 are the words two and three cycles later.
  word_t [Rounds-1:0] w, kw_q;
  word_t [Rounds-3:0] w_2, w_3;

  for (genvar t = 0; t < Rounds; t++) begin : gen_schedule
    if (t == 0) begin : gen_now
      assign w[t] = block_i[0+:Width];
    end else if (t < BLOCK_WORDS) begin : gen_message
      sil_delay #(.Width(Width), .Cycles(2 * t)) u_word (
        .clk_i, .rst_ni, .word_i(block_i[t*Width+:Width]), .word_o(w[t])
      );
    end else begin : gen_sum
      word_t sum_a, sum_a_q, sum_a_late, sum_b, sum_b_q, sum_b_late, sum, sum_q;

      // In cycle 2 * (t - 15).
      sil_add_function #(.First(A), .Second(C), .Width(Width)) u_with_w15 (
        .a_i(w_2[t-16]), .b_i('0), .c_i(Width'(small_sigma0(Width, 64'(w[t-15])))), .d_i('0),
        .carry_i(1'b0), .sum_o(sum_a), .carry_o()
      );
      sil_delay #(.Width(Width), .Cycles(15)) u_until_w7 (
        .clk_i, .rst_ni, .word_i(sum_a_q), .word_o(sum_a_late)
      );
      // In cycle 2 * (t - 7).
      sil_add_function #(.First(A), .Second(C), .Width(Width)) u_with_w7 (
        .a_i(sum_a_late), .b_i('0), .c_i(w[t-7]), .d_i('0),
        .carry_i(1'b0), .sum_o(sum_b), .carry_o()
      );
      sil_delay #(.Width(Width), .Cycles(12)) u_until_w2 (
        .clk_i, .rst_ni, .word_i(sum_b_q), .word_o(sum_b_late)
      );
      // In cycle 2 * t - 1.
      sil_add_function #(.First(A), .Second(C), .Width(Width)) u_with_w2 (
        .a_i(sum_b_late), .b_i('0), .c_i(Width'(small_sigma1(Width, 64'(w_3[t-2])))), .d_i('0),
        .carry_i(1'b0), .sum_o(sum), .carry_o()
      );
      always_ff @(posedge clk_i) {sum_a_q, sum_b_q, sum_q} <= {sum_a, sum_b, sum};
      assign w[t] = sum_q;
    end
    if (t < Rounds - 2) begin : gen_kept
      word_t [3:1] w_q;
      always_ff @(posedge clk_i) w_q <= {w_q[2:1], w[t]};
      assign w_2[t] = w_q[2];
      assign w_3[t] = w_q[3];
    end
    always_ff @(posedge clk_i) kw_q[t] <= constant(t) + w[t];
  end

  /// K of round t.
  function automatic word_t constant(int unsigned t);
    return Width == 64 ? Width'(K[t]) : Width'(K[t] >> 32);
  endfunction

  // The loop of e. In cycle FirstE + 2 * t: E(t) to E(t-3), and K + W + E(t-3) + A(t-3).
  word_t [Rounds:0] e, f, g, h, kwea;
  // The loop of a. In the cycle before that of A(t): A(t-1) to A(t-3); b_1 is A(t-1) in the cycle of
  // A(t).
  word_t [Rounds:0] a, b, c, d, b_1;

  // The chaining value is E(0) to E(-3) and A(0) to A(-3), each in the cycle of its first use.
  word_t h2, h3, h7, kwe_q, kwea_q, h2_q;
  sil_delay #(.Width(3 * Width), .Cycles(FirstE)) u_first_e (
    .clk_i, .rst_ni, .word_i(chaining_i[Width+:3*Width]), .word_o({e[0], f[0], g[0]})
  );
  sil_delay #(.Width(Width), .Cycles(FirstA)) u_first_a (
    .clk_i, .rst_ni, .word_i(chaining_i[7*Width+:Width]), .word_o(a[0])
  );
  sil_delay #(.Width(Width), .Cycles(FirstA - 1)) u_first_b (
    .clk_i, .rst_ni, .word_i(chaining_i[6*Width+:Width]), .word_o(b[0])
  );
  sil_delay #(.Width(Width), .Cycles(FirstA - 2)) u_first_c (
    .clk_i, .rst_ni, .word_i(chaining_i[5*Width+:Width]), .word_o(h2)
  );
  sil_delay #(.Width(Width), .Cycles(2)) u_h3 (
    .clk_i, .rst_ni, .word_i(chaining_i[4*Width+:Width]), .word_o(h3)
  );
  sil_delay #(.Width(Width), .Cycles(FirstA - 3)) u_first_d (
    .clk_i, .rst_ni, .word_i(h3), .word_o(d[0])
  );
  sil_delay #(.Width(Width), .Cycles(1)) u_h7 (
    .clk_i, .rst_ni, .word_i(chaining_i[0+:Width]), .word_o(h7)
  );
  always_ff @(posedge clk_i) begin
    kwe_q  <= kw_q[0] + h7;
    kwea_q <= kwe_q + h3;
    h2_q   <= h2;
  end
  assign kwea[0] = kwea_q;
  assign c[0] = h2_q;
  assign h[0] = '0;  // it is in kwea[0]

  for (genvar t = 0; t < Rounds; t++) begin : gen_round
    word_t sum_e, sum_e_q, e_d, e_q, e_1_q, f_1_q, g_1_q, f_q, g_q, h_q;
    word_t ea, ea_q, sum_a, sum_a_q, a_d, a_q, a_1_q, b_1_q, c_1_q, c_q, d_q;

    // In the cycle of E(t).
    sil_add_function #(.First(A), .Second(CH), .Width(Width)) u_add_ch (
      .a_i(kwea[t]), .b_i(e[t]), .c_i(f[t]), .d_i(g[t]), .carry_i(1'b0), .sum_o(sum_e), .carry_o()
    );
    // In the next cycle.
    sil_add_function #(.First(A), .Second(C), .Width(Width)) u_new_e (
      .a_i(sum_e_q), .b_i('0), .c_i(Width'(big_sigma1(Width, 64'(e_1_q)))), .d_i('0),
      .carry_i(1'b0), .sum_o(e_d), .carry_o()
    );
    always_ff @(posedge clk_i) begin
      {sum_e_q, e_q} <= {sum_e, e_d};
      {e_1_q, f_1_q, g_1_q} <= {e[t], f[t], g[t]};
      {f_q, g_q, h_q} <= {e_1_q, f_1_q, g_1_q};
    end
    assign {e[t+1], f[t+1], g[t+1], h[t+1]} = {e_q, f_q, g_q, h_q};

    // K + W(t+1) + E(t-2) in the cycle of E(t), and + A(t-2) in the next cycle.
    if (t + 1 < Rounds) begin : gen_ahead
      word_t next_kwe_q, next_kwea_q;
      always_ff @(posedge clk_i) begin
        next_kwe_q  <= kw_q[t+1] + g[t];
        next_kwea_q <= next_kwe_q + (t == 0 ? h2 : b_1[t-1]);
      end
      assign kwea[t+1] = next_kwea_q;
    end else begin : gen_last
      assign kwea[t+1] = '0;
    end

    // In the cycle of E(t+1).
    assign ea = e[t+1] - d[t];
    // In the cycle of A(t).
    sil_add_function #(.First(A), .Second(MAJ), .Width(Width)) u_add_maj (
      .a_i(ea_q), .b_i(a[t]), .c_i(b_1_q), .d_i(c_1_q), .carry_i(1'b0), .sum_o(sum_a), .carry_o()
    );
    // In the next cycle.
    sil_add_function #(.First(A), .Second(C), .Width(Width)) u_new_a (
      .a_i(sum_a_q), .b_i('0), .c_i(Width'(big_sigma0(Width, 64'(a_1_q)))), .d_i('0),
      .carry_i(1'b0), .sum_o(a_d), .carry_o()
    );
    always_ff @(posedge clk_i) begin
      {ea_q, sum_a_q, a_q} <= {ea, sum_a, a_d};
      {a_1_q, b_1_q, c_1_q} <= {a[t], b[t], c[t]};
      {c_q, d_q} <= {b_1_q, c_1_q};
    end
    assign {a[t+1], b[t+1], c[t+1], d[t+1]} = {a_q, a_1_q, c_q, d_q};
    assign b_1[t] = b_1_q;
  end
  assign b_1[Rounds] = '0;

  // The feed-forward, in the cycle of the last A.
  logic run;
  word_t [7:0] state;  // a in state[7]
  logic [8*Width-1:0] old, sums;

  sil_delay #(.Width(1), .Cycles(FeedForward)) u_run (
    .clk_i, .rst_ni, .word_i(run_i), .word_o(run)
  );
  sil_delay #(.Width(8 * Width), .Cycles(FeedForward)) u_old (
    .clk_i, .rst_ni, .word_i(chaining_i), .word_o(old)
  );
  assign state[7] = a[Rounds];
  sil_delay #(.Width(3 * Width), .Cycles(1)) u_last_a (
    .clk_i, .rst_ni, .word_i({b[Rounds], c[Rounds], d[Rounds]}), .word_o(state[6:4])
  );
  sil_delay #(.Width(4 * Width), .Cycles(FirstA - FirstE)) u_last_e (
    .clk_i, .rst_ni, .word_i({e[Rounds], f[Rounds], g[Rounds], h[Rounds]}), .word_o(state[3:0])
  );
  for (genvar i = 0; i < 8; i++) begin : gen_feed_forward
    sil_add_function #(.First(A), .Second(B & C), .Width(Width)) u_add (
      .a_i(old[i*Width+:Width]), .b_i(state[i]), .c_i({Width{run}}), .d_i('0),
      .carry_i(1'b0), .sum_o(sums[i*Width+:Width]), .carry_o()
    );
  end
  always_ff @(posedge clk_i) chaining_o <= sums;
endmodule
