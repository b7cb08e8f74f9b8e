// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The sponge of SHA-3 (FIPS 202 4) for two messages in one datapath: complete blocks in, output
/// out.
///
/// The loop of a round has two registers, and each of them has the state of a message of its own
/// (C-slow retiming). A channel has the first stage in every second cycle. There its state passes
/// theta, waits for a block or for the output register, or becomes the first block of a message.
///
/// ## Latency and throughput
/// 24 cycles per block over both channels, 48 for the blocks of one message. The output is valid 24
/// * 2 + 4 cycles after the block is taken.
module sil_sha3_interleaved
  import sil_sha3_pkg::*;
#(
  /// As in sil_sha3_core.
  parameter int unsigned RateLanes = 17,
  /// As in sil_sha3_core.
  parameter int unsigned OutputBits = 256
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  // As in sil_sha3_interleaved_blocks.
  input  lane_t [RateLanes-1:0] block_i,
  input  logic                  channel_i,
  input  logic                  final_i,
  input  logic                  error_i,
  input  logic                  valid_i,
  output logic                  take_o,
  /// The channel whose state comes to the first stage in the next cycle.
  output logic                  start_o,
  output logic [OutputBits-1:0] m_tdata,
  output logic                  m_tuser,
  /// The channel of the output.
  output logic                  m_tid,
  output logic                  m_tvalid,
  input  logic                  m_tready
);
  /// The channel has no message; its state is permuted; its state is the output.
  typedef enum logic [1:0] {EMPTY, PERMUTE, OUTPUT} phase_e;

  /// A channel, when its state comes to the first stage.
  typedef struct packed {
    phase_e     phase;
    logic [4:0] round;   ///< with PERMUTE: the number of the round
    logic       ended;   ///< the message has been absorbed
    logic       error;   ///< the message broke a rule
  } channel_t;

  localparam channel_t Empty = '{phase: EMPTY, default: '0};

  // The channel whose state is in the first stage in this cycle, and the one that comes next.
  channel_t here_q, coming_q, now, next;
  // The number of the one that comes next; its round is the last one; the constant of its round.
  logic number_q, last_q;
  logic [6:0] constant_q;
  // These say what the first stage does in this cycle.
  logic zero_d, zero_q, hold_d, hold_q, take_d, take_q, give_d, give_q, give_error_q;
  logic [6:0] iota_d, iota_q;
  logic available, unused;

  assign now = coming_q;
  assign available = valid_i & channel_i == number_q;
  assign unused = ~(m_tvalid | give_q);

  always_comb begin
    next = now;
    {zero_d, hold_d, take_d, give_d, iota_d} = {1'b1, 10'b0};
    unique case (now.phase)
      PERMUTE: begin
        take_d = available & last_q & ~now.ended;
        hold_d = last_q & ~now.ended & ~available;
        zero_d = hold_d;
        if (!hold_d) begin
          iota_d = constant_q;
          next.round = now.round + 1'b1;
          if (last_q) next.phase = OUTPUT;
        end
      end
      OUTPUT: begin
        give_d = unused;
        hold_d = ~unused;
        take_d = available & unused;
        if (unused) next.phase = EMPTY;
      end
      default: take_d = available;
    endcase
    if (take_d) begin
      next = '{phase: PERMUTE, round: '0, ended: final_i, error: error_i};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {here_q, coming_q} <= {2{Empty}};
      {number_q, zero_q, hold_q, take_q, give_q, iota_q, m_tvalid} <= '0;
    end else begin
      here_q <= next;
      coming_q <= here_q;
      number_q <= ~number_q;
      {zero_q, hold_q, take_q, give_q, iota_q} <= {zero_d, hold_d, take_d, give_d, iota_d};
      m_tvalid <= give_q | (m_tvalid & ~m_tready);
    end
  end

  always_ff @(posedge clk_i) begin
    last_q <= here_q.round == 5'(ROUNDS - 1);
    constant_q <= IOTA[here_q.round];
  end

  assign take_o = take_d;
  assign start_o = number_q;

  logic [OutputBits-1:0] result;

  sil_sha3_interleaved_round #(.RateLanes(RateLanes), .OutputBits(OutputBits)) u_round (
    .clk_i, .zero_i(zero_q), .hold_i(hold_q), .take_i(take_q), .iota_i(iota_q), .block_i,
    .state_o(result)
  );

  always_ff @(posedge clk_i) begin
    give_error_q <= now.error;
    if (give_q) {m_tdata, m_tuser, m_tid} <= {result, give_error_q, ~number_q};
  end
endmodule
