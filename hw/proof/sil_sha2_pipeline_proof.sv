// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_sha2_pipeline, for any control words and stalls, at full width:
///
/// * the word that a control word brings into the schedule of its stage is the message word, a word
///   of the hash value in the feed-forward, or W(t) of FIPS 180-4 6.2.2 or 6.4.2 step 1;
/// * a round of a stage updates its working variables as step 3 does, with this word and K(t),
///   where t is the number of the control word within a block;
/// * an operation of the feed-forward adds the next word of the hash value to h, and one to d;
/// * where a block passes, a stage takes the window, the working variables and the hash value of
///   the stage before. The first stage starts from the initial hash value or from the sums of the
///   last stage. The digest is these sums after the last operation of a message.
///
/// Which control words come is proved elsewhere (sil_md_slots_proof). This proof assumes that those
/// of the feed-forward are the ones after the rounds.
///
/// The proof has three parts, because a solver is slow with long sums and wide registers. Part 1
/// proves which registers a stage uses, and that they take what its operation gives. Of each
/// register one word is compared, which may be any one. Part 2 proves which constants are added.
/// Part 3 proves what an operation and the schedule give, in every state: each term has an
/// assertion of its own, and a further one compares the order of the standard with that of the
/// core.
module sil_sha2_pipeline_proof
  import sil_md_pkg::*, sil_sha2_pkg::alg_e, sil_sha2_pkg::FEED_FORWARD;
