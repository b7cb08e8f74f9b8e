// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Self-test of a hash or of HMAC on the board ULX3S (Radiona, version 2 or 3). The file ulx3s.lpf
/// has the pins.
///
/// The test runs after configuration and after each press of PWR. When FIRE 1 is held during the
/// test, the expected result of the vector on the DIP switches is wrong. When FIRE 2 is held, the
/// stream is interrupted. LED 7 is `led_o` of sil_bist; when it is on, the other LEDs show the
/// number of the vector. The header J1 shows the bytes of `value_o` (GP0 to GP7), a strobe that
/// rises while a byte is stable (GP8), and a mark with the first byte (GP9).
module sil_bist_ulx3s
  import sil_bist_vectors_pkg::*;
#(
  /// 0: test the hash. 1: test HMAC with the hash.
  parameter bit Keyed = 1'b0,
  /// The hash.
  parameter alg_e Alg = SHA512,
  /// As in the core of the hash.
  parameter int unsigned Unroll = 1,
  /// As in the core of the hash.
  parameter int unsigned Precompute = 0,
  /// As in the core of the hash.
  parameter int unsigned PipelineStages = 1,
  /// As in the core of the hash.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// As in the core of the hash.
  parameter bit ClockGate = 1'b0,
  /// As in the HMAC unit of the hash.
  parameter bit Shared = 1'b1,
  /// As in sil_bist. 24 gives a period of 0.7 s at 25 MHz.
  parameter int unsigned BlinkBits = 24
) (
  /// Clock of 25 MHz.
  input  logic       clk_i,
  /// Button PWR, low when pressed: reset.
  input  logic       pwr_ni,
  /// Buttons FIRE 1 (bit 0) and FIRE 2 (bit 1), high when pressed.
  input  logic [1:0] fire_i,
  /// DIP switches 1 to 4 (bits 0 to 3): number of the vector for FIRE 1.
  input  logic [3:0] sw_i,
  /// LEDs 0 to 7.
  output logic [7:0] led_o,
  /// Pins GP0 to GP9 of the header J1.
  output logic [9:0] gp_o,
  /// Always high, so that the ESP32 on the board boots from its flash.
  output logic       wifi_gpio0_o
);
  localparam int unsigned DigestBits = digest_bits(Alg);
  localparam int unsigned IndexBits = $clog2(sil_bist_vectors_pkg::count(Alg, Keyed));

  // Reset is released synchronously. Registers are zero after configuration, so configuration is a
  // reset, too. The synchronisers of the other inputs have no reset, so the inputs are stable when
  // the test begins.
  logic released_q, rst_nq;
  logic [5:0] inputs_q, held_q;

  always_ff @(posedge clk_i or negedge pwr_ni) begin
    if (!pwr_ni) {rst_nq, released_q} <= '0;
    else {rst_nq, released_q} <= {released_q, 1'b1};
  end
  always_ff @(posedge clk_i) {held_q, inputs_q} <= {inputs_q, sw_i, fire_i};

  logic led;
  logic [DigestBits-1:0] value;
  logic [IndexBits-1:0] index;

  if (Keyed) begin : gen_hmac
    sil_bist_hmac #(
      .Alg(Alg), .Unroll(Unroll), .Precompute(Precompute), .PipelineStages(PipelineStages),
      .CounterCode(CounterCode), .ClockGate(ClockGate), .Shared(Shared), .BlinkBits(BlinkBits)
    ) u_bist (
      .clk_i,
      .rst_ni       (rst_nq),
      .wrong_i      (held_q[0]),
      .wrong_index_i(IndexBits'(held_q[5:2])),
      .interrupt_i  (held_q[1]),
      .led_o        (led),
      .value_o      (value),
      .index_o      (index)
    );
  end else begin : gen_hash
    sil_bist_hash #(
      .Alg(Alg), .Unroll(Unroll), .Precompute(Precompute), .PipelineStages(PipelineStages),
      .CounterCode(CounterCode), .ClockGate(ClockGate), .BlinkBits(BlinkBits)
    ) u_bist (
      .clk_i,
      .rst_ni       (rst_nq),
      .wrong_i      (held_q[0]),
      .wrong_index_i(IndexBits'(held_q[5:2])),
      .interrupt_i  (held_q[1]),
      .led_o        (led),
      .value_o      (value),
      .index_o      (index)
    );
  end

  sil_bist_serial #(.Width(DigestBits)) u_serial (
    .clk_i,
    .rst_ni  (rst_nq),
    .value_i (value),
    .byte_o  (gp_o[7:0]),
    .strobe_o(gp_o[8]),
    .first_o (gp_o[9])
  );

  assign led_o = {led, 7'(index)};
  assign wifi_gpio0_o = 1'b1;
endmodule
