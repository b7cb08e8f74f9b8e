// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A pipeline of SHA-2 stages, each with a message of its own (PipelineStages > 1, Precompute = 0).
///
/// Each stage does its part of the rounds of a block and passes the working variables to the next
/// stage. The last stage adds the chaining value to them (the feed-forward). The sum returns to the
/// first stage, where it or the initial hash value starts the next block.
///
/// ## Latency and throughput
/// See sil_md_slots.
module sil_sha2_pipeline
  import sil_md_pkg::*;
#(
  /// Width of a word in bits: 32 or 64.
  parameter int unsigned Width = 64,
  /// Operations per cycle and stage.
  parameter int unsigned Unroll = 1,
  /// Stages.
  parameter int unsigned Stages = 2,
  /// Control words per stage and block.
  parameter int unsigned ControlWords = 42,
  /// The initial hash value, H0 in the high bits.
  parameter logic [8*Width-1:0] Initial = '0,
  /// Stop the clock of registers that hold.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned IndexBits = $clog2(ControlWords + 1)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  /// The pipeline advances; otherwise it stalls.
  input  logic                    run_i,
  /// The control word of each stage, and its number within the stage.
  input  control_t [Stages-1:0]   control_i,
  input  logic [IndexBits-1:0]    index_i,
  /// Message words, valid with a control word that loads.
  input  logic [Unroll*Width-1:0] message_i,
  /// The digest register loads in the next cycle if `run_i` is high (`reserve_next_o`), or in this
  /// cycle (`reserve_o`, `last_o`). It holds the digest from the cycle after that.
  output logic                    reserve_next_o,
  output logic                    reserve_o,
  output logic                    last_o,
  /// Channel of the digest.
  output logic [1:0]              id_o,
  /// The digest, as a chaining value with H0 in the high bits.
  output logic [8*Width-1:0]      chaining_o
);
  control_t [Stages-1:0] choose, operate;
  logic [Stages-1:0][BLOCK_WORDS*Width-1:0] window;
  logic [Stages-1:0][8*Width-1:0] state, chaining;
  logic [8*Width-1:0] start;

  logic [Unroll*Width-1:0] message_q;
  always_ff @(posedge clk_i) if (run_i) message_q <= message_i;

  assign start = operate[0].fresh ? Initial : state[Stages-1];

  for (genvar s = 0; s < Stages; s++) begin : gen_stage
    sil_sha2_stage #(
      .Width(Width), .Unroll(Unroll), .First(s * ControlWords), .IndexBits(IndexBits),
      .ClockGate(ClockGate)
    ) u_stage (
      .clk_i,
      .rst_ni,
      .run_i,
      .control_i (control_i[s]),
      .index_i,
      .message_i (message_q),
      .choose_o  (choose[s]),
      .operate_o (operate[s]),
      .window_i  (s == 0 ? '0 : window[(s+Stages-1)%Stages]),
      .state_i   (s == 0 ? start : state[(s+Stages-1)%Stages]),
      .chaining_i(s == 0 ? start : chaining[(s+Stages-1)%Stages]),
      .window_o  (window[s]),
      .state_o   (state[s]),
      .chaining_o(chaining[s])
    );
  end

  // The last stage continues with another message, so the digest has a register of its own.
  logic [8*Width-1:0] digest_q;
  always_ff @(posedge clk_i) if (run_i && last_o) digest_q <= state[Stages-1];

  assign reserve_next_o = choose[Stages-1].last;
  assign reserve_o = last_o;
  assign last_o = operate[Stages-1].last;
  assign id_o = operate[Stages-1].id;
  assign chaining_o = digest_q;
endmodule
