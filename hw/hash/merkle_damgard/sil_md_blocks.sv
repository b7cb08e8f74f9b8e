// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Message bytes in, padded blocks for a core out: a padder for each message in flight, and the
/// selection of the block that goes to the core next.
///
/// ## Latency and throughput
/// One beat per cycle. With one message in flight a beat leaves one cycle later. With several a
/// block leaves when it is complete.
///
/// ## Byte order
/// First byte in `tdata[7:0]`, in and out.
module sil_md_blocks
  import sil_md_pkg::BLOCK_WORDS;
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 64,
  /// Words per beat.
  parameter int unsigned Unroll = 1,
  /// Bytes of the length field.
  parameter int unsigned LengthBytes = 16,
  /// The length field starts with its low byte (RFC 1321 3.2); otherwise with its high byte (FIPS
  /// 180-4 5.1).
  parameter bit LittleEndian = 1'b0,
  /// Messages in flight.
  parameter int unsigned Messages = 1,
  localparam int unsigned DataBits = Unroll * Width,
  localparam int unsigned TidBits = Messages == 1 ? 1 : $clog2(Messages)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  input  logic [DataBits-1:0]   s_tdata,
  /// Valid bytes. All, or in the last beat the first ones or none. Any other pattern gives an error
  /// instead of a digest.
  input  logic [DataBits/8-1:0] s_tkeep,
  input  logic                  s_tlast,
  /// Channel (message in flight) of a beat, with Messages > 1.
  input  logic [TidBits-1:0]    s_tid,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  output logic [DataBits-1:0]   m_tdata,
  /// The last beat of the message's last block.
  output logic                  m_tlast,
  output logic [TidBits-1:0]    m_tid,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  /// Channel whose block the core takes next. Any channel where `any_i` is high.
  input  logic [TidBits-1:0]    next_i,
  input  logic                  any_i,
  /// Channel of the digest at the output; the digest is valid and not accepted; its message broke a
  /// rule of sil_axis_framing.
  input  logic [TidBits-1:0]    digest_tid_i,
  input  logic                  wait_i,
  output logic                  error_o
);
  if (Unroll == 0 || BLOCK_WORDS % Unroll != 0) begin : gen_unroll
    $fatal(1, "Unroll must be a divisor of the words of a block");
  end
  if (Messages == 0) begin : gen_messages
    $fatal(1, "Messages must be 1 or more");
  end

  // Each message in flight has a padder, so beats of several messages may alternate in any way.
  logic [Messages-1:0] ready, last, user, valid, taken;
  logic error;
  logic [Messages-1:0][DataBits-1:0] data;

  for (genvar i = 0; i < Messages; i++) begin : gen_message
    sil_md_padder #(
      .Width(Width), .Unroll(Unroll), .LengthBytes(LengthBytes)
    ) u_padder (
      .clk_i,
      .rst_ni,
      .little_i(LittleEndian),
      .prefix_i(1'b0),
      .raw_i   (1'b0),
      .s_tdata,
      .s_tkeep,
      .s_tlast,
      .s_tvalid(s_tvalid & (Messages == 1 || s_tid == TidBits'(i))),
      .s_tready(ready[i]),
      .m_tdata (data[i]),
      .m_tlast (last[i]),
      .m_tuser (user[i]),
      .m_tvalid(valid[i]),
      .m_tready(taken[i])
    );
  end
  assign s_tready = Messages == 1 ? ready[0] : ready[s_tid];

  sil_md_arbiter #(
    .Messages(Messages), .Width(DataBits), .Beats(BLOCK_WORDS / Unroll)
  ) u_arbiter (
    .clk_i,
    .rst_ni,
    .s_tdata (data),
    .s_tlast (last),
    .s_tuser (user),
    .s_tvalid(valid),
    .s_tready(taken),
    .m_tdata,
    .m_tlast,
    .m_tuser (error),
    .m_tid,
    .m_tvalid,
    .m_tready,
    .next_i,
    .any_i
  );

  sil_md_errors #(.Messages(Messages)) u_errors (
    .clk_i,
    .rst_ni,
    .take_i (m_tlast & m_tvalid & m_tready),
    .tid_i  (m_tid),
    .error_i(error),
    .digest_tid_i,
    .wait_i,
    .error_o
  );
endmodule
