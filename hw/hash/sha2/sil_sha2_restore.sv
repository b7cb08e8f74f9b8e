// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Control words that load a chaining value into sil_sha2_retimed, which has no multiplexer for it.
///
/// The words of a header block pass through the path of message words: eight words that have no
/// effect, and H0 to H7. Each word has a pass of four control words. Before a pass the working
/// variables are zero.
///
/// In a pass for H0 to H3 the first control word is a round with K = 0. Then E = W and A = E - 0.
/// The other three are a feed-forward, which moves three old words through E and A. So both
/// chaining-value registers lose their newest word, and the new word becomes their oldest one.
/// After four passes both have H0 to H3.
///
/// In a pass for H4 to H7 all four control words are a feed-forward, and one of them takes the new
/// word for E in place of an old one. The words of A pass unchanged.
///
/// ## Latency and throughput
/// 16 cycles per word, 256 in all.
module sil_sha2_restore
  import sil_md_pkg::*;
(
  input  logic     clk_i,
  input  logic     rst_ni,
  /// The datapath takes the control word in this cycle.
  input  logic     run_i,
  /// The header block follows. One cycle.
  input  logic     start_i,
  /// Control words are sent, until `done_o`.
  output logic     active_o,
  output logic     done_o,
  /// The control word of this cycle. It is zero while no header is loaded.
  output control_t control_o
);
  logic active_q, slot;
  // The number of the word, and the cycle of its pass.
  logic [3:0] word_q, cycle_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      {word_q, cycle_q} <= '0;
    end else begin
      active_q <= start_i | (active_q & ~done_o);
      if (active_q && run_i) {word_q, cycle_q} <= {word_q, cycle_q} + 1'b1;
    end
  end

  assign slot = active_q & cycle_q[3:2] == '0;
  assign control_o = '{
    valid:        slot,
    load:         slot & cycle_q[1:0] == (word_q[2] ? ~word_q[1:0] : 2'd0),
    feed_forward: slot & (word_q[2] | cycle_q[1:0] != '0),
    default:      '0
  };
  assign active_o = active_q;
  assign done_o = (&{word_q, cycle_q}) & run_i;
endmodule