#(
  /// As in sil_sha2_core.
  parameter alg_e Alg = sil_sha2_pkg::SHA512,
  /// The part that is proved.
  parameter int unsigned Part = 1,
  /// Stages, as PipelineStages in sil_sha2_core.
  parameter int unsigned Stages = 2,
  localparam int unsigned Width = sil_sha2_pkg::word_bits(Alg),
  localparam int unsigned Rounds = sil_sha2_standard_pkg::rounds(Width),
  localparam int unsigned ControlWords = (Rounds + FEED_FORWARD) / Stages,
  localparam int unsigned IndexBits = $clog2(ControlWords + 1)
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  run_i,
  input control_t [Stages-1:0] control_i,
  input logic [IndexBits-1:0]  index_i,
  input logic [Width-1:0]      message_i,
  /// The word of each register that is compared. It may be any one.
  input logic [3:0]            follow_i
);
  typedef logic [Width-1:0] word_t;

  localparam logic [8*Width-1:0] Initial = (8 * Width)'(sil_sha2_pkg::initial_value(Alg));

  logic last;
  word_t [7:0] digest, digest_q, sums_q;

  sil_sha2_pipeline #(
    .Width(Width), .Unroll(1), .Stages(Stages), .ControlWords(ControlWords), .Initial(Initial)
  ) u_rounds (
    .clk_i, .rst_ni, .run_i, .control_i, .index_i, .message_i, .reserve_next_o(), .reserve_o(),
    .last_o(last), .id_o(), .chaining_o(digest)
  );

  // The first cycle is a reset.
  logic first_q = 1'b1;
  logic run_q, last_q;
  word_t message_q;
  always_ff @(posedge clk_i) begin
    first_q <= 1'b0;
    run_q <= run_i & rst_ni;
    last_q <= last;
    digest_q <= digest;
    sums_q <= u_rounds.state[Stages-1];
    message_q <= run_i ? message_i : u_rounds.message_q;
  end

  function automatic word_t schedule(word_t w2, word_t w7, word_t w15, word_t w16);
    return Width'(sil_sha2_standard_pkg::schedule(Width, 64'(w2), 64'(w7), 64'(w15), 64'(w16)));
  endfunction
  function automatic word_t constant(logic [6:0] number);
    return Width'(sil_sha2_standard_pkg::k(Width, number));
  endfunction
  function automatic word_t big0(word_t x);
    return Width'(sil_sha2_standard_pkg::big_sigma0(Width, 64'(x)));
  endfunction
  function automatic word_t big1(word_t x);
    return Width'(sil_sha2_standard_pkg::big_sigma1(Width, 64'(x)));
  endfunction
  function automatic word_t choose_(word_t x, word_t y, word_t z);
    return Width'(sil_sha2_standard_pkg::ch(64'(x), 64'(y), 64'(z)));
  endfunction
  function automatic word_t majority(word_t x, word_t y, word_t z);
    return Width'(sil_sha2_standard_pkg::maj(64'(x), 64'(y), 64'(z)));
  endfunction

  for (genvar s = 0; s < Stages; s++) begin : gen_stage
    localparam int unsigned Before = (s + Stages - 1) % Stages;

    // The stage: the control words whose words are selected and whose operation is done; the
    // window, the oldest word first; d, c, b, a and h, g, f, e; the hash value, the next word
    // first.
    control_t choose, operate;
    word_t [15:0] window, window_before;
    word_t [3:0] a, e, hash_a, hash_e;
    word_t [7:0] state, hash;
    logic [8*Width-1:0] state_before, hash_before;
    word_t k;
    assign choose = u_rounds.choose[s];
    assign operate = u_rounds.operate[s];
    assign window = u_rounds.window[s];
    assign {a, e} = u_rounds.state[s];
    assign state = u_rounds.state[s];
    assign hash = u_rounds.chaining[s];
    assign {hash_a, hash_e} = u_rounds.chaining[s];
    assign k = u_rounds.gen_stage[s].u_stage.k;
    assign window_before = u_rounds.window[Before];
    if (s == 0) begin : gen_first
      assign state_before = operate.fresh ? Initial : u_rounds.state[Before];
      assign hash_before = state_before;
    end else begin : gen_next
      assign state_before = u_rounds.state[Before];
      assign hash_before = u_rounds.chaining[Before];
    end

    // The number of each control word within a block, and the word that it brought.
    logic [6:0] t_choose_q, t_operate_q;
    word_t word, word_q;
    always_ff @(posedge clk_i) begin
      if (run_i) begin
        t_choose_q  <= 7'(s * ControlWords) + 7'(index_i);
        t_operate_q <= t_choose_q;
        word_q      <= word;
      end
    end
    assign word = u_rounds.gen_stage[s].u_stage.u_schedule.words_d[0];

    // The registers take these values at the next clock edge.
    word_t [3:0] new_a, new_e;
    word_t [15:0] next_window, next_window_q;
    word_t [7:0] next_state, next_state_q, next_hash, next_hash_q;
    logic window_known_q;
    assign new_a = u_rounds.gen_stage[s].u_stage.a_d;
    assign new_e = u_rounds.gen_stage[s].u_stage.e_d;
    always_comb begin
      next_window = window;
      next_state = state;
      next_hash = hash;
      if (run_i) begin
        if (choose.pass) next_window = s == 0 ? '0 : window_before;
        else if (choose.valid) next_window = {word, window[15:1]};
        if (operate.pass) next_state = state_before;
        else if (operate.valid) next_state = {new_a, new_e};
        if (choose.feed_forward) next_hash[3:0] = {word_t'(0), hash_e[3:1]};
        if (operate.feed_forward) next_hash[7:4] = {word_t'(0), hash_a[3:1]};
        if (operate.pass) next_hash = hash_before;
      end
    end
    always_ff @(posedge clk_i) begin
      window_known_q <= ~run_i | choose.pass | choose.valid;
      next_window_q <= next_window;
      next_state_q <= next_state;
      next_hash_q <= next_hash;
    end

    always_comb begin
      assume (32'(index_i) < ControlWords);
      if (control_i[s].valid) begin
        assume (control_i[s].feed_forward == (s * ControlWords + 32'(index_i) >= Rounds));
      end else begin
        assume (!control_i[s].feed_forward);
      end
      assume (!(control_i[s].load && control_i[s].feed_forward));
      assume (!(control_i[s].pass && control_i[s].valid));
      if (Part == 1 && rst_ni && !first_q) begin
        if (window_known_q) assert (window[follow_i] == next_window_q[follow_i]);
        assert (state[follow_i[2:0]] == next_state_q[follow_i[2:0]]);
        assert (hash[follow_i[2:0]] == next_hash_q[follow_i[2:0]]);
        if (operate.valid) assert (window[15] == word_q);
      end
      if (Part == 2 && rst_ni && !first_q) begin
        if (operate.valid) assert (k == constant(t_operate_q));
        // An invariant for the induction.
        if (choose.valid) begin
          assert (u_rounds.gen_stage[s].u_stage.u_constants.gen_table.table_q
            == constant(t_choose_q));
        end
      end
      // Invariants for the induction.
      if (Part != 3 && rst_ni && !first_q) begin
        if (choose.valid) assert (choose.feed_forward == (t_choose_q >= 7'(Rounds)));
        else assert (!choose.feed_forward);
        assert (!(choose.valid && choose.pass) && !(choose.load && choose.feed_forward));
        if (operate.valid) assert (operate.feed_forward == (t_operate_q >= 7'(Rounds)));
        else assert (!operate.feed_forward);
      end
    end

    // The operation: the terms of the core, and its sums.
    logic forward;
    word_t sum_a, sum_e, im1, im2, s1, ch, s0, maj, t1;
    assign forward = operate.feed_forward;
    assign sum_a = u_rounds.gen_stage[s].u_stage.sum_a[0];
    assign sum_e = u_rounds.gen_stage[s].u_stage.sum_e[0];
    assign im1 = u_rounds.gen_stage[s].u_stage.u_operations.gen_operation[0].im1;
    assign im2 = u_rounds.gen_stage[s].u_stage.u_operations.gen_operation[0].im2;
    assign s1 = u_rounds.gen_stage[s].u_stage.u_operations.gen_operation[0].s1;
    assign ch = u_rounds.gen_stage[s].u_stage.u_operations.gen_operation[0].ch_i;
    assign s0 = u_rounds.gen_stage[s].u_stage.u_operations.gen_operation[0].s0;
    assign maj = u_rounds.gen_stage[s].u_stage.u_operations.gen_operation[0].maj_i;
    assign t1 = e[0] + s1 + ch + k + window[15];
    always_comb begin
      if (Part == 3) begin
        assert (sum_e == k + window[15]);
        assert (sum_a == (forward ? hash_a[0] : sum_e));
        assert (im1 == sum_a + (forward ? a[0] : e[0]));
        assert (im2 == sum_e + e[0] + (forward ? '0 : a[0]));
        assert (s1 == (forward ? '0 : big1(e[3])));
        assert (ch == (forward ? '0 : choose_(e[3], e[2], e[1])));
        assert (s0 == (forward ? '0 : big0(a[3])));
        assert (maj == (forward ? '0 : majority(a[3], a[2], a[1])));
        assert (new_e[3] == im2 + s1 + ch && new_e[2:0] == e[3:1]);
        assert (new_a[3] == im1 + s1 + ch + s0 + maj && new_a[2:0] == a[3:1]);
        if (choose.load) assert (word == u_rounds.message_q);
        else if (choose.feed_forward) assert (word == hash_e[0]);
        else assert (word == schedule(window[14], window[9], window[1], window[0]));
        // The sums in the order of the standard.
        assert (k + window[15] + e[0] + a[0] + s1 + ch == a[0] + t1);
        assert (k + window[15] + e[0] + s1 + ch + s0 + maj == t1 + (s0 + maj));
      end
    end
  end

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (Part == 1 && rst_ni && !first_q) begin
      assert (digest[follow_i[2:0]]
        == (run_q && last_q ? sums_q[follow_i[2:0]] : digest_q[follow_i[2:0]]));
      assert (u_rounds.message_q == message_q);
    end
  end
endmodule
