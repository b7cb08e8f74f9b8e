// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-2 (FIPS 180-4) for several messages in one datapath: padded blocks in, digest out.
///
/// ## Latency and throughput
/// R is the number of rounds: 64 (SHA-224, SHA-256) or 80. The core takes a block every R + 4 cycles
/// if each channel has a message, and the blocks of one message follow each other every Messages *
/// (R + 4) cycles. If the core is idle, the digest of n blocks is valid n * Messages * (R + 4) + 25 +
/// Pieces cycles after the first beat is accepted.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`.
module sil_sha2_interleaved_core
  import sil_md_pkg::*, sil_sha2_pkg::*;
#(
  /// The algorithm, SHA224 to SHA512_256.
  parameter alg_e Alg = SHA256,
  /// Messages in the datapath, each on a channel of its own, 2 or more. Gain: registers inside the
  /// feedback loops, and so a faster clock. Cost: delay lines and words of the chaining value.
  parameter int unsigned Messages = 2,
  /// Pieces of a carry chain, 1 to Messages - 1. Gain: shorter carry chains. Cost: registers.
  parameter int unsigned Pieces = 1,
  localparam int unsigned Width = word_bits(Alg),
  localparam int unsigned DigestBits = digest_bits(Alg),
  localparam int unsigned TidBits = $clog2(Messages)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// Beats of complete, padded blocks.
  input  logic [Width-1:0]      s_tdata,
  /// The last beat of a message's last block.
  input  logic                  s_tlast,
  /// Channel (message in flight) of the beat.
  input  logic [TidBits-1:0]    s_tid,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// A hint: the channel after that of the last beat.
  output logic [TidBits-1:0]    s_tid_next,
  /// No block is in the core: any channel can start.
  output logic                  s_tid_any,
  output logic [DigestBits-1:0] m_tdata,
  /// Channel of the digest.
  output logic [TidBits-1:0]    m_tid,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  localparam int unsigned Rounds = rounds(Alg);
  localparam int unsigned PassBits = $clog2(Rounds / FEED_FORWARD);
  localparam logic [8*Width-1:0] Initial = (8 * Width)'(initial_value(Alg));

  if (!(Alg inside {[SHA224:SHA512_256]})) begin : gen_alg
    $fatal(1, "Alg must be SHA224, SHA256, SHA384, SHA512, SHA512_224 or SHA512_256");
  end

  if (!(Messages inside {2, 3, 4})) begin : gen_messages
    $fatal(1, "Messages must be 2, 3 or 4");
  end
  if (Pieces < 1 || Pieces >= Messages) begin : gen_pieces
    $fatal(1, "Pieces must be 1 to Messages - 1");
  end

  logic [TidBits-1:0] channel;
  logic [$clog2(FEED_FORWARD)-1:0] step;
  logic [PassBits-1:0] pass;
  logic [Width-1:0] message;
  logic run, load, hold, capture, fresh, last;
  logic [8*Width-1:0] chaining;

  sil_md_interleaved #(
    .Width(Width), .Rounds(Rounds), .FeedForward(FEED_FORWARD), .Messages(Messages),
    .StateWords(8), .DigestBits(DigestBits)
  ) u_interleaved (
    .clk_i,
    .rst_ni,
    .little_i  (1'b0),
    .s_tdata,
    .s_tlast,
    .s_tid,
    .s_tvalid,
    .s_tready,
    .s_tid_next,
    .s_tid_any,
    .m_tdata,
    .m_tid,
    .m_tvalid,
    .m_tready,
    .channel_o (channel),
    .step_o    (step),
    .run_o     (run),
    .pass_o    (pass),
    .load_o    (load),
    .message_o (message),
    .hold_o    (hold),
    .capture_o (capture),
    .fresh_o   (fresh),
    .last_i    (last),
    .chaining_i(chaining)
  );

  sil_sha2_interleaved #(
    .Width(Width), .Messages(Messages), .Pieces(Pieces), .Initial(Initial)
  ) u_rounds (
    .clk_i,
    .rst_ni,
    .channel_i (channel),
    .step_i    (step),
    .run_i     (run),
    .pass_i    (pass),
    .load_i    (load),
    .message_i (message),
    .hold_i    (hold),
    .capture_i (capture),
    .fresh_i   (fresh),
    .last_o    (last),
    .chaining_o(chaining)
  );
endmodule
