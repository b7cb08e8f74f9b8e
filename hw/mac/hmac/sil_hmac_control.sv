// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The order of things in HMAC (RFC 2104, FIPS 198-1): which bytes are hashed, from which chaining
/// value, and where the result goes.
///
/// A key of up to a block is collected; a longer one is hashed first. Two blocks of it, with ipad
/// and with opad, leave the two states from which every message under this key starts. After a reset
/// or a wipe a block of zeros goes where the key went. A message without a key is refused.
///
/// A message with a beat that breaks the framing is hashed and then refused; a key with one is not
/// loaded. A key that begins while a message is partly sent is dropped, the message refused; a message
/// beat while a key is partly sent ends that key, which is not loaded, and the message is refused.
module sil_hmac_control
  import sil_hmac_pkg::*;
#(
  /// Beats of a block, of a digest.
  parameter int unsigned Beats = 16,
  parameter int unsigned DigestBeats = 5,
  /// Keys and messages name their hash: SHA-1, or MD5, whose digest is a beat shorter.
  parameter bit Either = 1'b0,
  /// Keys come here; else messages only, under a key that is loaded elsewhere.
  parameter bit Keys = 1'b1,
  localparam int unsigned PlaceBits = $clog2(Beats)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// A key, a message may begin.
  input  logic                 key_open_i,
  input  logic                 message_open_i,
  /// Without Keys: a key is loaded.
  input  logic                 keyed_i,
  /// Nothing has begun; a key is loading.
  output logic                 idle_o,
  output logic                 loading_o,
  /// The stream of keys and messages.
  input  logic                 s_tkey,
  input  logic                 s_tsha1,
  input  logic                 s_tlast,
  /// The beat breaks a rule of sil_axis_framing; it has no bytes.
  input  logic                 s_terror,
  input  logic                 s_tnull,
  input  logic                 s_tvalid,
  output logic                 s_tready,
  /// A beat is offered, of this message or of another one.
  input  logic                 offered_i,
  /// Another message is partly sent.
  input  logic                 partly_i,
  /// This message is; a key is.
  output logic                 partly_o,
  output logic                 key_partly_o,
  /// The beat that goes to the padding unit: where it comes from and whether it ends its message.
  output source_e              source_o,
  output logic                 last_o,
  output logic                 valid_o,
  input  logic                 ready_i,
  output logic                 prefix_o,
  output logic                 raw_o,
  /// What bytes of key are masked with.
  output logic [7:0]           mask_o,
  /// The hash core: start, from which value, what to keep of it, and its result.
  output logic                 start_o,
  output copy_e                from_o,
  output copy_e                save_o,
  input  logic                 done_i,
  output logic                 take_o,
  /// The block of key moves on by a beat, and what comes behind it.
  output logic                 move_o,
  output behind_e              behind_o,
  /// The result becomes the digest; the digest moves on a beat.
  output logic                 digest_o,
  output logic                 shift_o,
  /// The hash is SHA-1.
  output logic                 sha1_o,
  /// A key is loaded, for either hash.
  output logic                 keyed_o,
  /// The tag, or the refusal, is valid, and taken.
  output logic                 m_tvalid,
  output logic                 refused_o,
  input  logic                 m_tready
);
  // Bit 3 is set while a key is loaded, bit 2 while nothing is hashed.
  typedef enum logic [3:0] {
    Wipe    = 4'b0000,  // a block of zeros is hashed (by either hash), and takes the key's place
    Tag     = 4'b0010,  // the digest of key and message
    Text    = 4'b0011,  // the message
    Ready   = 4'b0100,  // a message or a key may come
    Drop    = 4'b0101,  // a message without a key
    Refuse  = 4'b0110,  // its answer
    Skip    = 4'b0111,  // beats of a key that is refused
    Inner   = 4'b1000,  // the key with ipad
    Outer   = 4'b1001,  // the key with opad; zeros take its place
    Long    = 4'b1010,  // the key's first block is hashed
    Rest    = 4'b1011,  // and the rest of it
    Collect = 4'b1100,  // beats of the key come
    Exact   = 4'b1101,  // the key was a block: its last beat has no bytes
    Digest  = 4'b1110,  // the digest becomes the key
    Zero    = 4'b1111   // zeros behind the key
  } state_e;

  state_e state_d, state_q;
  logic [PlaceBits-1:0] place_d, place_q;
  logic sent_d, sent_q;        // all beats of this hash have gone to the padding unit
  logic started_d, started_q;  // the hash core has started it
  logic sha1_d, sha1_q;
  logic [1:0] keyed_d, keyed_q;  // for MD5, for SHA-1
  logic moved, end_of_block, hashing;
  logic unfinished;              // the hash goes on, or its tag waits
  logic broken_d, broken_q;      // this key or message breaks a rule
  logic dropping_d, dropping_q;  // beats of a key that is refused are still to come
  logic open;                    // beats of this key or message are to come
  logic goes_on;                 // a beat of the key is offered, not an empty last one

  logic end_of_digest;
  assign end_of_digest = place_q == PlaceBits'(DigestBeats - 1 - (Either && !sha1_q ? 1 : 0));
  assign end_of_block = place_q == PlaceBits'(Beats - 1);
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
      Wipe, Inner, Outer, Tag: valid_o = ~sent_q;
      Long:                    valid_o = started_q | goes_on;
      Rest:                    valid_o = ~sent_q & s_tvalid;
      Text:                    valid_o = ~sent_q & s_tvalid & ~s_tkey;
      default:                 valid_o = 1'b0;
    endcase
  end

  assign hashing = ~state_q[2];
  assign unfinished = hashing & ~(done_i & state_q != Tag);
  assign prefix_o = state_q inside {Text, Tag};
  assign raw_o = state_q inside {Wipe, Inner, Outer};
  assign mask_o = state_q == Inner ? IPAD : state_q == Outer ? OPAD : 8'h00;
  assign start_o = hashing & ~started_q & (state_q != Long | goes_on);
  assign from_o = state_q == Text ? InnerCopy : state_q == Tag ? OuterCopy : NoCopy;
  assign save_o = state_q == Inner ? InnerCopy : state_q == Outer ? OuterCopy : NoCopy;
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

  // The place counts beats that come, go, or are written. Blocks of key leave it at 0.
  always_comb begin
    unique case (state_q)
      Collect:                  move_o = s_tvalid;
      Wipe, Long, Inner, Outer: move_o = moved;
      Digest, Zero:             move_o = 1'b1;
      default:                  move_o = 1'b0;
    endcase
    unique case (state_q)
      Collect: behind_o = KeyBeat;
      Digest:  behind_o = DigestBeat;
      Inner:   behind_o = FirstBeat;
      default: behind_o = ZeroBeat;
    endcase
    place_d = place_q;
    if (move_o | (moved & state_q == Tag)) place_d = place_q + 1'b1;
    if (state_q == Ready) place_d = '0;
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
        state_d = s_tkey && Keys ? Collect
          : (Keys ? keyed_q[s_tsha1] & ~dropping_q : keyed_i) ? Text : Drop;
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
          Wipe: begin  // two hashes may have registers of their own
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
  end

  // A beat that is offered stays until it is taken, so what it breaks is known before that.
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
      broken_q   <= 1'b0;
      dropping_q <= 1'b0;
    end else begin
      broken_q   <= broken_d;
      dropping_q <= dropping_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= Wipe;
      place_q   <= '0;
      sent_q    <= 1'b0;
      started_q <= 1'b0;
      keyed_q   <= '0;
      sha1_q    <= 1'b0;
    end else begin
      state_q   <= Keys ? state_d : state_e'(state_d & 4'b0111);
      place_q   <= place_d;
      sent_q    <= sent_d;
      started_q <= started_d;
      keyed_q   <= keyed_d;
      sha1_q    <= sha1_d;
    end
  end

  assign digest_o = done_i & state_q inside {Rest, Text};
  assign shift_o = state_q == Digest | (state_q == Tag & moved);
  assign sha1_o = sha1_q;
  assign keyed_o = |keyed_q;
  assign idle_o = state_q == Ready;
  assign loading_o = state_q[3] | state_q == Wipe;
endmodule
