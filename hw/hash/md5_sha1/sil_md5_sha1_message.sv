// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The message words of a block, for MD5 in the order in which its steps use them, for SHA-1 with the
/// schedule that goes on from them. They are the same sixteen registers.
///
/// Each cycle chooses a word, which is the youngest then, and the others move on by a place. For MD5
/// the oldest goes around: as its words move while its steps go through them, every step finds its own
/// in one of eight places (sil_md5_sha1_pkg::place).
///
/// ## Latency and throughput
/// The word follows the order by a cycle.
module sil_md5_sha1_message
  import sil_md_pkg::BLOCK_WORDS, sil_md5_sha1_pkg::*;
(
  input  logic        clk_i,
  input  logic        run_i,
  /// The operation uses `message_i`, which is kept.
  input  logic        load_i,
  /// It uses `chaining_i`.
  input  logic        feed_i,
  /// It is one of SHA-1.
  input  logic        sha1_i,
  /// The words stay in their places.
  input  logic        hold_i,
  input  logic [31:0] message_i,
  input  logic [31:0] chaining_i,
  /// A cycle later: the pair of places whose younger word is used.
  input  logic [2:0]  pair_i,
  output logic [31:0] word_o
);
  // The words chosen last, the oldest first.
  word_t [BLOCK_WORDS-1:0] window_q;
  word_t next, word_d;
  word_t [BLOCK_WORDS/2-1:0] younger;

  assign next = sil_sha1_pkg::rotl(1, window_q[13] ^ window_q[8] ^ window_q[2] ^ window_q[0]);
  sil_mux #(.Words(4)) u_next (
    .words_i({message_i, chaining_i, next, window_q[0]}),
    .select_i({load_i | feed_i, load_i | (sha1_i & ~feed_i)}), .word_o(word_d)
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
