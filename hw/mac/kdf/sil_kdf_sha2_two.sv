// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// PBKDF2 (RFC 8018 5.2) with HMAC-SHA-2 for two passwords at a time, in one datapath.
///
/// ## Latency and throughput
/// R is the number of rounds: 64 (SHA-256) or 80 (SHA-512). An iteration takes 4 * (R + 4) cycles,
/// in which the other channel performs one, too: with two derivations in flight there is one every
/// 2 * (R + 4) cycles, and the datapath never waits. The page has the other formulas.
///
/// ## Byte order
/// The first byte of a packet is `s_tdata[7:0]` of its first beat, the first byte of a result is
/// `m_tdata[7:0]` of its first beat.
module sil_kdf_sha2_two
  import sil_sha2_pkg::*, sil_kdf_two_pkg::*;
#(
  /// The algorithm, SHA256 or SHA512.
  parameter alg_e Alg = SHA256,
  /// Longest salt in bytes: a power of two from 2 to 32 beats. Cost: a memory of that size.
  parameter int unsigned BufferBytes = 64,
  localparam int unsigned DataBits = word_bits(Alg)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// Clear all packets and everything that depends on them. A result that waits is withdrawn:
  /// `m_tvalid` falls without `m_tready`, as in a reset. Requests in progress get no answer.
  input  logic                  wipe_i,
  /// Operation of the request: 0. Others are refused.
  input  logic [1:0]            i_tuser,
  /// Iteration count, 1 or more.
  input  logic [31:0]           i_tcount,
  /// Bytes of the result, 1 or more.
  input  logic [31:0]           i_tbytes,
  input  logic                  i_tvalid,
  output logic                  i_tready,
  /// The packets of the requests: a password and a salt for each.
  input  logic [DataBits-1:0]   s_tdata,
  /// Valid bytes. All bytes are valid, except in the last beat: there the first bytes or none are
  /// valid. Other patterns break a rule.
  input  logic [DataBits/8-1:0] s_tkeep,
  input  logic                  s_tlast,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// Results, in the sequence of the requests.
  output logic [DataBits-1:0]   m_tdata,
  /// Valid bytes. The others are 0.
  output logic [DataBits/8-1:0] m_tkeep,
  output logic                  m_tlast,
  /// The request was refused. The beat has no bytes.
  output logic                  m_tuser,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  localparam int unsigned SizeBits = $clog2(DataBits);

  if (!(Alg inside {SHA256, SHA512})) begin : gen_alg
    $fatal(1, "Alg must be SHA256 or SHA512");
  end

  // A wipe is an internal reset, from the cycle after wipe_i rises to the cycle after it falls. The
  // unit wipes itself when it has worked and no request is left.
  logic wipe, awake, rst_n, worked_q, done_all, empty, idle, ready, taking, valid;
  assign wipe = wipe_i | done_all;
  sil_internal_reset u_reset (
    .clk_i, .rst_ni, .wipe_i(wipe), .rst_no(rst_n), .awake_o(awake)
  );
  assign done_all = worked_q & empty & idle & ~i_tvalid;
  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) worked_q <= 1'b0;
    else if (i_tvalid & i_tready) worked_q <= 1'b1;
  end

  logic clearing, offer, offer_more, offer_key, started, drained;
  logic channel, free, request_pair, begins, refuse, final_one, done, done_channel, read;
  logic [1:0] pair;
  logic [31:0] count;
  logic [3:0] block_word;
  logic [2:0] read_word;
  logic [SizeBits-1:0] size;
  logic [DataBits-1:0] block, t;
  kind_e offer_kind;
  control_t control;

  sil_kdf_two_blocks #(.Width(DataBits), .BufferBytes(BufferBytes)) u_blocks (
    .clk_i,
    .rst_ni      (rst_n),
    .clearing_i  (clearing),
    .idle_o      (idle),
    .i_tuser,
    .i_tcount,
    .i_tbytes,
    .i_tvalid,
    .i_tready    (ready),
    .s_tdata,
    .s_tkeep,
    .s_tlast,
    .s_tvalid,
    .s_tready    (taking),
    .offer_o     (offer),
    .offer_kind_o(offer_kind),
    .offer_more_o(offer_more),
    .offer_key_o (offer_key),
    .count_o     (count),
    .started_i   (started),
    .drained_i   (drained),
    .block_word_i(block_word),
    .block_o     (block),
    .free_i      (free),
    .pair_o      (request_pair),
    .begin_o     (begins),
    .refuse_o    (refuse),
    .final_o     (final_one),
    .size_o      (size)
  );

  sil_kdf_two_channels #(.Rounds(rounds(Alg))) u_channels (
    .clk_i,
    .rst_ni         (rst_n),
    .clearing_o     (clearing),
    .pause_i        (idle & empty),
    .offer_i        (offer),
    .offer_channel_i(channel),
    .offer_kind_i   (offer_kind),
    .offer_more_i   (offer_more),
    .offer_key_i    (offer_key),
    .count_i        (count),
    .started_o      (started),
    .drained_o      (drained),
    .pair_i         (pair),
    .done_o         (done),
    .done_channel_o (done_channel),
    .control_o      (control)
  );

  sil_kdf_two_rounds #(
    .Width(DataBits), .Initial((8 * DataBits)'(initial_value(Alg)))
  ) u_rounds (
    .clk_i,
    .rst_ni      (rst_n),
    .control_i   (control),
    .block_i     (block),
    .block_word_o(block_word),
    .read_i      (read),
    .read_word_i (read_word),
    .t_o         (t)
  );

  sil_kdf_two_results #(.Width(DataBits)) u_results (
    .clk_i,
    .rst_ni        (rst_n),
    .now_i         (control.channel),
    .channel_o     (channel),
    .free_o        (free),
    .pair_i        (request_pair),
    .begin_i       (begins),
    .refuse_i      (refuse),
    .final_i       (final_one),
    .size_i        (size),
    .pair_o        (pair),
    .done_i        (done),
    .done_channel_i(done_channel),
    .empty_o       (empty),
    .read_o        (read),
    .read_word_o   (read_word),
    .t_i           (t),
    .m_tdata,
    .m_tkeep,
    .m_tlast,
    .m_tuser,
    .m_tvalid      (valid),
    .m_tready
  );

  // The handshakes wait in reset, also before the first edge of rst_n.
  assign i_tready = ready & awake;
  assign s_tready = taking & awake;
  assign m_tvalid = valid & awake;
endmodule
