// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Encrypts or decrypts blocks of 128 bits in a loop with one round. As many blocks are in flight
/// as the round has stages.
///
/// A block passes the loop once to enter, which adds its first round key, and then once per round.
/// Its slot is free when its last round is complete. Ports and parameters are those of
/// `sil_aes_core`.
///
/// ## Latency and throughput
/// With Nr rounds, each slot takes a block every (Nr + 1) * PipelineStages cycles: on average one
/// block every Nr + 1 cycles. A result is valid (Nr + 1) * PipelineStages + 2 cycles after its
/// block was accepted; with BOTH PipelineStages - 1 cycles later; with PipelineStages = 1 one cycle
/// earlier.
module sil_aes_loop
  import sil_aes_pkg::*;
#(
  parameter int unsigned KeyBits = 128,
  parameter direction_e Direction = ENCRYPT,
  parameter sbox_e Sbox = FUNCTIONS,
  parameter key_schedule_e KeySchedule = STORED,
  parameter int unsigned PipelineStages = 1
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         wipe_i,
  input  logic [31:0]  k_tdata,
  input  logic [1:0]   k_tuser,
  input  logic         k_tvalid,
  output logic         k_tready,
  output logic         keyed_o,
  input  logic [127:0] s_tdata,
  input  logic         s_tuser,
  input  logic         s_tvalid,
  output logic         s_tready,
  output logic [127:0] m_tdata,
  output logic         m_tvalid,
  input  logic         m_tready
);
  if (!(PipelineStages inside {[1:5]})) begin : gen_range
    $fatal(1, "PipelineStages must be 1 to 5");
  end

  localparam bit Both = Direction == BOTH;
  /// Cycles by which a round key, and a block that enters, are delayed until they are added.
  localparam int unsigned Wait = Both || PipelineStages == 1 ? PipelineStages - 1 : 0;

  localparam int unsigned Middle = Direction == ENCRYPT ? 0 : middle(PipelineStages);

  // Control word of a slot.
  typedef struct packed {
    logic       valid;
    logic       decrypt;
    logic       enter;  // the block enters: its first round key is added
    logic       last;  // last round
    logic [3:0] key;  // index of the round key
  } slot_t;

  // slot_q[i] belongs to the state in stage i of the round; slot_q[0] to the state in state_q.
  slot_t slot_q [PipelineStages];
  slot_t leaving;  // the slot at the output of the round
  slot_t next_round;  // the control word of that slot for its next round
  slot_t free, fetched;  // the slot whose round key is read, before and after a block enters
  logic run_q, keyed, hold_q, empty_d, empty_q, idle, take, decrypt;
  logic [3:0] last_key;
  logic [127:0] round_key, state_d, state_q, before_q;
  logic [127:0] block_q [Wait+1];

  assign leaving = slot_q[PipelineStages-1];

  function automatic slot_t advance(slot_t slot, logic [3:0] final_key);
    advance = slot;
    advance.enter = 1'b0;
    advance.valid = slot.valid & ~slot.last;
    advance.key = slot.decrypt ? slot.key - 1'b1 : slot.key + 1'b1;
    advance.last = slot.decrypt ? slot.key == 4'd1 : advance.key == final_key;
  endfunction

  if (PipelineStages == 1) begin : gen_next_round
    assign next_round = advance(leaving, last_key);
  end else begin : gen_next_round_early
    slot_t next_round_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) next_round_q <= '0;
      else if (wipe_i) next_round_q <= '0;
      else if (run_q) begin
        next_round_q <= advance(Wait == 0 ? fetched : slot_q[PipelineStages-2], last_key);
      end
    end
    assign next_round = next_round_q;
  end

  if (Wait == PipelineStages - 1) begin : gen_early
    assign free = next_round;
  end else begin : gen_late
    assign free = slot_q[PipelineStages-2];
  end

  always_comb begin
    fetched = free;
    if (!free.valid) begin
      fetched = '{
        valid: take, enter: 1'b1, decrypt: decrypt, last: 1'b0, key: decrypt ? last_key : '0
      };
    end
  end

  assign decrypt = Direction == BOTH ? s_tuser : Direction == DECRYPT;
  assign s_tready = run_q & keyed & ~hold_q & ~free.valid;
  assign take = s_tvalid & s_tready;

  // A key waits until no block is in flight (with ON_THE_FLY it does not wait). No block is
  // accepted while a key waits.
  always_comb begin
    empty_d = hold_q;
    for (int unsigned i = 0; i < PipelineStages; i++) if (slot_q[i].valid) empty_d = 1'b0;
  end
  assign idle = hold_q & empty_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      hold_q  <= 1'b0;
      empty_q <= 1'b0;
      for (int unsigned i = 0; i < PipelineStages; i++) slot_q[i] <= '0;
    end else if (wipe_i) begin
      hold_q  <= 1'b0;
      empty_q <= 1'b0;
      for (int unsigned i = 0; i < PipelineStages; i++) slot_q[i] <= '0;
    end else begin
      hold_q  <= k_tvalid;
      empty_q <= empty_d;
      if (run_q) begin
        slot_q[0] <= next_round;
        for (int unsigned i = 1; i < PipelineStages; i++) slot_q[i] <= slot_q[i-1];
        slot_q[PipelineStages-1-Wait] <= fetched;
      end
    end
  end

  if (KeySchedule == STORED) begin : gen_stored
    logic write;
    logic [5:0] address;
    logic [31:0] word;
    logic [127:0] key;
    logic [127:0] key_q [Wait+1];

    // Four memories, one for each word of a round key.
    sil_aes_expansion #(
      .KeyBits(KeyBits), .Sbox(Sbox), .Inverse(Direction == DECRYPT)
    ) u_expansion (
      .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid, .k_tready, .idle_i(idle),
      .write_o(write), .address_o(address), .word_o(word), .keyed_o(keyed), .rounds_o(last_key)
    );
    for (genvar i = 0; i < 4; i++) begin : gen_word
      logic [31:0] memory_q [16];
      always_ff @(posedge clk_i) if (write && address[1:0] == 2'(i)) memory_q[address[5:2]] <= word;
      assign key[32*i+:32] = memory_q[fetched.key];
    end

    // With BOTH, a decrypting round adds its key before InvMixColumns. All other round keys are
    // added after MixColumns or InvMixColumns.
    logic early;
    assign early = Both & fetched.decrypt & ~fetched.enter;
    always_ff @(posedge clk_i) begin
      if (run_q) begin
        key_q[0] <= early ? '0 : key;
        before_q <= early ? key : '0;
        for (int unsigned i = 1; i <= Wait; i++) key_q[i] <= key_q[i-1];
      end
    end
    assign round_key = key_q[Wait];
  end else begin : gen_on_the_fly
    sil_aes_on_the_fly #(.Sbox(Sbox), .Stages(PipelineStages)) u_on_the_fly (
      .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tvalid, .k_tready, .keyed_o(keyed), .run_i(run_q),
      .first_i(fetched.enter | ~fetched.valid), .number_i(fetched.key),
      .key_o(round_key)
    );
    assign last_key = 4'(rounds(KeyBits));
    assign before_q = '0;
  end

  // On the fly, the first round key contains the constant of SubBytes too. It is removed here.
  localparam logic [127:0] Enter = KeySchedule == STORED ? '0 : {16{AFFINE}};
  always_ff @(posedge clk_i) begin
    if (run_q) begin
      block_q[0] <= take ? s_tdata ^ Enter : '0;
      for (int unsigned i = 1; i <= Wait; i++) block_q[i] <= block_q[i-1];
    end
  end

  sil_aes_round #(.Sbox(Sbox), .Direction(Direction), .Stages(PipelineStages)) u_round (
    .clk_i,
    .run_i           (run_q),
    .clear_i         (~slot_q[0].valid | slot_q[0].enter),
    .state_i         (state_q),
    .decrypt_i       (slot_q[0].decrypt),
    .before_i        (before_q),
    .middle_decrypt_i(slot_q[Middle].decrypt),
    .middle_last_i   (slot_q[Middle].last),
    .last_i          (slot_q[PipelineStages-1-32'(split(Direction, PipelineStages))].last),
    .key_i           (round_key),
    .block_i         (block_q[Wait]),
    .state_o         (state_d)
  );

  // The round takes the state of an empty slot as 0, and its result then is 0. So a block enters by
  // an XOR, without a multiplexer.
  logic result_valid, last_q;
  logic [127:0] result;
  if (PipelineStages == 1) begin : gen_clear
    always_ff @(posedge clk_i) if (run_q) state_q <= next_round.valid ? state_d : '0;
    assign result_valid = run_q & leaving.valid & leaving.last;
    assign result = state_d;
    assign last_q = 1'b0;
  end else begin : gen_state
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) last_q <= 1'b0;
      else if (wipe_i) last_q <= 1'b0;
      else if (run_q) last_q <= leaving.valid & leaving.last;
    end
    always_ff @(posedge clk_i) if (run_q) state_q <= state_d;
    assign result_valid = run_q & last_q;
    assign result = state_q;
  end

  // A shift register for results, as long as the longest run of results in consecutive cycles. So a
  // register can stall the loop, and the loop does not stall while results are accepted.
  logic soon;  // another result may follow in the next cycle
  logic advance_results;
  logic [127:0] result_q [PipelineStages];
  logic [PipelineStages-1:0] valid_d, valid_q;
  logic clear_q;  // after a reset and a wipe

  if (PipelineStages == 1) begin : gen_alone
    assign soon = run_q ? next_round.valid & next_round.last : leaving.valid & leaving.last;
  end else begin : gen_line
    assign soon = run_q ? leaving.valid & leaving.last : last_q;
  end

  assign advance_results = ~m_tvalid | m_tready;
  always_comb begin
    valid_d = advance_results ? PipelineStages'({valid_q, 1'b0}) : valid_q;
    if (result_valid) valid_d[0] = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q   <= 1'b1;
      valid_q <= '0;
      clear_q <= 1'b1;
    end else if (wipe_i) begin
      run_q   <= 1'b1;
      valid_q <= '0;
      clear_q <= 1'b1;
    end else begin
      clear_q <= 1'b0;
      run_q   <= ~(valid_d[0] & valid_d[PipelineStages-1] & soon);
      valid_q <= valid_d;
    end
  end
  always_ff @(posedge clk_i) begin
    if (result_valid) result_q[0] <= result;
    for (int unsigned i = 1; i < PipelineStages; i++) begin
      if (advance_results) result_q[i] <= result_q[i-1];
    end
    if (clear_q) for (int unsigned i = 0; i < PipelineStages; i++) result_q[i] <= '0;
  end

  assign m_tdata = result_q[PipelineStages-1];
  assign m_tvalid = valid_q[PipelineStages-1];
  assign keyed_o = keyed;
endmodule
