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
  parameter int unsigned Precompute = 0,
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
  parameter int unsigned Copies = 0,
  localparam int unsigned DataBits = Unroll * 32,
  localparam int unsigned TidBits = PipelineStages == 1 ? 1 : $clog2(PipelineStages),
  localparam int unsigned CopyBits = Copies == 0 ? 1 : $clog2(Copies + 1)
) (
  input  logic                clk_i,
  /// Asynchronous assert, active low.
  input  logic                rst_ni,
  /// Beats of complete, padded blocks.
  input  logic [DataBits-1:0] s_tdata,
  /// The last beat of a message's last block.
  input  logic                s_tlast,
  /// Channel (message in flight) of the beat, with PipelineStages > 1.
  input  logic [TidBits-1:0]  s_tid,
  input  logic                s_tvalid,
  output logic                s_tready,
  /// With Copies > 0: the next message may start. It starts from the saved midstate `from_i`,
  /// counted from 1, or from the initial hash value if `from_i` is 0. Its result is saved as
  /// midstate `save_i`, or nowhere if `save_i` is 0. Hold both for the complete message. With
  /// PipelineStages > 1 each beat carries `from_i`, and `save_i` is read when a digest is formed:
  /// save midstates only while one message is in flight.
  input  logic                start_i,
  input  logic [CopyBits-1:0] from_i,
  input  logic [CopyBits-1:0] save_i,
  /// With PipelineStages > 1: the channel whose block is accepted next. Any channel is accepted
  /// where `s_tid_any` is high.
  output logic [TidBits-1:0]  s_tid_next,
  output logic                s_tid_any,
  output logic [159:0]        m_tdata,
  /// Channel of the digest.
  output logic [TidBits-1:0]  m_tid,
  output logic                m_tvalid,
  input  logic                m_tready
);
  localparam int unsigned Feed = feed_operations(Unroll);
  localparam int unsigned Orders = (OPERATIONS + Feed) / Unroll;

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
    order_t order;
    logic [sil_counter_pkg::code_bits(Orders)-1:0] code;
    logic clear, load;

    sil_md_iterative #(
      .Width(32), .Unroll(Unroll), .Rounds(OPERATIONS), .Feed(Feed), .CounterCode(CounterCode),
      .StateWords(5), .DigestBits(160), .Copies(Copies)
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
      .order_o   (order),
      .code_o    (code),
      .message_o (message),
      .load_i    (load),
      .last_i    (last),
      .chaining_i(chaining)
    );
    assign {s_tid_next, s_tid_any, m_tid} = '0;

    sil_sha1_rounds #(
      .Unroll(Unroll), .Precompute(Precompute), .Orders(Orders), .CounterCode(CounterCode),
      .Copies(Copies), .ClockGate(ClockGate)
    ) u_rounds (
      .clk_i,
      .rst_ni,
      .run_i     (run),
      .clear_i   (clear),
      .initial_i (INITIAL),
      .from_i,
      .save_i,
      .order_i   (order),
      .code_i    (code),
      .message_i (message),
      .load_o    (load),
      .last_o    (last),
      .chaining_o(chaining)
    );
  end else begin : gen_pipeline
    order_t [PipelineStages-1:0] order;
    logic [CopyBits-1:0] from;
    logic claim, claim_next;
    logic [1:0] id;

    sil_md_pipelined #(
      .Width(32), .Unroll(Unroll), .Rounds(OPERATIONS), .Feed(0), .Stages(PipelineStages),
      .StateWords(5), .DigestBits(160), .Copies(Copies)
    ) u_pipelined (
      .clk_i,
      .rst_ni,
      .little_i    (1'b0),
      .s_tdata,
      .s_tlast,
      .s_tid,
      .from_i,
      .s_tvalid,
      .s_tready,
      .s_tid_next,
      .s_tid_any,
      .m_tdata,
      .m_tid,
      .m_tvalid,
      .m_tready,
      .run_o       (run),
      .order_o     (order),
      .index_o     (),
      .message_o   (message),
      .from_o      (from),
      .claim_next_i(claim_next),
      .claim_i     (claim),
      .last_i      (last),
      .id_i        (id),
      .chaining_i  (chaining)
    );

    sil_sha1_pipeline #(.Copies(Copies), .ClockGate(ClockGate)) u_pipeline (
      .clk_i,
      .rst_ni,
      .run_i       (run),
      .order_i     (order),
      .message_i   (message),
      .from_i      (from),
      .save_i,
      .claim_next_o(claim_next),
      .claim_o     (claim),
      .last_o      (last),
      .id_o        (id),
      .chaining_o  (chaining)
    );
  end
endmodule
