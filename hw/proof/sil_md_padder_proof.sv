// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: the length field of sil_md_padder is the number of bits of the message and of the
/// block before it, modulo 2^64. The padder counts blocks digit by digit; here one adder counts
/// bits.
module sil_md_padder_proof
  import sil_md_pkg::BLOCK_WORDS;
#(
  /// As in sil_md_padder.
  parameter int unsigned Width = 32,
  parameter int unsigned Unroll = 1,
  parameter int unsigned LengthBytes = 8,
  localparam int unsigned Bytes = Unroll * Width / 8
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               little_i,
  input logic               prefix_i,
  input logic [8*Bytes-1:0] s_tdata,
  input logic [Bytes-1:0]   s_tkeep,
  input logic               s_tlast,
  input logic               s_tvalid,
  input logic               m_tready
);
  logic s_tready;

  sil_md_padder #(.Width(Width), .Unroll(Unroll), .LengthBytes(LengthBytes)) u_padder (
    .clk_i, .rst_ni, .little_i, .prefix_i, .raw_i(1'b0), .s_tdata, .s_tkeep, .s_tlast, .s_tvalid,
    .s_tready, .m_tdata(), .m_tlast(), .m_tuser(), .m_tvalid(), .m_tready
  );

  // As in sil_md_padder.
  localparam int unsigned Beats = BLOCK_WORDS / Unroll;
  localparam int unsigned LengthBeats = Bytes > LengthBytes ? 1 : LengthBytes / Bytes;
  localparam int unsigned LengthStart = Bytes > LengthBytes ? Bytes - LengthBytes : 0;
  localparam int unsigned BlockBits = $clog2(BLOCK_WORDS * Width);
  localparam int unsigned Digits = Beats - LengthBeats;
  localparam int unsigned DigitBits = (64 - BlockBits + Digits - 1) / Digits;
  localparam int unsigned CountBits = Digits * DigitBits;
  localparam int unsigned BeatBits = $clog2(8 * Bytes);

  // The reference: bits of the message so far, without the block before it.
  logic [CountBits+BlockBits-1:0] bits_q, bits_d;
  logic open_q, taken;  // a message is partly taken
  assign taken = s_tvalid & s_tready;
  assign bits_d = bits_q + (taken ? $bits(bits_q)'(8 * $countones(s_tkeep)) : '0);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {bits_q, open_q} <= '0;
    else if (u_padder.move && u_padder.advance) begin
      bits_q <= u_padder.last ? '0 : bits_d;
      open_q <= ~u_padder.last;
    end
  end

  // The digits in their positions, and what they become in this block.
  logic [Beats-1:0][DigitBits-1:0] ring;
  logic [CountBits-1:0] count, carry, wanted;
  always_comb begin
    for (int unsigned d = 0; d < Beats; d++) begin
      ring[d] = u_padder.count_q[(d + Beats - 32'(u_padder.beat_q)) % Beats];
    end
    count = CountBits'(ring);
    carry = '0;
    for (int unsigned d = 0; d < Digits; d++) begin
      if (u_padder.first_q && d >= 32'(u_padder.beat_q)) count[d*DigitBits+:DigitBits] = '0;
      if (d == 32'(u_padder.beat_q)) begin
        carry[d*DigitBits] = u_padder.carry_q & (~u_padder.first_q | prefix_i);
      end
    end
    wanted = bits_q[CountBits+BlockBits-1:BlockBits] + CountBits'(prefix_i);
  end

  // The length field of a beat.
  logic [63:0] total;
  logic [8*LengthBytes-1:0] low_first;
  logic [LengthBytes-1:0][7:0] field;
  assign total = 64'(bits_d) + (64'(prefix_i) << BlockBits);
  assign low_first = (8 * LengthBytes)'(total);
  for (genvar i = 0; i < LengthBytes; i++) begin : gen_field
    localparam int unsigned High = LengthBytes - 1 - i;
    assign field[i] = little_i ? low_first[8*i+:8] : low_first[8*High+:8];
  end

  logic first_q = 1'b1;
  logic prefix_q, little_q;
  always_ff @(posedge clk_i) {first_q, prefix_q, little_q} <= {1'b0, prefix_i, little_i};

  always_comb begin
    if (first_q) assume (!rst_ni);
    assume (!open_q || (prefix_i == prefix_q && little_i == little_q));
    assume (!u_padder.error);

    assert (u_padder.state_q != 2'd3);
    assert (open_q || (u_padder.state_q == 2'd0 && u_padder.first_q && bits_q == '0));
    assert (open_q || u_padder.beat_q == '0);
    if (u_padder.beat_q == '0 && u_padder.state_q != 2'd2) assert (u_padder.carry_q);
    if (u_padder.beat_q == '0 && u_padder.state_q == 2'd2) assert (!u_padder.carry_q);
    if (u_padder.state_q == 2'd2) begin
      assert (bits_q[BlockBits-1:0] == {u_padder.full_q, u_padder.rest_q, 3'b0});
    end else begin
      assert (bits_q[BlockBits-1:0] == {u_padder.beat_q, BeatBits'(0)});
    end
    assert (count + carry == wanted);

    for (int unsigned b = 0; b < LengthBeats; b++) begin
      if (u_padder.length[b]) assert (32'(u_padder.beat_q) == Beats - LengthBeats + b);
      if (u_padder.length[b] && LengthStart == 0) assert (u_padder.state_q == 2'd2);
      for (int unsigned i = LengthStart; i < Bytes; i++) begin
        if (u_padder.length[b] && u_padder.move && u_padder.advance) begin
          assert (u_padder.data_d[8*i+:8] == field[(b*Bytes+i-LengthStart)%LengthBytes]);
        end
      end
    end
  end
endmodule
