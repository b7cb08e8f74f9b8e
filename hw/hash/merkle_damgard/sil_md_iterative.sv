// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A core for one message at a time without its datapath: sequencing, handshakes and byte order.
///
/// A core is this module and a datapath. The datapath follows the control words, requests message
/// words with `load_i`, and ends a message with `last_i`.
///
/// ## Latency and throughput
/// (Rounds + FeedForward) / Unroll cycles per block. The digest is valid in the cycle after
/// `last_i`.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`.
module sil_md_iterative
  import sil_md_pkg::*;
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 64,
  /// Rounds per cycle, and words per beat.
  parameter int unsigned Unroll = 1,
  /// Rounds per block.
  parameter int unsigned Rounds = 80,
  /// Operations per block that add the chaining value (the feed-forward), a multiple of Unroll.
  parameter int unsigned FeedForward = 4,
  /// Rounds at the start of a block that are left out while `short_i` is high.
  parameter int unsigned Skipped = 0,
  /// Code of the number of a control word.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// Words of the chaining value.
  parameter int unsigned StateWords = 8,
  /// Bits of the digest: the first ones of the chaining value.
  parameter int unsigned DigestBits = 512,
  /// Midstates that can be saved. With 1 or more, a message waits for `start_i`.
  parameter int unsigned Midstates = 0,
  localparam int unsigned DataBits = Unroll * Width,
  localparam int unsigned StateBits = StateWords * Width,
  localparam int unsigned CountBits = sil_counter_pkg::code_bits((Rounds + FeedForward) / Unroll)
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// The first byte of a word is in its low bits (RFC 1321 2); otherwise in its high bits (FIPS
  /// 180-4 3.1). Hold it for the complete message.
  input  logic                  little_i,
  /// The message leaves out the first Skipped rounds of each block. Hold it for the complete
  /// message.
  input  logic                  short_i,
  /// Beats of complete, padded blocks; `s_tlast` is high with the last beat of the last block.
  input  logic [DataBits-1:0]   s_tdata,
  input  logic                  s_tlast,
  input  logic                  s_tvalid,
  output logic                  s_tready,
  /// The next message may start.
  input  logic                  start_i,
  /// The digest.
  output logic [DigestBits-1:0] m_tdata,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  /// To the datapath: it advances (otherwise it stalls); a message starts; the control word; the
  /// code of its number; message words.
  output logic                  run_o,
  output logic                  clear_o,
  output control_t              control_o,
  output logic [CountBits-1:0]  count_o,
  output logic [DataBits-1:0]   message_o,
  /// From the datapath: it takes `message_o` in this cycle if `run_o` is high.
  input  logic                  load_i,
  /// The last operation of a message is done. The chaining value is its result from the next cycle
  /// on.
  input  logic                  last_i,
  /// The chaining value, its first word in the high bits.
  input  logic [StateBits-1:0]  chaining_i
);
  if (Rounds % Unroll != 0 || FeedForward % Unroll != 0) begin : gen_unroll
    $fatal(1, "Rounds and FeedForward must be multiples of Unroll");
  end
  if (DigestBits > StateBits) begin : gen_digest
    $fatal(1, "DigestBits must be at most those of the chaining value");
  end

  logic valid_d, valid_q;
  logic [StateBits-1:0] bytes;

  sil_md_bytes #(.Width(Width), .Words(Unroll)) u_message (
    .little_i, .data_i(s_tdata), .data_o(message_o)
  );
  sil_md_bytes #(.Width(Width), .Words(StateWords), .FirstHigh(1'b1)) u_digest (
    .little_i, .data_i(chaining_i), .data_o(bytes)
  );

  // The datapath stalls while a message word is missing. Only the block of that word is in it then.
  // It also stalls until the digest is accepted, when no block is in it.
  assign run_o = (~load_i | s_tvalid) & ~valid_q;
  assign s_tready = load_i;

  sil_md_sequencer #(
    .Rounds(Rounds), .FeedForward(FeedForward), .Unroll(Unroll), .Skipped(Skipped),
    .CounterCode(CounterCode)
  ) u_sequencer (
    .clk_i,
    .rst_ni,
    .start_i(start_i | Midstates == 0),
    .short_i,
    .run_i  (run_o),
    .last_i (s_tlast),
    .take_i (load_i & s_tvalid),
    .done_i (valid_q & m_tready),
    .clear_o,
    .control_o,
    .count_o
  );

  assign valid_d = (last_i & run_o) | (valid_q & ~m_tready);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= valid_d;
  end

  // The chaining value is the digest, and holds until it is accepted.
  assign m_tdata = bytes[DigestBits-1:0];
  assign m_tvalid = valid_q;
endmodule
