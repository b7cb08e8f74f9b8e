// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Control of HMAC (RFC 2104, FIPS 198-1): what is hashed, from where, and where the result goes.
///
/// A key of at most one block is collected and filled up with zeros; a longer key is hashed first,
/// and its digest is filled up with zeros. The result is the key block K0 (FIPS 198-1 4). K0 with
/// ipad and K0 with opad are hashed, and the core saves both midstates. Every message under this
/// key starts from them. After a reset or a wipe K0 is set to zeros, and a block of zeros is
/// hashed.
///
/// A message without a key is refused. A message with a beat that breaks a framing rule is hashed
/// and then refused; a key with such a beat is not loaded. When a key begins while a message is
/// partly sent, the key is dropped and the message is refused. When a message begins while a key is
/// partly sent, the key ends there and is not loaded, and the message is refused.
module sil_hmac_control
  import sil_hmac_pkg::*;
#(
  /// Beats per block.
  parameter int unsigned Beats = 16,
  /// Beats per digest.
  parameter int unsigned DigestBeats = 5,
  /// 1: each key and message names its hash, SHA-1 or MD5. The digest of MD5 is one beat shorter.
  parameter bit Either = 1'b0,
  /// 1: keys are loaded here. 0: this channel takes messages only, and another one loads the key.
  parameter bit Keys = 1'b1,
  localparam int unsigned BeatBits = $clog2(Beats)
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  /// A key may begin.
  input  logic       key_open_i,
  /// A message may begin.
  input  logic       message_open_i,
  /// With Keys = 0: a message may use a loaded key. With Either, bit 0 is for MD5, bit 1 for SHA-1.
  input  logic [1:0] keyed_i,
  /// No key and no message is in progress.
  output logic       idle_o,
  /// A key is being loaded, or a wipe is in progress.
  output logic       loading_o,
  /// The beat belongs to a key.
  input  logic       s_tkey,
  /// With Either: the beat's hash is SHA-1.
  input  logic       s_tsha1,
  input  logic       s_tlast,
  /// The beat breaks a rule of sil_axis_framing.
  input  logic       s_terror,
  /// The beat has no valid byte.
  input  logic       s_tnull,
  input  logic       s_tvalid,
  output logic       s_tready,
  /// A beat is offered on any channel.
  input  logic       offered_i,
  /// That beat belongs to a message of another channel.
  input  logic       elsewhere_i,
  /// A message of another channel is partly sent.
  input  logic       partly_i,
  /// A message of this channel is partly sent.
  output logic       partly_o,
  /// A key is partly sent.
  output logic       key_partly_o,
  /// Source of the beat that goes to the padder.
  output source_e    source_o,
  /// This beat is the last one of its hash.
  output logic       last_o,
  output logic       valid_o,
  input  logic       ready_i,
  /// As in sil_md_padder: the length field counts the key block, too.
  output logic       prefix_o,
  /// As in sil_md_padder: complete blocks that get no padding.
  output logic       raw_o,
  /// Byte that is XORed to each byte of the key block.
  output logic [7:0] mask_o,
  /// The hash core may start this hash.
  output logic       start_o,
  /// Midstate from which it starts.
  output midstate_e  restore_o,
  /// Midstate number under which its result is saved.
  output midstate_e  save_o,
  /// The hash core offers the digest of this channel.
  input  logic       done_i,
  /// The digest is taken if it is offered.
  output logic       take_o,
  /// Shift the key block by one beat.
  output logic       move_o,
  /// What is shifted in as its last beat.
  output shift_in_e  shift_in_o,
  /// Load the digest register from the hash core.
  output logic       digest_o,
  /// Shift the digest register by one beat.
  output logic       shift_o,
  /// The hash is SHA-1.
  output logic       sha1_o,
  /// A key is loaded. With Either: for at least one of the hashes.
  output logic       keyed_o,
  /// A message of another channel may use a loaded key, by hash as in `keyed_i`.
  output logic [1:0] usable_o,
  /// The answer is valid: the core's digest is the tag, or the message is refused.
  output logic       m_tvalid,
  /// The answer is a refusal.
  output logic       refused_o,
  /// The answer is taken.
  input  logic       m_tready
);
  state_e state_d, state_q;
  logic [BeatBits-1:0] beat_d, beat_q;
  logic sent_d, sent_q;        // the padder has taken all beats of this hash
  logic started_d, started_q;  // the hash core has started this hash
  logic key_valid_d, key_valid_q;  // a beat of the key block is offered
  logic long_q, collecting_q;      // the state is Long, or Collect
  logic writing_q;                 // the state is Digest or Zero
  logic sha1_d, sha1_q;
  logic [1:0] keyed_d, keyed_q;  // a key is loaded; bit 0: for MD5, bit 1: for SHA-1
  logic moved, end_of_block, end_of_digest, hashing;
  logic unfinished;              // a hash is in progress, or its tag has not been taken
  logic broken_d, broken_q;      // this key or message has broken a rule
  logic dropping_d, dropping_q;  // a key is dropped, and its last beat has not come
  logic open;                    // this key or message is partly sent
  logic own_key;                 // a key for the hash of this message is loaded
  logic goes_on;                 // a beat of the key is offered, and not a null beat as the last

  assign end_of_digest = beat_q == BeatBits'(DigestBeats - 1 - (Either && !sha1_q ? 1 : 0));
  assign end_of_block = beat_q == BeatBits'(Beats - 1);
  assign moved = valid_o & ready_i;

  always_comb begin
    unique case (state_q)
      Long, Inner, Outer: source_o = Key;
      Rest, Text:         source_o = Stream;
      Tag:                source_o = Hashed;
      default:            source_o = Nothing;
    endcase
    unique case (state_q)
      Wipe, Inner, Outer: last_o = end_of_block;
      Rest:               last_o = s_tlast | ~s_tkey;
      Text:               last_o = s_tlast;
      Tag:                last_o = end_of_digest;
      default:            last_o = 1'b0;
    endcase
    unique case (state_q)
      Rest:    valid_o = ~sent_q & s_tvalid;
      Text:    valid_o = ~sent_q & s_tvalid & ~s_tkey;
      Tag:     valid_o = ~sent_q;
      Long:    valid_o = key_valid_q | goes_on;
      default: valid_o = key_valid_q;
    endcase
  end

  assign own_key = Keys ? keyed_q[s_tsha1] & ~dropping_q : keyed_i[Either ? s_tsha1 : 1'b0];
  assign hashing = ~state_q[2];
  assign unfinished = hashing & ~(done_i & state_q != Tag);
  assign prefix_o = state_q inside {Text, Tag};
  assign raw_o = state_q inside {Wipe, Inner, Outer};
  assign mask_o = state_q == Inner ? IPAD : state_q == Outer ? OPAD : 8'h00;
  assign start_o = hashing & ~started_q & (state_q != Long | goes_on);
  assign restore_o = state_q == Text ? InnerMidstate : state_q == Tag ? OuterMidstate : NoMidstate;
  assign save_o = state_q == Inner ? InnerMidstate : state_q == Outer ? OuterMidstate : NoMidstate;
  assign take_o = state_q == Tag ? m_tready : 1'b1;
  assign refused_o = state_q == Refuse;
  assign m_tvalid = (done_i & state_q == Tag) | refused_o;

  always_comb begin
    unique case (state_q)
      Drop, Skip, Exact: s_tready = 1'b1;
      Collect:           s_tready = s_tkey;
      Rest:              s_tready = ~sent_q & ready_i & s_tkey;
      Text:              s_tready = ~sent_q & ready_i;
      default:           s_tready = 1'b0;
    endcase
  end

  assign move_o = writing_q | (collecting_q & s_tvalid)
    | ((key_valid_q | (long_q & goes_on)) & ready_i);

  // beat_q is the index of the beat in its block or digest: it counts beats that are taken from
  // the stream, sent to the padder or written to the key block. It wraps to 0 after each key block.
  always_comb begin
    unique case (state_q)
      Collect: shift_in_o = KeyBeat;
      Digest:  shift_in_o = DigestBeat;
      Inner:   shift_in_o = FirstBeat;
      default: shift_in_o = ZeroBeat;
    endcase
    beat_d = beat_q;
    if (move_o | (moved & state_q == Tag)) beat_d = beat_q + 1'b1;
    if (state_q == Ready) beat_d = '0;
  end

  always_comb begin
    state_d   = state_q;
    keyed_d   = keyed_q;
    sha1_d    = sha1_q;
    sent_d    = unfinished & (sent_q | (moved & last_o));
    started_d = unfinished & (started_q | start_o);
    unique case (state_q)
      Ready: if (Keys && s_tvalid && s_tkey && (partly_i || dropping_q)) state_d = Skip;
      else if (s_tvalid && (s_tkey ? key_open_i : message_open_i)) begin
        state_d = s_tkey && Keys ? Collect : own_key ? Text : Drop;
        sha1_d = s_tsha1;
        if (s_tkey) keyed_d[s_tsha1] = 1'b0;
      end
      Drop:   if (s_tvalid && s_tlast && !(Keys && s_tkey)) state_d = Refuse;
      Skip: if (s_tvalid) begin
        if (!s_tkey) state_d = s_tlast ? Refuse : Drop;
        else if (s_tlast) state_d = Ready;
      end
      Refuse: if (m_tready) state_d = Ready;
      Collect: if (s_tvalid) begin
        if (s_tlast || !s_tkey) state_d = end_of_block ? Inner : Zero;
        else if (end_of_block) state_d = Long;
      end
      Long: begin
        if (!started_q && s_tvalid && !goes_on) state_d = s_tkey ? Exact : Inner;
        else if (moved && end_of_block) state_d = Rest;
      end
      Exact: if (s_tvalid) state_d = Inner;
      Digest: if (end_of_digest) state_d = Zero;
      Zero: if (end_of_block) state_d = Inner;
      default: if (done_i) begin
        unique case (state_q)
          Wipe: begin  // with Either each hash may have its own registers: hash zeros with both
            if (Either && !sha1_q) sha1_d = 1'b1;
            else state_d = Ready;
          end
          Rest:    state_d = Digest;
          Inner:   state_d = Outer;
          Outer:   state_d = Ready;
          Text:    state_d = broken_q ? Refuse : Tag;
          default: if (m_tready) state_d = Ready;
        endcase
        if (state_q == Outer) keyed_d[sha1_q] = ~broken_q;
      end
    endcase
    if (Keys && s_tvalid && s_tready && s_tkey && state_q inside {Text, Drop, Skip}) keyed_d = '0;
    if (Keys && Either && elsewhere_i && key_partly_o) keyed_d = '0;
  end

  // The enable of the key block, move_o, has a high fan-out. These registers keep the decoding of
  // the state out of its path.
  always_comb begin
    unique case (state_d)
      Wipe, Inner, Outer: key_valid_d = ~sent_d;
      Long:               key_valid_d = started_d;
      default:            key_valid_d = 1'b0;
    endcase
  end

  // A beat that is offered holds until it is taken, so a rule that it breaks is seen before that.
  assign goes_on = s_tvalid & s_tkey & ~(s_tlast & s_tnull);
  assign partly_o = state_q == Drop | (state_q == Text & ~sent_q);
  assign key_partly_o = Keys & (state_q inside {Collect, Long} | (state_q == Rest & ~sent_q));
  assign open = key_partly_o | (state_q == Text & ~sent_q);
  always_comb begin
    broken_d = broken_q & state_q != Ready;
    if (open && s_tvalid && (s_terror || (Either && s_tsha1 != sha1_q))) broken_d = 1'b1;
    if (open && offered_i && s_tkey != key_partly_o) broken_d = 1'b1;
    dropping_d = dropping_q;
    if (Keys) begin
      if (s_tvalid && s_tready && s_tkey && state_q inside {Text, Drop, Skip}) dropping_d = ~s_tlast;
      if (s_tvalid && !s_tkey && key_partly_o) dropping_d = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q        <= Wipe;
      beat_q         <= '0;
      sent_q         <= 1'b0;
      started_q      <= 1'b0;
      key_valid_q    <= 1'b1;
      long_q         <= 1'b0;
      collecting_q   <= 1'b0;
      writing_q      <= 1'b0;
      keyed_q        <= '0;
      sha1_q         <= 1'b0;
      broken_q       <= 1'b0;
      dropping_q     <= 1'b0;
    end else begin
      state_q        <= Keys ? state_d : state_e'(state_d & 4'b0111);
      beat_q         <= beat_d;
      sent_q         <= sent_d;
      started_q      <= started_d;
      key_valid_q    <= key_valid_d;
      long_q         <= state_d == Long;
      collecting_q   <= state_d == Collect;
      writing_q      <= state_d inside {Digest, Zero};
      keyed_q        <= keyed_d;
      sha1_q         <= sha1_d;
      broken_q       <= broken_d;
      dropping_q     <= dropping_d;
    end
  end

  assign digest_o = done_i & state_q inside {Rest, Text};
  assign shift_o = state_q == Digest | (state_q == Tag & moved);
  assign sha1_o = sha1_q;
  assign keyed_o = |keyed_q;
  assign usable_o = !Either ? {2{keyed_o}} : dropping_q || key_partly_o ? '0 : keyed_q;
  assign idle_o = state_q == Ready;
  assign loading_o = state_q[3] | state_q == Wipe;
endmodule
