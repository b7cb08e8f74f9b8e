// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// MD5 with a pipeline stage for each round. Each stage has a message of its own (PipelineStages =
/// 4, Precompute = 2).
///
/// The words of a message do not move while the message moves from stage to stage. Each stage reads
/// the memory of the message that is in it.
///
/// ## Latency and throughput
/// See sil_md_slots. A step is done five cycles after its control word.
module sil_md5_pipeline
  import sil_md_pkg::*, sil_md5_pkg::*;
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
  /// The number of the control words within the stage.
  input  logic [4:0]              index_i,
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
  /// The digest, as a chaining value with A in the high bits.
  output logic [127:0]            chaining_o
);
  localparam int unsigned Stages = 4;
  // Stages that a control word passes: words are read, words are selected for the stages, X + T, +
  // A, the step is done.
  typedef enum int unsigned {Choose, Select, Add, AddA, Step} stage_e;

  function automatic logic [16*4-1:0] numbers(int unsigned round);
    for (int unsigned i = 0; i < 16; i++) numbers[4*i+:4] = 4'(message_index(16 * round + i));
  endfunction

  logic clk, en;
  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(run_i), .clk_o(clk), .en_o(en)
  );

  // The channel in the first stage since the blocks last moved.
  logic [1:0] id_q;
  logic [Step:Choose] pass_q;
  logic [Step:Choose][3:0] index_q;
  logic [1:0] first_q;               // the channel in the first stage
  logic [Stages-1:0][1:0] inside_q;  // the channel in each stage, a cycle later
  logic load_q;
  word_t message_q;
  word_t [Stages-1:0] kept, word, word_q;  // per channel; per stage
  logic [Stages-1:0][3:0] number_d, number_q;  // indices of the message words that the stages use

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pass_q <= '0;
      load_q <= 1'b0;
      id_q   <= '0;
    end else if (run_i) begin
      pass_q <= {pass_q[AddA:Choose], control_i[0].pass};
      load_q <= control_i[0].load;
      if (control_i[0].pass) id_q <= control_i[0].id;
    end
  end
  always_ff @(posedge clk) begin
    if (en) begin
      index_q <= {index_q[AddA:Choose], index_i[3:0]};
      first_q <= id_q;
      for (int unsigned s = 0; s < Stages; s++) inside_q[s] <= first_q - 2'(s);
      message_q <= message_i;
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
      .run_i,
      .load_i        (load_q & where == '0),
      .feed_forward_i(1'b0),
      .number_i      (number_q[where]),
      .message_i     (message_q),
      .chaining_i    ('0),
      .words_o       (kept[m])
    );
  end

  word_t [Stages-1:0][3:0] working;
  word_t [2:0] first_working;
  word_t newest;

  for (genvar s = 0; s < Stages; s++) begin : gen_stage
    sil_table #(.Width(4), .Rows(16), .Content(numbers(s))) u_numbers (
      .address_i(index_i[3:0]), .row_o(number_d[s])
    );
    sil_mux #(.Words(Stages)) u_word (
      .words_i(kept), .select_i(inside_q[s]), .word_o(word[s])
    );
    sil_md5_stage #(.Round(s)) u_stage (
      .clk_i    (clk),
      .en_i     (en),
      .read_i   (index_q[Select]),
      .index_i  (index_q[Step][1:0]),
      .word_i   (word_q[s]),
      .next_i   (pass_q[AddA]),
      .pass_i   (pass_q[Step]),
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
    .run_i,
    .control_i (control_i[Stages-1]),
    .variable_i(working[Stages-1][3]),
    .restore_i,
    .save_i,
    .leaving_second_i(1'b0),
    .entering_second_i(1'b0),
    .working_o (first_working),
    .newest_o  (newest),
    .reserve_next_o,
    .reserve_o,
    .last_o,
    .id_o,
    .digest_o  (digest)
  );

  assign chaining_o = {digest[0], digest[3], digest[2], digest[1]};
endmodule
