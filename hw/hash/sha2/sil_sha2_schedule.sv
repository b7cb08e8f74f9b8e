// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The message schedule W of SHA-2 (FIPS 180-4 6.2.2, 6.4.2 step 1), Unroll words per cycle.
///
/// ## Latency and throughput
/// The words that are selected in a cycle are on `window_o` in the next one.
module sil_sha2_schedule
  import sil_md_pkg::BLOCK_WORDS, sil_sha2_pkg::*;
#(
  /// Width of a word in bits: 32 or 64.
  parameter int unsigned Width = 64,
  /// Words per cycle.
  parameter int unsigned Unroll = 1,
  /// 0: the four operands are added in one cycle. 1: operands that are known a cycle earlier are
  /// added then; gain: two operands remain; cost: a register per word. 2 (Unroll = 1): each
  /// addition has a cycle of its own.
  parameter int unsigned Precompute = 0
) (
  input  logic                    clk_i,
  /// New words enter the window; otherwise it holds.
  input  logic                    run_i,
  /// The new words are message words.
  input  logic                    load_i,
  /// The new words are words of the chaining value. Not together with `load_i`.
  input  logic                    feed_forward_i,
  /// Words of the message and of the chaining value, the first word in the low bits.
  input  logic [Unroll*Width-1:0] message_i,
  input  logic [Unroll*Width-1:0] chaining_i,
  /// With PipelineStages > 1: the window of the previous stage, `window_i`, is loaded instead.
  input  logic                          pass_i,
  input  logic [BLOCK_WORDS*Width-1:0] window_i,
  /// The last BLOCK_WORDS words, the newest in the high bits.
  output logic [BLOCK_WORDS*Width-1:0] window_o
);
  typedef logic [Width-1:0] word_t;

  function automatic word_t sigma0(word_t x);
    return Width'(small_sigma0(Width, 64'(x)));
  endfunction
  function automatic word_t sigma1(word_t x);
    return Width'(small_sigma1(Width, 64'(x)));
  endfunction

  // w[0] to w[15] are the words in the window, the oldest first, and w[16+i] is the i-th new word.
  // If w[16+i] is W(t), then w[i] is W(t-16), w[i+1] is W(t-15), w[i+9] is W(t-7) and w[i+14] is
  // W(t-2).
  word_t [BLOCK_WORDS-1:0] window_q;
  word_t w [BLOCK_WORDS+Unroll];
  word_t [Unroll-1:0] words_d;

  for (genvar i = 0; i < BLOCK_WORDS; i++) begin : gen_window
    assign w[i] = window_q[i];
  end

  if (Precompute == 0) begin : gen_sum
    for (genvar i = 0; i < Unroll; i++) begin : gen_word
      assign w[16+i] = sigma1(w[i+14]) + w[i+9] + sigma0(w[i+1]) + w[i];
    end
  end else if (Precompute == 1) begin : gen_ahead
    // One cycle earlier each word is Unroll positions higher in the window. W(t-7) is in the window
    // by then if i + Unroll + 9 < 16.
    word_t [Unroll-1:0] ahead_d, ahead_q;
    for (genvar i = 0; i < Unroll; i++) begin : gen_word
      if (i + Unroll + 9 < BLOCK_WORDS) begin : gen_early
        assign ahead_d[i] = w[i+Unroll+9] + sigma0(w[i+Unroll+1]) + w[i+Unroll];
        assign w[16+i] = sigma1(w[i+14]) + ahead_q[i];
      end else begin : gen_late
        assign ahead_d[i] = sigma0(w[i+Unroll+1]) + w[i+Unroll];
        assign w[16+i] = sigma1(w[i+14]) + w[i+9] + ahead_q[i];
      end
    end
    always_ff @(posedge clk_i) if (run_i) ahead_q <= ahead_d;
  end else begin : gen_staged
    // ((W(t-16) + sigma0(W(t-15))) + W(t-7)) + sigma1(W(t-2)), with one addition per cycle.
    word_t sum1_q, sum2_q, sum3_q;
    always_ff @(posedge clk_i) begin
      if (run_i) begin
        sum1_q <= w[3] + sigma0(w[4]);
        sum2_q <= sum1_q + w[11];
        sum3_q <= sum2_q + sigma1(w[15]);
      end
    end
    assign w[16] = sum3_q;
  end

  for (genvar i = 0; i < Unroll; i++) begin : gen_choose
    assign words_d[i] = load_i ? message_i[i*Width+:Width]
                      : feed_forward_i ? chaining_i[i*Width+:Width] : w[16+i];
  end

  always_ff @(posedge clk_i) begin
    if (run_i) window_q <= pass_i ? window_i : {words_d, window_q[BLOCK_WORDS-1:Unroll]};
  end

  assign window_o = window_q;
endmodule
