// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-1 with a pipeline stage for each group of 20 operations. Each stage has a message of its own
/// (PipelineStages = 4, Precompute = 2).
///
/// The schedule of a message does not move while the message moves from stage to stage. Each stage
/// selects the words of the message that is in it.
///
/// ## Latency and throughput
/// See sil_md_slots. An operation is done seven cycles after its control word.
module sil_sha1_pipeline
  import sil_md_pkg::*, sil_sha1_pkg::*;
#(
  /// Midstates that can be saved.
  parameter int unsigned Midstates = 0,
  /// Stop the clock of registers that hold.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned MidstateBits = Midstates == 0 ? 1 : $clog2(Midstates + 1)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  /// The pipeline advances; otherwise it stalls.
  input  logic                    run_i,
  /// The control word of each stage.
  input  control_t [3:0]          control_i,
  /// Message word, valid with a control word that loads.
  input  logic [31:0]             message_i,
  /// The midstate, counted from 1, from which a message starts, and the one that receives a digest;
  /// 0: none.
  input  logic [MidstateBits-1:0] restore_i,
  input  logic [MidstateBits-1:0] save_i,
  /// The digest register starts to change in the next cycle if `run_i` is high (`reserve_next_o`),
  /// or in this cycle (`reserve_o`).
  output logic                    reserve_next_o,
  output logic                    reserve_o,
  /// The digest is complete from the next cycle on.
  output logic                    last_o,
  /// Channel of the digest.
  output logic [1:0]              id_o,
  /// The digest, as a chaining value with H0 in the high bits.
  output logic [159:0]            chaining_o
);
  localparam int unsigned Stages = 4;

  logic clk, en;
  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(run_i), .clk_o(clk), .en_o(en)
  );

  // A stage loads a block one cycle before the previous stage does, so the last stage loads first.
  logic [Stages:0] pass_q;           // the control word that moves blocks, by its age
  logic [Stages-1:0][1:0] inside_q;  // the channel of the stage's next word
  logic load_q;
  logic [Stages-1:0] loading_q;
  word_t message_q, loaded_q;
  word_t [Stages-1:0] scheduled, word, word_q;  // per channel; per stage

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pass_q   <= '0;
      load_q   <= 1'b0;
      inside_q <= '0;
    end else if (run_i) begin
      pass_q <= {pass_q[Stages-1:0], control_i[0].pass};
      load_q <= control_i[0].load;
      if (control_i[0].pass) inside_q[Stages-1] <= control_i[0].id - 2'(Stages - 1);
      for (int unsigned s = 1; s < Stages; s++) inside_q[s-1] <= inside_q[s] + 1'b1;
    end
  end
  always_ff @(posedge clk) begin
    if (en) begin
      // The channel in the first stage is known two cycles before the stage takes its words.
      for (int unsigned m = 0; m < Stages; m++) loading_q[m] <= load_q & inside_q[2] + 2'd2 == 2'(m);
      message_q <= message_i;
      loaded_q  <= message_q;
      word_q    <= word;
    end
  end

  // Each message has a schedule, and a stage selects the schedule of the message in it.
  for (genvar m = 0; m < Stages; m++) begin : gen_message
    sil_sha1_schedule #(.Ahead(1'b1)) u_schedule (
      .clk_i         (clk),
      .run_i         (en),
      .load_i        (loading_q[m]),
      .feed_forward_i(1'b0),
      .message_i     (loaded_q),
      .chaining_i    ('0),
      .words_o       (scheduled[m])
    );
  end

  word_t [Stages-1:0][2:0] working;
  word_t [Stages-1:0] next;
  word_t [2:0] first_working;
  word_t first_next;

  for (genvar s = 0; s < Stages; s++) begin : gen_stage
    sil_mux #(.Words(Stages)) u_word (
      .words_i(scheduled), .select_i(inside_q[s]), .word_o(word[s])
    );
    sil_sha1_stage #(.Round(s)) u_stage (
      .clk_i    (clk),
      .en_i     (en),
      .word_i   (word_q[s]),
      .soon_i   (pass_q[Stages-s]),
      .working_i(s == 0 ? first_working : working[(s+Stages-1)%Stages]),
      .next_i   (s == 0 ? first_next : next[(s+Stages-1)%Stages]),
      .working_o(working[s]),
      .next_o   (next[s])
    );
  end

  sil_md_feed_forward #(
    .Words(5), .Rotated(1'b1), .Initial(INITIAL), .Midstates(Midstates), .ClockGate(ClockGate)
  ) u_feed_forward (
    .clk_i,
    .rst_ni,
    .run_i,
    .control_i (control_i[Stages-1]),
    .variable_i(working[Stages-1][1]),
    .restore_i,
    .save_i,
    .leaving_second_i(1'b0),
    .entering_second_i(1'b0),
    .working_o (first_working),
    .newest_o  (first_next),
    .reserve_next_o,
    .reserve_o,
    .last_o,
    .id_o,
    .digest_o  (chaining_o)
  );
endmodule
