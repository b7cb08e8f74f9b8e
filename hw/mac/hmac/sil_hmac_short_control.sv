// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Control of sil_hmac_sha2_short and sil_hmac_md_short: what is hashed, from where, and where the
/// result goes.
///
/// It has the states of sil_hmac_control, and keys and messages have the same effects. These points
/// are different:
///
/// * A block that the unit makes (the key block, or the inner digest after K0 with opad) goes from
///   its memory to the hash core, and not through the padder.
/// * The core is done with a hash when it has issued the last control word, or the last but one. The
///   next hash starts before the result of the last one is complete.
/// * A message may begin while the tag of the message before is in the core or waits. A refusal
///   waits until that tag is taken, and so does the outer hash.
module sil_hmac_short_control
  import sil_hmac_pkg::*, sil_sha2_keyed_pkg::*;
#(
  localparam int unsigned Beats = sil_md_pkg::BLOCK_WORDS,
  localparam int unsigned BeatBits = $clog2(Beats)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// The beat belongs to a key.
  input  logic                s_tkey,
  input  logic                s_tlast,
  /// The beat breaks a rule of sil_axis_framing.
  input  logic                s_terror,
  /// The beat has no valid byte.
  input  logic                s_tnull,
  input  logic                s_tvalid,
  output logic                s_tready,
  /// The beat for the padder: it has no bytes; it is the last of its hash.
  output logic                empty_o,
  output logic                last_o,
  output logic                valid_o,
  input  logic                ready_i,
  /// The message words come from the memory of the block, and are the last block of the hash.
  output logic                own_block_o,
  output logic                own_last_o,
  /// Number of the word of that block.
  output logic [BeatBits-1:0] beat_o,
  /// The word is written: a beat of the key, or zero.
  output logic                write_o,
  output logic                collect_o,
  /// Byte that is XORed to each byte of the word.
  output logic [7:0]          mask_o,
  /// The ports of sil_sha2_keyed_core with the same names. The digest of MD5 and SHA-1 is in the
  /// memory of the chaining values, so that it needs no `digest_o`.
  output logic                start_o,
  output value_e              from_o,
  output value_e              to_o,
  output logic                digest_o,
  output logic                tag_o,
  output logic                half_o,
  output logic                padding_o,
  output logic                fill_o,
  input  logic                started_i,
  input  logic                done_i,
  /// The core takes a message word.
  input  logic                take_i,
  /// A key is loaded.
  output logic                keyed_o,
  /// The answer is a refusal.
  output logic                refused_o,
  /// A tag is offered.
  input  logic                tag_valid_i,
  input  logic                m_tready
);
  state_e state_d, state_q;
  logic [BeatBits-1:0] beat_q;
  // The padder takes beats: no bytes after a wipe, a long key after its first block, a message.
  logic wipes_q, rests_q, texts_q, sends;
  logic started_d, started_q;      // the hash core has started this hash
  logic [7:0] mask_q;              // byte that is XORed to each byte of that block
  logic own_block_q;               // message words come from the memory of the block
  logic keyed_d, keyed_q;
  logic long_d, long_q;            // K0 is the digest of a long key
  logic pending_d, pending_q;      // a tag is in the core, or waits
  logic broken_d, broken_q;        // this key or message has broken a rule
  logic dropping_d, dropping_q;    // a key is dropped, and its last beat has not come
  logic end_of_block, hashing, unfinished, key_partly, open, goes_on, write, count;

  assign end_of_block = beat_q == BeatBits'(Beats - 1);
  assign hashing = ~state_q[2];
  assign unfinished = hashing & ~done_i;
  assign goes_on = s_tvalid & s_tkey & ~(s_tlast & s_tnull);

  // The states in which the padder takes beats have registers of their own, up to the last beat.
  assign empty_o = wipes_q;
  assign last_o = s_tlast | wipes_q | (rests_q & ~s_tkey);
  assign valid_o = wipes_q | (s_tvalid & (rests_q | (texts_q & ~s_tkey)));
  always_comb begin
    unique case (state_q)
      Drop, Skip, Exact: s_tready = 1'b1;
      Collect:           s_tready = s_tkey;
      default:           s_tready = ready_i & ((rests_q & s_tkey) | texts_q);
    endcase
  end

  // The core. The outer hash starts when no tag waits.
  assign start_o = hashing & ~started_q & (state_q != Long | goes_on)
    & (state_q != Tag | ~pending_q);
  always_comb begin
    unique case (state_q)
      Text:    from_o = InnerValue;
      Tag:     from_o = OuterValue;
      default: from_o = InitialValue;
    endcase
    unique case (state_q)
      Inner:   to_o = InnerValue;
      Outer:   to_o = OuterValue;
      default: to_o = CurrentValue;
    endcase
  end
  assign digest_o = (state_q == Text & ~broken_q) | state_q == Rest;
  assign tag_o = state_q == Tag;
  assign half_o = state_q == Tag | long_q;
  assign padding_o = state_q == Tag;
  assign fill_o = state_q == Wipe;

  // The memory of the block. A word becomes zero when it is hashed for the last time. beat_q counts
  // the words that are written and those that are hashed.
  assign own_block_o = own_block_q;
  assign own_last_o = state_q != Long;
  assign beat_o = beat_q;
  assign collect_o = state_q == Collect;
  assign write = (take_i & state_q inside {Wipe, Long, Outer, Tag})
    | (s_tvalid & state_q == Collect) | state_q == Zero;
  assign write_o = write;
  assign count = write | (take_i & state_q == Inner);
  assign mask_o = mask_q;

  always_comb begin
    state_d = state_q;
    keyed_d = keyed_q;
    unique case (state_q)
      Ready: if (s_tvalid && s_tkey && dropping_q) state_d = Skip;
      else if (s_tvalid) begin
        state_d = s_tkey ? Collect : keyed_q && !dropping_q ? Text : Drop;
        if (s_tkey) keyed_d = 1'b0;
      end
      Drop: if (s_tvalid && s_tlast && !s_tkey) state_d = Refuse;
      Skip: if (s_tvalid) begin
        if (!s_tkey) state_d = s_tlast ? Refuse : Drop;
        else if (s_tlast) state_d = Ready;
      end
      Refuse: if (m_tready && !pending_q) state_d = Ready;
      Collect: if (s_tvalid) begin
        if (s_tlast || !s_tkey) state_d = end_of_block ? Inner : Zero;
        else if (end_of_block) state_d = Long;
      end
      Long: begin
        if (!started_q && s_tvalid && !goes_on) state_d = s_tkey ? Exact : Inner;
        else if (take_i && end_of_block) state_d = Rest;
      end
      Exact:  if (s_tvalid) state_d = Inner;
      Digest: state_d = Inner;
      Zero:   if (end_of_block) state_d = Inner;
      default: if (done_i) begin
        unique case (state_q)
          Rest:    state_d = Digest;
          Inner:   state_d = Outer;
          Text:    state_d = broken_q ? Refuse : Tag;
          default: state_d = Ready;
        endcase
        if (state_q == Outer) keyed_d = ~broken_q;
      end
    endcase
    if (s_tvalid && s_tready && s_tkey && state_q inside {Text, Drop, Skip}) keyed_d = 1'b0;
  end

  assign sends = valid_o & ready_i & last_o;
  assign started_d = unfinished & (started_q | started_i);
  assign long_d = state_q == Digest | (long_q & state_q != Ready);
  assign pending_d = (state_q == Tag & done_i) | (pending_q & ~(tag_valid_i & m_tready));

  // A beat that is offered holds until it is taken, so a rule that it breaks is seen before that.
  assign key_partly = state_q inside {Collect, Long} | rests_q;
  assign open = key_partly | texts_q;
  always_comb begin
    broken_d = broken_q & state_q != Ready;
    if (open && s_tvalid && (s_terror || s_tkey != key_partly)) broken_d = 1'b1;
    dropping_d = dropping_q;
    if (s_tvalid && s_tready && s_tkey && state_q inside {Text, Drop, Skip}) dropping_d = ~s_tlast;
    if (s_tvalid && !s_tkey && key_partly) dropping_d = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q     <= Wipe;
      beat_q      <= '0;
      wipes_q     <= 1'b1;
      rests_q     <= 1'b0;
      texts_q     <= 1'b0;
      started_q   <= 1'b0;
      own_block_q <= 1'b0;
      mask_q      <= '0;
      keyed_q     <= 1'b0;
      long_q      <= 1'b0;
      pending_q   <= 1'b0;
      broken_q    <= 1'b0;
      dropping_q  <= 1'b0;
    end else begin
      state_q     <= state_d;
      beat_q      <= state_q == Ready ? '0 : beat_q + BeatBits'(count);
      wipes_q     <= wipes_q & ~sends;
      rests_q     <= (rests_q & ~sends) | (state_q == Long & take_i & end_of_block);
      texts_q     <= (texts_q & ~sends)
        | (state_q == Ready & s_tvalid & ~s_tkey & keyed_q & ~dropping_q);
      started_q   <= started_d;
      // The core takes the first word of a hash some cycles after the state begins.
      own_block_q <= state_q inside {Long, Inner, Outer, Tag};
      mask_q      <= state_q == Inner ? IPAD : state_q == Outer ? OPAD : 8'h00;
      keyed_q     <= keyed_d;
      long_q      <= long_d;
      pending_q   <= pending_d;
      broken_q    <= broken_d;
      dropping_q  <= dropping_d;
    end
  end

  assign keyed_o = keyed_q;
  assign refused_o = state_q == Refuse & ~pending_q;
endmodule
