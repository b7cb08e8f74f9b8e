// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Messages under AES: ECB and CTR (NIST SP 800-38A 6.1, 6.5) and XTS (IEEE 1619). sil_modes_stream
/// has the modes; this module gives it AES as cipher for data and for tweaks.
///
/// Each message starts with one beat on `i_`: mode, direction, and initial counter or tweak. Its
/// bytes follow on `s_`. The `i_` beat is accepted while the previous message is processed, and its
/// tweak is encrypted meanwhile. A key applies to the messages that start after its first word. It
/// is accepted when no message is in flight, and before starts of messages that wait.
///
/// CTR takes any length, ECB complete blocks, XTS at least 16 bytes. The module refuses a message
/// of another length, of a mode or direction that it does not have, with a short beat that is not
/// the last, with non-contiguous `s_tkeep`, or in XTS with keys that XTS may not use: `m_tuser` is
/// high with the last beat of the result. `sil_aes_keys` refuses incomplete keys.
///
/// ## Latency and throughput
/// One block as often as the core accepts it. With one round and CTR at most one block every four
/// cycles, which keeps the core full. From one message to the next two cycles are lost. The first
/// block of a message enters the core 5 cycles after its `i_` beat, with XTS 19 Nr + 27 cycles,
/// because a core with one S-box encrypts the tweak; with all rounds unrolled it is one cycle less.
/// The previous message proceeds meanwhile. A result leaves one cycle after the core has it, with
/// all rounds unrolled three. With XTS a partial last block waits for the result of the block before
/// it. README.md has the formulas for messages.
///
/// ## Byte order
/// The first byte of a key, of an `i_` beat or of a data beat is in its low bits.
module sil_aes_stream
  import sil_aes_pkg::*;
