// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The blocks that precede the iterations of PBKDF2 (sil_kdf_sha2_two): a password and a salt
/// become padded blocks in the block buffer, one byte per cycle.
///
/// A password of at most a block is the key of HMAC, filled up with zeros. A longer one is hashed,
/// and its digest is the key (FIPS 198-1 4). The two key blocks give the midstates. For each block
/// of the result, the inner hash of salt and INT(i) follows, after which the iterations begin.
///
/// ## Latency and throughput
/// A byte per cycle. A block of the buffer is filled while the block before it is hashed.
///
/// ## Byte order
/// The first byte of a packet is in the low bits of its first beat. A word of the buffer has its
/// first byte in the high bits (FIPS 180-4 3.1).
module sil_kdf_two_blocks
  import sil_md_pkg::BLOCK_WORDS, sil_kdf_two_pkg::*;
#(
  /// Width of a word and of a beat in bits: 32 or 64.
  parameter int unsigned Width = 32,
  /// Longest salt in bytes: a power of two from 2 to 32 beats. Cost: a memory of that size.
  parameter int unsigned BufferBytes = 64,
  localparam int unsigned Bytes = Width / 8,
  localparam int unsigned DigestBytes = 8 * Bytes,
  localparam int unsigned SizeBits = $clog2(DigestBytes)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// The channels overwrite their memories.
  input  logic                clearing_i,
  /// No request is in progress here.
  output logic                idle_o,
  input  logic [1:0]          i_tuser,
  input  logic [31:0]         i_tcount,
  input  logic [31:0]         i_tbytes,
  input  logic                i_tvalid,
  output logic                i_tready,
  input  logic [Width-1:0]    s_tdata,
  input  logic [Bytes-1:0]    s_tkeep,
  input  logic                s_tlast,
  input  logic                s_tvalid,
  output logic                s_tready,
  /// As in sil_kdf_two_channels.
  output logic                offer_o,
  output kind_e               offer_kind_o,
  output logic                offer_more_o,
  output logic                offer_key_o,
  output logic [31:0]         count_o,
  input  logic                started_i,
  input  logic                drained_i,
  /// Number of a word of the block buffer, and the word.
  input  logic [3:0]          block_word_i,
  output logic [Width-1:0]    block_o,
  /// The channel of the next derivation is free. The pair of midstates of its request.
  input  logic                free_i,
  output logic                pair_o,
  /// It begins, or its request is refused. It is the last one of its request. Bytes of T_i that
  /// belong to the result, less one.
  output logic                begin_o,
  output logic                refuse_o,
  output logic                final_o,
  output logic [SizeBits-1:0] size_o
);
  localparam int unsigned BlockBytes = BLOCK_WORDS * Bytes;
  localparam int unsigned PositionBits = $clog2(BlockBytes);
  localparam int unsigned ByteBits = $clog2(Bytes);
  localparam int unsigned LengthBits = PositionBits - 3;  // of the number of a byte of the length
  localparam int unsigned Words = BufferBytes / Bytes;
  localparam int unsigned IndexBits = $clog2(Words);
  localparam int unsigned MoreBits = 32 - SizeBits;
  localparam int unsigned NumberBits = MoreBits + 1;
  localparam logic [PositionBits-1:0] LENGTH_AT = PositionBits'(BlockBytes - BlockBytes / 8);

  if (Words < 2 || Words > 32 || BufferBytes != Bytes * 2 ** $clog2(Words)) begin : gen_words
    $fatal(1, "BufferBytes must be a power of two from 2 to 32 beats");
  end

  // States are one-hot.
  typedef enum int unsigned {
    Clear,     // memories are overwritten
    Idle,
    Password,  // bytes of the password
    Zeros,     // zeros after a short password
    Keys,      // the key blocks
    Salt,      // the salt is written to its memory
    Next,      // the request is refused, or the channel of the next derivation may be in use
    Text,      // bytes of the salt
    Number,    // INT(i)
    One,       // the padding begins
    Padding,   // zeros
    Length
  } state_e;

  typedef enum int unsigned {Fill, Offer, Load} phase_e;

  localparam int unsigned States = 12;
  localparam int unsigned Phases = 3;

  logic [States-1:0] state_q;
  logic [Phases-1:0] phase_q;
  logic salting_q, long_q, more_q, outer_q, key_q, deny_q, begin_q;
  logic pair_q;

  // The request.
  logic [31:0] count_q;
  logic [MoreBits-1:0] blocks_q;   // blocks of the result after this one
  logic [SizeBits-1:0] size_q;     // bytes of the last one, less one
  logic [NumberBits-1:0] number_q;  // i of INT(i)
  logic final_q;

  // The beat whose bytes are taken, and those of its bytes that are left.
  logic [Width-1:0] data_q;
  logic [Bytes-1:0] left_q;
  logic valid_q, last_q, accept, byte_valid, packet_end, take, drop, bad;

  // The memory of the salt.
  logic [Width-1:0] salt_words_q [Words];
  logic [IndexBits:0] index_q, end_q;  // the next word; words of the salt
  logic [Bytes-1:0] end_left_q;        // bytes of the last one
  logic store, read, no_word_q, last_word_q;

  // The block.
  (* ram_style = "distributed" *) logic [Width-1:0] block_words_q [BLOCK_WORDS];
  logic [PositionBits-1:0] position_q;
  logic full_q, at_length_q, put;
  logic filling_q;                 // the phase is Fill, and the block is not full
  logic [7:0] value, length_byte, number_byte;
  // The byte that is written in the next cycle.
  logic [PositionBits-1:0] write_q;
  logic [Width-9:0] word_q;
  logic [7:0] value_q;
  logic put_q, counted_q;
  logic [32:0] bytes_q;            // of the message
  logic [1:0] number_at_q;
  logic offer, request;

  function automatic logic [States-1:0] to(state_e state);
    return States'(1) << state;
  endfunction
  function automatic logic [Phases-1:0] phase(phase_e next);
    return Phases'(1) << next;
  endfunction

  assign request = i_tvalid & i_tready;
  assign i_tready = state_q[Idle] & free_i & ~begin_q;
  assign idle_o = state_q[Idle] & ~begin_q;

  // A beat is bad if its bytes have a hole, or if it is short before the end of its packet.
  assign s_tready = ~valid_q & (state_q[Password] | state_q[Salt]);
  assign accept = s_tvalid & s_tready;
  assign bad = (|(s_tkeep & (s_tkeep + 1'b1))) | (~s_tlast & ~(&s_tkeep));
  assign byte_valid = valid_q & left_q[0];
  assign packet_end = valid_q & ~left_q[0] & last_q;
  assign read = state_q[Text] & filling_q & ~valid_q & ~no_word_q;
  assign store = state_q[Salt] & byte_valid & ~index_q[IndexBits];

  // This logic selects the byte that the block buffer stores.
  assign length_byte = byte_of_length(~position_q[LengthBits-1:0]);
  function automatic logic [7:0] byte_of_length(logic [LengthBits-1:0] from_end);
    logic [39:0] bits = {5'b0, bytes_q[31:0], 3'b000};
    byte_of_length = '0;
    for (int unsigned i = 0; i < 5; i++) begin
      if (from_end == LengthBits'(i)) byte_of_length = bits[8*i+:8];
    end
  endfunction
  always_comb begin
    number_byte = '0;
    for (int unsigned i = 0; i < 4; i++) begin
      if (number_at_q == 2'(3 - i)) number_byte = 8'(32'(number_q) >> 8 * i);
    end
  end

  assign take = filling_q & byte_valid & (state_q[Password] | state_q[Text]);
  assign put = take | (filling_q & (state_q[Clear] | state_q[Zeros] | state_q[Number] | state_q[One]
                                  | (state_q[Padding] & ~at_length_q) | state_q[Length]));
  assign value = (data_q[7:0] & {8{state_q[Password] | state_q[Text]}})
               | (number_byte & {8{state_q[Number]}})
               | (8'h80 & {8{state_q[One]}})
               | (length_byte & {8{state_q[Length]}});

  // A full block is offered when it is known what follows it.
  assign offer = phase_q[Fill] & full_q & ~state_q[Clear]
               & (~state_q[Password] | byte_valid | packet_end);
  // The next block needs no bytes: the first key block after a long password, and the second one.
  logic again;
  assign again = (state_q[Keys] & ~outer_q) | (state_q[Length] & ~salting_q);
  // The beat is done with.
  assign drop = (state_q[Salt] & valid_q) | (take & ~left_q[1] & ~last_q)
              | (valid_q & ~left_q[0] & ~last_q)
              | (state_q[Password] & phase_q[Fill] & packet_end & ~(full_q & long_q));

  always_ff @(posedge clk_i) begin
    if (put_q & (&write_q[ByteBits-1:0])) begin
      block_words_q[write_q[PositionBits-1:ByteBits]] <= {word_q, value_q};
    end
    if (store | state_q[Clear]) salt_words_q[index_q[IndexBits-1:0]] <= data_q;
  end
  assign block_o = block_words_q[block_word_i];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q     <= to(Clear);
      phase_q     <= phase(Fill);
      salting_q   <= 1'b0;
      long_q      <= 1'b0;
      more_q      <= 1'b0;
      outer_q     <= 1'b0;
      key_q       <= 1'b0;
      deny_q      <= 1'b0;
      begin_q     <= 1'b0;
      pair_q      <= 1'b0;
      count_q     <= '0;
      blocks_q    <= '0;
      size_q      <= '0;
      number_q    <= '0;
      final_q     <= 1'b0;
      data_q      <= '0;
      left_q      <= '0;
      valid_q     <= 1'b0;
      last_q      <= 1'b0;
      index_q     <= '0;
      end_q       <= '0;
      end_left_q  <= '0;
      no_word_q   <= 1'b0;
      last_word_q <= 1'b0;
      position_q  <= '0;
      write_q     <= '0;
      word_q      <= '0;
      value_q     <= '0;
      put_q       <= 1'b0;
      counted_q   <= 1'b0;
      full_q      <= 1'b0;
      filling_q   <= 1'b1;
      at_length_q <= 1'b0;
      bytes_q     <= '0;
      number_at_q <= '0;
    end else begin
      final_q     <= blocks_q == '0;
      begin_q     <= state_q[Length] & salting_q & phase_q[Load] & drained_i;
      no_word_q   <= index_q == end_q;
      last_word_q <= index_q + 1'b1 == end_q;

      // The beat.
      if (!valid_q) begin
        if (state_q[Text]) begin
          data_q <= salt_words_q[index_q[IndexBits-1:0]];
          left_q <= last_word_q ? end_left_q : '1;
        end else begin
          data_q <= s_tdata & {Width{state_q[Password] | state_q[Salt]}};
          left_q <= s_tkeep;
        end
        last_q <= s_tlast & ~state_q[Text];
      end else if (take) begin
        data_q <= data_q >> 8;
        left_q <= left_q >> 1;
      end
      valid_q <= accept | read | (valid_q & ~drop);
      if (store | read | state_q[Clear]) index_q <= index_q + 1'b1;
      if (store) end_left_q <= left_q;
      if (accept & bad | state_q[Salt] & byte_valid & index_q[IndexBits] | bytes_q[32]) begin
        deny_q <= 1'b1;
      end

      // The block.
      if (put) begin
        position_q <= position_q + 1'b1;
        full_q     <= &position_q;
        filling_q  <= ~(&position_q);
      end
      at_length_q <= position_q == (put ? LENGTH_AT - 1'b1 : LENGTH_AT);
      write_q     <= position_q;
      value_q     <= value;
      put_q       <= put;
      if (put_q) word_q <= {word_q[Width-17:0], value_q};
      counted_q <= put & (state_q[Password] | state_q[Text] | state_q[Number]);
      if (counted_q) bytes_q <= bytes_q + 1'b1;
      if (state_q[Number] && put) number_at_q <= number_at_q + 1'b1;

      unique case (1'b1)
        phase_q[Fill]: if (offer) phase_q <= phase(Offer);
        phase_q[Offer]: if (started_i) phase_q <= phase(Load);
        default: begin
          if (drained_i) begin
            phase_q   <= phase(again ? Offer : Fill);
            full_q    <= 1'b0;
            filling_q <= ~again;
            more_q    <= ~state_q[Keys] & ~state_q[Length];
          end
        end
      endcase

      unique case (1'b1)
        state_q[Clear]: begin
          if (full_q && !clearing_i) begin
            state_q   <= to(Idle);
            full_q    <= 1'b0;
            filling_q <= 1'b1;
            index_q   <= '0;
          end
        end
        state_q[Idle]: begin
          if (request) begin
            state_q   <= to(Password);
            pair_q    <= ~pair_q;
            count_q   <= i_tcount - 32'd1;
            {blocks_q, size_q} <= i_tbytes - 32'd1;
            deny_q    <= i_tuser != '0 | i_tcount == '0 | i_tbytes == '0;
            number_q  <= NumberBits'(1);
            salting_q <= 1'b0;
            long_q    <= 1'b0;
            more_q    <= 1'b0;
            key_q     <= 1'b0;
            outer_q   <= 1'b0;
            bytes_q   <= '0;
          end
        end
        state_q[Password]: begin
          if (phase_q[Fill]) begin
            if (offer && (byte_valid || long_q)) long_q <= 1'b1;
            else if (packet_end) state_q <= to(full_q ? Keys : long_q ? One : Zeros);
          end
        end
        state_q[Zeros]: if (offer) state_q <= to(Keys);
        state_q[Keys]: begin
          if (phase_q[Load] && drained_i) begin
            outer_q <= 1'b1;
            if (outer_q) begin
              state_q   <= to(Salt);
              salting_q <= 1'b1;
              index_q   <= '0;
            end
          end
        end
        state_q[Salt]: begin
          if (valid_q && last_q) begin
            state_q <= to(Next);
            end_q   <= index_q + (IndexBits + 1)'(store);
            index_q <= '0;
          end
        end
        state_q[Next]: begin
          bytes_q <= 33'(BlockBytes);
          if (deny_q) state_q <= to(Idle);
          else if (free_i && !begin_q) state_q <= to(Text);
        end
        state_q[Text]: if (filling_q && !valid_q && no_word_q) state_q <= to(Number);
        state_q[Number]: if (put && number_at_q == 2'd3) state_q <= to(One);
        state_q[One]: begin
          index_q <= '0;
          if (put) state_q <= to(Padding);
        end
        state_q[Padding]: if (filling_q && !put) state_q <= to(Length);
        default: begin
          if (phase_q[Load] && drained_i) begin
            if (!salting_q) begin
              state_q <= to(Keys);
              key_q   <= 1'b1;
            end else begin
              state_q  <= to(final_q ? Idle : Next);
              blocks_q <= blocks_q - 1'b1;
              number_q <= number_q + 1'b1;
            end
          end
        end
      endcase
    end
  end

  assign offer_o = phase_q[Offer];
  assign offer_kind_o = state_q[Keys] ? (outer_q ? KeyOuter : KeyInner)
                      : salting_q ? (state_q[Length] ? SaltLast : SaltMore)
                      : state_q[Length] ? PasswordLast : PasswordMore;
  assign offer_more_o = more_q;
  assign offer_key_o = key_q & state_q[Keys];
  assign count_o = count_q;
  assign pair_o = pair_q;
  assign refuse_o = state_q[Next] & deny_q;
  assign begin_o = refuse_o | begin_q;
  assign final_o = final_q | refuse_o;
  assign size_o = final_q ? size_q : '1;
endmodule
