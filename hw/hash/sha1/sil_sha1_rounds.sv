// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The SHA-1 datapath for one message at a time.
///
/// Only a is a new operand of an operation, and only b is a new operand of its function f.
/// Precompute = 2 forms all other sums earlier and gives each a cycle of its own: K + W, then + e,
/// then + f, where b selects between two words that follow from c and d. One addition remains in
/// the loop of a, and one in the loop of f.
///
/// ## Latency and throughput
/// Unroll operations per cycle. The sums of the feed-forward are in the chaining-value register 4,
/// 5, 8 cycles after its control word for Precompute = 0, 1, 2.
module sil_sha1_rounds
  import sil_md_pkg::*, sil_sha1_pkg::*;
#(
  /// Operations per cycle: 1, 2 or 4.
  parameter int unsigned Unroll = 1,
  /// 0: every sum is where FIPS 180-4 writes it. 1: e + K + W (up to two operations per cycle) and
  /// f (one operation per cycle) are formed a cycle earlier, as in the paper hmac-2005. 2 (Unroll =
  /// 1): each sum has a cycle of its own.
  parameter int unsigned Precompute = 0,
  /// Control words per block, and the code of their numbers.
  parameter int unsigned ControlWords = 85,
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  /// Midstates that can be saved.
  parameter int unsigned Midstates = 0,
  /// Stop the clock of registers that hold.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned CountBits = sil_counter_pkg::code_bits(ControlWords),
  localparam int unsigned MidstateBits = Midstates == 0 ? 1 : $clog2(Midstates + 1)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  /// The datapath advances; otherwise it stalls.
  input  logic                    run_i,
  /// A message starts from the initial hash value `initial_i`, or from the saved midstate
  /// `restore_i`, counted from 1. Its result is saved as midstate `save_i`; 0: not saved.
  input  logic                    clear_i,
  input  logic [159:0]            initial_i,
  input  logic [MidstateBits-1:0] restore_i,
  input  logic [MidstateBits-1:0] save_i,
  /// The control word, and the code of its number.
  input  control_t                control_i,
  input  logic [CountBits-1:0]    count_i,
  /// Message words, the first in the low bits.
  input  logic [Unroll*32-1:0]    message_i,
  /// `message_i` is taken in this cycle if `run_i`.
  output logic                    load_o,
  /// The last operation of a message is done. `chaining_o` is its result from the next cycle on.
  output logic                    last_o,
  /// The chaining value, H0 in the high bits.
  output logic [159:0]            chaining_o
);
  // Stages that a control word passes. Choose: words of the schedule are selected. Add: K is added.
  // With Precompute = 2 three more: e is added, the sum of a feed-forward is rotated back, f is
  // added. Operate: the operations. Done: sums enter the chaining-value register. With Precompute =
  // 0 Add and Operate are one stage.
  localparam int unsigned Choose = 0;
  localparam int unsigned Add = 1;
  localparam int unsigned Operate = Precompute == 2 ? Add + 4 : Add + Precompute;
  localparam int unsigned Done = Operate + 1;

  localparam int unsigned Words = feed_forward_operations(Unroll);
  // The operation is in the next cycle, and by then the row has shifted by Unroll words.
  localparam int unsigned VariablesAdded = Precompute == 0 || Unroll == 4 ? 0 : Unroll;
  localparam function_e Function =
    Precompute == 2 ? SUMMED : Precompute == 1 && Unroll == 1 ? GIVEN : FORMED;

  control_t [Done:0] control_q;
  logic shift_d, shift_q;  // a feed-forward is in one of these stages
  kind_t [Unroll-1:0] kind;
  kind_t [Done:Add][Unroll-1:0] kind_q;
  word_t [Unroll-1:0] w, sum;
  word_t function_q;
  word_t [Words-1:0] working_d, working_q, chaining;
  word_t [Unroll-1:0] chaining_next;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      control_q <= '0;
      shift_q   <= 1'b0;
    end else if (run_i) begin
      control_q <= {control_q[Done-1:0], control_i};
      shift_q   <= shift_d;
    end
  end

  // All registers of the datapath except the chaining-value register share this clock gate.
  logic clk, en;

  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(run_i), .clk_o(clk), .en_o(en)
  );

  sil_sha1_table #(
    .Unroll(Unroll), .ControlWords(ControlWords), .CounterCode(CounterCode)
  ) u_table (
    .clk_i(clk), .run_i(en), .count_i, .kind_o(kind)
  );

  for (genvar i = Add; i <= Done; i++) begin : gen_kind
    always_ff @(posedge clk) if (en) kind_q[i] <= i == Add ? kind : kind_q[i-1];
  end

  sil_sha1_schedule #(.Unroll(Unroll), .Ahead(Precompute == 2)) u_schedule (
    .clk_i         (clk),
    .run_i         (en),
    .load_i        (control_q[Choose].load),
    .feed_forward_i(control_q[Choose].feed_forward),
    .message_i,
    .chaining_i    (chaining_next),
    .words_o       (w)
  );

  word_t [Unroll-1:0] constant_q;
  for (genvar i = 0; i < Unroll; i++) begin : gen_constant
    always_ff @(posedge clk) if (en) constant_q[i] <= kind[i].feed_forward ? '0 : k(kind[i].round);
  end

  if (Precompute == 2) begin : gen_retimed
    // The operation is in stage Operate. Its e was b three cycles earlier; its c and d were a and b
    // two cycles earlier.
    localparam int unsigned AddE = Add + 1;
    localparam int unsigned Correct = Add + 2;
    localparam int unsigned Choice = Add + 3;

    word_t kw_q, kwe_d, kwe_q, corrected_q, sum_d, sum_q;
    choice_t choice_q;

    sil_add_select u_add_e (
      .a_i(kw_q), .select_i({32{kind_q[AddE][0].direct}}), .x0_i(rotl(30, working_q[3])),
      .x1_i(working_q[3]), .sum_o(kwe_d)
    );
    sil_add_select u_function (
      .a_i(corrected_q), .select_i(working_q[4]), .x0_i(choice_q.zero), .x1_i(choice_q.one),
      .sum_o(sum_d)
    );

    always_ff @(posedge clk) begin
      if (en) begin
        kw_q        <= constant_q[0] + w[0];
        kwe_q       <= kwe_d;
        corrected_q <= corrected(kind_q[Correct][0], kwe_q);
        choice_q    <= choice(kind_q[Correct][0], rotl(30, working_q[4]), rotl(30, working_q[3]));
        sum_q       <= sum_d;
      end
    end
    assign sum[0] = sum_q;
    assign function_q = '0;
  end else begin : gen_together
    word_t [Unroll-1:0] sum_d;
    for (genvar i = 0; i < Unroll; i++) begin : gen_sum
      localparam int unsigned Oldest = (i + Unroll) % Words;
      localparam int unsigned E = (i + Unroll + Words - 5) % Words;
      kind_t now;
      assign now = kind_q[Add][i];
      if (i < VariablesAdded) begin : gen_add_e
        word_t oldest;
        assign oldest = operand_e(now, now.feed_forward ? working_q[Oldest] : working_q[E]);
        assign sum_d[i] = corrected(now, constant_q[i] + w[i] + oldest);
      end else begin : gen_no_e
        assign sum_d[i] = constant_q[i] + w[i];
      end
    end
    if (Precompute == 1) begin : gen_ahead
      always_ff @(posedge clk) if (en) sum <= sum_d;
    end else begin : gen_at_once
      assign sum = sum_d;
    end
    if (Function == GIVEN) begin : gen_function
      always_ff @(posedge clk) begin
        if (en) begin
          function_q <=
            f(kind_q[Add][0], working_q[4], rotl(30, working_q[3]), rotl(30, working_q[2]));
        end
      end
    end else begin : gen_no_function
      assign function_q = '0;
    end
  end

  sil_sha1_operations #(
    .Unroll(Unroll), .Words(Words), .VariablesAdded(Precompute == 2 ? 1 : VariablesAdded),
    .Function(Function)
  ) u_operations (
    .kind_i    (kind_q[Operate]),
    .sum_i     (sum),
    .function_i(function_q),
    .working_i (working_q),
    .working_o (working_d)
  );

  // Between messages the working variables are zero, and the first feed-forward adds the initial
  // hash value to them.
  always_ff @(posedge clk) begin
    if (en) working_q <= control_q[Operate].valid ? working_d : '0;
  end

  // The chaining value: H4 to H0 leave the register, and the sums enter it, in this order. The row
  // holds c, d and e before their rotation by 30, and `operand_e` rotates them for the chaining
  // value.
  word_t [Unroll-1:0] forward_sum;
  for (genvar i = 0; i < Unroll; i++) begin : gen_forward_sum
    assign forward_sum[i] = operand_e(kind_q[Done][i], working_q[Words-Unroll+i]);
  end

  always_comb begin
    shift_d = control_i.feed_forward;
    for (int unsigned i = Choose; i < Done; i++) shift_d |= control_q[i].feed_forward;
  end
  sil_md_chaining #(
    .Width(32), .Words(Words), .Unroll(Unroll), .Midstates(Midstates), .ClockGate(ClockGate)
  ) u_chaining (
    .clk_i,
    .rst_ni,
    .load_i (clear_i),
    .words_i((Words*32)'(initial_i) << ((Words - 5) * 32)),
    .shift_i(run_i & shift_q),
    .new_i  (forward_sum),
    .save_i,
    .read_i (run_i & control_q[Choose].first),
    .restore_i,
    .next_o (chaining_next),
    .words_o(chaining)
  );

  assign load_o = control_q[Choose].load;
  assign last_o = control_q[Done].last & run_i;
  assign chaining_o = chaining[Words-1-:5];
endmodule
