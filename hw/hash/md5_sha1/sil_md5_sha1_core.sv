// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// MD5 (RFC 1321) or SHA-1 (FIPS 180-4 6.1), chosen for each message, with one operation block:
/// padded blocks in, digest out.
///
/// ## Latency and throughput
/// A block takes C cycles in steady state: 69 of MD5, 85 of SHA-1. The digest of n blocks is valid
/// after n * C + 5 cycles. Nothing depends on data. The first word of the next message is taken 8
/// cycles after the digest.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`. The digest of MD5 is in the low bits.
module sil_md5_sha1_core
  import sil_md_pkg::*;
#(
  /// Stop the clock of the datapath while it waits. Gain: power. Cost: a gate, and on an FPGA
  /// nothing (there the gate is a clock enable).
  parameter bit ClockGate = 1'b0,
  /// Midstates that can be saved of each hash: with any, a message waits for `start_i`. Cost: their
  /// registers.
  parameter int unsigned Copies = 0,
  localparam int unsigned CopyBits = Copies == 0 ? 1 : $clog2(Copies + 1)
) (
  input  logic                clk_i,
  /// Asynchronous assert, active low.
  input  logic                rst_ni,
  /// SHA-1 instead of MD5; held from a message's first beat to its digest.
  input  logic                sha1_i,
  /// Beats of complete, padded blocks.
  input  logic [31:0]         s_tdata,
  /// The last beat of a message's last block.
  input  logic                s_tlast,
  input  logic                s_tvalid,
  output logic                s_tready,
  /// With Copies: the next message may start, from the midstate `from_i` that is saved of its hash,
  /// counted from 1, or (0) the initial value. What becomes of it is saved as midstate `save_i`, or
  /// (0) not. Both are held for the message.
  input  logic                start_i,
  input  logic [CopyBits-1:0] from_i,
  input  logic [CopyBits-1:0] save_i,
  output logic [159:0]        m_tdata,
  output logic                m_tvalid,
  input  logic                m_tready
);
  // Those of SHA-1: MD5 leaves the first ones out.
  localparam int unsigned Rounds = sil_sha1_pkg::OPERATIONS;
  localparam int unsigned Feed = sil_sha1_pkg::feed_operations(1);
  localparam int unsigned Orders = Rounds + Feed;
  localparam int unsigned AllCopies = 2 * Copies;
  localparam int unsigned AllBits = AllCopies == 0 ? 1 : $clog2(AllCopies + 1);

  order_t order;
  logic [$clog2(Orders)-1:0] code;
  logic run, clear, load, last;
  logic [31:0] message;
  logic [159:0] chaining, words;

  // Each hash has midstates of its own.
  function automatic logic [AllBits-1:0] copy(logic [CopyBits-1:0] which);
    return AllBits'(which) + (sha1_i && which != '0 ? AllBits'(Copies) : '0);
  endfunction

  sil_md_iterative #(
    .Width(32), .Rounds(Rounds), .Feed(Feed), .Skipped(Rounds - sil_md5_pkg::STEPS),
    .StateWords(5), .DigestBits(160), .Copies(Copies)
  ) u_iterative (
    .clk_i,
    .rst_ni,
    .little_i  (~sha1_i),
    .short_i   (~sha1_i),
    .s_tdata,
    .s_tlast,
    .s_tvalid,
    .s_tready,
    .start_i,
    .m_tdata,
    .m_tvalid,
    .m_tready,
    .run_o     (run),
    .clear_o   (clear),
    .order_o   (order),
    .code_o    (code),
    .message_o (message),
    .load_i    (load),
    .last_i    (last),
    .chaining_i(words)
  );

  sil_md5_sha1_rounds #(.Orders(Orders), .Copies(AllCopies), .ClockGate(ClockGate)) u_rounds (
    .clk_i,
    .rst_ni,
    .sha1_i,
    .run_i     (run),
    .clear_i   (clear),
    .from_i    (copy(from_i)),
    .save_i    (copy(save_i)),
    .order_i   (order),
    .code_i    (code),
    .message_i (message),
    .load_o    (load),
    .last_o    (last),
    .chaining_o(chaining)
  );

  // The words of MD5 are B, C, D, A from the high end on; the digest begins with A.
  assign words = sha1_i ? chaining : {chaining[63:32], chaining[159:64], 32'b0};
endmodule
