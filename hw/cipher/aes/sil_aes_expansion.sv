// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// KeyExpansion (FIPS 197 5.2): a key's words in, the words of the key schedule out, one S-box.
///
/// ## Latency and throughput
/// A word a cycle; in front of each that SubWord goes into 7 cycles, and one more for RotWord: 121,
/// 111 and 151 cycles from the last word of a key of 128, 192, 256 bits until it can be used. Wiping,
/// and what follows a reset, takes 65.
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

  // Steps of SubWord: four bytes pass the S-box, with these registers and one behind it. RotWord is
  // one more.
  localparam logic [15:0] Cuts = 16'h0014;
  localparam int unsigned Rotate = 7;

  // What goes on: one of these.
  logic wipe_q, rest_q, load_q, expand_q;
  logic clean_q;  // wiping: the words are, the memory is next
  logic [Rotate:0] step_q;  // of SubWord and RotWord

  logic [5:0] place_q;  // number of the next word
  logic [2:0] turn_q;  // the same within the words of a key
  logic keyed_q;
  logic [7:0] rcon_q;
  logic [1:0] length_q;
  logic take, step, wrap, substitute, complete, rotated;
  logic [3:0] words;
  word_t [Words-1:0] window_q;  // the last words, the newest first
  word_t newest_q, oldest, word, turned;
  logic [7:0] substituted, substituted_q;

  if (KeyBits == 0) begin : gen_any
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) length_q <= '0;
      else if (take && rest_q) length_q <= k_tuser;
    end
    assign words = length_q == 2'd0 ? 4'd4 : length_q == 2'd1 ? 4'd6 : 4'd8;
    assign oldest = length_q == 2'd0 ? window_q[3] : length_q == 2'd1 ? window_q[5] : window_q[7];
  end else begin : gen_one
    assign length_q = '0;
    assign words = 4'(Words);
    assign oldest = window_q[Words-1];
  end

  assign rounds_o = words + 4'd6;
  assign k_tready = load_q | (rest_q & idle_i);
  assign take = k_tvalid & k_tready;
  assign step = take | expand_q;
  assign wrap = turn_q == 3'(words - 4'd1);
  assign complete = expand_q & place_q == {rounds_o, 2'd3};
  // The next word is one with SubWord.
  assign substitute = wrap | (words[3] & turn_q == 3'd3 & expand_q);
  // With 256 bits the word in the middle is not rotated.
  assign rotated = step_q[Rotate] | (step_q[Rotate-1] & turn_q != '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {wipe_q, rest_q, load_q, expand_q, keyed_q} <= 5'b10000;
      clean_q <= 1'b0;
      step_q  <= '0;
      place_q <= '0;
      turn_q  <= '0;
    end else if (wipe_i) begin
      {wipe_q, rest_q, load_q, expand_q, keyed_q} <= 5'b10000;
      clean_q <= 1'b0;
      step_q  <= '0;
      place_q <= '0;
      turn_q  <= '0;
    end else begin
      wipe_q <= wipe_q & ~&place_q;
      clean_q <= wipe_q & ~&place_q;
      rest_q <= (rest_q & ~take) | (wipe_q & &place_q) | complete;
      keyed_q <= (keyed_q & ~take) | complete;
      load_q <= take & ~(load_q & wrap) | (load_q & ~take);
      step_q <= {
        step_q[Rotate-1] & ~rotated, step_q[Rotate-2:0], step & substitute & ~rest_q & ~complete
      };
      expand_q <= rotated | (expand_q & ~substitute & ~complete);
      if (step || clean_q) place_q <= complete ? '0 : place_q + 1'b1;
      if (step) turn_q <= wrap || complete ? '0 : turn_q + 1'b1;
    end
  end

  sil_aes_sbox #(.Sbox(Sbox), .Cuts(Cuts)) u_sbox (
    .clk_i, .run_i(1'b1), .clear_i(1'b0), .decrypt_i(1'b0), .data_i(newest_q[0]), .key_i(8'h00), .data_o(substituted)
  );

  // SubWord and RotWord both turn the word round.
  assign word = load_q | rest_q ? k_tdata : oldest ^ newest_q;
  assign turned = {
    step_q[Rotate] ? newest_q[0] : substituted_q ^ AFFINE, newest_q[3:2],
    newest_q[1] ^ (step_q[Rotate] ? rcon_q : 8'h00)
  };

  always_ff @(posedge clk_i) begin
    if (step) begin
      window_q[0] <= word;
      for (int unsigned i = 1; i < Words; i++) window_q[i] <= window_q[i-1];
    end
    if (step || |step_q) newest_q <= step ? word : turned;
    if (take || wipe_q) rcon_q <= 8'h01;
    else if (step_q[Rotate]) rcon_q <= xtime(rcon_q);
    if (wipe_q) {window_q, newest_q} <= '0;

    substituted_q <= substituted;

    write_o <= step | clean_q;
    place_o <= place_q;
    word_o <= word ^ {4{place_q < 6'd4 ? 8'h00 : AFFINE}};
  end

  // The memory has the last word a cycle later.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) keyed_o <= 1'b0;
    else keyed_o <= keyed_q & ~take & ~wipe_i;
  end
endmodule
