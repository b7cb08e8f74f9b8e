// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved, for every block and chaining value, at full width, for each of the 64 or 80 rounds
/// of sil_sha2_unrolled:
///
/// * each word of the message schedule is that of FIPS 180-4 6.2.2 or 6.4.2 step 1;
/// * the round has the constant of its number, and updates the working variables as step 3 does;
/// * the feed-forward adds the working variables to the old chaining value (step 4), or leaves it
///   unchanged without a block.
///
/// A statement about a register names the values from which it follows by the number of cycles that
/// they are old: `w_past[t][5]` is W(t) five cycles ago. Sums are in the order in which the circuit
/// forms them, each with an assertion of its own. That a delay line delays is proved by
/// sil_delay_proof, and is not part of this statement: a word that leaves one is named as such.
module sil_sha2_unrolled_proof
  import sil_md_pkg::BLOCK_WORDS;
#(
  /// As in sil_sha2_unrolled.
  parameter int unsigned Width = 32,
  /// The rounds of this proof: the first one, and the one after the last.
  parameter int unsigned First = 0,
  parameter int unsigned End = 64,
  localparam int unsigned Rounds = sil_sha2_standard_pkg::rounds(Width)
) (
  input logic                         clk_i,
  input logic                         rst_ni,
  input logic                         run_i,
  input logic [BLOCK_WORDS*Width-1:0] block_i,
  input logic [8*Width-1:0]           chaining_i
);
  typedef logic [Width-1:0] word_t;

  logic [8*Width-1:0] chaining;

  sil_sha2_unrolled #(.Width(Width)) u_rounds (
    .clk_i, .rst_ni, .run_i, .block_i, .chaining_i, .chaining_o(chaining)
  );

  // The cycles that have passed, up to 7.
  logic [2:0] cycles_q = '0;
  always_ff @(posedge clk_i) if (cycles_q != '1) cycles_q <= cycles_q + 1'b1;

  // The functions of the standard.
  function automatic word_t ch(word_t x, word_t y, word_t z);
    return Width'(sil_sha2_standard_pkg::ch(64'(x), 64'(y), 64'(z)));
  endfunction
  function automatic word_t maj(word_t x, word_t y, word_t z);
    return Width'(sil_sha2_standard_pkg::maj(64'(x), 64'(y), 64'(z)));
  endfunction
  function automatic word_t big_sigma0(word_t x);
    return Width'(sil_sha2_standard_pkg::big_sigma0(Width, 64'(x)));
  endfunction
  function automatic word_t big_sigma1(word_t x);
    return Width'(sil_sha2_standard_pkg::big_sigma1(Width, 64'(x)));
  endfunction
  function automatic word_t small_sigma0(word_t x);
    return Width'(sil_sha2_standard_pkg::small_sigma0(Width, 64'(x)));
  endfunction
  function automatic word_t small_sigma1(word_t x);
    return Width'(sil_sha2_standard_pkg::small_sigma1(Width, 64'(x)));
  endfunction

  // Item n is the word n cycles ago.
  word_t [Rounds-1:0][3:1] w_past;
  word_t [Rounds:0][2:1] g_past, kwea_past;
  word_t [Rounds:0][3:1] e_past, d_past, b_past, c_past, b_1_past;

  for (genvar t = 0; t < Rounds; t++) begin : gen_words_past
    always_ff @(posedge clk_i) w_past[t] <= {w_past[t][2:1], u_rounds.w[t]};
  end
  for (genvar t = 0; t <= Rounds; t++) begin : gen_past
    always_ff @(posedge clk_i) begin
      g_past[t]    <= {g_past[t][1], u_rounds.g[t]};
      kwea_past[t] <= {kwea_past[t][1], u_rounds.kwea[t]};
      e_past[t]    <= {e_past[t][2:1], u_rounds.e[t]};
      b_past[t]    <= {b_past[t][2:1], u_rounds.b[t]};
      c_past[t]    <= {c_past[t][2:1], u_rounds.c[t]};
      d_past[t]    <= {d_past[t][2:1], u_rounds.d[t]};
      b_1_past[t]  <= {b_1_past[t][2:1], u_rounds.b_1[t]};
    end
  end

  // Step 1. Words that leave a delay line are those of sum_a and sum_b.
  for (genvar t = First; t < End; t++) begin : gen_schedule
    always_comb begin
      if (t < Rounds - 2 && cycles_q >= 3) begin
        assert (u_rounds.w_2[t] == w_past[t][2]);
        assert (u_rounds.w_3[t] == w_past[t][3]);
      end
      if (t < Rounds - 2 && cycles_q >= 1) begin
        assert (u_rounds.gen_schedule[t].gen_kept.w_q[1] == w_past[t][1]);
      end
      if (t < Rounds - 2 && cycles_q >= 2) begin
        assert (u_rounds.gen_schedule[t].gen_kept.w_q[2] == w_past[t][2]);
      end
    end
  end
  for (genvar t = First < BLOCK_WORDS ? BLOCK_WORDS : First; t < End; t++) begin : gen_sum
    word_t late_a_q, late_b_q, w_2_q, w_3_q;

    always_ff @(posedge clk_i) begin
      late_a_q <= u_rounds.gen_schedule[t].gen_sum.sum_a_late;
      late_b_q <= u_rounds.gen_schedule[t].gen_sum.sum_b_late;
      w_2_q    <= u_rounds.w_2[t-16];
      w_3_q    <= u_rounds.w_3[t-2];
    end
    always_comb begin
      if (cycles_q >= 1) begin
        assert (u_rounds.gen_schedule[t].gen_sum.sum_a_q
                == w_2_q + small_sigma0(w_past[t-15][1]));
        assert (u_rounds.gen_schedule[t].gen_sum.sum_b_q == late_a_q + w_past[t-7][1]);
        assert (u_rounds.w[t] == late_b_q + small_sigma1(w_3_q));
      end
    end
  end

  // Step 3. E(t-3) is in g of the round before, and A(t-3) in b_1 of the one before that.
  for (genvar t = First; t < End; t++) begin : gen_constant
    always_comb begin
      if (cycles_q >= 1) begin
        assert (u_rounds.kw_q[t]
                == Width'(sil_sha2_standard_pkg::k(Width, 7'(t))) + w_past[t][1]);
      end
    end
  end
  for (genvar t = First == 0 ? 1 : First; t < End; t++) begin : gen_ahead
    word_t kwe, a;

    assign kwe = Width'(sil_sha2_standard_pkg::k(Width, 7'(t))) + w_past[t][2] + g_past[t-1][1];
    always_comb begin
      if (cycles_q >= 2) assert (u_rounds.gen_round[t-1].gen_ahead.next_kwe_q == kwe);
    end
    if (t == 1) begin : gen_first
      word_t h2_q;
      always_ff @(posedge clk_i) h2_q <= u_rounds.h2;
      assign a = h2_q;
    end else begin : gen_later
      assign a = b_1_past[t-2][1];
    end
    always_comb begin
      if (cycles_q >= 3) begin
        assert (u_rounds.kwea[t] == Width'(sil_sha2_standard_pkg::k(Width, 7'(t))) + w_past[t][3]
                                    + g_past[t-1][2] + a);
      end
    end
  end

  // The new e, from kwea = K + W + h + d and from the older values of e; the new a.
  for (genvar t = First; t < End; t++) begin : gen_round
    word_t e, f, g, h, t1_d, minus_d;
    word_t [3:1] f_past;

    assign e = u_rounds.e[t+1];
    assign f = u_rounds.f[t+1];
    assign g = u_rounds.g[t+1];
    assign h = u_rounds.h[t+1];
    always_ff @(posedge clk_i) f_past <= {f_past[2:1], u_rounds.f[t]};

    always_comb begin
      // f, g and h are e, f and g of the round before; c and d are b and c of it, and b is a of it.
      if (cycles_q >= 1) begin
        assert (u_rounds.gen_round[t].e_1_q == e_past[t][1]);
        assert (u_rounds.gen_round[t].f_1_q == f_past[1]);
        assert (u_rounds.gen_round[t].g_1_q == g_past[t][1]);
        assert (u_rounds.b_1[t] == b_past[t][1]);
        assert (u_rounds.gen_round[t].c_1_q == c_past[t][1]);
      end
      if (cycles_q >= 2) begin
        assert (f == e_past[t][2]);
        assert (g == f_past[2]);
        assert (h == g_past[t][2]);
        assert (u_rounds.c[t+1] == b_past[t][2]);
        assert (u_rounds.d[t+1] == c_past[t][2]);
      end

      if (cycles_q >= 1) begin
        assert (u_rounds.gen_round[t].sum_e_q == kwea_past[t][1] + ch(
                  u_rounds.gen_round[t].e_1_q, u_rounds.gen_round[t].f_1_q,
                  u_rounds.gen_round[t].g_1_q));
      end
      t1_d = kwea_past[t][2] + ch(f, g, h);
      if (cycles_q >= 2) assert (e == t1_d + big_sigma1(f));

      if (cycles_q >= 1) begin
        assert (u_rounds.gen_round[t].ea_q == e_past[t+1][1] - d_past[t][1]);
      end
      if (cycles_q >= 2) begin
        assert (u_rounds.gen_round[t].sum_a_q == e_past[t+1][2] - d_past[t][2] + maj(
                  u_rounds.b[t+1], u_rounds.c[t+1], u_rounds.d[t+1]));
      end
      minus_d = e_past[t+1][3] - d_past[t][3];
      if (cycles_q >= 3) begin
        assert (u_rounds.a[t+1] == minus_d + maj(
                  b_past[t+1][1], c_past[t+1][1], d_past[t+1][1]) + big_sigma0(b_past[t+1][1]));
      end
    end
  end

  // Step 4.
  logic run_q;
  logic [8*Width-1:0] old_q, state_q;

  always_ff @(posedge clk_i) begin
    run_q   <= u_rounds.run;
    old_q   <= u_rounds.old;
    state_q <= u_rounds.state;
  end
  for (genvar i = 0; i < 8; i++) begin : gen_feed_forward
    always_comb begin
      if (cycles_q >= 1) begin
        assert (chaining[i*Width+:Width]
                == old_q[i*Width+:Width] + (run_q ? state_q[i*Width+:Width] : '0));
      end
    end
  end
endmodule
