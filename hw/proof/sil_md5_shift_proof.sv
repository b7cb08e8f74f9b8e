// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_md5_shift_core, for every input, under all stalls of its input and its
/// output:
///
/// * the sequence: 64 steps for a block, and a digest after the last block of a message;
/// * a block begins with the chaining value in the variables (RFC 1321 3.4);
/// * a step adds F, G, H or I, the word X[k] that 3.4 names, and T[i], once each; it rotates the sum
///   by s and adds b, and the variables move on;
/// * the feed-forward adds them to the chaining value;
/// * the words of the digest leave in their order (3.5).
///
/// The proof keeps the chaining value, the variables of a step and a word of the block, which may be
/// any one, and says in which registers of the core they are in each cycle.
///
/// `Part` 1: in every state, a cycle adds the term of RFC 1321 that follows from the registers, or
/// rotates their sum by 1.
/// `Part` 2: with any other sums, the registers have the words of RFC 1321.
module sil_md5_shift_proof #(
  /// The part that is proved.
  parameter int unsigned Part = 1
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [31:0] s_tdata,
  input logic        s_tlast,
  input logic        s_tvalid,
  input logic        m_tready,
  /// The number k of the word X[k] that the proof follows, in the first cycle: any one.
  input logic [3:0]  followed_i
);
  typedef logic [31:0] word_t;
  typedef enum logic [1:0] {Load, Steps, Forward, Digest} mode_e;
  /// Words in the order A, D, C, B, in which they move through the register of a.
  typedef word_t [3:0] row_t;
  localparam int unsigned A = 0, D = 1, C = 2, B = 3;
  localparam row_t Initial = {32'hefcdab89, 32'h98badcfe, 32'h10325476, 32'h67452301};
  localparam logic [63:0][31:0] Constants = constants();

  function automatic logic [63:0][31:0] constants();
    for (int unsigned i = 0; i < 64; i++) constants[i] = sil_md5_pkg::T[i];
  endfunction

  logic s_tready, m_tvalid, m_tlast;
  logic [31:0] m_tdata;
  sil_md5_shift_core u_core (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tvalid, .s_tready, .m_tdata, .m_tlast, .m_tvalid,
    .m_tready
  );

  // The registers of the core.
  mode_e mode;
  logic [3:0] phase;
  logic [5:0] count;
  word_t a, b, c, d, sum, operand;
  row_t chaining;
  word_t [15:0] words;
  assign mode = mode_e'(u_core.mode_q);
  assign phase = u_core.phase_q;
  assign count = u_core.count_q;
  assign a = ~u_core.not_a_q;
  assign b = u_core.b_q;
  assign c = u_core.c_q;
  assign d = u_core.d_q;
  assign sum = u_core.sum;
  assign operand = u_core.operand;
  assign chaining = u_core.chaining_q;
  assign words = u_core.words_q;

  // RFC 1321 3.4: rotations, message words and functions.
  function automatic logic [4:0] rotation(logic [5:0] i);
    logic [3:0][3:0][4:0] s;
    s[0] = {5'd22, 5'd17, 5'd12, 5'd7};
    s[1] = {5'd20, 5'd14, 5'd9, 5'd5};
    s[2] = {5'd23, 5'd16, 5'd11, 5'd4};
    s[3] = {5'd21, 5'd15, 5'd10, 5'd6};
    return s[i[5:4]][i[1:0]];
  endfunction
  function automatic logic [3:0] index(logic [5:0] i);
    logic [7:0] k;
    unique case (i[5:4])
      2'd0:    k = {2'd0, i};
      2'd1:    k = 8'd5 * {2'd0, i} + 8'd1;
      2'd2:    k = 8'd3 * {2'd0, i} + 8'd5;
      default: k = 8'd7 * {2'd0, i};
    endcase
    return k[3:0];
  endfunction
  function automatic word_t mixed(logic [1:0] round, word_t x, word_t y, word_t z);
    unique case (round)
      2'd0:    return (x & y) | (~x & z);
      2'd1:    return (x & z) | (y & ~z);
      2'd2:    return x ^ y ^ z;
      default: return y ^ (x | ~z);
    endcase
  endfunction
  function automatic word_t rotl(logic [4:0] n, word_t x);
    return (x << n) | (x >> (6'd32 - {1'b0, n}));
  endfunction

  // A step rotates its sum by 1 as often as s modulo 4 says, and then by 4. The bits by which it is
  // rotated before a phase.
  function automatic logic [3:0] last_phase(logic [5:0] i);
    logic [4:0] s = rotation(i);
    return 4'd3 + {1'b0, s[4:2]} + {2'd0, s[1:0]};
  endfunction
  function automatic logic rotates_by_one(logic [5:0] i, logic [3:0] phase_now);
    logic [4:0] s = rotation(i);
    return phase_now >= 4'd3 && phase_now < 4'd3 + {2'd0, s[1:0]};
  endfunction
  function automatic logic [4:0] amount(logic [5:0] i, logic [3:0] phase_now);
    logic [4:0] s = rotation(i);
    logic [4:0] made = {1'b0, phase_now} - 5'd3;
    if (made <= {3'd0, s[1:0]}) return made;
    return {3'd0, s[1:0]} + 5'd4 * (made - {3'd0, s[1:0]});
  endfunction

  logic word_phase, function_phase;
  assign word_phase = mode == Steps && phase == (count[5:4] == 2'd3 ? 4'd2 : 4'd0);
  assign function_phase = mode == Steps && phase == (count[5:4] == 2'd3 ? 4'd0 : 4'd2);

  // The sequence, and the words of RFC 1321.
  mode_e mode_q;
  logic [3:0] phase_q;
  logic [5:0] count_q;
  logic last_q, stalls, ends;
  row_t hash_q, working_q;
  word_t sum_q, whole_q;
  word_t x_q;  // X[k]
  logic [3:0] k_q;
  assign stalls = (s_tready && !s_tvalid) || (m_tvalid && !m_tready);
  always_comb begin
    unique case (mode_q)
      Load:    ends = phase_q == 4'd4;
      Steps:   ends = phase_q == last_phase(count_q);
      Forward: ends = phase_q == 4'd3;
      default: ends = phase_q == 4'd12;
    endcase
  end

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mode_q  <= Load;
      phase_q <= '0;
      count_q <= '0;
    end else if (!stalls) begin
      phase_q <= ends ? '0 : phase_q + 4'd1;
      if (ends) begin
        unique case (mode_q)
          Load:    mode_q <= Steps;
          Steps: begin
            count_q <= count_q + 6'd1;
            if (count_q == 6'd63) mode_q <= Forward;
          end
          Forward: mode_q <= last_q ? Digest : Steps;
          default: mode_q <= Load;
        endcase
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (s_tready && s_tvalid) begin
      last_q <= s_tlast;
      if (count[3:0] == k_q) x_q <= s_tdata;
    end
    if (first_q) k_q <= followed_i;
    if (mode_q == Load) {hash_q, working_q} <= {Initial, Initial};
    if (mode_q == Steps && !stalls) begin
      sum_q <= sum;
      if (phase_q == 4'd2) whole_q <= sum;
      if (ends) begin
        working_q[A] <= working_q[D];
        working_q[B] <= sum;
        working_q[C] <= working_q[B];
        working_q[D] <= working_q[C];
      end
    end
    if (mode_q == Forward) begin
      hash_q[phase_q[1:0]] <= sum;
      if (ends) working_q <= {sum, hash_q[2:0]};
    end
  end

  // The word of the block in word 0 of the ring. In the last step of a round it rotates further.
  logic [3:0] head;
  always_comb begin
    unique case (count[5:4])
      2'd0: head = count[3:0] + (phase == '0 ? 4'd0 : 4'd1);
      2'd1: head = index(count) + (phase < 4'd5 || &count[3:0] ? phase : 4'd5);
      2'd2: head = index(count) + (phase < 4'd3 || &count[3:0] ? phase : 4'd3);
      default: head = index(count) - 4'd2 + (phase < 4'd7 || &count[3:0] ? phase : 4'd7);
    endcase
  end

  // Moves of the variables in the words of the digest: three after each word.
  logic [1:0] moved;
  assign moved = phase[1:0] - {phase[1:0] != '0} + 2'd3 * phase[3:2];

  if (Part == 1) begin : gen_terms
    always_comb begin
      if (mode == Steps) begin
        if (word_phase) assert (operand == (count < 6'd16 ? s_tdata : words[0]));
        if (function_phase) assert (operand == mixed(count[5:4], b, c, d));
        if (phase == 4'd1) assert (operand == Constants[count]);
        if (phase == last_phase(count)) assert (operand == b);
        if (rotates_by_one(count, phase)) assert (sum == rotl(5'd1, a));
        if (phase < 4'd3 || phase == last_phase(count)) assert (sum == a + operand);
      end
      if (mode == Load && phase >= 4'd1 && phase <= 4'd4) begin
        assert (operand == Initial[2'(phase - 4'd1)]);
      end
      if (mode == Forward) assert (operand == chaining[0]);
      if (mode == Digest) assert (operand == '0);
      if (mode != Steps) assert (sum == a + operand);
    end
  end else begin : gen_registers
    always_comb begin
      if (first_q) assume (!rst_ni);
      // Part 1.
      if (mode == Load && phase >= 4'd1) assume (sum == a + Initial[2'(phase - 4'd1)]);
      if (mode == Steps && rotates_by_one(count, phase)) assume (sum == rotl(5'd1, a));
      if (mode == Digest) assume (sum == a);

      if (rst_ni && !first_q) begin
        // The sequence.
        assert (mode == mode_q && phase == phase_q && count == count_q);
        assert (u_core.run == !stalls);
        if (mode != Steps) assert (count == '0);
        if (mode == Load) assert (phase <= 4'd4);
        if (mode == Steps) assert (phase <= last_phase(count));
        if (mode == Forward) assert (phase <= 4'd3);
        if (mode == Digest) assert (phase <= 4'd12 && last_q);
        if (mode == Forward || (mode == Steps && {count, phase} != '0)) begin
          assert (u_core.last_q == last_q);
        end

        // A step.
        if (mode == Steps) begin
          assert (chaining == hash_q);
          assert (b == working_q[B] && c == working_q[C] && d == working_q[D]);
          if (count == '0 && phase == '0) assert (working_q == hash_q);
          if (phase == '0) assert (a == working_q[A]);
          else if (phase < 4'd3) assert (a == sum_q);
          else assert (a == rotl(amount(count, phase), whole_q));
          if (phase == last_phase(count)) assert (a == rotl(rotation(count), whole_q));
          if (count > {2'd0, k_q} || (count == {2'd0, k_q} && phase != '0)) begin
            assert (words[k_q - head] == x_q);
          end
          if (word_phase && count >= 6'd16 && index(count) == k_q) assert (words[0] == x_q);
        end

        // The initial value.
        if (mode == Load && phase != '0) begin
          assert (a == '0);
          if (phase >= 4'd2) assert (b == Initial[2'(phase - 4'd2)]);
          if (phase >= 4'd3) assert (c == Initial[2'(phase - 4'd3)]);
          if (phase == 4'd4) assert (d == Initial[A]);
          for (int unsigned i = 0; i < 3; i++) begin
            if (4'(i) + 4'd1 < phase) assert (chaining[2'(i + 1) - phase[1:0]] == Initial[i]);
          end
        end
        if (mode == Load && phase != '0) assert (hash_q == Initial && working_q == Initial);

        // The feed-forward.
        if (mode == Forward) begin
          for (int unsigned i = 0; i < 4; i++) begin
            assert (chaining[2'(i) - phase[1:0]] == hash_q[i]);
          end
          assert (a == working_q[phase[1:0]]);
          assert (d == (phase >= 4'd3 ? hash_q[A] : working_q[2'(phase + 4'd1)]));
          assert (c == (phase >= 4'd2 ? hash_q[2'(phase - 4'd2)] : working_q[2'(phase + 4'd2)]));
          assert (b == (phase >= 4'd1 ? hash_q[2'(phase - 4'd1)] : working_q[B]));
        end

        // The digest: A, B, C, D.
        if (mode == Digest) begin
          assert (a == hash_q[moved] && d == hash_q[moved + 2'd1]);
          assert (c == hash_q[moved + 2'd2] && b == hash_q[moved + 2'd3]);
        end
        assert (s_tready == (mode == Steps && count < 6'd16 && phase == '0));
        assert (m_tvalid == (mode == Digest && phase[1:0] == '0));
        if (m_tvalid) begin
          assert (m_tdata == hash_q[2'd0 - phase[3:2]]);
          assert (m_tlast == (phase == 4'd12));
        end
      end
    end
  end
endmodule
