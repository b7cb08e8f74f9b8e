// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Encrypts a block bit by bit with the least area in standard cells: AES-128, one S-box for state
/// and round keys, no stored round keys.
///
/// State and round key are shift registers of bits, without a multiplexer per bit: a register that
/// holds has a gated clock. One pass over the 16 bytes is a round. A step of a pass is one byte:
///
///     phase     cycles   state                                   round key
///     SubBytes  1        the byte that entered the column last
///     mix       0 or 8   MixColumns of a complete column         the last word rotates by a byte
///     shift     8        bits leave the column, AddRoundKey,     bits of the next round key
///                        ShiftRows, bits enter the column
///
/// A byte moves with its most significant bit first. Each pass computes the round key that it adds.
/// When the result has left, the key registers compute the round keys in reverse, until they
/// contain the key again.
///
/// Ports are those of `sil_aes_core` with KeyBits = 128, DataWidth = 8, for encryption.
///
/// ## Latency and throughput
/// A block takes 4136 cycles: 11 passes of 200 cycles, of which the last outputs the result, and 11
/// passes of 176 cycles for the key. The first byte of the result is valid 2000 cycles after the
/// first byte of the block was accepted. A word of the key is accepted in the last cycle of its
/// fourth byte. A key takes 200 cycles.
module sil_aes_bit
  import sil_aes_pkg::*;
