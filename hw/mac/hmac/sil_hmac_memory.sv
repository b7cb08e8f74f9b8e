// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// What the HMAC unit keeps besides the states behind a key, which the hash core has: a block of key
/// and the digest in between.
///
/// The key itself is there only until its two states are; nothing reads it back.
module sil_hmac_memory
  import sil_hmac_pkg::*;
#(
  /// Width of a beat, of a digest.
  parameter int unsigned DataBits = 32,
  parameter int unsigned DigestBits = 160,
  /// Beats of a block.
  parameter int unsigned Beats = 16,
  /// There is a block of key.
  parameter bit Keys = 1'b1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// A beat of key, and the bytes of it that are valid.
  input  logic [DataBits-1:0]   key_i,
  input  logic [DataBits/8-1:0] keep_i,
  /// The block of key moves on by a beat: its first one leaves, and another comes behind the last.
  input  logic                  move_i,
  input  behind_e               behind_i,
  /// Its first beat.
  output logic [DataBits-1:0]   key_o,
  /// The result of a hash.
  input  logic [DigestBits-1:0] digest_i,
  input  logic                  take_i,
  input  logic                  shift_i,
  /// The digest's next beat.
  output logic [DataBits-1:0]   digest_o
);
  logic [DigestBits-1:0] digest_q;

  if (Keys) begin : gen_key
    logic [Beats-1:0][DataBits-1:0] key_q;
    logic [DataBits-1:0] valid, behind;

    for (genvar i = 0; i < DataBits / 8; i++) begin : gen_byte
      assign valid[8*i+:8] = {8{keep_i[i]}};
    end

    always_comb begin
      unique case (behind_i)
        KeyBeat:    behind = key_i & valid;
        DigestBeat: behind = digest_o;
        FirstBeat:  behind = key_q[0];
        default:    behind = '0;
      endcase
    end

    always_ff @(posedge clk_i) if (move_i) key_q <= {behind, key_q[Beats-1:1]};

    assign key_o = key_q[0];
  end else begin : gen_no_key
    assign key_o = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      digest_q <= '0;
    end else begin
      if (take_i) digest_q <= digest_i;
      else if (shift_i) digest_q <= digest_q >> DataBits;
    end
  end

  assign digest_o = DataBits'(digest_q);
endmodule