#(
  /// As in sil_aes_core.
  parameter int unsigned KeyBits = 128,
  parameter direction_e Direction = ENCRYPT,
  parameter sbox_e Sbox = FUNCTIONS,
  parameter key_schedule_e KeySchedule = STORED,
  parameter int unsigned PipelineStages = 5,
  parameter int unsigned Unroll = 1,
  parameter int unsigned DataWidth = 128,
  parameter bit LowLatency = 1'b0,
  /// Modes that a message can choose from: the sum of 1 for ECB, 2 for CTR, 4 for XTS. Cost of CTR:
  /// a counter. Cost of XTS: a core with one S-box. Cost of either: a queue as wide as a block.
  parameter int unsigned Modes = 7
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Zeroise keys and all that depends on them, in 18 cycles; with all rounds unrolled in 66.
  input  logic         wipe_i,
  /// Words of the key, the first byte of the key in the low bits of the first word.
  input  logic [31:0]  k_tdata,
  /// With KeyBits = 0, the key length: 0, 1, 2 for 128, 192, 256 bits. Read with the first word.
  input  logic [1:0]   k_tuser,
  /// The key is for tweaks (key 2 of XTS). Read with the first word.
  input  logic         k_tdest,
  /// High with the last word of the key. A key that ends too soon or too late is refused.
  input  logic         k_tlast,
  /// A key goes before a start that waits or that is offered in the same cycle.
  input  logic         k_tvalid,
  output logic         k_tready,
  /// A complete key is loaded for data (bit 0), for tweaks (bit 1).
  output logic [1:0]   keyed_o,
  /// Start of a message: its first counter block or its tweak. Ignored in ECB.
  input  logic [127:0] i_tdata,
  /// Bit 2: decrypt. Bits 1 and 0: mode (0 ECB, 1 CTR, 2 XTS).
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
  localparam bit HasXts = Modes[2];

  if (!(Modes inside {[1:7]})) begin : gen_modes
    $fatal(1, "Modes must be 1 to 7: the sum of 1 for ECB, 2 for CTR, 4 for XTS");
  end
  if (Direction == DECRYPT || DataWidth == 32) begin : gen_no_messages
    $fatal(1, "Messages need Direction ENCRYPT or BOTH, DataWidth 8 or 128");
  end
  if (HasXts && KeyBits == 192) begin : gen_no_xts
    $fatal(1, "XTS has keys of 128 or 256 bits");
  end
  // Rules of sil_aes_core for parameters that no core below gets.
  if (!(KeySchedule inside {STORED, ON_THE_FLY})) begin : gen_key_schedule
    $fatal(1, "KeySchedule must be STORED or ON_THE_FLY");
  end
  if (KeySchedule != STORED && (Unroll != 1 || DataWidth != 128)) begin : gen_on_the_fly
    $fatal(1, "KeySchedule = ON_THE_FLY needs ENCRYPT, KeyBits = 128, Unroll = 1, DataWidth = 128");
  end
  if (Unroll != 1
      && (KeyBits == 0 || Unroll != rounds(KeyBits) || Direction == BOTH)) begin : gen_unroll
    $fatal(1, "Unroll must be 1 or, with one direction and one length of keys, the rounds");
  end
  if (DataWidth != 128 && (Unroll != 1 || PipelineStages != 1)) begin : gen_bytes_alone
    $fatal(1, "DataWidth = 8 or 32 needs Unroll = 1 and PipelineStages = 1");
  end
  if (Unroll > 1 && (PipelineStages % Unroll != 0 || PipelineStages < Unroll
                     || PipelineStages > 4 * Unroll)) begin : gen_stages_in_line
    $fatal(1, "PipelineStages must be 1 to 4 times the rounds where Unroll is the rounds");
  end
  if (LowLatency && (Unroll != 1 || DataWidth != 128)) begin : gen_low
    $fatal(1, "LowLatency = 1 needs ENCRYPT, FUNCTIONS, STORED, Unroll = 1, PipelineStages = 1 and DataWidth = 128");
  end

  logic clear;  // all data is being cleared
  logic key_may, unfit, key_check, block_decrypt, block_valid, block_ready, result_valid, result_ready;
  logic tweak_pass, tweak_valid, tweak_ready, initial_valid, initial_ready;
  logic [31:0] key_data;
  logic [1:0] key_user, key_valid, key_ready, key_wipe, core_keyed;
  logic [127:0] block, result, tweak, initial_block;

  sil_aes_keys #(
    .KeyBits(KeyBits), .Tweaks(HasXts),
    .Clears({HasXts || KeySchedule == STORED, KeySchedule == STORED})
  ) u_keys (
    .clk_i, .rst_ni, .wipe_i,
    .clear_i(clear),
    .may_i  (key_may),
    .k_tdata, .k_tuser, .k_tdest, .k_tlast, .k_tvalid, .k_tready,
    .data_o (key_data),
    .user_o (key_user),
    .valid_o(key_valid),
    .ready_i(key_ready),
    .wipe_o (key_wipe),
    .unfit_o(unfit),
    .check_o(key_check)
  );

  // A core has its key until it has taken the first word of the next one.
  assign keyed_o = core_keyed & ~key_valid;

  sil_modes_stream #(
    .Modes(Modes), .Decrypts(Direction == BOTH), .Latency(Unroll == 1 ? 0 : PipelineStages + 1),
    .Queue(Unroll == 1 ? 16 : 64)
  ) u_modes (
    .clk_i, .rst_ni, .wipe_i,
    .clear_o        (clear),
    .key_i          (k_tvalid | key_check),
    .key_may_o      (key_may),
    .keyed_i        (keyed_o),
    .unfit_i        (unfit),
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
    .tweak_data_o   (tweak),
    .tweak_pass_o   (tweak_pass),
    .tweak_valid_o  (tweak_valid),
    .tweak_ready_i  (tweak_ready),
    .initial_data_i (initial_block),
    .initial_valid_i(initial_valid),
    .initial_ready_o(initial_ready)
  );

  // The cipher for tweaks.
  if (HasXts) begin : gen_tweak
    sil_aes_serial #(.KeyBits(KeyBits), .Sbox(Sbox)) u_core (
      .clk_i, .rst_ni, .wipe_i(wipe_i | key_wipe[1]), .clear_i(clear),
      .k_tdata(key_data), .k_tuser(key_user),
      .k_tvalid(key_valid[1]), .k_tready(key_ready[1]), .keyed_o(core_keyed[1]),
      .s_tdata(tweak), .s_tuser(1'b0), .s_tpass(tweak_pass),
      .s_tvalid(tweak_valid), .s_tready(tweak_ready),
      .m_tdata(initial_block), .m_tvalid(initial_valid), .m_tready(initial_ready)
    );
  end else begin : gen_no_tweak
    assign {key_ready[1], core_keyed[1], tweak_ready, initial_valid, initial_block} = '0;
  end

  // The cipher for data.
  if (DataWidth == 8) begin : gen_bytes
    sil_aes_serial #(.KeyBits(KeyBits), .Direction(Direction), .Sbox(Sbox)) u_core (
      .clk_i, .rst_ni, .wipe_i(wipe_i | key_wipe[0]), .clear_i(clear),
      .k_tdata(key_data), .k_tuser(key_user),
      .k_tvalid(key_valid[0]), .k_tready(key_ready[0]), .keyed_o(core_keyed[0]),
      .s_tdata(block), .s_tuser(block_decrypt), .s_tpass(1'b0),
      .s_tvalid(block_valid), .s_tready(block_ready),
      .m_tdata(result), .m_tvalid(result_valid), .m_tready(result_ready)
    );
  end else if (Unroll > 1) begin : gen_pipeline
    logic unused_ready, unused_decrypt;
    logic [1:0] unused_user;
    sil_aes_fixed #(
      .KeyBits(KeyBits), .Sbox(Sbox), .PipelineStages(PipelineStages)
    ) u_core (
      .clk_i, .rst_ni, .wipe_i(wipe_i | key_wipe[0]), .clear_i(clear),
      .k_tdata (key_data),
      .k_tvalid(key_valid[0]), .k_tready(key_ready[0]), .keyed_o(core_keyed[0]),
      .block_i (block),
      .valid_i (block_valid),
      .result_o(result)
    );
    assign {block_ready, result_valid} = '1;
    assign unused_ready = result_ready;
    assign unused_decrypt = block_decrypt;
    assign unused_user = key_user;
  end else begin : gen_blocks
    sil_aes_core #(
      .KeyBits(KeyBits), .Direction(Direction), .Sbox(Sbox), .KeySchedule(KeySchedule),
      .PipelineStages(PipelineStages), .LowLatency(LowLatency)
    ) u_core (
      .clk_i, .rst_ni, .wipe_i(wipe_i | key_wipe[0]),
      .k_tdata(key_data), .k_tuser(key_user),
      .k_tvalid(key_valid[0]), .k_tready(key_ready[0]), .keyed_o(core_keyed[0]),
      .s_tdata(block), .s_tuser(block_decrypt),
      .s_tvalid(block_valid), .s_tready(block_ready),
      .m_tdata(result), .m_tvalid(result_valid), .m_tready(result_ready)
    );
  end
endmodule
