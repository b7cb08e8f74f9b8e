// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of the retimed form (Precompute = 2), for every input, at full width:
///
/// * each word of the message schedule is that of FIPS 180-4 6.2.2 or 6.4.2 step 1;
/// * each round updates the working variables as step 3 does;
/// * a block begins with the hash value in the working variables (step 2), and its feed-forward
///   adds them to the hash value (step 4);
/// * the digest is the hash value after the last block.
///
/// The proof tracks the number t of the control word in each stage (sil_md_block_controls), the
/// last 16 words of W, the working variables, the hash value H(i-1) of the block and its working
/// variables after the last round. The working variables e to h of round t are those of the cycle
/// in which its control word is in NewE, and a to d those of the cycle in which it is in NewA.
///
/// A solver is slow with equal sums that are added in different orders. So each register with a
/// sum has an assertion of its own, with two words in the order of the core. Registers of the proof
/// keep the sums and the words of earlier stages. That the order of the standard gives the same
/// sums is asserted of these words alone.
///
/// The assertions are proved in parts, each of which holds in a cycle if all held in the cycle
/// before:
///
/// 1. control words, constants and message schedule;
/// 2. rounds;
/// 3. feed-forward;
/// 4. hash value and digest.
module sil_sha2_retimed_proof
  import sil_md_pkg::*, sil_sha2_pkg::alg_e, sil_sha2_pkg::FEED_FORWARD;
