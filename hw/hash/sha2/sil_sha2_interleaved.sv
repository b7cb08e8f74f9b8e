// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The SHA-2 datapath for several messages: as many registers in each feedback loop as messages
/// (C-slow retiming).
///
/// E(t) is the value of e before round t, and A(t) that of a. FIPS 180-4 6.2.2 step 3 is
///
///     E(t+1) = [K + W + E(t-3) + A(t-3)] + Ch(E(t), E(t-1), E(t-2)) + Sigma1(E(t))
///     A(t+1) = [E(t+1) - A(t-3)] + Maj(A(t), A(t-1), A(t-2)) + Sigma0(A(t))
///
/// Each addition has a cycle of its own, and Sigma0 and Sigma1 come from registers. So between two
/// registers there is one carry chain or one lookup table. Ch, Maj and each selection of an operand
/// are functions of the cells of the carry chain (sil_add_function).
///
/// The feed-forward uses the same adders: E' = He + E(t-3), with He in place of K + W, and A' = Ha +
/// A(t-3), formed in place of E - A. It passes the functions in a register beside their sums. If the
/// channel starts a new message, that register takes the initial hash value instead.
///
/// With Pieces > 1 the words are skewed (sil_add_pieces), and the cycles below are those of piece 0.
///
/// ## Latency and throughput
/// A round of one channel per cycle. The sums of the feed-forward are the digest 8 + Pieces cycles
/// after its control word.
module sil_sha2_interleaved
  import sil_sha2_pkg::*;
