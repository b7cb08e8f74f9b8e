// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved, for every input, at full width, for each number of rounds per cycle (`Unroll`),
/// with and without the intermediate values that are formed a cycle earlier (`Precompute` 0 and 1):
///
/// * each word of the message schedule is that of FIPS 180-4 6.2.2 or 6.4.2 step 1;
/// * each round updates the working variables as step 3 does;
/// * a block begins with the hash value in the working variables (step 2), and its feed-forward
///   adds them to the hash value (step 4);
/// * the digest is the hash value after the last block.
///
/// The proof tracks the number t of the control word in each stage (sil_md_block_controls), the
/// hash value H(i-1) of the block and its working variables after the last round. The registers of
/// the core have the values that the equations of the standard give for these.
///
/// T1 is h + K + W (`im1`) + Sigma1 + Ch. The new e is T1 with d added to the first sum (`im2`).
/// Each of these terms has an assertion of its own.
module sil_sha2_operation_proof
  import sil_md_pkg::*, sil_sha2_pkg::alg_e, sil_sha2_pkg::FEED_FORWARD;
#(
  /// As in sil_sha2_core.
  parameter alg_e Alg = sil_sha2_pkg::SHA512,
  parameter int unsigned Unroll = 1,
  parameter int unsigned Precompute = 0,
  localparam int unsigned Width = sil_sha2_pkg::word_bits(Alg)
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic [Unroll*Width-1:0] s_tdata,
  input logic                    s_tlast,
  input logic                    s_tvalid,
  input logic                    m_tready
);
  typedef logic [Width-1:0] word_t;
  typedef word_t [3:0] row_t;

  // The stages that a control word passes, as in sil_sha2_rounds.
  localparam int unsigned Choose = 0;
  localparam int unsigned Add = 1;
  localparam int unsigned Operate = Add + Precompute;
  localparam int unsigned Done = Operate + 1;
  localparam int unsigned Rounds = sil_sha2_standard_pkg::rounds(Width);
  localparam int unsigned RoundControlWords = Rounds / Unroll;
  localparam int unsigned ControlWords = (Rounds + FEED_FORWARD) / Unroll;
  localparam logic [8*Width-1:0] Initial = (8 * Width)'(sil_sha2_pkg::initial_value(Alg));

  logic s_tready, m_tvalid;

  sil_sha2_core #(.Alg(Alg), .Unroll(Unroll), .Precompute(Precompute)) u_core (
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
    .Done(Done), .Rounds(Rounds), .Operations(Rounds + FEED_FORWARD), .Unroll(Unroll)
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
    .control_i     (u_core.gen_single.gen_rounds.u_rounds.control_q),
    .m_tvalid,
    .valid_o       (valid),
    .t_o           (t),
    .round_o       (round),
    .feed_forward_o(feed_forward),
    .right_o       (controls)
  );

  // The core: the window of the message schedule, the oldest word first; the words that enter it;
  // the working variables d, c, b, a and h, g, f, e before (0 to 3) and after each operation.
  word_t [15:0] window;
  word_t [Unroll-1:0] words, k, next_a, next_e, im1, im2, sigma1, ch, sigma0, maj;
  word_t [3+Unroll:0] a, e;
  row_t chaining_a, chaining_e;

  assign window = u_core.gen_single.gen_rounds.u_rounds.window;
  assign words = u_core.gen_single.gen_rounds.u_rounds.u_schedule.words_d;
  assign k = u_core.gen_single.gen_rounds.u_rounds.k;
  assign next_a = u_core.gen_single.gen_rounds.u_rounds.next_a;
  assign next_e = u_core.gen_single.gen_rounds.u_rounds.next_e;
  assign chaining_a = u_core.gen_single.gen_rounds.u_rounds.chaining_a;
  assign chaining_e = u_core.gen_single.gen_rounds.u_rounds.chaining_e;
  for (genvar i = 0; i < 4 + Unroll; i++) begin : gen_row
    assign a[i] = u_core.gen_single.gen_rounds.u_rounds.u_operations.a[i];
    assign e[i] = u_core.gen_single.gen_rounds.u_rounds.u_operations.e[i];
  end
  for (genvar i = 0; i < Unroll; i++) begin : gen_operation
    assign im1[i] = u_core.gen_single.gen_rounds.u_rounds.u_operations.gen_operation[i].im1;
    assign im2[i] = u_core.gen_single.gen_rounds.u_rounds.u_operations.gen_operation[i].im2;
    assign sigma1[i] = u_core.gen_single.gen_rounds.u_rounds.u_operations.gen_operation[i].s1;
    assign ch[i] = u_core.gen_single.gen_rounds.u_rounds.u_operations.gen_operation[i].ch_i;
    assign sigma0[i] = u_core.gen_single.gen_rounds.u_rounds.u_operations.gen_operation[i].s0;
    assign maj[i] = u_core.gen_single.gen_rounds.u_rounds.u_operations.gen_operation[i].maj_i;
  end

  // The constants of a control word, and the register before those of the core.
  function automatic word_t constant(logic [6:0] number, int unsigned i);
    return Width'(sil_sha2_standard_pkg::k(Width, 7'(32'(number) * Unroll + i)));
  endfunction

  logic early_constants;
  if (Width == 64) begin : gen_table
    word_t [Unroll-1:0] early;
    assign early = u_core.gen_single.gen_rounds.u_rounds.u_constants.gen_table.table_q;
    always_comb begin
      early_constants = 1'b1;
      for (int unsigned i = 0; i < Unroll; i++) begin
        early_constants &= early[i] == constant(t[Choose], i);
      end
    end
  end else begin : gen_logic
    assign early_constants =
      7'(u_core.gen_single.gen_rounds.u_rounds.u_constants.gen_logic.number_q) == t[Choose];
  end

  // What the operations add, and the constants in it: K + W (`x`), the same or a word of the hash
  // value (`x_a`), the working variables added to these for a (`y_a`) and for e (`y_e`). An
  // assertion compares sums of two words, because the solver is slow with other orders of three.
  localparam bit Early = Precompute == 1 && Unroll != 4;
  logic add_forward, forward;  // the control words in Add and in Operate are the feed-forward
  word_t [Unroll-1:0] k_operate, x_d, x_a_d, x, x_a, y_a, y_e, w_operate;
  assign add_forward = u_core.gen_single.gen_rounds.u_rounds.control_q[Add].feed_forward;
  assign forward = u_core.gen_single.gen_rounds.u_rounds.control_q[Operate].feed_forward;
  for (genvar i = 0; i < Unroll; i++) begin : gen_operand
    assign w_operate[i] = window[16-Unroll*(1+Precompute)+i];
    assign x_d[i] = k[i] + window[16-Unroll+i];
    assign x_a_d[i] = add_forward ? next_a[i] : x_d[i];
    if (Precompute == 0) begin : gen_x
      assign {x[i], x_a[i], k_operate[i]} = {x_d[i], x_a_d[i], k[i]};
    end else begin : gen_x_early
      word_t x_q, x_a_q, k_q;
      always_ff @(posedge clk_i) if (run) {x_q, x_a_q, k_q} <= {x_d[i], x_a_d[i], k[i]};
      assign {x[i], x_a[i], k_operate[i]} = {x_q, x_a_q, k_q};
    end
    if (!Early) begin : gen_y
      assign y_a[i] = forward ? a[i] : e[i];
      assign y_e[i] = e[i] + (forward ? '0 : a[i]);
    end else begin : gen_y_early
      word_t y_a_q, y_e_q;
      always_ff @(posedge clk_i) begin
        if (run) begin
          y_a_q <= add_forward ? a[Unroll+i] : e[Unroll+i];
          y_e_q <= e[Unroll+i] + (add_forward ? '0 : a[Unroll+i]);
        end
      end
      assign {y_a[i], y_e[i]} = {y_a_q, y_e_q};
    end
  end

  // The message words, big-endian (3.1), and those that follow from the window.
  word_t [Unroll-1:0] message, scheduled;
  word_t [15+Unroll:0] w;
  logic [Unroll-1:0] ahead;
  assign w = {words, window};
  for (genvar i = 0; i < Unroll; i++) begin : gen_word
    for (genvar b = 0; b < Width / 8; b++) begin : gen_byte
      assign message[i][Width-8-8*b+:8] = s_tdata[i*Width+8*b+:8];
    end
    assign scheduled[i] = Width'(sil_sha2_standard_pkg::schedule(
      Width, 64'(w[i+14]), 64'(w[i+9]), 64'(w[i+1]), 64'(w[i])
    ));
    // What is added a cycle earlier.
    if (Precompute == 1) begin : gen_ahead
      assign ahead[i] = u_core.gen_single.gen_rounds.u_rounds.u_schedule.gen_ahead.ahead_q[i]
        == Width'(sil_sha2_standard_pkg::small_sigma0(Width, 64'(w[i+1]))) + w[i]
        + (i + Unroll + 9 < 16 ? w[i+9] : '0);
    end else begin : gen_none
      assign ahead[i] = 1'b1;
    end
  end

  // The hash value, in the order of the rows (H3 to H0, H7 to H4), and the working variables after
  // the last round of a block.
  row_t hash_a_q, hash_e_q, final_a_q, final_e_q;
  always_ff @(posedge clk_i) begin
    if (clear) begin
      {hash_a_q, hash_e_q} <= Initial;
      {final_a_q, final_e_q} <= '0;
    end else if (run && valid[Operate]) begin
      if (t[Operate] == 7'(RoundControlWords - 1)) begin
        {final_a_q, final_e_q} <= {a[3+Unroll:Unroll], e[3+Unroll:Unroll]};
      end
      if (t[Operate] == 7'(ControlWords - 1)) begin
        for (int unsigned i = 0; i < 4; i++) begin
          hash_a_q[i] <= hash_a_q[i] + final_a_q[i];
          hash_e_q[i] <= hash_e_q[i] + final_e_q[i];
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

  // A register of the chaining value after some shifts. The first shift is in the cycle in which
  // the first control word of the feed-forward is in stage `from`. The sums enter when it is in
  // Done.
  // Whether the words that matter are right; `added`: the hash value has the sums.
  function automatic logic chained(
    row_t words_, row_t hash, row_t last, int unsigned from, int unsigned shifts, logic added
  );
    chained = 1'b1;
    for (int unsigned i = 0; i < 4; i++) begin
      int unsigned index = shifts * Unroll + i;
      int unsigned sum = index - 4 - (Done - from) * Unroll;
      if (index < 4) chained &= words_[i] == hash[index];
      else if (index >= 4 + (Done - from) * Unroll && sum < 4) begin
        chained &= words_[i] == (added ? hash[sum] : hash[sum] + last[sum]);
      end
    end
  endfunction

  // For each register: no shift has begun or all are done, or a control word of the feed-forward is
  // in one of its stages.
  logic register_a, register_e;
  always_comb begin
    logic shift_a, shift_e;
    {register_a, register_e, shift_a, shift_e} = 4'b1100;
    for (int unsigned i = Choose; i <= Done; i++) begin
      for (int unsigned j = 0; j < FEED_FORWARD / Unroll; j++) begin
        if (feed_forward[i] && t[i] == 7'(RoundControlWords + j)) begin
          shift_e = 1'b1;
          register_e &= chained(
            chaining_e, hash_e_q, final_e_q, Choose, i + j - Choose,
            i == Done && j == FEED_FORWARD / Unroll - 1
          );
          if (i >= Add) begin
            shift_a = 1'b1;
            register_a &= chained(
              chaining_a, hash_a_q, final_a_q, Add, i + j - Add,
              i == Done && j == FEED_FORWARD / Unroll - 1
            );
          end
        end
      end
    end
    if (!shift_a) register_a = chaining_a == hash_a_q;
    if (!shift_e) register_e = chaining_e == hash_e_q;
  end

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;
  logic started;
  assign started = rst_ni & ~first_q;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (!first_q) assert (controls);

    // Between messages the working variables are zero.
    if (started) assert (valid[Done] || {a[3:0], e[3:0]} == '0);

    // Constants.
    if (started && valid[Choose]) assert (early_constants);
    for (int unsigned i = 0; i < Unroll; i++) begin
      if (started && valid[Add]) assert (k[i] == constant(t[Add], i));
    end

    // The message schedule, and the words of the hash value that pass it.
    if (started && valid[Choose]) assert (&ahead);
    for (int unsigned i = 0; i < Unroll; i++) begin
      if (started && round[Choose]) begin
        if (t[Choose] < 7'(16 / Unroll)) assert (words[i] == message[i]);
        else assert (words[i] == scheduled[i]);
      end
      for (int unsigned j = 0; j < FEED_FORWARD / Unroll; j++) begin
        if (started && feed_forward[Add] && t[Add] == 7'(RoundControlWords + j)) begin
          assert (window[16-Unroll+i] == hash_e_q[j*Unroll+i]);
        end
      end
    end

    // The operations.
    for (int unsigned i = 0; i < Unroll; i++) begin
      if (started && round[Operate]) begin
        assert (k_operate[i] == constant(t[Operate], i));
        assert (x[i] == k_operate[i] + w_operate[i]);
        assert (x_a[i] == x[i]);
        assert (y_a[i] == e[i]);
        assert (y_e[i] == e[i] + a[i]);
        assert (sigma1[i] == Width'(sil_sha2_standard_pkg::big_sigma1(Width, 64'(e[i+3]))));
        assert (ch[i] == Width'(sil_sha2_standard_pkg::ch(64'(e[i+3]), 64'(e[i+2]), 64'(e[i+1]))));
        assert (sigma0[i] == Width'(sil_sha2_standard_pkg::big_sigma0(Width, 64'(a[i+3]))));
        assert (maj[i]
          == Width'(sil_sha2_standard_pkg::maj(64'(a[i+3]), 64'(a[i+2]), 64'(a[i+1]))));
      end
      if (started && valid[Operate]) begin
        assert (im1[i] == x_a[i] + y_a[i]);
        assert (im2[i] == x[i] + y_e[i]);
        assert (e[i+4] == im2[i] + sigma1[i] + ch[i]);
        assert (a[i+4] == im1[i] + sigma1[i] + ch[i] + sigma0[i] + maj[i]);
      end
      for (int unsigned j = 0; j < FEED_FORWARD / Unroll; j++) begin
        if (started && feed_forward[Operate] && t[Operate] == 7'(RoundControlWords + j)) begin
          assert ({x_a[i], x[i]} == {hash_a_q[j*Unroll+i], hash_e_q[j*Unroll+i]});
          assert ({y_a[i], y_e[i]} == {a[i], e[i]});
          assert ({sigma1[i], ch[i], sigma0[i], maj[i]} == '0);
        end
      end
    end

    // Blocks. Before the first one, the initial hash value is added to zero.
    if (started && state == 2'd1 && !valid[Operate]) assert ({final_a_q, final_e_q} == '0);
    if (started && round[Operate] && t[Operate] == '0) begin
      assert ({a[3:0], e[3:0]} == {hash_a_q, hash_e_q});
    end
    for (int unsigned j = 0; j < FEED_FORWARD / Unroll; j++) begin
      if (started && feed_forward[Operate] && t[Operate] == 7'(RoundControlWords + j)) begin
        assert (a[3:0] == partial(hash_a_q, final_a_q, j * Unroll));
        assert (e[3:0] == partial(hash_e_q, final_e_q, j * Unroll));
      end
    end
    if (started && valid[Done] && t[Done] == 7'(ControlWords - 1)) begin
      assert ({a[3:0], e[3:0]} == {hash_a_q, hash_e_q});
    end
    if (started && state != 2'd0) begin
      assert (register_a);
      assert (register_e);
    end
    if (started && m_tvalid) begin
      assert (u_core.gen_single.u_iterative.chaining_i == {hash_a_q, hash_e_q});
    end
  end
endmodule
