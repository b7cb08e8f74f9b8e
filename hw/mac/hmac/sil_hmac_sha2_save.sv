// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// HMAC (RFC 2104, FIPS 198-1) with SHA-256 or SHA-512 whose messages can stop at the end of a block
/// and continue later: key and message bytes in, tag or chaining value of the inner hash out.
///
/// With `s_tuser[2:1]` = 0 this is sil_hmac_sha2. Otherwise the message is a part: complete blocks
/// that are not padded. With `s_tuser[1]` the answer of the part is the chaining value of the inner
/// hash (FIPS 180-4 6.2.2: the intermediate hash value), and no tag. With `s_tuser[2]` a header
/// block precedes the blocks: eight words that have no effect, and the chaining value H0 to H7 from
/// which the part starts. With `s_tuser[2]` alone, the part ends the message, the sender has padded
/// it (5.1; the length includes the block of the key), and the answer is the tag.
///
/// A chaining value depends on the key. Whoever has it can compute tags of messages that continue,
/// up to the outer hash. So it leaves and enters only with the privilege that loads keys: a part is
/// refused unless `privileged_i` is high with its first beat. Nothing of it is hashed then.
///
/// ## Latency and throughput
/// As sil_hmac_sha2 with Precompute = 2. A header takes 256 cycles more.
///
/// ## Byte order
/// The first byte of a key or message is `s_tdata[7:0]` of its first beat, the first byte of a tag
/// is `m_tdata[7:0]`. A chaining value has the order of a digest in both directions.
module sil_hmac_sha2_save
  import sil_sha2_pkg::*, sil_hmac_pkg::*;
