// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// MD5 (RFC 1321) with a pipeline stage for each round, as in section III.C of the paper hmac-2005:
/// padded blocks in, digest out.
///
/// Each stage has a message of its own and computes with the paper's amount of pre-computation.
/// sil_md5_core with PipelineStages = 4 forms more sums in advance and has a higher clock.
///
/// The words of a message do not move while the message moves from stage to stage. Each stage reads
/// the memory of the message that is in it.
///
/// ## Latency and throughput
/// A block takes 17 cycles in steady state, over four messages. The digest of n blocks is valid
/// 68 n + 7 cycles after the first beat is accepted. The number of cycles does not depend on data.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`.
module sil_md5_pipe4
  import sil_md_pkg::*, sil_md5_pkg::*;
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
  /// The saved midstate from which the message starts, counted from 1; 0: the initial value. Each
  /// beat carries it.
  input  logic [MidstateBits-1:0] restore_i,
  /// The midstate that receives a digest, counted from 1; 0: none. It is read when a digest is
  /// formed: save midstates only while one message is in flight.
  input  logic [MidstateBits-1:0] save_i,
  /// The channel whose block is accepted next.
  output logic [1:0]              s_tid_next,
  /// A block of any channel is accepted next.
  output logic                    s_tid_any,
  output logic [127:0]            m_tdata,
  /// Channel of the digest.
  output logic [1:0]              m_tid,
  output logic                    m_tvalid,
  input  logic                    m_tready
);
  localparam int unsigned Stages = PipelineStages;
  // Stages that a control word passes after the first one, in which it waits, so that the first
  // step meets the sums of the feed-forward stage: words are read, words are selected for the
  // stages, X + T + A, the step is done.
  typedef enum int unsigned {Choose, Select, Add, Step} stage_e;

  function automatic logic [16*4-1:0] numbers(int unsigned round);
    for (int unsigned i = 0; i < 16; i++) numbers[4*i+:4] = 4'(message_index(16 * round + i));
  endfunction

  control_t [Stages-1:0] control;
  logic [4:0] index;
  logic [MidstateBits-1:0] restore;
  logic run, reserve, reserve_next, last;
  logic [1:0] id;
  logic [31:0] message;
  logic [127:0] chaining;

  sil_md_pipelined #(
    .Width(32), .Unroll(1), .Rounds(STEPS), .FeedForward(0), .Stages(Stages), .StateWords(4),
    .DigestBits(128), .Midstates(Midstates)
  ) u_pipelined (
    .clk_i,
    .rst_ni,
    .little_i      (1'b1),
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
    .index_o       (index),
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

  logic [1:0] id_q, waited_id_q;     // the channel in the first stage since the blocks last moved
  logic [Step+1:Choose] pass_q;
  logic [3:0] waited_index_q;
  logic [Step:Choose][3:0] index_q;
  logic [1:0] first_q;               // the channel in the first stage
  logic [Stages-1:0][1:0] inside_q;  // the channel in each stage, a cycle later
  logic [1:0] load_q;
  word_t [1:0] message_q;
  word_t [Stages-1:0] kept, word, word_q;  // per channel; per stage
  logic [Stages-1:0][3:0] number_d, number_q;  // indices of the message words that the stages use

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pass_q <= '0;
      load_q <= '0;
      id_q   <= '0;
    end else if (run) begin
      pass_q <= {pass_q[Step:Choose], control[0].pass};
      load_q <= {load_q[0], control[0].load};
      if (control[0].pass) id_q <= control[0].id;
    end
  end
  always_ff @(posedge clk) begin
    if (en) begin
      waited_index_q <= index[3:0];
      index_q        <= {index_q[Add:Choose], waited_index_q};
      waited_id_q    <= id_q;
      first_q        <= waited_id_q;
      for (int unsigned s = 0; s < Stages; s++) inside_q[s] <= first_q - 2'(s);
      message_q <= {message_q[0], message};
      word_q    <= word;
      number_q  <= number_d;
    end
  end

  // Each message has a memory of its words, and a stage selects the word of the message in it.
  for (genvar m = 0; m < Stages; m++) begin : gen_message
    logic [1:0] where;
    assign where = first_q - 2'(m);
    sil_md5_message #(.ClockGate(ClockGate)) u_message (
      .clk_i,
      .run_i         (run),
      .load_i        (load_q[1] & where == '0),
      .feed_forward_i(1'b0),
      .number_i      (number_q[where]),
      .message_i     (message_q[1]),
      .chaining_i    ('0),
      .words_o       (kept[m])
    );
  end

  word_t [Stages-1:0][3:0] working;
  word_t [2:0] first_working;
  word_t newest;

  for (genvar s = 0; s < Stages; s++) begin : gen_stage
    sil_table #(.Width(4), .Rows(16), .Content(numbers(s))) u_numbers (
      .address_i(waited_index_q), .row_o(number_d[s])
    );
    sil_mux #(.Words(Stages)) u_word (
      .words_i(kept), .select_i(inside_q[s]), .word_o(word[s])
    );
    sil_md5_pipe4_stage #(.Round(s)) u_stage (
      .clk_i    (clk),
      .en_i     (en),
      .read_i   (index_q[Select]),
      .index_i  (index_q[Step][1:0]),
      .word_i   (word_q[s]),
      .next_i   (pass_q[Step]),
      .pass_i   (pass_q[Step+1]),
      .working_i(s == 0 ? first_working : working[(s+Stages-1)%Stages][2:0]),
      .newest_i (s == 0 ? newest : working[(s+Stages-1)%Stages][3]),
      .working_o(working[s])
    );
  end

  word_t [3:0] digest;
  sil_md_feed_forward #(
    .Words(4), .Initial({INITIAL[95:0], INITIAL[127:96]}), .Midstates(Midstates),
    .ClockGate(ClockGate)
  ) u_feed_forward (
    .clk_i,
    .rst_ni,
    .run_i         (run),
    .control_i     (control[Stages-1]),
    .variable_i    (working[Stages-1][3]),
    .restore_i     (restore),
    .save_i,
    .leaving_second_i(1'b0),
    .entering_second_i(1'b0),
    .working_o     (first_working),
    .newest_o      (newest),
    .reserve_next_o(reserve_next),
    .reserve_o     (reserve),
    .last_o        (last),
    .id_o          (id),
    .digest_o      (digest)
  );

  assign chaining = {digest[0], digest[3], digest[2], digest[1]};
endmodule
