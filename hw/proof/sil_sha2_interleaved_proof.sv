// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_sha2_interleaved with two messages, for any sequence of control words whose
/// channels follow each other: the message schedule and the rounds are those of FIPS 180-4 6.2.2
/// and 6.4.2, and a round of the feed-forward adds a word of the hash value or starts from the
/// initial one. The hash value is the result of the last feed-forward of its channel; the digest is
/// the sums of the feed-forward that were captured.
///
/// The values of w, e and a of the last cycles (`past_w`, `past_e`, `past_a`) and the hash value
/// that was read determine each register. Of the hash value one word of each half is followed; it
/// may be any.
///
/// A solver is slow with equal sums that are added in different orders. So each register with a sum
/// is compared with a sum of two words in the order of the core. The proof keeps the sums of
/// earlier cycles, and these assertions hold for them, too. That the order of the standard gives
/// the same sums is asserted of the words alone.
module sil_sha2_interleaved_proof
  import sil_sha2_pkg::*;
#(
  /// SHA256 or SHA512.
  parameter alg_e Alg = SHA256,
  localparam int unsigned Width = word_bits(Alg),
  localparam int unsigned PassBits = $clog2(rounds(Alg) / FEED_FORWARD)
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic [1:0]          step_i,
  input logic                run_i,
  input logic [PassBits-1:0] pass_i,
  input logic                load_i,
  input logic [Width-1:0]    message_i,
  input logic                hold_i,
  input logic                capture_i,
  input logic                fresh_i,
  /// The words that are followed: their channel and their step of the feed-forward.
  input logic                follow_channel_i,
  input logic [1:0]          follow_step_i
);
  typedef logic [Width-1:0] word_t;

  localparam logic [8*Width-1:0] Initial = (8 * Width)'(initial_value(Alg));
  // Cycles from the control word to the cycles in which w, e and a are known.
  localparam int DoneW = 2;
  localparam int DoneE = 7;
  localparam int DoneA = 10;

  typedef struct packed {
    logic run, load, hold, capture, fresh, channel;
    logic [1:0] step;
    logic [PassBits-1:0] pass;
  } control_t;

  control_t [DoneA:0] control;
  control_t [DoneA:1] control_q;
  logic channel_q, last;
  logic [8*Width-1:0] chaining;

  sil_sha2_interleaved #(.Width(Width), .Messages(2), .Pieces(1), .Initial(Initial)) u_rounds (
    .clk_i, .rst_ni, .channel_i(channel_q), .step_i, .run_i, .pass_i, .load_i, .message_i, .hold_i,
    .capture_i, .fresh_i, .last_o(last), .chaining_o(chaining)
  );

  assign control = {
    control_q,
    control_t'{
      run: run_i, load: load_i, hold: hold_i, capture: capture_i, fresh: fresh_i,
      channel: channel_q, step: step_i, pass: pass_i
    }
  };
  always_ff @(posedge clk_i) begin
    control_q <= control[DoneA-1:0];
    channel_q <= ~channel_q;
  end

  // Cycles since the start: what came before is unknown.
  logic [39:0] age_q = '0;
  always_ff @(posedge clk_i) age_q <= {age_q[38:0], 1'b1};

  // w, e, a and the words of the hash value that were read: of this cycle and of the last ones.
  word_t [32:0] past_w;
  word_t [32:1] past_w_q;
  word_t [8:0] past_e, past_a;
  word_t [8:1] past_e_q, past_a_q;
  word_t [5:0] past_he;
  word_t [5:1] past_he_q;
  word_t [3:0] past_ha;
  word_t [3:1] past_ha_q;
  word_t message_q;
  assign past_w = {past_w_q, u_rounds.w_q};
  assign past_e = {past_e_q, u_rounds.e_q};
  assign past_a = {past_a_q, u_rounds.a_q};
  assign past_he = {past_he_q, u_rounds.he_q};
  assign past_ha = {past_ha_q, u_rounds.ha_q};
  always_ff @(posedge clk_i) begin
    past_w_q  <= past_w[31:0];
    past_e_q  <= past_e[7:0];
    past_a_q  <= past_a[7:0];
    past_he_q <= past_he[4:0];
    past_ha_q <= past_ha[2:0];
    message_q <= message_i;
  end

  // The registers of the core with constants, operands and sums, likewise.
  word_t [5:0] past_k;
  word_t [5:1] past_k_q;
  word_t [4:0] past_kw;
  word_t [4:1] past_kw_q;
  word_t [3:0] past_kwe, past_a_sub;
  word_t [3:1] past_kwe_q, past_a_sub_q;
  word_t [2:0] past_kwea, past_ea;
  word_t [2:1] past_kwea_q, past_ea_q;
  word_t [1:0] past_e_sum, past_big1, past_a_sum, past_big0, past_w_sum2;
  word_t [2:0] past_w_sum1;
  word_t [2:1] past_w_sum1_q;
  word_t past_e_sum_q, past_big1_q, past_a_sum_q, past_big0_q, past_w_sum2_q;
  assign past_k = {past_k_q, u_rounds.k_q};
  assign past_kw = {past_kw_q, u_rounds.kw_q};
  assign past_kwe = {past_kwe_q, u_rounds.kwe_q};
  assign past_kwea = {past_kwea_q, u_rounds.kwea_q};
  assign past_e_sum = {past_e_sum_q, u_rounds.e_sum_q};
  assign past_big1 = {past_big1_q, u_rounds.big1_q};
  assign past_a_sub = {past_a_sub_q, u_rounds.a_sub_q};
  assign past_ea = {past_ea_q, u_rounds.ea_q};
  assign past_a_sum = {past_a_sum_q, u_rounds.a_sum_q};
  assign past_big0 = {past_big0_q, u_rounds.big0_q};
  assign past_w_sum1 = {past_w_sum1_q, u_rounds.w_sum1_q};
  assign past_w_sum2 = {past_w_sum2_q, u_rounds.w_sum2_q};
  always_ff @(posedge clk_i) begin
    past_k_q      <= past_k[4:0];
    past_kw_q     <= past_kw[3:0];
    past_kwe_q    <= past_kwe[2:0];
    past_kwea_q   <= past_kwea[1:0];
    past_e_sum_q  <= past_e_sum[0];
    past_big1_q   <= past_big1[0];
    past_a_sub_q  <= past_a_sub[2:0];
    past_ea_q     <= past_ea[1:0];
    past_a_sum_q  <= past_a_sum[0];
    past_big0_q   <= past_big0[0];
    past_w_sum1_q <= past_w_sum1[1:0];
    past_w_sum2_q <= past_w_sum2[0];
  end

  // The functions of the standard.
  function automatic word_t small0(word_t x);
    return Width'(sil_sha2_standard_pkg::small_sigma0(Width, 64'(x)));
  endfunction
  function automatic word_t small1(word_t x);
    return Width'(sil_sha2_standard_pkg::small_sigma1(Width, 64'(x)));
  endfunction
  function automatic word_t big0(word_t x);
    return Width'(sil_sha2_standard_pkg::big_sigma0(Width, 64'(x)));
  endfunction
  function automatic word_t big1(word_t x);
    return Width'(sil_sha2_standard_pkg::big_sigma1(Width, 64'(x)));
  endfunction
  function automatic word_t choose(word_t x, word_t y, word_t z);
    return Width'(sil_sha2_standard_pkg::ch(64'(x), 64'(y), 64'(z)));
  endfunction
  function automatic word_t majority(word_t x, word_t y, word_t z);
    return Width'(sil_sha2_standard_pkg::maj(64'(x), 64'(y), 64'(z)));
  endfunction
  function automatic word_t constant(control_t word);
    return Width'(sil_sha2_standard_pkg::k(Width, 7'({word.pass, word.step})));
  endfunction
  function automatic word_t initial_word(logic high, logic [1:0] step);
    return Initial[{high, step} * Width +: Width];
  endfunction

  // n cycles after the control word of a step, its registers and those kept hold these values: each
  // is a sum of two words.
  function automatic word_t sum_k(int n);
    return control[n].run ? past_w[n-2] + past_k[n-2] : past_he[n-2];
  endfunction
  function automatic word_t sum_e(int n);
    return past_kw[n-3] + (control[n].hold ? '0 : past_e[n+1]);
  endfunction
  function automatic word_t sum_a(int n);
    return past_kwe[n-4] + (control[n].run ? past_a[n-2] : '0);
  endfunction
  function automatic word_t sum_ch(int n);
    return past_kwea[n-5] + choose(past_e[n-5], past_e[n-3], past_e[n-1]);
  endfunction
  function automatic word_t beside_e(int n);
    if (control[n].run) return big1(past_e[n-5]);
    return control[n].fresh ? initial_word(1'b0, control[n].step) : past_kwea[n-5];
  endfunction
  function automatic word_t old_a(int n);
    return control[n].hold ? '0 : past_a[n-2];
  endfunction
  function automatic word_t difference(int n);
    logic run = control[n].run;  // a subtraction
    return (past_a_sub[n-7] ^ {Width{run}}) + (run ? past_e[n-7] : past_ha[n-7]) + Width'(run);
  endfunction
  function automatic word_t sum_maj(int n);
    return past_ea[n-8] + majority(past_a[n-8], past_a[n-6], past_a[n-4]);
  endfunction
  function automatic word_t beside_a(int n);
    if (control[n].run) return big0(past_a[n-8]);
    return control[n].fresh ? initial_word(1'b1, control[n].step) : past_ea[n-8];
  endfunction

  // W(t), T1 and T2 of the standard, of the same words.
  word_t scheduled, d, t1, t2;
  assign scheduled = Width'(sil_sha2_standard_pkg::schedule(
    Width, 64'(past_w[4]), 64'(past_w[14]), 64'(past_w[30]), 64'(past_w[32])
  ));
  assign d = past_a[5];
  assign t1 = past_e[8] + big1(past_e[2]) + choose(past_e[2], past_e[4], past_e[6])
    + past_k[5] + past_w[5];
  assign t2 = big0(past_a[2]) + majority(past_a[2], past_a[4], past_a[6]);

  word_t new_w, new_e, new_a;
  always_comb begin
    new_w = control[DoneW].load ? message_q : past_w_sum2[1] + small0(past_w[30]);
    new_e = (control[DoneE].run ? past_e_sum[1] : '0) + past_big1[1];
    new_a = (control[DoneA].run ? past_a_sum[1] : '0) + past_big0[1];
  end

  // The words of the hash value that are followed, and whether they were written.
  logic follow_channel_q;
  logic [1:0] follow_step_q;
  word_t [1:0] stored_e_q, stored_a_q;  // now, and a cycle ago
  logic [1:0] known_e_q = '0, known_a_q = '0;
  logic write_e, write_a;

  function automatic logic followed(control_t word);
    return ~word.run & word.channel == follow_channel_i & word.step == follow_step_i;
  endfunction
  assign write_e = age_q[16] & followed(control[DoneE]);
  assign write_a = age_q[16] & followed(control[DoneA]);

  always_ff @(posedge clk_i) begin
    {follow_channel_q, follow_step_q} <= {follow_channel_i, follow_step_i};
    stored_e_q <= {stored_e_q[0], write_e ? u_rounds.e_q : stored_e_q[0]};
    stored_a_q <= {stored_a_q[0], write_a ? u_rounds.a_q : stored_a_q[0]};
    known_e_q  <= {known_e_q[0], write_e | known_e_q[0]};
    known_a_q  <= {known_a_q[0], write_a | known_a_q[0]};
  end

  // The digest.
  word_t [3:0] digest_e_q, digest_a_q;
  logic [3:0] digest_e_known_q = '0, digest_a_known_q = '0;
  always_ff @(posedge clk_i) begin
    if (control[4].capture) begin
      digest_e_q       <= {sum_e(4), digest_e_q[3:1]};
      digest_e_known_q <= age_q[16] ? {1'b1, digest_e_known_q[3:1]} : '0;
    end
    if (control[8].capture) begin
      digest_a_q       <= {difference(8), digest_a_q[3:1]};
      digest_a_known_q <= age_q[16] ? {1'b1, digest_a_known_q[3:1]} : '0;
    end
  end

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    assume (rst_ni == ~first_q);
    if (first_q) assert (age_q == '0);
    if (!first_q) begin
      assume (follow_channel_i == follow_channel_q);
      assume (follow_step_i == follow_step_q);
    end

    // The statements.
    if (age_q[33]) assert (u_rounds.w_q == new_w);
    if (age_q[11]) assert (u_rounds.e_q == new_e);
    if (age_q[14]) assert (u_rounds.a_q == new_a);
    if (followed(control[2]) && known_e_q[1]) assert (u_rounds.he_q == stored_e_q[1]);
    if (followed(control[7]) && known_a_q[1]) assert (u_rounds.ha_q == stored_a_q[1]);
    if (&digest_e_known_q) assert (chaining[4*Width-1:0] == digest_e_q);
    if (&digest_a_known_q) assert (chaining[8*Width-1:4*Width] == digest_a_q);
    if (age_q[16]) assert (last == (control[8].capture & control[8].step == 2'd3));

    // Invariants: the control words, and the ages.
    for (int unsigned i = 0; i < 39; i++) assert (age_q[i] || !age_q[i+1]);
    for (int unsigned i = 1; i <= DoneA; i++) begin
      if (age_q[i]) begin
        assert (control_q[i].channel == channel_q ^ 1'(i));
        assert (u_rounds.run_q[i] == control_q[i].run);
        assert (u_rounds.hold_q[i] == control_q[i].hold);
        assert (u_rounds.fresh_q[i] == control_q[i].fresh);
        assert (u_rounds.capture_q[i] == control_q[i].capture);
        assert (u_rounds.step_q[i] == control_q[i].step);
      end
    end
    if (age_q[1]) begin
      assert (u_rounds.channel_q[1] == control_q[1].channel);
      assert (u_rounds.compute_q[1] == ~control_q[1].load);
      assert (u_rounds.number_q[1] == {control_q[1].pass, control_q[1].step});
    end
    assert (age_q[16] || {known_e_q, known_a_q, digest_e_known_q, digest_a_known_q} == '0);

    // The schedule.
    for (int unsigned i = 0; i < 12; i++) begin
      if (age_q[i]) assert (u_rounds.u_w7.gen_delay.u_delay.words_q[i] == past_w[i+1]);
    end
    for (int unsigned i = 0; i < 16; i++) begin
      if (age_q[i+12]) assert (u_rounds.u_far_w.gen_delay.u_delay.words_q[i] == past_w[i+13]);
    end
    if (age_q[28]) assert (u_rounds.u_w16.gen_delay.u_delay.words_q[0] == past_w[29]);
    if (age_q[29]) assert (u_rounds.sigma1_q == small1(past_w[1]));
    if (age_q[29]) assert (u_rounds.sigma0_q == small0(past_w[29]));
    for (int unsigned i = 0; i < 3; i++) begin
      if (age_q[30+i]) assert (past_w_sum1[i] == past_w[30+i] + small1(past_w[2+i]));
    end
    for (int unsigned i = 0; i < 2; i++) begin
      if (age_q[31+i]) assert (past_w_sum2[i] == past_w_sum1[i+1] + past_w[13+i]);
    end

    // The working variables.
    for (int unsigned i = 0; i < 2; i++) begin
      if (age_q[i]) begin
        assert (u_rounds.u_e1.gen_delay.u_delay.words_q[i] == past_e[i+1]);
        assert (u_rounds.u_a1.gen_delay.u_delay.words_q[i] == past_a[i+1]);
      end
      if (age_q[i+2]) begin
        assert (u_rounds.u_e2.gen_delay.u_delay.words_q[i] == past_e[i+3]);
        assert (u_rounds.u_a2.gen_delay.u_delay.words_q[i] == past_a[i+3]);
      end
    end
    if (age_q[3]) assert (u_rounds.k_q == (control[2].run ? constant(control[2]) : '0));
    if (age_q[3]) assert (!control[2].run || u_rounds.he_q == '0);
    for (int n = 3; n <= DoneE; n++) if (age_q[n+2]) assert (past_kw[n-3] == sum_k(n));
    for (int n = 4; n <= DoneE; n++) if (age_q[n+3]) assert (past_kwe[n-4] == sum_e(n));
    for (int n = 5; n <= DoneE; n++) if (age_q[n+3]) assert (past_kwea[n-5] == sum_a(n));
    for (int n = 6; n <= DoneE; n++) begin
      if (age_q[n+3]) begin
        assert (past_e_sum[n-6] == sum_ch(n));
        assert (past_big1[n-6] == beside_e(n));
      end
    end
    for (int n = 7; n <= DoneA; n++) if (age_q[n+2]) assert (past_a_sub[n-7] == old_a(n));
    for (int n = 8; n <= DoneA; n++) if (age_q[n+4]) assert (past_ea[n-8] == difference(n));
    for (int n = 9; n <= DoneA; n++) begin
      if (age_q[n+4]) begin
        assert (past_a_sum[n-9] == sum_maj(n));
        assert (past_big0[n-9] == beside_a(n));
      end
    end

    // The sums in the order of the standard.
    assert (past_w[32] + small1(past_w[4]) + past_w[14] + small0(past_w[30]) == scheduled);
    assert (past_w[5] + past_k[5] + past_e[8] + d + choose(past_e[2], past_e[4], past_e[6])
      + big1(past_e[2]) == d + t1);
    assert (d + t1 - d + majority(past_a[2], past_a[4], past_a[6]) + big0(past_a[2]) == t1 + t2);

    // The hash value and the digest.
    if (known_e_q[0]) begin
      assert (u_rounds.gen_memories[0].he_words_q[{follow_channel_i, follow_step_i}]
        == stored_e_q[0]);
    end
    if (known_a_q[0]) begin
      assert (u_rounds.gen_memories[0].ha_words_q[{follow_channel_i, follow_step_i}]
        == stored_a_q[0]);
    end
    for (int unsigned i = 0; i < 4; i++) begin
      if (digest_e_known_q[i]) assert (u_rounds.digest_e_q[i] == digest_e_q[i]);
      if (digest_a_known_q[i]) assert (u_rounds.digest_a_q[i] == digest_a_q[i]);
    end
  end
endmodule
