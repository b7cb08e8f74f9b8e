// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// HMAC (RFC 2104, FIPS 198-1) with SHA-2 for short messages: key and message bytes in, tag out.
///
/// It behaves as sil_hmac_sha2, in fewer cycles and with less logic. The chaining values, the
/// midstates of the key and the key block K0 (FIPS 198-1 4) are in small memories. The outer hash
/// starts before the inner digest is complete, and the next message while a tag leaves.
///
/// ## Latency and throughput
/// C is that of sil_sha2_keyed_core, and a message has n padded blocks after the key block. With a
/// loaded key its tag is valid (n + 1) * C + 16 cycles after its first beat was taken, and messages
/// follow each other every (n + 1) * C + 11 cycles.
///
/// ## Byte order
/// The first byte of a key or message is `s_tdata[7:0]` of its first beat, the first byte of a tag
/// is `m_tdata[7:0]`.
module sil_hmac_sha2_short
  import sil_md_pkg::BLOCK_WORDS, sil_sha2_pkg::*, sil_sha2_keyed_pkg::*;
#(
  /// The algorithm, SHA256 or SHA512.
  parameter alg_e Alg = SHA256,
  localparam int unsigned Width = word_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg)
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
  localparam int unsigned DigestWords = DigestBits / Width;
  // Bits of the outer message: the key block and the inner digest.
  localparam int unsigned OuterBits = (BLOCK_WORDS + DigestWords) * Width;

  // A wipe is an internal reset, from the cycle after wipe_i rises to the cycle after it falls.
  logic wipe_q, rst_n;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wipe_q <= 1'b1;
    else wipe_q <= wipe_i;
  end
  assign rst_n = ~wipe_q;

  logic error, empty, last, valid, ready, own_block, own_last, write, collect, half, padding;
  logic mark, length;
  logic start, started, done, load, take, digest_again, is_tag, fill, digest, tag_done;
  logic refused, tag_valid_q;
  value_e from, to;
  logic [7:0] mask;
  logic [BeatBits-1:0] beat;
  logic [1:0] digest_number;
  logic [Width-1:0] digest_word, half_word, bytes, padded, message;
  logic padded_last, padded_valid;
  logic [8*Width-1:0] tag;

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
    .digest_o   (digest_again),
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

  // The memory of a block: K0, or the inner digest for the outer hash. It has H0 to H3 of a digest;
  // the other words are in the memory of the chaining values.
  logic [Width-1:0] valid_bits, entering, stored, made;

  for (genvar i = 0; i < Bytes; i++) begin : gen_byte
    assign valid_bits[8*(Bytes-1-i)+:8] = {8{collect & s_tkeep[i]}};
  end
  assign entering = (bytes & valid_bits) | (digest ? digest_word : '0);

  sil_register_file #(.Width(Width), .Words(BLOCK_WORDS)) u_block (
    .clk_i,
    .write_i        (write | digest),
    .write_address_i(digest ? BeatBits'(digest_number) : beat),
    .word_i         (entering),
    .read_address_i (beat),
    .word_o         (stored)
  );

  // The bits that are XORed to a word of this block: ipad, opad, or the padding of the outer
  // message.
  logic [Width-1:0] flipped;
  always_comb begin
    flipped = {Bytes{mask}};
    if (mark) flipped[Width-1] = ~flipped[Width-1];
    if (length) flipped ^= Width'(OuterBits);
  end
  assign made = (stored | half_word) ^ flipped;

  sil_md_bytes #(.Width(Width)) u_bytes (.little_i(1'b0), .data_i(s_tdata), .data_o(bytes));

  // All messages of the padder follow one block: K0 with ipad, or the first block of a long key.
  logic [Width-1:0] padded_bytes;
  logic unused_error;
  sil_md_padder #(.Width(Width), .LengthBytes(length_bytes(Alg))) u_padder (
    .clk_i,
    .rst_ni  (rst_n),
    .little_i(1'b0),
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
    .little_i(1'b0), .data_i(padded_bytes), .data_o(padded)
  );

  assign message = own_block ? made : padded;
  assign take = load & (own_block | padded_valid);

  sil_sha2_keyed_core #(.Alg(Alg)) u_core (
    .clk_i,
    .rst_ni         (rst_n),
    .start_i        (start),
    .from_i         (from),
    .to_i           (to),
    .digest_i       (digest_again),
    .tag_i          (is_tag),
    .half_i         (half),
    .padding_i      (padding),
    .fill_i         (fill),
    .started_o      (started),
    .done_o         (done),
    .message_i      (message),
    .last_i         (own_block ? own_last : padded_last),
    .valid_i        (own_block | padded_valid),
    .load_o         (load),
    .half_o         (half_word),
    .mark_o         (mark),
    .length_o       (length),
    .digest_o       (digest),
    .digest_number_o(digest_number),
    .digest_word_o  (digest_word),
    .tag_clear_i    (wipe_q | (tag_valid_q & m_tready)),
    .tag_done_o     (tag_done),
    .tag_o          (tag)
  );

  // The answer. A refusal is offered when no tag waits, so the tag is zero.
  logic waits_q, match_q, equal;

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      tag_valid_q <= 1'b0;
      waits_q     <= 1'b0;
    end else begin
      tag_valid_q <= tag_done | (tag_valid_q & ~m_tready);
      waits_q     <= tag_valid_q & ~m_tready;
    end
  end
  always_ff @(posedge clk_i) match_q <= m_tmatch;

  sil_md_bytes #(.Width(Width), .Words(8), .FirstHigh(1'b1)) u_tag (
    .little_i(1'b0), .data_i(tag), .data_o(m_tdata)
  );
  sil_equal #(.Width(DigestBits)) u_equal (.a_i(m_tdata), .b_i(tag_i), .equal_o(equal));

  assign m_tvalid = tag_valid_q | refused;
  assign m_tuser = refused;
  // Each tag is compared once: changing tag_i while the tag waits gives no further comparison.
  assign m_tmatch = tag_valid_q & (waits_q ? match_q : equal);
endmodule