#(
  /// As in sil_sha2_core.
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
  /// d, c, b, a or h, g, f, e. The first of each row is in the low bits.
  typedef word_t [3:0] row_t;

  // The stages that a control word passes, as in sil_sha2_retimed.
  localparam int unsigned Choose = 0, AddW = 1, AddE = 2, AddA = 3, NewE = 4, SubA = 5, NewA = 6;
  localparam int unsigned Done = 7;
  localparam int unsigned Rounds = sil_sha2_standard_pkg::rounds(Width);
  localparam int unsigned ControlWords = Rounds + FEED_FORWARD;
  localparam logic [8*Width-1:0] Initial = (8 * Width)'(sil_sha2_pkg::initial_value(Alg));

  logic s_tready, m_tvalid;

  sil_sha2_core #(.Alg(Alg), .Unroll(1), .Precompute(2)) u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tid(1'b0), .s_tvalid, .s_tready, .s_tid_next(),
    .s_tid_any(), .m_tdata(), .m_tid(), .m_tvalid, .m_tready, .start_i(1'b1), .restore_i('0),
    .save_i('0)
  );

  logic run, clear, controls;
  logic [1:0] state;
  logic [Done:0] valid, round, feed_forward;
  logic [Done:0][6:0] t;

  assign run = u_core.gen_single.u_iterative.run_o;
  assign clear = u_core.gen_single.u_iterative.clear_o;
  assign state = u_core.gen_single.u_iterative.u_sequencer.state_q;

  sil_md_block_controls #(
    .Done(Done), .Rounds(Rounds), .Operations(ControlWords), .Unroll(1)
  ) u_controls (
    .clk_i,
    .run_i         (run),
    .clear_i       (clear),
    .accept_i      (s_tvalid & s_tready),
    .s_tlast,
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

  // The core: the window of the message schedule, the oldest word first, the word that enters it
  // and the sums before it; the sums before the loops; the operands and the results of the loops;
  // the registers of the chaining value.
  word_t [15:0] window;
  word_t word, sum1, sum2, sum3, k, kw, kwe, kwea, ea, sigma1, ch, sigma0, maj, new_e, new_a;
  word_t next_a;
  word_t [2:0] e, a;
  row_t chaining_e, chaining_a;
  logic shift_e, shift_a, forward_e, forward_a;

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
  assign sigma1 = u_core.gen_single.gen_retimed.u_rounds.sigma1_e;
  assign ch = u_core.gen_single.gen_retimed.u_rounds.ch_e;
  assign sigma0 = u_core.gen_single.gen_retimed.u_rounds.sigma0_a;
  assign maj = u_core.gen_single.gen_retimed.u_rounds.maj_a;
  assign new_e = u_core.gen_single.gen_retimed.u_rounds.e_d;
  assign new_a = u_core.gen_single.gen_retimed.u_rounds.a_d;
  assign next_a = u_core.gen_single.gen_retimed.u_rounds.next_a;
  assign e = u_core.gen_single.gen_retimed.u_rounds.e_q;
  assign a = u_core.gen_single.gen_retimed.u_rounds.a_q;
  assign chaining_e = u_core.gen_single.gen_retimed.u_rounds.chaining_e;
  assign chaining_a = u_core.gen_single.gen_retimed.u_rounds.chaining_a;
  assign shift_e = u_core.gen_single.gen_retimed.u_rounds.shift_e_q;
  assign shift_a = u_core.gen_single.gen_retimed.u_rounds.shift_a_q;
  assign forward_e = u_core.gen_single.gen_retimed.u_rounds.control_q[NewE].feed_forward;
  assign forward_a = u_core.gen_single.gen_retimed.u_rounds.control_q[NewA].feed_forward;

  // The functions of the standard.
  function automatic word_t constant(logic [6:0] number);
    return Width'(sil_sha2_standard_pkg::k(Width, number));
  endfunction
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

  // The constants of a control word, in the register before those of the core.
  logic early_constant;
  if (Width == 64) begin : gen_table
    assign early_constant = u_core.gen_single.gen_retimed.u_rounds.u_constants.gen_table.table_q
      == constant(t[Choose]);
  end else begin : gen_logic
    assign early_constant =
      7'(u_core.gen_single.gen_retimed.u_rounds.u_constants.gen_logic.number_q) == t[Choose];
  end

  // The message word, big-endian (3.1).
  word_t message;
  for (genvar b = 0; b < Width / 8; b++) begin : gen_byte
    assign message[Width-8-8*b+:8] = s_tdata[8*b+:8];
  end

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  // The last 16 words of W and of the feed-forward, the oldest first. Before the first cycle they
  // are those of the core.
  word_t [15:0] w_now, w_last;
  assign w_now = first_q ? window : w_last;
  always_ff @(posedge clk_i) w_last <= run ? {word, w_now[15:1]} : w_now;

  // Words and sums of earlier stages of the message schedule: W(t-16) + sigma0(W(t-15)) beside
  // `sum2` and `sum3`, and that sum + W(t-7) beside `sum3`.
  word_t early2_q, early3_q, middle3_q;
  always_ff @(posedge clk_i) begin
    if (run) {early2_q, early3_q, middle3_q} <= {sum1, early2_q, sum2};
  end

  // The working variables h, g, f, e in NewE, and d, c, b, a in NewA, before and after a round.
  // Between messages they are zero.
  row_t row_e_q, row_a_q, next_row_e, next_row_a;
  assign next_row_e = {new_e, row_e_q[3:1]};
  assign next_row_a = {new_a, row_a_q[3:1]};
  always_ff @(posedge clk_i) begin
    if (run) begin
      row_e_q <= valid[NewE] ? next_row_e : '0;
      row_a_q <= valid[NewA] ? next_row_a : '0;
    end
  end

  // Words and sums of earlier stages of a control word: K, W, K + W, h, K + W + h and d; the word
  // Ha of the feed-forward.
  word_t [NewE:AddE] k_q, w_q;
  word_t [NewE:AddA] kw_q, h_q;
  word_t kwe_q, d_q, hash_word_q;
  always_ff @(posedge clk_i) begin
    if (run) begin
      k_q <= {k_q[AddA:AddE], k};
      w_q <= {w_q[AddA:AddE], w_last[15]};
      kw_q <= {kw_q[AddA], kw};
      h_q <= {h_q[AddA], row_e_q[2]};
      kwe_q <= kwe;
      d_q <= feed_forward[AddA] ? '0 : row_a_q[3];
      hash_word_q <= next_a;
    end
  end

  // The hash value, in the order of the rows (H7 to H4, H3 to H0), and the working variables after
  // the last round of a block.
  row_t hash_a_q, hash_e_q, final_a_q, final_e_q;
  always_ff @(posedge clk_i) begin
    if (clear) begin
      {hash_a_q, hash_e_q} <= Initial;
      {final_a_q, final_e_q} <= '0;
    end else if (run) begin
      if (valid[NewE] && t[NewE] == 7'(Rounds - 1)) final_e_q <= next_row_e;
      if (valid[NewA] && t[NewA] == 7'(Rounds - 1)) final_a_q <= next_row_a;
      for (int unsigned i = 0; i < 4; i++) begin
        if (valid[NewE] && t[NewE] == 7'(ControlWords - 1)) begin
          hash_e_q[i] <= hash_e_q[i] + final_e_q[i];
        end
        if (valid[NewA] && t[NewA] == 7'(ControlWords - 1)) begin
          hash_a_q[i] <= hash_a_q[i] + final_a_q[i];
        end
      end
    end
  end

  /// A row of working variables after `done` operations of the feed-forward.
  function automatic row_t partial(row_t hash, row_t last, int unsigned done);
    for (int unsigned i = 0; i < 4; i++) begin
      if (i + done < 4) partial[i] = last[i+done];
      else if (i + done < 8) partial[i] = hash[i+done-4] + last[i+done-4];
    end
  endfunction

  /// Whether a register of the chaining value has the words that matter after some shifts. The
  /// first sum enters `delay` shifts after the first old word has left. `added`: the hash value has
  /// the sums.
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

  // For each register: no shift has begun or all are done, or a control word of the feed-forward is
  // in one of its stages.
  logic register_a, register_e;
  always_comb begin
    {register_a, register_e} = 2'b11;
    for (int unsigned j = 0; j < FEED_FORWARD; j++) begin
      for (int unsigned i = Choose; i <= SubA; i++) begin
        if (feed_forward[i] && t[i] == 7'(Rounds + j)) begin
          register_e &= chained(
            chaining_e, hash_e_q, final_e_q, SubA - Choose, i + j - Choose,
            i == SubA && j == FEED_FORWARD - 1
          );
        end
      end
      for (int unsigned i = SubA; i <= Done; i++) begin
        if (feed_forward[i] && t[i] == 7'(Rounds + j)) begin
          register_a &= chained(
            chaining_a, hash_a_q, final_a_q, Done - SubA, i + j - SubA,
            i == Done && j == FEED_FORWARD - 1
          );
        end
      end
    end
    if (feed_forward[SubA:Choose] == '0) register_e = chaining_e == hash_e_q;
    if (feed_forward[Done:SubA] == '0) register_a = chaining_a == hash_a_q;
  end

  // What holds in a cycle, by part, and whether all of it held in the cycle before.
  logic [4:1] right;
  logic right_q, started;
  always_ff @(posedge clk_i) right_q <= &right;
  assign started = rst_ni & ~first_q;

  logic part1, part2, part3, part4;
  assign right = {part4, part3, part2, part1} | {4{first_q}};

  // Control words, constants, message schedule.
  always_comb begin
    part1 = controls & shift_e == |feed_forward[SubA:Choose] & shift_a == |feed_forward[Done:SubA];
    part1 &= window == w_last;
    if (started) begin
      if (valid[Choose]) part1 &= early_constant;
      if (valid[AddW]) part1 &= k == constant(t[AddW]);
      for (int unsigned i = AddE; i <= NewE; i++) if (valid[i]) part1 &= k_q[i] == constant(t[i]);

      if (valid[Choose]) part1 &= sum1 == w_last[2] + small0(w_last[3]);
      if (valid[AddW]) begin
        part1 &= early2_q == w_last[1] + small0(w_last[2]) & sum2 == early2_q + w_last[10];
      end
      if (valid[AddE]) begin
        part1 &= early3_q == w_last[0] + small0(w_last[1]) & middle3_q == early3_q + w_last[9];
        part1 &= sum3 == middle3_q + small1(w_last[14]);
      end
      if (round[Choose]) begin
        part1 &= t[Choose] < 7'd16 ? word == message : valid[AddE] & word == sum3;
      end
    end
  end

  // Rounds. d is read in AddA, two cycles before its row is complete. The new e of a round is the
  // second newest two cycles later.
  always_comb begin
    part2 = 1'b1;
    if (started) begin
      part2 &= e == {row_e_q[1], row_e_q[2], row_e_q[3]} & (valid[SubA] | row_e_q == '0);
      part2 &= a == {row_a_q[1], row_a_q[2], row_a_q[3]} & (valid[Done] | row_a_q == '0);

      if (valid[AddE]) part2 &= kw == k_q[AddE] + w_q[AddE];
      if (valid[AddA]) begin
        part2 &= kw_q[AddA] == k_q[AddA] + w_q[AddA] & h_q[AddA] == row_e_q[1];
        part2 &= kwe == kw_q[AddA] + h_q[AddA];
      end
      if (valid[NewE]) begin
        part2 &= kw_q[NewE] == k_q[NewE] + w_q[NewE] & h_q[NewE] == row_e_q[0];
        part2 &= kwe_q == kw_q[NewE] + h_q[NewE] & kwea == kwe_q + d_q;
      end
      part2 &= new_e == kwea + (forward_e ? '0 : sigma1) + (forward_e ? '0 : ch);
      if (round[NewE]) begin
        part2 &= d_q == row_a_q[2];
        part2 &= sigma1 == big1(row_e_q[3]) & ch == choose(row_e_q[3], row_e_q[2], row_e_q[1]);
      end

      part2 &= new_a == ea + (forward_a ? '0 : sigma0) + (forward_a ? '0 : maj);
      if (round[NewA]) begin
        part2 &= ea == row_e_q[2] - row_a_q[0];
        part2 &= sigma0 == big0(row_a_q[3]) & maj == majority(row_a_q[3], row_a_q[2], row_a_q[1]);
      end
    end
  end

  // The feed-forward. The words He pass the message schedule.
  always_comb begin
    part3 = 1'b1;
    for (int unsigned j = 0; j < FEED_FORWARD; j++) begin
      if (started && feed_forward[AddW] && t[AddW] == 7'(Rounds + j)) begin
        part3 &= w_last[15] == hash_e_q[j];
      end
      for (int unsigned i = AddE; i <= NewE; i++) begin
        if (started && feed_forward[i] && t[i] == 7'(Rounds + j)) part3 &= w_q[i] == hash_e_q[j];
      end
      if (started && feed_forward[NewE] && t[NewE] == 7'(Rounds + j)) begin
        part3 &= d_q == '0 & row_e_q == partial(hash_e_q, final_e_q, j);
        part3 &= new_e == hash_e_q[j] + final_e_q[j];
      end
      if (started && feed_forward[NewA] && t[NewA] == 7'(Rounds + j)) begin
        part3 &= hash_word_q == hash_a_q[j] & row_a_q == partial(hash_a_q, final_a_q, j);
        part3 &= ea == hash_word_q + row_a_q[0] & new_a == ea;
      end
    end
  end

  // The hash value. Before the first block the initial hash value is added to zero.
  always_comb begin
    part4 = 1'b1;
    if (started) begin
      if (state == 2'd1 && !valid[NewE]) part4 &= final_e_q == '0;
      if (state == 2'd1 && !valid[NewA]) part4 &= final_a_q == '0;
      if (valid[SubA] && t[SubA] == 7'(ControlWords - 1)) part4 &= row_e_q == hash_e_q;
      if (valid[Done] && t[Done] == 7'(ControlWords - 1)) part4 &= row_a_q == hash_a_q;
      if (round[NewE] && t[NewE] == '0) part4 &= row_e_q == hash_e_q;
      if (round[NewA] && t[NewA] == '0) part4 &= row_a_q == hash_a_q;
      if (state != 2'd0) part4 &= register_a & register_e;
      if (m_tvalid) part4 &= u_core.gen_single.u_iterative.chaining_i == {hash_a_q, hash_e_q};
    end
  end

  // The sums of the standard: W(t), T1 + d, T1 + T2.
  word_t scheduled, t1, t2;
  assign scheduled = Width'(sil_sha2_standard_pkg::schedule(
    Width, 64'(w_last[14]), 64'(w_last[9]), 64'(w_last[1]), 64'(w_last[0])
  ));
  assign t1 = row_e_q[0] + sigma1 + ch + k_q[NewE] + w_q[NewE];
  assign t2 = sigma0 + maj;

  always_comb begin
    if (first_q) assume (!rst_ni);
    else assume (right_q);
    assert (right[Part]);
    if (Part == 2) begin
      assert (w_last[0] + small0(w_last[1]) + w_last[9] + small1(w_last[14]) == scheduled);
      assert (k_q[NewE] + w_q[NewE] + row_e_q[0] + d_q + sigma1 + ch == d_q + t1);
      assert (d_q + t1 - d_q + sigma0 + maj == t1 + t2);
    end
  end
endmodule
