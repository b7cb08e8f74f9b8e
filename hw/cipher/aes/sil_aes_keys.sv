// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Checks keys before they reach a core: the number of words must match the key length, and
/// `k_tlast` must mark the last word. It also reports whether the two keys may be used for XTS.
///
/// The module refuses a key that ends too soon or too late, that has an invalid length, or that is
/// for tweaks where there is no core for tweaks. It takes a refused key to its `k_tlast` and wipes
/// the core that the key was for. That core then has no key and waits for the first word of one.
/// `k_tdest` and `k_tuser` are read with the first word of a key.
///
/// ## Latency and throughput
/// One word every two cycles, with a latency of one cycle. With KeyBits = 0 a shorter key is
/// followed by up to four cycles in which no word is accepted. A refused key is followed by nine.
/// If a core has not yet taken a word, the next word waits.
module sil_aes_keys
#(
  /// As in sil_aes_core.
  parameter int unsigned KeyBits = 128,
  /// There is a core for tweaks, which has a key of its own (XTS).
  parameter bit Tweaks = 1'b1,
  /// The core of data (bit 0), of tweaks (bit 1) clears stored round keys after a reset and a wipe.
  /// No word of a key for that core is accepted for 66 cycles. Cost: a counter; of 2 or 1 also a
  /// path from `k_tdest` to `k_tready`.
  parameter logic [1:0] Clears = 2'b11
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        wipe_i,
  /// Clear the stored keys. High for at least 16 cycles after a reset and a wipe, and not at any
  /// other time.
  input  logic        clear_i,
  /// No message is in flight, so a word may be accepted in the next cycle. Low with `clear_i`.
  input  logic        may_i,
  input  logic [31:0] k_tdata,
  input  logic [1:0]  k_tuser,
  input  logic        k_tdest,
  input  logic        k_tlast,
  input  logic        k_tvalid,
  output logic        k_tready,
  /// A word for the core of data (bit 0), for the core of tweaks (bit 1), with the key length. It
  /// comes from a register.
  output logic [31:0] data_o,
  output logic [1:0]  user_o,
  output logic [1:0]  valid_o,
  input  logic [1:0]  ready_i,
  /// Wipe that core: high in the cycle after the end of a refused key.
  output logic [1:0]  wipe_o,
  /// The two keys may not be used for XTS: they are equal, of different lengths, or of 192 bits
  /// (IEEE 1619 5.1, NIST SP 800-38E, FIPS 140-3 IG C.I).
  output logic        unfit_o,
  /// No message may start: a core has not yet taken a word, `unfit_o` takes its new value after the
  /// next cycle, or a refused key is partly sent and the core still has the key before it.
  output logic        check_o
);
  logic [2:0] count_q;  // words of the key that were accepted
  logic skip_q;  // the key is refused, and its last word is not yet accepted
  logic dest, dest_q, first, last, wrong, pass, take, busy;
  logic began;  // a refused key is partly sent, of which the core has no word
  logic ready_q;
  logic cleared;  // no core clears its round keys any more
  logic [1:0] length, length_q;
  logic [2:0] final_word;

  assign first = count_q == '0 && !skip_q;
  assign dest = first ? k_tdest : dest_q;
  if (KeyBits == 0) begin : gen_any
    assign length = first ? k_tuser : length_q;
    assign final_word = length == 2'd0 ? 3'd3 : length == 2'd1 ? 3'd5 : 3'd7;
    assign began = skip_q;  // an invalid length is refused with the first word
  end else begin : gen_one
    assign length = '0;
    assign final_word = 3'(KeyBits / 32 - 1);
    assign began = 1'b0;
  end
  assign last = count_q == final_word;
  assign wrong = length == 2'd3 || (dest && !Tweaks) || last != k_tlast;
  assign pass = ~skip_q & ~wrong;
  assign take = k_tvalid & k_tready;

  if (Clears == '0) begin : gen_no_wait
    assign cleared = 1'b1;
  end else begin : gen_wait
    // Where no register follows, the counter runs one cycle longer.
    localparam int unsigned ClearCycles = ^Clears ? 67 : 66;
    logic [$clog2(ClearCycles)-1:0] wait_q;
    logic cleared_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {wait_q, cleared_q} <= '0;
      else if (wipe_i) {wait_q, cleared_q} <= '0;
      else if (!cleared_q) begin
        wait_q <= wait_q + 1'b1;
        cleared_q <= wait_q == $bits(wait_q)'(ClearCycles - 2);
      end
    end
    assign cleared = cleared_q;
  end
  // If both cores clear their keys, or none, a register decides.
  assign k_tready = ready_q & (cleared | ~^Clears | ~Clears[dest]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {count_q, skip_q, dest_q, length_q, wipe_o, valid_o, ready_q} <= '0;
    else if (wipe_i) {count_q, skip_q, dest_q, length_q, wipe_o, valid_o, ready_q} <= '0;
    else begin
      ready_q <= may_i & (cleared | ^Clears) & ~busy & ~take & ~|(valid_o & ~ready_i);
      valid_o <= ({2{take & pass}} & {dest, ~dest}) | (valid_o & ~ready_i);
      wipe_o <= {2{take & k_tlast & ~pass}} & {dest, ~dest};
      if (take) begin
        count_q <= k_tlast || !pass ? '0 : count_q + 1'b1;
        skip_q <= ~k_tlast & ~pass;
        dest_q <= dest;
        length_q <= length;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) {user_o, data_o} <= '0;
    else if (ready_q) {user_o, data_o} <= {length, k_tdata};
  end

  if (Tweaks) begin : gen_pair
    // Both keys. Each word of a key is compared with that of the other key. Words beyond the length
    // of a key are overwritten with 0.
    logic [31:0] words_q [16];
    logic [31:0] word_q;
    logic [3:0] address_q;
    logic valid_q, first_q, last_q, fill_q, ends, same, same_q;
    logic [1:0][1:0] lengths_q;
    // The comparison takes a second cycle: the memory is read and pairs of bits are compared, then
    // the pairs are combined.
    logic [31:0] other;
    logic [15:0] equal, equal_q;
    logic compared_q, compared_first_q;

    assign ends = KeyBits == 0 & valid_q & last_q;
    assign busy = fill_q | ends | |wipe_o;
    assign other = words_q[{~address_q[3], address_q[2:0]}];
    for (genvar i = 0; i < 16; i++) begin : gen_equal
      assign equal[i] = word_q[2*i+:2] == other[2*i+:2];
    end
    assign same = &equal_q && (compared_first_q || same_q);
    assign check_o = |valid_o | valid_q | began;
    assign unfit_o = same_q | lengths_q[0] != lengths_q[1] | lengths_q[0] == 2'd1;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {valid_q, first_q, last_q, fill_q, same_q} <= '0;
        {compared_q, compared_first_q, equal_q} <= '0;
        {lengths_q, address_q} <= '0;
      end else if (wipe_i) begin
        {valid_q, first_q, last_q, fill_q, same_q} <= '0;
        {compared_q, compared_first_q, equal_q} <= '0;
        {lengths_q, address_q} <= '0;
      end else begin
        if (clear_i) address_q <= address_q + 1'b1;
        else if (take) address_q <= {dest, count_q};
        else if (|wipe_o) address_q <= {wipe_o[1], 3'd0};
        else if (fill_q || ends) address_q <= address_q + 1'b1;
        valid_q <= take & pass;
        first_q <= first;
        last_q <= k_tlast;
        fill_q <= |wipe_o | ((fill_q | ends) & ~&address_q[2:0]);
        compared_q <= valid_q;
        compared_first_q <= first_q;
        equal_q <= equal;
        if (compared_q) same_q <= same;
        if (valid_q && last_q) lengths_q[address_q[3]] <= length_q;
      end
    end
    always_ff @(posedge clk_i) begin
      word_q <= take && pass && !clear_i ? k_tdata : '0;
      if (valid_q || fill_q || clear_i) words_q[address_q] <= valid_q ? word_q : '0;
    end
  end else begin : gen_alone
    assign busy = |wipe_o;
    assign unfit_o = 1'b0;
    assign check_o = |valid_o | began;
  end
endmodule
