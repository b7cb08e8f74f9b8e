// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The block cipher AES: keys and blocks in, blocks out (FIPS 197).
///
/// A key is for the blocks taken after its first word, and is loaded when no block is in flight;
/// with ON_THE_FLY at any time. Before a key is there no block is taken.
///
/// ## Byte order
/// The first byte of a key, of a block, of a beat is in its low bits.
module sil_aes_core
  import sil_aes_pkg::*;
#(
  /// 128, 192, 256, or 0: any of them, chosen with each key. Cost of 0: a multiplexer of words.
  parameter int unsigned KeyBits = 128,
  /// ENCRYPT, DECRYPT, or BOTH, chosen with each block. Cost of BOTH: half as much again.
  parameter direction_e Direction = ENCRYPT,
  /// TABLE, COMPOSITE or FUNCTIONS: see sil_aes_sbox.
  parameter sbox_e Sbox = FUNCTIONS,
  /// STORED; ON_THE_FLY, with ENCRYPT, KeyBits = 128, Unroll = 1 and DataWidth = 128. Gain of
  /// ON_THE_FLY: a new key is ready at once, no memory. Cost: four S-boxes, registers.
  parameter key_schedule_e KeySchedule = STORED,
  /// Stages of all rounds in line, each with a block in flight: 1 to 5 a round, 1 to 4 where all
  /// are. Gain: a faster clock. Cost: registers.
  parameter int unsigned PipelineStages = 1,
  /// Rounds in line: 1, around which a block goes; or all, with one direction and a KeyBits that is
  /// not 0. Gain: a block a cycle. Cost: a round each.
  parameter int unsigned Unroll = 1,
  /// Width of a block's beats: 128, all S-boxes of a round at once; 32, four of them; 8, one. Gain
  /// of 8: area. Cost: nineteen times the cycles, of 32 seven times.
  parameter int unsigned DataWidth = 128,
  /// One block in flight, in a round of the fewest levels: Nr + 1 cycles a block, also where each
  /// needs the result before it. With all others as they are here, but KeyBits. Gain: the
  /// throughput of one message in CBC, CMAC and the like. Cost: two fifths more lookup tables than one round.
  parameter bit LowLatency = 1'b0
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Forget the key and all that depends on it: takes 65 cycles, as after a reset.
  input  logic         wipe_i,
  input  logic [31:0]  k_tdata,
  /// With KeyBits = 0, the key's length: 0, 1, 2 for 128, 192, 256 bits.
  input  logic [1:0]   k_tuser,
  input  logic         k_tvalid,
  output logic         k_tready,
  /// A key is there.
  output logic         keyed_o,
  input  logic [DataWidth-1:0] s_tdata,
  /// Decrypt.
  input  logic         s_tuser,
  input  logic         s_tvalid,
  output logic         s_tready,
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
      && (Direction != ENCRYPT || KeyBits != 128 || Unroll != 1 || DataWidth != 128)) begin : gen_fly
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
