// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Encrypts a block byte by byte with little area: AES-128, one S-box for state and round keys, no
/// stored round keys.
///
/// State and round key are shift registers of 16 bytes. One pass of 16 shifts is a round: a byte
/// leaves the state, passes MixColumns, AddRoundKey and SubBytes, and enters the state again.
/// ShiftRows happens while the bytes move: four and eight bytes of the state are delay lines in
/// which a byte can stay while the next byte of its row passes it. The key register computes the
/// next round key in the same pass. When the result has left, the key register computes the round
/// keys in reverse, until it contains the key again.
///
/// Ports are those of `sil_aes_core` with KeyBits = 128, DataWidth = 8, for encryption.
///
/// ## Latency and throughput
/// A block takes 376 cycles, with Memory = 1 it takes 336: 200 or 160 for the passes before the
/// last one, 16 for the last one, whose bytes are the result, and 160 for the key. The first byte
/// of the result is valid 200 or 160 cycles after the first byte of the block was accepted. A word
/// of the key is accepted in the fourth cycle that it is valid.
module sil_aes_byte
  import sil_aes_pkg::*;
#(
  /// As in sil_aes_core: FUNCTIONS for an FPGA, COMPOSITE for standard cells.
  parameter sbox_e Sbox = FUNCTIONS,
  /// Whether the clocks of both shift registers are gated. Gain: in standard cells, no multiplexer
  /// per register. Cost: three clock gates. No effect where hw/prim/fpga is compiled.
  parameter bit ClockGate = 1'b0,
  /// 1: a block memory is the S-box, and another one that of the key, for FPGAs. Gain: less logic,
  /// and no cycles in which the state waits for the key. Cost: block memories with contents at
  /// power-up. Sbox has no effect then.
  parameter bit Memory = 1'b0
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// Zeroise the key and all data that depends on it. Takes 33 cycles, as after a reset.
  input  logic        wipe_i,
  /// Words of the key, the first byte of the key in the low bits of the first word.
  input  logic [31:0] k_tdata,
  /// Ignored.
  input  logic [1:0]  k_tuser,
  input  logic        k_tvalid,
  output logic        k_tready,
  /// A key is loaded.
  output logic        keyed_o,
  /// A byte of a block.
  input  logic [7:0]  s_tdata,
  /// Ignored.
  input  logic        s_tuser,
  input  logic        s_tvalid,
  output logic        s_tready,
  /// A byte of a result.
  output logic [7:0]  m_tdata,
  output logic        m_tvalid,
  input  logic        m_tready
);
  if (!(Sbox inside {TABLE, COMPOSITE, FUNCTIONS})) begin : gen_sbox
    $fatal(1, "Sbox must be TABLE, COMPOSITE or FUNCTIONS");
  end

  typedef enum logic [1:0] { Clean, Empty, Load, Run } phase_e;

  phase_e phase_q;
  // The byte of the pass, and the round. With back_q the key register goes back to an earlier key.
  logic [3:0] byte_q, round_q;
  // key_step_q: the S-box is used for the key, in the second cycle of each of the first four bytes.
  // With Memory = 1 the key has its own S-box.
  logic back_q, key_step_q, hold_q;
  logic run, first, final_round, reverse, word_0, two_steps, move, shift_state, shift_key, rest;

  assign run = phase_q == Run;
  assign first = round_q == '0;
  assign final_round = round_q[3] & round_q[1];
  assign word_0 = byte_q[3:2] == '0;
  assign rest = run & first & ~back_q & ~key_step_q & byte_q == '0;
  assign s_tready = run & first & ~back_q & ~key_step_q & ~(byte_q == '0 & hold_q);
  assign m_tvalid = run & final_round;
  assign k_tready = phase_q == Load & &byte_q[1:0];
  assign keyed_o = run;

  assign move = first ? s_tvalid & s_tready : ~final_round | m_tready;
  assign two_steps = word_0 & ~final_round & ~Memory;
  assign shift_state = phase_q == Clean | run & ~back_q & ~key_step_q & move;
  assign shift_key = phase_q == Clean | phase_q == Load & k_tvalid
                     | run & (back_q | key_step_q | move & ~two_steps);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= Clean;
      {byte_q, round_q, back_q, key_step_q, hold_q} <= '0;
    end else if (wipe_i) begin
      phase_q <= Clean;
      {byte_q, round_q, back_q, key_step_q, hold_q} <= '0;
    end else begin
      hold_q <= k_tvalid & ~k_tready;
      key_step_q <= run & ~back_q & ~key_step_q & two_steps & move;
      byte_q <= byte_q + 4'(shift_key);
      if (shift_key && &byte_q) begin
        // Clean takes two passes, of which round_q[0] distinguishes the second one.
        if (phase_q == Clean) round_q[0] <= ~round_q[0];
        else if (run) begin
          back_q <= final_round | back_q & ~first;
          if (!(back_q && first)) round_q <= round_q + (final_round | back_q ? 4'hf : 4'h1);
        end
      end
      unique case (phase_q)
        Clean: if (&byte_q && round_q[0]) phase_q <= Empty;
        Empty: if (k_tvalid) phase_q <= Load;
        Load:  if (shift_key && &byte_q) phase_q <= Run;
        Run:   if (rest && hold_q && k_tvalid) phase_q <= Load;
      endcase
    end
  end

  // State. The oldest bytes are those of a column, which MixColumns reads. The bytes before them
  // move through ShiftRows.

  logic [7:0] mixed, given, asked, from_state, from_key, entered, rotated_1, rotated_2;
  logic [3:0][7:0] rows_1_q, column_q, column;
  logic [7:0][7:0] rows_2_q;
  logic [7:0] sum, sum_q, first_q;
  logic odd_row, low_row, swap_1, swap_2;

  // ShiftRows is a rotation of the odd rows by one byte, and then of rows 2 and 3 by two bytes. A
  // byte that waits stays in the delay line, and the byte that enters passes it.
  assign odd_row = byte_q[0] & ~word_0;
  assign low_row = byte_q[1] & byte_q[3] == byte_q[2];
  assign entered = phase_q == Clean ? '0 : from_state;
  assign rotated_1 = swap_1 ? entered : rows_1_q[0];
  assign rotated_2 = swap_2 ? rotated_1 : rows_2_q[0];

  // MixColumns (5.1.3) of byte r is a_r + s + 2 (a_r + a_r+1), with s the sum of the column. The
  // column is complete when its first byte is the oldest.
  assign sum = column[0] ^ column[1] ^ column[2] ^ column[3];
  assign mixed = column[0] ^ (byte_q[1:0] == 2'd0 ? sum : sum_q)
                 ^ xtime(column[0] ^ (&byte_q[1:0] ? first_q : column[1]));
  assign given = first ? s_tdata : mixed;

  logic state_clock, column_clock, run_state, run_column;
  sil_clock_gate #(.Gate(ClockGate)) u_state_clock (
    .clk_i, .en_i(shift_state), .clk_o(state_clock), .en_o(run_state)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_column_clock (
    .clk_i, .en_i(shift_state & byte_q[1:0] == 2'd0), .clk_o(column_clock),
    .en_o(run_column)
  );
  always_ff @(posedge state_clock) begin
    if (run_state) begin
      rows_1_q <= {swap_1 ? rows_1_q[0] : entered, rows_1_q[3:1]};
      rows_2_q <= {swap_2 ? rows_2_q[0] : rotated_1, rows_2_q[7:1]};
      column_q <= {rotated_2, column_q[3:1]};
    end
  end
  always_ff @(posedge column_clock) begin
    if (run_column) begin
      sum_q <= sum;
      first_q <= column[0];
    end
  end

  // Key. Byte i of the next round key is byte i of this one plus, for the first word, a byte from
  // the S-box or, for the others, byte i - 4 of the next one (5.2). In reverse, it is byte i plus
  // byte i - 4, which is the sum of the bytes of the earlier words that were already replaced.

  logic [15:0][7:0] key_q;
  logic [7:0] rotated, constant, key_byte, next_key;
  logic use_sbox;

  assign reverse = final_round | back_q & ~first;
  assign use_sbox = Memory ? word_0 & ~final_round : key_step_q | back_q & word_0;
  assign constant = byte_q[1:0] == 2'd0 ? rcon(round_q + 1'b1) : '0;
  assign key_byte = k_tdata[8*byte_q[1:0]+:8];
  always_comb begin
    next_key = run ? key_q[0] : phase_q == Load ? key_byte : '0;
    if (run && use_sbox) next_key ^= from_key ^ constant;
    if (run && !word_0 && !(back_q && first)) next_key ^= key_q[12];
    if (run && reverse && byte_q[3]) next_key ^= key_q[8];
    if (run && reverse && &byte_q[3:2]) next_key ^= key_q[4];
  end

  logic key_clock, run_key;
  sil_clock_gate #(.Gate(ClockGate)) u_key_clock (
    .clk_i, .en_i(shift_key), .clk_o(key_clock), .en_o(run_key)
  );
  always_ff @(posedge key_clock) if (run_key) key_q <= {next_key, key_q[15:1]};

  // SubBytes of the state and of the key. A byte in the output register of a block memory is one
  // of the 16 of the state, so the column has a register less, and a byte enters a shift later.

  assign asked = given ^ key_q[0];
  if (Memory) begin : gen_memory
    localparam logic [255:0][7:0] Rows = sbox_rows(1'b0);
    (* rom_style = "block" *) logic [7:0] rows [256];
    // The configuration of an FPGA gives its block memories contents.
    initial for (int unsigned i = 0; i < 256; i++) rows[i] = Rows[i] ^ AFFINE;
    logic [7:0] state_q, word_q;
    logic swap_1_q, swap_2_q;
    assign rotated = byte_q[1:0] == 2'd2 ? key_q[10] : key_q[14];
    always_ff @(posedge clk_i) begin
      if (shift_state) begin
        state_q <= rows[asked];
        {swap_1_q, swap_2_q} <= {odd_row, low_row};
      end
      if (shift_key) word_q <= rows[rotated];
    end
    assign {from_state, from_key} = {state_q, word_q};
    assign {swap_1, swap_2} = {swap_1_q, swap_2_q};
    assign column = {rotated_2, column_q[3:1]};
  end else begin : gen_logic
    logic [7:0] without_constant;
    assign rotated = byte_q[1:0] == 2'd3 ? key_q[9] : key_q[13];
    sil_aes_sbox #(.Sbox(Sbox)) u_sbox (
      .clk_i, .run_i(1'b1), .clear_i(1'b0), .decrypt_i(1'b0),
      .data_i(use_sbox ? rotated : asked), .key_i(8'h00), .data_o(without_constant)
    );
    assign from_state = without_constant ^ AFFINE;
    assign from_key = from_state;
    assign {swap_1, swap_2} = {odd_row, low_row};
    assign column = column_q;
  end

  assign m_tdata = column[0] ^ key_q[0];

  logic unused;
  assign unused = ^{k_tuser, s_tuser, column_q[0]};
endmodule
