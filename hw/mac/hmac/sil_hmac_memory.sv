// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Storage of the HMAC unit: the key block K0 (FIPS 198-1 4) and the digest between two hashes. The
/// hash core holds the two midstates of the key.
///
/// The key block is in a ring of words. Zeros replace it while its second midstate is computed. No
/// port of the unit gives it out.
module sil_hmac_memory
  import sil_hmac_pkg::*;
#(
  /// Width of a beat in bits.
  parameter int unsigned DataBits = 32,
  /// Width of a digest in bits.
  parameter int unsigned DigestBits = 160,
  /// Beats of a block.
  parameter int unsigned Beats = 16,
  /// 1: there is a ring for the key block. Cost: Beats * DataBits flip-flops, or memory of that size.
  parameter bit Keys = 1'b1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// A beat of the key.
  input  logic [DataBits-1:0]   key_i,
  /// Valid bytes of `key_i`. The others are stored as zeros.
  input  logic [DataBits/8-1:0] keep_i,
  /// Shift the key block by one beat, towards its first beat.
  input  logic                  move_i,
  /// What is shifted in as its last beat.
  input  shift_in_e             shift_in_i,
  /// First beat of the key block.
  output logic [DataBits-1:0]   key_o,
  /// Digest from the hash core.
  input  logic [DigestBits-1:0] digest_i,
  /// Load the digest register from `digest_i`.
  input  logic                  take_i,
  /// Shift the digest register to its next beat.
  input  logic                  shift_i,
  /// First beat of the digest register.
  output logic [DataBits-1:0]   digest_o
);
  logic [DigestBits-1:0] digest_q;

  if (Keys) begin : gen_key
    logic [DataBits-1:0] valid, shift_in;

    for (genvar i = 0; i < DataBits / 8; i++) begin : gen_byte
      assign valid[8*i+:8] = {8{keep_i[i]}};
    end

    always_comb begin
      unique case (shift_in_i)
        KeyBeat:    shift_in = key_i & valid;
        DigestBeat: shift_in = digest_o;
        FirstBeat:  shift_in = key_o;
        default:    shift_in = '0;
      endcase
    end

    sil_ring #(.Width(DataBits), .Words(Beats)) u_key (
      .clk_i, .rst_ni, .move_i, .word_i(shift_in), .word_o(key_o)
    );
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
