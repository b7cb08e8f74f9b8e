// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// KeyExpansion (FIPS 197 5.2): a key's words in, the words of the key schedule out, one S-box.
///
/// ## Latency and throughput
/// A word a cycle; in front of each that SubWord goes into 6 cycles, and one more for RotWord: 110,
/// 102 and 137 cycles from the last word of a key of 128, 192, 256 bits until it can be used. Wiping,
/// and what follows a reset, takes 64.
module sil_aes_expansion
  import sil_aes_pkg::*;
#(
  /// 128, 192, 256, or 0: `k_tuser` says which.
  parameter int unsigned KeyBits = 128,
  parameter sbox_e Sbox = FUNCTIONS
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        wipe_i,
  /// The key, its first byte in the low bits of its first word; with it, with KeyBits = 0, its
  /// length: 0 for 128 bits, 1 for 192, 2 for 256.
  input  logic [31:0] k_tdata,
  input  logic [1:0]  k_tuser,
  input  logic        k_tvalid,
  output logic        k_tready,
  /// A new key may come: none is in use.
  input  logic        idle_i,
  /// The words of the schedule, with the S-box's constant except in the first round key; nothing but
  /// the constant while wiping.
  output logic        write_o,
  output logic [5:0]  place_o,
  output logic [31:0] word_o,
  output logic        keyed_o,
  /// Rounds with this key.
  output logic [3:0]  rounds_o
);
  localparam int unsigned Words = KeyBits == 0 ? 8 : KeyBits / 32;

  if (!(KeyBits inside {0, 128, 192, 256})) begin : gen_key_bits
    $error("KeyBits must be 128, 192, 256 or, for any of them, 0");
  end

  // Steps of SubWord: four bytes pass the S-box, whose registers are these.
  localparam logic [15:0] Cuts = 16'h0014;
  localparam logic [2:0] Steps = 3'd6;

  typedef enum logic [2:0] { WIPE, EMPTY, LOAD, EXPAND, SUBSTITUTE, DONE } mode_e;

  mode_e mode_q;
  logic [5:0] place_q;  // number of the next word
  logic [2:0] turn_q;  // the same within the words of a key
  logic [2:0] step_q;  // of a substitution
  logic [7:0] rcon_q;
  logic [1:0] length_q;
  logic take, step, rotate, wrap, substitute, complete;
  logic [3:0] words;
  word_t [Words-1:0] window_q;  // the last words, the newest first
  word_t newest_q, oldest, word, turned;
  logic [7:0] substituted;

  if (KeyBits == 0) begin : gen_any
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) length_q <= '0;
      else if (take && mode_q != LOAD) length_q <= k_tuser;
    end
    assign words = length_q == 2'd0 ? 4'd4 : length_q == 2'd1 ? 4'd6 : 4'd8;
    assign oldest = length_q == 2'd0 ? window_q[3] : length_q == 2'd1 ? window_q[5] : window_q[7];
  end else begin : gen_one
    assign length_q = '0;
    assign words = 4'(Words);
    assign oldest = window_q[Words-1];
  end

  assign rounds_o = words + 4'd6;
  assign k_tready = mode_q == LOAD || ((mode_q == EMPTY || mode_q == DONE) && idle_i);
  assign take = k_tvalid & k_tready;
  assign step = take | mode_q == EXPAND;
  assign wrap = turn_q == 3'(words - 4'd1);
  assign complete = place_q == {rounds_o, 2'd3};
  // The next word is one with SubWord.
  assign substitute = wrap | (words[3] & turn_q == 3'd3);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mode_q  <= WIPE;
      place_q <= '0;
      turn_q  <= '0;
      step_q  <= '0;
    end else if (wipe_i) begin
      mode_q  <= WIPE;
      place_q <= '0;
      turn_q  <= '0;
      step_q  <= '0;
    end else begin
      if (step || mode_q == WIPE) place_q <= place_q + 1'b1;
      if (step) turn_q <= wrap ? '0 : turn_q + 1'b1;
      case (mode_q)
        WIPE: if (&place_q) mode_q <= EMPTY;
        EMPTY, DONE: if (take) mode_q <= LOAD;
        LOAD: if (take && wrap) mode_q <= SUBSTITUTE;
        EXPAND: begin
          if (substitute) mode_q <= SUBSTITUTE;
          if (complete) begin
            mode_q  <= DONE;
            place_q <= '0;
            turn_q  <= '0;
          end
        end
        default: begin
          step_q <= step_q + 1'b1;
          // With 256 bits the word in the middle is not rotated.
          if (rotate || (turn_q != '0 && step_q == Steps - 3'd1)) begin
            step_q <= '0;
            mode_q <= EXPAND;
          end
        end
      endcase
    end
  end

  sil_aes_sbox #(.Sbox(Sbox), .Cuts(Cuts)) u_sbox (
    .clk_i, .run_i(1'b1), .decrypt_i(1'b0), .data_i(newest_q[0]), .key_i(8'h00), .data_o(substituted)
  );

  // SubWord and RotWord both turn the word round.
  assign rotate = step_q == Steps;
  assign word = mode_q == EXPAND || mode_q == WIPE ? oldest ^ newest_q : k_tdata;
  assign turned = {
    rotate ? newest_q[0] : substituted ^ AFFINE, newest_q[3:2],
    newest_q[1] ^ (rotate ? rcon_q : 8'h00)
  };

  always_ff @(posedge clk_i) begin
    if (step) begin
      window_q[0] <= word;
      for (int unsigned i = 1; i < Words; i++) window_q[i] <= window_q[i-1];
    end
    if (step || mode_q == SUBSTITUTE) newest_q <= step ? word : turned;
    if (take) rcon_q <= 8'h01;
    else if (rotate) rcon_q <= xtime(rcon_q);
    if (mode_q == WIPE) {window_q, newest_q} <= '0;
  end

  assign write_o = step | mode_q == WIPE;
  assign place_o = place_q;
  assign word_o = word ^ {4{place_q < 6'd4 ? 8'h00 : AFFINE}};
  assign keyed_o = mode_q == DONE;
endmodule
