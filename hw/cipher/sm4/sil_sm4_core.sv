// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The block cipher SM4 (GB/T 32907-2016): takes keys and blocks, gives blocks.
///
/// A key applies to the blocks that are accepted after its first word. A key is accepted when no
/// block is in flight. Blocks are accepted only when a complete key is loaded and expanded. Each
/// block is encrypted or decrypted.
///
/// ## Latency and throughput
/// A block every 32 / Unroll cycles on average; its result is valid
/// 32 * PipelineStages / Unroll + 1 cycles after it was accepted. With Serial, a block every 180
/// cycles, and its result is valid 165 cycles after it was accepted. From the first word of a key
/// until blocks are accepted it takes 180 cycles, with Serial 195. Results leave in the order of the
/// blocks.
///
/// ## Byte order
/// The first byte of a key, of a block or of a beat is in its low bits.
module sil_sm4_core
#(
  /// One S-box, which processes a byte per cycle. Needs PipelineStages = 1 and Unroll = 1. Gain:
  /// less than half the area. Cost: 5.6 times the cycles.
  parameter bit Serial = 1'b0,
  /// Pipeline stages, each with one block in flight: 1 for all rounds, or 1 or 2 times Unroll. Gain:
  /// a faster clock. Cost: at least 160 registers for each stage.
  parameter int unsigned PipelineStages = 2,
  /// Rounds in hardware: 1, 2 or 4. Gain: fewer cycles per block. Cost: the area of each round.
  parameter int unsigned Unroll = 1
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Zeroise the key and all data that depends on it. Takes 32 cycles, as after a reset.
  input  logic         wipe_i,
  /// Words of the key, the first byte of the key in the low bits of the first word.
  input  logic [31:0]  k_tdata,
  /// Ignored: a key has 128 bits.
  input  logic [1:0]   k_tuser,
  input  logic         k_tvalid,
  output logic         k_tready,
  /// A key is loaded and expanded.
  output logic         keyed_o,
  /// Block.
  input  logic [127:0] s_tdata,
  /// Decrypt this block.
  input  logic         s_tuser,
  input  logic         s_tvalid,
  output logic         s_tready,
  /// Result, in the order of the blocks.
  output logic [127:0] m_tdata,
  output logic         m_tvalid,
  input  logic         m_tready
);
  if (!(Unroll inside {1, 2, 4})) begin : gen_unroll
    $fatal(1, "Unroll must be 1, 2 or 4");
  end
  if (!(PipelineStages inside {1, Unroll, 2 * Unroll})) begin : gen_stages
    $fatal(1, "PipelineStages must be 1, Unroll or 2 times Unroll");
  end
  if (Serial && (Unroll != 1 || PipelineStages != 1)) begin : gen_serial_alone
    $fatal(1, "Serial = 1 needs Unroll = 1 and PipelineStages = 1");
  end

  if (Serial) begin : gen_serial
    sil_sm4_serial u_serial (
      .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tvalid, .k_tready, .idle_i(1'b1), .keyed_o,
      .write_o(), .address_o(), .word_o(),
      .s_tdata, .s_tuser, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready
    );
  end else begin : gen_loop
    sil_sm4_loop #(.PipelineStages(PipelineStages), .Unroll(Unroll)) u_loop (
      .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tvalid, .k_tready, .keyed_o,
      .s_tdata, .s_tuser, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready
    );
  end
endmodule
