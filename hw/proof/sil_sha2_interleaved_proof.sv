// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_sha2_interleaved with two messages, for any sequence of control words whose
/// channels follow each other: the message schedule and the rounds are those of FIPS 180-4 6.2.2 and
/// 6.4.2, and a round of the feed-forward adds a word of the hash value or starts from the initial
/// one. The hash value is the result of the last feed-forward of its channel; the digest is the sums
/// of the feed-forward that were captured.
///
/// The values of w, e and a of the last cycles (`past_w`, `past_e`, `past_a`) and the hash value that
/// was read determine each register. Of the hash value one word of each half is followed; it may be
/// any. With SHA512 the solver did not finish in 8 minutes.
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

  // The registers hold these values n cycles after the control word of a step.
  function automatic word_t sum_k(int n);
    return control[n].run ? past_w[n-2] + constant(control[n]) : past_he[n-2];
  endfunction
  function automatic word_t sum_e(int n);
    return sum_k(n) + (control[n].hold ? '0 : past_e[n+1]);
  endfunction
  function automatic word_t sum_a(int n);
    return sum_e(n) + (control[n].run ? past_a[n-2] : '0);
  endfunction
  function automatic word_t sum_ch(int n);
    return sum_a(n) + choose(past_e[n-5], past_e[n-3], past_e[n-1]);
  endfunction
  function automatic word_t beside_e(int n);
    if (control[n].run) return big1(past_e[n-5]);
    return control[n].fresh ? initial_word(1'b0, control[n].step) : sum_a(n);
  endfunction
  function automatic word_t old_a(int n);
    return control[n].hold ? '0 : past_a[n-2];
  endfunction
  function automatic word_t difference(int n);
    logic run = control[n].run;  // a subtraction
    return (old_a(n) ^ {Width{run}}) + (run ? past_e[n-7] : past_ha[n-7]) + Width'(run);
  endfunction
  function automatic word_t sum_maj(int n);
    return difference(n) + majority(past_a[n-8], past_a[n-6], past_a[n-4]);
  endfunction
  function automatic word_t beside_a(int n);
    if (control[n].run) return big0(past_a[n-8]);
    return control[n].fresh ? initial_word(1'b1, control[n].step) : difference(n);
  endfunction

  word_t new_w, new_e, new_a;
  always_comb begin
    new_w = control[DoneW].load ? message_q
      : past_w[32] + small1(past_w[4]) + past_w[14] + small0(past_w[30]);
    new_e = (control[DoneE].run ? sum_ch(DoneE) : '0) + beside_e(DoneE);
    new_a = (control[DoneA].run ? sum_maj(DoneA) : '0) + beside_a(DoneA);
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
    if (age_q[30]) assert (u_rounds.w_sum1_q == past_w[30] + small1(past_w[2]));
    if (age_q[31]) assert (u_rounds.w_sum2_q == past_w[31] + small1(past_w[3]) + past_w[13]);

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
    if (age_q[5]) assert (u_rounds.kw_q == sum_k(3));
    if (age_q[7]) assert (u_rounds.kwe_q == sum_e(4));
    if (age_q[8]) assert (u_rounds.kwea_q == sum_a(5));
    if (age_q[9]) begin
      assert (u_rounds.e_sum_q == sum_ch(6));
      assert (u_rounds.big1_q == beside_e(6));
      assert (u_rounds.a_sub_q == old_a(7));
    end
    if (age_q[12]) assert (u_rounds.ea_q == difference(8));
    if (age_q[13]) begin
      assert (u_rounds.a_sum_q == sum_maj(9));
      assert (u_rounds.big0_q == beside_a(9));
    end

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
