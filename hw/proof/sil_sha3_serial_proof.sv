// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_sha3_serial, for messages of all numbers of blocks, back to back, under all
/// stalls: it is the sponge of FIPS 202 4.
///
/// * The first block of a message is added to a state of zeros, and each other one to the state after
///   24 rounds. A block has its first word in lane 0, and the lanes after the rate are unchanged.
/// * The rounds are Rnd of FIPS 202 3.3 with the round indices 0 to 23, in this sequence, and each takes
///   the state that the round before it made.
/// * The output is the first bits of the state after the rounds of the last block, or after 24 more
///   rounds if more output was asked for. No block and no output is lost or doubled.
///
/// A block has RateLanes words, as the padder makes them. The ends of the passes are those of the
/// hardware; what each pass has done by then is proved.
module sil_sha3_serial_proof
  import sil_sha3_pkg::lane_t, sil_sha3_pkg::pi_number, sil_sha3_pkg::rho_offset;
  import sil_sha3_standard_pkg::*;
#(
  /// As in sil_sha3_core.
  parameter int unsigned RateLanes = 17,
  /// As in sil_sha3_core.
  parameter int unsigned OutputBits = 256,
  /// The part that is proved, 0 to 7.
  parameter int unsigned Part = 0
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [63:0] word_i,
  input logic        last_i,
  input logic        final_i,
  input logic        error_i,
  input logic        valid_i,
  input logic        m_tready,
  input logic        more_i
);
  logic ready, m_tuser, m_tvalid;
  logic [OutputBits-1:0] m_tdata;

  sil_sha3_serial #(.RateLanes(RateLanes), .OutputBits(OutputBits)) u_core (
    .clk_i, .rst_ni, .word_i, .last_i, .final_i, .error_i, .valid_i, .ready_o(ready), .m_tdata,
    .m_tuser, .m_tvalid, .m_tready, .more_i
  );

  localparam int unsigned OutputLanes = (OutputBits + 63) / 64;
  // Stages of the pipeline, as in sil_sha3_serial.
  localparam int unsigned Read = 3, Chi = 9, Write = 10;

  // The sponge: a block is absorbed, of which `count_q` words have come; `number_q` rounds are done
  // since then; the state is the output.
  typedef enum logic [1:0] {Absorb, Round, Output} phase_e;
  phase_e phase_q, phase_d;
  logic [4:0] number_q, number_d, count_q;
  logic final_q, error_q, fresh_q, ends, given, accepted;

  // The state before a pass, its parities of columns, the words that theta adds, and the state after
  // the pass.
  array_t state_q, after_q, state_d, after_d, rounded_d, mixed_q, mixed_d;
  plane_t theta_q, theta_d, columns_d;
  plane_t columns_q;

  assign ends = u_core.end_of_pass;
  assign given = m_tvalid & m_tready;
  assign accepted = valid_i & ready;

  always_comb begin
    {phase_d, number_d} = {phase_q, number_q};
    if (given) {phase_d, number_d} = {more_i ? Round : Absorb, 5'd0};
    else if (ends && phase_q == Absorb) {phase_d, number_d} = {Round, 5'd0};
    else if (ends && number_q == 5'd23) {phase_d, number_d} = {final_q ? Output : Absorb, 5'd0};
    else if (ends) number_d = number_q + 1'b1;
  end

  // Each of these is a signal of its own, which a proof may cut.
  assign state_d = given && !more_i ? '0 : given ? state_q : after_q;
  assign columns_d = theta_columns(state_d);
  assign mixed_d = theta_sums(state_d, columns_d);
  assign rounded_d = iota(chi(pi(rho(mixed_d))), number_d);
  assign after_d = phase_d == Round ? rounded_d : state_d;
  for (genvar x = 0; x < 5; x++) begin : gen_theta
    assign theta_d[x] = columns_d[(x+4)%5] ^ sil_sha3_pkg::rotate(columns_d[(x+1)%5], 1);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= Absorb;
      {number_q, count_q, state_q, after_q} <= '0;
      fresh_q <= 1'b1;
    end else begin
      {phase_q, number_q} <= {phase_d, number_d};
      if (given || ends) begin
        fresh_q <= given & ~more_i;
        count_q <= '0;
        {state_q, after_q} <= {state_d, after_d};
      end else if (accepted) begin
        count_q <= count_q + 1'b1;
        for (int unsigned i = 0; i < RateLanes; i++) begin
          if (32'(count_q) == i) after_q[i%5][i/5] <= state_q[i%5][i/5] ^ word_i;
        end
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (given || ends) {columns_q, theta_q, mixed_q} <= {columns_d, theta_d, mixed_d};
    if (accepted && last_i) {final_q, error_q} <= {final_i, error_i};
  end

  logic round;
  assign round = phase_q == Round;

  // The step of the pass, and those in the stages: whether they have a lane, or (`again`) the first
  // lane of a row again. After a reset, the stages have what was there before.
  typedef struct packed {
    logic lane;
    logic again;
    logic output_;
    logic [2:0] row;
    logic [2:0] step;
  } step_t;
  step_t issued;
  step_t [Write:0] steps_q;
  logic [Write:0] old_q;
  logic [3:0] loads_q;
  logic [4:0] written_q, given_q;
  logic [4:0] shifts_q;  // of the parities, in this pass
  logic [5:0] position;
  assign position = 6'(6 * 32'(u_core.row_q) + 32'(u_core.step_q));

  always_comb begin
    issued = '{row: u_core.row_q, step: u_core.step_q, default: 1'b0};
    if (u_core.row_q < 3'd5) begin
      issued.lane = u_core.step_q < 3'd5
        && (phase_q == Round || (phase_q == Absorb && (accepted || 32'(count_q) == RateLanes)));
      issued.again = u_core.step_q == 3'd5 && phase_q == Round;
      issued.output_ = u_core.step_q < 3'd5 && phase_q == Output && !m_tvalid
        && 5 * 32'(u_core.row_q) + 32'(u_core.step_q) < OutputLanes;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {steps_q, loads_q, written_q, given_q, shifts_q} <= '0;
      old_q <= '1;
    end else begin
      steps_q <= {steps_q[Write-1:0], issued};
      steps_q[Read+1].output_ <= 1'b0;
      old_q <= {old_q[Write-1:0], 1'b0};
      loads_q <= {loads_q[2:0], ends};
      written_q <= ends || given ? '0 : written_q + 5'(steps_q[Write].lane);
      given_q <= ends || given ? '0 : given_q + 5'(steps_q[Read].output_);
      if (ends || given) shifts_q <= '0;
      else if (steps_q[Write].lane || steps_q[Write].again) begin
        shifts_q <= shifts_q + 1'b1;
      end
    end
  end

  // The lane of a step: x and y, its address before a round, and its number in the pass.
  function automatic int unsigned x_of(int unsigned step);
    return step % 5;
  endfunction
  function automatic int unsigned y_of(bit round, int unsigned row, int unsigned step);
    return round ? (row + step % 5) % 5 : row;
  endfunction
  // Whether a lane is the one of a step, rotated by its offset of rho modulo `most`; or, `written`, the
  // one that the step writes. Each step is compared alone, which takes the solver less time.
  function automatic logic is_lane(
    lane_t lane, array_t a, logic round, step_t step, int unsigned most, bit written
  );
    is_lane = 1'b1;
    for (int unsigned r = 0; r < 5; r++) begin
      for (int unsigned s = 0; s < 6; s++) begin
        automatic int unsigned y = y_of(1'b1, r, s);
        automatic lane_t of_round = written ? a[(r+s)%5][3*r%5] : a[s%5][y];
        if (32'(step.row) == r && 32'(step.step) == s) begin
          if (round) begin
            is_lane &= lane == sil_sha3_pkg::rotate(of_round, rho_offset(s % 5, y) % most);
          end else begin
            is_lane &= lane == a[s%5][r];
          end
        end
      end
    end
  endfunction
  function automatic logic [4:0] number_of(logic round, step_t step);
    number_of = '0;
    for (int unsigned r = 0; r < 5; r++) begin
      for (int unsigned s = 0; s < 6; s++) begin
        if (32'(step.row) == r && 32'(step.step) == s) begin
          number_of = round ? pi_number(x_of(s), y_of(1'b1, r, s)) : pi_number(x_of(s), y_of(1'b0, r, s));
        end
      end
    end
  endfunction
  function automatic logic [5:0] offset_of(step_t step);
    offset_of = '0;
    for (int unsigned r = 0; r < 5; r++) begin
      for (int unsigned s = 0; s < 6; s++) begin
        if (32'(step.row) == r && 32'(step.step) == s) begin
          offset_of = 6'(rho_offset(x_of(s), y_of(1'b1, r, s)));
        end
      end
    end
  endfunction
  function automatic logic [4:0] address_of(logic [4:0] number, logic [4:0] round);
    if (number == 5'd24) return 5'd24;
    return 6'(number) + 6'(round) >= 6'd24 ? 5'(6'(number) + 6'(round) - 6'd24) : number + round;
  endfunction

  // The memory, and the lanes that it should have.
  lane_t memory [25];
  for (genvar a = 0; a < 25; a++) begin : gen_memory
    for (genvar i = 0; i < 4; i++) begin : gen_part
      assign memory[a][16*i+:16] = u_core.u_memory.gen_part[i].parts_q[a];
    end
  end
  lane_t [24:0] expected;  // by the number of pi
  logic [24:0] known;
  always_comb begin
    for (int unsigned x = 0; x < 5; x++) begin
      for (int unsigned y = 0; y < 5; y++) begin
        automatic int unsigned n = 32'(pi_number(x, y));
        automatic int unsigned r = (y + 5 - x) % 5;
        if (phase_q == Round) begin
          expected[n] = 32'(written_q) > 5 * r + x ? after_q[(r+x)%5][3*r%5] : state_q[x][y];
          known[n] = 1'b1;
        end else begin
          expected[n] = 32'(written_q) > 5 * y + x ? after_q[x][y] : state_q[x][y];
          known[n] = !fresh_q || 32'(written_q) > 5 * y + x;
        end
      end
    end
  end

  // The parities of the columns after the first rows of a pass are written.
  plane_t [5:0] parities;
  always_comb begin
    parities[0] = '0;
    for (int unsigned r = 0; r < 5; r++) begin
      for (int unsigned x = 0; x < 5; x++) begin
        parities[r+1][x] = parities[r][x] ^ after_q[x][round ? 3 * r % 5 : r];
      end
    end
  end

  // Lanes of the output before the one in stage Read, and the step after which the output is valid.
  localparam int unsigned Leave = 6 * ((OutputLanes - 1) / 5) + (OutputLanes - 1) % 5 + Read + 1;
  logic [5:0] come;
  assign come = 6'(5 * 32'(steps_q[Read].row) + 32'(steps_q[Read].step));

  array_t rhoed;
  assign rhoed = rho(mixed_q);

  // Blocks, output and control.
  logic control;
  always_comb begin
    control = 1'b1;
    // Blocks and output.
    if (accepted) control &= (phase_q == Absorb && 32'(count_q) < RateLanes);
    if (ends && phase_q == Absorb) control &= (32'(count_q) == RateLanes);
    if (m_tvalid) begin
      control &= (phase_q == Output && final_q);
      control &= (m_tuser == error_q);
    end
    if (ends) control &= (phase_q != Output && !m_tvalid);

    // Control.
    control &= (u_core.phase_q == phase_q && phase_q != phase_e'(2'd3));
    control &= (u_core.round_q == number_q);
    control &= (number_q < 5'd24 && (number_q == '0 || phase_q == Round));
    control &= (u_core.row_q <= 3'd6 && u_core.step_q <= 3'd5);
    if (phase_q == Absorb) control &= (u_core.fresh_q == fresh_q);
    if (fresh_q) control &= (phase_q == Absorb);
    if (phase_q != Absorb) control &= ({u_core.final_q, u_core.error_q} == {final_q, error_q});
    if (phase_q == Absorb && count_q == 5'(RateLanes)) begin
      control &= ({u_core.final_q, u_core.error_q} == {final_q, error_q});
    end
    if (phase_q == Output) control &= final_q;

    for (int unsigned k = 0; k < 4; k++) begin
      if (loads_q[k]) begin
        control &= (phase_q == Absorb ? 32'(position) <= k : 32'(position) == k);
        for (int unsigned d = k; d <= Write; d++) control &= (!steps_q[d].lane && !steps_q[d].again);
        control &= (written_q == '0 && shifts_q == '0 && given_q == '0);
      end
    end
    control &= $onehot0(loads_q);
    // The lanes of the output.
    control &= (32'(given_q) <= OutputLanes && (phase_q == Output || given_q == '0));
    if (m_tvalid) control &= (32'(given_q) == OutputLanes);
    if (phase_q == Output) begin
      control &= (32'(position) <= Leave && (!m_tvalid || 32'(position) == Leave));
      if (!m_tvalid) begin
        control &= (32'(given_q) == (32'(position) <= Read ? 0
          : 32'(come) < OutputLanes ? 32'(come) : OutputLanes));
      end
    end
  end

  // The steps in the stages.
  logic [Write:0] steps_right;
  for (genvar d = 0; d <= Write; d++) begin : gen_stage
    logic [4:0] number;
    logic [5:0] offset;
    assign number = number_of(round, steps_q[d]);
    assign offset = offset_of(steps_q[d]);
    always_comb begin
      steps_right[d] = 1'b1;
      if (old_q[d]) begin
        steps_right[d] &= (phase_q == Absorb && fresh_q && 32'(position) <= d);
        steps_right[d] &= (written_q == '0 && shifts_q == '0 && given_q == '0);
        steps_right[d] &= (steps_q[d] == '0 && (d == Write || old_q[(d+1)%(Write+1)]));
      end else begin
        steps_right[d] &= (u_core.token_q[d].lane == steps_q[d].lane);
        steps_right[d] &= (u_core.token_q[d].shift == (steps_q[d].lane | steps_q[d].again));
        if (d <= Read) steps_right[d] &= (u_core.token_q[d].output_ == steps_q[d].output_);
      end
      if (d < 4) steps_right[d] &= (old_q[d] || u_core.loads_q[d%4] == loads_q[d%4]);
      if (steps_q[d].lane) steps_right[d] &= (phase_q != Output && steps_q[d].step < 3'd5);
      if (steps_q[d].again) steps_right[d] &= (phase_q == Round && steps_q[d].step == 3'd5);
      if (steps_q[d].output_) steps_right[d] &= (d <= Read && phase_q == Output && steps_q[d].step < 3'd5);
      steps_right[d] &= $onehot0({steps_q[d].lane, steps_q[d].again, steps_q[d].output_});
      if (steps_q[d].lane || steps_q[d].again || steps_q[d].output_) begin
        steps_right[d] &= (steps_q[d].row < 3'd5);
        steps_right[d] &= (32'(position) > 6 * 32'(steps_q[d].row) + 32'(steps_q[d].step));
        steps_right[d] &= (u_core.token_q[d].round == round);
        steps_right[d] &= (u_core.token_q[d].first == (steps_q[d].row == '0));
        steps_right[d] &= (u_core.token_q[d].origin == (round && steps_q[d].row == '0 && steps_q[d].step == '0));
        steps_right[d] &= (u_core.token_q[d].save == (steps_q[d].step == 3'd1));
        steps_right[d] &= (u_core.token_q[d].saved == (steps_q[d].step == 3'd4));
        steps_right[d] &= (u_core.token_q[d].rho == (round ? offset : '0));
        steps_right[d] &= (u_core.token_q[d].address == (d == 0 ? number
          : address_of(number, number_q)));
      end
      // A pass of a round does not stall.
      if (phase_q == Round || (phase_q == Output && !m_tvalid)) begin
        if (32'(position) <= d) steps_right[d] &= (steps_q[d].lane + steps_q[d].again + steps_q[d].output_ == '0);
        else begin
          steps_right[d] &= (6 * 32'(steps_q[d].row) + 32'(steps_q[d].step) == 32'(position) - 1 - d);
          steps_right[d] &= (steps_q[d].step < 3'd6 && steps_q[d].row < 3'd7);
          if (round) begin
            steps_right[d] &= (steps_q[d].lane == (steps_q[d].row < 3'd5 && steps_q[d].step < 3'd5));
            steps_right[d] &= (steps_q[d].again == (steps_q[d].row < 3'd5 && steps_q[d].step == 3'd5));
          end else begin
            steps_right[d] &= (steps_q[d].output_ == (d <= Read && steps_q[d].step < 3'd5
              && 5 * 32'(steps_q[d].row) + 32'(steps_q[d].step) < OutputLanes));
          end
        end
      end
      // After the lanes of a pass its stages become free.
      if (32'(position) > 30 + d) steps_right[d] &= (!steps_q[d].lane && !steps_q[d].again);
      if (m_tvalid) steps_right[d] &= !steps_q[d].output_;
    end
  end

  // Numbers of lanes: written, in the stages, and issued.
  logic [Write+1:0][4:0] lanes;  // from a stage on
  logic numbers_right;
  always_comb begin
    lanes = '0;
    for (int unsigned d = 0; d <= Write; d++) begin
      lanes[Write-d] = lanes[Write-d+1] + 5'(steps_q[Write-d].lane);
    end
    numbers_right = 1'b1;
    for (int unsigned d = 0; d <= Write; d++) begin
      if (steps_q[d].lane) begin
        numbers_right &= (5 * 32'(steps_q[d].row) + 32'(steps_q[d].step) == 32'(written_q) + 32'(lanes[d+1]));
      end
    end
    if (phase_q != Output) begin
      numbers_right &= (32'(written_q) + 32'(lanes[0]) == (u_core.row_q > 3'd4 ? 25
        : 5 * 32'(u_core.row_q) + (u_core.step_q == 3'd5 ? 5 : 32'(u_core.step_q))));
      if (phase_q == Absorb) begin
        numbers_right &= (32'(count_q) == (32'(written_q) + 32'(lanes[0]) < RateLanes
          ? 32'(written_q) + 32'(lanes[0]) : RateLanes));
      end
    end else begin
      numbers_right &= (written_q == '0 && count_q == '0);
    end
    if (phase_q == Round) numbers_right &= (count_q == '0);
    // Rotations of the parities.
    if (phase_q == Absorb) numbers_right &= shifts_q == written_q;
    else if (phase_q == Output) numbers_right &= shifts_q == '0;
    else begin
      for (int unsigned r = 0; r < 5; r++) begin
        for (int unsigned s = 0; s < 6; s++) begin
          if (32'(shifts_q) == 6 * r + s) begin
            numbers_right &= 32'(written_q) == 5 * r + s;
            numbers_right &= position == 6'(6 * r + s + Write + 1) || (shifts_q == '0 && 32'(position) <= Write);
            if (32'(position) > Write) begin
              numbers_right &= steps_q[Write].row == 3'(r) && steps_q[Write].step == 3'(s);
            end
          end
        end
      end
      if (shifts_q == 5'd30) numbers_right &= written_q == 5'd25 && 32'(position) > Write + 30;
      numbers_right &= shifts_q <= 5'd30;
    end
  end

  // The memory.
  logic [24:0] memory_right;
  for (genvar n = 0; n < 25; n++) begin : gen_lane
    always_comb begin
      memory_right[n] = 1'b1;
      for (int unsigned i = 0; i < 24; i++) begin
        if (32'(number_q) == i && known[n]) begin
          memory_right[n] &= memory[n == 24 ? 24 : (n + i) % 24] == expected[n];
        end
      end
    end
  end

  // The lanes in the stages.
  logic [Write:0] busy, made_right;
  logic [Read:0] words_right;
  lane_t [Write:0] made;
  assign made = {
    u_core.result_q, u_core.left_q, u_core.middle_q, u_core.moved_q, u_core.four_q, u_core.one_q,
    u_core.mixed_q, u_core.lane_q, u_core.memory, 128'b0
  };
  for (genvar d = 0; d <= Write; d++) begin : gen_data
    logic right_lane;
    assign busy[d] = steps_q[d].lane | steps_q[d].again | steps_q[d].output_;
    if (d <= Read) begin : gen_read
      array_t added;
      assign added = state_q ^ after_q;
      assign words_right[d] = phase_q != Absorb | ~steps_q[d].lane
        | is_lane(u_core.word_q[d], added, 1'b0, steps_q[d], 1, 1'b0);
      assign right_lane = is_lane(made[d], state_q, round, steps_q[d], 1, 1'b0);
    end else if (d < Read + 4) begin : gen_rotates
      assign right_lane = round
        ? is_lane(made[d], mixed_q, 1'b1, steps_q[d], 4 ** (d - Read - 1), 1'b0)
        : is_lane(made[d], after_q, 1'b0, steps_q[d], 1, 1'b0);
    end else begin : gen_rotated
      assign right_lane = round && d < Write
        ? is_lane(made[d], rhoed, 1'b1, steps_q[d], 1, 1'b0)
        : is_lane(made[d], after_q, round, steps_q[d], 1, d == Write);
    end
    if (d < 2) begin : gen_addresses
      assign made_right[d] = 1'b1;
    end else if (d == 2) begin : gen_memory
      assign made_right[d] = ~busy[d] | (phase_q == Absorb & fresh_q) | right_lane;
    end else if (d == Write) begin : gen_write
      assign made_right[d] = ~steps_q[d].lane | right_lane;
    end else begin : gen_stage
      assign made_right[d] = ~busy[d] | right_lane;
    end
  end

  // The rows of chi, the state after a pass, and words that have not come.
  logic saved_right, after_right;
  always_comb begin
    saved_right = 1'b1;
    for (int unsigned r = 0; r < 5; r++) begin
      if (round && busy[8] && steps_q[8].step != '0 && 32'(steps_q[8].row) == r) begin
        saved_right &= u_core.saved_q == rhoed[1][(r+1)%5];
      end
    end
    after_right = !round || after_q == iota(chi(pi(rhoed)), number_q);
    for (int unsigned i = 0; i < 25; i++) begin
      if (phase_q == Absorb && i >= 32'(count_q)) begin
        after_right &= after_q[i%5][i/5] == state_q[i%5][i/5];
      end
    end
    if (fresh_q) after_right &= state_q == '0;
  end

  // Parities: those of the rows that are written, and then those of the state.
  logic parity_right, theta_right;
  // The rows of a column that are written after a number of shifts.
  function automatic int unsigned rows_of(bit of_round, int unsigned column, int unsigned shifts);
    rows_of = 0;
    for (int unsigned r = 0; r < 5; r++) begin
      if (shifts > (of_round ? 6 * r + (column + 5 - r) % 5 : 5 * r + column)) rows_of = r + 1;
    end
  endfunction
  logic [30:0] parities_right;
  for (genvar n = 0; n <= 30; n++) begin : gen_shifts
    always_comb begin
      parities_right[n] = 1'b1;
      for (int unsigned x = 0; x < 5; x++) begin
        automatic int unsigned column = (x + n) % 5;
        if (32'(shifts_q) == n && loads_q == '0) begin
          if (phase_q == Round && rows_of(1'b1, column, n) != 0) begin
            parities_right[n] &= u_core.parity_q[x] == parities[rows_of(1'b1, column, n)][column];
          end
          if (phase_q == Absorb && n <= 25 && rows_of(1'b0, column, n) != 0) begin
            parities_right[n] &= u_core.parity_q[x] == parities[rows_of(1'b0, column, n)][column];
          end
        end
      end
    end
  end
  always_comb begin
    parity_right = &parities_right;
    for (int unsigned x = 0; x < 5; x++) begin
      for (int unsigned k = 0; k < 4; k++) begin
        if (loads_q[k] && phase_q != Absorb) parity_right &= u_core.parity_q[x] == columns_q[(x+k+1)%5];
      end
    end
  end

  // Theta.
  always_comb begin
    theta_right = 1'b1;
    for (int unsigned x = 0; x < 5; x++) begin
      if (phase_q != Absorb) begin
        theta_right &= theta_q[x] == (columns_q[(x+4)%5] ^ sil_sha3_pkg::rotate(columns_q[(x+1)%5], 1));
        for (int unsigned y = 0; y < 5; y++) theta_right &= mixed_q[x][y] == (state_q[x][y] ^ theta_q[x]);
        for (int unsigned k = 0; k < 4; k++) begin
          if (loads_q[k] && x <= k) theta_right &= u_core.theta_q[4-k+x] == theta_q[x];
        end
        for (int unsigned s = 0; s < 5; s++) begin
          if (loads_q == '0 && (steps_q[Read].lane ? 32'(steps_q[Read].step) : 0) == s) begin
            theta_right &= u_core.theta_q[x] == theta_q[(x+s)%5];
          end
        end
      end
    end
  end

  // The output.
  logic output_right;
  always_comb begin
    output_right = 1'b1;
    for (int unsigned t = 0; t <= OutputLanes; t++) begin
      if (phase_q == Output && 32'(given_q) == t) begin
        for (int unsigned i = 0; i < t; i++) begin
          output_right &= u_core.output_q[OutputLanes-t+i] == state_q[i%5][i/5];
        end
      end
    end
    for (int unsigned i = 0; i < OutputBits / 32; i++) begin
      if (m_tvalid) output_right &= m_tdata[32*i+:32] == state_q[(i/2)%5][i/10][32*(i%2)+:32];
    end
  end

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (valid_i) assume (last_i == (32'(count_q) == RateLanes - 1));
  end

  // The parts of the statement. The induction of a part takes the control of this cycle, and the others
  // of the cycle before it.
  localparam int unsigned Control = 0, Memory = 1, Lanes = 2, Rotation = 3, Result = 4, Parity = 5, After = 6, Theta = 7;
  localparam logic [7:0][7:0] Needs = {
    8'b1 << Parity, 8'b0, 8'b1 << Result, 8'b1 << Rotation | 8'b1 << After, 8'b1 << Lanes | 8'b1 << Theta,
    8'b1 << Memory | 8'b1 << After, 8'b1 << Result, 8'b0
  };
  logic [7:0] right, right_q = '1;
  assign right[Control] = control & (&steps_right) & numbers_right;
  assign right[Memory] = &memory_right;
  assign right[Lanes] = (&words_right) & (&made_right[Read:0]) & output_right;
  assign right[Rotation] = (&made_right[Write-1:Read+1]) & saved_right;
  assign right[Result] = made_right[Write];
  assign right[After] = after_right;
  assign right[Parity] = parity_right;
  assign right[Theta] = theta_right;
  always_ff @(posedge clk_i) right_q <= right;
  for (genvar i = 0; i < 8; i++) begin : gen_part
    always_comb begin
      if (Part == i) assert (right[i] || !rst_ni || first_q);
      else if (i == Control) assume (right[i] || !rst_ni || first_q);
      else if (Needs[Part][i]) assume (right_q[i]);
    end
  end

endmodule
