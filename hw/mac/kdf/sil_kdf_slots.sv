// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Gives each time slot of a pipelined hash (sil_md_slots) to the HMAC unit or to a derivation.
///
/// A derivation hashes messages of one block, which are always complete when they are offered. HMAC
/// loads keys and hashes salts. Its messages may have several blocks, and the channel of a message
/// stays reserved until its last block. If HMAC is reset within a message, the block of zeros that
/// it hashes after the reset becomes the last one of that message.
///
/// After a reset a block of zeros is hashed in each channel, before all others.
///
/// ## Latency and throughput
/// One block per time slot. A block begins in the time slot after the cycle in which it is offered.
module sil_kdf_slots
  import sil_md_pkg::*, sil_hmac_pkg::*;
#(
  /// Rounds per block.
  parameter int unsigned Rounds = 80,
  /// Stages of the pipeline.
  parameter int unsigned Stages = 4,
  /// Derivations, a power of two.
  parameter int unsigned Derivations = 8,
  localparam int unsigned IdBits = $clog2(Derivations),
  localparam int unsigned TidBits = $clog2(Stages),
  // Two midstates per derivation, counted from 1.
  localparam int unsigned MidstateBits = $clog2(2 * Derivations + 1),
  localparam int unsigned IndexBits = $clog2(Rounds / Stages + 1)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  /// The blocks of zeros after a reset are hashed, and nothing is in flight.
  output logic                    idle_o,
  /// HMAC is in reset. It offers no block.
  input  logic                    hmac_reset_i,
  /// A complete block of HMAC waits. A beat of it is taken.
  input  logic                    hmac_tvalid,
  output logic                    hmac_tready,
  /// The beat is the last one of its last block.
  input  logic                    hmac_tlast,
  /// The midstate from which its message starts, and the one that receives the digest.
  input  midstate_e               hmac_restore_i,
  input  midstate_e               hmac_save_i,
  /// Number of the pair of midstates that HMAC uses.
  input  logic [IdBits-1:0]       hmac_pair_i,
  /// The digest is that of HMAC.
  output logic                    hmac_done_o,
  /// A derivation waits for a time slot; its number; and the midstate from which it starts.
  input  logic                    ready_i,
  input  logic [IdBits-1:0]       ready_id_i,
  input  logic [MidstateBits-1:0] ready_midstate_i,
  /// It gets the next time slot.
  output logic                    issue_o,
  /// The block in the first stage is that of a derivation, or that of HMAC; otherwise it is zeros.
  output logic                    from_derivation_o,
  output logic                    from_hmac_o,
  /// The derivation, and the number of the message word that is taken, in the low bits.
  output logic [IdBits-1:0]       word_id_o,
  output logic [IndexBits-1:0]    word_o,
  /// The derivation whose block leaves the last stage.
  output logic [IdBits-1:0]       leaving_id_o,
  /// The digest is that of a derivation; its number, which holds until the next digest.
  output logic                    done_o,
  output logic [IdBits-1:0]       done_id_o,
  /// The pipeline has these ports, which sil_sha1_pipeline describes.
  output control_t [Stages-1:0]   control_o,
  output logic [MidstateBits-1:0] restore_o,
  output logic [MidstateBits-1:0] save_o,
  input  logic                    last_i
);
  typedef enum logic [1:0] {Nobody, Zeros, Hmac, Derivation} owner_e;

  localparam logic [IndexBits-1:0] LAST_WORD = IndexBits'(BLOCK_WORDS - 1);

  owner_e owner_d;                // of the next time slot
  owner_e [Stages-1:0] owner_q;   // of the block in each stage
  owner_e leaving_q;              // of the block that leaves the last stage
  owner_e digest_q;               // of the last digest
  logic [Stages-1:0][IdBits-1:0] id_q;
  logic [IdBits-1:0] leaving_id_q, digest_id_q;
  logic done_q;                   // there is a new digest
  logic [TidBits:0] zeros_q;      // blocks of zeros that are left after a reset
  logic open_d, open_q;           // a message of HMAC has further blocks
  logic [TidBits-1:0] open_tid_q;  // its channel
  logic [MidstateBits-1:0] restore_q;
  logic awake_q;
  logic pass, take, last, any, saving, unused_next;
  logic [TidBits-1:0] tid;

  // The midstate of a pair, counted from 1; 0: none.
  function automatic logic [MidstateBits-1:0] number(logic [IdBits-1:0] pair, midstate_e which);
    return which == NoMidstate ? '0 : MidstateBits'({pair, 1'b0}) + MidstateBits'(which);
  endfunction

  // A block of HMAC from before its reset becomes one of zeros: its digest is dropped.
  function automatic owner_e kept(owner_e owner);
    return owner == Hmac && hmac_reset_i ? Zeros : owner;
  endfunction

  // A midstate cannot be saved while another one is read. So no derivation begins in the time slot
  // in which a key block leaves the last stage.
  assign saving = owner_q[Stages-1] == Hmac & hmac_save_i != NoMidstate;

  always_comb begin
    owner_d = Nobody;
    if (zeros_q != '0) owner_d = Zeros;
    else if (open_q && tid == open_tid_q) begin
      if (hmac_tvalid) owner_d = Hmac;
    end else if (hmac_tvalid && !open_q) owner_d = Hmac;
    else if (ready_i && !saving) owner_d = Derivation;
  end

  sil_md_slots #(.Rounds(Rounds), .FeedForward(0), .Stages(Stages)) u_slots (
    .clk_i,
    .rst_ni,
    .run_i      (1'b1),
    .valid_i    (owner_d != Nobody),
    .id_i       (tid),
    .take_i     (take),
    .last_i     (last),
    .id_o       (tid),
    .any_o      (any),
    .load_next_o(unused_next),
    .control_o,
    .index_o    (word_o)
  );

  assign pass = control_o[0].pass;
  assign take = control_o[0].load;
  assign issue_o = pass & owner_d == Derivation;
  assign from_derivation_o = owner_q[0] == Derivation;
  assign from_hmac_o = owner_q[0] == Hmac & ~hmac_reset_i;
  assign last = ~from_hmac_o | hmac_tlast;
  assign open_d = take && word_o == LAST_WORD && owner_q[0] != Derivation ? ~last : open_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owner_q      <= {Stages{Nobody}};
      leaving_q    <= Nobody;
      digest_q     <= Nobody;
      id_q         <= '0;
      leaving_id_q <= '0;
      digest_id_q  <= '0;
      done_q       <= 1'b0;
      zeros_q      <= (TidBits + 1)'(Stages);
      open_q       <= 1'b0;
      open_tid_q   <= '0;
      restore_q    <= '0;
      awake_q      <= 1'b0;
    end else begin
      if (pass) begin
        for (int unsigned i = 1; i < Stages; i++) owner_q[i] <= kept(owner_q[i-1]);
        owner_q[0]   <= owner_d;
        leaving_q    <= kept(owner_q[Stages-1]);
        id_q         <= {id_q[Stages-2:0], ready_id_i};
        leaving_id_q <= id_q[Stages-1];
        restore_q    <= owner_d == Derivation ? ready_midstate_i
          : owner_d == Hmac ? number(hmac_pair_i, hmac_restore_i) : '0;
        if (owner_d == Hmac) open_tid_q <= tid;
        if (zeros_q != '0) zeros_q <= zeros_q - 1'b1;
      end else begin
        for (int unsigned i = 0; i < Stages; i++) owner_q[i] <= kept(owner_q[i]);
        leaving_q <= kept(leaving_q);
      end
      digest_q <= kept(last_i ? leaving_q : digest_q);
      if (last_i) digest_id_q <= leaving_id_q;
      done_q      <= last_i;
      open_q      <= open_d;
      awake_q     <= awake_q | (any & zeros_q == '0);
    end
  end

  assign idle_o = awake_q;
  assign hmac_tready = take & from_hmac_o;
  assign hmac_done_o = done_q & digest_q == Hmac;
  assign word_id_o = id_q[0];
  assign leaving_id_o = leaving_id_q;
  assign done_o = done_q & digest_q == Derivation;
  assign done_id_o = digest_id_q;
  assign restore_o = restore_q;
  assign save_o = leaving_q == Hmac ? number(hmac_pair_i, hmac_save_i) : '0;
endmodule
