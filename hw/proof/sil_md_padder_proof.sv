// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_md_padder, for messages of all lengths, back to back, under all stalls:
///
/// * its output is the bytes of the message, the byte 0x80, zeros and the length field, and `m_tlast`
///   marks the end of the first block in which all of these fit (FIPS 180-4 5.1, RFC 1321 3.1, 3.2);
/// * the length field is the number of bits of the message and of the block before it, modulo 2^64;
///   the padder counts blocks digit by digit, and here one adder counts them;
/// * a message with `raw_i`, which is complete blocks, passes as it is;
/// * no beat is lost or doubled.
///
/// A valid beat breaks no rule of sil_axis_framing.
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
  input logic               raw_i,
  input logic [8*Bytes-1:0] s_tdata,
  input logic [Bytes-1:0]   s_tkeep,
  input logic               s_tlast,
  input logic               s_tvalid,
  input logic               m_tready
);
  logic s_tready, m_tvalid, m_tlast;
  logic [8*Bytes-1:0] m_tdata;

  sil_md_padder #(.Width(Width), .Unroll(Unroll), .LengthBytes(LengthBytes)) u_padder (
    .clk_i, .rst_ni, .little_i, .prefix_i, .raw_i, .s_tdata, .s_tkeep, .s_tlast, .s_tvalid,
    .s_tready, .m_tdata, .m_tlast, .m_tuser(), .m_tvalid, .m_tready
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
  localparam int unsigned BlockBytes = Beats * Bytes;

  // The reference: bits of the message in this block; complete blocks of the message before this
  // block, with the block before the message, and the same number one block earlier; the next beat
  // of the block; whether the message has ended, and whether its byte 0x80 is in an earlier block.
  logic [BlockBits-1:0] bits_q, bits_d;
  logic [CountBits-1:0] blocks, blocks_q, before_q;
  logic [$clog2(Beats)-1:0] beat_q;
  logic open_q, ended_q, earlier_q;  // open: a message is partly taken
  logic began_q;                     // a block of the message is complete
  logic move, taken, step, pads, fits, last;
  logic [BlockBits-4:0] mark;        // position of 0x80 in its block
  assign blocks = began_q ? blocks_q : CountBits'(prefix_i);
  assign move = ~m_tvalid | m_tready;
  assign taken = s_tvalid & s_tready;
  assign step = move & (s_tvalid | ended_q);
  assign bits_d = bits_q + (taken ? $bits(bits_q)'(8 * $countones(s_tkeep)) : '0);
  assign mark = bits_d[BlockBits-1:3];
  // The padding begins in this beat or before it; the length fits into this block.
  assign pads = ended_q | (taken & s_tlast & ~raw_i & ~&s_tkeep);
  assign fits = pads & (earlier_q | 32'(mark) < BlockBytes - LengthBytes);
  assign last = (fits & 32'(beat_q) == Beats - 1) | (taken & s_tlast & raw_i);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {bits_q, beat_q, open_q, ended_q, earlier_q, began_q, blocks_q, before_q} <= '0;
    else if (step) begin
      bits_q <= last ? '0 : bits_d;
      beat_q <= last ? '0 : beat_q + 1'b1;
      open_q <= ~last;
      ended_q <= ~last & (ended_q | (s_tlast & ~raw_i));
      earlier_q <= ~last & (earlier_q | (pads & 32'(beat_q) == Beats - 1));
      began_q <= ~last & (began_q | 32'(beat_q) == Beats - 1);
      if (32'(beat_q) == Beats - 1) begin
        before_q <= last ? '0 : blocks;
        blocks_q <= last ? '0 : blocks + CountBits'(pads ? 1'b0 : 1'b1);
      end
    end
  end

  // The digits before this beat are those of `blocks`, the others those of `before_q`. The bits that
  // differ between the two have the carries of their difference, which is one or none.
  logic digits;
  always_comb begin
    digits = blocks == before_q + CountBits'(began_q ? !earlier_q : prefix_i);
    for (int unsigned b = 0; b < Beats; b++) begin
      if (32'(beat_q) == b) begin
        for (int unsigned d = 0; d < Digits; d++) begin
          if (d < b || began_q) begin
            digits &= u_padder.count_q[(d+Beats-b)%Beats]
              == (d < b ? blocks[d*DigitBits+:DigitBits] : before_q[d*DigitBits+:DigitBits]);
          end
        end
        if (b < Digits) begin
          digits &= u_padder.increase == (blocks[b*DigitBits] ^ before_q[b*DigitBits]);
        end
      end
    end
  end

  // The length field of a beat.
  logic [63:0] total;
  logic [8*LengthBytes-1:0] low_first;
  logic [LengthBytes-1:0][7:0] field;
  assign total = 64'({blocks, bits_d});
  assign low_first = (8 * LengthBytes)'(total);
  for (genvar i = 0; i < LengthBytes; i++) begin : gen_field
    localparam int unsigned High = LengthBytes - 1 - i;
    assign field[i] = little_i ? low_first[8*i+:8] : low_first[8*High+:8];
  end

  // The beat that the standard has here, and the one in the output register.
  logic [Bytes-1:0][7:0] wanted_d, wanted_q;
  logic wanted_last_q, wanted_valid_q;
  always_comb begin
    for (int unsigned i = 0; i < Bytes; i++) begin
      automatic int unsigned position = 32'(beat_q) * Bytes + i;
      wanted_d[i] = 8'h00;
      if (taken && s_tkeep[i]) wanted_d[i] = s_tdata[8*i+:8];
      else if (!earlier_q && position == 32'(mark)) wanted_d[i] = 8'h80;
      else if (fits && position >= BlockBytes - LengthBytes) begin
        wanted_d[i] = field[(position+LengthBytes-BlockBytes)%LengthBytes];
      end
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wanted_valid_q <= 1'b0;
    else if (move) wanted_valid_q <= step;
  end
  always_ff @(posedge clk_i) if (step) {wanted_q, wanted_last_q} <= {wanted_d, last};

  logic first_q = 1'b1;
  logic prefix_q, little_q, raw_q;
  always_ff @(posedge clk_i) begin
    {first_q, prefix_q, little_q, raw_q} <= {1'b0, prefix_i, little_i, raw_i};
  end

  always_comb begin
    if (first_q) assume (!rst_ni);
    assume (!open_q || {prefix_i, little_i, raw_i} == {prefix_q, little_q, raw_q});
    assume (!s_tvalid || !u_padder.error);
    if (s_tvalid && raw_i) begin
      assume (&s_tkeep);
      assume (!s_tlast || 32'(beat_q) == Beats - 1);
    end

    assert (u_padder.state_q != 2'd3);
    assert (open_q || (u_padder.state_q == 2'd0 && !began_q && bits_q == '0));
    assert (u_padder.beat_q == beat_q);
    assert (open_q || beat_q == '0);
    assert (ended_q == (u_padder.state_q != 2'd0));
    assert (!ended_q || (open_q && !raw_i));
    assert (s_tready == (move & !ended_q));
    if (u_padder.state_q == 2'd2) begin
      assert (earlier_q || 32'(mark) < 32'(beat_q) * Bytes);
      assert (u_padder.final_q == fits);
    end else begin
      assert (!earlier_q && !u_padder.final_q);
    end
    if (u_padder.beat_q == '0 && u_padder.state_q != 2'd2) assert (u_padder.carry_q);
    if (u_padder.beat_q == '0 && u_padder.state_q == 2'd2) assert (!u_padder.carry_q);
    if (u_padder.state_q == 2'd2) begin
      assert (bits_q == {u_padder.full_q, u_padder.rest_q, 3'b0});
    end else begin
      assert (bits_q == {u_padder.beat_q, BeatBits'(0)});
    end
    assert (digits);
    assert (u_padder.first_q == !began_q);
    if (!began_q) assert (before_q == '0);

    for (int unsigned b = 0; b < LengthBeats; b++) begin
      if (LengthStart == 0) begin
        assert (u_padder.length[b]
          == (u_padder.state_q == 2'd2 && fits && 32'(beat_q) == Beats - LengthBeats + b));
      end
    end
    assert (m_tvalid == wanted_valid_q);
    if (m_tvalid) assert ({m_tdata, m_tlast} == {wanted_q, wanted_last_q});
  end
endmodule
