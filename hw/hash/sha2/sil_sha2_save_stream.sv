// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-256 and SHA-512 with a byte stream and with chaining values: a message can stop at the end
/// of a block, and continue later from its chaining value (FIPS 180-4 6.2.2: the intermediate hash
/// value).
///
/// With `s_tuser` = 0 this is sil_sha2_stream. With `s_tuser` above 0 the message has complete
/// blocks, is not padded, and gives its chaining value. With `s_tuser[1]` a header block precedes
/// these blocks: eight words that have no effect, and the chaining value H0 to H7 from which the
/// message starts. The sender pads the last part of such a message (5.1).
///
/// ## Latency and throughput
/// As sil_sha2_save_core, and one cycle more in the padder.
///
/// ## Byte order
/// AXI4-Stream: the first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of
/// a digest is `m_tdata[7:0]`. A chaining value has the order of a digest in both directions.
module sil_sha2_save_stream
  import sil_md_pkg::BLOCK_WORDS, sil_sha2_pkg::*;
#(
  /// The algorithm, SHA256 or SHA512.
  parameter alg_e Alg = SHA512,
  /// As in sil_sha2_core.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned Width = word_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  input  logic [Width-1:0]      s_tdata,
  /// Valid bytes. All, or in the last beat of a message that is padded the first ones or none. Any
  /// other pattern gives an error instead of a digest.
  input  logic [Width/8-1:0]    s_tkeep,
  input  logic                  s_tlast,
  /// Bit 0: the message has complete blocks and is not padded. Bit 1: the same, and its first
  /// block is a header with a chaining value. Only that of the first beat counts.
  input  logic [1:0]            s_tuser,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// The digest or the chaining value.
  output logic [DigestBits-1:0] m_tdata,
  /// The message broke a rule of framing, and `m_tdata` is not a digest.
  output logic                  m_tuser,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  localparam int unsigned BeatBits = $clog2(BLOCK_WORDS);

  // What the sender has sent of a message.
  logic first_q;                 // nothing
  logic header_q;                // nothing after the header block
  logic [BeatBits-1:0] beat_q;   // beats of this block
  logic raw, raw_q, resume_d, resume_q, block_end, complete;
  // A message that is not padded ended within a block or after its header: the block is filled up,
  // or one is sent, with an error.
  logic fill_d, fill_q;
  logic last, valid, ready, move;
  logic [Width/8-1:0] keep;

  assign raw = first_q ? s_tuser != '0 : raw_q;
  assign resume_d = first_q ? s_tuser[1] : resume_q;
  assign block_end = &beat_q;
  assign complete = block_end & (&s_tkeep) & ~header_q;
  assign last = fill_q ? block_end & ~header_q : s_tlast & (~raw | complete);
  assign valid = s_tvalid | fill_q;
  assign move = valid & ready;
  assign fill_d = fill_q ? ~last : s_tlast & raw & ~complete;
  assign s_tready = ready & ~fill_q;
  // A hole breaks a rule in every beat.
  assign keep = fill_q ? (Width / 8)'(2) : s_tkeep;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q  <= 1'b1;
      header_q <= 1'b0;
      beat_q   <= '0;
      raw_q    <= 1'b0;
      resume_q <= 1'b0;
      fill_q   <= 1'b0;
    end else if (move) begin
      first_q  <= last;
      header_q <= resume_d & (first_q | header_q) & ~block_end;
      beat_q   <= last ? '0 : beat_q + 1'b1;
      raw_q    <= raw;
      resume_q <= resume_d;
      fill_q   <= fill_d;
    end
  end

  logic [Width-1:0] block_tdata;
  logic block_tlast, block_tvalid, block_tready;

  sil_md_padder #(.Width(Width), .LengthBytes(length_bytes(Alg))) u_padder (
    .clk_i,
    .rst_ni,
    .little_i(1'b0),
    .prefix_i(1'b0),
    .raw_i   (raw),
    .s_tdata,
    .s_tkeep (keep),
    .s_tlast (last),
    .s_tvalid(valid),
    .s_tready(ready),
    .m_tdata (block_tdata),
    .m_tlast (block_tlast),
    .m_tuser,
    .m_tvalid(block_tvalid),
    .m_tready(block_tready)
  );

  sil_sha2_save_core #(.Alg(Alg), .ClockGate(ClockGate)) u_core (
    .clk_i,
    .rst_ni,
    .s_tdata  (block_tdata),
    .s_tlast  (block_tlast),
    .s_tresume(resume_q),
    .s_tvalid (block_tvalid),
    .s_tready (block_tready),
    .m_tdata,
    .m_tvalid,
    .m_tready
  );
endmodule
