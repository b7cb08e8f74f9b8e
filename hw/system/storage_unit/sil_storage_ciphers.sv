// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Cipher and inverse cipher (FIPS 197 5.1, 5.3) of a stream of words, block after block, in the
/// sequential or the parallel core.
///
/// Only this module determines how a block is transformed. Another function of a stream of words,
/// for example a mode of operation with a counter or a tweak, can replace it or contain it.
///
/// ## Latency and throughput
/// As the cores. For a block alone, 4 cycles to take its words and 4 to give those of the result
/// are added.
///
/// ## Byte order
/// The first byte of a block or of a word is in its low bits.
module sil_storage_ciphers
#(
  /// As in sil_aes_core.
  parameter int unsigned KeyBits = 0,
  /// As in sil_aes_core.
  parameter sil_aes_pkg::sbox_e Sbox = sil_aes_pkg::FUNCTIONS,
  /// PipelineStages of the parallel core, as in sil_aes_core.
  parameter int unsigned PipelineStages = 5
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  /// Zeroise the keys and all data that depends on them. Takes 65 cycles.
  input  logic        wipe_i,
  /// Clear the words between this module's ports and the cores.
  input  logic        clear_i,
  input  logic [31:0] k_tdata,
  input  logic [1:0]  k_tuser,
  /// A key word for the sequential core (bit 0), for the parallel core (bit 1).
  input  logic [1:0]  k_tvalid,
  output logic [1:0]  k_tready,
  /// Both cores have a key.
  output logic        keyed_o,
  /// Use the parallel core, otherwise the sequential one.
  input  logic        parallel_i,
  /// Use the inverse cipher.
  input  logic        decrypt_i,
  input  logic [31:0] s_tdata,
  input  logic        s_tvalid,
  output logic        s_tready,
  output logic [31:0] m_tdata,
  output logic        m_tvalid,
  input  logic        m_tready
);
  localparam sil_aes_pkg::direction_e Direction = sil_aes_pkg::BOTH;
  // Of each core: the width of its beats in bits, and its blocks in flight.
  localparam int unsigned Widths [2] = '{8, 128};
  localparam int unsigned Stages [2] = '{1, PipelineStages};

  logic [1:0] chosen, keyed, in_ready, out_valid;
  logic [1:0][31:0] out;

  assign chosen = {parallel_i, ~parallel_i};
  assign keyed_o = &keyed;
  assign s_tready = |(in_ready & chosen);
  assign m_tvalid = |(out_valid & chosen);
  assign m_tdata = out[parallel_i];

  for (genvar i = 0; i < 2; i++) begin : gen_core
    localparam int unsigned Width = Widths[i];
    logic [Width-1:0] given, result;
    logic given_valid, given_ready, result_valid, result_ready;

    sil_aes_core #(
      .KeyBits(KeyBits), .Direction(Direction), .Sbox(Sbox), .PipelineStages(Stages[i]),
      .DataWidth(Width)
    ) u_core (
      .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid(k_tvalid[i]), .k_tready(k_tready[i]),
      .keyed_o(keyed[i]), .s_tdata(given), .s_tuser(decrypt_i), .s_tvalid(given_valid),
      .s_tready(given_ready), .m_tdata(result), .m_tvalid(result_valid), .m_tready(result_ready)
    );

    if (Width > 32) begin : gen_wide
      sil_axis_widen #(.WideBits(Width), .NarrowBits(32)) u_widen (
        .clk_i, .rst_ni, .clear_i, .s_tdata, .s_tvalid(s_tvalid & chosen[i]),
        .s_tready(in_ready[i]), .m_tdata(given), .m_tvalid(given_valid), .m_tready(given_ready)
      );
      sil_axis_narrow #(.WideBits(Width), .NarrowBits(32)) u_narrow (
        .clk_i, .rst_ni, .clear_i, .s_tdata(result), .s_tvalid(result_valid),
        .s_tready(result_ready), .m_tdata(out[i]), .m_tvalid(out_valid[i]), .m_tready
      );
    end else begin : gen_slim
      sil_axis_narrow #(.WideBits(32), .NarrowBits(Width)) u_narrow (
        .clk_i, .rst_ni, .clear_i, .s_tdata, .s_tvalid(s_tvalid & chosen[i]),
        .s_tready(in_ready[i]), .m_tdata(given), .m_tvalid(given_valid), .m_tready(given_ready)
      );
      sil_axis_widen #(.WideBits(32), .NarrowBits(Width)) u_widen (
        .clk_i, .rst_ni, .clear_i, .s_tdata(result), .s_tvalid(result_valid),
        .s_tready(result_ready), .m_tdata(out[i]), .m_tvalid(out_valid[i]), .m_tready
      );
    end
  end
endmodule
