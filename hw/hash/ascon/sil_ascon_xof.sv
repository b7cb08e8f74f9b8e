// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Ascon-XOF128 and Ascon-CXOF128 (NIST SP 800-232 5.2, 5.3) with a byte stream and output of any
/// length: message bytes in, padding in hardware, beats of output out.
///
/// The receiver asks for the length beat by beat: with `more_i` = 1 the next 64 bits follow, with
/// `more_i` = 0 the beat that it accepts is the last one.
///
/// Ascon-CXOF128 takes a customisation string on `c_` before each message. The standard adds the length
/// of the string first, so the first beat of a string states it. With Ascon-XOF128 the ports `c_` have
/// no function.
///
/// ## Latency and throughput
/// With C = 12 / Unroll: a message of n bytes has b = floor(n / 8) + 1 words, and a customisation string
/// of z bytes floor(z / 8) + 2. The first beat of output is valid C cycles per word and 2 cycles after
/// the first word is accepted, and each further beat C cycles after the beat before it was accepted.
///
/// ## Byte order
/// AXI4-Stream: the first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of
/// the output is `m_tdata[7:0]` of its first beat.
module sil_ascon_xof
  import sil_ascon_pkg::*;
#(
  /// The function: ASCON_XOF128 or ASCON_CXOF128.
  parameter alg_e Alg = ASCON_XOF128,
  /// As in sil_ascon_core.
  parameter int unsigned Unroll = 1,
  /// As in sil_ascon_core.
  parameter bit ClockGate = 1'b0
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// The customisation string of the next message. An empty string is one null beat.
  input  logic [63:0] c_tdata,
  /// As `s_tkeep`.
  input  logic [7:0]  c_tkeep,
  input  logic        c_tlast,
  /// Bytes of the string, up to 256. Read with its first beat. If the string has another length, the
  /// message gives an error.
  input  logic [8:0]  c_tuser,
  input  logic        c_tvalid,
  output logic        c_tready,
  input  logic [63:0] s_tdata,
  /// Valid bytes. All, or in the last beat the first ones or none. Any other pattern gives an error
  /// instead of output.
  input  logic [7:0]  s_tkeep,
  input  logic        s_tlast,
  input  logic        s_tvalid,
  output logic        s_tready,
  output logic [63:0] m_tdata,
  /// The message or its customisation string broke a rule, and `m_tdata` is not its output.
  output logic        m_tuser,
  output logic        m_tvalid,
  input  logic        m_tready,
  /// With `m_tready`: another beat of the output follows. Otherwise this beat was the last one.
  input  logic        more_i
);
  if (!(Alg inside {ASCON_XOF128, ASCON_CXOF128})) begin : gen_alg
    $fatal(1, "Alg must be ASCON_XOF128 or ASCON_CXOF128");
  end

  logic [63:0] data;
  logic [7:0] keep;
  word_t padded, word;
  logic last, valid, ready, padded_last, padded_valid, padded_ready, word_valid, word_ready;
  logic final_word, error, refused;

  sil_sponge_padder #(.Bytes(8), .Padding(PADDING)) u_padder (
    .clk_i, .rst_ni, .s_tdata(data), .s_tkeep(keep), .s_tlast(last), .s_tvalid(valid),
    .s_tready(ready), .m_tdata(padded), .m_tlast(padded_last), .error_o(error),
    .m_tvalid(padded_valid), .m_tready(padded_ready)
  );

  if (Alg == ASCON_CXOF128) begin : gen_custom
    /// What is absorbed next: the length of the string, the string, the message.
    typedef enum logic [1:0] {LENGTH, CUSTOM, MESSAGE} part_e;
    part_e part_q;
    // Bytes of the string that have not come.
    logic [8:0] left_q;
    logic custom, accepted, fits, wrong_q, error_q;

    assign custom = part_q == CUSTOM;
    assign accepted = padded_valid & padded_ready;
    assign word = part_q == LENGTH ? 64'({c_tuser, 3'b0}) : padded;
    assign word_valid = part_q == LENGTH ? c_tvalid : padded_valid;
    assign padded_ready = word_ready & part_q != LENGTH;
    assign final_word = padded_last & part_q == MESSAGE;
    assign data = custom ? c_tdata : s_tdata;
    assign keep = custom ? c_tkeep : s_tkeep;
    assign last = custom ? c_tlast : s_tlast;
    assign valid = custom ? c_tvalid : part_q == MESSAGE & s_tvalid;
    assign c_tready = custom & ready;
    assign s_tready = part_q == MESSAGE & ready;

    // A beat has the bytes that are left, or 8 and is not the last one.
    assign fits = c_tlast ? left_q < 9'd9 && c_tkeep == 8'((9'd1 << left_q[3:0]) - 9'd1)
                          : |left_q[8:3];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) part_q <= LENGTH;
      else begin
        if (part_q == LENGTH & c_tvalid & word_ready) part_q <= CUSTOM;
        if (accepted & padded_last) part_q <= custom ? MESSAGE : LENGTH;
      end
    end
    always_ff @(posedge clk_i) begin
      if (part_q == LENGTH & c_tvalid & word_ready) begin
        left_q <= c_tuser;
        wrong_q <= c_tuser > 9'd256;
      end else if (c_tvalid & c_tready) begin
        left_q <= left_q - 9'd8;
        wrong_q <= wrong_q | ~fits;
      end
      // The padder states the error of the string until the message ends.
      if (part_q == MESSAGE) error_q <= error | wrong_q;
    end
    assign refused = error | error_q;
  end else begin : gen_plain
    logic unused_custom;
    assign unused_custom = &{c_tdata, c_tkeep, c_tlast, c_tuser, c_tvalid};
    assign c_tready = 1'b0;
    assign {data, keep, last, valid} = {s_tdata, s_tkeep, s_tlast, s_tvalid};
    assign s_tready = ready;
    assign word = padded;
    assign word_valid = padded_valid;
    assign padded_ready = word_ready;
    assign final_word = padded_last;
    assign refused = error;
  end

  sil_ascon_core #(.Alg(Alg), .Unroll(Unroll), .ClockGate(ClockGate)) u_core (
    .clk_i, .rst_ni, .word_i(word), .last_i(final_word), .valid_i(word_valid),
    .ready_o(word_ready), .word_o(m_tdata), .valid_o(m_tvalid), .ready_i(m_tready), .more_i
  );
  assign m_tuser = refused;
endmodule
