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

  // The registers. That of a has it inverted, which saves an inverter for each bit.
  logic [31:0] not_a_q, a, b_q, c_q, d_q;
  logic [15:0][31:0] words_q;    // X
  logic [3:0][31:0] chaining_q;  // H, the next word in word 0: A, D, C, B
  assign a = ~not_a_q;

  // The operand.

  logic early, takes_word, takes_function, takes_constant, takes_a, takes_b, takes_h;
  logic [31:0] operand, row, function_word, word, sum;

  // Round 3 adds X[k] in phase 2 instead of 0, so that the ring has time to rotate.
  assign early = steps && phase_q[3:2] == '0 && !phase_q[0];
  assign takes_word = early && phase_q[1] == &round;
  assign takes_function = early && phase_q[1] != &round;
  assign takes_constant = steps && phase_q == 4'd1;
  assign takes_a = steps && ((phase_q == 4'd3 && Ones[kind] != '0)
    || (phase_q == 4'd4 && Ones[kind][1]) || (phase_q == 4'd5 && &Ones[kind]));
  assign takes_b = steps && final_phase;
  assign takes_h = mode_q == Forward;

  // The constants in groups of eight, because a function of three bits takes few gates.
  always_comb begin
    row = '0;
    for (int unsigned i = 0; i < 8; i++) begin
      row |= sil_md5_pkg::T[{count_q[5:3], 3'(i)}] & {32{takes_constant && count_q[2:0] == 3'(i)}};
    end
    for (int unsigned i = 0; i < 4; i++) begin
      row |= sil_md5_pkg::INITIAL[32*((i+3)%4)+:32]
        & {32{mode_q == Load && phase_q[1:0] == 2'(1 + i)}};
    end
  end

  // F, G, H and I are c & with_c ^ without_c: words of b and d. Or b, which is then in without_c.
  logic adds_f, adds_g, adds_h, adds_i, d_and_b, d_only, b_only, neither;
  assign {adds_i, adds_h, adds_g, adds_f} = 4'(takes_function) << round;
  assign d_and_b = adds_g | adds_i | takes_b;
  assign d_only = adds_f | adds_h;
  assign b_only = adds_h | takes_b;
  assign neither = adds_i;
  for (genvar i = 0; i < 32; i++) begin : gen_function
    logic with_c, without_c;
    assign with_c = (b_q[i] & adds_f) | (~d_q[i] & adds_g) | adds_h | adds_i;
    assign without_c = d_q[i] ? (b_q[i] ? d_and_b : d_only) : ((b_q[i] & b_only) | neither);
    assign function_word[i] = without_c ^ (c_q[i] & with_c);
  end
  assign word = accepts ? s_tdata : words_q[0];
  assign operand = row | function_word | (word & {32{takes_word}}) | (a & {32{takes_a}})
    | (chaining_q[0] & {32{takes_h}});

  // The adder, with the fewest gates. Twice a, plus its highest bit, is a rotated by 1.
  logic [31:0] carry;
  assign carry[0] = takes_a & a[31];
  for (genvar i = 0; i < 32; i++) begin : gen_bit
    assign sum[i] = a[i] ^ operand[i] ^ carry[i];
    if (i < 31) begin : gen_carry
      assign carry[i+1] = (a[i] & operand[i]) | (carry[i] & (a[i] ^ operand[i]));
    end
  end

  // The next values. In Load a is zero until the last word of the initial value.

  logic moves, takes_d, takes_four, takes_sum, loads, rotates;
  assign loads = mode_q == Load || takes_h;
  assign moves = takes_b || loads || (mode_q == Digest && !gives);
  assign takes_d = moves && !(mode_q == Load && !final_phase);
  assign takes_four = steps && !final_phase && !takes_a
                      && (|phase_q[3:2] || phase_q == 4'd3);
  assign takes_sum = !takes_d && !takes_four && mode_q != Load;

  // The ring rotates by 1, 5, 3 and 7 words in a step of rounds 0 to 3, by 1, 4 and 9 more at the
  // end of rounds 0 to 2.
  always_comb begin
    unique case (round)
      2'd0:    rotates = phase_q == '0 && s_tvalid;
      2'd1:    rotates = phase_q < 4'd5;
      2'd2:    rotates = phase_q < 4'd3;
      default: rotates = phase_q < 4'd7;
    endcase
    rotates = steps && (rotates || (&count_q[3:0] && (final_phase || round != '0)));
  end

  // The clocks. Between messages, and while a word waits, none runs.
  logic word_clock, run_word, move_clock, run_move, chaining_clock, run_chaining;
  sil_clock_gate #(.Gate(ClockGate)) u_word_clock (
    .clk_i, .en_i(rotates), .clk_o(word_clock), .en_o(run_word)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_move_clock (
    .clk_i, .en_i(moves), .clk_o(move_clock), .en_o(run_move)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_chaining_clock (
    .clk_i, .en_i(loads), .clk_o(chaining_clock), .en_o(run_chaining)
  );
  always_ff @(posedge run_clock) if (runs) begin
    not_a_q <= ~((d_q & {32{takes_d}}) | ({a[27:0], a[31:28]} & {32{takes_four}})
                 | (sum & {32{takes_sum}}));
  end
  always_ff @(posedge move_clock) if (run_move) {d_q, c_q, b_q} <= {c_q, b_q, sum};
  always_ff @(posedge chaining_clock) if (run_chaining) chaining_q <= {sum, chaining_q[3:1]};
  always_ff @(posedge word_clock) if (run_word) words_q <= {word, words_q[15:1]};

  assign s_tready = accepts;
  assign m_tvalid = gives;
  assign m_tlast = &phase_q[3:2];
  assign m_tdata = a;
endmodule
