// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The message words of a block for MD5, in the order in which its steps use them, or the message
/// schedule of SHA-1. Both use the same sixteen registers.
///
/// In each cycle a word enters the window as the newest, and the others shift by one. For MD5 that
/// word is the oldest one, so the window rotates. Because the words move while the steps use them,
/// each step finds its word at one of eight addresses (sil_md5_sha1_pkg::window_index).
///
/// ## Latency and throughput
/// The word follows the control word by one cycle.
module sil_md5_sha1_message
  import sil_md_pkg::BLOCK_WORDS, sil_md5_sha1_pkg::*;
(
  input  logic        clk_i,
  /// The window shifts; otherwise it holds.
  input  logic        run_i,
  /// The operation uses `message_i`, which enters the window.
  input  logic        load_i,
  /// The operation uses `chaining_i`, for the feed-forward.
  input  logic        feed_forward_i,
  /// The operation is one of SHA-1.
  input  logic        sha1_i,
  /// The window holds in this cycle.
  input  logic        hold_i,
  input  logic [31:0] message_i,
  input  logic [31:0] chaining_i,
  /// A cycle later: the pair of adjacent words of which the newer one is used.
  input  logic [2:0]  pair_i,
  output logic [31:0] word_o
);
  // The window of sixteen words, the oldest first.
  word_t [BLOCK_WORDS-1:0] window_q;
  word_t next, word_d;
  word_t [BLOCK_WORDS/2-1:0] younger;

  assign next = sil_sha1_pkg::rotl(1, window_q[13] ^ window_q[8] ^ window_q[2] ^ window_q[0]);
  sil_mux #(.Words(4)) u_next (
    .words_i({message_i, chaining_i, next, window_q[0]}),
    .select_i({load_i | feed_forward_i, load_i | (sha1_i & ~feed_forward_i)}), .word_o(word_d)
  );

  always_ff @(posedge clk_i) begin
    if (run_i && !hold_i) window_q <= {word_d, window_q[BLOCK_WORDS-1:1]};
  end

  for (genvar i = 0; i < BLOCK_WORDS / 2; i++) begin : gen_younger
    assign younger[i] = window_q[2*i+1];
  end
  sil_mux #(.Words(BLOCK_WORDS / 2)) u_word (
    .words_i(younger), .select_i(pair_i), .word_o
  );
endmodule
