// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-1 (FIPS 180-4 6.1): padded blocks in, digest out.
///
/// ## Latency and throughput
/// F = 5 / Unroll cycles, rounded up, add the chaining value (the feed-forward). A block takes C
/// cycles in steady state. The digest of n blocks is valid D cycles after the first beat is
/// accepted:
///
///     PipelineStages  Precompute  C                 D
///     1               0           80 / Unroll + F   n * C + 2
///     1               1           80 / Unroll + F   n * C + 3
///     1               2           85                n * C + 6
///     4               2           21                n * 4 * C + 8
///
/// The number of cycles does not depend on data. With PipelineStages = 1 the first word of the next
/// message is accepted F + 3 cycles after the digest; with 4 the next message follows without a
/// pause.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`.
module sil_sha1_core
  import sil_md_pkg::*, sil_sha1_pkg::*;
#(
  /// Operations per cycle: 1, 2 or 4. Gain: cycles. Cost: the logic of one operation each. Each
  /// operation waits for the one before it, so the path grows nearly as much as the number of
  /// cycles falls.
  parameter int unsigned Unroll = 1,
  /// 0: every sum is where FIPS 180-4 6.1.2 writes it. 1: e + K + W (up to two operations per
  /// cycle) and f (one operation per cycle) are formed a cycle earlier, as in the paper hmac-2005;
  /// gain: fewer operands in the loop; cost: registers. 2 (Unroll = 1): each sum has a cycle of its
  /// own; gain: one addition remains in the loop; cost: four cycles of latency.
  parameter int unsigned Precompute = 2,
  /// Pipeline stages, each with a message of its own in flight: 1, or 4 with Precompute = 2. Gain:
  /// blocks per second. Cost: the logic of an operation, message schedule and chaining value for
  /// each, and a digest register.
  parameter int unsigned PipelineStages = 1,
  /// Code of the register that counts the cycles of a block: BINARY or GRAY. Gain of GRAY: one bit
  /// of the register changes per cycle. Cost: a few gates.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// Stop the clock of the datapath while it waits. Gain: power. Cost: clock gates; nothing on an
  /// FPGA, where the gate is a clock enable.
  parameter bit ClockGate = 1'b0,
  /// Midstates that can be saved. With 1 or more and PipelineStages = 1, a message waits for
  /// `start_i`. Cost: the registers of the midstates.
  parameter int unsigned Midstates = 0,
  localparam int unsigned DataBits = Unroll * 32,
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
  /// Hold it for the complete message. With PipelineStages > 1 each beat carries it.
  input  logic [MidstateBits-1:0] restore_i,
  /// The midstate that receives the result of the message, counted from 1; 0: none. Hold it for the
  /// complete message. With PipelineStages > 1 it is read when a digest is formed: save midstates
  /// only while one message is in flight.
  input  logic [MidstateBits-1:0] save_i,
  /// With PipelineStages > 1: the channel whose block is accepted next.
  output logic [TidBits-1:0]      s_tid_next,
  /// With PipelineStages > 1: a block of any channel is accepted next.
  output logic                    s_tid_any,
  output logic [159:0]            m_tdata,
  /// Channel of the digest.
  output logic [TidBits-1:0]      m_tid,
  output logic                    m_tvalid,
  input  logic                    m_tready
);
  localparam int unsigned FeedForward = feed_forward_operations(Unroll);
  localparam int unsigned ControlWords = (ROUNDS + FeedForward) / Unroll;

  if (!(Unroll inside {1, 2, 4})) begin : gen_unroll
    $fatal(1, "Unroll must be 1, 2 or 4");
  end
  if (!(Precompute inside {0, 1, 2})) begin : gen_precompute
    $fatal(1, "Precompute must be 0, 1 or 2");
  end
  if (Precompute == 2 && Unroll != 1) begin : gen_ahead_unroll
    $fatal(1, "Precompute = 2 needs Unroll = 1");
  end
  if (!(PipelineStages inside {1, 4})) begin : gen_stages
    $fatal(1, "PipelineStages must be 1 or 4");
  end
  if (PipelineStages == 4 && Precompute != 2) begin : gen_stages_ahead
    $fatal(1, "PipelineStages = 4 needs Precompute = 2");
  end
  if (!(CounterCode inside {sil_counter_pkg::BINARY, sil_counter_pkg::GRAY})) begin : gen_code
    $fatal(1, "CounterCode must be BINARY or GRAY");
  end
  if (CounterCode == sil_counter_pkg::GRAY && Unroll != 4) begin : gen_code_even
    $fatal(1, "CounterCode = GRAY needs Unroll = 4");
  end

  logic run, last;
  logic [DataBits-1:0] message;
  logic [159:0] chaining;

  if (PipelineStages == 1) begin : gen_single
    control_t control;
    logic [sil_counter_pkg::code_bits(ControlWords)-1:0] count;
    logic clear, load;

    sil_md_iterative #(
      .Width(32), .Unroll(Unroll), .Rounds(ROUNDS), .FeedForward(FeedForward),
      .CounterCode(CounterCode), .StateWords(5), .DigestBits(160), .Midstates(Midstates)
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

    sil_sha1_rounds #(
      .Unroll(Unroll), .Precompute(Precompute), .ControlWords(ControlWords),
      .CounterCode(CounterCode), .Midstates(Midstates), .ClockGate(ClockGate)
    ) u_rounds (
      .clk_i,
      .rst_ni,
      .run_i     (run),
      .clear_i   (clear),
      .initial_i (INITIAL),
      .restore_i,
      .save_i,
      .control_i (control),
      .count_i   (count),
      .message_i (message),
      .load_o    (load),
      .last_o    (last),
      .chaining_o(chaining)
    );
  end else begin : gen_pipeline
    control_t [PipelineStages-1:0] control;
    logic [MidstateBits-1:0] restore;
    logic reserve, reserve_next;
    logic [1:0] id;

    sil_md_pipelined #(
      .Width(32), .Unroll(Unroll), .Rounds(ROUNDS), .FeedForward(0), .Stages(PipelineStages),
      .StateWords(5), .DigestBits(160), .Midstates(Midstates)
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

    sil_sha1_pipeline #(.Midstates(Midstates), .ClockGate(ClockGate)) u_pipeline (
      .clk_i,
      .rst_ni,
      .run_i         (run),
      .control_i     (control),
      .message_i     (message),
      .restore_i     (restore),
      .save_i,
      .reserve_next_o(reserve_next),
      .reserve_o     (reserve),
      .last_o        (last),
      .id_o          (id),
      .chaining_o    (chaining)
    );
  end
endmodule
