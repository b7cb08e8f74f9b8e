// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-3 and SHAKE with a byte stream and output of any length: message bytes in, padding in
/// hardware, beats of output out.
///
/// The receiver asks for the length beat by beat: with `more_i` = 1 the next bits follow, with
/// `more_i` = 0 the beat that it accepts is the last one. A beat of SHAKE has the bits of the rate.
///
/// ## Latency and throughput
/// As sil_sha3_core.
///
/// ## Byte order
/// AXI4-Stream: the first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of
/// the output is `m_tdata[7:0]` of its first beat.
module sil_sha3_xof
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
  /// instead of output.
  input  logic [7:0]            s_tkeep,
  input  logic                  s_tlast,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  output logic [OutputBits-1:0] m_tdata,
  /// The message broke a rule of framing, and `m_tdata` is not its output.
  output logic                  m_tuser,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  /// As in sil_sha3_core.
  input  logic                  more_i
);
  logic [63:0] word;
  logic last, final_block, error, valid, ready;

  sil_sha3_padder #(.Lanes(rate_lanes(Alg)), .Suffix(suffix(Alg))) u_padder (
    .clk_i, .rst_ni, .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready, .word_o(word),
    .last_o(last), .final_o(final_block), .error_o(error), .valid_o(valid), .ready_i(ready)
  );

  sil_sha3_core #(.Alg(Alg), .Lanes(Lanes), .ClockGate(ClockGate)) u_core (
    .clk_i, .rst_ni, .word_i(word), .last_i(last), .final_i(final_block), .error_i(error),
    .valid_i(valid), .ready_o(ready), .m_tdata, .m_tuser, .m_tvalid, .m_tready, .more_i
  );
endmodule
