// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: what HMAC hashes, in which sequence, and what it answers (RFC 2104 2, FIPS 198-1
/// 4). A key becomes K0. K0 with ipad and K0 with opad are hashed, and their midstates saved. The
/// inner hash of a message is that of its beats after the first midstate. The outer hash is that of
/// the inner digest after the second one. Each message has one answer: a refusal if it has no key,
/// or if it or its key breaks a rule. There is no deadlock: in each cycle the unit waits for the
/// sender, the padder, the core or the receiver, or it fills K0 up, which takes at most as many
/// cycles as a block has beats.
module sil_hmac_control_proof
  import sil_md_pkg::BLOCK_WORDS, sil_hmac_pkg::*;
#(
  /// As in sil_hmac_engine.
  parameter int unsigned Width = 32,
  parameter int unsigned Unroll = 1,
  parameter int unsigned DigestBits = 256,
  parameter bit Either = 1'b0,
  localparam int unsigned DataBits = Unroll * Width,
  localparam int unsigned Bytes = DataBits / 8,
  localparam int unsigned Beats = BLOCK_WORDS / Unroll,
  localparam int unsigned DigestBeats = (DigestBits + DataBits - 1) / DataBits,
  localparam int unsigned CountBits = $clog2(Beats + 1)
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  key_open_i,
  input logic                  message_open_i,
  input logic [DataBits-1:0]   s_tdata,
  input logic [Bytes-1:0]      s_tkeep,
  input logic                  s_tlast,
  input logic                  s_tuser,
  input logic                  s_tsecond,
  input logic                  s_terror,
  input logic                  s_tvalid,
  input logic                  block_tready,
  input logic [DigestBits-1:0] digest_i,
  input logic                  done_i,
  input logic                  m_tready
);
  localparam logic [CountBits-1:0] Block = CountBits'(Beats);
  localparam logic [Bytes-1:0] DigestKeep = '1 >> (DigestBeats * Bytes - DigestBits / 8);

  midstate_e restore, save;
  logic s_tready, m_tvalid, refused, start, keyed, sha1, second;
  logic unused_idle, unused_loading, unused_partly, unused_key_partly, unused_last, unused_valid;
  logic unused_take;
  logic [1:0] unused_usable;
  logic [DataBits-1:0] unused_block;

  sil_hmac_channel #(
    .Width(Width), .Unroll(Unroll), .DigestBits(DigestBits), .LengthBytes(Width / 4),
    .Either(Either)
  ) u_channel (
    .clk_i, .rst_ni, .key_open_i, .message_open_i, .keyed_i(2'b00), .keyed_o(keyed),
    .usable_o(unused_usable), .idle_o(unused_idle), .loading_o(unused_loading), .s_tdata, .s_tkeep,
    .s_tlast, .s_tuser, .s_tsha1(second), .s_terror, .s_tvalid, .s_tready, .offered_i(s_tvalid),
    .elsewhere_i(1'b0), .partly_i(1'b0), .partly_o(unused_partly),
    .key_partly_o(unused_key_partly),
    .block_tdata(unused_block), .block_tlast(unused_last), .block_tvalid(unused_valid),
    .block_tready, .start_o(start), .sha1_o(sha1), .restore_o(restore), .save_o(save),
    .digest_i, .done_i, .take_o(unused_take), .m_tvalid, .refused_o(refused), .m_tready
  );

  assign second = Either & s_tsecond;

  // The first cycle is a reset.
  logic first_cycle_q = 1'b1;
  always_ff @(posedge clk_i) first_cycle_q <= 1'b0;

  // A beat that is offered holds until it is taken.
  logic offered_q;
  logic [DataBits+Bytes+3:0] payload, payload_q;
  assign payload = {s_tdata, s_tkeep, s_tlast, s_tuser, s_terror, second};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) offered_q <= 1'b0;
    else offered_q <= s_tvalid & ~s_tready;
  end
  always_ff @(posedge clk_i) payload_q <= payload;

  // What the unit does. It hashes zeros after a reset, a long key, K0 with ipad or with opad, a
  // message or an inner digest; or it is free, takes a key, has a whole block of a key, fills K0
  // up, drops a message or a key, or refuses a message.
  typedef enum logic [3:0] {
    ZeroHash, KeyHash, InnerHash, OuterHash, TextHash, TagHash,
    Free, Taken, Full, Fill, Dropping, Skipping, Refusing
  } phase_e;
  phase_e phase, phase_q;
  logic [CountBits-1:0] count_q;  // beats of K0 that are there, or of this hash that have passed
  logic sent_q, started_q;        // the last beat of this hash has passed; the core has started it
  logic second_q;                 // the second hash is used
  logic [1:0] keyed_q;            // a key is loaded for the first hash, for the second
  logic broken_q;                 // this key or message has broken a rule
  logic pending_q;                // the last beat of a key that was dropped has not come
  logic of_digest_q;              // K0 is the digest of a long key
  // The proof follows one beat of K0 and of an inner digest. It may be any one.
  logic [CountBits-2:0] index_q;
  logic [DataBits-1:0] key_q, digest_q, digest_beat;
  logic now;
  logic [CountBits-1:0] digits;   // beats of a digest
  logic hashing, goes_on, taken, passes, last, open, kept;
  logic [DataBits-1:0] beat, valid;
  logic [Bytes-1:0] keep;

  // A further beat of the key. A null beat at the end of a block adds nothing to a key.
  assign goes_on = s_tuser & ~(s_tlast & ~s_tkeep[0]);
  assign phase = phase_q == Full && s_tvalid && goes_on ? KeyHash : phase_q;
  assign digits = CountBits'(DigestBeats) - CountBits'(Either & ~second_q);
  assign hashing = phase <= TagHash;
  assign taken = s_tvalid & s_tready;
  assign passes = u_channel.valid & u_channel.ready;
  assign open = phase_q inside {Taken, Full} | (phase_q inside {KeyHash, TextHash} & ~sent_q);
  assign kept = phase_q == TextHash ? ~s_tuser : s_tuser;  // a beat that is expected now
  for (genvar i = 0; i < Bytes; i++) begin : gen_byte
    assign valid[8*i+:8] = {8{s_tkeep[i] | ~s_tlast}};
  end
  assign now = count_q == CountBits'(index_q);
  always_comb begin
    digest_beat = DataBits'(digest_i >> (index_q * DataBits));
    if (CountBits'(index_q) >= digits) digest_beat = '0;
  end
  always_ff @(posedge clk_i) index_q <= index_q;

  // The beat that follows in this hash.
  always_comb begin
    beat = s_tdata;
    keep = phase == TextHash || (phase == KeyHash && count_q == Block) ? s_tkeep : '1;
    last = count_q == Block - 1'b1;
    unique case (phase)
      ZeroHash:  beat = '0;
      InnerHash: beat = key_q ^ {Bytes{8'h36}};
      OuterHash: beat = key_q ^ {Bytes{8'h5c}};
      TextHash:  last = s_tlast;
      TagHash: begin
        beat = digest_q;
        last = count_q == digits - 1'b1;
        if (last) keep = DigestKeep;
      end
      KeyHash: begin
        if (count_q != Block) beat = key_q;
        last = count_q == Block & (s_tlast | ~s_tuser);
      end
      default: ;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= ZeroHash;
      {count_q, sent_q, started_q, second_q, keyed_q, broken_q, pending_q} <= '0;
      of_digest_q <= 1'b0;
    end else begin
      phase_q <= phase;
      broken_q <= broken_q & phase_q != Free;
      if (open && s_tvalid && (s_terror || !kept || second != second_q)) broken_q <= 1'b1;
      if (phase inside {TextHash, Dropping, Skipping} && taken && s_tuser) begin
        pending_q <= ~s_tlast;
        keyed_q <= '0;
      end
      if (open && phase_q != TextHash && s_tvalid && !s_tuser) pending_q <= 1'b1;
      if (hashing) begin
        started_q <= started_q | start;
        if (passes) begin
          sent_q <= last;
          if (count_q != Block) count_q <= count_q + 1'b1;
        end
      end
      unique case (phase)
        ZeroHash: if (done_i) begin
          second_q <= Either;
          {count_q, sent_q, started_q} <= '0;
          if (second_q == Either) phase_q <= Free;
        end
        Free: begin
          count_q <= '0;
          {sent_q, started_q} <= '0;
          if (s_tvalid && s_tuser && pending_q) phase_q <= Skipping;
          else if (s_tvalid && s_tuser && key_open_i) begin
            phase_q <= Taken;
            second_q <= second;
            keyed_q[second] <= 1'b0;
            key_q <= '0;
            of_digest_q <= 1'b0;
          end else if (s_tvalid && !s_tuser && message_open_i) begin
            second_q <= second;
            phase_q <= keyed_q[second] && !pending_q ? TextHash : Dropping;
          end
        end
        Taken: if (s_tvalid) begin
          if (now) key_q <= s_tdata & valid;
          count_q <= count_q + 1'b1;
          if (count_q == Block - 1'b1) begin
            count_q <= '0;
            phase_q <= s_tlast || !s_tuser ? InnerHash : Full;
          end else if (s_tlast || !s_tuser) phase_q <= Fill;
        end
        Full: if (s_tvalid && (!s_tuser || s_tready)) phase_q <= InnerHash;
        KeyHash: if (done_i) begin
          phase_q <= Fill;
          of_digest_q <= 1'b1;
          key_q <= digest_beat;
          {count_q, sent_q, started_q} <= '0;
        end
        Fill: begin
          count_q <= count_q + 1'b1;
          if (count_q == Block - 1'b1) begin
            count_q <= '0;
            phase_q <= InnerHash;
          end
        end
        InnerHash: if (done_i) begin
          phase_q <= OuterHash;
          {count_q, sent_q, started_q} <= '0;
        end
        OuterHash: if (done_i) begin
          phase_q <= Free;
          keyed_q[second_q] <= ~broken_q;
        end
        TextHash: if (done_i) begin
          phase_q <= broken_q ? Refusing : TagHash;
          digest_q <= digest_beat;
          {count_q, sent_q, started_q} <= '0;
        end
        TagHash: if (done_i && m_tready) phase_q <= Free;
        Dropping: if (taken && !s_tuser && s_tlast) phase_q <= Refusing;
        Skipping: if (taken && s_tlast) phase_q <= s_tuser ? Free : Refusing;
        else if (taken && !s_tuser) phase_q <= Dropping;
        Refusing: if (m_tready) phase_q <= Free;
        default: ;
      endcase
    end
  end

  // Registers of the unit. The followed beat of K0 in its ring, that of a digest before its use.
  state_e state;
  logic [3:0] beats;
  logic sent, started, offers;
  logic stored, fills;  // the count is beyond the followed beat; a digest becomes K0
  logic [CountBits-2:0] position;
  logic [DataBits-1:0] in_ring, first_in_ring, waiting;
  assign state = u_channel.u_control.state_q;
  assign beats = u_channel.u_control.beat_q;
  assign sent = u_channel.u_control.sent_q;
  assign started = u_channel.u_control.started_q;
  assign offers = u_channel.u_control.key_valid_q;
  assign position = index_q - count_q[CountBits-2:0];
  assign in_ring = u_channel.u_memory.gen_key.u_key.words_q[position];
  assign first_in_ring = u_channel.u_memory.gen_key.u_key.words_q[index_q];
  assign stored = count_q > CountBits'(index_q);
  assign fills = phase_q == Fill & of_digest_q;
  assign waiting = DataBits'(u_channel.u_memory.digest_q >> (position * DataBits));

  always_comb begin
    if (first_cycle_q) assume (!rst_ni);
    if (offered_q) assume (s_tvalid && payload == payload_q);
    // A null beat that is not the last one breaks a rule.
    if (!s_tkeep[0] && !s_tlast) assume (s_terror);
    // The core gives a digest when it has started a hash and has got all its beats.
    if (!hashing || !started_q || !sent_q) assume (!done_i);
    if (rst_ni) begin
      // Each hash has the beats of the standard, and starts once, at once, from its midstate.
      if (u_channel.valid) begin
        assert (hashing && !sent_q);
        assert (u_channel.keep == keep && u_channel.last == last);
        if (now || count_q == Block || phase inside {ZeroHash, TextHash}) begin
          assert (u_channel.beat == beat);
        end
        assert (u_channel.prefix == phase inside {TextHash, TagHash});
        assert (u_channel.raw == phase inside {ZeroHash, InnerHash, OuterHash});
      end
      assert (start == (hashing && !started_q));
      if (hashing) begin
        assert (sha1 == second_q);
        assert (restore == (phase == TextHash ? InnerMidstate
          : phase == TagHash ? OuterMidstate : NoMidstate));
        assert (save == (phase == InnerHash ? InnerMidstate
          : phase == OuterHash ? OuterMidstate : NoMidstate));
      end
      assert (keyed == |keyed_q);
      // Each message has one answer.
      assert (m_tvalid == (phase == Refusing || (phase == TagHash && done_i)));
      assert (refused == (phase == Refusing));
      // A beat that is taken is hashed, or becomes a beat of K0, or its message is refused.
      if (phase == TextHash && !sent_q) assert (s_tready == u_channel.ready);
      else if (phase == KeyHash && !sent_q && count_q == Block) begin
        assert (s_tready == (u_channel.ready & s_tuser));
      end else if (phase == Taken) assert (s_tready == s_tuser);
      else assert (!s_tready || phase inside {Full, Dropping, Skipping});
      // No deadlock: the beat that follows is offered, or the unit takes a beat.
      if (hashing && !sent_q) begin
        assert (u_channel.valid == (phase == TextHash ? s_tvalid & ~s_tuser
          : phase == KeyHash ? s_tvalid | count_q != Block : 1'b1));
      end
      if (phase inside {Dropping, Skipping}) assert (s_tready);
      if (phase == Full && s_tvalid && s_tuser && offered_q) assert (s_tready);
      if (phase == Fill) assert (count_q < Block);

      // Invariants of the control.
      unique case (phase_q)
        ZeroHash:  assert (state == Wipe);
        KeyHash:   assert (state == (count_q == Block ? Rest : Long));
        InnerHash: assert (state == Inner);
        OuterHash: assert (state == Outer);
        TextHash:  assert (state == Text);
        TagHash:   assert (state == Tag);
        Free:      assert (state == Ready);
        Taken:     assert (state == Collect);
        Full:      assert (state inside {Long, Exact});
        Fill:      assert (state == (of_digest_q && count_q < digits ? Digest : Zero));
        Dropping:  assert (state == Drop);
        Skipping:  assert (state == Skip);
        Refusing:  assert (state == Refuse);
        default:   assert (1'b0);
      endcase
      if (state == Exact) begin
        assert (offered_q && s_tuser && !goes_on);
        assert (broken_q || !s_terror && second == second_q);
      end
      if (phase_q == Full) assert (beats == '0 && count_q == '0);
      if (phase_q > Free) assert (!sent_q && !started_q);
      if (phase_q != Free) begin
        assert (sent == (phase_q <= TagHash & sent_q));
        assert (started == (phase_q <= TagHash & started_q));
        assert (u_channel.u_control.broken_q == broken_q);
      end
      if (phase_q inside {ZeroHash, InnerHash, OuterHash}) begin
        assert (offers == ~sent_q && sent_q == (count_q == Block));
      end else if (phase_q == KeyHash) begin
        assert (offers == (state == Long) && started_q && (!sent_q || count_q == Block));
      end else assert (!offers);
      if (phase_q inside {ZeroHash, KeyHash, InnerHash, OuterHash, Taken, Fill, TagHash}) begin
        assert (beats == 4'(count_q));
      end
      if (phase_q == TextHash) assert (beats == '0);
      if (phase_q == TagHash) assert (sent_q == (count_q == digits) && count_q <= digits);
      if (phase_q == Taken) assert (count_q < Block && !of_digest_q);
      assert (count_q <= Block);
      assert (u_channel.u_control.long_q == (state == Long));
      assert (u_channel.u_control.collecting_q == (state == Collect));
      assert (u_channel.u_control.writing_q == (state inside {Digest, Zero}));
      assert (u_channel.u_control.sha1_q == second_q);
      if (!Either) assert (!second_q && !u_channel.u_control.sha1_q && !keyed_q[1]);
      assert (u_channel.u_control.keyed_q == keyed_q);
      assert (u_channel.u_control.dropping_q == pending_q);
      // Invariants of the memory. Nothing of K0 stays after its second hash.
      unique case (phase_q)
        Taken, Fill:        assert (stored ? in_ring == key_q : fills || key_q == '0);
        Full:               assert (first_in_ring == key_q);
        InnerHash:          assert (in_ring == key_q);
        KeyHash, OuterHash: assert (in_ring == (stored ? '0 : key_q));
        ZeroHash:           assert (!stored || in_ring == '0);
        default:            assert (first_in_ring == '0);
      endcase
      if (phase_q == TagHash && !stored && CountBits'(index_q) < digits) begin
        assert (waiting == digest_q);
      end
      if (fills && !stored) begin
        assert (key_q == (count_q < digits && CountBits'(index_q) < digits ? waiting : '0));
      end
    end
  end
endmodule
