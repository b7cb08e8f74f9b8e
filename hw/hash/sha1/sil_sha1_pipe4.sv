// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-1 (FIPS 180-4 6.1) with a pipeline stage for each group of 20 operations, as in section
/// III.C of the paper hmac-2005: padded blocks in, digest out.
///
/// Each stage has a message of its own and computes with the paper's amount of pre-computation.
/// sil_sha1_core with PipelineStages = 4 forms more sums in advance.
///
/// The schedule of a message does not move while the message moves from stage to stage. Each stage
/// selects the words of the message that is in it.
///
/// ## Latency and throughput
/// A block takes 21 cycles in steady state, over four messages. The digest of n blocks is valid
/// 84 n + 8 cycles after the first beat is accepted. The number of cycles does not depend on data.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`.
module sil_sha1_pipe4
  import sil_md_pkg::*, sil_sha1_pkg::*;
#(
  /// Midstates that can be saved. Cost: their registers.
  parameter int unsigned Midstates = 0,
  /// Stop the clock of the datapath while it waits. Gain: power. Cost: clock gates; nothing on an
  /// FPGA, where the gate is a clock enable.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned MidstateBits = Midstates == 0 ? 1 : $clog2(Midstates + 1),
  localparam int unsigned PipelineStages = 4
) (
  input  logic                    clk_i,
  /// Asynchronous assert, active low.
  input  logic                    rst_ni,
  /// Beats of complete, padded blocks.
  input  logic [31:0]             s_tdata,
  /// The last beat of a message's last block.
  input  logic                    s_tlast,
  /// Channel (message in flight) of the beat.
  input  logic [1:0]              s_tid,
  input  logic                    s_tvalid,
  output logic                    s_tready,
  /// The saved midstate from which the message starts, counted from 1; 0: the initial hash value.
  /// Each beat carries it.
  input  logic [MidstateBits-1:0] restore_i,
  /// The midstate that receives a digest, counted from 1; 0: none. It is read when a digest is
  /// formed: save midstates only while one message is in flight.
  input  logic [MidstateBits-1:0] save_i,
  /// The channel whose block is accepted next.
  output logic [1:0]              s_tid_next,
  /// A block of any channel is accepted next.
  output logic                    s_tid_any,
  output logic [159:0]            m_tdata,
  /// Channel of the digest.
  output logic [1:0]              m_tid,
  output logic                    m_tvalid,
  input  logic                    m_tready
);
  localparam int unsigned Stages = PipelineStages;
  // The schedule starts this many cycles after the control words, so that the first operation meets
  // the sums of the feed-forward stage.
  localparam int unsigned Delay = 2;

  control_t [Stages-1:0] control;
  logic [MidstateBits-1:0] restore;
  logic run, reserve, reserve_next, last;
  logic [1:0] id;
  logic [31:0] message;
  logic [159:0] chaining;

  sil_md_pipelined #(
    .Width(32), .Rounds(ROUNDS), .FeedForward(0), .Stages(Stages), .StateWords(5),
    .DigestBits(160), .Midstates(Midstates)
  ) u_pipelined (
    .clk_i,
    .rst_ni,
    .little_i      (1'b0),
    .s_tdata,
    .s_tlast,
    .s_tid,
    .restore_i,
    .s_tvalid,
    .s_tready,
    .s_tid_next,
    .s_tid_any,
    .m_tdata,
    .m_tid,
    .m_tvalid,
    .m_tready,
    .run_o         (run),
    .control_o     (control),
    .index_o       (),
    .message_o     (message),
    .restore_o     (restore),
    .reserve_next_i(reserve_next),
    .reserve_i     (reserve),
    .last_i        (last),
    .id_i          (id),
    .chaining_i    (chaining)
  );

  logic clk, en;
  sil_clock_gate #(.Gate(ClockGate)) u_gate (.clk_i, .en_i(run), .clk_o(clk), .en_o(en));

  // A stage loads a block one cycle before the previous stage does, so the last stage loads first.
  logic [Delay-1:0] late_pass_q, late_load_q;
  logic [Delay-1:0][1:0] late_id_q;
  logic [Stages-1:0] pass_q;         // the delayed control word that moves blocks, by its age
  logic [Stages-1:0][1:0] inside_q;  // the channel of the stage's next word
  logic load_q;
  logic [Stages-1:0] loading_q;
  word_t [Delay+1:0] message_q;
  word_t [Stages-1:0] scheduled, word, word_q;  // per channel; per stage

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      late_pass_q <= '0;
      late_load_q <= '0;
      late_id_q   <= '0;
      pass_q      <= '0;
      load_q      <= 1'b0;
      inside_q    <= '0;
    end else if (run) begin
      late_pass_q <= {late_pass_q[0], control[0].pass};
      late_load_q <= {late_load_q[0], control[0].load};
      late_id_q   <= {late_id_q[0], control[0].id};
      pass_q      <= {pass_q[Stages-2:0], late_pass_q[Delay-1]};
      load_q      <= late_load_q[Delay-1];
      if (late_pass_q[Delay-1]) inside_q[Stages-1] <= late_id_q[Delay-1] - 2'(Stages - 1);
      for (int unsigned s = 1; s < Stages; s++) inside_q[s-1] <= inside_q[s] + 1'b1;
    end
  end
  always_ff @(posedge clk) begin
    if (en) begin
      // The channel in the first stage is known two cycles before the stage takes its words.
      for (int unsigned m = 0; m < Stages; m++) loading_q[m] <= load_q & inside_q[2] + 2'd2 == 2'(m);
      message_q <= {message_q[Delay:0], message};
      word_q    <= word;
    end
  end

  // Each message has a schedule, and a stage selects the schedule of the message in it.
  for (genvar m = 0; m < Stages; m++) begin : gen_message
    sil_sha1_schedule u_schedule (
      .clk_i         (clk),
      .run_i         (en),
      .load_i        (loading_q[m]),
      .feed_forward_i(1'b0),
      .message_i     (message_q[Delay+1]),
      .chaining_i    ('0),
      .words_o       (scheduled[m])
    );
  end

  word_t [Stages-1:0][3:0] working;
  word_t [2:0] first_working;
  word_t oldest_q, unused_next;

  // The feed-forward stage keeps the three newest values of a, and the first stage reads a fourth.
  always_ff @(posedge clk) if (en) oldest_q <= first_working[0];

  for (genvar s = 0; s < Stages; s++) begin : gen_stage
    sil_mux #(.Words(Stages)) u_word (
      .words_i(scheduled), .select_i(inside_q[s]), .word_o(word[s])
    );
    sil_sha1_pipe4_stage #(.Round(s)) u_stage (
      .clk_i    (clk),
      .en_i     (en),
      .word_i   (word_q[s]),
      .soon_i   (pass_q[Stages-1-s]),
      .working_i(s == 0 ? {first_working, oldest_q} : working[(s+Stages-1)%Stages]),
      .working_o(working[s])
    );
  end

  sil_md_feed_forward #(
    .Words(5), .Rotated(1'b1), .Initial(INITIAL), .Midstates(Midstates), .ClockGate(ClockGate)
  ) u_feed_forward (
    .clk_i,
    .rst_ni,
    .run_i         (run),
    .control_i     (control[Stages-1]),
    .variable_i    (working[Stages-1][2]),
    .restore_i     (restore),
    .save_i,
    .leaving_second_i(1'b0),
    .entering_second_i(1'b0),
    .working_o     (first_working),
    .newest_o      (unused_next),
    .reserve_next_o(reserve_next),
    .reserve_o     (reserve),
    .last_o        (last),
    .id_o          (id),
    .digest_o      (chaining)
  );
endmodule
