// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-2 (FIPS 180-4) with all rounds as a pipeline: padded blocks in, one in every cycle, digest
/// out.
///
/// Cycle n belongs to the channel n modulo Channels. The chaining value of a channel leaves the
/// pipeline when the next cycle of the channel comes, and enters it again. So a channel takes a block
/// in each of its cycles, and waits without one for as long as it likes. The pipeline never stalls: a
/// digest that is not accepted stays in the pipeline, and leaves in a later cycle of its channel.
///
/// ## Latency and throughput
/// R is the number of rounds: 64 (SHA-224, SHA-256) or 80. There are 2 * R + 8 channels. The core
/// takes a block in every cycle if each channel has a message. The blocks of one message follow each
/// other every 2 * R + 8 cycles. The digest of n blocks is valid n * (2 * R + 8) + 2 cycles after the
/// first one is accepted.
///
/// ## Byte order
/// The first byte of a block is `s_tdata[7:0]`, the first byte of a digest is `m_tdata[7:0]`.
module sil_sha2_unrolled_core
  import sil_md_pkg::BLOCK_WORDS, sil_sha2_pkg::*;
#(
  /// The algorithm, SHA224 to SHA512_256.
  parameter alg_e Alg = SHA256,
  localparam int unsigned Width = word_bits(Alg),
  localparam int unsigned DataBits = BLOCK_WORDS * Width,
  localparam int unsigned DigestBits = digest_bits(Alg),
  localparam int unsigned Channels = 2 * rounds(Alg) + 8,
  localparam int unsigned TidBits = $clog2(Channels)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// A complete, padded block.
  input  logic [DataBits-1:0]   s_tdata,
  /// The last block of a message.
  input  logic                  s_tlast,
  /// Channel (message in flight) of the block. It waits for the cycle of its channel.
  input  logic [TidBits-1:0]    s_tid,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// The channel of this cycle.
  output logic [TidBits-1:0]    s_tid_next,
  output logic [DigestBits-1:0] m_tdata,
  /// Channel of the digest.
  output logic [TidBits-1:0]    m_tid,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  localparam int unsigned StateBits = 8 * Width;
  // Digests that wait to be accepted. A credit comes back some cycles after it was used.
  localparam int unsigned Queue = 16;
  localparam logic [StateBits-1:0] Initial = StateBits'(initial_value(Alg));

  if (!(Alg inside {[SHA224:SHA512_256]})) begin : gen_alg
    $fatal(1, "Alg must be SHA224, SHA256, SHA384, SHA512, SHA512_224 or SHA512_256");
  end

  /// State of a channel.
  typedef struct packed {
    logic begun;   ///< its message has begun, and has further blocks
    logic digest;  ///< its chaining value is a digest that has not left
  } channel_t;

  logic [TidBits-1:0] channel_q;
  logic turn_q;  // each channel has had its cycle, so that the pipeline has its state
  channel_t next_q, late, now;
  logic accept, give, give_q, free_q, run_q, ready_q;
  logic [TidBits-1:0] given_tid_q;
  logic [$clog2(Queue+1)-1:0] credits_q;
  logic [DataBits-1:0] words, block_q;
  logic [StateBits-1:0] start, after, after_q, bytes;
  logic initial_q;

  // The state of the channel of this cycle, and its next state.
  assign now = turn_q ? late : '0;
  assign give = now.digest & free_q;
  assign s_tready = ready_q & s_tid == channel_q & (~now.digest | free_q);
  assign accept = s_tvalid & s_tready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      channel_q <= '0;
      turn_q    <= 1'b0;
      ready_q   <= 1'b0;
      run_q     <= 1'b0;
      give_q    <= 1'b0;
      free_q    <= 1'b0;
      credits_q <= $bits(credits_q)'(Queue);
    end else begin
      channel_q <= channel_q == TidBits'(Channels - 1) ? '0 : channel_q + 1'b1;
      turn_q    <= turn_q | channel_q == TidBits'(Channels - 1);
      ready_q   <= 1'b1;
      run_q     <= accept;
      give_q    <= give;
      free_q    <= credits_q > 1;  // this cycle uses one at most
      credits_q <= credits_q - $bits(credits_q)'(give) + $bits(credits_q)'(m_tvalid & m_tready);
    end
  end

  always_ff @(posedge clk_i) begin
    next_q.begun  <= accept ? ~s_tlast : now.begun;
    next_q.digest <= accept ? s_tlast : now.digest & ~give;
    block_q       <= words;
    after_q       <= after;
    given_tid_q   <= channel_q;
    initial_q     <= ~now.begun & ~(now.digest & ~free_q);
  end
  // The selection follows in the next cycle, because it reaches every bit.
  assign start = initial_q ? Initial : after_q;

  sil_delay #(.Width($bits(channel_t)), .Cycles(Channels - 1)) u_channel (
    .clk_i, .rst_ni, .word_i(next_q), .word_o(late)
  );

  sil_md_bytes #(.Width(Width), .Words(BLOCK_WORDS)) u_block (
    .little_i(1'b0), .data_i(s_tdata), .data_o(words)
  );
  sil_sha2_unrolled #(.Width(Width)) u_rounds (
    .clk_i, .rst_ni, .run_i(run_q), .block_i(block_q), .chaining_i(start), .chaining_o(after)
  );
  sil_md_bytes #(.Width(Width), .Words(8), .FirstHigh(1'b1)) u_digest (
    .little_i(1'b0), .data_i(after_q), .data_o(bytes)
  );
  // The digests that have left the pipeline. There is a credit for each free word of the queue, so
  // that nothing waits for the queue's own handshake.
  sil_fifo #(.Width(DigestBits + TidBits), .Depth(Queue)) u_queue (
    .clk_i,
    .rst_ni,
    .s_tdata ({bytes[DigestBits-1:0], given_tid_q}),
    .s_tvalid(give_q),
    .s_tready(),
    .m_tdata ({m_tdata, m_tid}),
    .m_tvalid,
    .m_tready
  );

  assign s_tid_next = channel_q;
endmodule
