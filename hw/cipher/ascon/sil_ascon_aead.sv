// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Ascon-AEAD128 (NIST SP 800-232 4): authenticated encryption and decryption of streams.
///
/// A message starts with its nonce on `i_`. Associated data follows on `a_`, plaintext or ciphertext
/// on `s_`, and with decryption the tag on `t_`. The last cycle of a permutation adds the next block
/// and the key where the standard adds it, and waits for the block. A beat of the result leaves in the
/// cycle after. While no message is in flight, the state has a value that one cycle of rounds maps to
/// the initial value, so that the nonce and the key need no multiplexer.
///
/// A plaintext leaves before its tag is compared. The receiver must not use it before the last beat.
///
/// ## Latency and throughput
/// With C = 8 / Unroll: a block of associated data or text takes C cycles. For a message with n blocks
/// after padding, of which associated data has floor(bytes / 16) + 1 or none and text has
/// floor(bytes / 16) + 1, the last beat of the result is valid (24 + 8 * (n - 1)) / Unroll + 3
/// cycles after the nonce is accepted, and one cycle later without associated data. The next nonce is
/// accepted in the cycle after the last beat of the result.
///
/// ## Byte order
/// The first byte of a key, of a nonce or of a beat is in its low bits.
module sil_ascon_aead
  import sil_ascon_pkg::*, sil_ascon_aead_pkg::*;
