// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
// The demonstration system on the board ULX3S (Radiona, version 2 or 3). The file ulx3s.lpf has the
// pins. The bitstream contains the firmware. The serial line is that of the USB port US1: a host
// opens it with 115200 baud, 8-N-1. A reset runs the firmware again.
module sil_soc_ulx3s #(
  parameter RamWords = 16384,
  parameter BitCycles = 217
) (
  input  wire clk_i,         // clock of 25 MHz
  input  wire rst_ni,        // button PWR, low when pressed: reset
  output wire tx_o,          // serial line to the host
  output wire trap_o,        // LED 0: the firmware has ended
  output wire wifi_gpio0_o   // always high, so that the ESP32 on the board boots from its flash
);
  // Reset is released synchronously. Registers are zero after configuration, so configuration is a
  // reset, too.
  reg released_q, rst_nq;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {rst_nq, released_q} <= 2'b00;
    else {rst_nq, released_q} <= {released_q, 1'b1};
  end

  sil_soc_demo #(.RamWords(RamWords), .BitCycles(BitCycles)) u_demo (
    .clk_i(clk_i), .rst_ni(rst_nq), .tx_o(tx_o), .trap_o(trap_o)
  );

  assign wifi_gpio0_o = 1'b1;
endmodule
