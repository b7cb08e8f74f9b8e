// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// HMAC (RFC 2104, FIPS 198-1) with MD5 or SHA-1 for short messages: key and message bytes in, tag
/// out.
///
/// It behaves as sil_hmac_md5 and sil_hmac_sha1, in fewer cycles and with less logic. The chaining
/// values, the midstates of the key and the key block K0 (FIPS 198-1 4) are in small memories. The
/// outer hash starts before the inner digest is complete, and the next message while a tag leaves.
///
/// ## Latency and throughput
/// A message has n padded blocks after the key block. With a loaded key its tag is valid D cycles
/// after its first beat was taken, and messages follow each other every I cycles:
///
///             D                   I
///     MD5     (n + 1) * 68 + 14   (n + 1) * 68 + 9
///     SHA-1   (n + 1) * 85 + 16   (n + 1) * 85 + 11
///
/// ## Byte order
/// The first byte of a key or message is `s_tdata[7:0]` of its first beat, the first byte of a tag
/// is `m_tdata[7:0]`.
module sil_hmac_md_short
  import sil_md_pkg::BLOCK_WORDS, sil_sha2_keyed_pkg::value_e;
#(
  /// 0: MD5. 1: SHA-1.
  parameter bit Sha1 = 1'b1,
  localparam int unsigned Words = Sha1 ? 5 : 4,
  localparam int unsigned Width = 32,
  localparam int unsigned DigestBits = Words * Width
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// Clear the key and everything that depends on it. A tag that waits is withdrawn: `m_tvalid`
  /// falls without `m_tready`, as in a reset. Messages in flight get no answer.
  input  logic                  wipe_i,
  /// A key is loaded.
  output logic                  keyed_o,
  /// Keys and messages.
  input  logic [Width-1:0]      s_tdata,
  /// Valid bytes. All bytes are valid, except in the last beat: there the first bytes or none are
  /// valid. Other patterns break a rule.
  input  logic [Width/8-1:0]    s_tkeep,
  input  logic                  s_tlast,
  /// The beat belongs to a key. The key is for the messages that follow, and has no answer.
  input  logic                  s_tuser,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// The tag.
  output logic [DigestBits-1:0] m_tdata,
  /// The tag equals `tag_i` of the first cycle of `m_tvalid`. The result of this one comparison
  /// holds until the tag is taken. All bits are compared in one cycle.
  output logic                  m_tmatch,
  /// The message was refused: no key was loaded, or it broke a rule. `m_tdata` is 0.
  output logic                  m_tuser,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  /// Tag to compare with. It is used in the first cycle of `m_tvalid` and ignored in all others.
  input  logic [DigestBits-1:0] tag_i
);
  localparam int unsigned Bytes = Width / 8;
  localparam int unsigned BeatBits = $clog2(BLOCK_WORDS);
  // MD5 has the low byte of a word, and the low word of the length, first.
  localparam bit Little = ~Sha1;
  // Bits of the outer message: the key block and the inner digest.
  localparam int unsigned OuterBits = (BLOCK_WORDS + Words) * Width;
  // The bit that is the first one after a message.
  localparam int unsigned MarkBit = Little ? 7 : Width - 1;

  // A wipe is an internal reset, from the cycle after wipe_i rises to the cycle after it falls.
  logic wipe_q, rst_n;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wipe_q <= 1'b1;
    else wipe_q <= wipe_i;
  end
  assign rst_n = ~wipe_q;

  logic error, empty, last, valid, ready, own_block, own_last, write, collect, half, padding;
  logic unused_digest;
  logic mark, length;
  logic start, started, done, load, take, is_tag, fill, tag_done;
  logic refused, tag_valid_q;
  value_e from, to;
  logic [7:0] mask;
  logic [BeatBits-1:0] beat;
  logic [Width-1:0] padded, message;
  logic padded_last, padded_valid;
  logic [DigestBits-1:0] tag;

  sil_axis_framing #(.Bytes(Bytes)) u_framing (
    .keep_i(s_tkeep), .last_i(s_tlast), .error_o(error)
  );

  sil_hmac_short_control u_control (
    .clk_i,
    .rst_ni     (rst_n),
    .s_tkey     (s_tuser),
    .s_tlast,
    .s_terror   (error),
    .s_tnull    (~s_tkeep[0]),
    .s_tvalid,
    .s_tready,
    .empty_o    (empty),
    .last_o     (last),
    .valid_o    (valid),
    .ready_i    (ready),
    .own_block_o(own_block),
    .own_last_o (own_last),
    .beat_o     (beat),
    .write_o    (write),
    .collect_o  (collect),
    .mask_o     (mask),
    .start_o    (start),
    .from_o     (from),
    .to_o       (to),
    .digest_o   (unused_digest),
    .tag_o      (is_tag),
    .half_o     (half),
    .padding_o  (padding),
    .fill_o     (fill),
    .started_i  (started),
    .done_i     (done),
    .take_i     (take),
    .keyed_o,
    .refused_o  (refused),
    .tag_valid_i(tag_valid_q),
    .m_tready
  );

  // The memory of a block: K0. Its words are zero while no key is loaded.
  logic [Width-1:0] kept, entering, stored, flipped;

  for (genvar i = 0; i < Bytes; i++) begin : gen_byte
    assign kept[8*i+:8] = s_tdata[8*i+:8] & {8{collect & s_tkeep[i]}};
  end
  sil_md_bytes #(.Width(Width)) u_bytes (.little_i(Little), .data_i(kept), .data_o(entering));

  sil_register_file #(.Width(Width), .Words(BLOCK_WORDS)) u_block (
    .clk_i,
    .write_i        (write),
    .write_address_i(beat),
    .word_i         (entering),
    .read_address_i (beat),
    .word_o         (stored)
  );

  // The bits that are XORed to a word of this block: ipad, opad, or the padding of the outer
  // message.
  always_comb begin
    flipped = {Bytes{mask}};
    if (mark) flipped[MarkBit] = ~flipped[MarkBit];
    if (length) flipped ^= Width'(OuterBits);
  end

  // All messages of the padder follow one block: K0 with ipad, or the first block of a long key.
  logic [Width-1:0] padded_bytes;
  logic unused_error;
  sil_md_padder #(.Width(Width), .LengthBytes(8)) u_padder (
    .clk_i,
    .rst_ni  (rst_n),
    .little_i(Little),
    .prefix_i(1'b1),
    .raw_i   (1'b0),
    .s_tdata,
    .s_tkeep (empty ? '0 : s_tkeep),
    .s_tlast (last),
    .s_tvalid(valid),
    .s_tready(ready),
    .m_tdata (padded_bytes),
    .m_tlast (padded_last),
    .m_tuser (unused_error),
    .m_tvalid(padded_valid),
    .m_tready(load & ~own_block)
  );
  sil_md_bytes #(.Width(Width)) u_padded (
    .little_i(Little), .data_i(padded_bytes), .data_o(padded)
  );

  assign message = own_block ? stored ^ flipped : padded;
  assign take = load & (own_block | padded_valid);

  // The hash core.
  sil_md_keyed_pkg::control_t control;
  logic step;

  sil_md_keyed_sequencer #(
    .Words(Words), .GroupRounds(Sha1 ? 20 : 16), .LengthWord(Little ? 14 : 15)
  ) u_sequencer (
    .clk_i,
    .rst_ni   (rst_n),
    .start_i  (start),
    .from_i   (from),
    .to_i     (to),
    .tag_i    (is_tag),
    .half_i   (half),
    .padding_i(padding),
    .fill_i   (fill),
    .started_o(started),
    .done_o   (done),
    .step_i   (step),
    .take_i   (take),
    .last_i   (own_block ? own_last : padded_last),
    .control_o(control)
  );

  if (Sha1) begin : gen_sha1
    sil_sha1_keyed_rounds u_rounds (
      .clk_i,
      .rst_ni     (rst_n),
      .control_i  (control),
      .step_o     (step),
      .message_i  (message),
      .valid_i    (own_block | padded_valid),
      .load_o     (load),
      .mark_o     (mark),
      .length_o   (length),
      .tag_clear_i(wipe_q | (tag_valid_q & m_tready)),
      .tag_done_o (tag_done),
      .tag_o      (tag)
    );
  end else begin : gen_md5
    sil_md5_keyed_rounds u_rounds (
      .clk_i,
      .rst_ni     (rst_n),
      .control_i  (control),
      .step_o     (step),
      .message_i  (message),
      .valid_i    (own_block | padded_valid),
      .load_o     (load),
      .mark_o     (mark),
      .length_o   (length),
      .tag_clear_i(wipe_q | (tag_valid_q & m_tready)),
      .tag_done_o (tag_done),
      .tag_o      (tag)
    );
  end

  // The answer. A refusal is offered when no tag waits, so the tag is zero.
  logic waits_q;
  logic [Words-1:0] equal, equal_q;  // a word of the tag equals that of `tag_i`

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      tag_valid_q <= 1'b0;
      waits_q     <= 1'b0;
    end else begin
      tag_valid_q <= tag_done | (tag_valid_q & ~m_tready);
      waits_q     <= tag_valid_q & ~m_tready;
    end
  end
  always_ff @(posedge clk_i) if (!waits_q) equal_q <= equal;

  sil_md_bytes #(.Width(Width), .Words(Words), .FirstHigh(1'b1)) u_tag (
    .little_i(Little), .data_i(tag), .data_o(m_tdata)
  );
  for (genvar i = 0; i < Words; i++) begin : gen_equal
    sil_equal #(.Width(Width)) u_equal (
      .a_i(m_tdata[Width*i+:Width]), .b_i(tag_i[Width*i+:Width]), .equal_o(equal[i])
    );
  end

  assign m_tvalid = tag_valid_q | refused;
  assign m_tuser = refused;
  // Each tag is compared once: changing tag_i while the tag waits gives no further comparison.
  assign m_tmatch = tag_valid_q & (waits_q ? &equal_q : &equal);
endmodule
