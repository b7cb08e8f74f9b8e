// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Pads a byte stream to complete words: a byte that marks the end, then zeros.
///
/// ## Latency and throughput
/// Combinational, except for flags. A message of n bytes becomes floor(n / Bytes) + 1
/// words.
///
/// ## Byte order
/// First byte in `tdata[7:0]`, in and out.
module sil_sponge_padder #(
  /// Bytes of a word.
  parameter int unsigned Bytes = 4,
  /// The byte after the last byte of the message.
  parameter logic [7:0] Padding = 8'h80
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [8*Bytes-1:0] s_tdata,
  /// Valid bytes. All, or in the last beat the first ones or none. Any other pattern sets
  /// `error_o`.
  input  logic [Bytes-1:0]   s_tkeep,
  input  logic               s_tlast,
  input  logic               s_tvalid,
  output logic               s_tready,
  output logic [8*Bytes-1:0] m_tdata,
  /// The last word of the message.
  output logic               m_tlast,
  /// A beat of the previous message broke a rule of sil_axis_framing. It holds from the cycle after
  /// the last word of a message to the cycle after the last word of the next one.
  output logic               error_o,
  output logic               m_tvalid,
  input  logic               m_tready
);
  // The message ended with a full beat, so Padding follows in a word of its own.
  logic mark_d, mark_q;
  logic [Bytes-1:0] keep;

  assign keep = mark_q ? '0 : s_tlast ? s_tkeep : '1;
  for (genvar i = 0; i < Bytes; i++) begin : gen_byte
    logic mark;
    if (i == 0) begin : gen_first
      assign mark = 1'b1;
    end else begin : gen_after
      assign mark = keep[i-1];
    end
    assign m_tdata[8*i+:8] = keep[i] ? s_tdata[8*i+:8] : (Padding & {8{mark}});
  end

  assign m_tlast = ~keep[Bytes-1];
  assign m_tvalid = s_tvalid | mark_q;
  assign s_tready = m_tready & ~mark_q;

  // The error flag, one bit per message. No path of the data depends on it.
  logic error, broken, broken_q, error_q;
  sil_axis_framing #(.Bytes(Bytes)) u_framing (
    .keep_i(s_tkeep), .last_i(s_tlast), .error_o(error)
  );
  assign broken = broken_q | (~mark_q & error);

  assign mark_d = mark_q ? ~m_tready : s_tvalid & s_tready & s_tlast & keep[Bytes-1];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) mark_q <= 1'b0;
    else mark_q <= mark_d;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) broken_q <= 1'b0;
    else if (m_tvalid && m_tready) broken_q <= ~m_tlast & broken;
  end
  always_ff @(posedge clk_i) if (m_tvalid && m_tready && m_tlast) error_q <= broken;

  assign error_o = error_q;
endmodule
