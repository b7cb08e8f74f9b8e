// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Key derivation with HMAC: requests and packets in, derived bytes out.
///
/// The HMAC unit is outside of this module, which knows no hash. A request names its operation,
/// the bytes of its result and an iteration count; its packets follow on the input stream. A
/// request that breaks a rule is refused when its packets are taken.
///
/// After each request of PBKDF2 and HKDF the unit wipes itself. `wipe_i` aborts a request. When
/// `i_tready` rises after either, no register of this module depends on a packet.
///
/// ## Latency and throughput
/// README.md, Cycles. One beat of a result per cycle.
///
/// ## Byte order
/// The first byte of a packet is `s_tdata[7:0]` of its first beat, the first byte of a result is
/// `m_tdata[7:0]` of its first beat.
module sil_kdf_engine
  import sil_kdf_pkg::*;
#(
  /// What is computed.
  parameter function_e Function = PBKDF2,
  /// Bits of a beat, 32 or more.
  parameter int unsigned DataBits = 32,
  /// Bits of a tag, a multiple of DataBits.
  parameter int unsigned DigestBits = 256,
  /// Longest salt of PBKDF2, info of HKDF or seed material in bytes. Cost: a memory of that size.
  parameter int unsigned BufferBytes = 64,
  /// As in sil_kdf_drbg.
  parameter int unsigned ReseedBits = 48,
  localparam int unsigned Bytes = DataBits / 8
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// Clear all packets and what depends on them. A result that waits is withdrawn.
  input  logic                  wipe_i,
  /// Operation of the request.
  input  logic [1:0]            i_tuser,
  /// Iteration count of PBKDF2. It is ignored by the others.
  input  logic [31:0]           i_tcount,
  /// Bytes of the result.
  input  logic [31:0]           i_tbytes,
  input  logic                  i_tvalid,
  output logic                  i_tready,
  /// Packets.
  input  logic [DataBits-1:0]   s_tdata,
  input  logic [Bytes-1:0]      s_tkeep,
  input  logic                  s_tlast,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// Results.
  output logic [DataBits-1:0]   m_tdata,
  output logic [Bytes-1:0]      m_tkeep,
  output logic                  m_tlast,
  output logic                  m_tuser,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  /// `wipe_i` of HMAC.
  output logic                  hmac_wipe_o,
  /// Keys and messages to HMAC.
  output logic [DataBits-1:0]   hmac_tdata,
  output logic [Bytes-1:0]      hmac_tkeep,
  output logic                  hmac_tlast,
  output logic                  hmac_tuser,
  output logic                  hmac_tvalid,
  input  logic                  hmac_tready,
  /// Tags from HMAC, and whether a message was refused.
  input  logic [DigestBits-1:0] tag_tdata,
  input  logic                  tag_tuser,
  input  logic                  tag_tvalid,
  output logic                  tag_tready
);
  if (DigestBits % DataBits != 0) begin : gen_digest
    $fatal(1, "a digest must be a multiple of a beat");
  end
  if (BufferBytes < 2 * Bytes || BufferBytes > 32 * Bytes || BufferBytes != 2 ** $clog2(BufferBytes)) begin : gen_buffer
    $fatal(1, "BufferBytes must be a power of two from 2 to 32 beats");
  end

  localparam int unsigned Beats = DigestBits / DataBits;
  localparam int unsigned BeatBits = $clog2(Beats);
  localparam int unsigned CountBits = $clog2(Bytes) + 1;
  localparam int unsigned ConstantBytes = Function == PBKDF2 ? 4 : 1;

  logic request, idle, reject, refused_q, load, loaded, start, sent, await, tag, give, given;
  logic complete, silent, deny, clear, empty, answer, answered, done, awake, rst_n;
  logic give_now, answer_now;
  command_t command;
  terms_t terms;
  logic [31:0] constant;

  // A wipe is an internal reset, from the cycle after wipe_i rises to the cycle after it falls.
  assign hmac_wipe_o = wipe_i | done;
  sil_internal_reset u_reset (
    .clk_i, .rst_ni, .wipe_i(hmac_wipe_o), .rst_no(rst_n), .awake_o(awake)
  );
  // All streams wait in reset, also before the first edge of rst_n.
  assign give = give_now & awake;
  assign answer = answer_now & awake;

  // Packets.
  logic [CountBits-1:0] count, buffer_count;
  logic [DataBits-1:0] buffer_data;
  logic framing, clearing, over, buffer_last, buffer_next, stream_ready, taken;

  sil_axis_framing #(.Bytes(Bytes)) u_framing (
    .keep_i(s_tkeep), .last_i(s_tlast), .error_o(framing)
  );

  always_comb begin
    count = '0;
    for (int unsigned i = 0; i < Bytes; i++) count += CountBits'(s_tkeep[i]);
  end

  assign s_tready = (load | stream_ready) & awake;
  assign taken = s_tvalid & s_tready;
  assign loaded = load & s_tvalid & s_tlast;

  sil_kdf_buffer #(.Bytes(Bytes), .Words(BufferBytes / Bytes)) u_buffer (
    .clk_i,
    .rst_ni  (rst_n),
    .clear_i (clear),
    .busy_o  (clearing),
    .write_i (load & s_tvalid),
    .data_i  (s_tdata),
    .keep_i  (s_tkeep),
    .count_i (count),
    .over_o  (over),
    .empty_o (empty),
    .rewind_i(start),
    .next_i  (buffer_next),
    .data_o  (buffer_data),
    .count_o (buffer_count),
    .last_o  (buffer_last)
  );

  assign i_tready = idle & ~clearing & awake;
  assign request = i_tvalid & i_tready;

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) refused_q <= 1'b0;
    else if (request) refused_q <= reject;
    else if ((taken & framing) | over | (tag & tag_tuser) | deny) refused_q <= 1'b1;
  end

  // The last tag, and a block that is kept: the sum of tags, or V. They move together.
  logic [DigestBits-1:0] tag_q, kept_q;
  logic [DataBits-1:0] tag_beat, kept_beat, moved_in;
  logic [BeatBits-1:0] beat_q;
  logic send, move, block_end;

  assign tag_beat = tag_q[DataBits-1:0];
  assign kept_beat = kept_q[DataBits-1:0];
  assign block_end = beat_q == BeatBits'(Beats - 1);
  // While a block of PBKDF2 is given out, zeros replace it. Otherwise what is given out is kept.
  assign moved_in = give | silent ? tag_beat & {DataBits{Function != PBKDF2}}
    : (kept_beat & {DataBits{terms.keep}}) ^ (tag_beat & {DataBits{terms.add}})
    ^ {Bytes{7'd0, terms.ones}};
  assign tag_tready = await;
  assign tag = tag_tvalid & await;

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      tag_q  <= '0;
      kept_q <= '0;
      beat_q <= '0;
    end else begin
      if (tag) tag_q <= tag_tdata;
      else if (move) tag_q <= tag_q >> DataBits;
      if (move) begin
        kept_q <= DigestBits'({moved_in, kept_q} >> DataBits);
        beat_q <= block_end ? '0 : beat_q + 1'b1;
      end
    end
  end

  // The result is the sum of both.
  logic [31:0] left_q;
  logic ended_q, last;

  assign last = left_q <= 32'(Bytes);
  assign move = send | silent | (give & (ended_q | m_tready));
  assign given = give & move & block_end;
  assign complete = ended_q | last;
  assign answered = answer & m_tready;

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      left_q  <= '0;
      ended_q <= 1'b0;
    end else if (request) begin
      left_q  <= i_tbytes;
      ended_q <= 1'b0;
    end else if (give && move && !ended_q) begin
      left_q  <= left_q - 32'(Bytes);
      ended_q <= last;
    end
  end

  assign m_tvalid = answer | (give & ~ended_q);
  assign m_tlast = answer | (give & last);
  assign m_tuser = answer & refused_q;
  for (genvar i = 0; i < Bytes; i++) begin : gen_result
    assign m_tkeep[i] = give & ~ended_q & left_q > 32'(i);
    assign m_tdata[8*i+:8] = (tag_beat[8*i+:8] ^ kept_beat[8*i+:8]) & {8{m_tkeep[i]}};
  end

  logic [DataBits-1:0] sent_tdata;
  logic [Bytes-1:0] sent_tkeep;
  logic sent_tlast, sent_tuser, sent_tvalid, sent_tready, unused_soon;

  sil_kdf_sender #(.Bytes(Bytes), .ConstantBytes(ConstantBytes)) u_sender (
    .clk_i,
    .rst_ni        (rst_n),
    .start_i       (start),
    .command_i     (command),
    .sent_o        (sent),
    .tag_i         (tag_beat),
    .kept_i        (kept_beat),
    .block_end_i   (block_end),
    .move_o        (send),
    .terms_o       (terms),
    .buffer_i      (buffer_data),
    .buffer_count_i(buffer_count),
    .buffer_last_i (buffer_last),
    .buffer_next_o (buffer_next),
    .constant_i    (constant[8*ConstantBytes-1:0]),
    .s_tdata,
    .s_tcount      (count),
    .s_tlast,
    .s_tvalid,
    .s_tready      (stream_ready),
    .m_tdata       (sent_tdata),
    .m_tkeep       (sent_tkeep),
    .m_tlast       (sent_tlast),
    .m_tuser       (sent_tuser),
    .m_tvalid      (sent_tvalid),
    .m_tready      (sent_tready)
  );

  // This register cuts the path from the control to the state of HMAC. It costs one cycle for each
  // message that begins with a tag.
  sil_skid #(.Width(DataBits + Bytes + 2)) u_beats (
    .clk_i,
    .rst_ni  (rst_n),
    .s_tdata ({sent_tdata, sent_tkeep, sent_tlast, sent_tuser}),
    .s_tvalid(sent_tvalid),
    .s_tready(sent_tready),
    .m_tdata ({hmac_tdata, hmac_tkeep, hmac_tlast, hmac_tuser}),
    .m_tvalid(hmac_tvalid),
    .m_tready(hmac_tready),
    .soon_o  (unused_soon)
  );

  if (Function == PBKDF2) begin : gen_pbkdf2
    sil_kdf_pbkdf2 u_control (
      .clk_i,
      .rst_ni      (rst_n),
      .operation_i (i_tuser),
      .iterations_i(i_tcount),
      .bytes_i     (i_tbytes),
      .request_i   (request),
      .idle_o      (idle),
      .reject_o    (reject),
      .refused_i   (refused_q),
      .load_o      (load),
      .loaded_i    (loaded),
      .start_o     (start),
      .command_o   (command),
      .sent_i      (sent),
      .constant_o  (constant),
      .await_o     (await),
      .tag_i       (tag),
      .give_o      (give_now),
      .given_i     (given),
      .complete_i  (complete),
      .answer_o    (answer_now),
      .answered_i  (answered),
      .done_o      (done)
    );
  end else if (Function == HKDF) begin : gen_hkdf
    sil_kdf_hkdf #(.DigestBytes(DigestBits / 8)) u_control (
      .clk_i,
      .rst_ni     (rst_n),
      .operation_i(i_tuser),
      .bytes_i    (i_tbytes),
      .request_i  (request),
      .idle_o     (idle),
      .reject_o   (reject),
      .refused_i  (refused_q),
      .load_o     (load),
      .loaded_i   (loaded),
      .start_o    (start),
      .command_o  (command),
      .sent_i     (sent),
      .constant_o (constant),
      .await_o    (await),
      .tag_i      (tag),
      .give_o     (give_now),
      .given_i    (given),
      .complete_i (complete),
      .answer_o   (answer_now),
      .answered_i (answered),
      .done_o     (done)
    );
  end else begin : gen_drbg
    sil_kdf_drbg #(.ReseedBits(ReseedBits)) u_control (
      .clk_i,
      .rst_ni     (rst_n),
      .operation_i(i_tuser),
      .bytes_i    (i_tbytes),
      .request_i  (request),
      .idle_o     (idle),
      .reject_o   (reject),
      .refused_i  (refused_q),
      .load_o     (load),
      .loaded_i   (loaded),
      .start_o    (start),
      .command_o  (command),
      .sent_i     (sent),
      .constant_o (constant),
      .await_o    (await),
      .tag_i      (tag),
      .give_o     (give_now),
      .given_i    (given),
      .complete_i (complete),
      .answer_o   (answer_now),
      .answered_i (answered),
      .empty_i    (empty),
      .move_o     (silent),
      .moved_i    (move & block_end),
      .deny_o     (deny),
      .clear_o    (clear)
    );
    assign done = 1'b0;
  end
  if (Function != HMAC_DRBG) begin : gen_others
    assign silent = 1'b0;
    assign deny = 1'b0;
    assign clear = 1'b0;
  end
  if (Function > HMAC_DRBG) begin : gen_function
    $fatal(1, "Function must be PBKDF2, HKDF or HMAC_DRBG");
  end

  // Only PBKDF2 has an iteration count, and only HMAC_DRBG treats an empty packet in its own way.
  logic unused;
  assign unused = |{i_tcount, empty, constant};
endmodule