#(
  /// As in sil_aes_core: FUNCTIONS for an FPGA, COMPOSITE for standard cells.
  parameter sbox_e Sbox = COMPOSITE,
  /// Whether the clocks of the shift registers are gated. Gain: in standard cells, no multiplexer
  /// per register. Cost: six clock gates. No effect where hw/prim/fpga is compiled.
  parameter bit ClockGate = 1'b0
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// Zeroise the key and all data that depends on it. Takes at most 361 cycles.
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

  // run_q and back_q: 0 0 a key is loaded, 1 0 a block is processed, 1 1 the key is computed back,
  // 0 1 the registers are being cleared.
  logic run_q, back_q;
  // Phases of a step; neither is set in the phase shift.
  logic sub_q, mix_q;
  // The bit of the byte, and the byte of the pass.
  logic [2:0] bit_q;
  logic [3:0] byte_q;
  // 15: the block enters. 0 to 9: the pass of a round, and the exponent of its round constant. Back
  // from 10 to 15 in steps of -1, after the first word of a pass.
  logic round_high_q;
  logic [2:0] round_low_q;
  logic [3:0] round;
  logic load, first, nine, final_round, no_sbox, no_mix, update;
  logic word_0, words_12, word_3, row_0, last_bit, start;
  logic move, ready, shift, step_ends, pass_ends, counts;

  assign round = {round_high_q, round_low_q};
  assign load = ~run_q & ~back_q;
  assign update = ~&round;
  assign first = run_q & ~back_q & ~update;
  assign no_mix = round[3] & round[0];
  assign nine = no_mix & ~round[1];
  assign final_round = ~back_q & nine;
  assign no_sbox = round[3] & round[1];
  assign word_0 = byte_q[3:2] == 2'd0;
  assign words_12 = ^byte_q[3:2];
  assign word_3 = &byte_q[3:2];
  assign row_0 = byte_q[1:0] == 2'd0;
  assign last_bit = &bit_q;
  assign start = ~|{byte_q, bit_q};

  // A key is accepted before the first bit of a block.
  assign move = ~(load & ~k_tvalid) & ~(first & (~s_tvalid | (start & k_tvalid)))
                & ~(final_round & last_bit & ~m_tready);
  assign ready = ~sub_q & ~mix_q;
  assign shift = ready & move;
  assign step_ends = shift & last_bit;
  assign pass_ends = step_ends & (&byte_q);
  assign counts = step_ends & (&byte_q[1:0]) & (back_q ? word_0 : word_3) & run_q;

  assign k_tready = load & ready & last_bit & (&byte_q[1:0]);
  assign s_tready = first & ready & last_bit;
  assign m_tvalid = final_round & ready & last_bit;
  assign keyed_o = run_q;

  // Registers are cleared in the first complete pass with round = 15. A wipe may come in any
  // cycle of a pass, so the pass before that one may be incomplete.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {run_q, back_q, round_high_q} <= 3'b010;
    end else if (wipe_i) begin
      {run_q, back_q, round_high_q} <= 3'b010;
    end else begin
      run_q <= (run_q & ~(first & ready & start & k_tvalid)) | (load & pass_ends);
      back_q <= pass_ends ? (back_q ? update : nine) : back_q;
      if (!run_q && pass_ends) round_high_q <= 1'b1;
      else if (counts) round_high_q <= round[3] ^ (back_q ? ~|round[2:0] : &round[2:0]);
    end
  end
  always_ff @(posedge clk_i) begin
    if (!run_q && pass_ends) round_low_q <= '1;
    else if (counts) round_low_q <= back_q ? round[2:0] - 1'b1 : round[2:0] + 1'b1;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {sub_q, mix_q, bit_q, byte_q} <= '0;
    end else begin
      sub_q <= step_ends;
      mix_q <= sub_q ? word_0 | (row_0 & ~back_q) : mix_q & ~last_bit;
      if (shift || mix_q) bit_q <= bit_q + 1'b1;
      if (step_ends) byte_q <= byte_q + 1'b1;
    end
  end

  // State. The oldest four bytes are a column; their bits with index 0 are the oldest. The bytes
  // before them move through ShiftRows: a rotation of the odd rows by one byte, and then of rows 2
  // and 3 by two bytes. A byte that waits stays in the delay line, and the byte that enters passes
  // it. In the last round no byte passes the first delay line, because the result leaves from it.

  logic [31:0] rows_1_q;
  logic [63:0] rows_2_q;
  logic [2:0][7:0] column_q;
  logic [7:0] last_q;  // the byte that entered the column last
  logic [3:0][7:0] column;
  logic swap_1, swap_2, rotated_1, rotated_2, entered;

  assign column = {last_q, column_q};
  assign swap_1 = byte_q[0] & ~word_0 & ~nine;
  assign swap_2 = byte_q[1] & byte_q[3] == byte_q[2];
  assign rotated_1 = swap_1 ? entered : rows_1_q[0];
  assign rotated_2 = swap_2 ? rotated_1 : rows_2_q[0];

  // MixColumns (5.1.3), one bit of all four bytes per cycle. Byte r is a_r+1 + a_r+2 + a_r+3
  // + 2 (a_r + a_r+1). In the product, a bit is the next lower bit of the sum, plus its most
  // significant bit where the modulus 11b (hexadecimal) has a one. The four sums add up to zero, so
  // the last product is the sum of the others.
  logic [3:0] a, sums, doubled, mixed;
  logic [2:0] lower, high_q;
  logic modulus, mixing;
  logic [7:0] substituted, replaced;

  assign mixing = mix_q & row_0 & ~no_mix;
  assign modulus = bit_q[0] ? bit_q[1] : bit_q[2];
  always_comb begin
    for (int unsigned i = 0; i < 4; i++) a[i] = column[i][0];
    sums = a ^ {a[0], a[3:1]};
    for (int unsigned i = 0; i < 3; i++) begin
      lower[i] = column[i][1] ^ column[i+1][1];
      doubled[i] = (lower[i] & ~last_bit) ^ (high_q[i] & modulus);
    end
    doubled[3] = doubled[0] ^ doubled[1] ^ doubled[2];
    for (int unsigned i = 0; i < 3; i++) mixed[i] = a[i+1] ^ (mix_q & (sums[(i+2)%4] ^ doubled[i]));
    mixed[3] = mix_q ? a[0] ^ sums[1] ^ doubled[3] : rotated_2;
  end

  logic shift_state, rows_clock, column_clock, last_clock, high_clock;
  logic run_rows, run_column, run_last, run_high;
  assign shift_state = shift & ~(run_q & back_q);
  sil_clock_gate #(.Gate(ClockGate)) u_rows_clock (
    .clk_i, .en_i(shift_state), .clk_o(rows_clock), .en_o(run_rows)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_column_clock (
    .clk_i, .en_i(shift_state | mixing), .clk_o(column_clock), .en_o(run_column)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_last_clock (
    .clk_i, .en_i(shift_state | mixing | sub_q), .clk_o(last_clock), .en_o(run_last)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_high_clock (
    .clk_i, .en_i(mix_q & bit_q == '0), .clk_o(high_clock), .en_o(run_high)
  );
  always_ff @(posedge rows_clock) begin
    if (run_rows) begin
      rows_1_q <= {swap_1 ? rows_1_q[0] : entered, rows_1_q[31:1]};
      rows_2_q <= {swap_2 ? rows_2_q[0] : rotated_1, rows_2_q[63:1]};
    end
  end
  always_ff @(posedge column_clock) begin
    if (run_column) begin
      for (int unsigned i = 0; i < 3; i++) column_q[i] <= {mixed[i], column[i][7:1]};
    end
  end
  always_ff @(posedge last_clock) begin
    if (run_last) last_q <= sub_q ? replaced : {mixed[3], column[3][7:1]};
  end
  always_ff @(posedge high_clock) if (run_high) high_q <= sums[2:0];

  // Key (5.2). The first three words shift in the steps of their own words, and the last word in
  // those of the last two words, because it is replaced together with the third one. Before each
  // byte of the first word the last word rotates by a byte. So the S-box reads RotWord from the
  // oldest byte, which holds while the bits of the S-box are added.
  //
  // In reverse, the second word is added to the third one as it was before: as the sum of the new
  // second word and of the first one.

  logic [95:0] words_q;
  logic [31:0] word_q;
  logic [7:0] source, read, asked, without_constant;
  logic serial, oldest, sum, next_key, constant, use_sbox, change;

  assign use_sbox = word_0 & ~no_sbox;
  assign read = sub_q ? column[3] : word_q[7:0];
  assign asked = {<<{read}};
  assign source = (substituted & {8{use_sbox}}) | (s_tdata & {8{first}})
                  | (k_tdata[8*byte_q[1:0]+:8] & {8{load}});
  assign serial = source[~bit_q];
  // A bit of the round constants 01 to 80, 1b, 36 (hexadecimal).
  assign constant = !round[3] ? bit_q == ~round[2:0]
                    : round[0] ? bit_q inside {3'd2, 3'd3, 3'd5, 3'd6} : modulus;
  assign change = update & words_12;
  assign oldest = word_3 ? run_q & word_q[0] : run_q & words_q[0];
  assign sum = oldest ^ (change & words_q[64]) ^ (change & back_q & byte_q[3] & words_q[32])
               ^ serial ^ (use_sbox & row_0 & constant);
  assign next_key = first ? oldest : sum;
  assign entered = sum ^ (column[0][0] & update);

  logic words_clock, word_clock, run_words, run_word;
  sil_clock_gate #(.Gate(ClockGate)) u_words_clock (
    .clk_i, .en_i(shift & ~word_3), .clk_o(words_clock), .en_o(run_words)
  );
  sil_clock_gate #(.Gate(ClockGate)) u_word_clock (
    .clk_i, .en_i((mix_q & use_sbox) | (shift & byte_q[3])), .clk_o(word_clock), .en_o(run_word)
  );
  always_ff @(posedge words_clock) if (run_words) words_q <= {next_key, words_q[95:1]};
  always_ff @(posedge word_clock) begin
    if (run_word) begin
      word_q[30:0] <= word_q[31:1];
      word_q[31] <= (word_q[0] & ~word_3)
        ^ ((word_3 & next_key) | (change & byte_q[3] & (back_q ? words_q[0] : next_key)));
    end
  end

  sil_aes_sbox #(.Sbox(Sbox)) u_sbox (
    .clk_i, .run_i(1'b1), .clear_i(1'b0), .decrypt_i(1'b0), .data_i(asked), .key_i(8'h00),
    .data_o(without_constant)
  );
  assign substituted = without_constant ^ AFFINE;
  assign replaced = {<<{substituted}};

  // The last bit of a byte of the result is not in a register.
  assign m_tdata = {<<{entered, rows_1_q[31:25]}};

  logic unused;
  assign unused = ^{k_tuser, s_tuser};
endmodule
