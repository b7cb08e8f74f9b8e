// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The message schedule of SM3 (GB/T 32905-2016 5.3.2), Unroll words per cycle.
///
/// A round reads W(j) and W'(j) = W(j) ^ W(j+4). It therefore takes the words of four rounds
/// earlier than the newest: W(64) to W(67) enter the window during the feed-forward.
///
/// ## Latency and throughput
/// The words that are selected in a cycle are the newest in the next one.
module sil_sm3_schedule
  import sil_md_pkg::BLOCK_WORDS, sil_sm3_pkg::*;
#(
  /// Words per cycle: 1, 2 or 4.
  parameter int unsigned Unroll = 1
) (
  input  logic                    clk_i,
  /// New words enter the window; otherwise it holds.
  input  logic                    run_i,
  /// The new words are message words.
  input  logic                    load_i,
  /// Words of the message, the first word in item 0.
  input  logic [Unroll-1:0][31:0] message_i,
  /// W(j) and W(j+4) of Unroll rounds, the first round in item 0. W(j+4) are the newest words.
  output logic [Unroll-1:0][31:0] words_o,
  output logic [Unroll-1:0][31:0] ahead_o
);
  localparam int unsigned Newest = BLOCK_WORDS - Unroll;

  // w[0] to w[15] are the words in the window, the oldest first, and w[16+i] is the i-th new word.
  word_t [BLOCK_WORDS-1:0] window_q;
  word_t w [BLOCK_WORDS+Unroll];
  word_t [Unroll-1:0] words_d;

  for (genvar i = 0; i < BLOCK_WORDS; i++) begin : gen_window
    assign w[i] = window_q[i];
  end

  for (genvar i = 0; i < Unroll; i++) begin : gen_word
    assign w[16+i] = p1(w[i] ^ w[i+7] ^ rotl(15, w[i+13])) ^ rotl(7, w[i+3]) ^ w[i+10];
    assign words_d[i] = load_i ? message_i[i] : w[16+i];
    assign words_o[i] = window_q[Newest-WORDS_AHEAD+i];
    assign ahead_o[i] = window_q[Newest+i];
  end

  always_ff @(posedge clk_i) begin
    if (run_i) window_q <= {words_d, window_q[BLOCK_WORDS-1:Unroll]};
  end
endmodule
