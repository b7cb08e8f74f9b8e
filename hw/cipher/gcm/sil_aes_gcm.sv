// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Authenticated encryption and decryption with AES-GCM, and GMAC (NIST SP 800-38D). sil_gcm_stream
/// has the mode; this module gives it AES.
///
/// A message starts with its IV on `i_`. Its associated data follows on `a_`, its plaintext or
/// ciphertext on `s_`, and with decryption its tag on `t_`. GMAC is an encryption without text. A
/// key applies to the messages that start after its first word. It is accepted when no message is
/// in flight, and before starts of messages that wait. `sil_aes_keys` refuses incomplete keys.
///
/// The module refuses a message with an empty IV, with a tag of another length than 4, 8 or 12 to
/// 16 bytes, with a short beat that is not the last, with non-contiguous `tkeep`, or beyond the
/// limits of the standard: `m_tuser` is high with the last beat of the result, which is a null
/// beat. It takes all beats of such a message, and with decryption its tag. Text can have left
/// before a beat is refused. With `Buffer` = 0, plaintext leaves before its tag was compared.
///
/// ## Latency and throughput
/// A block of text every Nr + 1 cycles, with one S-box every 19 Nr + 23 cycles. README.md has the
/// formulas for messages and keys.
///
/// ## Byte order
/// The first byte of a key or of a beat is in its low bits.
module sil_aes_gcm
  import sil_aes_pkg::*;
