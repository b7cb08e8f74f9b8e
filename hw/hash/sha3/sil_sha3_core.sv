// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-3 and SHAKE (FIPS 202): words of padded blocks in, output out.
///
/// ## Latency and throughput
/// With R words in a block and N in a beat of output: with Lanes = 25 a block takes C = 24 cycles.
/// The output of n blocks is valid n * C + R + 2 cycles after the first word is accepted. Messages
/// follow each other every n * C + 3 cycles. With Lanes = 1 a block takes C = 25 * 42 cycles. The
/// output of n blocks is valid n * C + L cycles after the first word is accepted, where L is
/// N + floor((N - 1) / 5) + 4, and messages follow each other every n * C + L + 1 cycles.
///
/// ## Byte order
/// First byte in bits 7:0, in and out.
module sil_sha3_core
  import sil_sha3_pkg::*;
#(
  /// The function.
  parameter alg_e Alg = SHA3_256,
  /// Lanes per cycle: 25, a round per cycle, or 1, with the state in a memory. Cost of 25: about four
  /// times the lookup tables of 1. Gain: 44 times as many blocks per cycle.
  parameter int unsigned Lanes = 25,
  /// Stop the clock of the state while it waits. Gain: power. Cost: a clock gate, or nothing on an
  /// FPGA.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned OutputBits = output_bits(Alg)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  input  logic [63:0]           word_i,
  /// The last word of a block.
  input  logic                  last_i,
  /// With `last_i`: the block is the last one of the message.
  input  logic                  final_i,
  /// With `final_i`: the value of `m_tuser` of the output.
  input  logic                  error_i,
  input  logic                  valid_i,
  output logic                  ready_o,
  output logic [OutputBits-1:0] m_tdata,
  output logic                  m_tuser,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  /// With `m_tready`: the next bits of the output follow in another beat. Otherwise this beat was the
  /// last one.
  input  logic                  more_i
);
  if (!(Alg inside {[SHA3_224:SHAKE256]})) begin : gen_alg
    $fatal(1, "Alg must be SHA3_224, SHA3_256, SHA3_384, SHA3_512, SHAKE128 or SHAKE256");
  end
  if (!(Lanes inside {1, 25})) begin : gen_lanes
    $fatal(1, "Lanes must be 1 or 25");
  end
  if (ClockGate && Lanes != 25) begin : gen_clock_gate
    $fatal(1, "ClockGate = 1 needs Lanes = 25");
  end

  if (Lanes == 1) begin : gen_serial
    sil_sha3_serial #(
      .RateLanes(rate_lanes(Alg)), .OutputBits(OutputBits)
    ) u_sponge (
      .clk_i, .rst_ni, .word_i, .last_i, .final_i, .error_i, .valid_i, .ready_o, .m_tdata,
      .m_tuser, .m_tvalid, .m_tready, .more_i
    );
  end else begin : gen_parallel
    sil_sha3_parallel #(
      .RateLanes(rate_lanes(Alg)), .OutputBits(OutputBits), .ClockGate(ClockGate)
    ) u_sponge (
      .clk_i, .rst_ni, .word_i, .last_i, .final_i, .error_i, .valid_i, .ready_o, .m_tdata,
      .m_tuser, .m_tvalid, .m_tready, .more_i
    );
  end
endmodule
