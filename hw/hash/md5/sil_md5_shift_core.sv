// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// MD5 (RFC 1321) in the least area of standard cells: one 32-bit adder, one operand per cycle, the
/// words in shift registers. Padded blocks in, the words of the digest out.
///
/// The register of `a` is the accumulator: F(b, c, d), X[k] and T[i] are added to it, its sum is
/// rotated by 4 and by 1, and b is added. Then the variables move on. The message words are in a
/// ring, which rotates meanwhile.
///
/// ## Latency and throughput
/// A block takes 544 cycles: for each of 64 steps 4 and those of its rotation, 284 in all, and 4
/// for the feed-forward. The last word of the digest of n blocks is valid n * 544 + 12 cycles after
/// the first beat is accepted. The first beat of the next message is accepted 6 cycles after that.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]` of its first beat.
module sil_md5_shift_core #(
  /// Stop the clocks of the shift registers while they hold. Gain: area and power in standard
  /// cells. Cost: five clock gates.
  parameter bit ClockGate = 1'b0
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// Words of complete, padded blocks.
  input  logic [31:0] s_tdata,
  /// The last word of a message's last block.
  input  logic        s_tlast,
  input  logic        s_tvalid,
  output logic        s_tready,
  /// A word of the digest.
  output logic [31:0] m_tdata,
  /// The last word of the digest.
  output logic        m_tlast,
  output logic        m_tvalid,
  input  logic        m_tready
);
  typedef enum logic [1:0] {
    Load,     // the variables and H <- the initial value (RFC 1321 3.3)
    Steps,    // the steps of a block (3.4)
    Forward,  // the variables and H <- their sum
    Digest    // the words of the digest leave
  } mode_e;

  // A step of MD5 has these phases: in 0 and 2 X[k] and the function are added, in 1 T[i]. The sum
  // rotates from phase 3 on, and b is added in the last one.

  // The rotations by 1 and by 4 of a step; 3.4.
  function automatic logic [15:0][1:0] ones();
    for (int unsigned i = 0; i < 16; i++) ones[i] = 2'(sil_md5_pkg::rotation(16 * (i / 4) + i % 4));
  endfunction
  function automatic logic [15:0][3:0] lasts();
    for (int unsigned i = 0; i < 16; i++) begin
      int unsigned s = sil_md5_pkg::rotation(16 * (i / 4) + i % 4);
      lasts[i] = 4'(3 + s / 4 + s % 4);
    end
  endfunction
  localparam logic [15:0][1:0] Ones = ones();
  localparam logic [15:0][3:0] Lasts = lasts();

  // The sequence.

  mode_e mode_d, mode_q;
  logic [3:0] phase_q;
  logic [5:0] count_q;  // the step of MD5
  logic last_q, run, final_phase, accepts, gives, run_clock, runs, count_clock, counts;
  logic [1:0] round;
  logic [3:0] kind;
  logic steps;

  assign steps = mode_q == Steps;
  assign round = count_q[5:4];
  assign kind = {round, count_q[1:0]};
  assign accepts = steps && round == '0 && phase_q == '0;
  assign gives = mode_q == Digest && phase_q[1:0] == '0;
  assign run = ~((accepts & ~s_tvalid) | (gives & ~m_tready));
  always_comb begin
    mode_d = mode_q;
    unique case (mode_q)
      Load: begin
        final_phase = phase_q[2];
        mode_d = Steps;
      end
      Steps: begin
        final_phase = phase_q == Lasts[kind];
        mode_d = &count_q ? Forward : Steps;
      end
      Forward: begin
        final_phase = &phase_q[1:0];
        mode_d = last_q ? Digest : Steps;
      end
      default: begin
        final_phase = &phase_q[3:2];
        mode_d = Load;
      end
    endcase
  end

  sil_clock_gate #(.Gate(ClockGate)) u_run_clock (
    .clk_i, .en_i(run), .clk_o(run_clock), .en_o(runs)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_count_clock (
    .clk_i, .en_i(final_phase & steps), .clk_o(count_clock), .en_o(counts)
  );
  always_ff @(posedge run_clock or negedge rst_ni) begin
    if (!rst_ni) begin
      mode_q  <= Load;
      phase_q <= '0;
    end else if (runs) begin
      if (final_phase) mode_q <= mode_d;
      phase_q <= final_phase ? '0 : phase_q + 1'b1;
    end
  end
  always_ff @(posedge count_clock or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else if (counts) count_q <= count_q + 1'b1;
  end
  always_ff @(posedge run_clock) if (runs && accepts) last_q <= s_tlast;

  // The operand.

  logic [31:0] a_q, b_q, c_q, d_q, operand, sum, row, function_word, word;
  logic [15:0][31:0] words_q;   // X
  logic [3:0][31:0] chaining_q;  // H, the next word in word 0: A, D, C, B
  logic takes_word, takes_function, takes_constant, takes_one, takes_four, adds_b, moves;

  // Round 3 adds X[k] in phase 2, so that its word has time to come.
  assign takes_word = steps && !phase_q[3] && !phase_q[2] && !phase_q[0] && phase_q[1] == &round;
  assign takes_function = steps && !phase_q[3] && !phase_q[2] && !phase_q[0]
                          && phase_q[1] != &round;
  assign takes_constant = steps && phase_q == 4'd1;
  assign takes_one = steps && ((phase_q == 4'd3 && Ones[kind] != '0)
    || (phase_q == 4'd4 && Ones[kind][1]) || (phase_q == 4'd5 && &Ones[kind]));
  assign adds_b = steps && final_phase;

  always_comb begin
    row = '0;
    for (int unsigned i = 0; i < 8; i++) begin
      for (int unsigned j = 0; j < 8; j++) begin
        row |= sil_md5_pkg::T[8*i+j]
          & {32{takes_constant && count_q[5:3] == 3'(i) && count_q[2:0] == 3'(j)}};
      end
    end
    for (int unsigned i = 0; i < 4; i++) begin
      row |= sil_md5_pkg::INITIAL[32*((i+3)%4)+:32]
        & {32{mode_q == Load && phase_q[1:0] == 2'(1 + i)}};
    end
  end
  always_comb begin
    unique case (round)
      2'd0:    function_word = (b_q & c_q) | (~b_q & d_q);
      2'd1:    function_word = (d_q & b_q) | (~d_q & c_q);
      2'd2:    function_word = b_q ^ c_q ^ d_q;
      default: function_word = c_q ^ (b_q | ~d_q);
    endcase
  end
  assign word = accepts ? s_tdata : words_q[0];
  assign operand = row | (function_word & {32{takes_function}}) | (word & {32{takes_word}})
    | (a_q & {32{takes_one}}) | (b_q & {32{adds_b}}) | (chaining_q[0] & {32{mode_q == Forward}});

  // The adder. The double of a, and its highest bit, is a rotated by 1.
  // The last carry is not used.
  // verilator lint_off UNUSEDSIGNAL
  logic [32:0] carry;
  // verilator lint_on UNUSEDSIGNAL
  assign carry[0] = takes_one & a_q[31];
  for (genvar i = 0; i < 32; i++) begin : gen_bit
    assign sum[i] = a_q[i] ^ operand[i] ^ carry[i];
    assign carry[i+1] = (a_q[i] & operand[i]) | (carry[i] & (a_q[i] ^ operand[i]));
  end

  // The registers. In Load a is zero until the last word of the initial value.
  logic rotates, passes, word_clock, words, move_clock, move, chaining_clock, chaining;
  assign takes_four = steps && !final_phase && |phase_q[3:2] && !takes_one
                      || (steps && phase_q == 4'd3 && !takes_one);
  assign moves = adds_b || mode_q == Load || mode_q == Forward || (mode_q == Digest && !gives);
  assign passes = moves && !(mode_q == Load && !final_phase);
  always_comb begin
    unique case (round)
      2'd0:    rotates = phase_q == '0 && s_tvalid;
      2'd1:    rotates = phase_q < 4'd5;
      2'd2:    rotates = phase_q < 4'd3;
      default: rotates = phase_q < 4'd7;
    endcase
    rotates = steps && (rotates || (&count_q[3:0] && (final_phase || round != '0)));
  end
  sil_clock_gate #(.Gate(ClockGate)) u_word_clock (
    .clk_i, .en_i(rotates), .clk_o(word_clock), .en_o(words)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_move_clock (
    .clk_i, .en_i(moves), .clk_o(move_clock), .en_o(move)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_chaining_clock (
    .clk_i, .en_i(mode_q == Load || mode_q == Forward), .clk_o(chaining_clock), .en_o(chaining)
  );
  always_ff @(posedge run_clock) if (runs) begin
    a_q <= (d_q & {32{passes}}) | ({a_q[27:0], a_q[31:28]} & {32{takes_four}})
           | (sum & {32{!passes && !takes_four && mode_q != Load}});
  end
  always_ff @(posedge move_clock) if (move) {d_q, c_q, b_q} <= {c_q, b_q, sum};
  always_ff @(posedge chaining_clock) if (chaining) chaining_q <= {sum, chaining_q[3:1]};
  always_ff @(posedge word_clock) if (words) words_q <= {word, words_q[15:1]};

  assign s_tready = accepts;
  assign m_tvalid = gives;
  assign m_tlast = &phase_q[3:2];
  assign m_tdata = a_q;
endmodule
