// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Pads the bytes of a message to blocks of 64-bit words: the suffix of the function with the first
/// bit of pad10*1, zeros, and the last bit of pad10*1 (FIPS 202 5.1 and B.2).
///
/// ## Latency and throughput
/// Combinational, except for flags: one word per cycle. A message of n bytes becomes
/// floor(n / (8 * Lanes)) + 1 blocks of `Lanes` words.
///
/// ## Byte order
/// First byte in bits 7:0, in and out.
module sil_sha3_padder #(
  /// Words of a block.
  parameter int unsigned Lanes = 17,
  /// The byte after the last byte of the message.
  parameter logic [7:0] Suffix = 8'h06
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  input  logic [63:0] s_tdata,
  /// Valid bytes. All, or in the last beat the first ones or none. Any other pattern sets
  /// `error_o`.
  input  logic [7:0]  s_tkeep,
  input  logic        s_tlast,
  input  logic        s_tvalid,
  output logic        s_tready,
  output logic [63:0] word_o,
  /// The last word of a block.
  output logic        last_o,
  /// With `last_o`: the block is the last one of the message.
  output logic        final_o,
  /// With `final_o`: a beat of the message broke a rule of sil_axis_framing.
  output logic        error_o,
  output logic        valid_o,
  input  logic        ready_i
);
  localparam int unsigned Bits = $clog2(Lanes);

  // The message ended with a full beat, so the suffix follows in the next word; zeros follow.
  logic mark_d, mark_q, zero_d, zero_q;
  // Number of the word. The last one has the number 2 ** Bits - 1.
  logic [Bits-1:0] number_q;
  logic [7:0] keep;
  logic ended, accepted, error, broken, broken_q;

  assign keep = mark_q | zero_q ? '0 : s_tlast ? s_tkeep : '1;
  assign ended = ~keep[7];
  for (genvar i = 0; i < 8; i++) begin : gen_byte
    logic mark;
    if (i == 0) begin : gen_first
      assign mark = ~zero_q;
    end else begin : gen_after
      assign mark = keep[i-1];
    end
    assign word_o[8*i+:8] = (keep[i] ? s_tdata[8*i+:8] : Suffix & {8{mark}})
                          | (i == 7 ? {last_o & ended, 7'b0} : 8'b0);
  end

  assign last_o = &number_q;
  assign final_o = ended;
  assign valid_o = s_tvalid | mark_q | zero_q;
  assign s_tready = ready_i & ~mark_q & ~zero_q;
  assign accepted = valid_o & ready_i;
  assign mark_d = ~(mark_q | zero_q) & s_tlast & keep[7];
  assign zero_d = ended & ~last_o;

  sil_axis_framing #(.Bytes(8)) u_framing (
    .keep_i(s_tkeep), .last_i(s_tlast), .error_o(error)
  );
  assign broken = broken_q | (~(mark_q | zero_q) & error);
  assign error_o = broken;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {mark_q, zero_q, broken_q} <= '0;
      number_q <= Bits'(2 ** Bits - Lanes);
    end else if (accepted) begin
      mark_q   <= mark_d;
      zero_q   <= zero_d;
      broken_q <= broken & ~(last_o & ended);
      number_q <= last_o ? Bits'(2 ** Bits - Lanes) : number_q + 1'b1;
    end
  end
endmodule
