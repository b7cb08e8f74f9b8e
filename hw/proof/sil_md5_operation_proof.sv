// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of the core with one message in flight, for every form that computes operands in
/// advance (`Precompute`), for every input, at full width.
///
/// `Part` 1: each step updates the working variables as RFC 1321 3.4 does, with any message words
/// and any hash value.
///
/// `Part` 2, with part 1:
///
/// * step i uses the word X[k] of the block that 3.4 names;
/// * a block begins with the hash value in A, B, C, D, and its feed-forward adds them to the hash
///   value;
/// * the digest is the hash value after the last block, the low byte of A first (3.5).
///
/// The proof tracks, for each stage of the pipeline, the number t of the step in it and its message
/// word + constant. These and the working variables of this cycle determine the value of each
/// register that the core computes in advance (`ahead`). This holds because the control words of a
/// message follow each other without a gap, and because there is a gap between messages
/// (sil_md_block_controls). The proof adds operands in the order of the hardware, which addition
/// modulo 2^32 allows. Part 2 also tracks the words of the block, the hash value before it, and its
/// working variables after the last step.
module sil_md5_operation_proof
  import sil_md_pkg::*;
#(
  /// As in sil_md5_core.
  parameter int unsigned Precompute = 2,
  /// The part that is proved.
  parameter int unsigned Part = 1
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [31:0] s_tdata,
  input logic        s_tlast,
  input logic        s_tvalid,
  input logic        m_tready
);
  typedef logic [31:0] word_t;

  // The stages that a control word passes: its words selected, T added, the step done, the new word
  // in the chaining-value register.
  localparam int unsigned Add = 1;
  localparam int unsigned Operate = Add + Precompute;
  localparam int unsigned Done = Operate + 1;
  localparam int unsigned Words = 4;
  localparam int unsigned Rounds = 64;
  localparam int unsigned ControlWords = 68;
  // A, D, C, B, from the low bits; 3.3.
  localparam word_t [Words-1:0] Initial = {
    32'hefcdab89, 32'h98badcfe, 32'h10325476, 32'h67452301
  };

  logic s_tready, m_tvalid;
  logic [127:0] m_tdata;

  sil_md5_core #(.Precompute(Precompute)) u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tid(1'b0), .s_tvalid, .s_tready, .s_tid_next(),
    .s_tid_any(), .m_tdata, .m_tid(), .m_tvalid, .m_tready, .start_i(1'b1), .restore_i('0),
    .save_i('0)
  );

  // The control words.
  logic [Done:0] valid, round, feeding;
  logic [Done:0][6:0] t_q;
  logic [1:0] state;
  logic run, clear, controls;

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
    .count_i       (u_core.gen_single.u_iterative.u_sequencer.count),
    .wrap_i        (u_core.gen_single.u_iterative.u_sequencer.wrap_q),
    .rounds_i      (u_core.gen_single.u_iterative.u_sequencer.rounds_q),
    .loaded_i      (u_core.gen_single.u_iterative.u_sequencer.loaded_q),
    .last_i        (u_core.gen_single.u_iterative.u_sequencer.last_q),
    .control_i     (u_core.gen_single.u_rounds.control_q),
    .m_tvalid,
    .valid_o       (valid),
    .t_o           (t_q),
    .round_o       (round),
    .feed_forward_o(feeding),
    .right_o       (controls)
  );

  // The message word + constant of each stage.
  word_t w, constant_;
  word_t [Operate:Add] x;

  assign x[Add] = w + constant_;
  for (genvar i = Add + 1; i <= Operate; i++) begin : gen_word
    word_t x_q;
    always_ff @(posedge clk_i) if (run) x_q <= x[i-1];
    assign x[i] = x_q;
  end

  // The functions and constants as the standard writes them. `feed_forward(t)`: t is a control word
  // of the feed-forward.
  function automatic word_t rotl(logic [4:0] n, word_t word);
    return 32'(({word, word} << n) >> 32);
  endfunction

  function automatic logic feed_forward(logic [6:0] t);
    return t >= 7'(Rounds);
  endfunction

  function automatic word_t md5_f(logic [6:0] t, word_t b, word_t c, word_t d);
    if (feed_forward(t)) return '0;
    unique case (t >> 4)
      7'd0:    return (b & c) | (~b & d);
      7'd1:    return (b & d) | (c & ~d);
      7'd2:    return b ^ c ^ d;
      default: return c ^ (b | ~d);
    endcase
  endfunction

  function automatic word_t constant(logic [6:0] t);
    return feed_forward(t) ? '0 : sil_md5_pkg::T[t[5:0]];
  endfunction

  function automatic logic [4:0] shift(logic [6:0] t);
    unique case ({t[5:4], t[1:0]})
      4'd0: return 5'd7;
      4'd1: return 5'd12;
      4'd2: return 5'd17;
      4'd3: return 5'd22;
      4'd4: return 5'd5;
      4'd5: return 5'd9;
      4'd6: return 5'd14;
      4'd7: return 5'd20;
      4'd8: return 5'd4;
      4'd9: return 5'd11;
      4'd10: return 5'd16;
      4'd11: return 5'd23;
      4'd12: return 5'd6;
      4'd13: return 5'd10;
      4'd14: return 5'd15;
      default: return 5'd21;
    endcase
  endfunction

  // The working variables, from the low bits: A, D, C, B.
  word_t [Words-1:0] working;

  // Whether these are right: the registers that are computed in advance (`ahead`), the function
  // value (`function_`) and the sum that is rotated (`inner_`). Then the newest working variable as
  // the standard has it, and all working variables after this cycle.
  logic ahead, function_, inner_;
  word_t f, inner, newest;
  logic [Words-1:0][31:0] after;

  word_t total;
  assign working = u_core.gen_single.u_rounds.working_q;
  assign after = u_core.gen_single.u_rounds.working_d;
  assign w = u_core.gen_single.u_rounds.x[0];
  assign constant_ = u_core.gen_single.u_rounds.t[0];
  assign f = working[3] & u_core.gen_single.u_rounds.u_operations.gen_step[0].chosen.one
    | ~working[3] & u_core.gen_single.u_rounds.u_operations.gen_step[0].chosen.zero;
  assign function_ = f == md5_f(t_q[Operate], working[3], working[2], working[1]);
  assign inner = u_core.gen_single.u_rounds.u_operations.gen_step[0].inner;
  assign total = x[Operate] + working[0];
  assign inner_ = feed_forward(t_q[Operate]) | inner == total + f;
  assign newest = feed_forward(t_q[Operate]) ? total
    : working[3] + rotl(shift(t_q[Operate]), inner);

  logic [Operate:0] kinds;
  for (genvar i = 0; i <= Operate; i++) begin : gen_kind
    sil_md5_pkg::kind_t kind;
    if (i == 0) assign kind = u_core.gen_single.u_rounds.kind[0];
    else assign kind = u_core.gen_single.u_rounds.kind_q[i][0];
    assign kinds[i] = kind.feed_forward == feed_forward(t_q[i])
      & {kind.round, kind.index} == (kind.feed_forward ? 4'd0 : {t_q[i][5:4], t_q[i][1:0]});
  end

  logic row_constant, constants;
  assign row_constant =
    u_core.gen_single.u_rounds.u_table.row_q[0].constant == constant(t_q[0]);
  assign constants = u_core.gen_single.u_rounds.t[0] == constant(t_q[Add]);

  if (Precompute > 0) begin : gen_ahead
    logic sum, forward_sum, xt, one, zero;
    assign sum = u_core.gen_single.u_rounds.sum[0] == (feed_forward(t_q[Operate]) ? '0 : total);
    assign forward_sum = u_core.gen_single.u_rounds.forward_sum[0] == total;
    if (Precompute == 2) begin : gen_retimed
      assign xt = u_core.gen_single.u_rounds.gen_retimed.xt_q
        == x[2];
      assign one = u_core.gen_single.u_rounds.choice_q.one
        == md5_f(t_q[3], '1, working[2], working[1]);
      assign zero = u_core.gen_single.u_rounds.choice_q.zero
        == md5_f(t_q[3], '0, working[2], working[1]);
    end else begin : gen_once
      assign {xt, one, zero} = '1;
    end
    assign ahead = &(kinds | ~valid[Operate:0]) & (row_constant | ~valid[0])
      & (constants | ~valid[1]) & (xt | ~valid[2])
      & ((sum & forward_sum & one & zero) | ~valid[Operate]);
  end else begin : gen_plain
    assign ahead = &(kinds | ~valid[Operate:0]) & (row_constant | ~valid[0])
      & (constants | ~valid[1]);
  end

  // Part 2. The core: the memory of the message words, the index that is read or written, and the
  // register of the hash value.
  word_t [15:0] memory;
  word_t [Words-1:0] chaining;
  logic [3:0] number;
  for (genvar i = 0; i < 16; i++) begin : gen_memory_word
    assign memory[i] = u_core.gen_single.u_rounds.u_message.gen_bank[0].gen_memory.memory_q[i];
  end
  assign number = u_core.gen_single.u_rounds.number[0];
  assign chaining = u_core.gen_single.u_rounds.chaining;

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;
  logic started;
  assign started = rst_ni & ~first_q;

  // The index k of the word of a step; 3.4.
  function automatic logic [3:0] k(logic [6:0] t);
    unique case (t >> 4)
      7'd0:    return t[3:0];
      7'd1:    return 4'(5 * t + 1);
      7'd2:    return 4'(3 * t + 5);
      default: return 4'(7 * t);
    endcase
  endfunction

  // The words X of the block, as they were accepted: little-endian (2).
  logic accept;
  word_t [15:0] block_q;
  assign accept = s_tvalid & s_tready;
  always_ff @(posedge clk_i) if (accept) block_q[t_q[0][3:0]] <= s_tdata;

  // The hash value and the working variables after the last step of a block: A, D, C, B.
  word_t [Words-1:0] hash_q, final_q;
  always_ff @(posedge clk_i) begin
    if (clear) begin
      hash_q <= Initial;
      final_q <= '0;
    end else if (run && valid[Operate]) begin
      if (t_q[Operate] == 7'(Rounds - 1)) final_q <= after;
      if (t_q[Operate] == 7'(ControlWords - 1)) begin
        for (int unsigned i = 0; i < Words; i++) hash_q[i] <= hash_q[i] + final_q[i];
      end
    end
  end

  // Whether the words of the chaining-value register that matter are right after some shifts. The
  // first shift is in the cycle in which the first control word of the feed-forward is in stage 0.
  // The sums enter when it is in Done. `added`: the hash value has the sums.
  function automatic logic chained(
    word_t [Words-1:0] words, word_t [Words-1:0] hash, word_t [Words-1:0] last,
    int unsigned shifts, logic added
  );
    chained = 1'b1;
    for (int unsigned i = 0; i < Words; i++) begin
      int unsigned index = shifts + i;
      int unsigned sum = index - Words - Done;
      if (index < Words) chained &= words[i] == hash[index];
      else if (index >= Words + Done && sum < Words) begin
        chained &= words[i] == (added ? hash[sum] : hash[sum] + last[sum]);
      end
    end
  endfunction

  logic register_;
  always_comb begin
    register_ = 1'b1;
    for (int unsigned i = 0; i <= Done; i++) begin
      for (int unsigned j = 0; j < Words; j++) begin
        if (feeding[i] && t_q[i] == 7'(Rounds + j)) begin
          register_ &= chained(chaining, hash_q, final_q, i + j, i == Done && j == Words - 1);
        end
      end
    end
    if (feeding == '0) register_ = chaining == hash_q;
  end

  if (Part == 1) begin : gen_steps
    always_comb begin
      if (first_q) assume (!rst_ni);
      if (!first_q) assert (controls);
      // Between messages the working variables are zero, so that no register computed in advance
      // holds values of the previous message.
      if (started) assert (valid[Done] || working == '0);
      if (started) assert (ahead);
      if (rst_ni && valid[Operate]) begin
        assert (function_);
        assert (inner_);
        assert (after == {newest, working[Words-1:1]});
      end
    end
  end else begin : gen_blocks
    always_comb begin
      if (first_q) assume (!rst_ni);
      // Part 1.
      if (!first_q) assume (controls);
      if (started) assume ((valid[Done] || working == '0) && ahead);
      if (started && valid[Operate]) begin
        assume (function_ && inner_ && after == {newest, working[Words-1:1]});
      end

      // The words of the steps, and those of the hash value that pass the same registers.
      if (started && round[0]) assert (number == k(t_q[0]));
      for (int unsigned i = 0; i < 16; i++) begin
        if (started && round[0] && 7'(i) < t_q[0]) assert (memory[i] == block_q[i]);
      end
      for (int unsigned i = Add; i <= Operate; i++) begin
        if (started && round[i]) assert (x[i] == block_q[k(t_q[i])] + constant(t_q[i]));
        for (int unsigned j = 0; j < Words; j++) begin
          if (started && feeding[i] && t_q[i] == 7'(Rounds + j)) assert (x[i] == hash_q[j]);
        end
      end

      // Blocks. Before the first one, the initial value is added to zero.
      if (started && state == 2'd1 && !valid[Operate]) assert (final_q == '0);
      if (started && round[Operate] && t_q[Operate] == '0) assert (working == hash_q);
      for (int unsigned j = 0; j < Words; j++) begin
        if (started && feeding[Operate] && t_q[Operate] == 7'(Rounds + j)) begin
          for (int unsigned i = 0; i < Words; i++) begin
            assert (working[i] == (i + j < Words ? final_q[(i+j)%Words]
              : hash_q[(i+j)%Words] + final_q[(i+j)%Words]));
          end
        end
      end
      if (started && valid[Done] && t_q[Done] == 7'(ControlWords - 1)) begin
        assert (working == hash_q);
      end
      if (started) assert (u_core.gen_single.u_rounds.shift_q == |feeding);
      if (started && state != 2'd0) assert (register_);
      if (started && m_tvalid) assert (m_tdata == {hash_q[1], hash_q[2], hash_q[3], hash_q[0]});
    end
  end
endmodule
