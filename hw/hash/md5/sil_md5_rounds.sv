// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The MD5 datapath for one message at a time.
///
/// Of the operands of a step only B is new. Precompute = 2 forms everything else earlier: A + X + T
/// in two cycles, and both values of F(B,C,D) between which B selects. The loop then has an
/// addition that includes this selection, the rotation and the other addition. This loop limits the
/// clock.
///
/// ## Latency and throughput
/// Unroll steps per cycle. The sums of the feed-forward are in the chaining-value register 4 +
/// Precompute cycles after its control word.
module sil_md5_rounds
  import sil_md_pkg::*, sil_md5_pkg::*;
#(
  /// Steps per cycle: 1, 2 or 4.
  parameter int unsigned Unroll = 1,
  /// 0: every sum is where RFC 1321 writes it. 1: X + T is formed a cycle earlier, plus A where it
  /// is known by then (up to two steps per cycle). 2 (Unroll = 1): X + T has a cycle of its own; A
  /// is added and both values of F are formed in the next one.
  parameter int unsigned Precompute = 0,
  /// Control words per block, and the code of their numbers.
  parameter int unsigned ControlWords = 68,
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
  /// A message starts from the initial value `initial_i`, or from the saved midstate `restore_i`,
  /// counted from 1. Its result is saved as midstate `save_i`; 0: not saved.
  input  logic                    clear_i,
  input  logic [127:0]            initial_i,
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
  /// The chaining value, A in the high bits.
  output logic [127:0]            chaining_o
);
  // Stages that a control word passes. Choose: words are read. Add: X + T. With Precompute = 2 one
  // more: A is added. Operate: the steps. Done: sums enter the chaining-value register. With
  // Precompute = 0 Add and Operate are one stage.
  localparam int unsigned Choose = 0;
  localparam int unsigned Add = 1;
  localparam int unsigned Operate = Add + Precompute;
  localparam int unsigned Done = Operate + 1;

  // The step is in the next cycle, and by then the row of working variables has shifted by Unroll
  // words.
  localparam int unsigned VariablesAdded = Precompute == 0 || Unroll == 4 ? 0 : Unroll;

  control_t [Done:0] control_q;
  logic shift_d, shift_q;  // a feed-forward is in a stage of these
  kind_t [Unroll-1:0] kind;
  kind_t [Operate:Add][Unroll-1:0] kind_q;
  logic [Unroll-1:0][3:0] number;
  word_t [Unroll-1:0] x, t, sum, forward_sum;
  word_t [3:0] working_d, working_q;  // A, D, C, B
  word_t [3:0] chaining;
  word_t [Unroll-1:0] chaining_next;
  choice_t choice_q;

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

  sil_md5_table #(.Unroll(Unroll), .ControlWords(ControlWords), .CounterCode(CounterCode)) u_table (
    .clk_i(clk), .run_i(en), .count_i, .number_o(number), .kind_o(kind), .constant_o(t)
  );

  sil_md5_message #(.Unroll(Unroll), .ClockGate(ClockGate)) u_message (
    .clk_i,
    .run_i,
    .load_i        (control_q[Choose].load),
    .feed_forward_i(control_q[Choose].feed_forward),
    .number_i      (number),
    .message_i,
    .chaining_i    (chaining_next),
    .words_o       (x)
  );

  for (genvar i = Add; i <= Operate; i++) begin : gen_kind
    always_ff @(posedge clk) if (en) kind_q[i] <= i == Add ? kind : kind_q[i-1];
  end

  // X + T, plus A where it is known.
  word_t [Unroll-1:0] total;
  if (Precompute == 2) begin : gen_retimed
    word_t xt_q;
    always_ff @(posedge clk) begin
      if (en) begin
        xt_q     <= x[0] + t[0];
        choice_q <= choice(
          kind_q[Operate-1][0].feed_forward, kind_q[Operate-1][0].round, working_q[3], working_q[2]
        );
      end
    end
    assign total[0] = xt_q + working_q[1];
  end else begin : gen_together
    for (genvar i = 0; i < Unroll; i++) begin : gen_sum
      assign total[i] = x[i] + t[i] + (VariablesAdded == 0 ? '0 : working_q[(Unroll+i)%4]);
    end
    assign choice_q = '0;
  end

  if (VariablesAdded > 0) begin : gen_added
    for (genvar i = 0; i < Unroll; i++) begin : gen_step
      always_ff @(posedge clk) begin
        if (en) begin
          sum[i] <= kind_q[Operate-1][i].feed_forward ? '0 : total[i];
          forward_sum[i] <= total[i];
        end
      end
    end
  end else if (Precompute > 0) begin : gen_ahead
    always_ff @(posedge clk) if (en) sum <= total;
    assign forward_sum = '0;
  end else begin : gen_at_once
    assign sum = total;
    assign forward_sum = '0;
  end

  sil_md5_operations #(
    .Unroll(Unroll), .VariablesAdded(VariablesAdded), .ChoiceGiven(Precompute == 2)
  ) u_operations (
    .kind_i       (kind_q[Operate]),
    .sum_i        (sum),
    .forward_sum_i(forward_sum),
    .choice_i     (choice_q),
    .working_i    (working_q),
    .working_o    (working_d)
  );

  // Between messages the working variables are zero, and the first feed-forward adds the initial
  // value to them.
  always_ff @(posedge clk) begin
    if (en) working_q <= control_q[Operate].valid ? working_d : '0;
  end

  // The chaining value: A, D, C, B leave the register, and the sums enter it, in this order.
  always_comb begin
    shift_d = control_i.feed_forward;
    for (int unsigned i = Choose; i < Done; i++) shift_d |= control_q[i].feed_forward;
  end

  sil_md_chaining #(
    .Width(32), .Unroll(Unroll), .Midstates(Midstates), .ClockGate(ClockGate)
  ) u_chaining (
    .clk_i,
    .rst_ni,
    .load_i (clear_i),
    .words_i({initial_i[95:0], initial_i[127:96]}),
    .shift_i(run_i & shift_q),
    .new_i  (working_q[3-:Unroll]),
    .save_i,
    .read_i (run_i & control_q[Choose].first),
    .restore_i,
    .next_o (chaining_next),
    .words_o(chaining)
  );

  assign load_o = control_q[Choose].load;
  assign last_o = control_q[Done].last & run_i;
  assign chaining_o = {chaining[0], chaining[3], chaining[2], chaining[1]};
endmodule
