// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The block cipher AES (FIPS 197): takes keys and blocks, gives blocks.
///
/// A key applies to the blocks that are accepted after its first word. A key is accepted when no
/// block is in flight; with ON_THE_FLY at any time. Blocks are accepted only when a complete key is
/// loaded and expanded.
///
/// ## Latency and throughput
/// README.md has a table. Results leave in the order of the blocks.
///
/// ## Byte order
/// The first byte of a key, of a block or of a beat is in its low bits.
module sil_aes_core
  import sil_aes_pkg::*;
#(
  /// Key length in bits: 128, 192, 256, or 0 for any of them, chosen with each key. Gain of 0: all
  /// lengths. Cost of 0: a multiplexer of words.
  parameter int unsigned KeyBits = 128,
  /// ENCRYPT, DECRYPT, or BOTH, chosen with each block. Cost of BOTH: about 50 % more LUTs.
  parameter direction_e Direction = ENCRYPT,
  /// TABLE, COMPOSITE or FUNCTIONS: see sil_aes_sbox.
  parameter sbox_e Sbox = FUNCTIONS,
  /// STORED: round keys are in memory or registers. ON_THE_FLY: they are computed while they are
  /// used; needs ENCRYPT, KeyBits = 128, Unroll = 1 and DataWidth = 128. Gain of ON_THE_FLY: a new
  /// key is ready after one cycle, no memory. Cost: four S-boxes, 128 registers per stage.
  parameter key_schedule_e KeySchedule = STORED,
  /// Pipeline stages of all unrolled rounds together, each with one block in flight: 1 to 5 for one
  /// round, 1 to 4 times Unroll for all rounds. Gain: a faster clock. Cost: registers.
  parameter int unsigned PipelineStages = 5,
  /// Rounds in hardware: 1, which each block uses repeatedly; or all, which needs one direction and
  /// a KeyBits other than 0. Gain of all: one block per cycle. Cost: the area of each round.
  parameter int unsigned Unroll = 1,
  /// Width of the beats of a block in bits: 128 with the 16 S-boxes of a round; 32 with four
  /// S-boxes; 8 with one. Gain of 32 and 8: area. Cost: seven and nineteen times the cycles.
  parameter int unsigned DataWidth = 128,
  /// One block in flight, in a round of six logic levels: Nr + 1 cycles per block, also if each
  /// block depends on the previous result. Needs ENCRYPT, FUNCTIONS, STORED, one stage, one round
  /// and DataWidth = 128. Gain: the throughput of one message with chained blocks, as in CBC and
  /// CMAC. Cost: a fifth more lookup tables on an ECP5 than five blocks in flight.
  parameter bit LowLatency = 1'b0
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Zeroise the key and all that depends on it, in at most 65 cycles, in sil_aes_bit in 361.
  input  logic         wipe_i,
  /// Words of the key, the first byte of the key in the low bits of the first word.
  input  logic [31:0]  k_tdata,
  /// With KeyBits = 0, the key length: 0, 1, 2 for 128, 192, 256 bits. Read with the first word.
  input  logic [1:0]   k_tuser,
  input  logic         k_tvalid,
  output logic         k_tready,
  /// A key is loaded and expanded.
  output logic         keyed_o,
  /// Block, or part of a block.
  input  logic [DataWidth-1:0] s_tdata,
  /// With BOTH: decrypt this block. Otherwise ignored.
  input  logic         s_tuser,
  input  logic         s_tvalid,
  output logic         s_tready,
  /// Result, in the order of the blocks.
  output logic [DataWidth-1:0] m_tdata,
  output logic         m_tvalid,
  input  logic         m_tready
);
  if (!(KeyBits inside {0, 128, 192, 256})) begin : gen_key_bits
    $fatal(1, "KeyBits must be 128, 192, 256 or, for any of them, 0");
  end
  if (!(Direction inside {ENCRYPT, DECRYPT, BOTH})) begin : gen_direction
    $fatal(1, "Direction must be ENCRYPT, DECRYPT or BOTH");
  end
  if (!(Sbox inside {TABLE, COMPOSITE, FUNCTIONS})) begin : gen_sbox
    $fatal(1, "Sbox must be TABLE, COMPOSITE or FUNCTIONS");
  end
  if (!(KeySchedule inside {STORED, ON_THE_FLY})) begin : gen_key_schedule
    $fatal(1, "KeySchedule must be STORED or ON_THE_FLY");
  end
  if (KeySchedule != STORED
      && (Direction != ENCRYPT || KeyBits != 128 || Unroll != 1 || DataWidth != 128))
  begin : gen_on_the_fly
    $fatal(1, "KeySchedule = ON_THE_FLY needs ENCRYPT, KeyBits = 128, Unroll = 1, DataWidth = 128");
  end
  if (Unroll != 1
      && (KeyBits == 0 || Unroll != rounds(KeyBits) || Direction == BOTH)) begin : gen_unroll
    $fatal(1, "Unroll must be 1 or, with one direction and one length of keys, the rounds");
  end
  if (!(DataWidth inside {8, 32, 128})) begin : gen_width
    $fatal(1, "DataWidth must be 8, 32 or 128");
  end
  if (DataWidth != 128 && (Unroll != 1 || PipelineStages != 1)) begin : gen_bytes_alone
    $fatal(1, "DataWidth = 8 or 32 needs Unroll = 1 and PipelineStages = 1");
  end
  if (Unroll == 1 && (PipelineStages < 1 || PipelineStages > 5)) begin : gen_stages
    $fatal(1, "PipelineStages must be 1 to 5");
  end
  if (Unroll > 1 && (PipelineStages % Unroll != 0 || PipelineStages < Unroll
                     || PipelineStages > 4 * Unroll)) begin : gen_stages_in_line
    $fatal(1, "PipelineStages must be 1 to 4 times the rounds where Unroll is the rounds");
  end
  if (LowLatency && (Direction != ENCRYPT || Sbox != FUNCTIONS || KeySchedule != STORED
                     || Unroll != 1 || PipelineStages != 1 || DataWidth != 128)) begin : gen_low
    $fatal(1, "LowLatency = 1 needs ENCRYPT, FUNCTIONS, STORED, Unroll = 1, PipelineStages = 1 and DataWidth = 128");
  end

  if (LowLatency) begin : gen_single
    sil_aes_single #(.KeyBits(KeyBits)) u_single (
      .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid, .k_tready, .keyed_o,
      .s_tdata, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready
    );
  end else if (DataWidth != 128) begin : gen_bytes
    sil_aes_bytes #(
      .KeyBits(KeyBits), .Direction(Direction), .Sbox(Sbox), .Bytes(DataWidth / 8)
    ) u_bytes (
      .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid, .k_tready, .keyed_o,
      .s_tdata, .s_tuser, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready
    );
  end else if (Unroll == 1) begin : gen_loop
    sil_aes_loop #(
      .KeyBits(KeyBits), .Direction(Direction), .Sbox(Sbox), .KeySchedule(KeySchedule),
      .PipelineStages(PipelineStages)
    ) u_loop (
      .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid, .k_tready, .keyed_o,
      .s_tdata, .s_tuser, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready
    );
  end else begin : gen_pipeline
    sil_aes_pipeline #(
      .KeyBits(KeyBits), .Direction(Direction), .Sbox(Sbox), .PipelineStages(PipelineStages)
    ) u_pipeline (
      .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tvalid, .k_tready, .keyed_o,
      .s_tdata, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready
    );
  end
endmodule
