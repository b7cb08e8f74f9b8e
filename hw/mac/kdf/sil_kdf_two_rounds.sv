// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The SHA-2 datapath of PBKDF2 for two passwords at a time: that of sil_sha2_interleaved, with
/// midstates, and with digests that are message words of the next block.
///
/// E(t) is the value of e before round t, and A(t) that of a. FIPS 180-4 6.2.2 step 3 is
///
///     E(t+1) = [(E(t-3) + A(t-3)) + K + W] + Ch(E(t), E(t-1), E(t-2)) + Sigma1(E(t))
///     A(t+1) = [E(t+1) - A(t-3)] + Maj(A(t), A(t-1), A(t-2)) + Sigma0(A(t))
///
/// Each addition has a cycle of its own. W is added last, so it may be late. With R rounds, A(R) is
/// the last word that a block computes, and H0 = Ha + A(R) is the first word of the next block. An
/// adder of its own forms Ha + A(t-3) as soon as A(t-3) is known, which is two cycles before W(0)
/// is due. So the rounds of the next block follow the feed-forward at once.
///
/// The feed-forward forms E' = He + E(t-3) and A' = Ha + A(t-3). These words are kept as the
/// digest, and can be saved as a midstate. The channel goes on with them, with a midstate, or with
/// the initial hash value.
///
/// T of RFC 8018 5.2 is the sum (XOR) of the digests that are message words of inner hashes.
///
/// ## Latency and throughput
/// A round of one channel per cycle. A word of T is written 5 cycles after its control word.
module sil_kdf_two_rounds
  import sil_sha2_pkg::*, sil_kdf_two_pkg::*;
