// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of the retimed form (`Precompute` = 2), for every input, at full width:
///
/// * each word of the message schedule is that of FIPS 180-4 6.2.2 or 6.4.2 step 1;
/// * each round updates the working variables as step 3 does;
/// * a block begins with the hash value in the working variables (step 2), and its feed-forward
///   adds them to the hash value (step 4);
/// * the digest is the hash value after the last block.
///
/// The proof computes the working variables as the standard does, all eight in one cycle: that in
/// which a control word is in stage NewE. It keeps the last six values of a and the last four of e
/// (`row_a`, `row_e`). The registers of the core are related to these values: those of e have the
/// same values in the same cycle, and those of a have the values of two cycles before. The core
/// forms a from e: a new a is the new e - d + Sigma0 + Maj, because the standard's new e is T1 + d.
module sil_sha2_retimed_proof
  import sil_md_pkg::*, sil_sha2_pkg::alg_e, sil_sha2_pkg::FEED_FORWARD;
#(
  /// As in sil_sha2_core.
  parameter alg_e Alg = sil_sha2_pkg::SHA512,
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

  // The stages that a control word passes, as in sil_sha2_retimed.
  localparam int unsigned Choose = 0;
  localparam int unsigned AddW = 1;
  localparam int unsigned AddE = 2;
  localparam int unsigned AddA = 3;
  localparam int unsigned NewE = 4;
  localparam int unsigned SubA = 5;
  localparam int unsigned NewA = 6;
  localparam int unsigned Done = 7;
  localparam int unsigned Rounds = sil_sha2_standard_pkg::rounds(Width);
  localparam int unsigned ControlWords = Rounds + FEED_FORWARD;
  localparam logic [8*Width-1:0] Initial = (8 * Width)'(sil_sha2_pkg::initial_value(Alg));

  logic m_tvalid;

  sil_sha2_core #(.Alg(Alg), .Precompute(2)) u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tid(1'b0), .s_tvalid, .s_tready(), .s_tid_next(),
    .s_tid_any(), .m_tdata(), .m_tid(), .m_tvalid, .m_tready, .start_i(1'b1), .restore_i('0),
    .save_i('0)
  );

  logic run, clear, issued, controls;
  logic [1:0] state;
  logic [Done:0] valid, round, feed_forward;
  logic [Done:0][6:0] t;

  assign run = u_core.gen_single.u_iterative.run_o;
  assign clear = u_core.gen_single.u_iterative.clear_o;
  assign state = u_core.gen_single.u_iterative.u_sequencer.state_q;
  assign issued = u_core.gen_single.u_iterative.u_sequencer.control_q.valid;

  sil_md_block_controls #(
    .Done(Done), .Rounds(Rounds), .Operations(ControlWords), .Unroll(1)
  ) u_controls (
    .clk_i,
    .run_i         (run),
    .state_i       (state),
    .issued_i      (u_core.gen_single.u_iterative.u_sequencer.control_q),
    .count_i       (7'(u_core.gen_single.u_iterative.u_sequencer.count)),
    .wrap_i        (u_core.gen_single.u_iterative.u_sequencer.wrap_q),
    .rounds_i      (u_core.gen_single.u_iterative.u_sequencer.rounds_q),
    .loaded_i      (u_core.gen_single.u_iterative.u_sequencer.loaded_q),
    .last_i        (u_core.gen_single.u_iterative.u_sequencer.last_q),
    .control_i     (u_core.gen_single.gen_retimed.u_rounds.control_q),
    .m_tvalid,
    .valid_o       (valid),
    .t_o           (t),
    .round_o       (round),
    .feed_forward_o(feed_forward),
    .right_o       (controls)
  );

  // The core: the window of the message schedule, the oldest word first; the word that enters it
  // and the sums of which it is formed; the registers of a and e, the newest value in item 0; what
  // is added in advance.
  word_t [15:0] window;
  word_t word, sum1, sum2, sum3, k, kw, kwe, kwea, ea, e_d, a_d, sigma1, ch_e;
  word_t [2:0] a, e;
  row_t chaining_a, chaining_e;

  assign window = u_core.gen_single.gen_retimed.u_rounds.window;
  assign word = u_core.gen_single.gen_retimed.u_rounds.u_schedule.words_d;
  assign sum1 = u_core.gen_single.gen_retimed.u_rounds.u_schedule.gen_staged.sum1_q;
  assign sum2 = u_core.gen_single.gen_retimed.u_rounds.u_schedule.gen_staged.sum2_q;
  assign sum3 = u_core.gen_single.gen_retimed.u_rounds.u_schedule.gen_staged.sum3_q;
  assign k = u_core.gen_single.gen_retimed.u_rounds.k;
  assign kw = u_core.gen_single.gen_retimed.u_rounds.kw_q;
  assign kwe = u_core.gen_single.gen_retimed.u_rounds.kwe_q;
  assign kwea = u_core.gen_single.gen_retimed.u_rounds.kwea_q;
  assign ea = u_core.gen_single.gen_retimed.u_rounds.ea_q;
  assign a = u_core.gen_single.gen_retimed.u_rounds.a_q;
  assign e = u_core.gen_single.gen_retimed.u_rounds.e_q;
  assign sigma1 = u_core.gen_single.gen_retimed.u_rounds.sigma1_e;
  assign ch_e = u_core.gen_single.gen_retimed.u_rounds.ch_e;
  assign a_d = u_core.gen_single.gen_retimed.u_rounds.a_d;
  assign e_d = u_core.gen_single.gen_retimed.u_rounds.e_d;
  assign chaining_a = u_core.gen_single.gen_retimed.u_rounds.chaining_a;
  assign chaining_e = u_core.gen_single.gen_retimed.u_rounds.chaining_e;

  // The functions of the standard.
  function automatic word_t constant(logic [6:0] number);
    return Width'(sil_sha2_standard_pkg::k(Width, number));
  endfunction
  function automatic word_t small_sigma0(word_t x);
    return Width'(sil_sha2_standard_pkg::small_sigma0(Width, 64'(x)));
  endfunction
  function automatic word_t big_sigma1(word_t x);
    return Width'(sil_sha2_standard_pkg::big_sigma1(Width, 64'(x)));
  endfunction
  function automatic word_t ch(word_t x, word_t y, word_t z);
    return Width'(sil_sha2_standard_pkg::ch(64'(x), 64'(y), 64'(z)));
  endfunction
  function automatic word_t t2(word_t x, word_t y, word_t z);
    return Width'(sil_sha2_standard_pkg::big_sigma0(Width, 64'(x)))
      + Width'(sil_sha2_standard_pkg::maj(64'(x), 64'(y), 64'(z)));
  endfunction

  // Constants: in the register before those of the core, and in the stages from AddW on.
  logic early_constant;
  if (Width == 64) begin : gen_table
    assign early_constant =
      u_core.gen_single.gen_retimed.u_rounds.u_constants.gen_table.table_q == constant(t[Choose]);
  end else begin : gen_logic
    assign early_constant =
      7'(u_core.gen_single.gen_retimed.u_rounds.u_constants.gen_logic.number_q) == t[Choose];
  end

  word_t [NewE:AddW] constants, x;
  assign constants[AddW] = k;
  for (genvar i = AddW; i <= NewE; i++) begin : gen_constant
    if (i > AddW) begin : gen_register
      word_t constant_q;
      always_ff @(posedge clk_i) if (run) constant_q <= constants[i-1];
      assign constants[i] = constant_q;
    end
    // K + W
    assign x[i] = constants[i] + window[15+AddW-i];
  end

  // The message word, big-endian (3.1), and the one that follows from the window.
  word_t message, scheduled;
  for (genvar b = 0; b < Width / 8; b++) begin : gen_byte
    assign message[Width-8-8*b+:8] = s_tdata[8*b+:8];
  end
  assign scheduled = Width'(sil_sha2_standard_pkg::schedule(
    Width, 64'(window[14]), 64'(window[9]), 64'(window[1]), 64'(window[0])
  ));

  // The working variables as the standard computes them, the newest value in item 0: a, b, c, d and
  // two older values; e, f, g, h. The hash value, in the order of the rows (H3 to H0, H7 to H4), and
  // the working variables after the last round of a block, in the same order.
  word_t [5:0] row_a_q;
  word_t [3:0] row_e_q;
  row_t hash_a_q, hash_e_q, final_a_q, final_e_q;
  word_t new_a, new_e, t1, t1_q;  // T1 is the new e - d
  logic [1:0] forward;
  assign forward = 2'(t[NewE] - 7'(Rounds));

  always_comb begin
    {new_a, new_e, t1} = '0;
    if (valid[NewE]) begin
      new_e = e_d;
      t1 = e_d - row_a_q[3];
    end
    if (round[NewE]) new_a = t1 + t2(row_a_q[0], row_a_q[1], row_a_q[2]);
    if (feed_forward[NewE]) new_a = hash_a_q[forward] + row_a_q[3];
  end

  always_ff @(posedge clk_i) begin
    if (clear) begin
      {hash_a_q, hash_e_q} <= Initial;
      {final_a_q, final_e_q, row_a_q, row_e_q} <= '0;
    end else if (run) begin
      t1_q <= t1;
      row_a_q <= {row_a_q[4:0], new_a};
      row_e_q <= {row_e_q[2:0], new_e};
      if (round[NewE] && t[NewE] == 7'(Rounds - 1)) begin
        final_a_q <= {new_a, row_a_q[0], row_a_q[1], row_a_q[2]};
        final_e_q <= {new_e, row_e_q[0], row_e_q[1], row_e_q[2]};
      end
      if (feed_forward[NewA] && t[NewA] == 7'(ControlWords - 1)) begin
        for (int unsigned i = 0; i < 4; i++) begin
          hash_a_q[i] <= hash_a_q[i] + final_a_q[i];
          hash_e_q[i] <= hash_e_q[i] + final_e_q[i];
        end
      end
    end
  end

  // K + W + h
  word_t [NewE:AddA] xh;
  word_t xh_q;
  always_ff @(posedge clk_i) if (run) xh_q <= xh[AddA];
  assign xh = {xh_q, x[AddA] + row_e_q[2]};

  // Whether a register of the chaining value is right in the words that matter, after some shifts.
  // The first sum enters in the cycle that has done `delay` shifts. `added`: the hash value has the
  // sums.
  function automatic logic chained(
    row_t words, row_t hash, row_t last, int unsigned delay, int unsigned shifts, logic added
  );
    chained = 1'b1;
    for (int unsigned i = 0; i < 4; i++) begin
      int unsigned index = shifts + i;
      int unsigned sum = index - 4 - delay;
      if (index < 4) chained &= words[i] == hash[index];
      else if (index >= 4 + delay && sum < 4) begin
        chained &= words[i] == (added ? hash[sum] : hash[sum] + last[sum]);
      end
    end
  endfunction

  // The number of shifts that each register has done: zero before the first and after the last.
  localparam int unsigned ShiftsE = FEED_FORWARD + SubA - Choose;
  localparam int unsigned ShiftsA = FEED_FORWARD + Done - SubA;
  logic [3:0] shifts_e_q, shifts_a_q;
  always_ff @(posedge clk_i) begin
    if (clear) {shifts_e_q, shifts_a_q} <= '0;
    else if (run) begin
      if (|feed_forward[SubA:Choose]) begin
        shifts_e_q <= shifts_e_q == 4'(ShiftsE - 1) ? '0 : shifts_e_q + 1'b1;
      end
      if (|feed_forward[Done:SubA]) begin
        shifts_a_q <= shifts_a_q == 4'(ShiftsA - 1) ? '0 : shifts_a_q + 1'b1;
      end
    end
  end

  // The shift registers move while a control word of the feed-forward is in one of their stages.
  logic shifts;
  assign shifts = u_core.gen_single.gen_retimed.u_rounds.shift_e_q == |feed_forward[SubA:Choose]
    && u_core.gen_single.gen_retimed.u_rounds.shift_a_q == |feed_forward[Done:SubA];

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;
  logic started;
  assign started = rst_ni & ~first_q;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (!first_q) assert (controls);
    if (started) assert (shifts);

    // Constants.
    if (started && valid[Choose]) assert (early_constant);
    for (int unsigned i = AddW; i <= NewE; i++) begin
      if (started && valid[i]) assert (constants[i] == constant(t[i]));
    end

    // The message schedule, and the words of the hash value that pass it.
    if (started && (issued || valid[Choose])) begin
      assert (sum1 == window[2] + small_sigma0(window[3]));
    end
    if (started && valid[Choose]) begin
      assert (sum2 == window[1] + small_sigma0(window[2]) + window[10]);
    end
    if (started && valid[AddW]) assert (sum3 == scheduled);
    if (started && round[Choose]) begin
      if (t[Choose] < 7'd16) assert (word == message);
      else assert (word == scheduled);
    end
    for (int unsigned j = 0; j < FEED_FORWARD; j++) begin
      for (int unsigned i = AddW; i <= NewE; i++) begin
        if (started && feed_forward[i] && t[i] == 7'(Rounds + j)) assert (x[i] == hash_e_q[j]);
      end
    end

    // What is added in advance.
    if (started && valid[AddE]) assert (kw == x[AddE]);
    if (started && valid[AddA]) assert (kwe == xh[AddA]);
    if (started && valid[NewE]) begin
      assert (xh[NewE] == x[NewE] + row_e_q[3]);
      assert (kwea == xh[NewE] + (feed_forward[NewE] ? '0 : row_a_q[3]));
    end

    // The registers of e have the standard's values, and those of a have them two cycles later.
    // Between messages all are zero.
    if (started) begin
      if (valid[SubA]) assert (e == row_e_q[2:0]);
      else assert (e == '0);
      if (valid[Done]) assert (a == row_a_q[4:2]);
      else assert (a == '0);
    end
    if (started && state == 2'd1) begin
      if (!valid[SubA]) assert ({row_a_q[0], row_e_q} == '0);
      if (!valid[NewA]) assert (row_a_q[1] == '0);
      if (!valid[Done]) assert (row_a_q[5:2] == '0);
    end
    if (started && round[NewE]) begin
      assert (sigma1 == big_sigma1(e[0]));
      assert (ch_e == ch(e[0], e[1], e[2]));
      assert (e_d == kwea + sigma1 + ch_e);
    end
    if (started && feed_forward[NewE]) assert (e_d == kwea);
    // A new a follows from the new e.
    if (started && round[SubA]) begin
      assert (t1_q == row_e_q[0] - row_a_q[4]);
      assert (row_a_q[0] == t1_q + t2(row_a_q[1], row_a_q[2], row_a_q[3]));
    end
    if (started && round[NewA]) begin
      assert (row_a_q[1] == ea + t2(row_a_q[2], row_a_q[3], row_a_q[4]));
      assert (ea == row_e_q[1] - row_a_q[5]);
    end
    for (int unsigned j = 0; j < FEED_FORWARD; j++) begin
      if (started && feed_forward[SubA] && t[SubA] == 7'(Rounds + j)) begin
        assert (row_e_q[0] == hash_e_q[j] + final_e_q[j]);
        assert (row_a_q[0] == hash_a_q[j] + final_a_q[j]);
        assert (row_a_q[0] == hash_a_q[j] + row_a_q[4]);
      end
      if (started && feed_forward[NewA] && t[NewA] == 7'(Rounds + j)) begin
        assert (row_a_q[1] == hash_a_q[j] + final_a_q[j]);
        assert (row_a_q[1] == ea);
      end
      if (started && feed_forward[Done] && t[Done] == 7'(Rounds + j)) begin
        assert (row_a_q[2]
          == hash_a_q[j] + (j == FEED_FORWARD - 1 ? '0 : final_a_q[j]));
      end
    end
    if (started && valid[NewA]) assert (a_d == row_a_q[1]);

    // Blocks. Before the first one, the initial hash value is added to zero.
    if (started && state == 2'd1 && !valid[NewE]) assert ({final_a_q, final_e_q} == '0);
    if (started && round[NewE] && t[NewE] == '0) begin
      for (int unsigned i = 0; i < 4; i++) begin
        assert (row_a_q[3-i] == hash_a_q[i] + final_a_q[i]);
        assert (row_e_q[3-i] == hash_e_q[i] + final_e_q[i]);
      end
    end
    for (int unsigned j = 0; j < FEED_FORWARD; j++) begin
      if (started && feed_forward[NewE] && t[NewE] == 7'(Rounds + j)) begin
        for (int unsigned i = 0; i < 4; i++) begin
          assert (row_a_q[3-i] == (i + j < 4 ? final_a_q[(i+j)%4]
                                             : hash_a_q[(i+j)%4] + final_a_q[(i+j)%4]));
          assert (row_e_q[3-i] == (i + j < 4 ? final_e_q[(i+j)%4]
                                             : hash_e_q[(i+j)%4] + final_e_q[(i+j)%4]));
        end
      end
    end
    if (started && state != 2'd0) begin
      assert (shifts_e_q < 4'(ShiftsE) && shifts_a_q < 4'(ShiftsA));
      assert (|feed_forward[SubA:Choose] || shifts_e_q == '0);
      assert (|feed_forward[Done:SubA] || shifts_a_q == '0);
      for (int unsigned j = 0; j < FEED_FORWARD; j++) begin
        for (int unsigned i = Choose; i <= SubA; i++) begin
          if (feed_forward[i] && t[i] == 7'(Rounds + j)) assert (shifts_e_q == 4'(i + j - Choose));
        end
        for (int unsigned i = SubA; i <= Done; i++) begin
          if (feed_forward[i] && t[i] == 7'(Rounds + j)) assert (shifts_a_q == 4'(i + j - SubA));
        end
      end
      for (int unsigned i = 0; i < ShiftsE; i++) begin
        if (shifts_e_q == 4'(i) && !(feed_forward[NewA] && t[NewA] == 7'(ControlWords - 1))) begin
          assert (chained(chaining_e, hash_e_q, final_e_q, SubA - Choose, i, 1'b0));
        end
      end
      for (int unsigned i = 0; i < ShiftsA; i++) begin
        if (shifts_a_q == 4'(i)) begin
          assert (chained(chaining_a, hash_a_q, final_a_q, Done - SubA, i, i == ShiftsA - 1));
        end
      end
      if (feed_forward[NewA] && t[NewA] == 7'(ControlWords - 1)) begin
        for (int unsigned i = 0; i < 4; i++) begin
          assert (chaining_e[i] == hash_e_q[i] + final_e_q[i]);
        end
      end
    end
    if (started && m_tvalid) begin
      assert (u_core.gen_single.u_iterative.chaining_i == {hash_a_q, hash_e_q});
    end
  end
endmodule
