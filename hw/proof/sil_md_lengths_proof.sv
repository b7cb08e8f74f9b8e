// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_md_lengths, for any channels and blocks in any sequence: the length field of a
/// block is the number of bits of all blocks of its message so far, modulo 2^(2 Width), in the byte
/// order of the hash; and another channel does not change it.
///
/// The words of a block are loaded one after the other, each two or more cycles after the one before.
/// Channel, first block and bits hold during a block. The channel that is observed is any one.
module sil_md_lengths_proof
#(
  /// As in sil_md_lengths.
  parameter int unsigned Width = 32,
  parameter int unsigned Messages = 2,
  parameter bit LittleEndian = 1'b0,
  localparam int unsigned Beats = 16,
  localparam int unsigned TidBits = $clog2(Messages),
  localparam int unsigned AddBits = $clog2(Beats) + $clog2(Width) + 1
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic [TidBits-1:0] observed_i,
  input logic [TidBits-1:0] tid_i,
  input logic               load_i,
  input logic               first_i,
  input logic [AddBits-1:0] bits_i
);
  logic [3:0] beat_q;
  logic [Width-1:0] word;

  sil_md_lengths #(
    .Width(Width), .Messages(Messages), .Beats(Beats), .LittleEndian(LittleEndian)
  ) u_lengths (
    .clk_i, .rst_ni, .tid_i, .beat_i(beat_q), .load_i, .first_i, .bits_i, .word_o(word)
  );

  // The length of the observed channel: that of its last block, and that of the block that is loaded.
  typedef logic [Width-1:0] word_t;

  word_t [1:0] length_q, before_block, after, memory, written;
  logic known_q;  // the channel has had a block
  logic [TidBits-1:0] tid_q, observed_q;
  logic [AddBits-1:0] bits_q;
  logic mine, holds, carry, load_q, first_q;
  logic reset_q = 1'b1;

  assign mine = tid_i == observed_i;
  assign before_block = first_i ? '0 : length_q;
  assign after = before_block + (2 * Width)'(bits_i);
  assign carry = before_block[1] != after[1];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      beat_q  <= '0;
      load_q  <= 1'b0;
      known_q <= 1'b0;
    end else begin
      load_q <= load_i;
      if (load_i) beat_q <= beat_q + 1'b1;
      if (load_i && mine && &beat_q) known_q <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    reset_q <= 1'b0;
    {tid_q, first_q, bits_q, observed_q} <= {tid_i, first_i, bits_i, observed_i};
    if (load_i && mine && &beat_q) length_q <= after;
  end
  assign holds = !load_q && {tid_i, first_i, bits_i} == {tid_q, first_q, bits_q};

  // `written` is the content of the memory after the write of this cycle.
  for (genvar i = 0; i < 2; i++) begin : gen_half
    assign memory[i] = u_lengths.lengths_q[{observed_i, 1'(i)}];
    assign written[i] = u_lengths.write_q && u_lengths.address_q == {observed_i, 1'(i)}
      ? u_lengths.sum_q : memory[i];
  end

  // The words of the length field.
  word_t low, high;
  if (LittleEndian) begin : gen_low_first
    assign {high, low} = after;
  end else begin : gen_high_first
    for (genvar b = 0; b < Width / 8; b++) begin : gen_byte
      assign low[8*b+:8] = after[1][Width-8-8*b+:8];
      assign high[8*b+:8] = after[0][Width-8-8*b+:8];
    end
  end

  logic was_reset_q;  // the cycle before was one of a reset
  always_ff @(posedge clk_i) was_reset_q <= !rst_ni;

  always_comb begin
    if (reset_q) assume (!rst_ni);
    assume (reset_q || observed_i == observed_q);
    assume (32'(observed_i) < Messages && 32'(tid_i) < Messages);
    assume (!load_i || (holds && !was_reset_q));
    assume (beat_q == '0 || {tid_i, first_i, bits_i} == {tid_q, first_q, bits_q});
    assume (known_q || !mine || first_i);
    if (!reset_q && rst_ni) begin
      if (u_lengths.write_q) begin
        assert (load_q && beat_q inside {4'd1, 4'd2});
        assert (u_lengths.address_q == {tid_i, beat_q[1]});
      end
      if (load_q && beat_q inside {4'd1, 4'd2}) assert (u_lengths.write_q);
      if (mine && beat_q != '0) begin
        assert (written[0] == after[0]);
        if (beat_q != 4'd1) assert (written[1] == after[1]);
        else if (!first_i) assert (written[1] == length_q[1]);
        if (beat_q == 4'd1) assert (u_lengths.carry_q == carry);
      end else if (known_q) begin
        assert (written == length_q);
      end
      if (mine && holds && !was_reset_q) begin
        if (beat_q == 4'd0) assert (u_lengths.word_q == before_block[0]);
        if (beat_q == 4'd0) assert (u_lengths.add_q == bits_i);
        if (beat_q == 4'd1) assert (u_lengths.word_q == before_block[1]);
        if (beat_q == 4'd1) assert (u_lengths.add_q == AddBits'(carry));
        if (beat_q == 4'd14) assert (word == low);
        if (beat_q == 4'd15) assert (word == high);
      end
    end
  end
endmodule
