// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Control words that load a chaining value into sil_sha2_retimed: those of sil_sha2_restore for the
/// words that have an effect, from Johnson counters. Gain: no adder, 9 lookup tables. Cost: 8
/// flip-flops.
///
/// State n of a counter of 8 bits is n ones in the low bits, and from 8 on n - 8 zeros in them.
///
/// ## Latency and throughput
/// 16 cycles per word, 256 in all.
module sil_sha2_restore_johnson
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
  logic active_q, slot, last, high, newest;
  // The number of the word, and the cycle of its pass.
  logic [7:0] word_q, cycle_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      {word_q, cycle_q} <= '0;
    end else begin
      active_q <= start_i | (active_q & ~done_o);
      if (active_q && run_i) cycle_q <= {cycle_q[6:0], ~cycle_q[7]};
      if (active_q && run_i && last) word_q <= {word_q[6:0], ~word_q[7]};
    end
  end

  assign last = cycle_q[7] & ~cycle_q[6];  // cycle 15
  assign slot = active_q & ~cycle_q[7] & ~cycle_q[3];  // cycles 0 to 3
  assign high = word_q[7] & ~word_q[3];  // words 12 to 15: H4 to H7
  // H4 enters in cycle 3, H5 in cycle 2, H6 in cycle 1 and H7 in cycle 0, as each word before them.
  always_comb begin
    newest = ~cycle_q[0];
    if (high && word_q[4]) newest = cycle_q[2];
    else if (high && word_q[5]) newest = cycle_q[1] & ~cycle_q[2];
    else if (high && word_q[6]) newest = cycle_q[0] & ~cycle_q[1];
  end
  assign control_o = '{
    valid:        slot,
    load:         slot & newest,
    feed_forward: slot & (high | cycle_q[0]),
    default:      '0
  };
  assign active_o = active_q;
  assign done_o = last & word_q[7] & ~word_q[6] & run_i;
endmodule
