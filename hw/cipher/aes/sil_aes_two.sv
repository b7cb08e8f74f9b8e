// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Encrypts two blocks at a time in a loop with one round of AES-128, for standard cells.
///
/// The loop has registers at two places, after SubBytes and inside SubBytes:
///
///     state_q          ShiftRows, MixColumns, + round key, first part of SubBytes    cut_q, norm_q
///     cut_q, norm_q    second part of SubBytes                                       state_q
///
/// Two blocks that enter in the same pass are a pair. The second one uses each round key a cycle after
/// the first one, so a key schedule with a round in two cycles serves both. The next pair enters, and
/// its first round key is added, while the last round of this pair is computed.
///
/// Ports are those of `sil_aes_core` with KeyBits = 128 and DataWidth = 128, for encryption. The core
/// has no registers for blocks that wait. Within the cycle of a handshake, a block passes an XOR with
/// the key and the first part of SubBytes, and a result passes an XOR with the round key;
/// `s_tready` depends on `m_tready`.
///
/// ## Latency and throughput
/// Two blocks, in consecutive cycles, every 20 cycles. A result is valid 20 cycles after its block was
/// accepted, if no result waits. A block that comes later waits for the next pass in which blocks enter.
module sil_aes_two
  import sil_aes_pkg::*;
  import sil_aes_tower_pkg::*;
#(
  /// Whether the clocks of state and keys are gated. Gain: in standard cells, no multiplexer per
  /// register. Cost: three clock gates. No effect where hw/prim/fpga is compiled.
  parameter bit ClockGate = 1'b0
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Zeroise the key and all data that depends on it, in 4 cycles, as after a reset.
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
  input  logic         m_tready
);
  localparam logic [31:0] Constant = {4{AFFINE}};

  // Control. In pass 0 results leave and blocks enter. A pass takes two cycles: phase_q is 0 and 1
  // for the first and the second block of a pair.

  logic [3:0] pass_q;
  logic first_q;  // pass 0
  logic phase_q;
  logic [1:0] valid_q;  // bit 0: the block whose state is in state_q; bit 1: the other one
  logic [1:0] clean_q;  // counts the cycles of a wipe
  logic ready_q, keyed_q, hold_q;
  logic [1:0] count_q;  // words of a key that were accepted
  logic run, take, take_word, used, entered, other;

  assign run = ~m_tvalid | m_tready;
  assign s_tready = first_q & keyed_q & ~hold_q & run;
  assign take = s_tvalid & s_tready;
  assign m_tvalid = first_q & valid_q[0];
  // A block may be accepted in the first cycle of `k_tvalid`, before `hold_q` rises. Its key must not
  // change until the round key after it is computed, which happens at the end of pass 0.
  assign k_tready = ready_q & hold_q & ~(first_q & phase_q);
  assign take_word = k_tvalid & k_tready;
  assign keyed_o = keyed_q;

  assign entered = first_q ? take : valid_q[0];
  assign other = valid_q[1];
  assign used = take | |valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {pass_q, phase_q, valid_q, clean_q, ready_q, keyed_q, hold_q, count_q} <= '0;
      first_q <= 1'b1;
    end else if (wipe_i) begin
      {pass_q, phase_q, valid_q, clean_q, ready_q, keyed_q, hold_q, count_q} <= '0;
      first_q <= 1'b1;
    end else begin
      if (!ready_q) clean_q <= clean_q + 1'b1;
      ready_q <= ready_q | &clean_q;
      hold_q <= k_tvalid;
      count_q <= count_q + 2'(take_word);
      if (take_word) keyed_q <= &count_q;
      if (run) begin
        phase_q <= used & ~phase_q;
        valid_q <= {entered, other};
        if (phase_q) begin
          first_q <= pass_q == 4'd9 | ~(entered | other);
          pass_q <= pass_q == 4'd9 | ~(entered | other) ? '0 : pass_q + 1'b1;
        end
      end
    end
  end

  // Round keys. Each word contains the constant of SubBytes, which the S-boxes lack, as does the key.

  word_t [3:0] key_q, round_key_q, source, next;
  word_t rotated, rotated_q, sum, substituted;
  logic [3:0][3:0] key_norm_q;
  logic key_clock, load_key, round_clock, load_round;

  sil_clock_gate #(.Gate(ClockGate)) u_key_clock (
    .clk_i, .en_i(take_word | ~ready_q), .clk_o(key_clock), .en_o(load_key)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_round_clock (
    .clk_i, .en_i((run & phase_q) | ~ready_q), .clk_o(round_clock), .en_o(load_round)
  );
  always_ff @(posedge key_clock) begin
    if (load_key) key_q <= ready_q ? {k_tdata ^ Constant, key_q[3:1]} : '0;
  end

  assign source = first_q ? key_q : round_key_q;
  assign rotated = rot_word(source[3] ^ Constant);
  always_comb begin
    sum = '0;
    for (int unsigned i = 0; i < 4; i++) begin
      substituted[i] = substitute(rotated_q[i], key_norm_q[i]);
    end
    for (int unsigned i = 0; i < 4; i++) begin
      sum ^= source[i];
      next[i] = sum ^ substituted ^ 32'(rcon(pass_q + 1'b1)) ^ (i[0] ? '0 : Constant);
    end
  end
  always_ff @(posedge clk_i) begin
    rotated_q <= rotated;
    for (int unsigned i = 0; i < 4; i++) key_norm_q[i] <= norm(rotated[i]);
  end
  always_ff @(posedge round_clock) if (load_round) round_key_q <= next;

  // Blocks.

  state_t state_q, rows, mixed, given, cut_q;
  logic [15:0][3:0] norm_q;
  logic state_clock, move;

  assign rows = shift_rows(state_q);
  // MixColumns (5.1.3) with the round key as one of the terms, so that no XOR follows it.
  always_comb begin
    for (int unsigned c = 0; c < 4; c++) begin
      for (int unsigned r = 0; r < 4; r++) begin
        byte_t a0, a1, a2, a3;
        a0 = rows[4*c+r];
        a1 = rows[4*c+(r+1)%4];
        a2 = rows[4*c+(r+2)%4];
        a3 = rows[4*c+(r+3)%4];
        mixed[4*c+r] = xtime(a0 ^ a1) ^ ((a2 ^ a3) ^ (a1 ^ round_key_q[c][r]));
      end
    end
  end
  assign given = first_q ? s_tdata ^ key_q ^ {4{Constant}} : mixed;

  sil_clock_gate #(.Gate(ClockGate)) u_state_clock (
    .clk_i, .en_i((run & used) | ~ready_q), .clk_o(state_clock), .en_o(move)
  );
  always_ff @(posedge state_clock) begin
    if (move) begin
      cut_q <= given;
      for (int unsigned i = 0; i < 16; i++) begin
        norm_q[i] <= norm(given[i]);
        state_q[i] <= substitute(cut_q[i], norm_q[i]);
      end
    end
  end

  assign m_tdata = m_tvalid ? rows ^ round_key_q : '0;

  logic unused;
  assign unused = ^{k_tuser, s_tuser};
endmodule
