// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// One channel of the HMAC unit: control, storage and padder for one message in flight.
module sil_hmac_channel
  import sil_md_pkg::BLOCK_WORDS, sil_hmac_pkg::*;
#(
  /// Width of a word of the hash in bits.
  parameter int unsigned Width = 32,
  /// Words per beat.
  parameter int unsigned Unroll = 1,
  /// Bits of a digest.
  parameter int unsigned DigestBits = 160,
  /// Bytes of the length field.
  parameter int unsigned LengthBytes = 8,
  /// As in sil_hmac_control.
  parameter bit Either = 1'b0,
  /// As in sil_hmac_engine. With Either bit 0 is for MD5 and bit 1 for SHA-1.
  parameter bit [1:0] LittleEndian = 2'b00,
  /// As in sil_hmac_control.
  parameter bit Keys = 1'b1,
  localparam int unsigned DataBits = Unroll * Width
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// A key may begin.
  input  logic                  key_open_i,
  /// A message may begin.
  input  logic                  message_open_i,
  /// As in sil_hmac_control.
  input  logic [1:0]            keyed_i,
  output logic                  keyed_o,
  output logic [1:0]            usable_o,
  /// No key and no message is in progress.
  output logic                  idle_o,
  /// A key is being loaded, or a wipe is in progress.
  output logic                  loading_o,
  /// Keys and messages, as in sil_hmac_engine.
  input  logic [DataBits-1:0]   s_tdata,
  input  logic [DataBits/8-1:0] s_tkeep,
  input  logic                  s_tlast,
  input  logic                  s_tuser,
  input  logic                  s_tsha1,
  /// The beat breaks a rule of sil_axis_framing.
  input  logic                  s_terror,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// As in sil_hmac_control.
  input  logic                  offered_i,
  input  logic                  elsewhere_i,
  input  logic                  partly_i,
  output logic                  partly_o,
  output logic                  key_partly_o,
  /// Padded blocks for the hash core.
  output logic [DataBits-1:0]   block_tdata,
  output logic                  block_tlast,
  output logic                  block_tvalid,
  input  logic                  block_tready,
  /// The hash core may start this hash.
  output logic                  start_o,
  /// With Either: the hash is SHA-1.
  output logic                  sha1_o,
  /// Midstate from which the hash core starts.
  output midstate_e             restore_o,
  /// Midstate number under which its result is saved.
  output midstate_e             save_o,
  /// Digest from the hash core.
  input  logic [DigestBits-1:0] digest_i,
  /// The hash core offers the digest of this channel.
  input  logic                  done_i,
  /// The digest is taken if it is offered.
  output logic                  take_o,
  /// The answer is valid: the core's digest is the tag, or the message is refused.
  output logic                  m_tvalid,
  /// The answer is a refusal.
  output logic                  refused_o,
  /// The answer is taken.
  input  logic                  m_tready
);
  localparam int unsigned Beats = BLOCK_WORDS / Unroll;
  localparam int unsigned Bytes = DataBits / 8;
  localparam int unsigned DigestBeats = (DigestBits + DataBits - 1) / DataBits;
  // Valid bytes of the last beat of a digest.
  localparam logic [Bytes-1:0] DigestKeep = '1 >> (DigestBeats * Bytes - DigestBits / 8);

  source_e source;
  shift_in_e shift_in;
  logic last, valid, ready, prefix, raw, move, digest, shift;
  logic [7:0] mask;
  logic [DataBits-1:0] key, hashed;

  sil_hmac_control #(.Beats(Beats), .DigestBeats(DigestBeats), .Either(Either), .Keys(Keys)) u_control (
    .clk_i,
    .rst_ni,
    .key_open_i,
    .message_open_i,
    .keyed_i,
    .idle_o,
    .loading_o,
    .s_tkey    (s_tuser),
    .s_tsha1   (Either & s_tsha1),
    .s_tlast,
    .s_terror,
    .s_tnull   (~s_tkeep[0]),
    .s_tvalid,
    .s_tready,
    .offered_i,
    .elsewhere_i,
    .partly_i,
    .partly_o,
    .key_partly_o,
    .source_o  (source),
    .last_o    (last),
    .valid_o   (valid),
    .ready_i   (ready),
    .prefix_o  (prefix),
    .raw_o     (raw),
    .mask_o    (mask),
    .start_o,
    .restore_o,
    .save_o,
    .done_i,
    .take_o,
    .move_o    (move),
    .shift_in_o(shift_in),
    .digest_o  (digest),
    .shift_o   (shift),
    .keyed_o,
    .usable_o,
    .m_tvalid,
    .refused_o,
    .sha1_o,
    .m_tready
  );

  sil_hmac_memory #(
    .DataBits(DataBits), .DigestBits(DigestBits), .Beats(Beats), .Keys(Keys)
  ) u_memory (
    .clk_i,
    .rst_ni,
    .key_i     (s_tdata),
    .keep_i    (s_tlast ? s_tkeep : '1),
    .move_i    (move),
    .shift_in_i(shift_in),
    .key_o     (key),
    .digest_i,
    .take_i    (digest),
    .shift_i   (shift),
    .digest_o  (hashed)
  );

  // The beat that goes to the padder.
  logic [DataBits-1:0] beat, padded;
  logic [Bytes-1:0] keep, padded_keep;
  logic padded_last, padded_valid, padded_ready, padded_prefix, padded_raw, unused_soon;

  always_comb begin
    unique case (source)
      Key:       beat = key ^ {Bytes{mask}};
      Stream:    beat = s_tdata;
      Hashed:    beat = hashed;
      default:   beat = '0;
    endcase
    unique case (source)
      Stream:    keep = s_tkeep;
      Hashed:    keep = last ? DigestKeep : '1;
      default:   keep = '1;
    endcase
  end

  sil_skid #(.Width(DataBits + Bytes + 3)) u_beats (
    .clk_i,
    .rst_ni,
    .s_tdata ({beat, keep, last, prefix, raw}),
    .s_tvalid(valid),
    .s_tready(ready),
    .m_tdata ({padded, padded_keep, padded_last, padded_prefix, padded_raw}),
    .m_tvalid(padded_valid),
    .m_tready(padded_ready),
    .soon_o  (unused_soon)
  );

  sil_md_padder #(
    .Width(Width), .Unroll(Unroll), .LengthBytes(LengthBytes)
  ) u_padder (
    .clk_i,
    .rst_ni,
    .little_i(LittleEndian[sha1_o]),
    .prefix_i(padded_prefix),
    .raw_i   (padded_raw),
    .s_tdata (padded),
    .s_tkeep (padded_keep),
    .s_tlast (padded_last),
    .s_tvalid(padded_valid),
    .s_tready(padded_ready),
    .m_tdata (block_tdata),
    .m_tlast (block_tlast),
    .m_tuser (),
    .m_tvalid(block_tvalid),
    .m_tready(block_tready)
  );
endmodule
