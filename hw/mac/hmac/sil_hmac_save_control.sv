// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Control of HMAC whose messages can stop at the end of a block and continue later: sil_hmac_control
/// for one hash and one message in flight, and parts of messages.
///
/// A part has complete blocks and is not padded. A part with `s_tstop` gives the chaining value of
/// the inner hash, and no outer hash follows. A part with `s_tresume` begins with a header block,
/// which holds such a value, in place of the midstate of the key. Without the privilege, a part is
/// refused as a message without a key: its beats are dropped, and the hash core takes none of them.
module sil_hmac_save_control
  import sil_hmac_pkg::*;
#(
  /// Beats per block.
  parameter int unsigned Beats = 16,
  /// Beats per digest.
  parameter int unsigned DigestBeats = 8,
  localparam int unsigned BeatBits = $clog2(Beats)
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  /// The beat belongs to a key.
  input  logic       s_tkey,
  /// In the first beat of a message: it stops, it continues, and its sender has the privilege.
  input  logic       s_tstop,
  input  logic       s_tresume,
  input  logic       s_tprivileged,
  input  logic       s_tlast,
  /// The beat breaks a rule of sil_axis_framing.
  input  logic       s_terror,
  /// The beat has no valid byte, and all bytes.
  input  logic       s_tnull,
  input  logic       s_tfull,
  input  logic       s_tvalid,
  output logic       s_tready,
  /// Source of the beat that goes to the padder.
  output source_e    source_o,
  /// This beat is the last one of its hash.
  output logic       last_o,
  output logic       valid_o,
  input  logic       ready_i,
  /// As in sil_md_padder.
  output logic       prefix_o,
  output logic       raw_o,
  /// Byte that is XORed to each byte of the key block.
  output logic [7:0] mask_o,
  /// The hash core may start this hash.
  output logic       start_o,
  /// This hash begins with a header block.
  output logic       header_o,
  /// Midstate from which it starts, and midstate number under which its result is saved.
  output midstate_e  restore_o,
  output midstate_e  save_o,
  /// The hash core offers a digest.
  input  logic       done_i,
  /// It is that of a message without a block after its header.
  input  logic       header_only_i,
  /// The digest is taken if it is offered.
  output logic       take_o,
  /// As in sil_hmac_memory.
  output logic       move_o,
  output shift_in_e  shift_in_o,
  output logic       digest_o,
  output logic       shift_o,
  /// A key is loaded.
  output logic       keyed_o,
  /// The digest of the core is the tag.
  output logic       tag_o,
  /// The digest of the core is a chaining value that leaves.
  output logic       part_o,
  /// The message is refused.
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
  logic keyed_d, keyed_q;          // a key is loaded
  logic moved, end_of_block, end_of_digest, hashing;
  logic unfinished;              // a hash is in progress, or its result has not been taken
  logic broken_d, broken_q;      // this key or message has broken a rule
  logic broken;                  // or this message had no block after its header
  logic dropping_d, dropping_q;  // a key is dropped, and its last beat has not come
  logic key_partly;              // a key is partly sent
  logic open;                    // this key or message is partly sent
  logic goes_on;                 // a beat of the key is offered, and not a null beat as the last
  logic stop_q, resume_q;        // the message stops, and it continues
  logic part, complete, text;

  assign end_of_digest = beat_q == BeatBits'(DigestBeats - 1);
  assign end_of_block = beat_q == BeatBits'(Beats - 1);
  assign moved = valid_o & ready_i;
  assign text = state_q == Text;
  assign part = stop_q | resume_q;
  // A part that does not end like this is refused. The padder completes its last block.
  assign complete = end_of_block & s_tfull;

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

  assign hashing = ~state_q[2];
  assign broken = broken_q | header_only_i;
  assign part_o = done_i & text & stop_q & ~broken;
  assign tag_o = done_i & state_q == Tag;
  assign unfinished = hashing & ~(done_i & ~tag_o & ~part_o);
  assign prefix_o = state_q inside {Text, Tag};
  assign raw_o = state_q inside {Wipe, Inner, Outer} | (text & part & complete);
  assign mask_o = state_q == Inner ? IPAD : state_q == Outer ? OPAD : 8'h00;
  assign start_o = hashing & ~started_q & (state_q != Long | goes_on);
  assign header_o = text & resume_q;
  assign restore_o = text ? (resume_q ? NoMidstate : InnerMidstate)
                          : state_q == Tag ? OuterMidstate : NoMidstate;
  assign save_o = state_q == Inner ? InnerMidstate : state_q == Outer ? OuterMidstate : NoMidstate;
  assign take_o = tag_o | part_o ? m_tready : 1'b1;
  assign refused_o = state_q == Refuse;

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

  // beat_q is the index of the beat in its block or digest. It wraps to 0 after each block.
  always_comb begin
    unique case (state_q)
      Collect: shift_in_o = KeyBeat;
      Digest:  shift_in_o = DigestBeat;
      Inner:   shift_in_o = FirstBeat;
      default: shift_in_o = ZeroBeat;
    endcase
    beat_d = beat_q;
    if (move_o | (moved & state_q inside {Tag, Text})) beat_d = beat_q + 1'b1;
    if (state_q == Ready || (text && sent_q)) beat_d = '0;
  end

  always_comb begin
    state_d   = state_q;
    keyed_d   = keyed_q;
    sent_d    = unfinished & (sent_q | (moved & last_o));
    started_d = unfinished & (started_q | start_o);
    unique case (state_q)
      Ready: if (s_tvalid && s_tkey && dropping_q) state_d = Skip;
      else if (s_tvalid) begin
        // Without the privilege, a message neither stops nor continues.
        if (s_tkey) state_d = Collect;
        else if (!keyed_q || dropping_q) state_d = Drop;
        else state_d = (s_tstop | s_tresume) & ~s_tprivileged ? Drop : Text;
        if (s_tkey) keyed_d = 1'b0;
      end
      Drop:   if (s_tvalid && s_tlast && !s_tkey) state_d = Refuse;
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
          Wipe:    state_d = Ready;
          Rest:    state_d = Digest;
          Inner:   state_d = Outer;
          Outer:   state_d = Ready;
          Text: begin
            if (broken) state_d = Refuse;
            else if (!stop_q) state_d = Tag;
            else if (m_tready) state_d = Ready;
          end
          default: if (m_tready) state_d = Ready;
        endcase
        if (state_q == Outer) keyed_d = ~broken_q;
      end
    endcase
    if (s_tvalid && s_tready && s_tkey && state_q inside {Text, Drop, Skip}) keyed_d = 1'b0;
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
  assign key_partly = state_q inside {Collect, Long} | (state_q == Rest & ~sent_q);
  assign open = key_partly | (text & ~sent_q);
  always_comb begin
    broken_d = broken_q & state_q != Ready;
    if (open && s_tvalid && (s_terror || s_tkey != key_partly)) broken_d = 1'b1;
    if (text && s_tvalid && s_tlast && part && !sent_q && !complete) broken_d = 1'b1;
    dropping_d = dropping_q;
    if (s_tvalid && s_tready && s_tkey && state_q inside {Text, Drop, Skip}) dropping_d = ~s_tlast;
    if (s_tvalid && !s_tkey && key_partly) dropping_d = 1'b1;
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
      keyed_q        <= 1'b0;
      broken_q       <= 1'b0;
      dropping_q     <= 1'b0;
      {stop_q, resume_q} <= '0;
    end else begin
      state_q        <= state_d;
      beat_q         <= beat_d;
      sent_q         <= sent_d;
      started_q      <= started_d;
      key_valid_q    <= key_valid_d;
      long_q         <= state_d == Long;
      collecting_q   <= state_d == Collect;
      writing_q      <= state_d inside {Digest, Zero};
      keyed_q        <= keyed_d;
      broken_q       <= broken_d;
      dropping_q     <= dropping_d;
      if (state_q == Ready) {stop_q, resume_q} <= {s_tstop, s_tresume};
    end
  end

  assign digest_o = done_i & state_q inside {Rest, Text};
  assign shift_o = state_q == Digest | (state_q == Tag & moved);
  assign keyed_o = keyed_q;
endmodule
