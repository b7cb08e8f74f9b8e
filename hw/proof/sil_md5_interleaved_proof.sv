// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_md5_interleaved, for any sequence of control words whose channels follow each
/// other: a step is that of RFC 1321 3.4, and a step of the feed-forward adds a word of the chaining
/// value or starts from the initial one. The word of the message that a step uses is the one that was
/// last written for its channel under its index; the chaining value is the result of the last
/// feed-forward of its channel; the digest is the sums of the feed-forward that were captured.
///
/// The values of b of the last cycles (`past`) and the operand that comes from outside the loop, a
/// cycle after it is chosen (`operand`), determine each register of the loop. One word of a message
/// and one of the chaining value are followed; they may be any.
module sil_md5_interleaved_proof
  import sil_md5_pkg::*;
(
  input logic        clk_i,
  input logic        rst_ni,
  input logic [1:0]  step_i,
  input logic        run_i,
  input logic [3:0]  pass_i,
  input logic        load_i,
  input word_t       message_i,
  input logic        hold_i,
  input logic        capture_i,
  input logic        fresh_i,
  /// The word that is followed: its channel, its index, and the step of the feed-forward.
  input logic [1:0]  follow_channel_i,
  input logic [3:0]  follow_index_i,
  input logic [1:0]  follow_step_i
);
  localparam int Done = 10;    // b is known
  localparam int Choose = 4;   // the operands from outside the loop are known
  localparam int Messages = 4;

  typedef struct packed {
    logic run, load, hold, capture, fresh;
    logic [1:0] channel, step;
    logic [3:0] pass;
  } control_t;

  control_t [Done:0] control;
  control_t [Done:1] control_q;
  logic [1:0] channel_q;
  logic last;
  logic [127:0] chaining;

  sil_md5_interleaved u_steps (
    .clk_i, .rst_ni, .channel_i(channel_q), .step_i, .run_i, .pass_i, .load_i, .message_i, .hold_i,
    .capture_i, .fresh_i, .last_o(last), .chaining_o(chaining)
  );

  assign control = {
    control_q,
    control_t'{
      run: run_i, load: load_i, hold: hold_i, capture: capture_i, fresh: fresh_i,
      channel: channel_q, step: step_i, pass: pass_i
    }
  };
  always_ff @(posedge clk_i) begin
    control_q <= control[Done-1:0];
    channel_q <= channel_q + 1'b1;
  end

  // Cycles since the start: what came before is unknown.
  logic [31:0] age_q = '0;
  always_ff @(posedge clk_i) age_q <= {age_q[30:0], 1'b1};

  // b of this cycle and of the last ones.
  word_t [16:0] past;
  word_t [16:1] past_q;
  assign past = {past_q, u_steps.b_q};
  always_ff @(posedge clk_i) past_q <= past[15:0];

  // RFC 1321 3.4.
  function automatic word_t f(logic [1:0] round, word_t b, word_t c, word_t d);
    unique case (round)
      2'd0:    return (b & c) | (~b & d);
      2'd1:    return (b & d) | (c & ~d);
      2'd2:    return b ^ c ^ d;
      default: return c ^ (b | ~d);
    endcase
  endfunction

  function automatic word_t rotl(logic [4:0] n, word_t word);
    return 32'(({word, word} << n) >> 32);
  endfunction

  function automatic logic [4:0] shift(control_t word);
    unique case ({word.pass[3:2], word.step})
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

  function automatic logic [3:0] index(control_t word);
    logic [5:0] t = {word.pass, word.step};
    unique case (t[5:4])
      2'd0:    return t[3:0];
      2'd1:    return 4'(5 * t + 1);
      2'd2:    return 4'(3 * t + 5);
      default: return 4'(7 * t);
    endcase
  endfunction

  function automatic word_t initial_word(logic [1:0] step);
    unique case (step)
      2'd0:    return 32'h67452301;  // A
      2'd1:    return 32'h10325476;  // D
      2'd2:    return 32'h98badcfe;  // C
      default: return 32'hefcdab89;  // B
    endcase
  endfunction

  // The operand from outside the loop, from the cycle on in which it is chosen.
  word_t [Done:Choose] operand;
  word_t [Done:Choose+1] operand_q;
  assign operand = {
    operand_q,
    control[Choose].run ? u_steps.x_q + T[{control[Choose].pass, control[Choose].step}]
                        : u_steps.h_q
  };
  always_ff @(posedge clk_i) operand_q <= operand[Done-1:Choose];

  // The sum with a, and that with F, n cycles before b of the step is known.
  function automatic word_t sum_a(int n);
    return operand[Done-n] + (control[Done-n].hold ? '0 : past[16-n]);
  endfunction
  function automatic word_t sum_f(int n);
    return sum_a(n) + (control[Done-n].run
      ? f(control[Done-n].pass[3:2], past[4-n], past[8-n], past[12-n]) : '0);
  endfunction

  function automatic logic [4:0] first_rotation(control_t word);
    logic [4:0] s = shift(word);
    return s >= 5'd20 ? 5'd20 : s >= 5'd14 ? 5'd14 : s >= 5'd9 ? 5'd9 : 5'd4;
  endfunction

  word_t result;
  always_comb begin
    if (control[Done].run) result = past[4] + rotl(shift(control[Done]), sum_f(0));
    else result = control[Done].fresh ? initial_word(control[Done].step) : sum_a(0);
  end

  // The words that are followed, and whether they were written.
  logic [1:0] follow_channel_q, follow_step_q;
  logic [3:0] follow_index_q;
  word_t [2:0] word_q;      // of the message: now, and one and two cycles ago
  word_t [1:0] chained_q;   // of the chaining value: now, and a cycle ago
  logic [2:0] word_known_q = '0;
  logic [1:0] chained_known_q = '0;
  logic word_write, chained_write;

  assign word_write = age_q[16] & control[1].load & control[1].channel == follow_channel_i
                    & {control[1].pass[1:0], control[1].step} == follow_index_i;
  assign chained_write = age_q[16] & ~control[Done].run & control[Done].channel == follow_channel_i
                       & control[Done].step == follow_step_i;

  always_ff @(posedge clk_i) begin
    {follow_channel_q, follow_step_q, follow_index_q}
      <= {follow_channel_i, follow_step_i, follow_index_i};
    word_q          <= {word_q[1:0], word_write ? message_i : word_q[0]};
    word_known_q    <= {word_known_q[1:0], word_write | word_known_q[0]};
    chained_q       <= {chained_q[0], chained_write ? u_steps.b_q : chained_q[0]};
    chained_known_q <= {chained_known_q[0], chained_write | chained_known_q[0]};
  end

  logic follows;  // the step of cycle 4 uses the word that is followed
  assign follows = control[4].channel == follow_channel_i & index(control[4]) == follow_index_i;

  word_t [Messages-1:0] stored;  // the word that is followed, in the memory of each channel
  for (genvar i = 0; i < Messages; i++) begin : gen_stored
    assign stored[i] = u_steps.gen_words[i].words_q[follow_index_i];
  end

  // The digest.
  word_t [3:0] digest_q;
  logic [3:0] digest_known_q = '0;
  always_ff @(posedge clk_i) begin
    if (age_q[16] && control[6].capture) begin
      digest_q       <= {sum_a(4), digest_q[3:1]};
      digest_known_q <= {1'b1, digest_known_q[3:1]};
    end else if (control[6].capture) begin
      digest_known_q <= '0;
    end
  end

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    assume (rst_ni == ~first_q);
    if (first_q) assert (age_q == '0);
    if (!first_q) begin
      assume (follow_channel_i == follow_channel_q);
      assume (follow_index_i == follow_index_q);
      assume (follow_step_i == follow_step_q);
    end
    // The statements.
    if (age_q[16]) assert (u_steps.b_q == result);
    if (age_q[16] && follows && word_known_q[2]) assert (u_steps.x_q == word_q[2]);
    if (age_q[16] && !control[4].run && control[4].channel == follow_channel_i
        && control[4].step == follow_step_i && chained_known_q[1]) begin
      assert (u_steps.h_q == chained_q[1]);
    end
    if (&digest_known_q) begin
      assert (chaining == {digest_q[0], digest_q[3], digest_q[2], digest_q[1]});
    end
    if (age_q[16]) assert (last == (control[6].capture & control[6].step == 2'd3));

    // Invariants: the control words, and the ages.
    for (int unsigned i = 0; i < 31; i++) assert (age_q[i] || !age_q[i+1]);
    for (int unsigned i = 1; i <= Done; i++) begin
      if (age_q[i]) begin
        assert (control_q[i].channel == 2'(channel_q - 2'(i)));
        assert (u_steps.run_q[i] == control_q[i].run);
        assert (u_steps.step_q[i] == control_q[i].step);
        if (i < Messages) assert (u_steps.channel_q[i] == control_q[i].channel);
        if (i <= 7) assert (u_steps.pass_q[i] == control_q[i].pass);
        if (i <= 5) assert (u_steps.hold_q[i] == control_q[i].hold);
        if (i <= 6) assert (u_steps.capture_q[i] == control_q[i].capture);
        if (i <= 8) assert (u_steps.fresh_q[i] == control_q[i].fresh);
        if (i <= 1) assert (u_steps.load_q == control_q[i].load);
      end
    end
    assert (age_q[16] || {word_known_q, chained_known_q, digest_known_q} == '0);
    // The memories store each word, and the registers after them hold the word that is read.
    if (word_known_q[0]) assert (stored[follow_channel_i] == word_q[0]);
    if (age_q[2]) assert (u_steps.index_q == index(control[2]));
    if (age_q[5]) begin
      if (word_known_q[1] && index(control[3]) == follow_index_i) begin
        assert (u_steps.read_q[follow_channel_i] == word_q[1]);
      end
      assert (u_steps.t_q
        == (control[4].run ? T[{control[4].pass, control[4].step}] : '0));
      assert (!control[4].run || u_steps.h_q == '0);
    end
    if (chained_known_q[0]) begin
      assert (u_steps.chaining_q[{follow_channel_i, follow_step_i}] == chained_q[0]);
    end
    // The last values of b, and the registers of the loop.
    for (int unsigned i = 0; i < 3; i++) begin
      if (age_q[i]) assert (u_steps.u_b3.gen_delay.u_delay.words_q[i] == past[i+1]);
    end
    for (int unsigned i = 0; i < 4; i++) begin
      if (age_q[i+3]) assert (u_steps.u_b7.gen_delay.u_delay.words_q[i] == past[i+4]);
      if (age_q[i+7]) assert (u_steps.u_b11.gen_delay.u_delay.words_q[i] == past[i+8]);
    end
    if (age_q[7]) assert (u_steps.xt_q == operand[5]);
    if (age_q[12]) begin
      assert (u_steps.xta_q == sum_a(4));
      assert (u_steps.choice_q.one
        == (control[6].run ? f(control[6].pass[3:2], '1, past[4], past[8]) : '0));
      assert (u_steps.choice_q.zero
        == (control[6].run ? f(control[6].pass[3:2], '0, past[4], past[8]) : '0));
      assert (u_steps.gen_level[0].select_q
        == (first_rotation(control[7]) == 5'd4 ? 2'd0 : first_rotation(control[7]) == 5'd9 ? 2'd1
            : first_rotation(control[7]) == 5'd14 ? 2'd2 : 2'd3));
      assert (u_steps.gen_level[1].select_q == 2'(shift(control[8]) - first_rotation(control[8])));
    end
    if (age_q[13]) assert (u_steps.sum_q == sum_f(3));
    if (age_q[14]) assert (u_steps.passed_q == sum_f(2));
    if (age_q[14]) assert (u_steps.rotated[1] == rotl(first_rotation(control[8]), sum_f(2)));
    if (age_q[15]) assert (u_steps.rotated[2] == rotl(shift(control[9]), sum_f(1)));
    if (age_q[15]) begin
      assert (u_steps.forward_q
        == (control[9].fresh ? initial_word(control[9].step) : sum_f(1)));
    end
    if (digest_known_q[3]) assert (u_steps.digest_q[3] == digest_q[3]);
    if (digest_known_q[2]) assert (u_steps.digest_q[2] == digest_q[2]);
    if (digest_known_q[1]) assert (u_steps.digest_q[1] == digest_q[1]);
    if (digest_known_q[0]) assert (u_steps.digest_q[0] == digest_q[0]);
  end
endmodule