#(
  /// Width of a word in bits: 32 or 64.
  parameter int unsigned Width = 32,
  /// The initial hash value, H0 in the high bits.
  parameter logic [8*Width-1:0] Initial = '0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  control_t         control_i,
  /// The word of the block buffer, of the control word one cycle ago.
  input  logic [Width-1:0] block_i,
  /// Number of that word.
  output logic [3:0]       block_word_o,
  /// T of the channel of the control word two cycles ago is read where that channel works on no
  /// iteration: this word. It is valid in the next cycle.
  input  logic             read_i,
  input  logic [2:0]       read_word_i,
  output logic [Width-1:0] t_o
);
  typedef logic [Width-1:0] word_t;
  typedef logic [15:0] table_t;

  localparam int unsigned Rounds = Width == 64 ? 80 : 64;
  localparam int unsigned NumberBits = Width == 64 ? 7 : 6;
  // Bits of a message with its key block.
  localparam word_t LENGTH = word_t'(24 * Width);

  // The inputs of a cell of a carry chain, as truth tables.
  localparam table_t A = 16'haaaa;
  localparam table_t B = 16'hcccc;
  localparam table_t C = 16'hf0f0;
  localparam table_t D = 16'hff00;
  localparam table_t CH = (B & C) | (~B & D);
  localparam table_t MAJ = (B & C) | (B & D) | (C & D);

  // The cycle in which an adder takes its operands, counted from the control word. Its sum is valid
  // in the next one.
  localparam int AddEA = 2;   // E + A, and the digest of a
  localparam int AddW = 3;    // the schedule
  localparam int AddK = 3;    // K, or the chaining value: the digest of e
  localparam int AddKW = 4;
  localparam int AddCh = 5;
  localparam int NewE = 6;
  localparam int AddMaj = 8;
  localparam int NewA = 9;

  control_t [NewA:0] c;
  control_t [NewA:1] c_q;
  logic channel_q;  // of an odd number of cycles ago
  assign c = {c_q, control_i};
  always_ff @(posedge clk_i) begin
    c_q <= c[NewA-1:0];
    channel_q <= control_i.channel;
  end

  // The channel of the control word of an even and of an odd number of cycles ago.
  logic [1:0] channel;
  assign channel = {channel_q, control_i.channel};

  word_t message_q, w_q, sigma0_q, sigma1_q, w_sum1_q, w_sum2_q, w7, w15, w16;
  word_t ea_sum_q, eak_q, eakw_q, e_sum_q, e_q, ea_q, a_sum_q, a_q, a_sub_q;
  word_t k_q, he_q, ha_q, early_q, big0_d, big0_q, big1_d, big1_q, e_past, a_past;
  word_t first_e_q, first_a_q, kept_a_q;

  // The message schedule. Words are counted from the end of cycle AddW.
  sil_delay #(.Width(Width), .Cycles(12)) u_w7 (
    .clk_i, .rst_ni, .word_i(w_q), .word_o(w7)
  );
  sil_delay #(.Width(Width), .Cycles(16)) u_w15 (
    .clk_i, .rst_ni, .word_i(w7), .word_o(w15)
  );
  always_ff @(posedge clk_i) begin
    w16      <= w15;
    sigma0_q <= Width'(small_sigma0(Width, 64'(w15)));
    sigma1_q <= Width'(small_sigma1(Width, 64'(w_q)));
  end

  sil_add_pieces #(.First(A), .Second(C), .Width(Width)) u_add_w16 (
    .clk_i, .a_i(w16), .b_i('0), .c_i(sigma1_q), .d_i('0), .carry_i(1'b0), .sum_o(w_sum1_q)
  );
  sil_add_pieces #(.First(A), .Second(C), .Width(Width)) u_add_w7 (
    .clk_i, .a_i(w_sum1_q), .b_i('0), .c_i(w7), .d_i('0), .carry_i(1'b0), .sum_o(w_sum2_q)
  );
  sil_add_pieces #(.First(A & B), .Second((B & C) | (~B & D)), .Width(Width)) u_add_w (
    .clk_i, .a_i(w_sum2_q), .b_i({Width{~c[AddW].load}}), .c_i(sigma0_q), .d_i(message_q),
    .carry_i(1'b0), .sum_o(w_q)
  );

  // The working variables of the last rounds: e_past_q[i] is e_q of i + 1 cycles ago.
  word_t [3:0] e_past_q, a_past_q;
  always_ff @(posedge clk_i) begin
    e_past_q <= {e_past_q[2:0], e_q};
    a_past_q <= {a_past_q[2:0], a_q};
    a_sub_q  <= a_past_q[3];
  end

  // E(t-3) + A(t-3), and K + W or the chaining value.
  sil_add_pieces #(.First(A & ~B), .Second(C & D), .Width(Width)) u_add_ea (
    .clk_i, .a_i(e_past_q[2]), .b_i({Width{c[AddEA].hold}}), .c_i(a_q),
    .d_i({Width{c[AddEA].run}}), .carry_i(1'b0), .sum_o(ea_sum_q)
  );
  sil_add_pieces #(.First(A), .Second(C | D), .Width(Width)) u_add_k (
    .clk_i, .a_i(ea_sum_q), .b_i('0), .c_i(k_q), .d_i(he_q), .carry_i(1'b0), .sum_o(eak_q)
  );
  sil_add_pieces #(.First(A), .Second(C & D), .Width(Width)) u_add_kw (
    .clk_i, .a_i(eak_q), .b_i('0), .c_i(w_q), .d_i({Width{c[AddKW].run}}), .carry_i(1'b0),
    .sum_o(eakw_q)
  );
  // The loop of e. In the feed-forward the new chaining value passes the functions.
  sil_add_pieces #(.First(A), .Second(CH), .Width(Width)) u_add_ch (
    .clk_i, .a_i(eakw_q), .b_i(e_q), .c_i(e_past_q[1]), .d_i(e_past_q[3]), .carry_i(1'b0),
    .sum_o(e_sum_q)
  );
  sil_add_pieces #(.First(A & B), .Second(C), .Width(Width)) u_new_e (
    .clk_i, .a_i(e_sum_q), .b_i({Width{c[NewE].run}}), .c_i(big1_q), .d_i('0), .carry_i(1'b0),
    .sum_o(e_q)
  );
  // The loop of a.
  sil_add_pieces #(.First(~A), .Second(C), .Width(Width), .CarryIn(1'b1)) u_sub_a (
    .clk_i, .a_i(a_sub_q), .b_i('0), .c_i(e_q), .d_i('0), .carry_i(1'b1), .sum_o(ea_q)
  );
  sil_add_pieces #(.First(A), .Second(MAJ), .Width(Width)) u_add_maj (
    .clk_i, .a_i(ea_q), .b_i(a_q), .c_i(a_past_q[1]), .d_i(a_past_q[3]), .carry_i(1'b0),
    .sum_o(a_sum_q)
  );
  sil_add_pieces #(.First(A & B), .Second(C), .Width(Width)) u_new_a (
    .clk_i, .a_i(a_sum_q), .b_i({Width{c[NewA].run}}), .c_i(big0_q), .d_i('0), .carry_i(1'b0),
    .sum_o(a_q)
  );
  // The words of the digest that come from a.
  sil_add_pieces #(.First(A), .Second(C), .Width(Width)) u_early (
    .clk_i, .a_i(a_q), .b_i('0), .c_i(ha_q), .d_i('0), .carry_i(1'b0), .sum_o(early_q)
  );

  // The selections for the new words.
  assign e_past = c[AddCh].fresh ? first_e_q : eakw_q;
  assign a_past = c[AddMaj].fresh ? first_a_q : kept_a_q;
  sil_select #(.Width(Width)) u_big1 (
    .select_i(c[AddCh].run), .word0_i(e_past), .word1_i(Width'(big_sigma1(Width, 64'(e_q)))),
    .word_o(big1_d)
  );
  sil_select #(.Width(Width)) u_big0 (
    .select_i(c[AddMaj].run), .word0_i(a_past), .word1_i(Width'(big_sigma0(Width, 64'(a_q)))),
    .word_o(big0_d)
  );
  always_ff @(posedge clk_i) begin
    big1_q <= big1_d;
    big0_q <= big0_d;
  end

  // The constants K, zero in the feed-forward.
  function automatic logic [2**NumberBits*Width-1:0] constants();
    constants = '0;
    for (int unsigned i = 0; i < Rounds; i++) constants[i*Width+:Width] = K[i][63-:Width];
  endfunction

  word_t row;
  sil_table #(.Width(Width), .Rows(2 ** NumberBits), .Content(constants())) u_constants (
    .address_i(NumberBits'({c[AddK-1].pass, c[AddK-1].step})), .row_o(row)
  );
  always_ff @(posedge clk_i) begin
    if (!c[AddK-1].run) k_q <= '0;
    else k_q <= row;
  end

  // The chaining value of each channel; He is zero in rounds. Word i is that of step i, H7 and H3
  // first.
  localparam int unsigned Entries = 2 * STEPS;
  (* ram_style = "distributed" *) word_t he_words_q [Entries];
  (* ram_style = "distributed" *) word_t ha_words_q [Entries];
  always_ff @(posedge clk_i) begin
    if (!c[NewE+1].run) he_words_q[{channel[(NewE + 1) % 2], c[NewE+1].step}] <= e_q;
    if (c[AddK-1].run) he_q <= '0;
    else he_q <= he_words_q[{channel[(AddK - 1) % 2], c[AddK-1].step}];
    if (!c[NewA].run) ha_words_q[{channel[NewA % 2], c[NewA].step}] <= big0_q;
    ha_q <= ha_words_q[{channel[(AddEA - 1) % 2], c[AddEA-1].step}];
  end

  // Midstates: two pairs of an inner and an outer one.
  function automatic word_t initial_word(logic [STEP_BITS-1:0] step, bit high);
    logic [8*Width-1:0] words = Initial >> (high ? 4 * Width : 0);
    return words[step*Width+:Width];
  endfunction
  // Word s of a midstate is at address {pair, outer, s}.

  logic [NewA:1][STEP_BITS+1:0] midstate;
  for (genvar i = 1; i <= NewA; i++) begin : gen_midstate
    assign midstate[i] = {c[i].pair, c[i].outer, c[i].step};
  end

  (* ram_style = "distributed" *) word_t mid_e_q [4*STEPS];
  (* ram_style = "distributed" *) word_t mid_a_q [4*STEPS];
  always_ff @(posedge clk_i) begin
    if (c[AddK+1].save) mid_e_q[midstate[AddK+1]] <= eak_q;
    if (c[AddEA+1].save) mid_a_q[midstate[AddEA+1]] <= early_q;
    first_e_q <= c[AddCh-1].initialize ? initial_word(c[AddCh-1].step, 1'b0)
                                       : mid_e_q[midstate[AddCh-1]];
    first_a_q <= c[AddMaj-1].initialize ? initial_word(c[AddMaj-1].step, 1'b1)
                                        : mid_a_q[midstate[AddMaj-1]];
  end

  // Digests: the last one of each channel, and the one that is a key. A message block reads its
  // words from H0 on. While the channel goes on with its chaining value, the words of a come from
  // here.
  logic [STEP_BITS+1:0] digest_q;  // address of reading in the next cycle
  logic going;
  assign going = ~c[AddMaj-2].run & ~c[AddMaj-2].fresh;
  always_ff @(posedge clk_i) begin
    digest_q <= going ? {1'b0, channel[(AddMaj - 2) % 2], c[AddMaj-2].step}
                      : {control_i.key_read, control_i.channel, ~control_i.step};
  end

  (* ram_style = "distributed" *) word_t digest_e_q [4*STEPS];
  (* ram_style = "distributed" *) word_t digest_a_q [4*STEPS];
  word_t low_q, high_q, block_q, constant_q, padding;
  always_ff @(posedge clk_i) begin
    if (c[AddK+1].write) begin
      digest_e_q[{c[AddK+1].key_write, channel[(AddK + 1) % 2], c[AddK+1].step}] <= eak_q;
    end
    if (c[AddEA+1].write) begin
      digest_a_q[{c[AddEA+1].key_write, channel[(AddEA + 1) % 2], c[AddEA+1].step}] <= early_q;
    end
    kept_a_q <= digest_a_q[digest_q];
    high_q   <= digest_e_q[digest_q] & {Width{c[1].high}};
    low_q    <= (c[1].early ? early_q : digest_a_q[digest_q]) & {Width{c[1].low}};
  end

  // The message word: a word of the buffer or of a digest, and the constants of the key block and
  // of the padding.
  assign block_word_o = {c[1].pass[1:0], c[1].step};
  always_comb begin
    padding = {Width/8{8'h36}} & {Width{c[1].inner_key}};
    padding |= {Width/8{8'h5c}} & {Width{c[1].outer_key}};
    padding |= LENGTH & {Width{c[1].length}};
    padding[Width-1] |= c[1].one;
  end
  always_ff @(posedge clk_i) begin
    block_q    <= block_i & {Width{c[1].block}};
    constant_q <= padding;
    message_q  <= block_q ^ constant_q ^ low_q ^ high_q;
  end

  // T of each channel.
  (* ram_style = "distributed" *) word_t t_words_q [16];
  word_t t_q, t_new_q;
  always_ff @(posedge clk_i) begin
    t_q     <= t_words_q[{channel[0], read_i ? read_word_i : {c[2].pass[0], c[2].step}}];
    t_new_q <= message_q ^ (t_q & {Width{~c[3].first}});
    if (c[4].add) t_words_q[{channel[0], c[4].pass[0], c[4].step}] <= t_new_q;
  end
  assign t_o = t_q;
endmodule
