// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The datapath for MD5 or SHA-1, one message at a time: one operation, one row of working
/// variables and one message memory.
///
/// The loop is that of MD5: a sum in which the newest working variable selects, a rotation, and a
/// second sum. SHA-1 uses the same loop (sil_md5_sha1_pkg). Precompute = 2 forms everything else
/// earlier. Precompute = 1 is the operation of figures 4 and 5 of the paper hmac-2005: X + T + A or
/// K + W + e, and f of SHA-1, are formed in the cycle before; f of MD5 and the sum with f of SHA-1
/// are in the operation.
///
/// ## Latency and throughput
/// One operation per cycle. The sums of the feed-forward are in the chaining-value register 2 + 2
/// Precompute cycles after its control word.
module sil_md5_sha1_rounds
  import sil_md_pkg::*, sil_md5_sha1_pkg::*;
#(
  /// 1: one cycle of sums before the operation. 2: three.
  parameter int unsigned Precompute = 2,
  /// Control words of a block of SHA-1.
  parameter int unsigned ControlWords = 85,
  /// Midstates that can be saved.
  parameter int unsigned Midstates = 0,
  /// Stop the clock of registers that hold.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned IndexBits = $clog2(ControlWords),
  localparam int unsigned MidstateBits = Midstates == 0 ? 1 : $clog2(Midstates + 1)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  /// The message is hashed with SHA-1. Hold it from start to digest.
  input  logic                    sha1_i,
  /// The datapath advances; otherwise it stalls.
  input  logic                    run_i,
  /// A message starts from the initial value, or from the saved midstate `restore_i`, counted from
  /// 1. Its result is saved as midstate `save_i`; 0: not saved.
  input  logic                    clear_i,
  input  logic [MidstateBits-1:0] restore_i,
  input  logic [MidstateBits-1:0] save_i,
  /// The control word, and its number.
  input  control_t                control_i,
  input  logic [IndexBits-1:0]    count_i,
  /// The message word.
  input  logic [31:0]             message_i,
  /// `message_i` is taken in this cycle if `run_i`.
  output logic                    load_o,
  /// The last operation of a message is done. `chaining_o` is its result from the next cycle on.
  output logic                    last_o,
  /// The chaining value: H0 to H4 of SHA-1, or B, C, D, A of MD5 and an unused word, from the high
  /// bits on.
  output logic [159:0]            chaining_o
);
  // Stages that a control word passes: the message word is selected; the constant is added; the
  // operation is done and its word enters the chaining-value register; the new working variable is
  // in its row. With Precompute = 2 two stages follow Add: a working variable is added, the
  // function of SHA-1 is added. With Precompute = 1 all of them are stage Add.
  localparam int unsigned Choose = 0;
  localparam int unsigned Add = 1;
  localparam int unsigned AddVariable = Add + Precompute - 1;
  localparam int unsigned Function = Add + 2 * (Precompute - 1);
  localparam int unsigned Operate = Function + 1;
  localparam int unsigned Done = Operate + 1;

  localparam int unsigned Words = 5;

  control_t [Done:0] control_q;
  logic shift_d, shift_q;  // a feed-forward is in a stage up to Operate
  kind_t kind;
  kind_t [Operate:Add] kind_q;
  logic hold;
  logic [2:0] pair;
  word_t word, constant, total, sum_q, forward_sum_q, forward_sum, inner, rotated;
  sil_md5_pkg::choice_t chosen;
  word_t [Words-1:0] working_q, chaining;
  word_t chaining_next;
  word_t variable;

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

  sil_md5_sha1_table #(.ControlWords(ControlWords)) u_table (
    .clk_i(clk), .run_i(en), .sha1_i, .index_i(count_i),
    .initial_i(control_q[Choose].first & restore_i == '0), .kind_o(kind), .hold_o(hold),
    .pair_o(pair), .constant_o(constant)
  );

  for (genvar i = Add; i <= Operate; i++) begin : gen_kind
    always_ff @(posedge clk) if (en) kind_q[i] <= i == Add ? kind : kind_q[i-1];
  end

  sil_md5_sha1_message u_message (
    .clk_i         (clk),
    .run_i         (en),
    .load_i        (control_q[Choose].load),
    .feed_forward_i(control_q[Choose].feed_forward),
    .sha1_i,
    .hold_i        (hold),
    .message_i,
    .chaining_i    (chaining_next),
    .pair_i        (pair),
    .word_o        (word)
  );

  if (Precompute == 2) begin : gen_retimed
    word_t xt_q, added_q;
    sil_sha1_pkg::choice_t function_q;
    sil_md5_pkg::choice_t choice_q;

    // The operation is two cycles after stage AddVariable and one after stage Function. By then the
    // row has shifted by two words and by one word.
    always_ff @(posedge clk) begin
      if (en) begin
        xt_q       <= word + constant;
        added_q    <= xt_q + added(kind_q[AddVariable], working_q[3], working_q[2]);
        function_q <= function_choice(
          kind_q[AddVariable], sil_sha1_pkg::rotl(30, working_q[4]),
          sil_sha1_pkg::rotl(30, working_q[3])
        );
        choice_q <= choice(kind_q[Function], working_q[4], working_q[3]);
      end
    end
    sil_add_select u_function (
      .a_i(added_q), .select_i(working_q[4]), .x0_i(function_q.zero), .x1_i(function_q.one),
      .sum_o(total)
    );
    assign chosen = choice_q;
    assign forward_sum = forward_sum_q;
  end else begin : gen_together
    word_t function_q;

    // The operation is one cycle after stage Add. By then the row has shifted by one word.
    always_ff @(posedge clk) begin
      if (en) begin
        function_q <= kind_q[Add].sha1 ? sil_sha1_pkg::f(
          sha1_kind(kind_q[Add]), working_q[4], sil_sha1_pkg::rotl(30, working_q[3]),
          sil_sha1_pkg::rotl(30, working_q[2])
        ) : '0;
      end
    end
    assign total = word + constant + added(kind_q[Add], working_q[2], working_q[1]);
    assign chosen = choice(kind_q[Operate], working_q[3], working_q[2]);
    assign forward_sum = forward_sum_q + function_q;
  end

  always_ff @(posedge clk) begin
    if (en) begin
      sum_q         <= kind_q[Function].sha1 | kind_q[Function].feed_forward ? '0 : total;
      forward_sum_q <= total;
    end
  end

  sil_add_select u_inner (
    .a_i(sum_q), .select_i(working_q[4]), .x0_i(chosen.zero), .x1_i(chosen.one), .sum_o(inner)
  );

  // The second sum selects the rotation by one, if any. The feed-forward rotates nothing.
  word_t [7:0] rotations;
  for (genvar i = 0; i < 8; i++) begin : gen_rotation
    assign rotations[i] = sil_sha1_pkg::rotl(COARSE[i/2] + i % 2 * 2, inner);
  end
  sil_mux #(.Words(8)) u_rotated (
    .words_i(rotations),
    .select_i({kind_q[Operate].shift.coarse, kind_q[Operate].shift.fine[1]}), .word_o(rotated)
  );

  sil_add_select u_outer (
    .a_i     (kind_q[Operate].sha1 | kind_q[Operate].feed_forward
              ? corrected(kind_q[Operate], forward_sum) : working_q[4]),
    .select_i({32{kind_q[Operate].shift.fine[0]}}),
    .x0_i    (rotated),
    .x1_i    (sil_sha1_pkg::rotl(1, rotated)),
    .sum_o   (variable)
  );

  // Between messages the working variables are zero, and the first feed-forward adds the initial
  // value to them.
  always_ff @(posedge clk) begin
    if (en) working_q <= control_q[Operate].valid ? {variable, working_q[Words-1:1]} : '0;
  end

  // The chaining value: H4 to H0, or an unused word, A, D, C, B leave the register, and the sums
  // enter it, in this order. The register is zero when a message starts, and the initial value is
  // the constants of the first feed-forward.
  always_comb begin
    shift_d = control_i.feed_forward;
    for (int unsigned i = Choose; i < Operate; i++) shift_d |= control_q[i].feed_forward;
  end

  sil_md_chaining #(
    .Width(32), .Words(Words), .Midstates(Midstates), .ClockGate(ClockGate)
  ) u_chaining (
    .clk_i,
    .rst_ni,
    .load_i (clear_i),
    .words_i('0),
    .shift_i(run_i & shift_q),
    .new_i  (forward_sum_q),
    .save_i,
    .read_i (run_i & control_q[Choose].first),
    .restore_i,
    .next_o (chaining_next),
    .words_o(chaining)
  );

  assign load_o = control_q[Choose].load;
  assign last_o = control_q[Done].last & run_i;
  assign chaining_o = chaining;
endmodule
