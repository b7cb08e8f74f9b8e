// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// MD5 (RFC 1321) or SHA-1 (FIPS 180-4 6.1), selected for each message, with one datapath: padded
/// blocks in, digest out.
///
/// ## Latency and throughput
/// A block takes C cycles in steady state: 69 for MD5, 85 for SHA-1. The digest of n blocks is
/// valid n * C + 1 + 2 Precompute cycles after the first beat is accepted. The first word of the
/// next message is accepted 8 cycles after the digest. The number of cycles does not depend on
/// data.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]`. The digest of MD5 is in the low 128 bits.
module sil_md5_sha1_core
  import sil_md_pkg::*;
#(
  /// 1: the operation of figures 4 and 5 of the paper hmac-2005, with one cycle of sums before it.
  /// 2: everything without the newest working variable is formed earlier. Gain: clock. Cost: two
  /// cycles of latency, registers.
  parameter int unsigned Precompute = 2,
  /// Stop the clock of the datapath while it waits. Gain: power. Cost: clock gates; nothing on an
  /// FPGA, where the gate is a clock enable.
  parameter bit ClockGate = 1'b0,
  /// Midstates that can be saved for each hash. With 1 or more, a message waits for `start_i`.
  /// Cost: the registers of the midstates.
  parameter int unsigned Midstates = 0,
  localparam int unsigned MidstateBits = Midstates == 0 ? 1 : $clog2(Midstates + 1)
) (
  input  logic                    clk_i,
  /// Asynchronous assert, active low.
  input  logic                    rst_ni,
  /// SHA-1 instead of MD5. Hold it from the first beat of a message to its digest.
  input  logic                    sha1_i,
  /// Beats of complete, padded blocks.
  input  logic [31:0]             s_tdata,
  /// The last beat of a message's last block.
  input  logic                    s_tlast,
  input  logic                    s_tvalid,
  output logic                    s_tready,
  /// With Midstates > 0: the next message may start. It starts from the saved midstate `restore_i`
  /// of its hash, counted from 1, or from the initial value if that is 0. Its result is saved as
  /// midstate `save_i`, or nowhere if `save_i` is 0. Hold both for the complete message.
  input  logic                    start_i,
  input  logic [MidstateBits-1:0] restore_i,
  input  logic [MidstateBits-1:0] save_i,
  output logic [159:0]            m_tdata,
  output logic                    m_tvalid,
  input  logic                    m_tready
);
  // Operations of a block of SHA-1. MD5 leaves the first ones out.
  localparam int unsigned Rounds = sil_sha1_pkg::ROUNDS;
  localparam int unsigned FeedForward = sil_sha1_pkg::feed_forward_operations(1);
  localparam int unsigned ControlWords = Rounds + FeedForward;
  localparam int unsigned AllMidstates = 2 * Midstates;
  localparam int unsigned AllBits = AllMidstates == 0 ? 1 : $clog2(AllMidstates + 1);

  if (!(Precompute inside {1, 2})) begin : gen_precompute
    $fatal(1, "Precompute must be 1 or 2");
  end

  control_t control;
  logic [$clog2(ControlWords)-1:0] count;
  logic run, clear, load, last;
  logic [31:0] message;
  logic [159:0] chaining, words;

  // Each hash has midstates of its own.
  function automatic logic [AllBits-1:0] midstate(logic [MidstateBits-1:0] which);
    return AllBits'(which) + (sha1_i && which != '0 ? AllBits'(Midstates) : '0);
  endfunction

  sil_md_iterative #(
    .Width(32), .Rounds(Rounds), .FeedForward(FeedForward), .Skipped(Rounds - sil_md5_pkg::STEPS),
    .StateWords(5), .DigestBits(160), .Midstates(Midstates)
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
    .control_o (control),
    .count_o   (count),
    .message_o (message),
    .load_i    (load),
    .last_i    (last),
    .chaining_i(words)
  );

  sil_md5_sha1_rounds #(
    .Precompute(Precompute), .ControlWords(ControlWords), .Midstates(AllMidstates),
    .ClockGate(ClockGate)
  ) u_rounds (
    .clk_i,
    .rst_ni,
    .sha1_i,
    .run_i     (run),
    .clear_i   (clear),
    .restore_i (midstate(restore_i)),
    .save_i    (midstate(save_i)),
    .control_i (control),
    .count_i   (count),
    .message_i (message),
    .load_o    (load),
    .last_o    (last),
    .chaining_o(chaining)
  );

  // From the high bits on, the words of MD5 are B, C, D, A. The digest begins with A.
  assign words = sha1_i ? chaining : {chaining[63:32], chaining[159:64], 32'b0};
endmodule
