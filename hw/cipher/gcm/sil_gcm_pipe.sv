// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Authenticated encryption and decryption in Galois/Counter Mode (NIST SP 800-38D), one block of
/// text per cycle, for a block cipher with blocks of 128 bits that has a fixed latency.
///
/// All blocks take the same way: through a delay, which takes as long as the cipher, and then to
/// GHASH. For each block of text a counter block enters the cipher in the cycle in which the text
/// enters the delay. Two further blocks take that way: a block of zeros, whose result is the hash
/// subkey H (7.1, step 1), and J0, whose result is kept for the tag. Nothing on that way can stall.
/// The text that is accepted is counted, so that the queue of results always has room.
///
/// All decisions about a beat are made in its first three cycles. Bits that shift beside the
/// cipher say what is done with its result.
///
/// ## Latency and throughput
/// One block per cycle of the text, of the associated data, and of an IV that is hashed. The next
/// message starts when the tag is on its way to the queue of results.
///
/// ## Byte order
/// The first byte of a beat or of a block is in its low bits.
module sil_gcm_pipe
  import sil_gcm_pkg::*;
#(
  /// Cycles from a block to its result in the cipher, 11 to 49.
  parameter int unsigned Latency = 31
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Zeroise all data.
  input  logic         wipe_i,
  /// All data is being cleared: for 66 cycles after a reset and a wipe.
  output logic         clear_o,
  /// A word of a key is offered, so no message starts.
  input  logic         key_i,
  /// No message is in flight and no data is being cleared, so the cipher may accept a key, in this
  /// cycle and the next.
  output logic         key_may_o,
  /// A complete key is loaded in the cipher.
  input  logic         keyed_i,
  /// Messages can start: the powers of the hash subkey are computed.
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
  /// A block to the cipher, and its result Latency cycles later.
  output logic [127:0] block_data_o,
  output logic         block_valid_o,
  input  logic [127:0] result_data_i
);
  /// The cycles that a new key has until a word of the next key is known to be offered or not.
  localparam int unsigned Quiet = 4;
  /// Words of the queue of results.
  localparam int unsigned Queue = 64;
  /// Beats that are accepted at most after the decision to accept no more, and the tag.
  localparam int unsigned Late = 7;
  /// Cycles from the start of a step of GHASH to its block.
  localparam int unsigned Ahead = 5;

  if (!(Latency inside {[11:49]})) begin : gen_latency
    $fatal(1, "Latency must be 11 to 49");
  end

  /// What is expected next.
  typedef enum logic [3:0] {
    Idle,  // the start of a message
    Subkey,  // the powers of the hash subkey
    Iv, IvEnds, IvHash,  // the IV; the end of its checks; its hash
    Associated, Text,
    Tag,  // the tag of a decryption, and the hash
    Compare  // the comparison of the tag
  } state_e;

  /// What is done with a block and the result of the cipher, beside the cipher.
  typedef struct packed {
    logic text;  // the sum is a beat of the result
    logic plain;  // the block is hashed, not the sum
    logic hash;  // it is hashed
    logic last;  // it is the last one that is hashed
    logic first;  // the sum is the encrypted J0
    logic subkey;  // the sum is H
  } way_t;

  state_e state_q;
  logic clear, hold_q, have_q, idle_q, derive, start, started_q;
  (* keep *) logic clear_in_q, clear_out_q, clear_hash_q;  // copies, close to what they clear
  logic [Quiet-1:0] keyed_q;
  logic i_take, a_take, s_take, a_ready_q, s_ready_q, t_wait_q, from_i, iv_q;
  logic [5:0] user_q;
  logic [15:0] tag_keep, tag_keep_q;
  logic decrypt_q, tag_fits, bad_q;

  // A beat in its first and second cycle.
  logic [127:0] data0_q, data1_q, data2_q;
  logic [15:0] keep0_q, keep1_q, keep2_q;
  logic valid0_q, last0_q, start0_q, text0_q, legal0, short0;
  logic valid1_q, text1_q, some1_q, wrong1_q, short1_q, short2_q;
  logic [2:0] tail_q;  // cycles since the last beat of an IV or of a text
  logic some, over, lengths_enter_q, load, load_hash_q, load_short_q;
  logic [127:0] lengths;

  // The counter block.
  counter_t counter_q;
  logic block_valid_q;

  // Beside the cipher. Element 0 enters it; Latency cycles later the result is there.
  way_t way_q [Latency+1];
  logic first_q;
  localparam int unsigned Words = Latency - 1;
  (* ram_style = "distributed" *) logic [143:0] delay_q [Words];
  logic [$clog2(Words)-1:0] place_q;
  logic [127:0] late_q, sum, out_text, x_d, x_q, j0_q;
  logic [15:0] late_keep_q;

  // Hash, tag and results.
  logic loaded, hashed, hashed_q;
  logic [127:0] hash, tag, tag_q, given_q, out_q, out_tag_q;
  logic [15:0] out_keep_q, out_tag_keep_q, differ, differ_q;
  logic [2:0] compare_q;
  logic unequal_q, finish, ends_q, error_q, out_valid_q, out_last_q, out_error_q;
  logic [6:0] level_q;  // beats of text in flight and in the queue, and tags in the queue
  logic room_q, left_q;

  // Keys. A start waits while a key is offered, and a key while a message is in flight. The hash
  // subkey is computed when no word of a further key can arrive meanwhile.

  assign key_may_o = hold_q & state_q == Idle & ~clear & (have_q | ~keyed_q[0]);
  assign keyed_o = have_q & keyed_i;
  assign i_tready = state_q == Iv | (state_q == Idle & keyed_o & ~hold_q & ~key_i);
  assign i_take = i_tvalid & i_tready;
  assign start = i_take & state_q == Idle;
  assign derive = state_q == Idle & &keyed_q & keyed_i & ~have_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {hold_q, have_q, keyed_q} <= '0;
    else if (wipe_i) {hold_q, have_q, keyed_q} <= '0;
    else begin
      hold_q <= key_i;
      have_q <= keyed_i & (have_q | loaded);
      keyed_q <= {keyed_q[Quiet-2:0], keyed_i} & {Quiet{keyed_i}};
    end
  end

  // The sequence of a message.

  assign a_tready = a_ready_q;
  assign s_tready = s_ready_q;
  assign t_tready = t_wait_q;
  assign a_take = a_tvalid & a_ready_q;
  assign s_take = s_tvalid & s_ready_q;
  assign load = load_short_q | load_hash_q;
  assign finish = state_q == Tag & hashed_q & ~t_wait_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= Idle;
    else if (wipe_i) state_q <= Idle;
    else begin
      unique case (state_q)
        Idle: if (start) state_q <= i_tlast ? IvEnds : Iv;
              else if (derive) state_q <= Subkey;
        Subkey: if (loaded) state_q <= Idle;
        Iv: if (i_take && i_tlast) state_q <= IvEnds;
        IvEnds: if (tail_q[2]) state_q <= short2_q ? Associated : IvHash;
        IvHash: if (load_hash_q) state_q <= Associated;
        Associated: if (a_take && a_tlast) state_q <= Text;
        Text: if (s_take && s_tlast) state_q <= Tag;
        Tag: if (finish) state_q <= Compare;
        Compare: if (compare_q[2]) state_q <= Idle;
        default: state_q <= Idle;
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {a_ready_q, s_ready_q, t_wait_q, tail_q, hashed_q, compare_q} <= '0;
      {load_short_q, load_hash_q, lengths_enter_q} <= '0;
    end else if (wipe_i) begin
      {a_ready_q, s_ready_q, t_wait_q, tail_q, hashed_q, compare_q} <= '0;
      {load_short_q, load_hash_q, lengths_enter_q} <= '0;
    end else begin
      load_short_q <= state_q == IvEnds & tail_q[1] & short1_q;
      load_hash_q <= state_q == IvHash & hashed;
      lengths_enter_q <= tail_q[1] & (state_q == Tag | ~short1_q);
      a_ready_q <= load | (a_ready_q & ~(a_take & a_tlast));
      s_ready_q <= room_q & ((a_take & a_tlast) | (state_q == Text & ~(s_take & s_tlast)));
      t_wait_q <= (s_take & s_tlast & decrypt_q) | (t_wait_q & ~t_tvalid);
      tail_q <= {tail_q[1:0], (i_take & i_tlast) | (s_take & s_tlast)};
      hashed_q <= (hashed_q | hashed) & state_q == Tag;
      compare_q <= {compare_q[1:0], finish};
    end
  end

  // 4, 8 or 12 to 16 bytes (5.2.1.2).
  assign tag_fits = user_q[5:1] inside {5'd4, 5'd8, [5'd12:5'd16]};
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) tag_keep[i] = user_q[5:1] > 5'(i);
  end
  always_ff @(posedge clk_i) begin
    if (state_q == Idle) user_q <= i_tuser;
    started_q <= start;
    idle_q <= state_q inside {Idle, Subkey};
    iv_q <= state_q inside {Iv, IvEnds, IvHash};
    if (clear_in_q) {decrypt_q, bad_q, tag_keep_q} <= '0;
    else if (started_q) {decrypt_q, bad_q, tag_keep_q} <= {user_q[0], ~tag_fits, tag_keep};
    else bad_q <= bad_q | wrong1_q | (some1_q & over);
  end

  // Beats. In the first cycle the bytes are checked.

  assign from_i = state_q inside {Idle, Iv};
  assign legal0 = (keep0_q[15:1] & ~keep0_q[14:0]) == '0 && (last0_q || keep0_q[15]);
  assign short0 = start0_q & last0_q & keep0_q == 16'h0fff;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {valid0_q, valid1_q, some1_q, wrong1_q} <= '0;
    else if (wipe_i) {valid0_q, valid1_q, some1_q, wrong1_q} <= '0;
    else begin
      valid0_q <= i_take | a_take | s_take;
      valid1_q <= valid0_q;
      some1_q <= valid0_q & legal0 & keep0_q[0];
      wrong1_q <= valid0_q & (~legal0 | (start0_q & last0_q & ~keep0_q[0]));
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear_in_q) begin
      {data0_q, keep0_q, last0_q, start0_q, text0_q} <= '0;
      {data1_q, keep1_q, text1_q, short1_q, short2_q} <= '0;
    end else begin
      data0_q <= ({128{from_i}} & i_tdata) | ({128{a_ready_q}} & a_tdata)
                 | ({128{s_ready_q}} & s_tdata);
      keep0_q <= ({16{from_i}} & i_tkeep) | ({16{a_ready_q}} & a_tkeep)
                 | ({16{s_ready_q}} & s_tkeep);
      last0_q <= (from_i & i_tlast) | (a_ready_q & a_tlast) | (s_ready_q & s_tlast);
      start0_q <= state_q == Idle;
      text0_q <= s_ready_q;
      {data1_q, keep1_q, text1_q, short1_q} <= {data0_q, keep0_q, text0_q, short0};
      short2_q <= short1_q;
    end
  end

  // In the second cycle a beat with bytes enters. Once a message is refused, none does: no block is
  // encrypted with a counter of an IV that is not legal, or beyond the limit. The lengths and J0
  // enter when there is no beat.

  sil_gcm_pipe_lengths u_lengths (
    .clk_i,
    .clear_i(idle_q | load),
    .step_i (some),
    .keep_i (keep1_q),
    .text_i (text1_q),
    .over_o (over),
    .iv_i   (iv_q),
    .block_o(lengths)
  );
  assign some = some1_q & ~bad_q & ~over;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {way_q[0], block_valid_q} <= '0;
    else if (wipe_i) {way_q[0], block_valid_q} <= '0;
    else begin
      way_q[0] <= '{
        text: some & text1_q,
        plain: ~(derive | load) & (~text1_q | decrypt_q),
        hash: (some & ~short1_q) | lengths_enter_q,
        last: lengths_enter_q,
        first: load & ~bad_q,
        subkey: derive
      };
      block_valid_q <= (some & text1_q) | (load & ~bad_q) | derive;
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear_in_q) {data2_q, keep2_q} <= '0;
    else begin
      data2_q <= ({128{valid1_q}} & data1_q) | ({128{lengths_enter_q}} & lengths);
      keep2_q <= ({16{some & ~short1_q}} & keep1_q) | {16{lengths_enter_q | load | derive}};
    end
  end

  // J0 is an IV of 96 bits and the number 1, or the hash of the IV (7.1, step 2). The text starts
  // with the number after it. H is the result for a block of zeros.

  always_ff @(posedge clk_i) begin
    if (idle_q || clear_in_q) counter_q <= '0;
    else if (load) begin
      counter_q.fixed <= short2_q ? data2_q[95:0] : hash[95:0];
      counter_q.number <= short2_q ? 32'd1 : reverse4(hash[127:96]);
    end else if (block_valid_q) counter_q.number <= counter_q.number + 1'b1;
  end
  assign block_data_o = {reverse4(counter_q.number), counter_q.fixed};
  assign block_valid_o = block_valid_q;

  // The delay: each word of the memory is read before it is overwritten.

  for (genvar i = 1; i <= Latency; i++) begin : gen_way
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) way_q[i] <= '0;
      else if (wipe_i) way_q[i] <= '0;
      else way_q[i] <= way_q[i-1];
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) place_q <= '0;
    else place_q <= place_q == $bits(place_q)'(Words - 1) ? '0 : place_q + 1'b1;
  end
  always_ff @(posedge clk_i) begin
    delay_q[place_q] <= {keep2_q, data2_q};
    {late_keep_q, late_q} <= delay_q[place_q];
  end

  // The sum of a block and the result of the cipher.

  assign sum = late_q ^ result_data_i;
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) begin
      out_text[8*i+:8] = sum[8*i+:8] & {8{late_keep_q[i]}};
      x_d[8*i+:8] = (way_q[Latency].plain ? late_q[8*i+:8] : sum[8*i+:8]) & {8{late_keep_q[i]}};
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) first_q <= 1'b0;
    else if (wipe_i) first_q <= 1'b0;
    else first_q <= way_q[Latency].first;
  end
  always_ff @(posedge clk_i) begin
    x_q <= clear_out_q ? '0 : x_d;
    if (clear_out_q) j0_q <= '0;
    else if (first_q) j0_q <= x_q;
  end

  sil_ghash_pipe u_ghash (
    .clk_i, .rst_ni, .wipe_i,
    .clear_i (clear_hash_q),
    .load_i  (way_q[Latency+1-Ahead].subkey),
    .loaded_o(loaded),
    .step_i  (way_q[Latency+1-Ahead].hash),
    .last_i  (way_q[Latency+1-Ahead].last),
    .block_i (x_q),
    .done_o  (hashed),
    .value_o (hash)
  );

  // The tag is the sum of the hash and the encrypted J0 (7.1, step 6), to which the other tag is
  // added with decryption. All bytes of the sum are compared with 0 in every case.

  assign tag = hash ^ j0_q ^ given_q;
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) differ[i] = |tag_q[8*i+:8] & tag_keep_q[i];
  end
  always_ff @(posedge clk_i) begin
    if (clear_out_q || idle_q) given_q <= '0;
    else if (t_wait_q) given_q <= t_tdata;
    tag_q <= clear_out_q ? '0 : tag;
    differ_q <= differ;
    unequal_q <= |differ_q;
  end

  // Results. The tag is 0 in all cycles but one, so it needs no selection.

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {ends_q, out_valid_q, level_q, room_q, left_q} <= '0;
    else if (wipe_i) {ends_q, out_valid_q, level_q, room_q, left_q} <= '0;
    else begin
      ends_q <= state_q == Compare & compare_q[2];
      out_valid_q <= way_q[Latency].text | ends_q;
      left_q <= m_tvalid & m_tready;
      level_q <= level_q + 7'(way_q[0].text | ends_q) - 7'(left_q);
      room_q <= level_q < 7'(Queue - Late);
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear_out_q || !compare_q[2]) {error_q, out_tag_keep_q} <= '0;
    else begin
      error_q <= bad_q | (decrypt_q & unequal_q);
      out_tag_keep_q <= decrypt_q | bad_q ? '0 : tag_keep_q;
    end
    for (int unsigned i = 0; i < 16; i++) begin
      out_tag_q[8*i+:8] <= tag_q[8*i+:8]
                           & {8{compare_q[2] & tag_keep_q[i] & ~decrypt_q & ~bad_q & ~clear_out_q}};
    end
    if (clear) {out_error_q, out_last_q, out_keep_q, out_q} <= '0;
    else {out_error_q, out_last_q, out_keep_q, out_q} <= {
      error_q, ends_q, late_keep_q | out_tag_keep_q, out_text | out_tag_q
    };
  end

  sil_fifo_wipe_counted #(.Width(146), .Depth(Queue)) u_queue (
    .clk_i, .rst_ni, .wipe_i,
    .clear_o (clear),
    .s_tdata ({out_error_q, out_last_q, out_keep_q, out_q}),
    .s_tvalid(out_valid_q),
    .m_tdata ({m_tuser, m_tlast, m_tkeep, m_tdata}),
    .m_tvalid, .m_tready
  );
  assign clear_o = clear;
  always_ff @(posedge clk_i) begin
    {clear_in_q, clear_out_q} <= {2{clear}};
    clear_hash_q <= wipe_i | clear | ~keyed_i;
  end
endmodule
