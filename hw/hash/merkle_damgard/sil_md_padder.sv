// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Pads a byte stream to complete blocks (FIPS 180-4 5.1, RFC 1321 3.1, 3.2): the byte 0x80, zeros,
/// and the length in bits.
///
/// Messages are shorter than 2^64 bits.
///
/// ## Latency and throughput
/// One beat per cycle, with one cycle of latency. A message of n bytes becomes ceil((n + 1 +
/// LengthBytes) / BlockBytes) blocks.
///
/// ## Byte order
/// First byte in `tdata[7:0]`, in and out.
module sil_md_padder
  import sil_md_pkg::BLOCK_WORDS;
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 64,
  /// Words per beat.
  parameter int unsigned Unroll = 1,
  /// Bytes of the length field.
  parameter int unsigned LengthBytes = 16,
  localparam int unsigned Bytes = Unroll * Width / 8
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  /// The length field starts with its low byte (RFC 1321 3.2); otherwise with its high byte (FIPS
  /// 180-4 5.1). Hold it for the complete message.
  input  logic               little_i,
  /// One block was hashed before the message, and the length includes it. Hold it for the complete
  /// message.
  input  logic               prefix_i,
  /// The beats are complete blocks and pass without padding. Hold it for the complete message.
  input  logic               raw_i,
  input  logic [8*Bytes-1:0] s_tdata,
  /// Valid bytes. All, or in the last beat the first ones or none. Any other pattern sets
  /// `m_tuser`.
  input  logic [Bytes-1:0]   s_tkeep,
  input  logic               s_tlast,
  input  logic               s_tvalid,
  output logic               s_tready,
  output logic [8*Bytes-1:0] m_tdata,
  /// The last beat of the message's last block.
  output logic               m_tlast,
  /// A beat of this message broke a rule of sil_axis_framing. It holds from the last beat of the
  /// last block to that of the next message.
  output logic               m_tuser,
  output logic               m_tvalid,
  input  logic               m_tready
);
  localparam int unsigned Beats = BLOCK_WORDS / Unroll;
  localparam int unsigned BeatBits = $clog2(Beats);
  // The length is in the last beats of a block, or in the last bytes of its last beat.
  localparam int unsigned LengthBeats = Bytes > LengthBytes ? 1 : LengthBytes / Bytes;
  localparam int unsigned LengthStart = Bytes > LengthBytes ? Bytes - LengthBytes : 0;
  // The length in bits is the number of complete blocks, followed by the number of bits after them.
  // In each block, each beat before the length adds to one digit of the number of blocks, from the
  // lowest digit on.
  localparam int unsigned BlockBits = $clog2(BLOCK_WORDS * Width);
  localparam int unsigned Digits = Beats - LengthBeats;
  localparam int unsigned DigitBits = (64 - BlockBits + Digits - 1) / Digits;

  typedef enum logic [1:0] {
    Data,  ///< beats of the message pass
    Mark,  ///< the message ended with a full beat: 0x80 is next
    Fill   ///< 0x80 has been placed, the length has not
  } state_e;

  state_e state_d, state_q;
  logic [BeatBits-1:0] beat_q;                 // index of this beat in its block
  logic [Beats-1:0][DigitBits-1:0] count_q;    // number of complete blocks; rotates
  logic [DigitBits-1:0] digit;                 // the digit of this beat after the addition
  logic carry, carry_q, increase;              // carry to the next digit; this one increases
  logic [BeatBits-1:0] full_d, full_q;         // full beats after the last complete block
  logic [$clog2(Bytes)-1:0] rest_d, rest_q;    // bytes of the beat after those
  logic [$clog2(Bytes)-1:0] valid_bytes;       // bytes of this beat if it is not full
  logic first_q;                               // this is the first block of the message
  logic final_d, final_q, final_next;          // the length goes into the block of this beat
  logic [LengthBeats-1:0] length;              // this beat gets that part of the length
  logic valid_q, last_q, last, move, advance, full, ends;
  logic [8*Bytes-1:0] data_d, data_q;

  assign move = ~valid_q | m_tready;
  assign s_tready = move & (state_q == Data);
  // Whether a beat advances only enables the registers. What they load does not depend on it.
  assign advance = s_tvalid | (state_q != Data);
  assign full = &s_tkeep;
  assign ends = s_tlast & ~raw_i & state_q == Data;

  // 0x80 goes into this beat; the length fits into this block after it.
  logic mark;
  logic [Bytes-1:0] keep;
  logic room;
  assign mark = state_q == Mark | (ends & ~full);
  assign keep = state_q == Data ? (s_tlast & ~raw_i ? s_tkeep : '1) : '0;
  if (LengthStart > 0) begin : gen_inside
    assign room = beat_q < BeatBits'(Beats - 1) | ~keep[LengthStart-1];
    assign length = final_d & (mark | state_q == Fill) & beat_q == BeatBits'(Beats - 1);
  end else begin : gen_after
    // A beat with a part of the length has no message byte, so it is known a beat ahead.
    logic [LengthBeats-1:0] length_d, length_q;
    assign room = beat_q < BeatBits'(Beats - LengthBeats);
    for (genvar b = 0; b < LengthBeats; b++) begin : gen_length
      assign length_d[b] = state_d == Fill & final_next
        & beat_q == BeatBits'(Beats - LengthBeats + b - 1);
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) length_q <= '0;
      else if (move & advance) length_q <= length_d;
    end
    assign length = length_q;
  end
  assign final_d = mark ? room : final_q;
  // After a block that has 0x80 or zeros and no length, the next block has the length.
  assign final_next = ~last
    & (final_d | (beat_q == BeatBits'(Beats - 1) & (mark | state_q == Fill)));
  assign last = length[LengthBeats-1] | (s_tlast & raw_i & state_q == Data);

  // The error flag, one bit per message. No path of the data depends on it.
  logic error, broken, broken_q, user_q;
  sil_axis_framing #(.Bytes(Bytes)) u_framing (
    .keep_i(s_tkeep), .last_i(s_tlast), .error_o(error)
  );
  assign broken = broken_q | (error & state_q == Data);

  // The length. In the first block all digits are zero, and only the prefix adds to them.
  assign increase = carry_q & (~first_q | prefix_i);
  assign {carry, digit} = (first_q ? '0 : {1'b0, count_q[0]}) + (DigitBits + 1)'(increase);
  always_comb begin
    valid_bytes = '0;
    for (int unsigned i = 0; i < Bytes - 1; i++) begin
      if (s_tkeep[i]) valid_bytes = $bits(valid_bytes)'(i + 1);
    end
  end
  assign full_d = mark ? beat_q : full_q;
  assign rest_d = ~mark ? rest_q : state_q == Mark ? '0 : valid_bytes;

  // The length field in each beat that has a part of it; the digits have rotated between them.
  logic [LengthBeats-1:0][8*LengthBytes-1:0] fields;
  for (genvar b = 0; b < LengthBeats; b++) begin : gen_field
    logic [63-BlockBits:0] blocks;
    logic [63:0] bits;
    logic [8*LengthBytes-1:0] low_first;
    for (genvar n = 0; n < 64 - BlockBits; n++) begin : gen_blocks
      assign blocks[n] = count_q[(n/DigitBits+LengthBeats-b)%Beats][n%DigitBits];
    end
    if (LengthStart > 0) begin : gen_inside
      assign bits = {blocks, full_d, rest_d, 3'b0};
    end else begin : gen_after
      assign bits = {blocks, full_q, rest_q, 3'b0};
    end
    assign low_first = (8 * LengthBytes)'(bits);
    for (genvar i = 0; i < LengthBytes; i++) begin : gen_order
      assign fields[b][8*i+:8] = little_i ? low_first[8*i+:8] : low_first[8*(LengthBytes-1-i)+:8];
    end
  end

  // Message bytes, 0x80, and the length.
  for (genvar i = 0; i < Bytes; i++) begin : gen_byte
    logic [7:0] tail;
    always_comb begin
      tail = (mark & ~keep[i] & (i == 0 || keep[(i+Bytes-1)%Bytes])) ? 8'h80 : 8'h00;
      for (int unsigned b = 0; b < LengthBeats; b++) begin
        if (i >= LengthStart && length[b]) begin
          tail |= fields[b][8*((b*Bytes+i-LengthStart)%LengthBytes)+:8];
        end
      end
    end
    assign data_d[8*i+:8] = keep[i] ? s_tdata[8*i+:8] : tail;
  end

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Data:    if (ends) state_d = full ? Mark : last ? Data : Fill;
      default: state_d = last ? Data : Fill;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= Data;
      beat_q   <= '0;
      carry_q  <= 1'b1;
      first_q  <= 1'b1;
      final_q  <= 1'b0;
      valid_q  <= 1'b0;
      full_q   <= '0;
      rest_q   <= '0;
      broken_q <= 1'b0;
    end else if (move) begin
      valid_q <= advance;
      if (advance) begin
        state_q  <= state_d;
        beat_q   <= beat_q + 1'b1;
        full_q   <= full_d;
        rest_q   <= rest_d;
        // A block that has 0x80 is not complete.
        carry_q  <= beat_q == BeatBits'(Beats - 1) ? state_d != Fill : carry;
        first_q  <= last | (first_q & beat_q != BeatBits'(Beats - 1));
        broken_q <= ~last & broken;
        final_q  <= final_next;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (move && advance) count_q <= {digit, count_q[Beats-1:1]};
    if (move) begin
      data_q <= data_d;
      last_q <= last;
      if (advance && last) user_q <= broken;
    end
  end

  assign m_tdata = data_q;
  assign m_tlast = last_q;
  assign m_tuser = user_q;
  assign m_tvalid = valid_q;
endmodule
