// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_sha3_padder, for messages of all lengths, back to back, under all stalls:
///
/// * its output is the string N of FIPS 202, algorithm 8 (4), step 1: the bits of the message, the
///   suffix of the function (6.1, 6.2), and pad10*1 (5.1), in words of 64 bits (B.1);
/// * a block has `Lanes` words, of which `last_o` marks the last one. `final_o` marks the end of the
///   last block, which is the first one in which a 1 of pad10*1 fits after the suffix and another one
///   after that;
/// * no beat is lost or doubled.
///
/// A valid beat breaks no rule of sil_axis_framing.
module sil_sha3_padder_proof
#(
  /// As in sil_sha3_padder.
  parameter int unsigned Lanes = 17,
  /// The function is an extendable-output function.
  parameter bit Extendable = 1'b0
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [63:0] s_tdata,
  input logic [7:0]  s_tkeep,
  input logic        s_tlast,
  input logic        s_tvalid,
  input logic        ready_i
);
  logic s_tready, last, final_block, error, valid;
  logic [63:0] word;

  sil_sha3_padder #(
    .Lanes(Lanes),
    .Suffix(sil_sha3_pkg::suffix(Extendable ? sil_sha3_pkg::SHAKE128 : sil_sha3_pkg::SHA3_256))
  ) u_padder (
    .clk_i, .rst_ni, .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready, .word_o(word),
    .last_o(last), .final_o(final_block), .error_o(error), .valid_o(valid), .ready_i
  );

  // The bits after the message: 01 or 1111, the first bit in bit 0.
  localparam int unsigned SuffixBits = Extendable ? 4 : 2;
  localparam logic [3:0] Suffix = Extendable ? 4'b1111 : 4'b0010;
  localparam int unsigned BlockBits = 64 * Lanes;

  // The reference: the number of the word in its block, and whether the message has ended. Then
  // `end_q` is the bit of this block after the last one of the message.
  logic [4:0] number_q;
  logic [10:0] end_d, end_q;
  logic open_q, ended_q, taken, step, ended, last_word;
  assign taken = s_tvalid & s_tready;
  assign step = ready_i & (s_tvalid | ended_q);
  assign ended = ended_q | s_tlast;
  assign end_d = ended_q ? end_q : 11'(64 * 32'(number_q) + 8 * $countones(s_tkeep));
  assign last_word = 32'(number_q) == Lanes - 1;

  // The bit of the last 1 of pad10*1: the end of the first block in which it fits.
  logic fits;
  assign fits = 32'(end_d) + SuffixBits + 2 <= BlockBits;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {number_q, end_q, open_q, ended_q} <= '0;
    else if (step) begin
      number_q <= last_word ? '0 : number_q + 1'b1;
      open_q <= ~(last_word & ended & fits);
      ended_q <= ended & ~(last_word & fits);
      // The message has ended at the end of a block: with bit 0 of the next block.
      end_q <= last_word ? '0 : end_d;
    end
  end

  // The bits of N in this word.
  logic [63:0] wanted;
  always_comb begin
    for (int unsigned i = 0; i < 64; i++) begin
      automatic int unsigned position = 64 * 32'(number_q) + i;
      wanted[i] = 1'b0;
      if (!ended || position < 32'(end_d)) wanted[i] = s_tdata[i];
      else begin
        for (int unsigned n = 0; n < SuffixBits; n++) begin
          if (position == 32'(end_d) + n) wanted[i] = Suffix[n];
        end
        if (position == 32'(end_d) + SuffixBits) wanted[i] = 1'b1;
        if (fits && position == BlockBits - 1) wanted[i] = 1'b1;
      end
    end
  end

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (s_tvalid && !ended_q) begin
      assume (s_tlast ? (s_tkeep & 8'(s_tkeep + 8'd1)) == '0 : &s_tkeep);
    end

    assert (valid == (s_tvalid | ended_q));
    assert (s_tready == (ready_i & ~ended_q));
    assert (last == last_word);
    if (valid) begin
      assert (word == wanted);
      assert (!error);
      if (last) assert (final_block == (ended & fits));
    end

    // Invariants.
    assert (32'(number_q) < Lanes && (open_q || number_q == '0));
    assert (32'(u_padder.number_q) == 32'(number_q) + 2 ** $clog2(Lanes) - Lanes);
    assert (ended_q == (u_padder.mark_q | u_padder.zero_q));
    assert (!u_padder.broken_q);
    if (ended_q) begin
      assert (open_q && 32'(end_q) <= 64 * 32'(number_q) && end_q[2:0] == '0);
      assert (u_padder.mark_q == (32'(end_q) == 64 * 32'(number_q)));
      assert (!(u_padder.mark_q & u_padder.zero_q));
    end
  end
endmodule
