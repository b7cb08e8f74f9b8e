// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Authenticated encryption and decryption in Galois/Counter Mode (NIST SP 800-38D) for a block
/// cipher with blocks of 128 bits. The cipher is outside this module. It can be any one with the
/// port that sil_modes_stream describes.
///
/// When a key is loaded, the cipher encrypts the block of zeros: the hash subkey H (7.1, step 1). A
/// message then starts with its IV on `i_`. An IV of 96 bits is the counter block J0 without its
/// last word, and any other is hashed (step 2). Associated data follows on `a_`, and plaintext or
/// ciphertext on `s_`. All blocks take the same way: into a queue, then to GHASH. For each block of
/// text a counter block goes to the cipher when the block enters the queue, and the result is added
/// when the block leaves it. The tag is one more such block: with decryption it is the tag to
/// compare with, so that the sum must be 0. With `Buffer`, plaintext waits for that in a memory.
///
/// ## Latency and throughput
/// A block of text as often as the cipher accepts it, but at most one in ceil(128 / Digit) + 2
/// cycles. A block of associated data, or of an IV that is hashed, takes ceil(128 / Digit) + 2
/// cycles. The next message starts when the last beat has left for the output register.
///
/// ## Byte order
/// The first byte of a beat or of a block is in its low bits.
module sil_gcm_stream
  import sil_gcm_pkg::*;
