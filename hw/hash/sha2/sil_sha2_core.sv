// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-2 (FIPS 180-4): padded blocks in, digest out.
///
/// ## Latency and throughput
/// R is the number of rounds: 64 (SHA-224, SHA-256) or 80. F = 4 / Unroll cycles add the chaining
/// value (the feed-forward). A block takes C cycles in steady state. The digest of n blocks is
/// valid D cycles after the first beat is accepted:
///
///     PipelineStages  Precompute  C                          D
///     1               0           R / Unroll + F             n * C + 2
///     1               1           R / Unroll + F             n * C + 3
///     1               2           R / Unroll + F             n * C + 7
///     2               0           (R / Unroll + F) / 2 + 1   n * 2 * C + 4
///
/// The number of cycles does not depend on data. With PipelineStages = 1 the first word of the next
/// message is accepted F + 3 cycles after the digest; with 2 the next message follows without a
/// pause.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`.
module sil_sha2_core
  import sil_md_pkg::*, sil_sha2_pkg::*;
#(
  /// The algorithm, SHA224 to SHA512_256.
  parameter alg_e Alg = SHA512,
  /// Rounds per cycle: 1, 2 or 4. Gain: cycles. Cost: the logic of one round each. Each round waits
  /// for the one before it. With 2 the path grows nearly as much as the number of cycles falls; with
  /// 4 it can grow more (measured on ECP5).
  parameter int unsigned Unroll = 1,
  /// 0: the round as the standard writes it. 1: Im1 and Im2 of the paper sha512-2005 are added a
  /// cycle earlier; gain: two operands fewer in the loop; cost: two registers per round. 2 (Unroll
  /// = 1): the working variables a to d lag e to h by two cycles, and every other sum is
  /// registered; gain: one three-operand sum in each loop, and fewer adders; cost: five cycles of
  /// latency.
  parameter int unsigned Precompute = 2,
  /// Pipeline stages, each with a message of its own in flight: 1 or 2. Gain: blocks per second.
  /// Cost: the logic of a round, message schedule and chaining value for each, and a digest
  /// register.
  parameter int unsigned PipelineStages = 1,
  /// Code of the register that counts the cycles of a block: BINARY or GRAY. Gain of GRAY: one bit
  /// of the register changes per cycle. Cost: a few gates.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// Stop the clock of the datapath while it waits. Gain: power. Cost: clock gates; nothing on an
  /// FPGA, where the gate is a clock enable.
  parameter bit ClockGate = 1'b0,
  /// Midstates that can be saved (PipelineStages = 1). With 1 or more, a message waits for
  /// `start_i`. Cost: the registers of the midstates.
  parameter int unsigned Midstates = 0,
  localparam int unsigned DataBits = Unroll * word_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg),
  localparam int unsigned TidBits = PipelineStages == 1 ? 1 : $clog2(PipelineStages),
  localparam int unsigned MidstateBits = Midstates == 0 ? 1 : $clog2(Midstates + 1)
) (
  input  logic                    clk_i,
  /// Asynchronous assert, active low.
  input  logic                    rst_ni,
  /// Beats of complete, padded blocks.
  input  logic [DataBits-1:0]     s_tdata,
  /// The last beat of a message's last block.
  input  logic                    s_tlast,
  /// Channel (message in flight) of the beat, with PipelineStages > 1.
  input  logic [TidBits-1:0]      s_tid,
  input  logic                    s_tvalid,
  output logic                    s_tready,
  /// With Midstates > 0 and one stage: the next message may start.
  input  logic                    start_i,
  /// The saved midstate from which the message starts, counted from 1; 0: the initial hash value.
  /// Hold it for the complete message.
  input  logic [MidstateBits-1:0] restore_i,
  /// The midstate that receives the result of the message, counted from 1; 0: none. Hold it for the
  /// complete message.
  input  logic [MidstateBits-1:0] save_i,
  /// With PipelineStages > 1: the channel whose block is accepted next.
  output logic [TidBits-1:0]      s_tid_next,
  /// With PipelineStages > 1: a block of any channel is accepted next.
  output logic                    s_tid_any,
  output logic [DigestBits-1:0]   m_tdata,
  /// Channel of the digest.
  output logic [TidBits-1:0]      m_tid,
  output logic                    m_tvalid,
  input  logic                    m_tready
);
  localparam int unsigned Width = word_bits(Alg);
  localparam int unsigned Rounds = rounds(Alg);
  localparam int unsigned ControlWords = (Rounds + FEED_FORWARD) / Unroll / PipelineStages;
  localparam logic [8*Width-1:0] Initial = (8 * Width)'(initial_value(Alg));

  if (!(Alg inside {[SHA224:SHA512_256]})) begin : gen_alg
    $fatal(1, "Alg must be SHA224, SHA256, SHA384, SHA512, SHA512_224 or SHA512_256");
  end
  if (!(Unroll inside {1, 2, 4})) begin : gen_unroll
    $fatal(1, "Unroll must be 1, 2 or 4");
  end
  if (!(Precompute inside {0, 1, 2})) begin : gen_precompute
    $fatal(1, "Precompute must be 0, 1 or 2");
  end
  if (Precompute == 2 && Unroll != 1) begin : gen_retimed_unroll
    $fatal(1, "Precompute = 2 needs Unroll = 1");
  end
  if (!(PipelineStages inside {1, 2})) begin : gen_stages
    $fatal(1, "PipelineStages must be 1 or 2");
  end
  if (PipelineStages == 2 && (Precompute != 0 || Unroll == 4)) begin : gen_stages_plain
    $fatal(1, "PipelineStages = 2 needs Precompute = 0 and Unroll = 1 or 2");
  end
  if (PipelineStages == 2 && Midstates != 0) begin : gen_stages_midstates
    $fatal(1, "PipelineStages = 2 needs Midstates = 0");
  end
  if (!(CounterCode inside {sil_counter_pkg::BINARY, sil_counter_pkg::GRAY})) begin : gen_code
    $fatal(1, "CounterCode must be BINARY or GRAY");
  end
  if (CounterCode == sil_counter_pkg::GRAY && (Unroll == 4 || PipelineStages != 1))
  begin : gen_code_even
    $fatal(1, "CounterCode = GRAY needs Unroll = 1 or 2 and PipelineStages = 1");
  end

  logic run, last;
  logic [DataBits-1:0] message;
  logic [8*Width-1:0] chaining;

  if (PipelineStages == 1) begin : gen_single
    control_t control;
    logic [sil_counter_pkg::code_bits(ControlWords)-1:0] count;
    logic clear, load;

    sil_md_iterative #(
      .Width(Width), .Unroll(Unroll), .Rounds(Rounds), .FeedForward(FEED_FORWARD),
      .CounterCode(CounterCode), .StateWords(8), .DigestBits(DigestBits), .Midstates(Midstates)
    ) u_iterative (
      .clk_i,
      .rst_ni,
      .little_i  (1'b0),
      .short_i   (1'b0),
      .s_tdata,
      .s_tlast,
      .s_tvalid,
      .s_tready,
      .start_i,
      .m_tdata,
      .m_tvalid,
      .m_tready,
      .run_o     (run),
      .clear_o   (clear),
      .control_o (control),
      .count_o   (count),
      .message_o (message),
      .load_i    (load),
      .last_i    (last),
      .chaining_i(chaining)
    );
    assign {s_tid_next, s_tid_any, m_tid} = '0;

    if (Precompute == 2) begin : gen_retimed
      sil_sha2_retimed #(
        .Width(Width), .ControlWords(ControlWords), .CounterCode(CounterCode),
        .Midstates(Midstates), .ClockGate(ClockGate)
      ) u_rounds (
        .clk_i,
        .rst_ni,
        .run_i     (run),
        .clear_i   (clear),
        .initial_i (Initial),
        .restore_i,
        .save_i,
        .control_i (control),
        .count_i   (count),
        .message_i (message),
        .load_o    (load),
        .last_o    (last),
        .chaining_o(chaining)
      );
    end else begin : gen_rounds
      sil_sha2_rounds #(
        .Width(Width), .Unroll(Unroll), .Precompute(Precompute), .ControlWords(ControlWords),
        .CounterCode(CounterCode), .Midstates(Midstates), .ClockGate(ClockGate)
      ) u_rounds (
        .clk_i,
        .rst_ni,
        .run_i     (run),
        .clear_i   (clear),
        .initial_i (Initial),
        .restore_i,
        .save_i,
        .control_i (control),
        .count_i   (count),
        .message_i (message),
        .load_o    (load),
        .last_o    (last),
        .chaining_o(chaining)
      );
    end
  end else begin : gen_pipeline
    control_t [PipelineStages-1:0] control;
    logic [$clog2(ControlWords+1)-1:0] index;
    logic reserve, reserve_next;
    logic [1:0] id;

    sil_md_pipelined #(
      .Width(Width), .Unroll(Unroll), .Rounds(Rounds), .FeedForward(FEED_FORWARD),
      .Stages(PipelineStages), .StateWords(8), .DigestBits(DigestBits), .Midstates(Midstates)
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
      .index_o       (index),
      .message_o     (message),
      .restore_o     (),
      .reserve_next_i(reserve_next),
      .reserve_i     (reserve),
      .last_i        (last),
      .id_i          (id),
      .chaining_i    (chaining)
    );

    sil_sha2_pipeline #(
      .Width(Width), .Unroll(Unroll), .Stages(PipelineStages), .ControlWords(ControlWords),
      .Initial(Initial), .ClockGate(ClockGate)
    ) u_pipeline (
      .clk_i,
      .rst_ni,
      .run_i         (run),
      .control_i     (control),
      .index_i       (index),
      .message_i     (message),
      .reserve_next_o(reserve_next),
      .reserve_o     (reserve),
      .last_o        (last),
      .id_o          (id),
      .chaining_o    (chaining)
    );
  end
endmodule
