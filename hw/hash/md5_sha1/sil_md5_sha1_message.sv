// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The message words of a block, for MD5 in the order in which its steps use them, for SHA-1 with the
/// schedule that goes on from them. They are the same sixteen registers.
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
  /// Number of the word that MD5 uses, if it was kept.
  input  logic [3:0]  number_i,
  input  logic [31:0] message_i,
  input  logic [31:0] chaining_i,
  output logic [31:0] word_o
);
  // The words chosen last, the oldest first.
  word_t [BLOCK_WORDS-1:0] window_q;
  word_t word_d, word_q, kept, next;

  sil_mux #(.Words(BLOCK_WORDS)) u_kept (
    .words_i(window_q), .select_i(number_i), .word_o(kept)
  );
  assign next = sil_sha1_pkg::rotl(1, window_q[13] ^ window_q[8] ^ window_q[2] ^ window_q[0]);

  assign word_d = load_i ? message_i : feed_i ? chaining_i : sha1_i ? next : kept;

  always_ff @(posedge clk_i) begin
    if (run_i) begin
      word_q <= word_d;
      if (load_i || sha1_i) window_q <= {word_d, window_q[BLOCK_WORDS-1:1]};
    end
  end

  assign word_o = word_q;
endmodule
