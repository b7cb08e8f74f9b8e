// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// MD5 (RFC 1321) or SHA-1 (FIPS 180-4 6.1), selected for each message, with a pipeline stage for
/// each round, as in sections III.C.2 and III.C.4 of the paper hmac-2005: padded blocks in, digest
/// out.
///
/// Each stage has a message of its own and does the operations of its hash, so messages of both
/// hashes are in flight at the same time. A stage has one datapath for both.
///
/// The words of a message do not move while the message moves from stage to stage. Each stage
/// selects the words of the message that is in it.
///
/// ## Latency and throughput
/// A block takes 21 cycles in steady state, over four messages. The digest of n blocks is valid
/// 84 n + 8 cycles after the first beat is accepted. Both hold for either hash: MD5 idles in four
/// of the 21 cycles. The number of cycles does not depend on data.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`. The digest of MD5 is in the low 128 bits.
module sil_md5_sha1_pipe4
  import sil_md_pkg::*, sil_md5_sha1_pkg::*;
#(
  /// Midstates that can be saved for each hash: 1 or more. Cost: their registers.
  parameter int unsigned Midstates = 2,
  /// Stop the clock of the datapath while it waits. Gain: power. Cost: clock gates; nothing on an
  /// FPGA, where the gate is a clock enable.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned MidstateBits = $clog2(Midstates + 1),
  localparam int unsigned PipelineStages = 4
) (
  input  logic                    clk_i,
  /// Asynchronous assert, active low.
  input  logic                    rst_ni,
  /// SHA-1 instead of MD5. All beats of a message have the same value.
  input  logic                    sha1_i,
  /// Beats of complete, padded blocks.
  input  logic [31:0]             s_tdata,
  /// The last beat of a message's last block.
  input  logic                    s_tlast,
  /// Channel (message in flight) of the beat.
  input  logic [1:0]              s_tid,
  input  logic                    s_tvalid,
  output logic                    s_tready,
  /// The saved midstate of its hash from which the message starts, counted from 1; 0: the initial
  /// value. Each beat carries it.
  input  logic [MidstateBits-1:0] restore_i,
  /// The midstate of its hash that receives a digest, counted from 1; 0: none. It is read when a
  /// digest is formed: save midstates only while one message is in flight.
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
  localparam int unsigned AllMidstates = 2 * Midstates;
  localparam int unsigned AllBits = $clog2(AllMidstates + 1);
  // Cycles of a control word before the stages compute, so that the first operation meets the sums
  // of the feed-forward stage: two cycles of delay; the words of a block are addressed; the words
  // and the constants are read.
  typedef enum int unsigned {Wait0, Wait1, Address, Read} stage_e;

  if (Midstates == 0) begin : gen_midstates
    $fatal(1, "Midstates must be 1 or more");
  end

  // The control runs as for a hash with the byte order and the number of operations of SHA-1. It
  // keeps the hash of a block together with the midstate from which its message starts.
  control_t [Stages-1:0] control;
  logic [4:0] index;
  logic [MidstateBits-1:0] restore;
  logic block_sha1;
  logic run, reserve, reserve_next, last;
  logic [1:0] id;
  logic [31:0] ordered, message;
  logic [159:0] chaining, digest, words;

  sil_md_bytes #(.Width(32)) u_ordered (.little_i(sha1_i), .data_i(s_tdata), .data_o(ordered));

  sil_md_pipelined #(
    .Width(32), .Unroll(1), .Rounds(sil_sha1_pkg::ROUNDS), .FeedForward(0), .Stages(Stages),
    .StateWords(5), .DigestBits(160), .Midstates(2 ** (MidstateBits + 1) - 1)
  ) u_pipelined (
    .clk_i,
    .rst_ni,
    .little_i      (1'b0),
    .s_tdata       (ordered),
    .s_tlast,
    .s_tid,
    .restore_i     ({sha1_i, restore_i}),
    .s_tvalid,
    .s_tready,
    .s_tid_next,
    .s_tid_any,
    .m_tdata       (digest),
    .m_tid,
    .m_tvalid,
    .m_tready,
    .run_o         (run),
    .control_o     (control),
    .index_o       (index),
    .message_o     (message),
    .restore_o     ({block_sha1, restore}),
    .reserve_next_i(reserve_next),
    .reserve_i     (reserve),
    .last_i        (last),
    .id_i          (id),
    .chaining_i    (chaining)
  );

  logic clk, en;
  sil_clock_gate #(.Gate(ClockGate)) u_gate (.clk_i, .en_i(run), .clk_o(clk), .en_o(en));

  // The hash of the message in each stage. Each block brings it to the first stage.
  logic [Stages-1:0] sha1_q;
  logic leaving_sha1_q, digest_sha1_q;
  logic [Read:Wait0] pass_q;
  logic [Address:Wait0] load_q;
  logic [Read:Wait0][4:0] index_q;
  logic [Address:Wait0][1:0] id_q;
  logic [Read:Wait1][Stages-1:0] inside_sha1_q;  // the hash in each stage
  logic [1:0] first_q;                           // the channel in the first stage
  logic [Stages-1:0][1:0] inside_q;              // the channel in each stage, a cycle later
  word_t [Address:Wait0] message_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pass_q <= '0;
      load_q <= '0;
      id_q   <= '0;
    end else if (run) begin
      pass_q <= {pass_q[Address:Wait0], control[0].pass};
      load_q <= {load_q[Wait1:Wait0], control[0].load};
      id_q   <= {id_q[Wait1:Wait0], control[0].pass ? control[0].id : id_q[Wait0]};
    end
  end
  always_ff @(posedge clk) begin
    if (en) begin
      if (pass_q[Wait0]) begin
        sha1_q <= {sha1_q[Stages-2:0], block_sha1};
        leaving_sha1_q <= sha1_q[Stages-1];
      end
      if (reserve) digest_sha1_q <= leaving_sha1_q;
      index_q       <= {index_q[Address:Wait0], index};
      inside_sha1_q <= {inside_sha1_q[Address:Wait1], sha1_q};
      first_q       <= id_q[Address];
      for (int unsigned s = 0; s < Stages; s++) inside_q[s] <= first_q - 2'(s);
      message_q <= {message_q[Wait1:Wait0], message};
    end
  end

  // Each message has a window of its words, and a stage selects the word of the message in it.
  logic [Stages-1:0][2:0] pair_d, pair_q;     // the pair of adjacent words that a stage uses
  word_t [Stages-1:0] kept, word;             // per channel; per stage

  function automatic logic [32*3-1:0] pairs(int unsigned round);
    pairs = '0;
    for (int unsigned i = IDLE; i < IDLE + 16; i++) begin
      pairs[3*i+:3] = 3'(stage_window_index(round, i) >> 1);
    end
  endfunction

  always_ff @(posedge clk) begin
    if (en) begin
      for (int unsigned s = 0; s < Stages; s++) begin
        pair_q[s] <= inside_sha1_q[Address][s] ? '1 : pair_d[s];
      end
    end
  end

  for (genvar m = 0; m < Stages; m++) begin : gen_message
    logic [1:0] where, reading;  // the stage of the message, now and a cycle ago
    logic sha1;
    assign where = first_q - 2'(m);
    assign reading = inside_q[0] - 2'(m);
    assign sha1 = inside_sha1_q[Address][where];

    sil_md5_sha1_message u_message (
      .clk_i         (clk),
      .run_i         (en),
      .load_i        (load_q[Address] & where == '0),
      .feed_forward_i(1'b0),
      .sha1_i        (sha1),
      .hold_i        (pass_q[Address] & (sha1 | where[0])),
      .message_i     (message_q[Address]),
      .chaining_i    ('0),
      .pair_i        (pair_q[reading]),
      .word_o        (kept[m])
    );
  end

  word_t [Stages-1:0][4:0] working;
  word_t [2:0] first_working;
  word_t first_newest, oldest_q;

  // The feed-forward stage outputs four of five working variables. oldest_q holds the fifth.
  always_ff @(posedge clk) if (en) oldest_q <= first_working[0];

  for (genvar s = 0; s < Stages; s++) begin : gen_stage
    sil_table #(.Width(3), .Rows(32), .Content(pairs(s))) u_pairs (
      .address_i(index_q[Address]), .row_o(pair_d[s])
    );
    sil_mux #(.Words(Stages)) u_word (
      .words_i(kept), .select_i(inside_q[s]), .word_o(word[s])
    );
    sil_md5_sha1_pipe4_stage #(.Round(s)) u_stage (
      .clk_i    (clk),
      .en_i     (en),
      .sha1_i   (inside_sha1_q[Read][s]),
      .index_i  (index_q[Read]),
      .word_i   (word[s]),
      .pass_i   (pass_q[Read]),
      .working_i(s == 0 ? {first_working, oldest_q} : working[(s+Stages-1)%Stages][3:0]),
      .newest_i (s == 0 ? first_newest : working[(s+Stages-1)%Stages][4]),
      .working_o(working[s])
    );
  end

  // Each hash has midstates of its own.
  function automatic logic [AllBits-1:0] midstate(logic [MidstateBits-1:0] which, logic sha1);
    return AllBits'(which) + (sha1 && which != '0 ? AllBits'(Midstates) : '0);
  endfunction

  // The words of MD5 are A, D, C, B. The first of the five is unused, and is that of SHA-1.
  sil_md_feed_forward #(
    .Words(5),
    .Initial({sil_md5_pkg::INITIAL[95:0], sil_md5_pkg::INITIAL[127:96],
              sil_sha1_pkg::INITIAL[31:0]}),
    .Either(1'b1), .Second(sil_sha1_pkg::INITIAL), .Midstates(AllMidstates), .ClockGate(ClockGate)
  ) u_feed_forward (
    .clk_i,
    .rst_ni,
    .run_i            (run),
    .control_i        (control[Stages-1]),
    .variable_i       (working[Stages-1][4]),
    .restore_i        (midstate(restore, block_sha1)),
    .save_i           (midstate(save_i, leaving_sha1_q)),
    .leaving_second_i (leaving_sha1_q),
    .entering_second_i(sha1_q[0]),
    .working_o        (first_working),
    .newest_o         (first_newest),
    .reserve_next_o   (reserve_next),
    .reserve_o        (reserve),
    .last_o           (last),
    .id_o             (id),
    .digest_o         (words)
  );

  // From the high bits on, the words of MD5 are B, C, D, A. The digest begins with A.
  assign chaining = digest_sha1_q ? words : {words[63:32], words[159:64], 32'b0};

  sil_md_bytes #(.Width(32), .Words(5)) u_digest (
    .little_i(digest_sha1_q), .data_i(digest), .data_o(m_tdata)
  );
endmodule
