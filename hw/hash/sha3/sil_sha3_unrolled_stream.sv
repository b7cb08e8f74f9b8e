// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-3 and SHAKE with several rounds per cycle and a byte stream: message bytes in, padding (FIPS
/// 202 5.1) in hardware, digest out.
///
/// Messages have any length, and may be empty. They may follow each other without a pause, and
/// input and output may stall at any time. A message with a beat that breaks a rule of
/// sil_axis_framing gives an error instead of a digest. The output of SHAKE has the bits of the
/// rate.
///
/// ## Latency and throughput
/// As sil_sha3_unrolled.
///
/// ## Byte order
/// AXI4-Stream: the first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of
/// a digest is `m_tdata[7:0]`.
module sil_sha3_unrolled_stream
  import sil_sha3_pkg::*;
#(
  /// As in sil_sha3_core.
  parameter alg_e Alg = SHA3_256,
  /// As in sil_sha3_unrolled.
  parameter int unsigned Unroll = 2,
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
  logic [63:0] word;
  logic last, final_block, error, valid, ready;

  if (!(Alg inside {[SHA3_224:SHAKE256]})) begin : gen_alg
    $fatal(1, "Alg must be SHA3_224, SHA3_256, SHA3_384, SHA3_512, SHAKE128 or SHAKE256");
  end

  sil_sha3_padder #(.Lanes(rate_lanes(Alg)), .Suffix(suffix(Alg))) u_padder (
    .clk_i, .rst_ni, .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready, .word_o(word),
    .last_o(last), .final_o(final_block), .error_o(error), .valid_o(valid), .ready_i(ready)
  );

  sil_sha3_unrolled #(
    .RateLanes(rate_lanes(Alg)), .OutputBits(OutputBits), .Unroll(Unroll)
  ) u_sponge (
    .clk_i, .rst_ni, .word_i(word), .last_i(last), .final_i(final_block), .error_i(error),
    .valid_i(valid), .ready_o(ready), .m_tdata, .m_tuser, .m_tvalid, .m_tready, .more_i(1'b0)
  );
endmodule
