// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Authenticated encryption and decryption with AES-GCM, and GMAC (NIST SP 800-38D), one block of
/// text per cycle. sil_gcm_pipe has the mode; this module gives it AES.
///
/// Ports, messages, keys and refusals are those of sil_aes_gcm with `Buffer` = 0: plaintext leaves
/// before its tag was compared.
///
/// ## Latency and throughput
/// One block per cycle of the text, of the associated data, and of an IV that is hashed. README.md
/// has the formulas for messages and keys.
///
/// ## Byte order
/// The first byte of a key or of a beat is in its low bits.
module sil_aes_gcm_pipe
  import sil_aes_pkg::*;
#(
  /// Key length in bits: 128, 192 or 256.
  parameter int unsigned KeyBits = 128,
  /// As in sil_aes_core.
  parameter sbox_e Sbox = FUNCTIONS,
  /// Stages of all rounds together: 1 to 4 times the number of rounds. Gain: a faster clock. Cost:
  /// registers, and a cycle per message and stage.
  parameter int unsigned PipelineStages = 30
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Zeroise the key, the hash subkey and all data that depends on them. Takes 66 cycles, as
  /// after a reset.
  input  logic         wipe_i,
  /// Words of the key, the first byte of the key in the low bits of the first word.
  input  logic [31:0]  k_tdata,
  /// Ignored: keys have one length.
  input  logic [1:0]   k_tuser,
  /// High with the last word of the key. A key that ends too soon or too late is refused.
  input  logic         k_tlast,
  /// A key goes before a start that waits or that is offered in the same cycle.
  input  logic         k_tvalid,
  output logic         k_tready,
  /// A complete key is loaded, and the powers of its hash subkey are computed.
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
  /// `m_tkeep` does not mark are 0. Plaintext leaves before its tag is compared.
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
  logic clear, key_may, key_check, key_valid, key_ready, key_wipe, core_keyed;
  logic block_valid;
  logic [31:0] key_data;
  logic [1:0] unused_user;
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
    .user_o (unused_user),
    .valid_o({unused_valid, key_valid}),
    .ready_i({1'b0, key_ready}),
    .wipe_o ({unused_wipe, key_wipe}),
    .unfit_o(unused_unfit),
    .check_o(key_check)
  );

  sil_gcm_pipe #(.Latency(PipelineStages + 1)) u_gcm (
    .clk_i, .rst_ni, .wipe_i,
    .clear_o      (clear),
    .key_i        (k_tvalid | key_check),
    .key_may_o    (key_may),
    .keyed_i      (core_keyed & ~key_valid),
    .keyed_o,
    .i_tdata, .i_tkeep, .i_tlast, .i_tuser, .i_tvalid, .i_tready,
    .a_tdata, .a_tkeep, .a_tlast, .a_tvalid, .a_tready,
    .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready,
    .t_tdata, .t_tvalid, .t_tready,
    .m_tdata, .m_tkeep, .m_tlast, .m_tuser, .m_tvalid, .m_tready,
    .block_data_o (block),
    .block_valid_o(block_valid),
    .result_data_i(result)
  );

  sil_aes_fixed #(
    .KeyBits(KeyBits), .Sbox(Sbox), .PipelineStages(PipelineStages)
  ) u_core (
    .clk_i, .rst_ni,
    .wipe_i  (wipe_i | key_wipe),
    .clear_i (clear),
    .k_tdata (key_data),
    .k_tvalid(key_valid),
    .k_tready(key_ready),
    .keyed_o (core_keyed),
    .block_i (block),
    .valid_i (block_valid),
    .result_o(result)
  );
endmodule
