// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Encrypts one block at a time with one round of AES-128 per cycle, for standard cells.
///
/// The first AddRoundKey of a block happens in the cycle in which it is accepted, with the key. Its last
/// round happens in the cycle in which the result leaves, in which the next block can be accepted. So a
/// block takes ten cycles, and there are no registers for blocks that wait. Round keys are computed a
/// round ahead.
///
/// Ports are those of `sil_aes_core` with KeyBits = 128 and DataWidth = 128, for encryption. Within the
/// cycle of a handshake, a block passes an XOR with the key, and a result passes SubBytes and an XOR
/// with the round key; `s_tready` depends on `m_tready`.
///
/// ## Latency and throughput
/// A block every 10 cycles. A result is valid 10 cycles after its block was accepted.
module sil_aes_one
  import sil_aes_pkg::*;
#(
  /// The form of the S-boxes, as in `sil_aes_sbox`. In standard cells, gain of TABLE: speed; of
  /// COMPOSITE: area.
  parameter sbox_e Sbox = TABLE,
  /// Whether the clocks of state and keys are gated. Gain: in standard cells, no multiplexer per
  /// register. Cost: two clock gates. No effect where hw/prim/fpga is compiled.
  parameter bit ClockGate = 1'b0,
  /// Whether a fault in a control register is detected. Each control register then exists a second
  /// time, inverted, with logic of its own. Gain of 1: while any of them is wrong, and from then on,
  /// `alarm_o` is 1, the core accepts and gives nothing, and key and data are cleared. Cost: 13 flip-flops
  /// more, and as much logic again as the control has.
  parameter bit FaultDetection = 1'b0
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Zeroise the key and all data that depends on it, in 2 cycles, as after a reset.
  input  logic         wipe_i,
  /// Words of the key, the first byte of the key in the low bits of the first word.
  input  logic [31:0]  k_tdata,
  /// Ignored.
  input  logic [1:0]   k_tuser,
  input  logic         k_tvalid,
  output logic         k_tready,
  /// A key is loaded.
  output logic         keyed_o,
  /// A block.
  input  logic [127:0] s_tdata,
  /// Ignored.
  input  logic         s_tuser,
  input  logic         s_tvalid,
  output logic         s_tready,
  /// Its result; zero where `m_tvalid` is 0.
  output logic [127:0] m_tdata,
  output logic         m_tvalid,
  input  logic         m_tready,
  /// With FaultDetection: a control register is wrong, or was wrong since the reset. A wipe does not end
  /// the alarm. Otherwise 0.
  output logic         alarm_o
);
  localparam logic [31:0] Constant = {4{AFFINE}};

  // Control.

  typedef struct packed {
    logic [3:0] round;  // Round r happens while this is r. While it is 0, a result waits or there is no block.
    logic first;        // round is 0
    logic valid;        // a block is in its rounds, or its result waits
    logic clean;        // a cycle has passed since a wipe
    logic ready;        // two cycles have passed since a wipe
    logic keyed;
    logic [1:0] count;  // words of a key that were accepted
    logic alarm;
  } control_t;
  localparam control_t Cleared = '{first: 1'b1, default: '0};

  control_t control_q, control_d;
  logic take, take_word, wrong;

  // The control of the next cycle. It takes the handshakes from `now` alone, so that two copies of it
  // share nothing but inputs.
  function automatic control_t next_control(
    control_t now, logic s_valid, logic m_ready, logic k_valid, logic clear, logic fault
  );
    logic block, word;
    block = s_valid & now.first & now.keyed & (~now.valid | m_ready);
    word = k_valid & now.ready;
    next_control = now;
    next_control.ready = now.ready | now.clean;
    next_control.clean = 1'b1;
    next_control.count = now.count + 2'(word);
    if (word) next_control.keyed = &now.count;
    if (now.first) begin
      next_control.first = ~block;
      next_control.round = 4'(block);
      next_control.valid = block | (now.valid & ~m_ready);
    end else begin
      next_control.first = now.round == 4'd9;
      next_control.round = now.round == 4'd9 ? '0 : now.round + 1'b1;
    end
    if (clear || fault) next_control = Cleared;
    next_control.alarm = now.alarm | fault;
  endfunction

  assign control_d = next_control(control_q, s_tvalid, m_tready, k_tvalid, wipe_i, wrong);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) control_q <= Cleared;
    else control_q <= control_d;
  end

  if (FaultDetection) begin : gen_inverted
    control_t inverted_d;
    (* keep = "true", dont_touch = "true" *) control_t inverted_q;

    assign inverted_d =
      ~next_control(~inverted_q, s_tvalid, m_tready, k_tvalid, wipe_i, wrong);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) inverted_q <= ~Cleared;
      else inverted_q <= inverted_d;
    end
    assign wrong = control_q.alarm | (control_q != ~inverted_q);
  end else begin : gen_alone
    assign wrong = 1'b0;
  end

  assign s_tready = control_q.first & control_q.keyed & (~control_q.valid | m_tready) & ~wrong;
  assign take = s_tvalid & s_tready;
  assign m_tvalid = control_q.first & control_q.valid & ~wrong;
  // A block that is accepted with the first word of a new key is encrypted under the old one.
  assign k_tready = control_q.ready & ~wrong;
  assign take_word = k_tvalid & k_tready;
  assign keyed_o = control_q.keyed & ~wrong;
  assign alarm_o = wrong;

  // Round keys. Each word contains the constant of SubBytes, which the S-boxes lack, as does the key.

  word_t [3:0] key_q, round_key_q, source, next;
  word_t sum, substituted;
  logic key_clock, load_key, round_clock, load_round;

  sil_clock_gate #(.Gate(ClockGate)) u_key_clock (
    .clk_i, .en_i(take_word | ~control_q.ready), .clk_o(key_clock), .en_o(load_key)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_round_clock (
    .clk_i, .en_i(take | ~control_q.first | ~control_q.ready), .clk_o(round_clock), .en_o(load_round)
  );
  always_ff @(posedge key_clock) begin
    if (load_key) key_q <= control_q.ready ? {k_tdata ^ Constant, key_q[3:1]} : '0;
  end

  assign source = control_q.first ? key_q : round_key_q;
  sil_aes_sbox #(.Sbox(Sbox), .Bytes(4)) u_key_sbox (
    .clk_i, .run_i(1'b1), .clear_i(1'b0), .decrypt_i(1'b0), .data_i(rot_word(source[3] ^ Constant)),
    .key_i('0), .data_o(substituted)
  );
  always_comb begin
    sum = '0;
    for (int unsigned i = 0; i < 4; i++) begin
      sum ^= source[i];
      next[i] = sum ^ substituted ^ 32'(rcon(control_q.round + 1'b1)) ^ (i[0] ? '0 : Constant);
    end
  end

  // Blocks.

  state_t state_q, bytes, rows, given;

  sil_aes_sbox #(.Sbox(Sbox), .Bytes(16)) u_sbox (
    .clk_i, .run_i(1'b1), .clear_i(1'b0), .decrypt_i(1'b0), .data_i(state_q), .key_i('0),
    .data_o(bytes)
  );
  assign rows = shift_rows(bytes);
  assign given = control_q.first ? s_tdata ^ key_q ^ {4{Constant}} : mix_columns(rows) ^ round_key_q;
  always_ff @(posedge round_clock) if (load_round) {round_key_q, state_q} <= {next, given};

  assign m_tdata = m_tvalid ? rows ^ round_key_q : '0;

  logic unused;
  assign unused = ^{k_tuser, s_tuser};
endmodule
