// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// PBKDF2 (RFC 8018 5.2) with HMAC-SHA-1 for eight passwords at a time, in one pipeline of four
/// stages (sil_sha1_pipeline).
///
/// HMAC loads a password and computes U_1 of each block of its result, as in sil_kdf_sha1 with one
/// iteration. A derivation then computes the other iterations of that block. Five derivations or
/// more fill every time slot of the pipeline.
///
/// ## Latency and throughput
/// With N derivations in flight, an iteration of each takes 42 * max(5, N) cycles, N from 2 on: an
/// iteration every 42 cycles from N = 5 on. The page has the other formulas.
///
/// ## Byte order
/// The first byte of a packet is `s_tdata[7:0]` of its first beat, the first byte of a result is
/// `m_tdata[7:0]` of its first beat.
module sil_kdf_sha1_pipe4
  import sil_md_pkg::*, sil_hmac_pkg::midstate_e;
#(
  /// Longest salt in bytes: a power of two from 2 to 32 beats. Cost: a memory of that size.
  parameter int unsigned BufferBytes = 64
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
  /// Bytes of the result: 1 to 2^32 - 17.
  input  logic [31:0]           i_tbytes,
  input  logic                  i_tvalid,
  output logic                  i_tready,
  /// The packets of the requests: a password and a salt for each.
  input  logic [31:0]           s_tdata,
  /// Valid bytes. All bytes are valid, except in the last beat: there the first bytes or none are
  /// valid. Other patterns break a rule.
  input  logic [3:0]            s_tkeep,
  input  logic                  s_tlast,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// Results, in the sequence of the requests.
  output logic [31:0]           m_tdata,
  /// Valid bytes. The others are 0.
  output logic [3:0]            m_tkeep,
  output logic                  m_tlast,
  /// The request was refused. The beat has no bytes.
  output logic                  m_tuser,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  localparam int unsigned Stages = 4;
  localparam int unsigned Derivations = 8;
  localparam int unsigned IdBits = $clog2(Derivations);
  localparam int unsigned Midstates = 2 * Derivations;
  localparam int unsigned MidstateBits = $clog2(Midstates + 1);
  localparam int unsigned IndexBits = $clog2(sil_sha1_pkg::ROUNDS / Stages + 1);
  localparam int unsigned DigestBits = 160;
  // The largest result has fewer bytes than this. It is a multiple of the bytes of a digest.
  localparam logic [31:0] BYTES_END = 32'hffff_fff0;

  // A wipe is an internal reset, from the cycle after wipe_i rises to the cycle after it falls. The
  // unit wipes itself when it has worked and no request is left.
  logic wipe, awake, rst_n, hmac_reset_q, worked_q, done_all;
  assign wipe = wipe_i | done_all;
  sil_internal_reset u_reset (
    .clk_i, .rst_ni, .wipe_i(wipe), .rst_no(rst_n), .awake_o(awake)
  );

  // HMAC, and the control that sends it a password and a salt. It computes the blocks of a result
  // with one iteration until there are enough, and is wiped after each request.
  logic open, empty, idle, request, engine_ready, sized, enough;
  logic hmac_wipe, hmac_rst_n, hmac_tlast, hmac_tuser, hmac_tvalid, hmac_tready;
  logic tag_tuser, tag_tvalid, tag_tready, hmac_done;
  logic [31:0] hmac_tdata, given_tdata, first_tdata;
  logic [3:0] hmac_tkeep, unused_given_keep;
  logic given_tuser, given_tvalid, given_tready, unused_given_last;
  logic first_tuser, first_tvalid, first_tready, unused_first_soon, result_tvalid;
  logic [DigestBits-1:0] tag_tdata, digest, chaining;
  logic unused_keyed, unused_match, unused_id, unused_second, unused_start, unused_block_id;
  logic unused_take;
  logic block_tlast, block_tvalid, block_tready, word_tlast, word_tvalid, word_tready;
  logic unused_word_user, unused_word_soon;
  logic [31:0] block_tdata, word_tdata;
  logic [1:0] restore;
  midstate_e save;

  assign sized = i_tbytes != '0 & i_tbytes < BYTES_END;
  assign i_tready = engine_ready & open & idle;
  assign request = i_tvalid & i_tready;
  assign done_all = worked_q & empty & engine_ready & ~i_tvalid;

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) worked_q <= 1'b0;
    else if (request) worked_q <= 1'b1;
  end

  sil_kdf_engine #(
    .Function(sil_kdf_pkg::PBKDF2), .DataBits(32), .DigestBits(DigestBits),
    .BufferBytes(BufferBytes)
  ) u_engine (
    .clk_i,
    .rst_ni,
    .wipe_i     (wipe | enough),
    .i_tuser,
    .i_tcount   (32'(i_tcount != '0)),
    .i_tbytes   ({32{sized}}),
    .i_tvalid   (i_tvalid & open & idle),
    .i_tready   (engine_ready),
    .s_tdata,
    .s_tkeep,
    .s_tlast,
    .s_tvalid,
    .s_tready,
    .m_tdata    (given_tdata),
    .m_tkeep    (unused_given_keep),
    .m_tlast    (unused_given_last),
    .m_tuser    (given_tuser),
    .m_tvalid   (given_tvalid),
    .m_tready   (given_tready),
    .hmac_wipe_o(hmac_wipe),
    .hmac_tdata,
    .hmac_tkeep,
    .hmac_tlast,
    .hmac_tuser,
    .hmac_tvalid,
    .hmac_tready,
    .tag_tdata,
    .tag_tuser,
    .tag_tvalid,
    .tag_tready
  );

  // This register cuts the path from the bytes that are left to the memories of the derivations.
  sil_skid #(.Width(33)) u_first (
    .clk_i,
    .rst_ni  (rst_n),
    .s_tdata ({given_tuser, given_tdata}),
    .s_tvalid(given_tvalid),
    .s_tready(given_tready),
    .m_tdata ({first_tuser, first_tdata}),
    .m_tvalid(first_tvalid),
    .m_tready(first_tready),
    .soon_o  (unused_first_soon)
  );

  sil_hmac_engine #(
    .Width(32), .DigestBits(DigestBits), .LengthBytes(sil_sha1_pkg::LENGTH_FIELD_BYTES)
  ) u_hmac (
    .clk_i,
    .rst_ni,
    .wipe_i        (hmac_wipe),
    .keyed_o       (unused_keyed),
    .s_tdata       (hmac_tdata),
    .s_tkeep       (hmac_tkeep),
    .s_tlast       (hmac_tlast),
    .s_tuser       (hmac_tuser),
    .s_tsecond     (1'b0),
    .s_tid         (1'b0),
    .s_tvalid      (hmac_tvalid),
    .s_tready      (hmac_tready),
    .m_tdata       (tag_tdata),
    .m_tmatch      (unused_match),
    .m_tuser       (tag_tuser),
    .m_tid         (unused_id),
    .m_tvalid      (tag_tvalid),
    .m_tready      (tag_tready),
    .tag_i         ('0),
    .core_rst_no   (hmac_rst_n),
    .second_o      (unused_second),
    .start_o       (unused_start),
    .restore_o     (restore),
    .save_o        (save),
    .block_tdata,
    .block_tlast,
    .block_tid     (unused_block_id),
    .block_tvalid,
    .block_tready,
    .block_tid_next(1'b0),
    .block_tid_any (1'b0),
    .digest_tdata  (digest),
    .digest_tid    (1'b0),
    .digest_tvalid (hmac_done),
    .digest_tready (unused_take)
  );

  // A block of HMAC is complete before it gets a time slot.
  sil_md_buffer #(.Width(32), .Beats(BLOCK_WORDS)) u_block (
    .clk_i,
    .rst_ni  (hmac_rst_n),
    .s_tdata (block_tdata),
    .s_tlast (block_tlast),
    .s_tuser (1'b0),
    .s_tvalid(block_tvalid),
    .s_tready(block_tready),
    .m_tdata (word_tdata),
    .m_tlast (word_tlast),
    .m_tuser (unused_word_user),
    .m_tvalid(word_tvalid),
    .m_tready(word_tready),
    .soon_o  (unused_word_soon)
  );

  // HMAC is in reset in the cycle after its wipe.
  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) hmac_reset_q <= 1'b0;
    else hmac_reset_q <= hmac_wipe;
  end

  // The time slots and the pipeline.
  control_t [Stages-1:0] control;
  logic ready, issue, from_derivation, from_hmac, done, last, unused_reserve, unused_reserve_next;
  logic [IdBits-1:0] pair, ready_id, word_id, leaving_id, done_id;
  logic [MidstateBits-1:0] ready_midstate, slot_restore, slot_save;
  logic [IndexBits-1:0] word;
  logic [31:0] hmac_word, derivation_word, message;
  logic [1:0] unused_tid;

  sil_kdf_slots #(
    .Rounds(sil_sha1_pkg::ROUNDS), .Stages(Stages), .Derivations(Derivations)
  ) u_slots (
    .clk_i,
    .rst_ni           (rst_n),
    .idle_o           (idle),
    .hmac_reset_i     (hmac_reset_q),
    .hmac_tvalid      (word_tvalid),
    .hmac_tready      (word_tready),
    .hmac_tlast       (word_tlast),
    .hmac_restore_i   (midstate_e'(restore)),
    .hmac_save_i      (save),
    .hmac_pair_i      (pair),
    .hmac_done_o      (hmac_done),
    .ready_i          (ready),
    .ready_id_i       (ready_id),
    .ready_midstate_i (ready_midstate),
    .issue_o          (issue),
    .from_derivation_o(from_derivation),
    .from_hmac_o      (from_hmac),
    .word_id_o        (word_id),
    .word_o           (word),
    .leaving_id_o     (leaving_id),
    .done_o           (done),
    .done_id_o        (done_id),
    .control_o        (control),
    .restore_o        (slot_restore),
    .save_o           (slot_save),
    .last_i           (last)
  );

  sil_md_bytes #(.Width(32)) u_word (.little_i(1'b0), .data_i(word_tdata), .data_o(hmac_word));
  sil_md_bytes #(.Width(32), .Words(5), .FirstHigh(1'b1)) u_digest (
    .little_i(1'b0), .data_i(chaining), .data_o(digest)
  );

  assign message = from_derivation ? derivation_word : from_hmac ? hmac_word : '0;

  sil_sha1_pipeline #(.Midstates(Midstates)) u_pipeline (
    .clk_i,
    .rst_ni        (rst_n),
    .run_i         (1'b1),
    .control_i     (control),
    .message_i     (message),
    .restore_i     (slot_restore),
    .save_i        (slot_save),
    .reserve_next_o(unused_reserve_next),
    .reserve_o     (unused_reserve),
    .last_o        (last),
    .id_o          (unused_tid),
    .chaining_o    (chaining)
  );

  sil_kdf_derivations #(
    .DigestWords(5), .Derivations(Derivations), .IndexBits(IndexBits)
  ) u_derivations (
    .clk_i,
    .rst_ni          (rst_n),
    .open_o          (open),
    .empty_o         (empty),
    .request_i       (request),
    .count_i         (i_tcount),
    .bytes_i         (i_tbytes),
    .pair_o          (pair),
    .first_tdata,
    .first_tuser,
    .first_tvalid,
    .first_tready,
    .enough_o        (enough),
    .ready_o         (ready),
    .ready_id_o      (ready_id),
    .ready_midstate_o(ready_midstate),
    .issue_i         (issue),
    .word_i          (word),
    .word_id_i       (word_id),
    .word_o          (derivation_word),
    .leaving_id_i    (leaving_id),
    .done_i          (done),
    .done_id_i       (done_id),
    .digest_i        (chaining),
    .m_tdata,
    .m_tkeep,
    .m_tlast,
    .m_tuser,
    .m_tvalid        (result_tvalid),
    .m_tready
  );

  // The result waits in reset, also before the first edge of rst_n.
  assign m_tvalid = result_tvalid & awake;
endmodule
