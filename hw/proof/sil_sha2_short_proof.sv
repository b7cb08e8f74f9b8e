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
/// The proof tracks the number t of the control word in each stage, the last four E and A, the
/// newest first, and the hash value. While a block is fed forward, its new words follow E(R) and
/// A(R) there. The registers of the core have the values that follow from these.
module sil_sha2_short_proof
  import sil_sha2_pkg::alg_e, sil_sha2_short_pkg::*;
#(
  /// As in sil_sha2_short_core.
  parameter alg_e Alg = sil_sha2_pkg::SHA256,
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

  sil_sha2_short_core #(.Alg(Alg)) u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tvalid, .s_tready(), .m_tdata(), .m_tvalid, .m_tready
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
  function automatic word_t constant(logic [6:0] number);
    return Width'(sil_sha2_standard_pkg::k(Width, number));
  endfunction

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
    for (int unsigned i = Choose; i < SubA; i++) begin
      left |= c[i].last & c[i].feed_forward & ~c[SubA].last;
    end
  end

  // The digest, and the control word in the stage of A(t+1), which follows SubA.
  logic newa_valid_q, newa_round_q, newa_begins_q, newa_last_q;
  logic [6:0] newa_t_q;
  logic digests, gclear_q, fired_q, first_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      gclear_q <= 1'b1;
      fired_q  <= 1'b0;
      first_q  <= 1'b1;
    end else begin
      gclear_q <= m_tvalid & m_tready;
      // The last sum of e has entered its register, and its control word stalls.
      fired_q <= ~run & c[AddE].feed_forward & c[AddE].ends;
      // The control word in Choose is one of the first block of its message.
      if (step) first_q <= issued.begins | (first_q & t_q[Choose] != 7'(ControlWords - 1));
    end
  end
  always_comb begin
    digests = busy == (m_tvalid | clear) & clear == gclear_q & ~(m_tvalid & clear);
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

  // Words of the schedule with the control word; the last four E and A; the hash value.
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
      w_q <= {w_q[AddA:AddE], window[15]};
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

  // The message word, big-endian (3.1), and the words in the window.
  word_t message;
  for (genvar b = 0; b < Width / 8; b++) begin : gen_byte
    assign message[Width-8-8*b+:8] = s_tdata[8*b+:8];
  end
  word_t scheduled;
  assign scheduled = window[0] + sigma0(window[1]) + window[9] + sigma1(window[14]);
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

  // Where the registers of e and a have the values from which a message starts.
  logic set_e, set_a;
  assign set_e = idle(c[AddE]) | c[AddE].begins | fired_q;
  assign set_a = (c[SubA].last & ~active) | c[SubA].begins;

  logic reset_q = 1'b1;
  always_ff @(posedge clk_i) reset_q <= 1'b0;
  logic clocked_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) clocked_q <= 1'b0;
    else clocked_q <= 1'b1;
  end
  logic started;
  assign started = rst_ni & clocked_q;

  always_comb begin
    if (reset_q) assume (!rst_ni);
    if (!reset_q) begin
      assert (controls);
      assert (drains);
      assert (digests);
      assert (newa);
      if (!clocked_q) assert (clear & c == {6{IDLE}} & {age_q, newa_valid_q, newa_round_q} == '0);
    end

    // Constants.
    if (started && !idle(c[Choose])) assert (early_constants);
    if (started && !idle(c[AddW])) assert (k == constant(t_q[AddW]));

    // The message schedule.
    if (started) begin
      assert (idle(c[Choose]) || 32'(age_q) > 32'(t_q[Choose]) || age_q == 2'd3);
      if (age_q >= 2'd1) assert (sum1 == window[2] + sigma0(window[3]));
      if (age_q >= 2'd2) assert (sum2 == window[1] + sigma0(window[2]) + window[10]);
      if (age_q == 2'd3) assert (sum3 == scheduled);
      if (!c[Choose].alone) begin
        if (t_q[Choose] < 7'd16) assert (word == message);
        else assert (word == scheduled);
      end
    end

    // Starts of messages and blocks.
    if (started && set_e) begin
      assert ({e[1], e[0], kwea, kwe} == {H[0], H[1], H[2], H[3]});
    end
    if (started && c[AddA].begins) assert ({e, kwea} == {H[0], H[1], H[2], H[3]});
    if (started && (c[AddA].begins || c[NewE].begins)) assert (e4_q == FirstE);
    if (started && set_a) assert ({a, ea} == {H[4], H[5], H[6], H[7]});
    if (started && newa_begins_q) assert (a4_q == FirstA);
    if (started && !c[NewE].alone && t_q[NewE] == '0 && !c[NewE].begins) begin
      assert (e4_q == {hash_e_q[0], hash_e_q[1], hash_e_q[2], hash_e_q[3]});
    end
    if (started && newa_round_q && newa_t_q == '0 && !newa_begins_q) begin
      assert (a4_q == {hash_a_q[0], hash_a_q[1], hash_a_q[2], hash_a_q[3]});
    end

    // Working variables.
    if (started && !set_e && !c[AddA].begins) assert (e == e4_q[2:0]);
    if (started && !set_a) assert (a == a4_q[2:0]);
    if (started) assert (u_core.u_rounds.alone_a_q == ~newa_round_q);

    // The sums of a round before the loops, and the loops.
    if (!reset_q) begin
      assert (u_core.u_rounds.operand_q == (c[AddA].alone ? 2'd0 : c[AddA].begins ? 2'd2
        : c[NewE].begins ? 2'd3 : 2'd1));
    end
    if (started && !c[AddE].alone) assert (kw == constant(t_q[AddE]) + w_q[AddE]);
    if (started && !c[AddA].alone) begin
      assert (kwe == constant(t_q[AddA]) + w_q[AddA] + (c[AddA].begins ? e4_q[3] : e4_q[2]));
    end
    if (started && !c[NewE].alone) begin
      assert (kwea == constant(t_q[NewE]) + w_q[NewE] + e4_q[3]
        + (c[NewE].begins ? H[4] : c[SubA].begins ? H[5] : a4_q[1]));
      assert (e_d == kwea
        + Width'(sil_sha2_standard_pkg::big_sigma1(Width, 64'(e4_q[0])))
        + Width'(sil_sha2_standard_pkg::ch(64'(e4_q[0]), 64'(e4_q[1]), 64'(e4_q[2]))));
    end
    if (started && newa_round_q) begin
      assert (ea == e4_q[1] - a4_q[3]);
      assert (a_d == ea
        + Width'(sil_sha2_standard_pkg::big_sigma0(Width, 64'(a4_q[0])))
        + Width'(sil_sha2_standard_pkg::maj(64'(a4_q[0]), 64'(a4_q[1]), 64'(a4_q[2]))));
    end

    // The feed-forward: its words, its sums, and the sums among the last four E and A.
    for (int unsigned j = 0; j < 4; j++) begin
      if (started && c[AddW].feed_forward && t_q[AddW] == 7'(Rounds + j)) begin
        assert (window[15] == hash_e_q[j]);
      end
      if (started && c[AddE].feed_forward && !fired_q && t_q[AddE] == 7'(Rounds + j)) begin
        assert (kw == hash_e_q[j]);
        assert (e[1] == e4_q[1]);
      end
      if (started && c[AddA].feed_forward && !c[AddA].last && t_q[AddA] == 7'(Rounds + j)) begin
        assert (kwe == hash_e_q[j]);
      end
      if (started && c[NewE].feed_forward && !c[NewE].last && t_q[NewE] == 7'(Rounds + j)) begin
        assert (kwea == hash_e_q[j]);
        assert (e_d == kwea);
        for (int unsigned i = 0; i < j; i++) assert (e4_q[j-1-i] == hash_e_q[i]);
      end
      if (started && newa_valid_q && !newa_round_q && !newa_last_q && newa_t_q == 7'(Rounds + j))
      begin
        assert (ea == hash_a_q[j]);
        assert (a_d == ea);
        for (int unsigned i = 0; i < j; i++) assert (a4_q[j-1-i] == hash_a_q[i]);
      end
    end

    // The hash value: a message starts with the initial one, and the digest is the last one.
    if (started) begin
      assert (register_e);
      assert (register_a);
      if (first_q && (idle(c[Choose]) || t_q[Choose] <= 7'(Rounds)) && !busy && !left) begin
        assert ({hash_a_q, hash_e_q} == {HashA, HashE});
      end
      if (m_tvalid) assert (u_core.chaining == {hash_a_q, hash_e_q});
    end
  end
endmodule