#(
  /// Rounds per cycle: 1, 2 or 4. Gain: cycles. Cost: 704 tables of four inputs for each round, and a
  /// longer path.
  parameter int unsigned Unroll = 1
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Zeroise the key and all data that depends on it. Takes one cycle, as after a reset.
  input  logic         wipe_i,
  /// Words of the key, the first byte of the key in the low bits of the first word.
  input  logic [31:0]  k_tdata,
  /// High with the last word of the key. A key that ends too soon or too late is refused.
  input  logic         k_tlast,
  /// A key goes before a start that waits or that is offered in the same cycle.
  input  logic         k_tvalid,
  output logic         k_tready,
  /// A complete key is loaded.
  output logic         keyed_o,
  /// The nonce.
  input  logic [127:0] i_tdata,
  /// Valid bytes. A nonce is one beat with all of them. Any other nonce is refused.
  input  logic [15:0]  i_tkeep,
  input  logic         i_tlast,
  /// Decrypt. Read with the first beat.
  input  logic         i_tuser,
  input  logic         i_tvalid,
  output logic         i_tready,
  /// Associated data. No data is one null beat.
  input  logic [127:0] a_tdata,
  /// Valid bytes. All, or in the last beat the first ones or none. Any other pattern is refused.
  input  logic [15:0]  a_tkeep,
  input  logic         a_tlast,
  input  logic         a_tvalid,
  output logic         a_tready,
  /// Plaintext or ciphertext. No text is one null beat.
  input  logic [127:0] s_tdata,
  /// As `a_tkeep`.
  input  logic [15:0]  s_tkeep,
  input  logic         s_tlast,
  input  logic         s_tvalid,
  output logic         s_tready,
  /// With decryption, the tag to compare with: one beat after the text.
  input  logic [127:0] t_tdata,
  input  logic         t_tvalid,
  output logic         t_tready,
  /// Ciphertext or plaintext, then one beat with `m_tlast`: the tag, or a null beat with decryption and
  /// when it was refused. Unmarked bytes are 0. Plaintext leaves before its tag is compared.
  output logic [127:0] m_tdata,
  /// Valid bytes of the beat, from the lowest upwards.
  output logic [15:0]  m_tkeep,
  output logic         m_tlast,
  /// High with `m_tlast`: the message was refused, or its tag is wrong. Its result must not be used.
  output logic         m_tuser,
  /// A wipe withdraws a beat that is not yet accepted, and drops the rest of its message.
  output logic         m_tvalid,
  input  logic         m_tready
);
  if (!(Unroll inside {1, 2, 4})) begin : gen_unroll
    $fatal(1, "Unroll must be 1, 2 or 4");
  end

  localparam logic [3:0] Last = 4'(ROUNDS - Unroll);
  localparam state_t Idle = idle_state(Unroll);

  /// No message is in flight; the initialization; the permutations after blocks; the finalization; the
  /// tag is in the state.
  typedef enum logic [2:0] {IDLE, INIT, DATA, FINAL, TAG} phase_e;

  phase_e phase_d, phase_q;
  // Numbers of the first round of the cycle, and of the first round of the cycle after it. After the
  // last round that is the first round of Ascon-p[8], unless a register says otherwise.
  logic [3:0] round_q, next_q, next;
  // The cycle is the last one of a permutation, or the one before it; it is the last one of the first
  // or of the last permutation, which adds the key.
  logic edge_q, before_q, key_edge_q;
  logic fresh_q, clear, start, restart, run, slot;
  logic decrypt_q, bad_q, nonce_q;

  // The key.

  logic [3:0][31:0] key_q;
  logic [2:0] words_q;
  logic loaded_q, key_word;
  word_t key0, key1;

  assign clear = wipe_i | fresh_q;
  assign k_tready = phase_q == IDLE & ~fresh_q;
  assign key_word = k_tvalid & k_tready;
  assign keyed_o = loaded_q;
  assign {key1, key0} = key_q;
  // The number of words that have come, up to four, which is one too many for a key that goes on.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {words_q, loaded_q} <= '0;
    else if (wipe_i) {words_q, loaded_q} <= '0;
    else if (key_word) begin
      words_q <= k_tlast ? '0 : words_q[2] ? words_q : words_q + 1'b1;
      loaded_q <= k_tlast & words_q == 3'd3;
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear) key_q <= '0;
    else if (key_word) key_q <= {k_tdata, key_q[3:1]};
  end

  // The start of a message. A nonce of several beats is refused, and read to its end.

  assign i_tready = nonce_q | (phase_q == IDLE & loaded_q & ~k_tvalid);
  assign start = i_tvalid & phase_q == IDLE & loaded_q & ~k_tvalid;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) nonce_q <= 1'b0;
    else if (wipe_i) nonce_q <= 1'b0;
    else if (i_tvalid & i_tready) nonce_q <= ~i_tlast;
  end

  // Blocks: a beat with its padding, or the padding alone after a full last beat.

  logic [127:0] beat_data, block, data_q;
  logic [15:0] beat_keep, keep, keep_q, replace_q;
  // A block is to come, and it is one of text.
  logic open_q, from_s_q;
  logic beat_last, beat_error, valid, accept, takes, ends, pad_q, some_q, accepted_q, error_q, bad;
  logic seen_q, take_q, text_q, domain_q, last_q, waits, gives, out_valid_q;

  assign beat_data = from_s_q ? s_tdata : a_tdata;
  assign beat_keep = from_s_q ? s_tkeep : a_tkeep;
  assign beat_last = from_s_q ? s_tlast : a_tlast;
  assign keep = pad_q ? '0 : beat_last ? beat_keep : '1;
  for (genvar i = 0; i < 16; i++) begin : gen_byte
    logic mark;
    if (i == 0) begin : gen_first
      assign mark = 1'b1;
    end else begin : gen_after
      assign mark = keep[i-1];
    end
    assign block[8*i+:8] = keep[i] ? beat_data[8*i+:8] : PADDING & {8{mark}};
  end
  sil_axis_framing #(.Bytes(16)) u_framing (
    .keep_i(beat_keep), .last_i(beat_last), .error_o(beat_error)
  );

  assign a_tready = slot & open_q & ~from_s_q & ~pad_q;
  assign s_tready = slot & open_q & from_s_q & ~pad_q;
  assign valid = pad_q | (open_q & (from_s_q ? s_tvalid : a_tvalid));
  assign accept = slot & valid;
  assign ends = ~keep[15];
  // Associated data of no bytes has no block.
  assign takes = accept & (from_s_q | some_q | keep[0]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {open_q, from_s_q, pad_q, some_q, seen_q, take_q, accepted_q} <= '0;
    end else if (wipe_i) begin
      {open_q, from_s_q, pad_q, some_q, seen_q, take_q, accepted_q} <= '0;
    end else begin
      if (start) {open_q, from_s_q} <= 2'b10;
      else if (accept & ends) {open_q, from_s_q} <= {~from_s_q, 1'b1};
      if (start) {some_q, seen_q} <= '0;
      else if (accept) {some_q, seen_q} <= {1'b1, from_s_q};
      if (accept) pad_q <= ~ends & beat_last;
      take_q <= takes | waits;
      accepted_q <= accept;
    end
  end
  assign bad = bad_q | (accepted_q & error_q);
  always_ff @(posedge clk_i) begin
    error_q <= beat_error & ~pad_q;
    bad_q <= ~clear & (start ? ~(&i_tkeep & i_tlast) : bad);
    if (clear) decrypt_q <= 1'b0;
    else if (start) decrypt_q <= i_tuser;
  end
  // The block is zero except in the cycles that can add it. Without a valid beat such a cycle waits,
  // and its sum has no effect.
  assign waits = take_q & text_q & out_valid_q;
  assign gives = take_q & text_q & ~out_valid_q;
  always_ff @(posedge clk_i) begin
    if (clear | ~(slot | waits)) begin
      {data_q, keep_q, replace_q, text_q, domain_q, last_q} <= '0;
    end else if (slot) begin
      data_q <= block;
      keep_q <= keep;
      replace_q <= keep & {16{decrypt_q & from_s_q}};
      text_q <= from_s_q;
      domain_q <= from_s_q & ~seen_q;
      last_q <= from_s_q & ends;
    end
  end

  // The sequence of a message.

  logic done_q;

  always_comb begin
    phase_d = phase_q;
    run = 1'b0;
    unique case (phase_q)
      IDLE: begin
        run = start;
        if (start) phase_d = INIT;
      end
      INIT, DATA: begin
        run = ~edge_q | (take_q & ~waits);
        if (edge_q & run) phase_d = last_q ? FINAL : DATA;
      end
      FINAL: begin
        run = 1'b1;
        if (edge_q) phase_d = TAG;
      end
      default: if (done_q & m_tready) phase_d = IDLE;
    endcase
  end
  assign next = last_q ? '0 : next_q;
  assign restart = clear | (phase_q == TAG & done_q & m_tready);
  // A block is accepted in the cycle before a cycle that can add it.
  assign slot = phase_q inside {INIT, DATA}
    & (before_q | (edge_q & ~take_q));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= IDLE;
      {round_q, next_q, edge_q, before_q, key_edge_q} <= {Last, 4'd0, 3'b100};
      fresh_q <= 1'b1;
    end else if (wipe_i) begin
      phase_q <= IDLE;
      {round_q, next_q, edge_q, before_q, key_edge_q} <= {Last, 4'd0, 3'b100};
      fresh_q <= 1'b0;
    end else begin
      phase_q <= phase_d;
      if (restart) begin
        {round_q, next_q, edge_q, before_q, key_edge_q} <= {Last, 4'd0, 3'b100};
      end else if (run) begin
        round_q <= next;
        next_q <= next == Last ? FIRST_OF_8 : next + 4'(Unroll);
        edge_q <= next == Last;
        before_q <= next == Last - 4'(Unroll);
        key_edge_q <= next == Last && phase_d inside {INIT, FINAL};
      end
      fresh_q <= 1'b0;
    end
  end

  // The state. With the nonce come the key and the nonce; with the last cycle of the first and of the
  // last permutation the key; with the last block the key, in other words of the state.

  state_t add, boxes, mixed, sum, state_d, state_q;

  assign add[0] = data_q[63:0];
  // a ^ (b & c), in tables of their own, so that synthesis joins nothing to the path of the round.
  sil_function4 #(.Values(16'h6a6a), .Width(64)) u_add1 (
    .a_i(data_q[127:64]), .b_i(key0), .c_i({64{start}}), .d_i('0), .value_o(add[1])
  );
  assign add[2] = (key1 & {64{start}}) ^ (key0 & {64{last_q}});
  assign add[3] = (i_tdata[63:0] & {64{start}}) ^ (key0 & {64{key_edge_q}}) ^ (key1 & {64{last_q}});
  assign add[4] = (i_tdata[127:64] & {64{start}}) ^ (key1 & {64{key_edge_q}}) ^ {domain_q, 63'b0};

  sil_ascon_rounds #(.Unroll(Unroll)) u_rounds (
    .round_i(round_q), .next_i(next), .state_i(state_q), .add_i(add), .boxes_o(boxes),
    .state_o(sum)
  );

  // The first two words take a ciphertext: the sum when a plaintext was added, the block itself when
  // a ciphertext was. They are not made from the sum, so that the path has no further level.
  assign mixed = p_L(boxes);
  for (genvar i = 0; i < 16; i++) begin : gen_rate
    assign state_d[i/8][8*(i%8)+:8] =
      (mixed[i/8][8*(i%8)+:8] & ~{8{replace_q[i]}}) ^ add[i/8][8*(i%8)+:8];
  end
  assign state_d[4:2] = sum[4:2];
  always_ff @(posedge clk_i) begin
    if (restart) state_q <= Idle;
    else if (run) state_q <= state_d;
  end

  // The result.

  logic tag_taken, got_q, show_q, verdict_q;
  logic [127:0] out_q, tag;
  logic [15:0] out_keep_q, differ_q;

  assign tag = {state_q[4], state_q[3]};
  assign t_tready = phase_q == TAG & decrypt_q & ~got_q;
  assign tag_taken = phase_q == TAG & ~got_q & (t_tvalid | ~decrypt_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {out_valid_q, got_q, done_q} <= '0;
    else if (wipe_i) {out_valid_q, got_q, done_q} <= '0;
    else begin
      if (gives) out_valid_q <= keep_q[0] & ~bad;
      else if (m_tready) out_valid_q <= 1'b0;
      got_q <= (got_q | tag_taken) & ~restart;
      // The last beat waits for the beats of the text, and for the end of a nonce that is refused.
      done_q <= done_q ? ~m_tready : got_q & ~out_valid_q & ~nonce_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear) begin
      {out_q, out_keep_q, differ_q, show_q, verdict_q} <= '0;
    end else begin
      if (gives) out_q <= {sum[1], sum[0]};
      if (gives) out_keep_q <= keep_q & {16{~bad}};
      else if (m_tready) out_keep_q <= '0;
      for (int unsigned i = 0; i < 16; i++) begin
        if (tag_taken) differ_q[i] <= decrypt_q & (t_tdata[8*i+:8] != tag[8*i+:8]);
      end
      if (!done_q) show_q <= got_q & ~out_valid_q & ~nonce_q & ~decrypt_q & ~bad_q;
      else if (m_tready) show_q <= 1'b0;
      if (!done_q) verdict_q <= bad_q | (|differ_q);
    end
  end

  for (genvar i = 0; i < 16; i++) begin : gen_result
    assign m_tdata[8*i+:8] = (out_q[8*i+:8] & {8{out_keep_q[i]}}) | (tag[8*i+:8] & {8{show_q}});
  end
  assign m_tkeep = out_keep_q | {16{show_q}};
  assign m_tlast = done_q;
  assign m_tuser = done_q & verdict_q;
  assign m_tvalid = out_valid_q | done_q;
endmodule
