// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The sponge of SHA-3 (FIPS 202 4) with one round per cycle: words of padded blocks in, output
/// out.
///
/// A block is collected while the block before it is permuted, and is added in the last round of
/// that permutation. The round without its constant takes a state of zeros to itself, so a cleared
/// state waits for the first block without an enable.
///
/// ## Latency and throughput
/// 24 cycles per block. As in sil_sha3_core.
module sil_sha3_parallel
  import sil_sha3_pkg::*;
#(
  /// As in sil_sha3_core.
  parameter int unsigned RateLanes = 17,
  /// As in sil_sha3_core.
  parameter int unsigned OutputBits = 256,
  /// As in sil_sha3_core.
  parameter bit ClockGate = 1'b0
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  // As in sil_sha3_core.
  input  logic [63:0]           word_i,
  input  logic                  last_i,
  input  logic                  final_i,
  input  logic                  error_i,
  input  logic                  valid_i,
  output logic                  ready_o,
  output logic [OutputBits-1:0] m_tdata,
  output logic                  m_tuser,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  input  logic                  more_i
);
  /// The state is cleared; it is zero and waits for a block; it is permuted; it is the output.
  typedef enum logic [1:0] {CLEAR, EMPTY, PERMUTE, OUTPUT} phase_e;
  localparam int unsigned First = 32 - ROUNDS;

  phase_e phase_d, phase_q;
  // Number of the round, counted so that the last one is 31.
  logic [4:0] round_d, round_q;
  logic last_d, last_q;
  logic [6:0] iota_d, iota_q;
  // The message has been absorbed, and broke a rule.
  logic ended_d, ended_q, error_q;
  // The state absorbs the block in this cycle; it takes a new value; both come from registers.
  logic take_d, take_q, run_d, run_q;

  // The block that is collected, its first word in the low bits. A word enters it from a register, so
  // the enable of the block is a register, too. The block is complete when it can be taken.
  lane_t [RateLanes-1:0] block_q;
  lane_t word_q;
  logic full_q, shift_q, final_now_q, broken_now_q, final_q, broken_q;

  assign ready_o = ~full_q | take_q;
  always_ff @(posedge clk_i) begin
    word_q <= word_i;
    {final_now_q, broken_now_q} <= {final_i, error_i};
    if (shift_q) begin
      block_q <= {word_q, block_q[RateLanes-1:1]};
      {final_q, broken_q} <= {final_now_q, broken_now_q};
    end
  end

  always_comb begin
    phase_d = phase_q;
    round_d = round_q;
    last_d = last_q;
    iota_d = iota_q;
    ended_d = ended_q;
    if (take_q) ended_d = final_q;
    if (run_q & phase_q == PERMUTE & ~last_q) begin
      round_d = round_q + 1'b1;
      last_d = round_q == 5'd30;
      iota_d = IOTA[5'(round_q + 1'b1 - 5'(First))];
    end
    if (take_q | (phase_q == OUTPUT & m_tready & more_i)) begin
      phase_d = PERMUTE;
      round_d = 5'(First);
      last_d = 1'b0;
      iota_d = IOTA[0];
    end else if (phase_q == PERMUTE & last_q & ended_q) begin
      phase_d = OUTPUT;
    end else if (phase_q == OUTPUT & m_tready) begin
      phase_d = CLEAR;
    end else if (phase_q == CLEAR) begin
      phase_d = EMPTY;
      iota_d = '0;
    end
    take_d = full_q & ~take_q
           & (phase_d == EMPTY | (phase_d == PERMUTE & last_d & ~ended_d));
    run_d = phase_d == EMPTY | (phase_d == PERMUTE & (~last_d | ended_d | take_d));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= CLEAR;
      {full_q, shift_q, take_q, run_q} <= '0;
    end else begin
      phase_q <= phase_d;
      full_q <= (full_q & ~take_q) | (valid_i & ready_o & last_i);
      shift_q <= valid_i & ready_o;
      take_q <= take_d;
      run_q <= run_d;
    end
  end
  always_ff @(posedge clk_i) begin
    round_q <= round_d;
    last_q <= last_d;
    iota_q <= iota_d;
    ended_q <= ended_d;
    if (take_q) error_q <= broken_q;
  end

  state_t state_d, state_q, add;
  logic clk, en, clear;
  assign clear = phase_q == CLEAR;

  for (genvar i = 0; i < LANES; i++) begin : gen_add
    if (i == 0) begin : gen_iota
      assign add[i] = (block_q[i] & {64{take_q}}) ^ iota_lane(iota_q);
    end else if (i < RateLanes) begin : gen_block
      assign add[i] = block_q[i] & {64{take_q}};
    end else begin : gen_none
      assign add[i] = '0;
    end
  end

  sil_sha3_round u_round (.state_i(state_q), .add_i(add), .state_o(state_d));

  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(run_q | clear), .clk_o(clk), .en_o(en)
  );
  always_ff @(posedge clk) begin
    if (clear) state_q <= '0;
    else if (en) state_q <= state_d;
  end

  for (genvar i = 0; i < OutputBits / 8; i++) begin : gen_output
    assign m_tdata[8*i+:8] = state_q[i/8][8*(i%8)+:8];
  end
  assign m_tuser = error_q;
  assign m_tvalid = phase_q == OUTPUT;
endmodule
