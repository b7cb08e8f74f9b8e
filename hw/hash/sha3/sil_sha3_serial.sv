// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The sponge of SHA-3 (FIPS 202 4) with one lane per cycle and the state in a memory: words of
/// padded blocks in, output out.
///
/// A pass over the state absorbs a block, performs a round or reads the output. It has seven rows
/// of six steps. In the first five rows, the first five steps have a lane each. A round reads the
/// operands of a row of chi in the order of x, adds theta, rotates, and writes the results over
/// them. The sixth step has the first operand again, which chi needs twice. Before round i lane (x, y) is therefore at the address pi_number(x, y) + i modulo 24, and
/// lane (0, 0) at 24. The parities of the columns, for theta of the next round, are collected from
/// what is written.
///
/// ## Latency and throughput
/// A pass takes 42 cycles, so a block takes 25 * 42 cycles. As in sil_sha3_core.
module sil_sha3_serial
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
  localparam int unsigned OutputLanes = (OutputBits + 63) / 64;
  localparam logic [4:0] LastRound = 5'(ROUNDS - 1);
  // From the step of a lane to the cycle in which it comes from the memory, is an operand of chi's
  // first term, and is written.
  localparam int unsigned Read = 3, Chi = 9, Write = 10;
  // Row and step at which the last lane of the output has left the memory.
  localparam int unsigned Leave = 6 * ((OutputLanes - 1) / 5) + (OutputLanes - 1) % 5 + Read + 1;

  typedef enum logic [1:0] {ABSORB, ROUND, OUTPUT} phase_e;

  /// A step says what the datapath does with a lane, and where the lane is.
  typedef struct packed {
    logic       lane;     // a result is written
    logic       shift;    // the parities of the columns rotate
    logic       first;    // the result is the first one of its column
    logic       origin;   // lane (0, 0) of a round
    logic       round;    // the lane of a round
    logic       output_;  // a lane of the output
    logic       save;     // the lane is saved: the second one of a row
    logic       saved;    // chi takes the lane that is saved
    logic [5:0] rho;
    logic [4:0] address;
  } token_t;

  // The address of the lane of each step before round 0, and its rotation: those of a round, and
  // those in the sequence of a block. The sixth step of a row has the lane of the first one again.
  typedef logic [4:0][5:0][10:0] table_t;
  function automatic table_t steps(bit round);
    for (int unsigned row = 0; row < 5; row++) begin
      for (int unsigned step = 0; step < 6; step++) begin
        int unsigned x = step % 5, y = (round ? row + x : row) % 5;
        steps[row][step] = {6'(round ? rho_offset(x, y) : 0), pi_number(x, y)};
      end
    end
  endfunction
  localparam table_t OfRound = steps(1'b1), OfBlock = steps(1'b0);

  // Returns whether a step has one of the first lanes of a block.
  function automatic logic among(logic [2:0] row, logic [2:0] step, int unsigned lanes);
    return step < 3'd5 && (row < 3'(lanes / 5) || (row == 3'(lanes / 5) && step < 3'(lanes % 5)));
  endfunction

  phase_e phase_d, phase_q;
  logic [2:0] row_q, step_q;
  logic [4:0] round_q;
  logic fresh_q, final_q, error_q, valid_q;
  logic advance, end_of_row, end_of_pass, lane, taken, leave;

  // The pass and the step.
  assign lane = row_q < 3'd5 && step_q < 3'd5;
  assign taken = phase_q == ABSORB && among(row_q, step_q, RateLanes);
  assign ready_o = taken;
  assign leave = phase_q == OUTPUT && row_q == 3'(Leave / 6) && step_q == 3'(Leave % 6);
  assign advance = phase_q == OUTPUT ? ~(leave | valid_q) : ~taken | valid_i;
  assign end_of_row = step_q == 3'd5;
  assign end_of_pass = end_of_row && row_q == 3'd6;

  always_comb begin
    phase_d = phase_q;
    if (end_of_pass) begin
      phase_d = ROUND;
      if (phase_q == ROUND && round_q == LastRound) phase_d = final_q ? OUTPUT : ABSORB;
    end
    if (valid_q & m_tready) phase_d = more_i ? ROUND : ABSORB;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= ABSORB;
      {row_q, step_q, round_q} <= '0;
      fresh_q <= 1'b1;
      valid_q <= 1'b0;
    end else begin
      phase_q <= phase_d;
      if (advance) begin
        step_q <= end_of_row ? '0 : step_q + 1'b1;
        if (end_of_row) row_q <= end_of_pass ? '0 : row_q + 1'b1;
      end
      if (valid_q & m_tready) {row_q, step_q} <= '0;
      if (end_of_pass) round_q <= phase_q == ROUND && round_q != LastRound ? round_q + 1'b1 : '0;
      valid_q <= valid_q ? ~m_tready : leave;
      if (valid_q & m_tready) fresh_q <= 1'b1;
      else if (end_of_pass) fresh_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) if (taken & valid_i & last_i) {final_q, error_q} <= {final_i, error_i};

  // A token accompanies each lane through the pipeline.
  token_t issued;
  token_t [Write:0] token_q;
  logic [5:0] sum;
  logic [4:0] address;

  always_comb begin
    issued = '0;
    issued.round = phase_q == ROUND;
    if (row_q < 3'd5) begin
      {issued.rho, issued.address} = issued.round ? OfRound[row_q][step_q] : OfBlock[row_q][step_q];
    end
    issued.lane = lane && (issued.round || (phase_q == ABSORB && (~taken | valid_i)));
    issued.shift = issued.lane || (issued.round && row_q < 3'd5);
    issued.first = row_q == '0;
    issued.origin = issued.round && row_q == '0 && step_q == '0;
    issued.output_ = phase_q == OUTPUT && among(row_q, step_q, OutputLanes) && ~valid_q;
    issued.save = step_q == 3'd1;
    issued.saved = step_q == 3'd4;
  end

  always_comb begin
    sum = 6'(token_q[0].address) + 6'(round_q);
    address = sum >= 6'd24 ? 5'(sum - 6'd24) : 5'(sum);
    if (token_q[0].address == 5'd24) address = 5'd24;
  end

  always_ff @(posedge clk_i) begin
    token_q <= {token_q[Write-1:0], issued};
    token_q[1].address <= address;
  end

  // Theta: five parities, from that of the next column on, become five words to add.
  lane_t [4:0] parity_q, theta_q;
  lane_t result_q;
  logic [3:0] loads_q;
  logic load;

  assign load = end_of_pass | (|loads_q);
  always_ff @(posedge clk_i) begin
    loads_q <= {loads_q[2:0], end_of_pass};
    if (load | token_q[Write].shift) begin
      parity_q <= {
        ~load & token_q[Write].lane
          ? result_q ^ (parity_q[0] & {64{~token_q[Write].first}}) : parity_q[0],
        parity_q[4:1]
      };
    end
    if (load | (token_q[Read].lane & token_q[Read].round)) begin
      theta_q <= {load ? parity_q[4] ^ rotate(parity_q[1], 1) : theta_q[0], theta_q[4:1]};
    end
  end

  // The lane of the memory, with a word or theta; rho in three steps; chi of three lanes.
  lane_t memory, lane_q, mixed_q, one_q, four_q, moved_q, middle_q, left_q, saved_q;
  lane_t [Read:0] word_q;
  lane_t third, iota;

  sil_sha3_memory #(.Lanes(LANES)) u_memory (
    .clk_i,
    .read_address_i (token_q[1].address),
    .lane_o         (memory),
    .write_i        (token_q[Write].lane),
    .write_address_i(token_q[Write].address),
    .lane_i         (result_q)
  );

  assign third = token_q[Chi].saved ? saved_q : moved_q;
  assign iota = iota_lane(IOTA[round_q] & {7{token_q[Chi].origin}});

  always_ff @(posedge clk_i) begin
    word_q <= {word_q[Read-1:0], word_i & {64{taken}}};
    lane_q <= phase_q == ABSORB && fresh_q ? '0 : memory;
    mixed_q <= lane_q ^ (token_q[Read].round ? theta_q[0] : word_q[Read]);
    for (int unsigned i = 0; i < 4; i++) begin
      if (token_q[Read+1].rho[1:0] == 2'(i)) one_q <= rotate(mixed_q, i);
      if (token_q[Read+2].rho[3:2] == 2'(i)) four_q <= rotate(one_q, 4 * i);
      if (token_q[Read+3].rho[5:4] == 2'(i)) moved_q <= rotate(four_q, 16 * i);
    end
    if (token_q[Read+4].save) saved_q <= moved_q;
    {left_q, middle_q} <= {middle_q, moved_q};
    result_q <= left_q ^ (~middle_q & third & {64{token_q[Chi].round}}) ^ iota;
  end

  // The output.
  lane_t [OutputLanes-1:0] output_q;
  always_ff @(posedge clk_i) begin
    if (token_q[Read].output_) output_q <= {lane_q, output_q[OutputLanes-1:1]};
  end
  for (genvar i = 0; i < OutputBits / 8; i++) begin : gen_output
    assign m_tdata[8*i+:8] = output_q[i/8][8*(i%8)+:8];
  end
  assign m_tuser = error_q;
  assign m_tvalid = valid_q;
endmodule
