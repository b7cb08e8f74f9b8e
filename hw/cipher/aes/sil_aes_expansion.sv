// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// KeyExpansion (FIPS 197 5.2) with one S-box: takes the words of a key, gives the words of the key
/// schedule.
///
/// ## Latency and throughput
/// One word per cycle. SubWord takes 7 more cycles before a word that uses it, RotWord one more.
/// From the cycle after the last word of a key until blocks are accepted it takes 122, 112 and 152
/// cycles for 128, 192 and 256 bits, with Inverse one more. With KeyBits = 0 the schedule of a
/// shorter key then continues to the length of the longest, and so overwrites all of an earlier
/// schedule. A wipe takes 65 cycles, and so does the start after a reset.
module sil_aes_expansion
  import sil_aes_pkg::*;
#(
  /// Key length in bits: 128, 192, 256, or 0 for any of them, selected by `k_tuser`.
  parameter int unsigned KeyBits = 128,
  /// As in sil_aes_sbox.
  parameter sbox_e Sbox = FUNCTIONS,
  /// For DECRYPT alone: all round keys but the first and the last pass InvMixColumns (FIPS 197
  /// 5.3.5). Cost: a cycle.
  parameter bit Inverse = 1'b0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        wipe_i,
  /// Words of the key. The first byte of the key is in the low bits of the first word.
  input  logic [31:0] k_tdata,
  /// With KeyBits = 0, the length of the key: 0 for 128 bits, 1 for 192, 2 for 256. It is read with
  /// the first word.
  input  logic [1:0]  k_tuser,
  input  logic        k_tvalid,
  output logic        k_tready,
  /// No block is in flight, so a new key may be loaded.
  input  logic        idle_i,
  /// Write strobe of the words of the schedule.
  output logic        write_o,
  /// Index of the word in the schedule.
  output logic [5:0]  address_o,
  /// A word of the schedule. In all round keys but the first the constant of SubBytes is added.
  /// During a wipe the word consists of this constant alone, or of zeros.
  output logic [31:0] word_o,
  /// The schedule is complete.
  output logic        keyed_o,
  /// Number of rounds with this key.
  output logic [3:0]  rounds_o
);
  localparam int unsigned Words = KeyBits == 0 ? 8 : KeyBits / 32;

  if (!(KeyBits inside {0, 128, 192, 256})) begin : gen_key_bits
    $fatal(1, "KeyBits must be 128, 192, 256 or, for any of them, 0");
  end

  // SubWord passes four bytes through the S-box, which has the registers of Cuts and one after
  // them. RotWord takes one step more.
  localparam logic [15:0] Cuts = 16'h0014;
  localparam int unsigned Rotate = 7;

  // State, one-hot: wiping, waiting for a key, loading a key, expanding it.
  logic wipe_q, rest_q, load_q, expand_q;
  // Input register. come: a word is accepted. came_q: it is processed, one cycle later.
  logic come, came_q, coming_d, coming_q, ready_q;
  logic [2:0] count_q;  // words of a key that were accepted
  logic [31:0] data_q;
  logic clean_q;  // wiping: the word registers are clear, the memory is overwritten
  logic [Rotate:0] step_q;  // steps of SubWord and RotWord, one-hot

  logic [5:0] index_q;  // index of the next word in the schedule
  logic [2:0] key_index_q;  // index of the next word, modulo the key length in words
  logic keyed_q;
  logic [7:0] rcon_q;
  logic [1:0] length_q;
  logic take, step, wrap, substitute, complete, finished, rotated;
  logic [3:0] words;
  word_t [Words-1:0] window_q;  // the last words, the newest first
  word_t newest_q, oldest, word, rotated_word;
  logic [7:0] substituted, substituted_q;

  if (KeyBits == 0) begin : gen_any
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) length_q <= '0;
      else if (wipe_i) length_q <= '0;
      else if (come && !coming_q) length_q <= k_tuser;
    end
    assign words = length_q == 2'd0 ? 4'd4 : length_q == 2'd1 ? 4'd6 : 4'd8;
    assign oldest = length_q == 2'd0 ? window_q[3] : length_q == 2'd1 ? window_q[5] : window_q[7];
  end else begin : gen_one
    assign length_q = '0;
    assign words = 4'(Words);
    assign oldest = window_q[Words-1];
  end

  assign rounds_o = words + 4'd6;
  assign k_tready = ready_q;
  assign come = k_tvalid & ready_q;
  assign coming_d = come ? count_q != 3'(words - 4'd1) : coming_q;
  assign take = came_q;
  assign step = take | expand_q;
  assign wrap = key_index_q == 3'(words - 4'd1);
  assign complete = expand_q & index_q == {rounds_o, 2'd3};
  assign finished = KeyBits == 0 ? expand_q & index_q == 6'd59 : complete;
  // The next word uses SubWord.
  assign substitute = wrap | (words[3] & key_index_q == 3'd3 & expand_q);
  // With 256 bits SubWord is also used in the middle of the key length, without RotWord.
  assign rotated = step_q[Rotate] | (step_q[Rotate-1] & key_index_q != '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {wipe_q, rest_q, load_q, expand_q, keyed_q} <= 5'b10000;
      {came_q, coming_q, ready_q} <= '0;
      count_q     <= '0;
      clean_q     <= 1'b0;
      step_q      <= '0;
      index_q     <= '0;
      key_index_q <= '0;
    end else if (wipe_i) begin
      {wipe_q, rest_q, load_q, expand_q, keyed_q} <= 5'b10000;
      {came_q, coming_q, ready_q} <= '0;
      count_q     <= '0;
      clean_q     <= 1'b0;
      step_q      <= '0;
      index_q     <= '0;
      key_index_q <= '0;
    end else begin
      wipe_q <= wipe_q & ~&index_q;
      clean_q <= wipe_q & ~&index_q;
      came_q <= come;
      coming_q <= coming_d;
      ready_q <= coming_d | (rest_q & idle_i);
      if (come) count_q <= coming_d ? count_q + 1'b1 : '0;
      rest_q <= (rest_q & ~take) | (wipe_q & &index_q) | finished;
      keyed_q <= (keyed_q & ~come) | complete;
      load_q <= take ? ~(load_q & wrap) : load_q;
      step_q <= {
        step_q[Rotate-1] & ~rotated, step_q[Rotate-2:0], step & substitute & ~rest_q & ~finished
      };
      expand_q <= rotated | (expand_q & ~substitute & ~finished);
      if (step || clean_q) index_q <= finished ? '0 : index_q + 1'b1;
      if (step) key_index_q <= wrap || finished ? '0 : key_index_q + 1'b1;
    end
  end

  sil_aes_sbox #(.Sbox(Sbox), .Cuts(Cuts)) u_sbox (
    .clk_i, .run_i(1'b1), .clear_i(1'b0), .decrypt_i(1'b0), .data_i(newest_q[0]), .key_i(8'h00),
    .data_o(substituted)
  );

  // Each step of SubWord and RotWord rotates the word by one byte.
  assign word = load_q | rest_q ? data_q : oldest ^ newest_q;
  assign rotated_word = {
    step_q[Rotate] ? newest_q[0] : substituted_q ^ AFFINE, newest_q[3:2],
    newest_q[1] ^ (step_q[Rotate] ? rcon_q : 8'h00)
  };

  always_ff @(posedge clk_i) begin
    if (step) begin
      window_q[0] <= word;
      for (int unsigned i = 1; i < Words; i++) window_q[i] <= window_q[i-1];
    end
    if (step || |step_q) newest_q <= step ? word : rotated_word;
    if (take || wipe_q) rcon_q <= 8'h01;
    else if (step_q[Rotate]) rcon_q <= xtime(rcon_q);
    if (come) data_q <= k_tdata;
    if (wipe_q) {window_q, newest_q, data_q} <= '0;

    substituted_q <= substituted;
  end

  // MixColumns maps a column of the constant to itself, so it is added before InvMixColumns.
  logic write_q;
  logic all_written_q;  // keyed_q a cycle later, when the last word is written
  logic [5:0] written_q;
  word_t word_q;
  always_ff @(posedge clk_i) begin
    write_q <= step | clean_q;
    written_q <= index_q;
    word_q <= word ^ {4{index_q < 6'd4 ? 8'h00 : AFFINE}};
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) all_written_q <= 1'b0;
    else all_written_q <= keyed_q & ~come & ~wipe_i;
  end

  if (Inverse) begin : gen_inverse
    logic outer;
    assign outer = written_q < 6'd4 || written_q[5:2] == rounds_o;
    always_ff @(posedge clk_i) begin
      write_o <= write_q;
      address_o <= written_q;
      word_o <= outer ? word_q : inv_mix_column(word_q);
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) keyed_o <= 1'b0;
      else keyed_o <= all_written_q & keyed_q & ~come & ~wipe_i;
    end
  end else begin : gen_forward
    assign {write_o, address_o, word_o, keyed_o} = {write_q, written_q, word_q, all_written_q};
  end
endmodule
