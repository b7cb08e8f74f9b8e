// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The sponge of Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128 (NIST SP 800-232 5): words of the
/// padded message in, words of the output out.
///
/// A word is added in the last cycle of the permutation before it. A message therefore starts with
/// the constant state before the last cycle of the first permutation, and that cycle waits for the
/// first word. Nothing masks a word: its register is zero in all other cycles.
///
/// ## Latency and throughput
/// A permutation takes C = 12 / Unroll cycles. For a message of n words the first word of the output
/// is valid n * C + 2 cycles after the first word is accepted, and each further word C cycles after
/// the word before it was accepted. The next message follows the last word of the output at once.
///
/// ## Byte order
/// First byte in bits 7:0, in and out.
module sil_ascon_core
  import sil_ascon_pkg::*;
#(
  /// The function.
  parameter alg_e Alg = ASCON_HASH256,
  /// Rounds per cycle: 1, 2, 3 or 4. Gain: cycles. Cost: 704 tables of four inputs for each round, and
  /// a longer path.
  parameter int unsigned Unroll = 1,
  /// Stop the clock of the state while it waits. Gain: power. Cost: a clock gate, or nothing on an
  /// FPGA.
  parameter bit ClockGate = 1'b0
) (
  input  logic  clk_i,
  /// Asynchronous assert, active low.
  input  logic  rst_ni,
  /// A word of the padded message.
  input  word_t word_i,
  /// The last word of the message.
  input  logic  last_i,
  input  logic  valid_i,
  output logic  ready_o,
  /// A word of the output.
  output word_t word_o,
  output logic  valid_o,
  input  logic  ready_i,
  /// With `ready_i`: another word of the output follows. Otherwise the next message begins.
  input  logic  more_i
);
  if (!(Alg inside {[ASCON_HASH256:ASCON_CXOF128]})) begin : gen_alg
    $fatal(1, "Alg must be ASCON_HASH256, ASCON_XOF128 or ASCON_CXOF128");
  end
  if (!(Unroll inside {[1:4]})) begin : gen_unroll
    $fatal(1, "Unroll must be 1, 2, 3 or 4");
  end

  localparam logic [3:0] Last = 4'(ROUNDS - Unroll);
  localparam state_t Start = p_C(
    first_rounds({256'b0, initial_value(Alg)}, ROUNDS - Unroll), 4'(ROUNDS - Unroll)
  );

  /// The last cycle of a permutation adds a word; the permutation ends without one; a word of the
  /// output is valid, and the next permutation has not begun.
  typedef enum logic [1:0] {ABSORB, FINISH, SQUEEZE} phase_e;

  phase_e phase_d, phase_q;
  // Numbers of the first round of the cycle, and of the first round of the cycle after it.
  logic [3:0] round_q, next_q;
  // The state is undefined after a reset.
  logic fresh_q;
  // The cycle is the last one of a permutation, or the one before it.
  logic edge_q, before_q;
  logic take_q, last_q, run, restart;
  word_t word_q;
  state_t add, state_d, state_q;

  always_comb begin
    phase_d = phase_q;
    run = 1'b1;
    if (phase_q == SQUEEZE) begin
      run = ready_i & more_i;
      if (run) phase_d = FINISH;
    end else if (edge_q) begin
      if (phase_q == ABSORB) run = take_q;
      if (phase_q == FINISH) phase_d = SQUEEZE;
      else if (take_q & last_q) phase_d = FINISH;
    end
    restart = fresh_q | (phase_q == SQUEEZE & ready_i & ~more_i);
    if (restart) phase_d = ABSORB;
  end

  // A word is accepted in the cycle before a cycle that can add it.
  assign ready_o = restart | (phase_q == ABSORB & (before_q | (edge_q & ~take_q)));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= ABSORB;
      fresh_q <= 1'b1;
      take_q  <= 1'b0;
      {round_q, next_q, edge_q, before_q} <= {Last, 4'd0, 2'b10};
    end else begin
      phase_q <= phase_d;
      fresh_q <= 1'b0;
      take_q  <= valid_i & ready_o;
      if (restart) begin
        {round_q, next_q, edge_q, before_q} <= {Last, 4'd0, 2'b10};
      end else if (run) begin
        round_q  <= next_q;
        next_q   <= next_q == Last ? '0 : next_q + 4'(Unroll);
        edge_q   <= next_q == Last;
        before_q <= next_q == Last - 4'(Unroll);
      end
    end
  end
  // Without a valid word the next cycle waits, and its sum has no effect.
  always_ff @(posedge clk_i) begin
    last_q <= last_i;
    if (!ready_o) word_q <= '0;
    else word_q <= word_i;
  end

  assign add = {256'b0, word_q};
  sil_ascon_rounds #(.Unroll(Unroll)) u_rounds (
    .round_i(round_q), .next_i(next_q), .state_i(state_q), .add_i(add), .boxes_o(),
    .state_o(state_d)
  );

  logic clk, en;
  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(run | restart), .clk_o(clk), .en_o(en)
  );
  always_ff @(posedge clk) begin
    if (restart) state_q <= Start;
    else if (en) state_q <= state_d;
  end

  assign word_o = state_q[0];
  assign valid_o = phase_q == SQUEEZE;
endmodule
