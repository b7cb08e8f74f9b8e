// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The message schedule W of SHA-1 (FIPS 180-4 6.1.2 step 1), Unroll words per cycle.
///
/// ## Latency and throughput
/// The words that are selected in a cycle are on `words_o` in the next one.
module sil_sha1_schedule
  import sil_md_pkg::BLOCK_WORDS, sil_sha1_pkg::*;
#(
  /// Words per cycle: 1, 2 or 4.
  parameter int unsigned Unroll = 1,
  /// Form the XOR of four words a cycle earlier (Unroll = 1). Gain: a shorter path. Cost: a
  /// register.
  parameter bit Ahead = 1'b0
) (
  input  logic                    clk_i,
  /// New words enter the window; otherwise it holds.
  input  logic                    run_i,
  /// The new words are message words.
  input  logic                    load_i,
  /// The new words are words of the chaining value. Not together with `load_i`.
  input  logic                    feed_forward_i,
  /// Words of the message and of the chaining value, the first word in item 0.
  input  logic [Unroll-1:0][31:0] message_i,
  input  logic [Unroll-1:0][31:0] chaining_i,
  /// The newest Unroll words, the first in item 0.
  output logic [Unroll-1:0][31:0] words_o
);
  // w[0] to w[15] are the words in the window, the oldest first, and w[16+i] is the i-th new word.
  word_t [BLOCK_WORDS-1:0] window_q;
  word_t w [BLOCK_WORDS+Unroll];
  word_t [Unroll-1:0] words_d;

  for (genvar i = 0; i < BLOCK_WORDS; i++) begin : gen_window
    assign w[i] = window_q[i];
  end

  if (Ahead) begin : gen_ahead
    word_t word_q;
    always_ff @(posedge clk_i) if (run_i) word_q <= rotl(1, w[14] ^ w[9] ^ w[3] ^ w[1]);
    assign w[16] = word_q;
  end else begin : gen_sum
    for (genvar i = 0; i < Unroll; i++) begin : gen_word
      assign w[16+i] = rotl(1, w[i+13] ^ w[i+8] ^ w[i+2] ^ w[i]);
    end
  end

  for (genvar i = 0; i < Unroll; i++) begin : gen_choose
    assign words_d[i] = load_i ? message_i[i] : feed_forward_i ? chaining_i[i] : w[16+i];
  end

  always_ff @(posedge clk_i) begin
    if (run_i) window_q <= {words_d, window_q[BLOCK_WORDS-1:Unroll]};
  end

  assign words_o = window_q[BLOCK_WORDS-1-:Unroll];
endmodule
