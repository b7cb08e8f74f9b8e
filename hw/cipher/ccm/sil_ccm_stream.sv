// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Authenticated encryption and decryption in CCM (NIST SP 800-38C) for a block cipher with blocks
/// of 128 bits. The cipher is outside this module.
///
/// A message starts with its nonce on `i_`, and with the lengths of its parts in `i_tuser`, which
/// the first block of CBC-MAC (B0) contains. Associated data follows on `a_`, plaintext or
/// ciphertext on `s_`, and with decryption the tag on `t_`. Each beat is compared with the length
/// that is left, before it is used. The cipher encrypts each block of CBC-MAC, and a counter block
/// for each block of text and for the tag. Both use the cipher in turn.
///
/// One register collects the next block of CBC-MAC: each part is added to it when it comes. The
/// parts are the result of the block before, and B0, associated data or plaintext. At the end, they
/// are the last result, the encrypted counter block 0, and with decryption the tag to compare with,
/// so that the sum must be 0. With `Buffer`, plaintext waits for that in a memory.
///
/// ## Latency and throughput
/// A block of text takes two blocks of the cipher. With `Ahead` the cipher is never idle between
/// them. Between blocks of associated data it is idle for one cycle. The next message starts when
/// the last beat has left for the output register.
///
/// ## Byte order
/// The first byte of a beat or of a block is in its low bits.
module sil_ccm_stream
  import sil_ccm_pkg::*;
