// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The sponge of cSHAKE (NIST SP 800-185 3.3): pieces of sections in, the beats of a result out.
///
/// A block of output waits in the sponge while its words are given one by one.
///
/// ## Latency and throughput
/// One piece per cycle, while the sponge takes words. A block takes 24 cycles with Lanes = 25, and
/// 1050 with Lanes = 1.
///
/// ## Byte order
/// The first byte of a piece and of a result is in the low bits.
module sil_kmac_sponge #(
  /// Security strength in bits: 128 or 256. Cost of 256: fewer bytes per block.
  parameter int unsigned Strength = 128,
  /// As in sil_sha3_core.
  parameter int unsigned Lanes = 25,
  /// As in sil_sha3_core.
  parameter bit ClockGate = 1'b0
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  // As in sil_kmac_blocks.
  input  logic [63:0] s_tdata,
  input  logic [3:0]  s_tcount,
  input  logic        s_tlast,
  input  logic        s_tfinal,
  input  logic        s_tvalid,
  output logic        s_tready,
  /// The block of output is discarded.
  input  logic        discard_i,
  /// The result is given.
  input  logic        give_i,
  /// Another block of output may follow this one.
  input  logic        more_i,
  /// No beat of the result is given.
  input  logic        wipe_i,
  /// The answer is a refusal: one beat without bytes.
  input  logic        refused_i,
  /// Bytes of the result that are not given.
  input  logic [31:0] left_i,
  /// A beat of the result is accepted.
  output logic        given_o,
  /// A block of output is complete.
  output logic        output_o,
  output logic [63:0] m_tdata,
  output logic [7:0]  m_tkeep,
  output logic        m_tlast,
  output logic        m_tuser,
  output logic        m_tvalid,
  input  logic        m_tready
);
  if (!(Strength inside {128, 256})) begin : gen_strength
    $fatal(1, "Strength must be 128 or 256");
  end

  localparam sil_sha3_pkg::alg_e Alg =
    Strength == 128 ? sil_sha3_pkg::SHAKE128 : sil_sha3_pkg::SHAKE256;
  localparam int unsigned RateLanes = sil_sha3_pkg::rate_lanes(Alg);

  logic [63:0] word;
  logic word_last, word_final, word_valid, word_ready, unused_error;
  logic [RateLanes-1:0][63:0] output_tdata;
  logic output_tready, more;

  sil_kmac_blocks #(.RateLanes(RateLanes)) u_blocks (
    .clk_i,
    .rst_ni,
    .s_tdata,
    .s_tcount,
    .s_tlast,
    .s_tfinal,
    .s_tvalid,
    .s_tready,
    .word_o (word),
    .last_o (word_last),
    .final_o(word_final),
    .valid_o(word_valid),
    .ready_i(word_ready)
  );

  sil_sha3_core #(.Alg(Alg), .Lanes(Lanes), .ClockGate(ClockGate)) u_core (
    .clk_i,
    .rst_ni,
    .word_i  (word),
    .last_i  (word_last),
    .final_i (word_final),
    .error_i (1'b0),
    .valid_i (word_valid),
    .ready_o (word_ready),
    .m_tdata (output_tdata),
    .m_tuser (unused_error),
    .m_tvalid(output_o),
    .m_tready(output_tready),
    .more_i  (more)
  );

  // The result, word by word.
  logic [4:0] index_q;
  logic [63:0] output_word;
  logic end_of_output;

  assign m_tvalid = give_i & output_o & ~wipe_i;
  assign m_tlast = m_tvalid & (refused_i | left_i <= 32'd8);
  assign m_tuser = m_tvalid & refused_i;
  assign output_word = output_tdata[index_q];
  for (genvar i = 0; i < 8; i++) begin : gen_result
    assign m_tkeep[i] = m_tvalid & ~refused_i & left_i > 32'(i);
    assign m_tdata[8*i+:8] = output_word[8*i+:8] & {8{m_tkeep[i]}};
  end

  assign given_o = m_tvalid & m_tready;
  assign end_of_output = index_q == 5'(RateLanes - 1);
  assign more = more_i & ~m_tlast;
  assign output_tready = discard_i | (given_o & (m_tlast | end_of_output));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) index_q <= '0;
    else if (given_o) index_q <= m_tlast | end_of_output ? '0 : index_q + 1'b1;
  end
endmodule
