// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The self-test of a hash, or of HMAC, on the board ULX3S (Radiona, version 2 or 3); its pins are in
/// ulx3s.lpf.
///
/// The test runs after configuration and after each press of PWR. Held meanwhile, FIRE 1 makes the
/// expected result of the vector on the DIP switches wrong, and FIRE 2 interrupts the stream. LED 7
/// is the lamp of sil_bist; when it is steady the other LEDs are the vector. On the header J1 are the
/// bytes of the value (GP0 to GP7), a strobe that rises while one is stable (GP8), and the mark of the
/// first (GP9).
module sil_bist_ulx3s
  import sil_bist_vectors_pkg::*;
#(
  /// HMAC, or the hash.
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
  /// As in sil_bist: 0.7 s of 25 MHz.
  parameter int unsigned BlinkBits = 24
) (
  /// 25 MHz.
  input  logic       clk_i,
  /// The button PWR: low when pressed.
  input  logic       pwr_ni,
  /// The buttons FIRE 1 and 2.
  input  logic [1:0] fire_i,
  /// DIP switches.
  input  logic [3:0] sw_i,
  output logic [7:0] led_o,
  /// Header J1.
  output logic [9:0] gp_o,
  /// High: the ESP32 beside the FPGA boots from its flash.
  output logic       wifi_gpio0_o
);
  localparam int unsigned DigestBits = digest_bits(Alg);
  localparam int unsigned IndexBits = $clog2(sil_bist_vectors_pkg::count(Alg, Keyed));

  // Reset ends in step with the clock; registers are zero after configuration. The other inputs go
  // on meanwhile, so that they are settled when the test begins.
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
