// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Messages under AES in chained modes: CBC and CFB128 (NIST SP 800-38A 6.2, 6.3) and CMAC (SP
/// 800-38B). sil_modes_chained has the modes; this module gives it AES.
///
/// Each message starts with one beat on `i_`: mode, direction and IV. Its bytes follow on `s_`. The
/// result of CBC and CFB has as many bytes as the message; that of CMAC is the tag, one beat. A key
/// applies to the messages that start after its first word. It is accepted when no message is in
/// flight, and before starts of messages that wait.
///
/// CBC takes complete blocks, CFB and CMAC any length. The module refuses a message of another
/// length, of a mode or direction that it does not have, with a short beat that is not the last, or
/// with non-contiguous `s_tkeep`: `m_tuser` is high with the last beat of the result.
/// `sil_aes_keys` refuses incomplete keys.
///
/// ## Latency and throughput
/// With Nr rounds and LowLatency = 1, each mode takes a block every Nr + 1 cycles. Without it,
/// encryption and CMAC take a block every L + 3 cycles, where L is the latency of sil_aes_core.
/// CBC and CFB decryption then take a block as often as ECB in sil_aes_stream. README.md has the
/// formulas for messages.
///
/// ## Byte order
/// The first byte of a key, of an `i_` beat or of a data beat is in its low bits.
module sil_aes_chained
  import sil_aes_pkg::*;
#(
  /// As in sil_aes_core.
  parameter int unsigned KeyBits = 128,
  /// ENCRYPT or BOTH (LowLatency = 0). Gain of BOTH: CBC also decrypts, which CFB does not need.
  parameter direction_e Direction = ENCRYPT,
  parameter sbox_e Sbox = FUNCTIONS,
  parameter key_schedule_e KeySchedule = STORED,
  parameter int unsigned PipelineStages = 1,
  /// Gain of 1: the throughput of encryption and CMAC. Cost: needs ENCRYPT, so CBC encrypts only.
  parameter bit LowLatency = 1'b1
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Zeroise the key and all data that depends on it. Takes 65 cycles, as after a reset.
  input  logic         wipe_i,
  /// Words of the key, the first byte of the key in the low bits of the first word.
  input  logic [31:0]  k_tdata,
  /// With KeyBits = 0, the key length: 0, 1, 2 for 128, 192, 256 bits. Read with the first word.
  input  logic [1:0]   k_tuser,
  /// Must be 0: there is no key for tweaks. A key with 1 is refused.
  input  logic         k_tdest,
  /// High with the last word of the key. A key that ends too soon or too late is refused.
  input  logic         k_tlast,
  /// A key goes before a start that waits or that is offered in the same cycle.
  input  logic         k_tvalid,
  output logic         k_tready,
  /// A complete key is loaded for data (bit 0). Bit 1 is 0.
  output logic [1:0]   keyed_o,
  /// Start of a message: its IV. Ignored in CMAC.
  input  logic [127:0] i_tdata,
  /// Bit 2: decrypt; ignored in CMAC. Bits 1 and 0: mode (0 CBC, 1 CFB128, 2 CMAC).
  input  logic [2:0]   i_tuser,
  /// A start waits while a key is offered.
  input  logic         i_tvalid,
  output logic         i_tready,
  /// Bytes of a message. All beats but the last have 16 bytes. An empty message is one null beat.
  input  logic [127:0] s_tdata,
  /// Valid bytes of the beat, from the lowest upwards.
  input  logic [15:0]  s_tkeep,
  input  logic         s_tlast,
  input  logic         s_tvalid,
  output logic         s_tready,
  /// Bytes of the result. Bytes that `m_tkeep` does not mark are 0.
  output logic [127:0] m_tdata,
  /// Valid bytes of the beat. A tag has 16 bytes, other results as many bytes as their message.
  output logic [15:0]  m_tkeep,
  /// The last beat of the result.
  output logic         m_tlast,
  /// High with `m_tlast`: the message was refused, and its result must not be used.
  output logic         m_tuser,
  /// A wipe withdraws a beat that is not yet accepted, and drops the rest of its message.
  output logic         m_tvalid,
  input  logic         m_tready
);
  if (Direction == DECRYPT) begin : gen_no_messages
    $fatal(1, "Messages need Direction ENCRYPT or BOTH");
  end

  logic clear;  // all data is being cleared
  logic key_may, key_check, core_keyed, block_decrypt, block_valid, block_ready;
  logic result_valid, result_ready, unused_unfit;
  logic [31:0] key_data;
  logic [1:0] key_user, key_valid, key_wipe;
  logic key_ready;
  logic [127:0] block, result;

  sil_aes_keys #(
    .KeyBits(KeyBits), .Tweaks(1'b0), .Clears({1'b0, KeySchedule == STORED})
  ) u_keys (
    .clk_i, .rst_ni, .wipe_i,
    .clear_i(clear),
    .may_i  (key_may),
    .k_tdata, .k_tuser, .k_tdest, .k_tlast, .k_tvalid, .k_tready,
    .data_o (key_data),
    .user_o (key_user),
    .valid_o(key_valid),
    .ready_i({1'b0, key_ready}),
    .wipe_o (key_wipe),
    .unfit_o(unused_unfit),
    .check_o(key_check)
  );

  // The core has its key until it has taken the first word of the next one.
  assign keyed_o = {1'b0, core_keyed & ~key_valid[0]};

  sil_modes_chained #(.Decrypts(Direction == BOTH), .Linked(LowLatency)) u_modes (
    .clk_i, .rst_ni, .wipe_i,
    .clear_o        (clear),
    .key_i          (k_tvalid | key_check),
    .key_may_o      (key_may),
    .keyed_i        (keyed_o[0]),
    .i_tdata, .i_tuser, .i_tvalid, .i_tready,
    .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready,
    .m_tdata, .m_tkeep, .m_tlast, .m_tuser, .m_tvalid, .m_tready,
    .block_data_o   (block),
    .block_decrypt_o(block_decrypt),
    .block_valid_o  (block_valid),
    .block_ready_i  (block_ready),
    .result_data_i  (result),
    .result_valid_i (result_valid),
    .result_ready_o (result_ready)
  );

  sil_aes_core #(
    .KeyBits(KeyBits), .Direction(Direction), .Sbox(Sbox), .KeySchedule(KeySchedule),
    .PipelineStages(PipelineStages), .LowLatency(LowLatency)
  ) u_core (
    .clk_i, .rst_ni, .wipe_i(wipe_i | key_wipe[0]),
    .k_tdata(key_data), .k_tuser(key_user),
    .k_tvalid(key_valid[0]), .k_tready(key_ready), .keyed_o(core_keyed),
    .s_tdata(block), .s_tuser(block_decrypt),
    .s_tvalid(block_valid), .s_tready(block_ready),
    .m_tdata(result), .m_tvalid(result_valid), .m_tready(result_ready)
  );
endmodule
