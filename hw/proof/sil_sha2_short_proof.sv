// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_sha2_short_core, for every input and under all stalls of input and output:
///
/// * each word of the message schedule is that of FIPS 180-4 6.2.2 or 6.4.2 step 1;
/// * a message starts from the initial hash value, and each other block from the hash value of the
///   block before it (step 2);
/// * each round is step 3, in the form that sil_sha2_retimed states;
/// * the feed-forward adds the working variables after the last round to the hash value (step 4);
/// * while a digest is offered, the registers of the chaining value hold the last hash value of its
///   message.
///
/// With T1 + d = E(t+1) and T1 + T2 = A(t+1) step 3 is
///
///     E(t+1) = K + W + E(t-3) + A(t-3) + Sigma1(E(t)) + Ch(E(t), E(t-1), E(t-2))
///     A(t+1) = E(t+1) - A(t-3) + Sigma0(A(t)) + Maj(A(t), A(t-1), A(t-2))
///
/// The proof tracks the number t of the control word in each stage, the last 16 words of W, the
/// last four E and A, the newest first, and the hash value. While a block is fed forward, its new
/// words follow E(R) and A(R) there. The registers of the core have the values that follow from
/// these.
///
/// A solver is slow with equal sums that are added in different orders. So each register with a
/// sum is compared with a sum of two words in the order of the core. Registers of the proof keep
/// the sums of earlier stages. That the order of the standard gives the same sums is asserted of
/// these words alone.
///
/// The assertions are proved in parts, each of which holds in a cycle if all held in the cycle
/// before:
///
/// 1. control words, constants and message schedule;
/// 2. rounds;
/// 3. feed-forward, hash value and digest.
module sil_sha2_short_proof
  import sil_sha2_pkg::alg_e, sil_sha2_short_pkg::*;
