// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SM3 (GB/T 32905-2016 5): padded blocks in, digest out.
///
/// ## Latency and throughput
/// Four operations add the chaining value (the feed-forward). A block takes C = (64 + 4) / Unroll
/// cycles in steady state. The rounds follow the message schedule by four words, so the digest of n
/// blocks is valid n * C + 1 + 4 / Unroll cycles after the first beat is accepted.
///
/// The number of cycles does not depend on data. The first word of the next message is accepted
/// 4 / Unroll + 3 cycles after the digest.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`.
module sil_sm3_core
  import sil_md_pkg::*, sil_sm3_pkg::*;
#(
  /// Operations per cycle: 1, 2 or 4. Gain: cycles. Cost: the logic of one operation each. Each
  /// operation waits for the one before it, so the path grows nearly as much as the number of
  /// cycles falls.
  parameter int unsigned Unroll = 1,
  /// 0: every sum is where GB/T 32905-2016 5.3.3 writes it. 2 (Unroll = 1): all sums without the
  /// newest A and E are formed a cycle earlier; gain: two additions remain in the loop; cost:
  /// registers.
  parameter int unsigned Precompute = 2,
  /// Pipeline stages: 1.
  parameter int unsigned PipelineStages = 1,
  /// Code of the register that counts the cycles of a block: BINARY or GRAY. Gain of GRAY: one bit
  /// of the register changes per cycle. Cost: a few gates.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// Stop the clock of the datapath while it waits. Gain: power. Cost: clock gates; nothing on an
  /// FPGA, where the gate is a clock enable.
  parameter bit ClockGate = 1'b0,
  /// Midstates that can be saved. With 1 or more, a message waits for `start_i`. Cost: the
  /// registers of the midstates.
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
  /// Ignored: one message is in flight.
  input  logic [TidBits-1:0]      s_tid,
  input  logic                    s_tvalid,
  output logic                    s_tready,
  /// With Midstates > 0: the next message may start.
  input  logic                    start_i,
  /// The saved midstate from which the message starts, counted from 1; 0: the initial hash value.
  /// Hold it for the complete message.
  input  logic [MidstateBits-1:0] restore_i,
  /// The midstate that receives the result of the message, counted from 1; 0: none. Hold it for the
  /// complete message.
  input  logic [MidstateBits-1:0] save_i,
  /// Zero: one message is in flight.
  output logic [TidBits-1:0]      s_tid_next,
  /// Zero: one message is in flight.
  output logic                    s_tid_any,
  output logic [255:0]            m_tdata,
  /// Zero: one message is in flight.
  output logic [TidBits-1:0]      m_tid,
  output logic                    m_tvalid,
  input  logic                    m_tready
);
  if (!(Unroll inside {1, 2, 4})) begin : gen_unroll
    $fatal(1, "Unroll must be 1, 2 or 4");
  end
  if (!(Precompute inside {0, 2})) begin : gen_precompute
    $fatal(1, "Precompute must be 0 or 2");
  end
  if (Precompute == 2 && Unroll != 1) begin : gen_ahead_unroll
    $fatal(1, "Precompute = 2 needs Unroll = 1");
  end
  if (PipelineStages != 1) begin : gen_stages
    $fatal(1, "PipelineStages must be 1");
  end
  if (!(CounterCode inside {sil_counter_pkg::BINARY, sil_counter_pkg::GRAY})) begin : gen_code
    $fatal(1, "CounterCode must be BINARY or GRAY");
  end
  if (CounterCode == sil_counter_pkg::GRAY && !(Unroll inside {1, 2})) begin : gen_code_even
    $fatal(1, "CounterCode = GRAY needs Unroll = 1 or 2");
  end

  control_t control;
  logic run, clear, load, last;
  logic [DataBits-1:0] message;
  logic [255:0] chaining;

  sil_md_iterative #(
    .Width(32), .Unroll(Unroll), .Rounds(ROUNDS), .FeedForward(FEED_FORWARD),
    .CounterCode(CounterCode), .StateWords(8), .DigestBits(256), .Midstates(Midstates)
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
    .count_o   (),
    .message_o (message),
    .load_i    (load),
    .last_i    (last),
    .chaining_i(chaining)
  );
  assign {s_tid_next, s_tid_any, m_tid} = '0;

  if (Precompute == 0) begin : gen_rounds
    sil_sm3_rounds #(
      .Unroll(Unroll), .Midstates(Midstates), .ClockGate(ClockGate)
    ) u_rounds (
      .clk_i,
      .rst_ni,
      .run_i     (run),
      .clear_i   (clear),
      .initial_i (INITIAL),
      .restore_i,
      .save_i,
      .control_i (control),
      .message_i (message),
      .load_o    (load),
      .last_o    (last),
      .chaining_o(chaining)
    );
  end else begin : gen_retimed
    sil_sm3_retimed #(.Midstates(Midstates), .ClockGate(ClockGate)) u_rounds (
      .clk_i,
      .rst_ni,
      .run_i     (run),
      .clear_i   (clear),
      .initial_i (INITIAL),
      .restore_i,
      .save_i,
      .control_i (control),
      .message_i (32'(message)),
      .load_o    (load),
      .last_o    (last),
      .chaining_o(chaining)
    );
  end
endmodule
