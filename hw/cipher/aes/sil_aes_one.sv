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
  parameter bit ClockGate = 1'b0
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
  input  logic         m_tready
);
  localparam logic [31:0] Constant = {4{AFFINE}};

  // Control. Round r happens while round_q = r. While it is 0, a result waits or there is no block.

  logic [3:0] round_q;
  logic first_q;  // round_q is 0
  logic last, valid_q, ready_q, clean_q, keyed_q;
  logic [1:0] count_q;  // words of a key that were accepted
  logic take, take_word;

  assign s_tready = first_q & keyed_q & (~valid_q | m_tready);
  assign take = s_tvalid & s_tready;
  assign m_tvalid = first_q & valid_q;
  // A block that is accepted with the first word of a new key is encrypted under the old one.
  assign k_tready = ready_q;
  assign take_word = k_tvalid & k_tready;
  assign keyed_o = keyed_q;
  assign last = round_q == 4'd9;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {round_q, valid_q, clean_q, ready_q, keyed_q, count_q} <= '0;
      first_q <= 1'b1;
    end else if (wipe_i) begin
      {round_q, valid_q, clean_q, ready_q, keyed_q, count_q} <= '0;
      first_q <= 1'b1;
    end else begin
      {ready_q, clean_q} <= {ready_q | clean_q, 1'b1};
      count_q <= count_q + 2'(take_word);
      if (take_word) keyed_q <= &count_q;
      if (first_q) begin
        first_q <= ~take;
        round_q <= 4'(take);
        valid_q <= take | (valid_q & ~m_tready);
      end else begin
        first_q <= last;
        round_q <= last ? '0 : round_q + 1'b1;
      end
    end
  end

  // Round keys. Each word contains the constant of SubBytes, which the S-boxes lack, as does the key.

  word_t [3:0] key_q, round_key_q, source, next;
  word_t sum, substituted;
  logic key_clock, load_key, round_clock, load_round;

  sil_clock_gate #(.Gate(ClockGate)) u_key_clock (
    .clk_i, .en_i(take_word | ~ready_q), .clk_o(key_clock), .en_o(load_key)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_round_clock (
    .clk_i, .en_i(take | ~first_q | ~ready_q), .clk_o(round_clock), .en_o(load_round)
  );
  always_ff @(posedge key_clock) begin
    if (load_key) key_q <= ready_q ? {k_tdata ^ Constant, key_q[3:1]} : '0;
  end

  assign source = first_q ? key_q : round_key_q;
  sil_aes_sbox #(.Sbox(Sbox), .Bytes(4)) u_key_sbox (
    .clk_i, .run_i(1'b1), .clear_i(1'b0), .decrypt_i(1'b0), .data_i(rot_word(source[3] ^ Constant)),
    .key_i('0), .data_o(substituted)
  );
  always_comb begin
    sum = '0;
    for (int unsigned i = 0; i < 4; i++) begin
      sum ^= source[i];
      next[i] = sum ^ substituted ^ 32'(rcon(round_q + 1'b1)) ^ (i[0] ? '0 : Constant);
    end
  end

  // Blocks.

  state_t state_q, bytes, rows, given;

  sil_aes_sbox #(.Sbox(Sbox), .Bytes(16)) u_sbox (
    .clk_i, .run_i(1'b1), .clear_i(1'b0), .decrypt_i(1'b0), .data_i(state_q), .key_i('0),
    .data_o(bytes)
  );
  assign rows = shift_rows(bytes);
  assign given = first_q ? s_tdata ^ key_q ^ {4{Constant}} : mix_columns(rows) ^ round_key_q;
  always_ff @(posedge round_clock) if (load_round) {round_key_q, state_q} <= {next, given};

  assign m_tdata = m_tvalid ? rows ^ round_key_q : '0;

  logic unused;
  assign unused = ^{k_tuser, s_tuser};
endmodule