#(
  /// Bits of a block that GHASH multiplies per cycle, as in sil_ghash.
  parameter int unsigned Digit = 15,
  /// Words of the queue, a power of two: more than the blocks that can be in flight in the cipher.
  parameter int unsigned Queue = 16,
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
  /// All data is being cleared: for Queue + 2 cycles after a reset and a wipe.
  output logic         clear_o,
  /// A word of a key is offered, so no message starts.
  input  logic         key_i,
  /// No message is in flight and no data is being cleared, so the cipher may accept a key, in this
  /// cycle and the next.
  output logic         key_may_o,
  /// A complete key is loaded in the cipher.
  input  logic         keyed_i,
  /// Messages can start: the hash subkey of the loaded key is computed.
  output logic         keyed_o,
  /// IV. All beats but the last have 16 bytes.
  input  logic [127:0] i_tdata,
  input  logic [15:0]  i_tkeep,
  input  logic         i_tlast,
  /// Read with the first beat. Bit 0: decrypt. Bits 5 to 1: bytes of the tag, 4, 8 or 12 to 16.
  input  logic [5:0]   i_tuser,
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
  /// Blocks to the cipher, and its results in the same sequence.
  output logic [127:0] block_data_o,
  output logic         block_valid_o,
  input  logic         block_ready_i,
  input  logic [127:0] result_data_i,
  input  logic         result_valid_i,
  output logic         result_ready_o
);
  /// The cycles that a new key has until a word of the next key is known to be offered or not.
  localparam int unsigned Quiet = 4;

  /// What is expected next.
  typedef enum logic [3:0] {
    Idle,  // the start of a message
    Subkey,  // the result of the block of zeros
    Iv, IvLength, IvEnds,  // the IV; its length enters the queue; its hash
    Associated, Text, Lengths,
    Tag,
    Result  // the last beat of the result leaves
  } state_e;

  state_e state_q;
  logic clean, hold_q, have_q;
  logic idle_q;  // no message was in progress in the previous cycle
  logic [Quiet-1:0] keyed_q;
  logic derive, start, decrypt_q, bad_q;
  logic [4:0] tag_bytes;
  logic tag_fits;
  logic [15:0] tag_keep, tag_keep_q;

  // The beat that is processed.
  entry_t beat;
  logic [127:0] arriving, data_q;
  logic [15:0] arriving_keep, keep_q;
  logic last_q, start_q, arriving_last, arrives;
  logic legal, legal_q, short_q;  // contiguous bytes, 16 unless it is the last; an IV of 96 bits
  logic valid_q, from_i, from_a, from_s, from_t;
  logic go_q, some_q, enters, lengths_enter, over, none, ends, section_q;
  logic [127:0] lengths;

  // The counter block.
  counter_t counter_q;
  logic [31:0] first_q;  // the last word of J0
  logic load, load_hash_q, load_short_q, loaded_q, select_first_q, block_valid_q, accepted;

  // From the queue to GHASH and to the result.
  entry_t oldest, head_q;
  logic queue_ready, oldest_valid, head_valid_q, head_ready, able, ready_q, pop;
  // What is done with the block at the head, which a register knows once the block can leave.
  logic leaves_q, needs_q, text_q, lengths_q, tag_next_q, plain_q;
  logic [127:0] sum, masked, hash, tag;
  logic in_valid_q, in_tag_q, in_ready, hash_idle, load_subkey;
  logic [127:0] in_q;
  logic out_free, out_valid_q, out_last_q, out_error_q, out_ready, out_clean, finish;
  logic [127:0] out_q;
  logic [127:0] out_text, out_tag;
  logic [15:0] out_keep_q, differ, differ_q;
  logic unequal_q;
  logic [1:0] compare_q;  // the tag is known since one and since two cycles

  // Keys. A start waits while a key is offered, and a key while a message is in flight. The hash
  // subkey is computed when no word of a further key can arrive meanwhile.

  assign key_may_o = hold_q & state_q == Idle & ~clean & ~out_clean & (have_q | ~keyed_q[0]);
  assign keyed_o = have_q & keyed_i;
  assign i_tready = state_q == Iv ? ~valid_q : state_q == Idle & keyed_o & ~hold_q & ~key_i;
  assign start = i_tvalid & i_tready & state_q == Idle;
  assign derive = state_q == Idle & &keyed_q & keyed_i & ~have_q;
  assign load_subkey = state_q == Subkey & ready_q & result_valid_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {hold_q, have_q, keyed_q} <= '0;
    else if (wipe_i) {hold_q, have_q, keyed_q} <= '0;
    else begin
      hold_q <= key_i;
      have_q <= keyed_i & (have_q | load_subkey);
      keyed_q <= {keyed_q[Quiet-2:0], keyed_i} & {Quiet{keyed_i}};
    end
  end

  // The sequence of a message.

  assign ends = go_q & last_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= Idle;
    else if (wipe_i) state_q <= Idle;
    else begin
      unique case (state_q)
        Idle: if (start) state_q <= Iv;
              else if (derive) state_q <= Subkey;
        Subkey: if (load_subkey) state_q <= Idle;
        Iv: if (ends) state_q <= short_q ? Associated : IvLength;
        IvLength: if (queue_ready) state_q <= IvEnds;
        IvEnds: if (load_hash_q) state_q <= Associated;
        Associated: if (ends) state_q <= Text;
        Text: if (ends) state_q <= Lengths;
        Lengths: if (queue_ready) state_q <= Tag;
        Tag: if (go_q) state_q <= Result;
        Result: if (finish) state_q <= Idle;
        default: state_q <= Idle;
      endcase
    end
  end

  // 4, 8 or 12 to 16 bytes (5.2.1.2).
  assign tag_bytes = i_tuser[5:1];
  assign tag_fits = tag_bytes inside {5'd4, 5'd8, [5'd12:5'd16]};
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) tag_keep[i] = tag_bytes > 5'(i);
  end
  always_ff @(posedge clk_i) begin
    if (clean) {decrypt_q, bad_q, tag_keep_q} <= '0;
    else if (start) begin
      decrypt_q <= i_tuser[0];
      bad_q <= ~tag_fits;
      tag_keep_q <= tag_keep;
    end else if (go_q && state_q != Tag) begin
      bad_q <= bad_q | ~legal_q | over | (state_q == Iv & last_q & ~keep_q[0] & none);
    end
  end

  // Beats. The tag of an encryption is a beat of zeros.

  assign from_i = state_q inside {Idle, Iv};
  assign from_a = state_q == Associated;
  assign from_s = state_q == Text;
  assign from_t = state_q == Tag & decrypt_q;
  assign a_tready = from_a & ~valid_q;
  assign s_tready = from_s & ~valid_q;
  assign t_tready = from_t & ~valid_q;
  always_comb begin
    arriving = ({128{from_i}} & i_tdata) | ({128{from_a}} & a_tdata)
               | ({128{from_s}} & s_tdata) | ({128{from_t}} & t_tdata);
    arriving_keep = ({16{from_i}} & i_tkeep) | ({16{from_a}} & a_tkeep)
                    | ({16{from_s}} & s_tkeep) | ({16{state_q == Tag}} & tag_keep_q);
    arriving_last = (from_i & i_tlast) | (from_a & a_tlast) | (from_s & s_tlast);
    arrives = (i_tready & i_tvalid) | (a_tready & a_tvalid) | (s_tready & s_tvalid)
              | (t_tready & t_tvalid) | (state_q == Tag & ~decrypt_q & ~valid_q);
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (wipe_i) valid_q <= 1'b0;
    else valid_q <= arrives | (valid_q & ~go_q);
  end
  always_ff @(posedge clk_i) begin
    if (clean) {data_q, keep_q, last_q, start_q} <= '0;
    else if (!valid_q) begin
      data_q <= arriving;
      keep_q <= arriving_keep;
      last_q <= arriving_last;
      start_q <= state_q == Idle;
    end
  end

  // A beat with bytes enters the queue. Once a message is refused, none does: no block is encrypted
  // with a counter of an IV that is not legal, or beyond the limit.

  assign lengths_enter = state_q inside {IvLength, Lengths};
  assign legal = (keep_q[15:1] & ~keep_q[14:0]) == '0 && (last_q || keep_q[15]);
  always_ff @(posedge clk_i) begin
    some_q <= keep_q[0] & legal & ~bad_q & ~over;
    legal_q <= legal;
    short_q <= start_q & last_q & keep_q == 16'h0fff;
  end
  // A register decides that the beat is processed. Once it can be, that stays so.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {go_q, idle_q, load_hash_q} <= '0;
    else if (wipe_i) {go_q, idle_q, load_hash_q} <= '0;
    else begin
      go_q <= valid_q & ~go_q & queue_ready & (~block_valid_q | ~(state_q inside {Text, Tag}));
      idle_q <= state_q == Idle;
      load_hash_q <= state_q == IvEnds & ~load_hash_q & ~oldest_valid & ~head_valid_q & ~in_valid_q
                   & hash_idle;
    end
  end
  assign enters = go_q & (state_q == Tag | (some_q & ~(state_q == Iv & short_q)));
  always_comb begin
    beat = '{kind: HASH, keep: keep_q, data: data_q};
    if (state_q == Text) beat.kind = TEXT;
    if (state_q == Tag) beat.kind = TAG;
    if (lengths_enter) beat = '{kind: LENGTHS, keep: '0, data: data_q};
  end

  sil_gcm_lengths u_lengths (
    .clk_i,
    .clear_i(clean | load_hash_q | idle_q),
    .next_i (section_q),
    .step_i (go_q & some_q & ((state_q == Iv & ~short_q) | state_q inside {Associated, Text})),
    .keep_i (keep_q),
    .text_i (state_q == Text),
    .over_o (over),
    .none_o (none),
    .block_o(lengths)
  );
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) section_q <= 1'b0;
    else if (wipe_i) section_q <= 1'b0;
    else section_q <= ends & state_q == Associated;
  end

  sil_fifo_wipe #(.Width($bits(entry_t)), .Depth(Queue)) u_queue (
    .clk_i, .rst_ni, .wipe_i,
    .clean_o (clean),
    .s_tdata (beat),
    .s_tvalid(enters | lengths_enter),
    .s_tready(queue_ready),
    .m_tdata (oldest),
    .m_tvalid(oldest_valid),
    .m_tready(head_ready)
  );
  assign clear_o = clean;

  // Counter blocks. J0 is an IV of 96 bits and the number 1, or the hash of the IV (7.1, step 2).
  // The text starts with the number after it, and the tag has J0.

  assign load = load_hash_q | load_short_q;
  assign accepted = block_valid_q & block_ready_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {block_valid_q, load_short_q, loaded_q} <= '0;
    else if (wipe_i) {block_valid_q, load_short_q, loaded_q} <= '0;
    else begin
      load_short_q <= ends & state_q == Iv & short_q;
      loaded_q <= load;
      if (block_valid_q) block_valid_q <= ~block_ready_i;
      else block_valid_q <= (enters & state_q inside {Text, Tag})
                            | derive;
    end
  end
  always_ff @(posedge clk_i) begin
    if (clean || idle_q) {counter_q, first_q} <= '0;
    else if (load) begin
      counter_q.fixed <= load_hash_q ? hash[95:0] : data_q[95:0];
      counter_q.number <= load_hash_q ? reverse4(hash[127:96]) : 32'd1;
      first_q <= load_hash_q ? reverse4(hash[127:96]) : 32'd1;
    end else if (loaded_q || (accepted && state_q == Text)) begin
      counter_q.number <= counter_q.number + 1'b1;
    end
    if (clean) select_first_q <= 1'b0;
    else if (!block_valid_q) select_first_q <= state_q == Tag;
  end
  assign block_data_o = {
    reverse4(select_first_q ? first_q : counter_q.number), counter_q.fixed
  };
  assign block_valid_o = block_valid_q;

  // Blocks that leave the queue. The oldest one is in a register. Once it can leave, or a result
  // can be taken, that stays so until it does.

  assign head_ready = ~head_valid_q | pop;
  assign out_free = ~out_valid_q | out_ready;
  assign able = head_valid_q & ~in_valid_q & (out_free | head_q.kind != TEXT);
  assign pop = leaves_q & (~needs_q | result_valid_i);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {head_valid_q, leaves_q, ready_q} <= '0;
    else if (wipe_i) {head_valid_q, leaves_q, ready_q} <= '0;
    else begin
      if (head_ready) head_valid_q <= oldest_valid;
      leaves_q <= able & ~pop;
      ready_q <= ~(ready_q & result_valid_i)
                 & (state_q == Subkey | (able & head_q.kind inside {TEXT, TAG}));
    end
  end
  always_ff @(posedge clk_i) begin
    if (clean) head_q <= '0;
    else if (head_ready) head_q <= oldest;
    needs_q <= head_q.kind inside {TEXT, TAG};
    text_q <= head_q.kind == TEXT;
    lengths_q <= head_q.kind == LENGTHS;
    tag_next_q <= head_q.kind == TAG;
    plain_q <= head_q.kind == HASH | (head_q.kind == TEXT & decrypt_q);
  end
  assign result_ready_o = ready_q;

  always_comb begin
    sum = head_q.data ^ result_data_i;
    for (int unsigned i = 0; i < 16; i++) begin
      out_text[8*i+:8] = sum[8*i+:8] & {8{head_q.keep[i]}};
      masked[8*i+:8] = (plain_q ? head_q.data[8*i+:8] : sum[8*i+:8]) & {8{head_q.keep[i]}};
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) in_valid_q <= 1'b0;
    else if (wipe_i) in_valid_q <= 1'b0;
    else in_valid_q <= pop | (in_valid_q & ~(in_tag_q ? finish : in_ready));
  end
  always_ff @(posedge clk_i) begin
    if (clean) {in_q, in_tag_q} <= '0;
    else if (pop) begin
      in_q <= masked ^ (lengths_q ? lengths : '0);
      in_tag_q <= tag_next_q;
    end
  end

  sil_ghash #(.Digit(Digit)) u_ghash (
    .clk_i, .rst_ni, .wipe_i,
    .clear_i    (clean),
    .clear_key_i(clean | ~keyed_i),
    .load_i     (load_subkey),
    .subkey_i   (result_data_i),
    .begin_i    (load_hash_q | idle_q),
    .s_tdata    (in_q),
    .s_tvalid   (in_valid_q & ~in_tag_q),
    .s_tready   (in_ready),
    .idle_o     (hash_idle),
    .value_o    (hash)
  );

  // The tag is the sum of the hash and the encrypted J0 (7.1, step 6), to which the other tag is
  // added with decryption. All bytes of the sum are compared with 0 in every case.

  assign tag = hash ^ in_q;
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) begin
      differ[i] = |tag[8*i+:8] & tag_keep_q[i];
      out_tag[8*i+:8] = tag[8*i+:8] & {8{tag_keep_q[i] & ~decrypt_q & ~bad_q}};
    end
  end
  assign finish = compare_q[1] & out_free;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) compare_q <= '0;
    else if (wipe_i) compare_q <= '0;
    else compare_q <= {compare_q[0] & ~finish, in_valid_q & in_tag_q & hash_idle & ~finish};
  end
  always_ff @(posedge clk_i) begin
    differ_q <= differ;
    unequal_q <= |differ_q;
  end

  // Results.

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) out_valid_q <= 1'b0;
    else if (wipe_i) out_valid_q <= 1'b0;
    else out_valid_q <= (pop & text_q) | finish | (out_valid_q & ~out_ready);
  end
  always_ff @(posedge clk_i) begin
    if (clean) {out_q, out_keep_q, out_last_q, out_error_q} <= '0;
    else if (finish) begin
      out_q <= out_tag;
      out_keep_q <= decrypt_q | bad_q ? '0 : tag_keep_q;
      out_last_q <= 1'b1;
      out_error_q <= bad_q | (decrypt_q & unequal_q);
    end else if (pop && text_q) begin
      out_q <= out_text;
      out_keep_q <= head_q.keep;
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
      else if ((pop && text_q) || finish) out_hold_q <= decrypt_q;
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
