// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// SHA-1 (FIPS 180-4 6.1) in the least area of standard cells: one 32-bit adder, one operand per
/// cycle, the words in shift registers. Padded blocks in, the words of the digest out.
///
/// ## Latency and throughput
/// A block takes 400 cycles: 80 rounds of 4 steps, and 80 steps of the feed-forward. The last word
/// of the digest of n blocks is valid n * 400 + 16 cycles after the first beat is accepted. The
/// first beat of the next message is accepted 101 cycles after that.
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
    Word,      // W(t) (step 1), to e (step 3)
    Constant,  // K(t)
    RotateA,   // ROTL5(a)
    Function,  // f(b, c, d); the sum is the new a
    Forward,   // a word of H (step 4), or nothing; the sum is the new a
    Digest,    // the words of H move
    Load       // 0 to the working variables, then H <- the initial hash value (5.3)
  } step_e;

  step_e step_d, step_q;
  logic [1:0] group_q;  // 0 to 3: the 20 rounds with the same f and K
  logic [4:0] count_q;  // the round of the group, or the number of the step
  logic last_q;         // the last block of a message
  logic run, gives, next, given, adds, wraps, final_step;

  // The round t is 20 * group_q + count_q.
  assign wraps = count_q[4] & (&count_q[1:0]);
  assign final_step = wraps & (&group_q);
  assign given = group_q == '0 && !count_q[4];

  always_comb begin
    step_d = step_q;
    unique case (step_q)
      Word:     step_d = Constant;
      Constant: step_d = RotateA;
      RotateA:  step_d = Function;
      Function: step_d = final_step ? Forward : Word;
      Forward:  if (final_step) step_d = last_q ? Digest : Word;
      Digest:   if (count_q[4]) step_d = Load;
      default:  if (wraps) step_d = Forward;
    endcase
  end
  assign next = step_q inside {Function, Forward, Digest, Load};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q  <= Load;
      group_q <= '0;
      count_q <= '0;
    end else if (run) begin
      step_q <= step_d;
      if (next) begin
        count_q <= wraps || (step_q == Digest && count_q[4]) ? '0 : count_q + 1'b1;
        if (wraps && step_q != Load) group_q <= group_q + 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (step_q == Load) last_q <= 1'b0;
    else if (s_tvalid && s_tready) last_q <= s_tlast;
  end

  logic [15:0][31:0] schedule_q;  // W(t-16) in word 0
  logic [31:0] a_q, b_q, c_q, d_q;
  logic [31:0] e_n_q;             // the complement of e and of the sums that begin with it
  logic [4:0][31:0] chaining_q;   // the words of H, H4 in word 0
  logic [31:0] e, operand, sum;
  assign e = ~e_n_q;

  // The feed-forward. From b to c a word is rotated by 30, so one that passes there 16 times is as
  // before. e, d and c are added in their first pass, b and a in the last one.
  assign adds = (group_q == '0 && count_q[4:2] == '0 && !(&count_q[1:0]))
                || (&group_q && count_q[4] && count_q[1]);

  // The operand.
  logic [31:0] message, row;
  logic loads;
  for (genvar i = 0; i < 4; i++) begin : gen_order
    assign message[8*i+:8] = s_tdata[8*(3-i)+:8];
    assign m_tdata[8*i+:8] = chaining_q[4][8*(3-i)+:8];
  end
  assign loads = step_q == Load && (|count_q[4:3]);
  always_comb begin
    row = '0;
    for (int unsigned i = 0; i < 4; i++) begin
      row |= sil_sha1_pkg::k(2'(i)) & {32{step_q == Constant && group_q == 2'(i)}};
    end
    row |= sil_sha1_pkg::INITIAL[31:0] & {32{loads & ~count_q[4]}};
    for (int unsigned i = 0; i < 4; i++) begin
      row |= sil_sha1_pkg::INITIAL[32*(i+1)+:32] & {32{loads & count_q[4] & count_q[1:0] == 2'(i)}};
    end
  end

  logic [31:0] chosen, differs;
  logic parity, choose;
  assign parity = group_q[0];
  assign choose = group_q == '0;
  assign differs = b_q ^ (c_q | {32{choose}});
  // Ch(b, c, d) and Maj(b, c, d) select d or c.
  assign chosen = parity ? differs ^ d_q : (differs & d_q) | (~differs & c_q);
  assign operand = row
    | (message & {32{step_q == Word && given}})
    | (rotl(1, schedule_q[13] ^ schedule_q[8] ^ schedule_q[2] ^ schedule_q[0])
       & {32{step_q == Word && !given}})
    | (rotl(5, a_q) & {32{step_q == RotateA}})
    | (chosen & {32{step_q == Function}})
    | (chaining_q[0] & {32{(step_q == Forward && adds) || step_q == Digest}});

  // The adder, with the fewest gates.
  // The last carry is not used.
  // verilator lint_off UNUSEDSIGNAL
  logic [32:0] carry;
  // verilator lint_on UNUSEDSIGNAL
  assign carry[0] = 1'b0;
  for (genvar i = 0; i < 32; i++) begin : gen_bit
    assign sum[i] = e[i] ^ operand[i] ^ carry[i];
    assign carry[i+1] = (e[i] & operand[i]) | (carry[i] & (e[i] ^ operand[i]));
  end

  // The clocks.
  logic add, shift, move, chain, word;
  logic schedule_clock, chaining_clock, high_clock, low_clock;
  logic run_schedule, run_chaining, run_high, run_low;
  assign add = step_q inside {Word, Constant, RotateA};
  // e is zero while the digest leaves.
  assign shift = step_q == Function || (step_q == Forward && !(final_step && last_q));
  assign move = step_q inside {Function, Forward} || (step_q == Load && !loads);
  assign chain = (step_q == Forward && adds) || step_q == Load || (step_q == Digest && run);
  assign word = step_q == Word && run;
  sil_clock_gate #(.Gate(ClockGate)) u_schedule_clock (
    .clk_i, .en_i(word), .clk_o(schedule_clock), .en_o(run_schedule)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_chaining_clock (
    .clk_i, .en_i(chain), .clk_o(chaining_clock), .en_o(run_chaining)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_high_clock (
    .clk_i, .en_i(move), .clk_o(high_clock), .en_o(run_high)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_low_clock (
    .clk_i, .en_i(run), .clk_o(low_clock), .en_o(run_low)
  );

  always_ff @(posedge schedule_clock) if (run_schedule) begin
    schedule_q <= {operand, schedule_q[15:1]};
  end
  always_ff @(posedge chaining_clock) if (run_chaining) chaining_q <= {sum, chaining_q[4:1]};
  always_ff @(posedge high_clock) if (run_high) begin
    {a_q, b_q, c_q, d_q} <= {sum, a_q, rotl(30, b_q), c_q};
  end
  always_ff @(posedge low_clock) if (run_low) begin
    e_n_q <= ~((sum & {32{add}}) | (d_q & {32{shift}}));
  end

  assign gives = step_q == Digest && count_q[1:0] == '0;
  assign run = ~((s_tready & ~s_tvalid) | (gives & ~m_tready));
  assign s_tready = step_q == Word && given;
  assign m_tvalid = gives;
  assign m_tlast = count_q[4];
endmodule