#(
  /// The cipher accepts a block, and encrypts it, while its result waits. The counter block of the
  /// next text then goes to the cipher before the block of CBC-MAC with this text. Gain of 1: no
  /// cycle between blocks.
  parameter bit Ahead = 1'b1,
  /// Beats of plaintext that a decryption holds until its tag has been compared: 0, or a power of
  /// two from 2 to 1024. A decryption with a longer text is refused. Gain: plaintext with a wrong tag
  /// does not leave. Cost: the memory, and a cycle per beat.
  parameter int unsigned Buffer = 0
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Zeroise all data.
  input  logic         wipe_i,
  /// All data is being cleared: for 16 cycles after a reset and a wipe.
  output logic         clear_o,
  /// A word of a key is offered, so no message starts.
  input  logic         key_i,
  /// No message is in flight and no data is being cleared, so the cipher may accept a key, in this
  /// cycle and the next.
  output logic         key_may_o,
  /// A complete key is loaded in the cipher.
  input  logic         keyed_i,
  /// Nonce: one beat.
  input  logic [127:0] i_tdata,
  /// The first 7 to 13 bytes.
  input  logic [15:0]  i_tkeep,
  input  logic         i_tlast,
  /// See sil_ccm_pkg::start_t.
  input  logic [63:0]  i_tuser,
  input  logic         i_tvalid,
  output logic         i_tready,
  /// Associated data. All beats but the last have 16 bytes. No data is one null beat.
  input  logic [127:0] a_tdata,
  input  logic [15:0]  a_tkeep,
  input  logic         a_tlast,
  input  logic         a_tvalid,
  output logic         a_tready,
  /// Plaintext or ciphertext. All beats but the last have 16 bytes. No text is one null beat.
  input  logic [127:0] s_tdata,
  input  logic [15:0]  s_tkeep,
  input  logic         s_tlast,
  input  logic         s_tvalid,
  output logic         s_tready,
  /// With decryption, the tag to compare with: one beat after the text. Bytes beyond the length of
  /// the tag are ignored.
  input  logic [127:0] t_tdata,
  input  logic         t_tvalid,
  output logic         t_tready,
  /// Ciphertext or plaintext, then one beat with `m_tlast`: the tag, or with decryption a null beat.
  /// Bytes that `m_tkeep` does not mark are 0.
  output logic [127:0] m_tdata,
  output logic [15:0]  m_tkeep,
  output logic         m_tlast,
  /// High with `m_tlast`: the message was refused, or its tag is wrong. Its result must not be used.
  output logic         m_tuser,
  /// A wipe withdraws a beat that is not yet accepted, and drops the rest of its message.
  output logic         m_tvalid,
  input  logic         m_tready,
  /// Blocks to the cipher, and its results in the same sequence: at most two more blocks than
  /// results.
  output logic [127:0] block_data_o,
  output logic         block_valid_o,
  input  logic         block_ready_i,
  input  logic [127:0] result_data_i,
  input  logic         result_valid_i,
  output logic         result_ready_o
);
  /// What is processed.
  typedef enum logic [2:0] {
    Idle,  // nothing: a message can start
    Start,  // B0
    Drain,  // further beats of a nonce that is refused
    Associated, Text,
    Tag,
    Result  // the last beat of the result leaves
  } state_e;

  state_e state_d, state_q;
  logic clean, hold_q, start, bad_q, decrypt_q;
  logic [4:0] cleared_q;  // cycles since a reset or a wipe, up to 16
  start_t begins;
  logic [4:0] tag_bytes_q;
  logic [15:0] tag_keep;
  logic [25:0] text_bytes_q;
  logic [2:0] octets_q;  // q - 1

  // The beat that is processed, and the length that is left with it.
  logic [127:0] data_q, arriving;
  logic [15:0] arriving_keep, keep_q, due_keep_q;
  logic [31:0] left_q;
  logic arriving_last, last_q, due_last_q, arrives;
  logic valid_q, checked_q, went_q;  // it is here since one, two and three cycles
  logic legal_q, some, first, refuse, go, go_q, leave;

  // Associated data: the length before it shifts it, so that its last bytes belong to the next block.
  logic [47:0] carry_q;
  logic six_q, extra_q, final_block;

  // Blocks for the cipher, and its results.
  logic [127:0] sum_q, formatted, counter;
  logic [103:0] nonce_q;
  logic [22:0] number_q;
  logic counter_due_d, counter_due_q, zero_q, ask, none_q;  // a counter block is to be encrypted
  logic result_due_d, result_due_q;  // the result of CBC-MAC is not yet added
  logic added_d, added_q;  // all but the result of the block before is added
  logic offer_q, step;  // the block of CBC-MAC is complete; the cipher accepts it
  logic push, take, take_chain, take_stream, take_text;
  logic [1:0] flight_q;  // results to come
  logic oldest_q, second_q;  // the next result, the one after it belongs to a counter block
  logic [15:0] adds;  // bytes of the result that are added

  logic done, settled_q, finish, out_valid_q, out_last_q, out_error_q, out_ready, out_clean;
  logic [127:0] out_q, out_text, out_tag;
  logic [15:0] out_keep_q, differ, differ_q;
  logic verdict_q;  // the tag is wrong

  // Starts of messages, and keys. A start waits while a key is offered, and a key while a message is
  // in flight.

  assign clean = ~cleared_q[4];
  assign clear_o = clean;
  assign key_may_o = hold_q & state_q == Idle & ~clean & ~out_clean;
  assign i_tready = state_q == Drain | (state_q == Idle & keyed_i & ~hold_q & ~key_i);
  assign start = i_tvalid & i_tready & state_q == Idle;
  assign begins = i_tuser;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {cleared_q, hold_q} <= '0;
    else if (wipe_i) {cleared_q, hold_q} <= '0;
    else begin
      cleared_q <= cleared_q + 5'(clean);
      hold_q <= key_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (clean) {decrypt_q, tag_bytes_q, text_bytes_q, none_q, octets_q, six_q} <= '0;
    else begin
      if (start) {text_bytes_q, tag_bytes_q, decrypt_q} <= begins[31:0];
      none_q <= text_bytes_q == '0;
      if (state_q == Start) begin
        octets_q <= length_octets(keep_q);
        six_q <= six_bytes(left_q[31:8]);
      end
    end
  end
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) tag_keep[i] = tag_bytes_q[4:1] > 4'(i / 2);
  end

  // The sequence of a message. A step is complete when the cipher accepts its block of CBC-MAC. A
  // beat without bytes, or of a message that is refused, has none.

  assign final_block = extra_q | (last_q & ~(six_q ? keep_q[10] : keep_q[14]));
  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Idle: if (start) state_d = Start;
      Start: if (step || leave) state_d = leave && !last_q ? Drain : Associated;
      Drain: if (i_tvalid && i_tlast) state_d = Associated;
      Associated: if ((step && final_block) || (leave && last_q)) state_d = Text;
      Text: if ((step || leave) && last_q) state_d = Tag;
      Tag: if (done) state_d = Result;
      Result: if (finish) state_d = Idle;
      default: state_d = Idle;
    endcase
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {state_q, extra_q} <= {Idle, 1'b0};
    else if (wipe_i) {state_q, extra_q} <= {Idle, 1'b0};
    else begin
      state_q <= state_d;
      if (step) extra_q <= state_q == Associated & last_q & ~final_block;
    end
  end

  // Beats. After the associated data, the bytes that were shifted out of it are one more.

  assign a_tready = state_q == Associated & ~valid_q & ~extra_q;
  assign s_tready = state_q == Text & ~valid_q;
  assign t_tready = state_q == Tag & ~valid_q & decrypt_q;
  assign arrives = start | (a_tready & a_tvalid) | (s_tready & s_tvalid) | (t_tready & t_tvalid)
                   | (~valid_q & (extra_q | (state_q == Tag & ~decrypt_q)));
  always_comb begin
    arriving = '0;
    for (int unsigned i = 0; i < 16; i++) begin
      if (i >= 1 && i < 14) begin
        arriving[8*i+:8] |= i_tdata[8*(i-1)+:8] & {8{state_q == Idle & i_tkeep[i-1]}};
      end
      arriving[8*i+:8] |= s_tdata[8*i+:8] & {8{state_q == Text & s_tkeep[i]}};
      arriving[8*i+:8] |= t_tdata[8*i+:8] & {8{state_q == Tag & decrypt_q}};
      if (i < 6) begin
        arriving[8*i+:8] |= carry_q[8*i+:8] & {8{state_q == Associated & (i < 2 | six_q)}};
      end else begin
        arriving[8*i+:8] |= a_tdata[8*(i-6)+:8]
                            & {8{state_q == Associated & six_q & a_tkeep[i-6] & ~extra_q}};
      end
      if (i >= 2) begin
        arriving[8*i+:8] |= a_tdata[8*(i-2)+:8]
                            & {8{state_q == Associated & ~six_q & a_tkeep[i-2] & ~extra_q}};
      end
    end
    unique case (state_q)
      Idle: {arriving_keep, arriving_last} = {i_tkeep, i_tlast};
      Text: {arriving_keep, arriving_last} = {s_tkeep, s_tlast};
      default: {arriving_keep, arriving_last} = {a_tkeep | {16{extra_q}}, a_tlast | extra_q};
    endcase
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {valid_q, checked_q, went_q, go_q} <= '0;
    else if (wipe_i || step || leave || finish) {valid_q, checked_q, went_q, go_q} <= '0;
    else {valid_q, checked_q, went_q, go_q} <= {valid_q | arrives, valid_q, checked_q, go};
  end
  always_ff @(posedge clk_i) begin
    if (clean) {data_q, keep_q, last_q} <= '0;
    else if (!valid_q) {data_q, keep_q, last_q} <= {arriving, arriving_keep, arriving_last};
    if (clean) carry_q <= '0;
    else if (state_q == Start) carry_q <= length_prefix(left_q, six_q);
    else if (arrives) begin
      for (int unsigned i = 0; i < 6; i++) begin
        carry_q[8*i+:8] <= i < 2 && !six_q ? a_tdata[8*(i+14)+:8] & {8{a_tkeep[i+14]}}
                                           : a_tdata[8*(i+10)+:8] & {8{a_tkeep[i+10]}};
      end
    end
  end

  // A beat must have as many bytes as are left, or 16, and be the last one if none are left after it.
  // Otherwise the message is refused, and the beat is not used.

  always_ff @(posedge clk_i) begin
    if (clean) left_q <= '0;
    else if (start) left_q <= begins.data_bytes;
    else if (state_q == Associated && state_d == Text) left_q <= {6'd0, text_bytes_q};
    else if (step && state_q != Start) left_q[31:4] <= left_q[31:4] - 1'b1;
    due_keep_q <= next_keep(left_q);
    due_last_q <= left_q[31:4] == '0 || left_q == 32'd16;
    legal_q <= state_q == Start ? last_q & legal_start(keep_q, text_bytes_q[25:16], tag_bytes_q)
                                : extra_q | (keep_q == due_keep_q & last_q == due_last_q);
  end
  assign some = keep_q[0];
  assign first = checked_q & ~went_q;
  assign refuse = first & ~legal_q & state_q != Tag;
  assign leave = first & (bad_q | ~legal_q | ~some) & state_q != Tag;
  assign go = first & ((~bad_q & legal_q & some) | state_q == Tag);
  always_ff @(posedge clk_i) begin
    if (clean || start) bad_q <= 1'b0;
    else if (refuse) bad_q <= 1'b1;
  end

  // Counter blocks (A.3). The number of the one for the tag is 0.

  assign ask = Ahead
    ? go_q & (state_q == Text | (state_q == Start & ~due_keep_q[0])
            | (state_q == Associated & final_block))
    : (go_q & state_q == Text)
      | (state_q == Text & state_d == Tag & ~bad_q & ~refuse);
  assign counter_due_d = ask | (counter_due_q & ~block_ready_i);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) counter_due_q <= 1'b0;
    else if (wipe_i) counter_due_q <= 1'b0;
    else counter_due_q <= counter_due_d;
  end
  always_ff @(posedge clk_i) begin
    if (clean) {nonce_q, zero_q} <= '0;
    else begin
      if (state_q == Start) nonce_q <= data_q[111:8];
      if (ask) zero_q <= Ahead ? (state_q == Text ? last_q : none_q) : ~go_q;
    end
    if (clean || state_q == Idle) number_q <= 23'd1;
    else if (counter_due_q && block_ready_i) number_q <= number_q + 1'b1;
  end
  always_comb begin
    counter = {16'd0, nonce_q, 5'd0, octets_q};
    if (!zero_q) counter[127:104] |= {number_q[7:0], number_q[15:8], 1'b0, number_q[22:16]};
  end

  // CBC-MAC. B0 (A.2.1) is the nonce with the flags and with the length of the text.

  always_comb begin
    formatted = data_q;
    if (state_q == Start) begin
      formatted[7:0] |= {1'b0, due_keep_q[0], 3'(tag_bytes_q[4:1] - 4'd1), octets_q};
      formatted[127:96] |= reverse4({6'd0, text_bytes_q});
    end
  end
  assign added_d = ~step & (added_q | (go_q & state_q != Text) | take_text);
  assign result_due_d = step | (result_due_q & ~take_chain);
  assign step = offer_q & block_ready_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {added_q, result_due_q, offer_q} <= '0;
    else if (wipe_i || finish) {added_q, result_due_q, offer_q} <= '0;
    else begin
      added_q <= added_d;
      result_due_q <= result_due_d;
      offer_q <= added_d & ~result_due_d & ~counter_due_d
                 & state_q inside {Start, Associated, Text};
    end
  end
  assign block_data_o = counter_due_q ? counter : sum_q;
  assign block_valid_o = counter_due_q | offer_q;

  // Results. That of a counter block waits for its beat, and for the output register.

  assign push = block_valid_o & block_ready_i;
  assign result_ready_o = ~oldest_q | bad_q | state_q == Tag
                          | (state_q == Text & went_q & ~added_q & ~out_valid_q);
  assign take = result_valid_i & result_ready_o;
  assign take_chain = take & ~oldest_q;
  assign take_stream = take & oldest_q;
  assign take_text = take_stream & state_q == Text & ~bad_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {flight_q, oldest_q, second_q} <= '0;
    else if (wipe_i) {flight_q, oldest_q, second_q} <= '0;
    else begin
      flight_q <= flight_q + 2'(push) - 2'(take);
      if (push) second_q <= counter_due_q;
      if (take && flight_q[1]) oldest_q <= second_q;
      else if (push && (take || flight_q == '0)) oldest_q <= counter_due_q;
    end
  end
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) begin
      adds[i] = take_chain | (take_stream & (state_q == Tag | (decrypt_q & keep_q[i])));
      out_text[8*i+:8] = data_q[8*i+:8] ^ (result_data_i[8*i+:8] & {8{keep_q[i]}});
    end
  end
  always_ff @(posedge clk_i) begin
    if (clean || step || finish) sum_q <= '0;
    else begin
      for (int unsigned i = 0; i < 16; i++) begin
        sum_q[8*i+:8] <= sum_q[8*i+:8] ^ (result_data_i[8*i+:8] & {8{adds[i]}})
                         ^ (formatted[8*i+:8] & {8{go_q}});
      end
    end
  end

  // The tag is the sum of the last result of CBC-MAC and the encrypted counter block 0, to which the
  // other tag is added with decryption. All bytes of the sum are compared with 0 in every case.

  assign done = added_q & flight_q == '0 & ~counter_due_q;
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) begin
      differ[i] = |sum_q[8*i+:8] & tag_keep[i];
      out_tag[8*i+:8] = sum_q[8*i+:8] & {8{tag_keep[i] & ~decrypt_q & ~bad_q}};
    end
  end
  assign finish = settled_q & ~out_valid_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) settled_q <= 1'b0;
    else if (wipe_i) settled_q <= 1'b0;
    else settled_q <= state_q == Result & ~finish;
  end
  always_ff @(posedge clk_i) begin
    differ_q <= differ;
    verdict_q <= |differ_q;
  end

  // Results of the message.

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) out_valid_q <= 1'b0;
    else if (wipe_i) out_valid_q <= 1'b0;
    else out_valid_q <= take_text | finish | (out_valid_q & ~out_ready);
  end
  always_ff @(posedge clk_i) begin
    if (clean) {out_q, out_keep_q, out_last_q, out_error_q} <= '0;
    else if (finish) begin
      out_q <= out_tag;
      out_keep_q <= tag_keep & {16{~decrypt_q & ~bad_q}};
      out_last_q <= 1'b1;
      out_error_q <= bad_q | (decrypt_q & verdict_q);
    end else if (take_text) begin
      out_q <= out_text;
      out_keep_q <= keep_q;
      {out_last_q, out_error_q} <= '0;
    end
  end

  if (Buffer == 0) begin : gen_release
    assign {m_tdata, m_tkeep, m_tlast, m_tuser} = {out_q, out_keep_q, out_last_q, out_error_q};
    assign m_tvalid = out_valid_q;
    assign {out_ready, out_clean} = {m_tready, 1'b0};
  end else begin : gen_hold
    logic out_hold_q;
    always_ff @(posedge clk_i) begin
      if (clean) out_hold_q <= 1'b0;
      else if (take_text || finish) out_hold_q <= decrypt_q;
    end
    sil_gcm_hold #(.Depth(Buffer)) u_hold (
      .clk_i, .rst_ni, .wipe_i,
      .clean_o (out_clean),
      .s_hold  (out_hold_q),
      .s_tdata (out_q),
      .s_tkeep (out_keep_q),
      .s_tlast (out_last_q),
      .s_tuser (out_error_q),
      .s_tvalid(out_valid_q),
      .s_tready(out_ready),
      .m_tdata, .m_tkeep, .m_tlast, .m_tuser, .m_tvalid, .m_tready
    );
  end
endmodule
