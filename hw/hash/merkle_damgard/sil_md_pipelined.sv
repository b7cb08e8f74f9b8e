// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A core for several messages in flight, without its pipeline: time slots, handshakes, byte order.
///
/// A core is this module and a pipeline of stages. The pipeline follows the control words, one per
/// stage, and has a register for the digest. It reports when that register changes and when it is
/// complete.
///
/// ## Latency and throughput
/// One block per (Rounds + FeedForward) / Stages / Unroll + 1 cycles (sil_md_slots). The digest is
/// valid in the cycle after `last_i`.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`.
module sil_md_pipelined
  import sil_md_pkg::*;
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 64,
  /// Rounds per cycle and stage, and words per beat.
  parameter int unsigned Unroll = 1,
  /// Rounds per block.
  parameter int unsigned Rounds = 80,
  /// Operations of the feed-forward in the last stage; 0 where a feed-forward stage follows it.
  parameter int unsigned FeedForward = 4,
  /// Stages, and messages in flight.
  parameter int unsigned Stages = 2,
  /// Words of the chaining value.
  parameter int unsigned StateWords = 8,
  /// Bits of the digest: the first ones of the chaining value.
  parameter int unsigned DigestBits = 512,
  /// Midstates that can be saved.
  parameter int unsigned Midstates = 0,
  localparam int unsigned DataBits = Unroll * Width,
  localparam int unsigned StateBits = StateWords * Width,
  localparam int unsigned TidBits = $clog2(Stages),
  localparam int unsigned IndexBits = $clog2((Rounds + FeedForward) / Stages / Unroll + 1),
  localparam int unsigned MidstateBits = Midstates == 0 ? 1 : $clog2(Midstates + 1)
) (
  input  logic                    clk_i,
  /// Asynchronous assert, active low.
  input  logic                    rst_ni,
  /// The first byte of a word is in its low bits (RFC 1321 2); otherwise in its high bits (FIPS
  /// 180-4 3.1).
  input  logic                    little_i,
  /// Beats of complete, padded blocks; `s_tlast` is high with the last beat of the last block.
  /// `s_tid` is the channel of the beat, `restore_i` the midstate from which that message starts.
  input  logic [DataBits-1:0]     s_tdata,
  input  logic                    s_tlast,
  input  logic [TidBits-1:0]      s_tid,
  input  logic [MidstateBits-1:0] restore_i,
  input  logic                    s_tvalid,
  output logic                    s_tready,
  /// Channel whose block is accepted next. Any channel where `s_tid_any` is high.
  output logic [TidBits-1:0]      s_tid_next,
  output logic                    s_tid_any,
  /// The digest, and its channel.
  output logic [DigestBits-1:0]   m_tdata,
  output logic [TidBits-1:0]      m_tid,
  output logic                    m_tvalid,
  input  logic                    m_tready,
  /// To the pipeline: it advances (otherwise it stalls); the control word of each stage; the number
  /// of these control words within the stage.
  output logic                    run_o,
  output control_t [Stages-1:0]   control_o,
  output logic [IndexBits-1:0]    index_o,
  /// Message words, and the midstate of the message that starts.
  output logic [DataBits-1:0]     message_o,
  output logic [MidstateBits-1:0] restore_o,
  /// From the pipeline: the digest register starts to change in the next cycle if `run_o` is high
  /// (`reserve_next_i`), or in this cycle (`reserve_i`).
  input  logic                    reserve_next_i,
  input  logic                    reserve_i,
  /// The digest is complete from the next cycle on; its channel.
  input  logic                    last_i,
  input  logic [1:0]              id_i,
  /// The chaining value that is the digest, its first word in the high bits.
  input  logic [StateBits-1:0]    chaining_i
);
  if (Stages < 2 || (Rounds + FeedForward) % (Stages * Unroll) != 0) begin : gen_stages
    $fatal(1, "Stages must be 2 or more, and divide the rounds and the feed-forward");
  end
  if (DigestBits > StateBits) begin : gen_digest
    $fatal(1, "DigestBits must be at most those of the chaining value");
  end

  logic [DataBits-1:0] words;
  logic [StateBits-1:0] bytes;
  logic [TidBits-1:0] waiting_tid, id_q;
  logic [MidstateBits-1:0] waiting_restore, restore_q;
  logic take, load, load_next, word_tlast, word_tvalid, word_soon, run_d, run_q, valid_d, valid_q;

  sil_md_bytes #(.Width(Width), .Words(Unroll)) u_message (
    .little_i, .data_i(s_tdata), .data_o(words)
  );
  sil_md_bytes #(.Width(Width), .Words(StateWords), .FirstHigh(1'b1)) u_digest (
    .little_i, .data_i(chaining_i), .data_o(bytes)
  );

  // The skid buffer reports one cycle earlier whether a word will be valid, so the enable of the
  // complete pipeline is a register.
  sil_skid #(.Width(MidstateBits + TidBits + 1 + DataBits)) u_words (
    .clk_i,
    .rst_ni,
    .s_tdata ({restore_i, s_tid, s_tlast, words}),
    .s_tvalid,
    .s_tready,
    .m_tdata ({waiting_restore, waiting_tid, word_tlast, message_o}),
    .m_tvalid(word_tvalid),
    .m_tready(take),
    .soon_o  (word_soon)
  );

  // The pipeline stalls while a message word is missing. It also stalls before a new digest
  // overwrites one that has not been accepted.
  assign load = control_o[0].load;
  assign take = load & run_q;
  assign run_d = (~(run_q ? load_next : load) | word_soon)
               & ~((run_q ? reserve_next_i : reserve_i) & valid_d);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) run_q <= 1'b1;
    else run_q <= run_d;
  end

  sil_md_slots #(
    .Rounds(Rounds), .FeedForward(FeedForward), .Unroll(Unroll), .Stages(Stages)
  ) u_slots (
    .clk_i,
    .rst_ni,
    .run_i      (run_q),
    .valid_i    (word_tvalid),
    .id_i       (waiting_tid),
    .take_i     (take),
    .last_i     (word_tlast),
    .id_o       (s_tid_next),
    .any_o      (s_tid_any),
    .load_next_o(load_next),
    .control_o,
    .index_o
  );

  assign valid_d = (last_i & run_q) | (valid_q & ~m_tready);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= valid_d;
  end

  always_ff @(posedge clk_i) begin
    if (run_q && control_o[0].pass) restore_q <= waiting_restore;
    if (run_q && last_i) id_q <= TidBits'(id_i);
  end

  assign run_o = run_q;
  assign restore_o = restore_q;
  assign m_tdata = bytes[DigestBits-1:0];
  assign m_tid = id_q;
  assign m_tvalid = valid_q;
endmodule
