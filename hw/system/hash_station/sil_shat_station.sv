// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The hash encryption system of the paper shat-2014 with SHAT-R, a reconstruction of the paper's
/// hash.
///
/// ## Latency and throughput
/// As in sil_station.
module sil_shat_station
  import sil_shat_pkg::*;
#(
  /// As in sil_shat_core.
  parameter alg_e Alg = SHAT128,
  /// As in sil_shat_core.
  parameter int unsigned Unroll = 1,
  /// As in sil_shat_core.
  parameter int unsigned Precompute = 0,
  /// As in sil_station, and as in sil_shat_core for the hash.
  parameter bit ClockGate = 1'b0,
  /// As in sil_station.
  parameter int unsigned ClockHz = 100_000_000,
  /// As in sil_station.
  parameter int unsigned Baud = 4800,
  /// As in sil_station.
  parameter int unsigned EndBits = 0,
  /// As in sil_station.
  parameter int unsigned RamBeats = 16,
  /// As in sil_station.
  parameter int unsigned Columns = 16,
  /// As in sil_station.
  parameter int unsigned Rows = 2,
  /// As in sil_station.
  parameter int unsigned PageUs = 4_000_000,
  /// As in sil_station.
  parameter int unsigned PowerOnUs = 40_000,
  /// As in sil_station.
  parameter int unsigned FirstUs = 4100,
  /// As in sil_station.
  parameter int unsigned SecondUs = 100,
  /// As in sil_station.
  parameter int unsigned ExecuteUs = 59,
  /// As in sil_station.
  parameter int unsigned ClearUs = 2160
) (
  input  logic       clk_i,
  /// Asynchronous assert, active low.
  input  logic       rst_ni,
  /// Serial line, 8-N-1, high when idle. Two flip-flops synchronise it.
  input  logic       rx_i,
  /// Bus of the display: register select (0: instruction, 1: character).
  output logic       lcd_rs_o,
  /// Bus of the display: read or write. The station only writes.
  output logic       lcd_rw_o,
  /// Bus of the display: enable. The display takes the data at its falling edge.
  output logic       lcd_e_o,
  /// Bus of the display: data.
  output logic [7:0] lcd_data_o,
  /// The last message was refused.
  output logic       error_o,
  /// 0: receive, 1: hash, 2: show.
  output logic [1:0] phase_o
);
  localparam int unsigned DataBits = rate_bits(Alg);
  localparam int unsigned DigestBits = digest_bits(Alg);

  logic hash_clk, message_tlast, message_tvalid, message_tready, digest_tvalid, digest_tready;
  logic [DataBits-1:0] message_tdata;
  logic [DataBits/8-1:0] message_tkeep;
  logic [DigestBits-1:0] digest_tdata;

  sil_station #(
    .DataBits(DataBits), .DigestBits(DigestBits), .ClockHz(ClockHz), .Baud(Baud),
    .EndBits(EndBits), .RamBeats(RamBeats), .Columns(Columns), .Rows(Rows), .PageUs(PageUs),
    .PowerOnUs(PowerOnUs), .FirstUs(FirstUs), .SecondUs(SecondUs), .ExecuteUs(ExecuteUs),
    .ClearUs(ClearUs), .ClockGate(ClockGate)
  ) u_station (
    .clk_i,
    .rst_ni,
    .rx_i,
    .lcd_rs_o,
    .lcd_rw_o,
    .lcd_e_o,
    .lcd_data_o,
    .error_o,
    .phase_o,
    .hash_clk_o(hash_clk),
    .m_tdata   (message_tdata),
    .m_tkeep   (message_tkeep),
    .m_tlast   (message_tlast),
    .m_tvalid  (message_tvalid),
    .m_tready  (message_tready),
    .s_tdata   (digest_tdata),
    .s_tvalid  (digest_tvalid),
    .s_tready  (digest_tready)
  );

  sil_shat_stream #(
    .Alg(Alg), .Unroll(Unroll), .Precompute(Precompute), .ClockGate(ClockGate)
  ) u_hash (
    .clk_i   (hash_clk),
    .rst_ni,
    .s_tdata (message_tdata),
    .s_tkeep (message_tkeep),
    .s_tlast (message_tlast),
    .s_tvalid(message_tvalid),
    .s_tready(message_tready),
    .m_tdata (digest_tdata),
    .m_tuser (),
    .m_tvalid(digest_tvalid),
    .m_tready(digest_tready)
  );
endmodule
