// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The hash encryption system with SHA-2.
///
/// ## Latency and throughput
/// As in sil_station.
module sil_sha2_station
  import sil_sha2_pkg::*;
#(
  /// As in sil_sha2_core.
  parameter alg_e Alg = SHA256,
  /// As in sil_sha2_core.
  parameter int unsigned Unroll = 1,
  /// As in sil_sha2_core.
  parameter int unsigned Precompute = 0,
  /// As in sil_sha2_core.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// As in sil_station, and as in sil_sha2_core for the hash.
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
  /// As in sil_station.
  input  logic       rx_i,
  output logic       lcd_rs_o,
  output logic       lcd_rw_o,
  output logic       lcd_e_o,
  output logic [7:0] lcd_data_o,
  output logic       error_o,
  output logic [1:0] phase_o
);
  localparam int unsigned DataBits = Unroll * word_bits(Alg);
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

  sil_sha2_stream #(
    .Alg(Alg), .Unroll(Unroll), .Precompute(Precompute), .CounterCode(CounterCode),
    .ClockGate(ClockGate)
  ) u_hash (
    .clk_i   (hash_clk),
    .rst_ni,
    .s_tdata (message_tdata),
    .s_tkeep (message_tkeep),
    .s_tlast (message_tlast),
    .s_tid   (1'b0),
    .s_tvalid(message_tvalid),
    .s_tready(message_tready),
    .m_tdata (digest_tdata),
    .m_tuser (),
    .m_tid   (),
    .m_tvalid(digest_tvalid),
    .m_tready(digest_tready)
  );
endmodule