#(
  /// The algorithm, SHA256 or SHA512.
  parameter alg_e Alg = SHA512,
  /// As in sil_sha2_core.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned Width = word_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// Clear the key and everything that depends on it. An answer that waits is withdrawn: `m_tvalid`
  /// falls without `m_tready`, as in a reset. A message in flight gets no answer.
  input  logic                  wipe_i,
  /// A key is loaded.
  output logic                  keyed_o,
  /// Keys and messages.
  input  logic [Width-1:0]      s_tdata,
  /// Valid bytes. All bytes are valid, except in the last beat: there the first bytes or none are
  /// valid. Other patterns break a rule.
  input  logic [Width/8-1:0]    s_tkeep,
  input  logic                  s_tlast,
  /// Bit 0: the beat belongs to a key. The key is for the messages that follow, and has no answer.
  /// Bit 1: the message stops after this part. Bit 2: it continues, and its first block is a
  /// header. Of bits 1 and 2 only those of the first beat of a message count.
  input  logic [2:0]            s_tuser,
  /// The sender has the privilege that loads keys. Only that of the first beat of a message counts.
  input  logic                  privileged_i,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// The tag, or the chaining value.
  output logic [DigestBits-1:0] m_tdata,
  /// The tag equals `tag_i` of the first cycle of `m_tvalid`. The result of this one comparison
  /// holds until the tag is taken. All bits are compared in one cycle. It is 0 with a chaining value.
  output logic                  m_tmatch,
  /// The message was refused: no key was loaded, the privilege was missing, or it broke a rule.
  /// `m_tdata` is 0.
  output logic                  m_tuser,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  /// Tag to compare with. It is used in the first cycle of `m_tvalid` and ignored in all others.
  input  logic [DigestBits-1:0] tag_i
);
  import sil_md_pkg::BLOCK_WORDS;

  localparam int unsigned Bytes = Width / 8;
  localparam int unsigned DigestBeats = DigestBits / Width;

  // A wipe is an internal reset, from the cycle after wipe_i rises to the cycle after it falls.
  logic wipe_q, rst_n;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wipe_q <= 1'b1;
    else wipe_q <= wipe_i;
  end
  assign rst_n = ~wipe_q;

  logic error, last, valid, ready, prefix, raw, move, load, shift, start, header, take;
  logic digest_tvalid, header_only, tag, part, refused;
  logic [7:0] mask;
  source_e source;
  shift_in_e shift_in;
  midstate_e restore, save;
  logic [1:0] restore_q;
  logic [Width-1:0] key, hashed;
  logic [DigestBits-1:0] digest_tdata;

  sil_axis_framing #(.Bytes(Bytes)) u_framing (.keep_i(s_tkeep), .last_i(s_tlast), .error_o(error));

  sil_hmac_save_control #(.Beats(BLOCK_WORDS), .DigestBeats(DigestBeats)) u_control (
    .clk_i,
    .rst_ni       (rst_n),
    .s_tkey       (s_tuser[0]),
    .s_tstop      (s_tuser[1]),
    .s_tresume    (s_tuser[2]),
    .s_tprivileged(privileged_i),
    .s_tlast,
    .s_terror     (error),
    .s_tnull      (~s_tkeep[0]),
    .s_tfull      (&s_tkeep),
    .s_tvalid,
    .s_tready,
    .source_o     (source),
    .last_o       (last),
    .valid_o      (valid),
    .ready_i      (ready),
    .prefix_o     (prefix),
    .raw_o        (raw),
    .mask_o       (mask),
    .start_o      (start),
    .header_o     (header),
    .restore_o    (restore),
    .save_o       (save),
    .done_i       (digest_tvalid),
    .header_only_i(header_only),
    .take_o       (take),
    .move_o       (move),
    .shift_in_o   (shift_in),
    .digest_o     (load),
    .shift_o      (shift),
    .keyed_o,
    .tag_o        (tag),
    .part_o       (part),
    .refused_o    (refused),
    .m_tready
  );

  sil_hmac_memory #(.DataBits(Width), .DigestBits(DigestBits), .Beats(BLOCK_WORDS)) u_memory (
    .clk_i,
    .rst_ni    (rst_n),
    .key_i     (s_tdata),
    .keep_i    (s_tlast ? s_tkeep : '1),
    .move_i    (move),
    .shift_in_i(shift_in),
    .key_o     (key),
    .digest_i  (digest_tdata),
    .take_i    (load),
    .shift_i   (shift),
    .digest_o  (hashed)
  );

  // The beat that goes to the padder.
  logic [Width-1:0] beat, padded, block_tdata;
  logic [Bytes-1:0] keep, padded_keep;
  logic padded_last, padded_valid, padded_ready, padded_prefix, padded_raw;
  logic block_tlast, block_tvalid, block_tready, unused_soon, unused_error;

  always_comb begin
    unique case (source)
      Key:     beat = key ^ {Bytes{mask}};
      Stream:  beat = s_tdata;
      Hashed:  beat = hashed;
      default: beat = '0;
    endcase
    keep = source == Stream ? s_tkeep : '1;
  end

  sil_skid #(.Width(Width + Bytes + 3)) u_beats (
    .clk_i,
    .rst_ni  (rst_n),
    .s_tdata ({beat, keep, last, prefix, raw}),
    .s_tvalid(valid),
    .s_tready(ready),
    .m_tdata ({padded, padded_keep, padded_last, padded_prefix, padded_raw}),
    .m_tvalid(padded_valid),
    .m_tready(padded_ready),
    .soon_o  (unused_soon)
  );

  sil_md_padder #(.Width(Width), .LengthBytes(length_bytes(Alg))) u_padder (
    .clk_i,
    .rst_ni  (rst_n),
    .little_i(1'b0),
    .prefix_i(padded_prefix),
    .raw_i   (padded_raw),
    .s_tdata (padded),
    .s_tkeep (padded_keep),
    .s_tlast (padded_last),
    .s_tvalid(padded_valid),
    .s_tready(padded_ready),
    .m_tdata (block_tdata),
    .m_tlast (block_tlast),
    .m_tuser (unused_error),
    .m_tvalid(block_tvalid),
    .m_tready(block_tready)
  );

  // As in sil_hmac_sha2: the core reads a midstate one cycle after start_i at the earliest.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) restore_q <= NoMidstate;
    else restore_q <= restore;
  end

  sil_hmac_save_core #(.Alg(Alg), .ClockGate(ClockGate)) u_core (
    .clk_i,
    .rst_ni   (rst_n),
    .s_tdata  (block_tdata),
    .s_tlast  (block_tlast),
    .s_tvalid (block_tvalid),
    .s_tready (block_tready),
    .start_i  (start),
    .header_i (header),
    .restore_i(restore_q),
    .save_i   (save),
    .m_tdata  (digest_tdata),
    .m_tuser  (header_only),
    .m_tvalid (digest_tvalid),
    .m_tready (take)
  );

  // Without an answer the core's output may be a value that is equivalent to the key.
  assign m_tvalid = tag | part | refused;
  assign m_tuser = refused;
  assign m_tdata = tag | part ? digest_tdata : '0;

  // Each tag is compared once: changing tag_i while the tag waits gives no further comparison.
  logic waits_q, match_q, equal;
  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) waits_q <= 1'b0;
    else waits_q <= m_tvalid & ~m_tready;
  end
  always_ff @(posedge clk_i) match_q <= m_tmatch;
  assign m_tmatch = tag & (waits_q ? match_q : equal);

  sil_equal #(.Width(DigestBits)) u_equal (.a_i(digest_tdata), .b_i(tag_i), .equal_o(equal));
endmodule
