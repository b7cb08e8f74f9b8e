// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The datapath of sil_sha2_retimed for messages that follow each other without a pause.
///
/// E(t), A(t) and the sums are those of sil_sha2_retimed. These points are different:
///
/// * A word of the new chaining value enters its register from the adder that forms it: H4 to H7
///   from the addition of E, H0 to H3 from the one of A.
/// * A message starts from registers that are set, not from a feed-forward. E(-3) and E(-2) are set
///   in `e_q`, and E(-1) and E(0) in two registers of sums, from which they pass the adder of the
///   loop. A(-3) to A(-1) are set in `a_q`, and A(0) in a register of a sum. A(-3) and A(-2) are
///   also operands of rounds 0 and 1, two cycles before they are in `a_q`.
/// * While the second word of the next message or a later one is missing, the datapath stalls, but
///   the feed-forward of the message before is completed: that of A (`drain_q`) advances, and the
///   last word of E enters its register. A digest therefore never waits for the next message.
///
/// ## Latency and throughput
/// One operation per cycle. The digest is complete 6 cycles after the control word of its last
/// operation has been taken.
module sil_sha2_short_rounds
  import sil_md_pkg::BLOCK_WORDS, sil_sha2_pkg::*, sil_sha2_short_pkg::*;
#(
  /// Width of a word in bits: 32 or 64.
  parameter int unsigned Width = 64,
  /// Control words per block.
  parameter int unsigned ControlWords = 84,
  /// The initial hash value, H0 in the high bits.
  parameter logic [8*Width-1:0] Initial = '0,
  localparam int unsigned CountBits = sil_counter_pkg::code_bits(ControlWords)
) (
  input  logic                 clk_i,
  /// Asynchronous assert, active low.
  input  logic                 rst_ni,
  /// The control word, and its number.
  input  control_t             control_i,
  input  logic [CountBits-1:0] count_i,
  /// They are taken in this cycle.
  output logic                 step_o,
  /// The message word.
  input  logic [Width-1:0]     message_i,
  input  logic                 valid_i,
  /// `message_i` is taken in this cycle if `valid_i`.
  output logic                 load_o,
  /// The chaining-value registers load the initial hash value.
  input  logic                 clear_i,
  /// They have the digest of the message before. The feed-forward of the first block waits.
  input  logic                 busy_i,
  /// The digest is complete. `chaining_o` has it from the next cycle on.
  output logic                 done_o,
  /// The chaining value, H0 in the high bits.
  output logic [8*Width-1:0]   chaining_o
);
  typedef logic [Width-1:0] word_t;

  // Stages that a control word passes: the schedule's word is selected, K + W, + E, + A, E(t+1),
  // E - A.
  typedef enum int unsigned {Choose, AddW, AddE, AddA, NewE, SubA} stage_e;
  // The operand of + A: none, A(t-3), or in rounds 0 and 1 of a message H3 and H2.
  typedef enum logic [1:0] {None, Old, InitialD, InitialC} operand_e;

  localparam word_t [7:0] H = Initial;  // H[7] is H0

  control_t [SubA:0] control_q;
  operand_e operand_d, operand_q;
  // The first round of a message waits for its word. No operation enters the next stage.
  logic waits;
  // The datapath advances; the part of A advances.
  logic run, run_a;
  word_t [BLOCK_WORDS-1:0] window;
  word_t k, kw_q, kwe_q, kwea_q, ea_q, sum_e, sum_a, operand;
  word_t [2:0] e_q, a_q;  // e_q[0] is the newest
  word_t [3:0] chaining_e, chaining_a;
  word_t next_e, next_a;

  assign waits = control_q[Choose].begins & ~valid_i;
  assign run = (valid_i | ~control_q[Choose].load | control_q[Choose].begins)
    & ~(control_q[Choose].feed_forward & busy_i);
  assign step_o = run & ~waits;

  always_comb begin
    if (control_q[AddE].alone) operand_d = None;
    else if (control_q[AddA].ends) operand_d = InitialD;
    else if (operand_q == InitialD) operand_d = InitialC;
    else operand_d = Old;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      control_q <= {(SubA + 1){IDLE}};
      operand_q <= None;
    end else if (run) begin
      if (step_o) control_q[Choose] <= control_i;
      control_q[SubA:AddW] <= {control_q[NewE:AddW], waits ? IDLE : control_q[Choose]};
      operand_q <= operand_d;
    end
  end

  sil_sha2_constants #(.Width(Width), .ControlWords(ControlWords)) u_constants (
    .clk_i, .run_i(step_o), .count_i, .constants_o(k)
  );

  sil_sha2_schedule #(.Width(Width), .Precompute(2)) u_schedule (
    .clk_i,
    .run_i         (run),
    .load_i        (control_q[Choose].load),
    .feed_forward_i(control_q[Choose].feed_forward),
    .message_i,
    .chaining_i    (next_e),
    .pass_i        (1'b0),
    .window_i      ('0),
    .window_o      (window)
  );

  // E. After the last feed-forward of a message has left the addition of E, its registers have the
  // values from which a message starts.
  word_t e_d, a_d, sigma1_e, ch_e, sigma0_a, maj_a;

  assign sum_e = kw_q + e_q[1];

  always_comb begin
    unique case (operand_q)
      Old:      operand = a_q[0];
      InitialD: operand = H[4];
      InitialC: operand = H[5];
      default:  operand = '0;
    endcase
    sigma1_e = Width'(big_sigma1(Width, 64'(e_q[0])));
    ch_e     = Width'(ch(64'(e_q[0]), 64'(e_q[1]), 64'(e_q[2])));
    sigma0_a = Width'(big_sigma0(Width, 64'(a_q[0])));
    maj_a    = Width'(maj(64'(a_q[0]), 64'(a_q[1]), 64'(a_q[2])));
  end

  sil_add_three #(.Width(Width)) u_add_e (
    .alone_i(control_q[NewE].alone), .a_i(kwea_q), .b_i(sigma1_e), .c_i(ch_e), .sum_o(e_d)
  );

  always_ff @(posedge clk_i) begin
    if (run) kw_q <= k + window[BLOCK_WORDS-1];
    if (control_q[AddE].ends) begin
      kwe_q  <= H[3];
      kwea_q <= H[2];
      e_q    <= {H[0], H[0], H[1]};
    end else if (run) begin
      kwe_q  <= sum_e;
      kwea_q <= kwe_q + operand;
      e_q    <= {e_q[1:0], e_d};
    end
  end

  // A. The feed-forward of a last block takes four cycles, in which nothing stops it. In the cycle
  // before them the first round of the next message is in Choose, and it waits without a stall.
  logic drain_d, active_q, set_a, alone_a_q;
  logic [FEED_FORWARD-1:0] drain_q;

  assign drain_d = control_q[NewE].last & ~control_q[SubA].last;
  assign run_a = run | active_q;
  assign set_a = active_q ? drain_q[FEED_FORWARD-1] : control_q[SubA].last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      drain_q   <= '0;
      active_q  <= 1'b0;
      alone_a_q <= 1'b1;
    end else begin
      drain_q  <= {drain_q[FEED_FORWARD-2:0], drain_d};
      active_q <= drain_d | (active_q & ~drain_q[FEED_FORWARD-1]);
      if (run_a) alone_a_q <= control_q[SubA].alone;
    end
  end

  assign sum_a = control_q[SubA].feed_forward ? next_a + a_q[2] : e_q[0] - a_q[2];

  sil_add_three #(.Width(Width)) u_add_a (
    .alone_i(alone_a_q), .a_i(ea_q), .b_i(sigma0_a), .c_i(maj_a), .sum_o(a_d)
  );

  always_ff @(posedge clk_i) begin
    if (set_a) begin
      ea_q <= H[7];
      a_q  <= {H[4], H[5], H[6]};
    end else if (run_a) begin
      ea_q <= sum_a;
      a_q  <= {a_q[1:0], a_d};
    end
  end

  // The chaining value is in two shift registers. The one of e shifts out H7 to H4, the one of a H3
  // to H0, in this order. The last word of e enters once, also if its control word stalls.
  logic shift_e, shift_e_d, shift_e_q, shift_a;

  assign shift_e = shift_e_q & (run | control_q[AddE].ends);
  assign shift_e_d = control_i.feed_forward | control_q[Choose].feed_forward
    | control_q[AddW].feed_forward;
  assign shift_a = active_q | (run & control_q[SubA].feed_forward & ~control_q[SubA].last);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) shift_e_q <= 1'b0;
    else shift_e_q <= run ? shift_e_d : shift_e_q & ~control_q[AddE].ends;
  end

  sil_md_chaining #(.Width(Width)) u_chaining_e (
    .clk_i,
    .rst_ni,
    .load_i   (clear_i),
    .words_i  (Initial[0+:4*Width]),
    .shift_i  (shift_e),
    .new_i    (sum_e),
    .save_i   (1'b0),
    .read_i   (1'b0),
    .restore_i(1'b0),
    .next_o   (next_e),
    .words_o  (chaining_e)
  );
  sil_md_chaining #(.Width(Width)) u_chaining_a (
    .clk_i,
    .rst_ni,
    .load_i   (clear_i),
    .words_i  (Initial[4*Width+:4*Width]),
    .shift_i  (shift_a),
    .new_i    (sum_a),
    .save_i   (1'b0),
    .read_i   (1'b0),
    .restore_i(1'b0),
    .next_o   (next_a),
    .words_o  (chaining_a)
  );

  assign load_o = control_q[Choose].load;
  assign done_o = drain_q[FEED_FORWARD-1];
  assign chaining_o = {chaining_a, chaining_e};
endmodule
