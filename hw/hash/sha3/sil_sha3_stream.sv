// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-3 and SHAKE with a byte stream: message bytes in, padding (FIPS 202 5.1) in hardware, digest
/// out.
///
/// Messages have any length, and may be empty. They may follow each other without a pause, and
/// input and output may stall at any time. A message with a beat that breaks a rule of
/// sil_axis_framing gives an error instead of a digest. The output of SHAKE has the bits of the
/// rate; sil_sha3_xof gives output of any length.
///
/// ## Latency and throughput
/// As sil_sha3_core.
///
/// ## Byte order
/// AXI4-Stream: the first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of
/// a digest is `m_tdata[7:0]`.
module sil_sha3_stream
  import sil_sha3_pkg::*;
#(
  /// As in sil_sha3_core.
  parameter alg_e Alg = SHA3_256,
  /// As in sil_sha3_core.
  parameter int unsigned Lanes = 25,
  /// As in sil_sha3_core.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned OutputBits = output_bits(Alg)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  input  logic [63:0]           s_tdata,
  /// Valid bytes. All, or in the last beat the first ones or none. Any other pattern gives an error
  /// instead of a digest.
  input  logic [7:0]            s_tkeep,
  input  logic                  s_tlast,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  output logic [OutputBits-1:0] m_tdata,
  /// The message broke a rule of framing, and `m_tdata` is not a digest.
  output logic                  m_tuser,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  sil_sha3_xof #(.Alg(Alg), .Lanes(Lanes), .ClockGate(ClockGate)) u_xof (
    .clk_i, .rst_ni, .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready, .m_tdata, .m_tuser,
    .m_tvalid, .m_tready, .more_i(1'b0)
  );
endmodule
