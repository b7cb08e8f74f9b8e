// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The hash station with SHAT-R, a reconstruction, on the board ULX3S (Radiona, version 2 or 3).
/// The file ulx3s.lpf has the pins.
///
/// The serial line is that of the USB port US1: a host opens it with 4800 baud, 8-N-1. A character
/// display is connected to the header J1: GP0 to GP7 are its data lines, GP8 is its register
/// select, GP9 its enable. The station only writes, so connect the read/write line of the display
/// to ground. LEDs 0 and 1 show the phase, and LED 2 shows a refused message.
///
/// ## Latency and throughput
/// As in sil_station. A reset takes two cycles longer.
module sil_station_ulx3s
  import sil_shat_pkg::*;
#(
  /// As in sil_shat_core.
  parameter alg_e Alg = SHAT128,
  /// As in sil_shat_core.
  parameter int unsigned Unroll = 1,
  /// As in sil_shat_core.
  parameter int unsigned Precompute = 0,
  /// As in sil_shat_station.
  parameter bit ClockGate = 1'b0,
  /// Frequency of the clock in Hz.
  parameter int unsigned ClockHz = 25_000_000
) (
  /// Clock of 25 MHz.
  input  logic       clk_i,
  /// Button PWR, low when pressed: reset.
  input  logic       rst_ni,
  /// Serial line from the host.
  input  logic       rx_i,
  /// The display: register select, on GP8.
  output logic       lcd_rs_o,
  /// The display: enable, on GP9.
  output logic       lcd_e_o,
  /// The display: data, on GP0 to GP7.
  output logic [7:0] lcd_data_o,
  /// The last message was refused: LED 2.
  output logic       error_o,
  /// 0: receive, 1: hash, 2: show. LEDs 0 and 1.
  output logic [1:0] phase_o,
  /// Always high, so that the ESP32 on the board boots from its flash.
  output logic       wifi_gpio0_o
);
  // Reset is released synchronously. Registers are zero after configuration, so configuration is a
  // reset, too.
  logic released_q, rst_nq;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {rst_nq, released_q} <= '0;
    else {rst_nq, released_q} <= {released_q, 1'b1};
  end

  sil_shat_station #(
    .Alg(Alg), .Unroll(Unroll), .Precompute(Precompute), .ClockGate(ClockGate), .ClockHz(ClockHz)
  ) u_station (
    .clk_i,
    .rst_ni(rst_nq),
    .rx_i,
    .lcd_rs_o,
    .lcd_rw_o(),
    .lcd_e_o,
    .lcd_data_o,
    .error_o,
    .phase_o
  );

  assign wifi_gpio0_o = 1'b1;
endmodule
