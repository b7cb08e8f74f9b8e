// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-1 (FIPS 180-4 6.1) in the least area of standard cells: one 32-bit adder, one operand per
/// cycle, the words in shift registers. Padded blocks in, the words of the digest out.
///
/// Sums are formed in the register of e. In the feed-forward the working variables rotate through
/// the adder.
///
/// ## Latency and throughput
/// A block takes 400 cycles: 80 rounds of 4 steps, and 80 steps of the feed-forward. The last word
/// of the digest of n blocks is valid n * 400 + 16 cycles after the first beat is accepted. The
/// first beat of the next message is accepted 104 cycles after that.
///
/// ## Byte order
/// The first byte of a message is `s_tdata[7:0]` of its first beat, the first byte of a digest is
/// `m_tdata[7:0]` of its first beat.
module sil_sha1_shift_core #(
  /// Stop the clocks of the shift registers while they hold. Gain: area and power. Cost: four clock
  /// gates.
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
  import sil_sha1_pkg::rotl;

  // A step adds its operand to e. FIPS 180-4 6.1.2 in the comments.
  typedef enum logic [2:0] {
    Word,      // W(t) (step 1)
    Constant,  // K(t)
    RotateA,   // ROTL5(a)
    Function,  // f(b, c, d); the sum is the new a (step 3)
    Forward,   // a word of H (step 4) or nothing; the sum is the new a
    Digest,    // the words of H leave
    Load       // 0 to the working variables, and then the initial hash value to H (5.3)
  } step_e;

  // The sequence of steps. The round t is 20 * group_q + count_q, the step of the feed-forward
  // likewise.

  // Three bits for the steps: synthesis would take seven.
  (* fsm_encoding = "none" *) step_e step_d, step_q;
  logic [1:0] group_q;  // 0 to 3: the 20 rounds with the same f and K
  logic [4:0] count_q;
  logic last_q;  // the last block of a message; 0 where the initial hash value is loaded
  logic run, next, wraps, final_step, given;

  assign wraps = count_q[4] & (&count_q[1:0]);
  assign final_step = wraps & (&group_q);
  assign next = step_q inside {Function, Forward, Digest, Load};
  always_comb begin
    step_d = step_q;
    unique case (step_q)
      Word:     step_d = Constant;
      Constant: step_d = RotateA;
      RotateA:  step_d = Function;
      Function: step_d = final_step ? Forward : Word;
      Forward:  if (final_step) step_d = last_q ? Digest : Word;
      Digest:   if (wraps) step_d = Load;
      default:  if (wraps) step_d = Forward;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q  <= Load;
      group_q <= '0;
      count_q <= '0;
    end else if (run) begin
      step_q <= step_d;
      if (next) begin
        count_q <= wraps ? '0 : count_q + 1'b1;
        if (wraps && !(step_q inside {Load, Digest})) group_q <= group_q + 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (step_q == Load) last_q <= 1'b0;
    else if (s_tvalid && s_tready) last_q <= s_tlast;
  end

  logic [15:0][31:0] schedule_q;  // W(t-16) in word 0
  logic [31:0] a_q, b_q, c_q, d_q;
  logic [31:0] e_n_q;             // the complement of e, or of the sum so far
  logic [4:0][31:0] chaining_q;   // H: H4 in word 0, H0 in word 4
  logic [31:0] e, operand, sum;
  assign e = ~e_n_q;

  // The feed-forward. In 80 steps each word moves 16 times through a, b, c, d and e. Each time it
  // is rotated by 30 from b to c, which is 480 = 15 * 32 in all, so no word is changed by it. e, d
  // and c are added before their first rotation, b and a after their last one.
  logic adds;
  assign adds = (group_q == '0 && count_q[4:2] == '0 && !(&count_q[1:0]))
                || (&group_q && count_q[4] && count_q[1]);

  // The message word, and the constants. The words of H are loaded in the last five steps Load.
  logic [31:0] message, row;
  logic loads;
  for (genvar i = 0; i < 4; i++) begin : gen_order
    assign message[8*i+:8] = s_tdata[8*(3-i)+:8];
    assign m_tdata[8*i+:8] = chaining_q[4][8*(3-i)+:8];
  end
  assign given = group_q == '0 && !count_q[4];
  assign loads = step_q == Load && (|count_q[4:3]);
  always_comb begin
    row = sil_sha1_pkg::INITIAL[31:0] & {32{loads & ~count_q[4]}};
    for (int unsigned i = 0; i < 4; i++) begin
      row |= sil_sha1_pkg::INITIAL[32*(i+1)+:32] & {32{loads & count_q[4] & count_q[1:0] == 2'(i)}};
      row |= sil_sha1_pkg::k(2'(i)) & {32{step_q == Constant && group_q == 2'(i)}};
    end
  end

  // The operand. Ch(b, c, d) and Maj(b, c, d) are (b & c) | (mixed & d), Parity(b, c, d) is
  // mixed ^ d. The gates of mixed & d are shared.
  logic parity, choose, selects;
  logic [31:0] mixed, both_n;
  assign parity = step_q == Function && group_q[0];
  assign selects = step_q == Function && !group_q[0];
  assign choose = group_q == '0;
  assign mixed = b_q ^ (c_q | {32{choose}});
  assign both_n = ~(mixed & d_q);
  assign operand = row
    | (message & {32{step_q == Word && given}})
    | (rotl(1, schedule_q[13] ^ schedule_q[8] ^ schedule_q[2] ^ schedule_q[0])
       & {32{step_q == Word && !given}})
    | (rotl(5, a_q) & {32{step_q == RotateA}})
    | ((mixed | d_q) & both_n & {32{parity}})
    | (((b_q & c_q) | ~both_n) & {32{selects}})
    | (chaining_q[0] & {32{(step_q == Forward && adds) || step_q == Digest}});

  // The adder, with the fewest gates.
  function automatic logic [31:0] carries(logic [31:0] one, logic [31:0] neither);
    carries[0] = 1'b0;
    for (int unsigned i = 0; i < 31; i++) begin
      carries[i+1] = ~((one[i] & ~carries[i]) | neither[i]);
    end
  endfunction
  logic [31:0] neither, one;
  assign neither = ~(e | operand);
  assign one = ~((e & operand) | neither);
  assign sum = one ^ carries(one, neither);

  // The clocks. While a word waits, none runs.
  logic word, chain, move, add, shift;
  logic schedule_clock, chaining_clock, variables_clock, e_clock;
  logic run_schedule, run_chaining, run_variables, run_e;
  assign word = step_q == Word && run;
  assign chain = (step_q == Forward && adds) || step_q == Load || (step_q == Digest && run);
  assign move = step_q inside {Function, Forward} || (step_q == Load && !loads);
  // e becomes the sum or d. It becomes zero in steps Digest and Load, and before the first of them.
  assign add = step_q inside {Word, Constant, RotateA};
  assign shift = step_q == Function || (step_q == Forward && !(final_step && last_q));
  sil_clock_gate #(.Gate(ClockGate)) u_schedule_clock (
    .clk_i, .en_i(word), .clk_o(schedule_clock), .en_o(run_schedule)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_chaining_clock (
    .clk_i, .en_i(chain), .clk_o(chaining_clock), .en_o(run_chaining)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_variables_clock (
    .clk_i, .en_i(move), .clk_o(variables_clock), .en_o(run_variables)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_e_clock (
    .clk_i, .en_i(run), .clk_o(e_clock), .en_o(run_e)
  );

  always_ff @(posedge schedule_clock) if (run_schedule) begin
    schedule_q <= {operand, schedule_q[15:1]};
  end
  always_ff @(posedge chaining_clock) if (run_chaining) chaining_q <= {sum, chaining_q[4:1]};
  always_ff @(posedge variables_clock) if (run_variables) begin
    {a_q, b_q, c_q, d_q} <= {sum, a_q, rotl(30, b_q), c_q};
  end
  always_ff @(posedge e_clock) if (run_e) begin
    e_n_q <= ~((sum & {32{add}}) | (d_q & {32{shift}}));
  end

  // A word of the digest leaves from word 4 of H, which rotates by four words to the next one.
  assign run = ~((s_tready & ~s_tvalid) | (m_tvalid & ~m_tready));
  assign s_tready = step_q == Word && given;
  assign m_tvalid = step_q == Digest && count_q[1:0] == '0;
  assign m_tlast = count_q[4];
endmodule