#(
  /// As in sil_aes_core.
  parameter int unsigned KeyBits = 128,
  /// As in sil_aes_core.
  parameter sbox_e Sbox = FUNCTIONS,
  /// As in sil_aes_core.
  parameter int unsigned PipelineStages = 5,
  /// 128 with the 16 S-boxes of a round; 8 with one S-box.
  parameter int unsigned DataWidth = 128,
  /// Bits of a block that GHASH multiplies per cycle. A block takes ceil(128 / Digit) + 2 cycles.
  parameter int unsigned Digit = 15,
  /// Beats of plaintext that a decryption holds until its tag has been compared: 0, or a power of
  /// two from 2 to 1024. A decryption with a longer text is refused. Gain: plaintext with a wrong tag
  /// does not leave. Cost: 144 bits of memory per beat, and a cycle per beat.
  parameter int unsigned Buffer = 0
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Zeroise the key, the hash subkey and all data that depends on them. Takes 65 cycles, or
  /// Buffer if that is more, as after a reset.
  input  logic         wipe_i,
  /// Words of the key, the first byte of the key in the low bits of the first word.
  input  logic [31:0]  k_tdata,
  /// With KeyBits = 0, the key length: 0, 1, 2 for 128, 192, 256 bits. Read with the first word.
  input  logic [1:0]   k_tuser,
  /// High with the last word of the key. A key that ends too soon or too late is refused.
  input  logic         k_tlast,
  /// A key goes before a start that waits or that is offered in the same cycle.
  input  logic         k_tvalid,
  output logic         k_tready,
  /// A complete key is loaded, and its hash subkey is computed.
  output logic         keyed_o,
  /// IV of any length but 0. All beats but the last have 16 bytes.
  input  logic [127:0] i_tdata,
  /// Valid bytes. All, or in the last beat the first ones or none. Any other pattern is refused.
  input  logic [15:0]  i_tkeep,
  input  logic         i_tlast,
  /// Read with the first beat. Bit 0: decrypt. Bits 5 to 1: bytes of the tag, 4, 8 or 12 to 16.
  input  logic [5:0]   i_tuser,
  /// A start waits while a key is offered.
  input  logic         i_tvalid,
  output logic         i_tready,
  /// Associated data. All beats but the last have 16 bytes. No data is one null beat.
  input  logic [127:0] a_tdata,
  /// As `i_tkeep`.
  input  logic [15:0]  a_tkeep,
  input  logic         a_tlast,
  input  logic         a_tvalid,
  output logic         a_tready,
  /// Plaintext or ciphertext. All beats but the last have 16 bytes. No text is one null beat.
  input  logic [127:0] s_tdata,
  /// As `i_tkeep`.
  input  logic [15:0]  s_tkeep,
  input  logic         s_tlast,
  input  logic         s_tvalid,
  output logic         s_tready,
  /// With decryption, the tag to compare with: one beat. Bytes beyond its length are ignored.
  input  logic [127:0] t_tdata,
  input  logic         t_tvalid,
  output logic         t_tready,
  /// The text, then one beat with `m_tlast`: the tag, or with decryption a null beat. Bytes that
  /// `m_tkeep` does not mark are 0. With `Buffer` = 0, plaintext leaves before its tag is compared.
  output logic [127:0] m_tdata,
  /// Valid bytes of the beat, from the lowest upwards.
  output logic [15:0]  m_tkeep,
  output logic         m_tlast,
  /// High with `m_tlast`: the message was refused, or its tag is wrong. Its result must not be used.
  output logic         m_tuser,
  /// A wipe withdraws a beat that is not yet accepted, and drops the rest of its message.
  output logic         m_tvalid,
  input  logic         m_tready
);
  if (!(DataWidth inside {8, 128})) begin : gen_width
    $fatal(1, "Messages need DataWidth 8 or 128");
  end
  if (DataWidth == 8 && PipelineStages != 1) begin : gen_bytes_alone
    $fatal(1, "DataWidth = 8 needs PipelineStages = 1");
  end
  if (!(KeyBits inside {0, 128, 192, 256})) begin : gen_key_bits
    $fatal(1, "KeyBits must be 128, 192, 256 or, for any of them, 0");
  end
  if (!(Sbox inside {TABLE, COMPOSITE, FUNCTIONS})) begin : gen_sbox
    $fatal(1, "Sbox must be TABLE, COMPOSITE or FUNCTIONS");
  end

  logic clear, key_may, key_check, key_valid, key_ready, key_wipe, core_keyed;
  logic block_valid, block_ready, result_valid, result_ready;
  logic [31:0] key_data;
  logic [1:0] key_user;
  logic unused_valid, unused_wipe, unused_unfit;  // of keys for tweaks
  logic [127:0] block, result;

  sil_aes_keys #(.KeyBits(KeyBits), .Tweaks(1'b0), .Clears(2'b11)) u_keys (
    .clk_i, .rst_ni, .wipe_i,
    .clear_i(clear),
    .may_i  (key_may),
    .k_tdata, .k_tuser,
    .k_tdest(1'b0),
    .k_tlast, .k_tvalid, .k_tready,
    .data_o (key_data),
    .user_o (key_user),
    .valid_o({unused_valid, key_valid}),
    .ready_i({1'b0, key_ready}),
    .wipe_o ({unused_wipe, key_wipe}),
    .unfit_o(unused_unfit),
    .check_o(key_check)
  );

  sil_gcm_stream #(.Digit(Digit), .Buffer(Buffer)) u_gcm (
    .clk_i, .rst_ni, .wipe_i,
    .clear_o       (clear),
    .key_i         (k_tvalid | key_check),
    .key_may_o     (key_may),
    .keyed_i       (core_keyed & ~key_valid),
    .keyed_o,
    .i_tdata, .i_tkeep, .i_tlast, .i_tuser, .i_tvalid, .i_tready,
    .a_tdata, .a_tkeep, .a_tlast, .a_tvalid, .a_tready,
    .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready,
    .t_tdata, .t_tvalid, .t_tready,
    .m_tdata, .m_tkeep, .m_tlast, .m_tuser, .m_tvalid, .m_tready,
    .block_data_o  (block),
    .block_valid_o (block_valid),
    .block_ready_i (block_ready),
    .result_data_i (result),
    .result_valid_i(result_valid),
    .result_ready_o(result_ready)
  );

  if (DataWidth == 8) begin : gen_bytes
    sil_aes_serial #(.KeyBits(KeyBits), .Sbox(Sbox)) u_core (
      .clk_i, .rst_ni, .wipe_i(wipe_i | key_wipe), .clear_i(clear),
      .k_tdata(key_data), .k_tuser(key_user),
      .k_tvalid(key_valid), .k_tready(key_ready), .keyed_o(core_keyed),
      .s_tdata(block), .s_tuser(1'b0), .s_tpass(1'b0),
      .s_tvalid(block_valid), .s_tready(block_ready),
      .m_tdata(result), .m_tvalid(result_valid), .m_tready(result_ready)
    );
  end else begin : gen_blocks
    sil_aes_core #(
      .KeyBits(KeyBits), .Sbox(Sbox), .PipelineStages(PipelineStages)
    ) u_core (
      .clk_i, .rst_ni, .wipe_i(wipe_i | key_wipe),
      .k_tdata(key_data), .k_tuser(key_user),
      .k_tvalid(key_valid), .k_tready(key_ready), .keyed_o(core_keyed),
      .s_tdata(block), .s_tuser(1'b0),
      .s_tvalid(block_valid), .s_tready(block_ready),
      .m_tdata(result), .m_tvalid(result_valid), .m_tready(result_ready)
    );
  end
endmodule
