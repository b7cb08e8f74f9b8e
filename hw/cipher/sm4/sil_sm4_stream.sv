// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Messages under SM4: ECB and CTR (NIST SP 800-38A 6.1, 6.5; the same modes are in GB/T 17964).
/// sil_modes_stream has the modes; this module gives it SM4.
///
/// Each message starts with one beat on `i_`: mode, direction and initial counter. Its bytes follow
/// on `s_`. A key applies to the messages that start after its first word. It is accepted when no
/// message is in flight, and before starts of messages that wait.
///
/// CTR takes any length, ECB complete blocks. The module refuses a message of another length, of a
/// mode that it does not have, with a short beat that is not the last, or with non-contiguous
/// `s_tkeep`: `m_tuser` is high with the last beat of the result. `sil_aes_keys` refuses incomplete
/// keys.
///
/// ## Latency and throughput
/// One block as often as the core accepts it. The first block of a message enters the core 5 cycles
/// after its `i_` beat. A result leaves one cycle after the core has it. README.md has the formulas
/// for messages.
///
/// ## Byte order
/// The first byte of a key, of an `i_` beat or of a data beat is in its low bits.
module sil_sm4_stream
#(
  /// As in sil_sm4_core.
  parameter bit Serial = 1'b0,
  parameter int unsigned PipelineStages = 2,
  parameter int unsigned Unroll = 1,
  /// Modes that a message can choose from: the sum of 1 for ECB, 2 for CTR. Cost of CTR: a counter
  /// and a queue as wide as a block.
  parameter int unsigned Modes = 3
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Zeroise the keys and all data that depends on them. Takes 66 cycles, as after a reset.
  input  logic         wipe_i,
  /// Words of the key, the first byte of the key in the low bits of the first word.
  input  logic [31:0]  k_tdata,
  /// Ignored: a key has 128 bits.
  input  logic [1:0]   k_tuser,
  /// The key is for tweaks (key 2 of XTS). It is refused. Read with the first word.
  input  logic         k_tdest,
  /// High with the last word of the key. A key that ends too soon or too late is refused.
  input  logic         k_tlast,
  /// A key goes before a start that waits or that is offered in the same cycle.
  input  logic         k_tvalid,
  output logic         k_tready,
  /// A complete key is loaded for data (bit 0). Bit 1 is 0.
  output logic [1:0]   keyed_o,
  /// Start of a message: its first counter block. Ignored in ECB.
  input  logic [127:0] i_tdata,
  /// Bit 2: decrypt. Bits 1 and 0: mode (0 ECB, 1 CTR).
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
  /// Valid bytes of the beat. A result has as many bytes as its message.
  output logic [15:0]  m_tkeep,
  /// The last beat of the result.
  output logic         m_tlast,
  /// High with `m_tlast`: the message was refused, and its result must not be used.
  output logic         m_tuser,
  /// A wipe withdraws a beat that is not yet accepted, and drops the rest of its message.
  output logic         m_tvalid,
  input  logic         m_tready
);
  if (!(Modes inside {[1:3]})) begin : gen_modes
    $fatal(1, "Modes must be 1 to 3: the sum of 1 for ECB, 2 for CTR");
  end

  logic clear;  // all data is being cleared
  logic key_may, key_check, block_decrypt, block_valid, block_ready, result_valid, result_ready;
  logic core_keyed;
  logic [31:0] key_data;
  logic [1:0] key_user, key_valid, key_wipe;
  logic key_ready;
  logic [127:0] block, result;

  // The check of keys knows their length alone.
  sil_aes_keys #(.KeyBits(128), .Tweaks(1'b0), .Clears(2'b01)) u_keys (
    .clk_i, .rst_ni, .wipe_i,
    .clear_i(clear),
    .may_i  (key_may),
    .k_tdata, .k_tuser, .k_tdest, .k_tlast, .k_tvalid, .k_tready,
    .data_o (key_data),
    .user_o (key_user),
    .valid_o(key_valid),
    .ready_i({1'b0, key_ready}),
    .wipe_o (key_wipe),
    .unfit_o(),
    .check_o(key_check)
  );

  // The core has its key until it has taken the first word of the next one.
  assign keyed_o = {1'b0, core_keyed & ~key_valid[0]};

  sil_modes_stream #(.Modes(Modes)) u_modes (
    .clk_i, .rst_ni, .wipe_i,
    .clear_o        (clear),
    .key_i          (k_tvalid | key_check),
    .key_may_o      (key_may),
    .keyed_i        (keyed_o),
    .unfit_i        (1'b0),
    .i_tdata, .i_tuser, .i_tvalid, .i_tready,
    .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready,
    .m_tdata, .m_tkeep, .m_tlast, .m_tuser, .m_tvalid, .m_tready,
    .block_data_o   (block),
    .block_decrypt_o(block_decrypt),
    .block_valid_o  (block_valid),
    .block_ready_i  (block_ready),
    .result_data_i  (result),
    .result_valid_i (result_valid),
    .result_ready_o (result_ready),
    .tweak_data_o   (),
    .tweak_pass_o   (),
    .tweak_valid_o  (),
    .tweak_ready_i  (1'b0),
    .initial_data_i ('0),
    .initial_valid_i(1'b0),
    .initial_ready_o()
  );

  sil_sm4_core #(.Serial(Serial), .PipelineStages(PipelineStages), .Unroll(Unroll)) u_core (
    .clk_i, .rst_ni,
    .wipe_i  (wipe_i | key_wipe[0]),
    .k_tdata (key_data),
    .k_tuser (key_user),
    .k_tvalid(key_valid[0]),
    .k_tready(key_ready),
    .keyed_o (core_keyed),
    .s_tdata (block),
    .s_tuser (block_decrypt),
    .s_tvalid(block_valid),
    .s_tready(block_ready),
    .m_tdata (result),
    .m_tvalid(result_valid),
    .m_tready(result_ready)
  );
endmodule
