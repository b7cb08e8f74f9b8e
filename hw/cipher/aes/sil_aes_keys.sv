// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// What a key must be before a core has it: as many words as its length says, the last of them with
/// `k_tlast`, and of the two keys of XTS neither the other.
///
/// A key that ends too soon or too late, that has a length which is not there, or that is for
/// tweaks where there are none is taken to its end and refused: the core for which it was is wiped,
/// so that it has no key and waits for the first word of one. What counts of `k_tdest` and `k_tuser`
/// is that of the first word.
///
/// ## Latency and throughput
/// A word a cycle, in the same one. With KeyBits = 0 a shorter key is followed by up to four cycles
/// without a word, a refused key by nine.
module sil_aes_keys
#(
  parameter int unsigned KeyBits = 128,
  /// There are keys for tweaks.
  parameter bit Tweaks = 1'b1
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        wipe_i,
  /// Forget: for 16 cycles and more after a reset and a wipe.
  input  logic        clear_i,
  /// No message is inside.
  input  logic        may_i,
  input  logic [31:0] k_tdata,
  input  logic [1:0]  k_tuser,
  input  logic        k_tdest,
  input  logic        k_tlast,
  input  logic        k_tvalid,
  output logic        k_tready,
  /// A word for the core of data, for that of tweaks.
  output logic [1:0]  valid_o,
  input  logic [1:0]  ready_i,
  /// Wipe it: the cycle after the end of a key that was refused.
  output logic [1:0]  wipe_o,
  /// The two keys are equal, of different lengths, or of 192 bits: not for XTS (IEEE 1619 5.1, NIST
  /// SP 800-38E, FIPS 140-3 IG C.I).
  output logic        unfit_o
);
  logic [2:0] count_q;  // words of the key that came
  logic skip_q;  // the key is refused, its end has not come
  logic dest, dest_q, first, last, wrong, pass, take, busy;
  logic [1:0] length, length_q;
  logic [2:0] final_word;

  assign first = count_q == '0 && !skip_q;
  assign dest = first ? k_tdest : dest_q;
  if (KeyBits == 0) begin : gen_any
    assign length = first ? k_tuser : length_q;
    assign final_word = length == 2'd0 ? 3'd3 : length == 2'd1 ? 3'd5 : 3'd7;
  end else begin : gen_one
    assign length = '0;
    assign final_word = 3'(KeyBits / 32 - 1);
  end
  assign last = count_q == final_word;
  assign wrong = length == 2'd3 || (dest && !Tweaks) || last != k_tlast;
  assign pass = ~skip_q & ~wrong;
  assign k_tready = may_i & ~busy & (~pass | ready_i[dest]);
  assign take = k_tvalid & k_tready;
  assign valid_o = {2{k_tvalid & may_i & ~busy & pass}} & {dest, ~dest};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {count_q, skip_q, dest_q, length_q, wipe_o} <= '0;
    else if (wipe_i) {count_q, skip_q, dest_q, length_q, wipe_o} <= '0;
    else begin
      wipe_o <= {2{take & k_tlast & ~pass}} & {dest, ~dest};
      if (take) begin
        count_q <= k_tlast || !pass ? '0 : count_q + 1'b1;
        skip_q <= ~k_tlast & ~pass;
        dest_q <= dest;
        length_q <= length;
      end
    end
  end

  if (Tweaks) begin : gen_pair
    // Both keys, which a word that comes is compared with; what a key before has left is 0.
    logic [31:0] words_q [16];
    logic [31:0] word_q;
    logic [3:0] place_q;
    logic valid_q, first_q, last_q, fill_q, ends, same, same_q, alike_q;
    logic [1:0][1:0] lengths_q;

    assign ends = KeyBits == 0 & valid_q & last_q;
    assign busy = fill_q | ends | |wipe_o;
    assign same = word_q == words_q[{~place_q[3], place_q[2:0]}] && (first_q || same_q);
    assign unfit_o = alike_q | lengths_q[0] != lengths_q[1] | lengths_q[0] == 2'd1;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {valid_q, first_q, last_q, fill_q, same_q, alike_q} <= '0;
        {lengths_q, place_q} <= '0;
      end else if (wipe_i) begin
        {valid_q, first_q, last_q, fill_q, same_q, alike_q} <= '0;
        {lengths_q, place_q} <= '0;
      end else begin
        if (clear_i) place_q <= place_q + 1'b1;
        else if (take && pass) place_q <= {dest, count_q};
        else if (|wipe_o) place_q <= {wipe_o[1], 3'd0};
        else if (fill_q || ends) place_q <= place_q + 1'b1;
        valid_q <= take & pass;
        first_q <= first;
        last_q <= k_tlast;
        fill_q <= |wipe_o | ((fill_q | ends) & ~&place_q[2:0]);
        if (valid_q) same_q <= same;
        if (valid_q && last_q) alike_q <= same;
        if (valid_q && last_q) lengths_q[place_q[3]] <= length_q;
      end
    end
    always_ff @(posedge clk_i) begin
      word_q <= take && pass && !clear_i ? k_tdata : '0;
      if (valid_q || fill_q || clear_i) words_q[place_q] <= valid_q ? word_q : '0;
    end
  end else begin : gen_alone
    assign busy = |wipe_o;
    assign unfit_o = 1'b0;
  end
endmodule