#(
  /// As in sil_sha2_short_core.
  parameter alg_e Alg = sil_sha2_pkg::SHA256,
  /// The part that is proved.
  parameter int unsigned Part = 1,
  localparam int unsigned Width = sil_sha2_pkg::word_bits(Alg)
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic [Width-1:0] s_tdata,
  input logic             s_tlast,
  input logic             s_tvalid,
  input logic             m_tready
);
  typedef logic [Width-1:0] word_t;
  typedef word_t [3:0] row_t;

  localparam int unsigned Choose = 0, AddW = 1, AddE = 2, AddA = 3, NewE = 4, SubA = 5;
  localparam int unsigned Rounds = sil_sha2_standard_pkg::rounds(Width);
  localparam int unsigned ControlWords = Rounds + 4;
  localparam word_t [7:0] H = (8 * Width)'(sil_sha2_pkg::initial_value(Alg));
  // The initial E and A as the newest four, and as words that are fed forward: H7 to H4, H3 to H0.
  localparam row_t FirstE = {H[0], H[1], H[2], H[3]};
  localparam row_t FirstA = {H[4], H[5], H[6], H[7]};
  localparam row_t HashE = {H[3], H[2], H[1], H[0]};
  localparam row_t HashA = {H[7], H[6], H[5], H[4]};

  logic m_tvalid;
  logic [8*Width-1:0] m_tdata;

  sil_sha2_short_core #(.Alg(Alg)) u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tvalid, .s_tready(), .m_tdata, .m_tvalid, .m_tready
  );

  // The core.
  control_t [SubA:0] c;
  control_t issued;
  logic [6:0] count;
  logic run, step, run_a, active, busy, clear, shift_e;
  logic [3:0] drain;
  word_t [15:0] window;
  word_t word, k, kw, kwe, kwea, ea, e_d, a_d, sum1, sum2, sum3;
  word_t [2:0] e, a;
  row_t chaining_e, chaining_a;

  assign c = u_core.u_rounds.control_q;
  assign issued = u_core.u_sequencer.control_q;
  assign count = 7'(u_core.u_sequencer.count);
  assign run = u_core.u_rounds.run;
  assign step = u_core.u_rounds.step_o;
  assign run_a = u_core.u_rounds.run_a;
  assign active = u_core.u_rounds.active_q;
  assign drain = u_core.u_rounds.drain_q;
  assign busy = u_core.busy_q;
  assign clear = u_core.clear_q;
  assign shift_e = u_core.u_rounds.shift_e_q;
  assign window = u_core.u_rounds.window;
  assign word = u_core.u_rounds.u_schedule.words_d;
  assign sum1 = u_core.u_rounds.u_schedule.gen_staged.sum1_q;
  assign sum2 = u_core.u_rounds.u_schedule.gen_staged.sum2_q;
  assign sum3 = u_core.u_rounds.u_schedule.gen_staged.sum3_q;
  assign k = u_core.u_rounds.k;
  assign kw = u_core.u_rounds.kw_q;
  assign kwe = u_core.u_rounds.kwe_q;
  assign kwea = u_core.u_rounds.kwea_q;
  assign ea = u_core.u_rounds.ea_q;
  assign e_d = u_core.u_rounds.e_d;
  assign a_d = u_core.u_rounds.a_d;
  assign e = u_core.u_rounds.e_q;
  assign a = u_core.u_rounds.a_q;
  assign chaining_e = u_core.u_rounds.chaining_e;
  assign chaining_a = u_core.u_rounds.chaining_a;

  // The functions of the standard.
  function automatic word_t sigma0(word_t x);
    return Width'(sil_sha2_standard_pkg::small_sigma0(Width, 64'(x)));
  endfunction
  function automatic word_t sigma1(word_t x);
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
  function automatic word_t constant(logic [6:0] number);
    return Width'(sil_sha2_standard_pkg::k(Width, number));
  endfunction

  logic reset_q = 1'b1;  // in the first cycle
  always_ff @(posedge clk_i) reset_q <= 1'b0;

  // The number of the control word in each stage, and what kind of control word it is.
  logic [SubA:0][6:0] t_q;
  always_ff @(posedge clk_i) begin
    if (step) t_q[Choose] <= count;
    if (run) t_q[SubA:AddW] <= t_q[NewE:Choose];
  end

  function automatic logic idle(control_t control);
    return control == IDLE;
  endfunction

  function automatic logic kind(control_t control, logic [6:0] t);
    if (idle(control)) return 1'b1;
    return t < 7'(ControlWords) && control.feed_forward == (t >= 7'(Rounds))
      && control.alone == control.feed_forward && control.load == (t < 7'd16)
      && (!control.begins || t == '0) && (!control.last || control.feed_forward)
      && control.ends == (control.last && t == 7'(ControlWords - 1));
  endfunction

  // Between two neighbouring stages, the later control word first.
  function automatic logic follows(
    control_t later, logic [6:0] later_t, control_t earlier, logic [6:0] earlier_t
  );
    if (idle(later)) return earlier.ends;
    if (idle(earlier)) return later.begins;
    if (earlier_t == 7'(ControlWords - 1)) return later_t == '0 && later.begins == earlier.ends;
    return later_t == 7'(earlier_t + 1'b1) && !later.begins
      && (earlier_t < 7'(Rounds) || later.last == earlier.last);
  endfunction

  logic controls;
  always_comb begin
    controls = ~idle(issued) & kind(issued, count) & follows(issued, count, c[Choose], t_q[Choose]);
    for (int unsigned i = Choose; i <= SubA; i++) begin
      controls &= kind(c[i], t_q[i]);
      if (i < SubA) controls &= follows(c[i], t_q[i], c[i+1], t_q[i+1]);
    end
    controls &= u_core.u_sequencer.rounds_q == (count == 7'(Rounds - 1));
    controls &= u_core.u_sequencer.loaded_q == (count == 7'd15);
    controls &= u_core.u_sequencer.wrap_q == (count == 7'(ControlWords - 1));
    if (issued.feed_forward) controls &= issued.last == u_core.u_sequencer.last_q;
  end

  // The feed-forward of a last block, in the part of a.
  logic [1:0] drained;  // the operation of this cycle
  logic drains, left;   // all is in order; an operation of a last block is left for a
  always_comb begin
    drained = {drain[3] | drain[2], drain[3] | drain[1]};
    drains = $onehot0(drain) & active == |drain;
    if (active) begin
      drains &= c[SubA].last & c[SubA].feed_forward & t_q[SubA] <= 7'(Rounds + 32'(drained));
    end
    left = active;
    for (int unsigned i = AddW; i < SubA; i++) begin
      left |= c[i].last & c[i].feed_forward & ~c[SubA].last;
    end
  end

  // The digest, and the control word in the stage of A(t+1), which follows SubA.
  logic newa_valid_q, newa_round_q, newa_begins_q, newa_last_q;
  logic [6:0] newa_t_q;
  logic digests, gclear_q, fired_q, first_q, held_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      gclear_q <= 1'b1;
      held_q   <= 1'b0;
      fired_q  <= 1'b0;
      first_q  <= 1'b1;
    end else begin
      gclear_q <= m_tvalid & m_tready;
      held_q   <= m_tvalid & ~m_tready;
      // The last sum of e has entered its register, and its control word stalls.
      fired_q <= ~run & c[AddE].feed_forward & c[AddE].ends;
      // The control word in Choose is one of the first block of its message.
      if (step) first_q <= issued.begins | (first_q & t_q[Choose] != 7'(ControlWords - 1));
    end
  end
  always_comb begin
    digests = busy == (m_tvalid | clear) & clear == gclear_q & ~(m_tvalid & clear);
    // A digest is valid until it is accepted.
    digests &= ~held_q | m_tvalid;
    if (busy) begin
      digests &= ~left & ~c[AddW].feed_forward & ~(c[AddE].feed_forward & shift_e);
      for (int unsigned i = AddW; i <= SubA; i++) digests &= ~c[i].feed_forward | c[i].last;
      digests &= ~c[Choose].feed_forward | t_q[Choose] == 7'(Rounds);
      // Each block in the stages is the first one of its message.
      digests &= first_q;
      for (int unsigned i = Choose; i <= SubA; i++) begin
        digests &= idle(c[i]) | c[i].begins | t_q[i] != '0;
      end
      if (newa_valid_q) digests &= newa_round_q ? newa_begins_q | newa_t_q != '0 : newa_last_q;
    end
    if (c[AddE].feed_forward && c[AddE].ends) begin
      digests &= shift_e == ~fired_q & (fired_q | drain == 4'd1);
    end
    else begin
      digests &= ~fired_q & shift_e
        == (c[Choose].feed_forward | c[AddW].feed_forward | c[AddE].feed_forward);
    end
    digests &= first_q | ~(c[Choose].begins | idle(c[Choose]));
    for (int unsigned i = AddW; i <= SubA; i++) begin
      if (c[i].feed_forward && !c[Choose].feed_forward) digests &= first_q == c[i].last;
    end
  end

  // The last 16 words of the schedule; its words with the control word; the last four E and A; the
  // hash value.
  word_t [15:0] w_last;
  word_t [NewE:AddE] w_q;
  row_t e4_q, a4_q, hash_e_q, hash_a_q;
  logic fire_e, fire_a;
  logic [1:0] number_e, number_a;

  assign fire_e = c[AddE].feed_forward & (run | c[AddE].ends) & ~fired_q;
  assign number_e = 2'(t_q[AddE] - 7'(Rounds));
  assign fire_a = active | (run & c[SubA].feed_forward & ~c[SubA].last);
  assign number_a = active ? drained : 2'(t_q[SubA] - 7'(Rounds));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {newa_valid_q, newa_round_q, newa_begins_q, newa_last_q} <= '0;
    end else if (run_a) begin
      newa_valid_q  <= ~idle(c[SubA]);
      newa_round_q  <= ~c[SubA].alone;
      newa_begins_q <= c[SubA].begins;
      newa_last_q   <= c[SubA].last;
    end
  end

  always_ff @(posedge clk_i) begin
    if (run) begin
      w_q <= {w_q[AddA:AddE], w_last[15]};
      if (c[AddE].begins) e4_q <= FirstE;
      else if (!idle(c[NewE]) && !c[AddA].begins) e4_q <= {e4_q[2:0], e_d};
    end
    if (run_a) begin
      newa_t_q <= t_q[SubA];
      if (c[SubA].begins) a4_q <= FirstA;
      else if (newa_valid_q) a4_q <= {a4_q[2:0], a_d};
    end
    if (gclear_q) begin
      {hash_a_q, hash_e_q} <= {HashA, HashE};
    end else begin
      if (fire_e) hash_e_q[number_e] <= hash_e_q[number_e] + e[1];
      if (fire_a) hash_a_q[number_a] <= hash_a_q[number_a] + a[2];
    end
  end

  // The control word in the stage of A(t+1) follows the one in SubA.
  logic newa;
  always_comb begin
    newa = (~newa_round_q | newa_valid_q & ~newa_last_q)
      & (~newa_begins_q | newa_round_q & newa_t_q == '0);
    if (newa_valid_q) newa &= newa_round_q == (newa_t_q < 7'(Rounds));
    if (active) begin
      newa &= newa_valid_q & newa_round_q == drain[0] & newa_last_q == ~drain[0];
      newa &= ~drain[0] | newa_t_q == 7'(Rounds - 1);
    end else if (c[SubA].last || c[SubA].begins) begin
      newa &= ~newa_round_q;
    end else begin
      newa &= newa_valid_q & ~newa_last_q
        & newa_t_q == (t_q[SubA] == '0 ? 7'(ControlWords - 1) : t_q[SubA] - 1'b1);
    end
  end

  // The registers of the chaining value, after some shifts. The one of e shifts six times for four
  // words, the one of a shifts each word out and its sum in.
  logic register_e, register_a;
  always_comb begin
    int unsigned shifts;
    register_e = 1'b1;
    register_a = 1'b1;
    shifts = 6;
    for (int unsigned i = Choose; i <= AddE; i++) begin
      if (c[i].feed_forward && !fired_q) shifts = i + 32'(t_q[i]) - Rounds;
    end
    for (int unsigned s = 0; s <= 6; s++) begin
      if (shifts == s) begin
        for (int unsigned p = 0; p < 4; p++) begin
          if (p + s < 4) register_e &= chaining_e[p] == hash_e_q[2'(p+s)];
          else if (p + s >= 6) register_e &= chaining_e[p] == hash_e_q[2'(p+s-6)];
        end
      end
    end
    for (int unsigned p = 0; p < 4; p++) begin
      logic some;
      some = active | (c[SubA].feed_forward & ~c[SubA].last);
      register_a &= chaining_a[p] == hash_a_q[2'(p) + (some ? number_a : 2'd0)];
    end
  end

  // The message word, big-endian (3.1). The last 16 words of W and of the feed-forward, the oldest
  // first; before the first cycle they are those of the core.
  word_t message;
  for (genvar b = 0; b < Width / 8; b++) begin : gen_byte
    assign message[Width-8-8*b+:8] = s_tdata[8*b+:8];
  end
  word_t [15:0] w_now;
  assign w_now = reset_q ? window : w_last;
  always_ff @(posedge clk_i) w_last <= run ? {word, w_now[15:1]} : w_now;

  // Sums of earlier stages: W(t-16) + sigma0(W(t-15)) beside `sum2` and `sum3`, and that sum +
  // W(t-7) beside `sum3`; K + W in the stages AddA and NewE, and K + W + E(t-3) in NewE.
  word_t early2_q, early3_q, middle3_q, kw3_q, kw4_q, kwe4_q;
  always_ff @(posedge clk_i) begin
    if (run) begin
      {early2_q, early3_q, middle3_q} <= {sum1, early2_q, sum2};
      {kw3_q, kw4_q, kwe4_q} <= {kw, kw3_q, kwe};
    end
  end
  logic [1:0] age_q;  // shifts of the window since reset, at most 3
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) age_q <= '0;
    else if (run && age_q != 2'd3) age_q <= age_q + 1'b1;
  end

  logic early_constants;
  if (Width == 64) begin : gen_table
    assign early_constants =
      u_core.u_rounds.u_constants.gen_table.table_q == constant(t_q[Choose]);
  end else begin : gen_logic
    assign early_constants = 7'(u_core.u_rounds.u_constants.gen_logic.number_q) == t_q[Choose];
  end

  // In these cycles the registers of e and a have the values from which a message starts.
  logic set_e, set_a;
  assign set_e = idle(c[AddE]) | c[AddE].begins | fired_q;
  assign set_a = (c[SubA].last & ~active) | c[SubA].begins;

  logic clocked_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) clocked_q <= 1'b0;
    else clocked_q <= 1'b1;
  end
  logic started;
  assign started = rst_ni & clocked_q;

  // What holds in a cycle, by part, and whether all of it held in the cycle before.
  logic part1, part2, part3, right_q;
  logic [3:1] right;
  assign right = {part3, part2, part1} | {3{reset_q}};
  always_ff @(posedge clk_i) right_q <= &right;

  // Control words, constants, message schedule.
  always_comb begin
    part1 = controls & drains & digests & newa & window == w_last;
    part1 &= u_core.u_rounds.operand_q == (c[AddA].alone ? 2'd0 : c[AddA].begins ? 2'd2
      : c[NewE].begins ? 2'd3 : 2'd1);
    if (!clocked_q) part1 &= clear & c == {6{IDLE}} & {age_q, newa_valid_q, newa_round_q} == '0;
    if (started) begin
      part1 &= u_core.u_rounds.alone_a_q == ~newa_round_q;
      if (!idle(c[Choose])) part1 &= early_constants;
      if (!idle(c[AddW])) part1 &= k == constant(t_q[AddW]);

      part1 &= idle(c[Choose]) | 32'(age_q) > 32'(t_q[Choose]) | age_q == 2'd3;
      if (age_q >= 2'd1) part1 &= sum1 == w_last[2] + sigma0(w_last[3]);
      if (age_q >= 2'd2) begin
        part1 &= early2_q == w_last[1] + sigma0(w_last[2]) & sum2 == early2_q + w_last[10];
      end
      if (age_q == 2'd3) begin
        part1 &= early3_q == w_last[0] + sigma0(w_last[1]) & middle3_q == early3_q + w_last[9];
        part1 &= sum3 == middle3_q + sigma1(w_last[14]);
      end
      if (!c[Choose].alone) begin
        part1 &= t_q[Choose] < 7'd16 ? word == message : age_q == 2'd3 & word == sum3;
      end
    end
  end

  // Starts of messages, and rounds.
  word_t d_e;  // d of the round in NewE
  assign d_e = c[NewE].begins ? H[4] : c[SubA].begins ? H[5] : a4_q[1];
  always_comb begin
    part2 = 1'b1;
    if (started) begin
      if (set_e) part2 &= {e[1], e[0], kwea, kwe} == {H[0], H[1], H[2], H[3]};
      if (c[AddA].begins) part2 &= {e, kwea} == {H[0], H[1], H[2], H[3]};
      if (c[AddA].begins || c[NewE].begins) part2 &= e4_q == FirstE;
      if (set_a) part2 &= {a, ea} == {H[4], H[5], H[6], H[7]};
      if (newa_begins_q) part2 &= a4_q == FirstA;
      if (!set_e && !c[AddA].begins) part2 &= e == e4_q[2:0];
      if (!set_a) part2 &= a == a4_q[2:0];

      if (!c[AddE].alone) part2 &= kw == constant(t_q[AddE]) + w_q[AddE];
      if (!c[AddA].alone) begin
        part2 &= kw3_q == constant(t_q[AddA]) + w_q[AddA];
        part2 &= kwe == kw3_q + (c[AddA].begins ? e4_q[3] : e4_q[2]);
      end
      if (!c[NewE].alone) begin
        part2 &= kw4_q == constant(t_q[NewE]) + w_q[NewE] & kwe4_q == kw4_q + e4_q[3];
        part2 &= kwea == kwe4_q + d_e;
        part2 &= e_d == kwea + big1(e4_q[0]) + choose(e4_q[0], e4_q[1], e4_q[2]);
      end
      if (newa_round_q) begin
        part2 &= ea == e4_q[1] - a4_q[3];
        part2 &= a_d == ea + big0(a4_q[0]) + majority(a4_q[0], a4_q[1], a4_q[2]);
      end
    end
  end

  // The feed-forward: its words, its sums, and the sums among the last four E and A. A block starts
  // with the hash value, and a message with the initial one. The digest is the last hash value.
  always_comb begin
    part3 = 1'b1;
    if (started) begin
      for (int unsigned j = 0; j < 4; j++) begin
        if (c[AddW].feed_forward && t_q[AddW] == 7'(Rounds + j)) begin
          part3 &= w_last[15] == hash_e_q[j];
        end
        if (c[AddE].feed_forward && !fired_q && t_q[AddE] == 7'(Rounds + j)) begin
          part3 &= kw == hash_e_q[j] & e[1] == e4_q[1];
        end
        if (c[AddA].feed_forward && !c[AddA].last && t_q[AddA] == 7'(Rounds + j)) begin
          part3 &= kwe == hash_e_q[j];
        end
        if (c[NewE].feed_forward && !c[NewE].last && t_q[NewE] == 7'(Rounds + j)) begin
          part3 &= kwea == hash_e_q[j] & e_d == kwea;
          for (int unsigned i = 0; i < j; i++) part3 &= e4_q[j-1-i] == hash_e_q[i];
        end
        if (newa_valid_q && !newa_round_q && !newa_last_q && newa_t_q == 7'(Rounds + j)) begin
          part3 &= ea == hash_a_q[j] & a_d == ea;
          for (int unsigned i = 0; i < j; i++) part3 &= a4_q[j-1-i] == hash_a_q[i];
        end
      end

      if (!c[NewE].alone && t_q[NewE] == '0 && !c[NewE].begins) begin
        part3 &= e4_q == {hash_e_q[0], hash_e_q[1], hash_e_q[2], hash_e_q[3]};
      end
      if (newa_round_q && newa_t_q == '0 && !newa_begins_q) begin
        part3 &= a4_q == {hash_a_q[0], hash_a_q[1], hash_a_q[2], hash_a_q[3]};
      end
      part3 &= register_e & register_a;
      if (first_q && (idle(c[Choose]) || t_q[Choose] <= 7'(Rounds)) && !busy && !left) begin
        part3 &= {hash_a_q, hash_e_q} == {HashA, HashE};
      end
      if (m_tvalid) begin
        part3 &= u_core.chaining == {hash_a_q, hash_e_q} & ~fire_e & ~fire_a & ~gclear_q;
        for (int unsigned n = 0; n < Width; n++) begin
          part3 &= m_tdata[8*n+:8] == u_core.chaining[8*(Width-1-n)+:8];
        end
      end
    end
  end

  // The sums of the standard: W(t), T1 + d, T1 + T2. T1 and T2 of any words: `e4_q` and `a4_q` need
  // not be those of the same round.
  word_t scheduled, t1, t2;
  assign scheduled = Width'(sil_sha2_standard_pkg::schedule(
    Width, 64'(w_last[14]), 64'(w_last[9]), 64'(w_last[1]), 64'(w_last[0])
  ));
  assign t1 = e4_q[3] + big1(e4_q[0]) + choose(e4_q[0], e4_q[1], e4_q[2]) + k + w_q[NewE];
  assign t2 = big0(a4_q[0]) + majority(a4_q[0], a4_q[1], a4_q[2]);

  always_comb begin
    if (reset_q) assume (!rst_ni);
    else assume (right_q);
    assert (right[Part]);
    if (Part == 2) begin
      assert (w_last[0] + sigma0(w_last[1]) + w_last[9] + sigma1(w_last[14]) == scheduled);
      assert (k + w_q[NewE] + e4_q[3] + a4_q[3] + big1(e4_q[0])
        + choose(e4_q[0], e4_q[1], e4_q[2]) == a4_q[3] + t1);
      assert (a4_q[3] + t1 - a4_q[3] + big0(a4_q[0]) + majority(a4_q[0], a4_q[1], a4_q[2])
        == t1 + t2);
    end
  end
endmodule