#(
  /// Width of a word in bits: 32 or 64.
  parameter int unsigned Width = 32,
  /// Messages.
  parameter int unsigned Messages = 2,
  /// Pieces of a carry chain, 1 to Messages - 1.
  parameter int unsigned Pieces = 1,
  /// The initial hash value, H0 in the high bits.
  parameter logic [8*Width-1:0] Initial = '0,
  localparam int unsigned Rounds = Width == 64 ? 80 : 64,
  localparam int unsigned TidBits = $clog2(Messages),
  localparam int unsigned StepBits = $clog2(FEED_FORWARD),
  localparam int unsigned PassBits = $clog2(Rounds / FEED_FORWARD)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// The control word of this cycle, as in sil_md_interleaved.
  input  logic [TidBits-1:0]  channel_i,
  input  logic [StepBits-1:0] step_i,
  input  logic                run_i,
  input  logic [PassBits-1:0] pass_i,
  input  logic                load_i,
  input  logic [Width-1:0]    message_i,
  input  logic                hold_i,
  input  logic                capture_i,
  input  logic                fresh_i,
  /// The digest is complete from the next cycle on.
  output logic                last_o,
  /// The digest as a chaining value, H0 in the high bits. It holds until the next one.
  output logic [8*Width-1:0]  chaining_o
);
  typedef logic [Width-1:0] word_t;
  typedef logic [15:0] table_t;

  // The inputs of a cell of a carry chain, as truth tables.
  localparam table_t A = 16'haaaa;
  localparam table_t B = 16'hcccc;
  localparam table_t C = 16'hf0f0;
  localparam table_t D = 16'hff00;
  localparam table_t CH = (B & C) | (~B & D);
  localparam table_t MAJ = (B & C) | (B & D) | (C & D);

  // The cycle in which an adder takes its operands, counted from the control word. Its sum is valid
  // in the next one.
  localparam int AddW = 1;
  localparam int AddKW = 2;
  localparam int AddE = 3;
  localparam int AddA = 4;
  localparam int NewE = 6;  // after the sum with Ch
  localparam int SubA = 7;
  localparam int AddMaj = 8;
  localparam int NewA = 9;
  localparam int Done = NewA + 1;  // the sum of NewA is written
  localparam int CycleBits = Done + Pieces;

  // The control word of each cycle.
  logic [CycleBits-1:0] run, hold, capture, fresh;
  logic [CycleBits-1:0][TidBits-1:0] channel;  // repeats after Messages cycles
  logic [CycleBits-1:0][StepBits-1:0] step;
  logic [AddW+Pieces-1:0] compute;  // W comes from the schedule
  logic [Pieces:0][PassBits+StepBits-1:0] number;
  logic [CycleBits-1:1] run_q, hold_q, capture_q, fresh_q;
  logic [Messages-1:1][TidBits-1:0] channel_q;
  logic [CycleBits-1:1][StepBits-1:0] step_q;
  logic [AddW+Pieces-1:1] compute_q;
  logic [Pieces:1][PassBits+StepBits-1:0] number_q;

  assign run = {run_q, run_i};
  assign hold = {hold_q, hold_i};
  assign capture = {capture_q, capture_i};
  assign fresh = {fresh_q, fresh_i};
  for (genvar i = 0; i < CycleBits; i++) begin : gen_channel
    if (i % Messages == 0) begin : gen_now
      assign channel[i] = channel_i;
    end else begin : gen_later
      assign channel[i] = channel_q[i%Messages];
    end
  end
  assign step = {step_q, step_i};
  assign compute = {compute_q, ~load_i};
  assign number = {number_q, {pass_i, step_i}};

  always_ff @(posedge clk_i) begin
    run_q     <= run[CycleBits-2:0];
    hold_q    <= hold[CycleBits-2:0];
    fresh_q   <= fresh[CycleBits-2:0];
    channel_q <= channel[Messages-2:0];
    step_q    <= step[CycleBits-2:0];
    compute_q <= compute[AddW+Pieces-2:0];
    number_q  <= number[Pieces-1:0];
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) capture_q <= '0;
    else capture_q <= capture[CycleBits-2:0];
  end

  function automatic int unsigned low(int unsigned piece);
    return sil_pieces_pkg::low(Width, Pieces, piece);
  endfunction

  /// The skewed word whose piece p is bit p of the argument, repeated.
  function automatic word_t spread(logic [Pieces-1:0] bits);
    for (int unsigned i = 0; i < Width; i++) begin
      spread[i] = bits[sil_pieces_pkg::piece_of(Width, Pieces, i)];
    end
  endfunction

  // Histories: word d is the newest word d cycles ago. Only the words that are read exist: `first`
  // cycles ago to `last` for the functions that rotate a word, and those at the taps.
  //
  // The message schedule: W(t) is formed in cycle AddW from W(t-2), W(t-7), W(t-15) and W(t-16).
  word_t message, w_q, sigma1_q, w16_q, w7_q, sigma0_q, w_sum1_q, w_sum2_q, k_q, he_q, ha_q;
  word_t sigma0, sigma1, big0, big1;
  word_t kw_q, kwe_q, kwea_q, e_sum_q, e_past, big1_d, big1_q, ea_q, a_sum_q, a_past, big0_d,
         big0_q;

  if (Pieces == 1) begin : gen_message
    assign message = message_i;
  end else begin : gen_message_skewed
    for (genvar p = 0; p < Pieces; p++) begin : gen_piece
      localparam int unsigned Low = low(p);
      localparam int unsigned Bits = low(p + 1) - Low;
      if (p == 0) begin : gen_now
        assign message[Low+:Bits] = message_i[Low+:Bits];
      end else begin : gen_later
        logic [p-1:0][Bits-1:0] words_q;
        always_ff @(posedge clk_i) words_q <= (p * Bits)'({words_q, message_i[Low+:Bits]});
        assign message[Low+:Bits] = words_q[p-1];
      end
    end
  end

  // Cycles from a word W to its use: it is written at the end of cycle AddW.
  localparam int TapSigma1 = 2 * Messages - 4;
  localparam int TapW7 = 7 * Messages - 2;
  localparam int TapSigma0 = 15 * Messages - 2;
  localparam int TapW16 = 16 * Messages - 3;

  word_t [2*Pieces-2:0] near_w;  // TapSigma1 - (Pieces - 1) and on
  word_t [2*Pieces-2:0] far_w;   // TapSigma0 - (Pieces - 1) and on

  sil_history #(
    .Width(Width), .Depth(2 * Pieces - 1), .Delay(TapSigma1 - (int'(Pieces) - 1))
  ) u_near_w (
    .clk_i, .rst_ni, .word_i(w_q), .words_o(near_w)
  );
  sil_history #(
    .Width(Width), .Depth(1), .Delay(TapW7 - TapSigma1 - (int'(Pieces) - 1))
  ) u_w7 (
    .clk_i, .rst_ni, .word_i(near_w[2*Pieces-2]), .words_o(w7_q)
  );
  sil_history #(
    .Width(Width), .Depth(2 * Pieces - 1), .Delay(TapSigma0 - (int'(Pieces) - 1) - TapW7)
  ) u_far_w (
    .clk_i, .rst_ni, .word_i(w7_q), .words_o(far_w)
  );
  sil_history #(
    .Width(Width), .Depth(1), .Delay(TapW16 - TapSigma0 - (int'(Pieces) - 1))
  ) u_w16 (
    .clk_i, .rst_ni, .word_i(far_w[2*Pieces-2]), .words_o(w16_q)
  );

  // The working variables. They are written at the ends of cycles NewE and NewA.
  localparam int Tap0 = Messages - 2;      // E(t), A(t) in cycles AddCh, AddMaj
  localparam int Tap1 = 2 * Messages - 2;  // E(t-1), A(t-1)
  localparam int Tap2 = 3 * Messages - 2;  // E(t-2), A(t-2)
  localparam int TapE3 = 4 * Messages - 4;    // E(t-3) in cycle AddE
  localparam int TapA3 = 4 * Messages - 6;    // A(t-3) in cycle AddA
  localparam int TapSub = 4 * Messages - 3;   // A(t-3) in cycle SubA

  word_t e_q, a_q, e_1, e_2, e_3, a_1, a_2, a_3, a_sub_d, a_sub_q;
  word_t [2*Pieces-2:0] near_e, near_a;  // Tap0 - (Pieces - 1) and on
  word_t e_0, a_0;
  assign e_0 = near_e[Pieces-1];
  assign a_0 = near_a[Pieces-1];

  sil_history #(
    .Width(Width), .Depth(2 * Pieces - 1), .Delay(Tap0 - (int'(Pieces) - 1))
  ) u_near_e (
    .clk_i, .rst_ni, .word_i(e_q), .words_o(near_e)
  );
  sil_history #(
    .Width(Width), .Depth(1), .Delay(Tap1 - Tap0 - (int'(Pieces) - 1))
  ) u_e1 (
    .clk_i, .rst_ni, .word_i(near_e[2*Pieces-2]), .words_o(e_1)
  );
  sil_history #(.Width(Width), .Depth(1), .Delay(Tap2 - Tap1)) u_e2 (
    .clk_i, .rst_ni, .word_i(e_1), .words_o(e_2)
  );
  sil_history #(.Width(Width), .Depth(1), .Delay(TapE3 - Tap2)) u_e3 (
    .clk_i, .rst_ni, .word_i(e_2), .words_o(e_3)
  );

  sil_history #(
    .Width(Width), .Depth(2 * Pieces - 1), .Delay(Tap0 - (int'(Pieces) - 1))
  ) u_near_a (
    .clk_i, .rst_ni, .word_i(a_q), .words_o(near_a)
  );
  sil_history #(
    .Width(Width), .Depth(1), .Delay(Tap1 - Tap0 - (int'(Pieces) - 1))
  ) u_a1 (
    .clk_i, .rst_ni, .word_i(near_a[2*Pieces-2]), .words_o(a_1)
  );
  sil_history #(.Width(Width), .Depth(1), .Delay(Tap2 - Tap1)) u_a2 (
    .clk_i, .rst_ni, .word_i(a_1), .words_o(a_2)
  );
  if (TapA3 == Tap2) begin : gen_a3_same
    assign a_3 = a_2;
  end else begin : gen_a3
    sil_history #(.Width(Width), .Depth(1), .Delay(TapA3 - Tap1)) u_a3 (
      .clk_i, .rst_ni, .word_i(a_1), .words_o(a_3)
    );
  end
  sil_history #(.Width(Width), .Depth(1), .Delay(TapSub - 1 - Tap2)) u_sub (
    .clk_i, .rst_ni, .word_i(a_2), .words_o(a_sub_d)
  );

  function automatic word_t initial_word(logic [StepBits-1:0] which, bit high);
    logic [8*Width-1:0] words = Initial >> (high ? 4 * Width : 0);
    return words[which*Width+:Width];
  endfunction

  // The functions that rotate a word. Piece p of such a function reads all pieces of a word p cycles
  // after the last of them is written.
  word_t [Pieces-1:0] far_w_at, near_w_at, near_a_at, near_e_at;

  for (genvar p = 0; p < Pieces; p++) begin : gen_aligned
    for (genvar i = 0; i < Width; i++) begin : gen_bit
      localparam int unsigned Word = Pieces - 1 + p - sil_pieces_pkg::piece_of(Width, Pieces, i);
      assign far_w_at[p][i] = far_w[Word][i];
      assign near_w_at[p][i] = near_w[Word][i];
      assign near_a_at[p][i] = near_a[Word][i];
      assign near_e_at[p][i] = near_e[Word][i];
    end
  end

  /// Ones in a piece, zeros elsewhere.
  function automatic word_t mask(int unsigned piece);
    return ~word_t'(0) >> (Width - low(piece + 1)) & ~word_t'(0) << low(piece);
  endfunction

  always_comb begin
    {sigma0, sigma1, big0, big1, e_past, a_past} = '0;
    for (int unsigned p = 0; p < Pieces; p++) begin
      sigma0 |= mask(p) & Width'(small_sigma0(Width, 64'(far_w_at[p])));
      sigma1 |= mask(p) & Width'(small_sigma1(Width, 64'(near_w_at[p])));
      big0   |= mask(p) & Width'(big_sigma0(Width, 64'(near_a_at[p])));
      big1   |= mask(p) & Width'(big_sigma1(Width, 64'(near_e_at[p])));
      e_past |= mask(p) & (fresh[NewE-1+p] ? initial_word(step[NewE-1+p], 1'b0) : kwea_q);
      a_past |= mask(p) & (fresh[NewA-1+p] ? initial_word(step[NewA-1+p], 1'b1) : ea_q);
    end
  end

  // During the feed-forward the sums pass the loops beside the functions.
  for (genvar p = 0; p < Pieces; p++) begin : gen_functions
    localparam int unsigned Low = low(p);
    localparam int unsigned Bits = low(p + 1) - Low;
    sil_select #(.Width(Bits)) u_big1 (
      .select_i(run[NewE-1+p]), .word0_i(e_past[Low+:Bits]), .word1_i(big1[Low+:Bits]),
      .word_o(big1_d[Low+:Bits])
    );
    sil_select #(.Width(Bits)) u_big0 (
      .select_i(run[NewA-1+p]), .word0_i(a_past[Low+:Bits]), .word1_i(big0[Low+:Bits]),
      .word_o(big0_d[Low+:Bits])
    );
  end

  always_ff @(posedge clk_i) begin
    sigma0_q <= sigma0;
    sigma1_q <= sigma1;
    big0_q   <= big0_d;
    big1_q   <= big1_d;
  end

  // The constants K, zero during the feed-forward; the chaining value, zero during rounds; and the
  // registers beside the sums with the functions.

  localparam int unsigned Rows = 2 ** (PassBits + StepBits);

  // Some bits of each constant, the first constant in the low bits.
  function automatic logic [Rows*Width-1:0] constants(int unsigned from, int unsigned bits);
    constants = '0;
    for (int unsigned i = 0; i < Rounds; i++) begin
      for (int unsigned b = 0; b < bits; b++) constants[i*bits+b] = K[i][64-Width+from+b];
    end
  endfunction

  for (genvar p = 0; p < Pieces; p++) begin : gen_memories
    localparam int unsigned Low = low(p);
    localparam int unsigned Bits = low(p + 1) - Low;
    localparam int unsigned Entries = 2 ** (TidBits + StepBits);

    logic [Bits-1:0] row;
    sil_table #(
      .Width(Bits), .Rows(Rows), .Content((Rows * Bits)'(constants(Low, Bits)))
    ) u_constants (
      .address_i(number[1+p]), .row_o(row)
    );
    always_ff @(posedge clk_i) begin
      if (!run[AddKW-1+p]) k_q[Low+:Bits] <= '0;
      else k_q[Low+:Bits] <= row;
    end

    (* ram_style = "distributed" *) logic [Bits-1:0] he_words_q [Entries];
    (* ram_style = "distributed" *) logic [Bits-1:0] ha_words_q [Entries];
    always_ff @(posedge clk_i) begin
      if (!run[NewE+1+p]) he_words_q[{channel[NewE+1+p], step[NewE+1+p]}] <= e_q[Low+:Bits];
      if (!run[NewA+1+p]) ha_words_q[{channel[NewA+1+p], step[NewA+1+p]}] <= a_q[Low+:Bits];
      ha_q[Low+:Bits] <= ha_words_q[{channel[SubA-1+p], step[SubA-1+p]}];
      if (run[AddKW-1+p]) he_q[Low+:Bits] <= '0;
      else he_q[Low+:Bits] <= he_words_q[{channel[AddKW-1+p], step[AddKW-1+p]}];

      if (hold[SubA-1+p]) a_sub_q[Low+:Bits] <= '0;
      else a_sub_q[Low+:Bits] <= a_sub_d[Low+:Bits];
    end
  end

  // The adders. W = compute ? sum + sigma0 : message. A function is an XOR of products, and a product
  // with a zero is known: a message word takes the place of an unknown sum after power-on.
  sil_add_pieces #(.First(A), .Second(C), .Width(Width), .Pieces(Pieces)) u_add_w16 (
    .clk_i, .a_i(w16_q), .b_i('0), .c_i(sigma1_q), .d_i('0), .carry_i(1'b0), .sum_o(w_sum1_q)
  );
  sil_add_pieces #(.First(A), .Second(C), .Width(Width), .Pieces(Pieces)) u_add_w7 (
    .clk_i, .a_i(w_sum1_q), .b_i('0), .c_i(w7_q), .d_i('0), .carry_i(1'b0), .sum_o(w_sum2_q)
  );
  sil_add_pieces #(
    .First(A & B), .Second((B & C) | (~B & D)), .Width(Width), .Pieces(Pieces)
  ) u_add_w (
    .clk_i, .a_i(w_sum2_q), .b_i(spread(compute[AddW+:Pieces])), .c_i(sigma0_q), .d_i(message),
    .carry_i(1'b0), .sum_o(w_q)
  );
  // K + W, or the chaining value; then E(t-3); then A(t-3), except in the feed-forward.
  sil_add_pieces #(.First(A & B), .Second(C | D), .Width(Width), .Pieces(Pieces)) u_add_kw (
    .clk_i, .a_i(w_q), .b_i(spread(run[AddKW+:Pieces])), .c_i(k_q), .d_i(he_q), .carry_i(1'b0),
    .sum_o(kw_q)
  );
  sil_add_pieces #(.First(A), .Second(C & ~D), .Width(Width), .Pieces(Pieces)) u_add_e (
    .clk_i, .a_i(kw_q), .b_i('0), .c_i(e_3), .d_i(spread(hold[AddE+:Pieces])), .carry_i(1'b0),
    .sum_o(kwe_q)
  );
  sil_add_pieces #(.First(A), .Second(C & D), .Width(Width), .Pieces(Pieces)) u_add_a (
    .clk_i, .a_i(kwe_q), .b_i('0), .c_i(a_3), .d_i(spread(run[AddA+:Pieces])), .carry_i(1'b0),
    .sum_o(kwea_q)
  );
  // The loop of e, and the word beside it in the feed-forward.
  sil_add_pieces #(.First(A), .Second(CH), .Width(Width), .Pieces(Pieces)) u_add_ch (
    .clk_i, .a_i(kwea_q), .b_i(e_0), .c_i(e_1), .d_i(e_2), .carry_i(1'b0), .sum_o(e_sum_q)
  );
  sil_add_pieces #(
    .First(A & B), .Second(C), .Width(Width), .Pieces(Pieces)
  ) u_new_e (
    .clk_i, .a_i(e_sum_q), .b_i(spread(run[NewE+:Pieces])), .c_i(big1_q), .d_i('0),
    .carry_i(1'b0), .sum_o(e_q)
  );
  // E - A(t-3), or the chaining value + A(t-3).
  sil_add_pieces #(
    .First(A ^ B), .Second((B & C) | (~B & D)), .Width(Width), .Pieces(Pieces), .CarryIn(1'b1)
  ) u_sub_a (
    .clk_i, .a_i(a_sub_q), .b_i(spread(run[SubA+:Pieces])), .c_i(e_q), .d_i(ha_q),
    .carry_i(run[SubA]), .sum_o(ea_q)
  );
  // The loop of a.
  sil_add_pieces #(.First(A), .Second(MAJ), .Width(Width), .Pieces(Pieces)) u_add_maj (
    .clk_i, .a_i(ea_q), .b_i(a_0), .c_i(a_1), .d_i(a_2), .carry_i(1'b0), .sum_o(a_sum_q)
  );
  sil_add_pieces #(
    .First(A & B), .Second(C), .Width(Width), .Pieces(Pieces)
  ) u_new_a (
    .clk_i, .a_i(a_sum_q), .b_i(spread(run[NewA+:Pieces])), .c_i(big0_q), .d_i('0),
    .carry_i(1'b0), .sum_o(a_q)
  );

  // The digest: H7 to H4 come from the sum with E(t-3), H3 to H0 from that with A(t-3).
  word_t [3:0] digest_e_q, digest_a_q;
  for (genvar p = 0; p < Pieces; p++) begin : gen_digest
    localparam int unsigned Low = low(p);
    localparam int unsigned Bits = low(p + 1) - Low;
    for (genvar i = 0; i < 4; i++) begin : gen_word
      always_ff @(posedge clk_i) begin
        if (capture[AddA+p]) begin
          digest_e_q[i][Low+:Bits] <= i == 3 ? kwe_q[Low+:Bits] : digest_e_q[(i+1)%4][Low+:Bits];
        end
        if (capture[AddMaj+p]) begin
          digest_a_q[i][Low+:Bits] <= i == 3 ? ea_q[Low+:Bits] : digest_a_q[(i+1)%4][Low+:Bits];
        end
      end
    end
  end

  localparam int LastPiece = AddMaj + int'(Pieces) - 1;
  assign last_o = capture[LastPiece] & step[LastPiece] == StepBits'(FEED_FORWARD - 1);
  assign chaining_o = {digest_a_q, digest_e_q};
endmodule
