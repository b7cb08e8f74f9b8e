// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Processes a block with one function of FIPS 197 after the other, byte by byte, in the memory of
/// the state. Each cycle has at most one access to this memory. This is the architecture of the
/// sequential form of the paper aes-2005, a program whose statements take one cycle each.
///
///     function                  cycles   steps
///     AddRoundKey               32       for each byte: read, write
///     SubBytes, InvSubBytes     32       for each byte: read, write
///     ShiftRows, InvShiftRows   32       for each row: read 4 bytes, write 4 bytes
///     MixColumns, InvMixColumns 80       for each column: read 4 bytes; for each result: 4 products
///
/// SubBytes comes before ShiftRows in both directions, because the two commute (FIPS 197 5.3.5).
/// Ports are those of `sil_aes_core` with DataWidth = 8.
///
/// ## Latency and throughput
/// With Nr rounds a block takes 176 Nr - 47 cycles. The first byte of the result is valid 176 Nr -
/// 79 cycles after the first byte of the block was accepted. Bytes are accepted and results are
/// valid in every second cycle.
module sil_aes_stepwise
  import sil_aes_pkg::*;
#(
  /// As in sil_aes_core.
  parameter int unsigned KeyBits = 128,
  /// As in sil_aes_core.
  parameter direction_e Direction = ENCRYPT,
  /// As in sil_aes_core.
  parameter sbox_e Sbox = FUNCTIONS
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// Zeroise the key and all data that depends on it. Takes 65 cycles, as after a reset.
  input  logic        wipe_i,
  /// Words of the key, the first byte of the key in the low bits of the first word.
  input  logic [31:0] k_tdata,
  /// With KeyBits = 0, the key length: 0, 1, 2 for 128, 192, 256 bits. Read with the first word.
  input  logic [1:0]  k_tuser,
  input  logic        k_tvalid,
  output logic        k_tready,
  /// A key is loaded and expanded.
  output logic        keyed_o,
  /// A byte of a block.
  input  logic [7:0]  s_tdata,
  /// With BOTH: decrypt this block. Otherwise ignored.
  input  logic        s_tuser,
  input  logic        s_tvalid,
  output logic        s_tready,
  /// A byte of a result.
  output logic [7:0]  m_tdata,
  output logic        m_tvalid,
  input  logic        m_tready
);
  if (!(KeyBits inside {0, 128, 192, 256})) begin : gen_key_bits
    $fatal(1, "KeyBits must be 128, 192, 256 or, for any of them, 0");
  end
  if (!(Direction inside {ENCRYPT, DECRYPT, BOTH})) begin : gen_direction
    $fatal(1, "Direction must be ENCRYPT, DECRYPT or BOTH");
  end
  if (!(Sbox inside {TABLE, COMPOSITE, FUNCTIONS})) begin : gen_sbox
    $fatal(1, "Sbox must be TABLE, COMPOSITE or FUNCTIONS");
  end

  // The register of the S-box is in its middle.
  localparam logic [15:0] Cuts = Direction == BOTH ? 16'h0010 : 16'h0008;
  localparam logic [4:0] Bytewise = 5'd7;     // last step of four bytes, or of a row
  localparam logic [4:0] Columnwise = 5'd19;  // last step of a column in MixColumns

  typedef enum logic [2:0] {Clean, Rest, Add, Substitute, Shift, Mix} state_e;

  state_e state_q, next;
  // The group of four bytes that a function processes, a column or a row; and the step within it.
  logic [1:0] group_q;
  logic [4:0] step_q;
  logic [3:0] round_q, rounds_of_key, key_number;
  logic hold_q, decrypt_q, decrypt, keyed, first, last, second, wait_in, move, done;

  // Keys.

  logic write_key;
  logic [5:0] key_address;
  word_t key_word, key_word_q;
  (* ram_style = "distributed" *) logic [31:0] keys_q [64];

  sil_aes_expansion #(.KeyBits(KeyBits), .Sbox(Sbox)) u_expansion (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid, .k_tready,
    .idle_i(hold_q & state_q == Rest), .write_o(write_key), .address_o(key_address),
    .word_o(key_word), .keyed_o(keyed), .rounds_o(rounds_of_key)
  );

  assign key_number = decrypt ? rounds_of_key - round_q : round_q;
  always_ff @(posedge clk_i) begin
    if (write_key) keys_q[key_address] <= key_word;
    key_word_q <= keys_q[{key_number, group_q}];
  end

  // Control. `second` is the second of the two cycles that a byte takes.

  assign decrypt = Direction == BOTH ? decrypt_q : Direction == DECRYPT;
  assign first = round_q == '0;
  assign last = round_q == rounds_of_key;
  assign second = step_q[0];
  assign wait_in = state_q == Add & first & ~second & ~s_tvalid;
  assign move = ~wait_in & (~m_tvalid | m_tready);
  assign done = step_q == (state_q == Mix ? Columnwise : Bytewise) & &group_q;
  assign keyed_o = keyed;
  assign s_tready = state_q == Add & first & ~second;
  assign m_tvalid = state_q == Add & last & second;

  always_comb begin
    unique case (state_q)
      Add:        next = last ? Rest : decrypt & ~first ? Mix : Substitute;
      Substitute: next = Shift;
      Shift:      next = last | decrypt ? Add : Mix;
      Mix:        next = decrypt ? Substitute : Add;
      default:    next = Rest;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Clean;
      {group_q, step_q, round_q, hold_q, decrypt_q} <= '0;
    end else if (wipe_i) begin
      state_q <= Clean;
      {group_q, step_q, round_q, hold_q, decrypt_q} <= '0;
    end else begin
      hold_q <= k_tvalid;
      if (state_q == Rest) begin
        round_q <= '0;
        decrypt_q <= s_tuser;
        if (keyed && !hold_q && s_tvalid) state_q <= Add;
      end else if (move) begin
        step_q <= step_q + 1'b1;
        if (step_q == (state_q == Mix ? Columnwise : Bytewise)) begin
          step_q <= '0;
          group_q <= group_q + 1'b1;
        end
        if (done) begin
          state_q <= next;
          if (next == Substitute) round_q <= round_q + 1'b1;
        end
      end
    end
  end

  // The state. ShiftRows and MixColumns read four bytes into a register, which then rotates.

  logic [7:0] memory_q [16];
  logic [3:0] address;
  logic [7:0] read, written, substituted, product, result, result_q;
  logic reading, write;
  logic [1:0] rotated_column;
  logic [3:0] factor;
  word_t word_q;

  assign reading = step_q < 5'd4;
  assign rotated_column = step_q[1:0] + (reading ? (decrypt ? -group_q : group_q) : 2'd0);
  always_comb begin
    unique case (state_q)
      Shift:   address = {rotated_column, group_q};
      Mix:     address = {group_q, reading ? step_q[1:0] : 2'(step_q[3:2] - 2'd1)};
      default: address = {group_q, step_q[2:1]};
    endcase
    unique case (state_q)
      Add:     write = second & ~last;
      Shift:   write = ~reading;
      Mix:     write = ~reading & &step_q[1:0];
      default: write = state_q != Rest & (second | state_q == Clean);
    endcase
    unique case (state_q)
      Clean:      written = '0;
      Add:        written = m_tdata;
      Substitute: written = substituted;
      Shift:      written = word_q[0];
      default:    written = result;
    endcase
  end

  assign read = memory_q[address];
  always_ff @(posedge clk_i) begin
    if (write) memory_q[address] <= written;
    if (state_q == Clean) {word_q, result_q} <= '0;
    else if (state_q == Add ? ~second : reading) begin
      word_q <= {state_q == Add & first ? s_tdata : read, word_q[3:1]};
    end else if (state_q != Add) begin
      word_q <= {word_q[0], word_q[3:1]};
      result_q <= result;
    end
  end

  // AddRoundKey. The byte that was read is the newest of the register.
  assign m_tdata = word_q[3] ^ key_word_q[step_q[2:1]];

  // SubBytes. The round keys contain its constant.
  sil_aes_sbox #(.Sbox(Sbox), .Direction(Direction), .Cuts(Cuts)) u_sbox (
    .clk_i, .run_i(1'b1), .clear_i(1'b0), .decrypt_i(decrypt), .data_i(read), .key_i(8'h00),
    .data_o(substituted)
  );

  // MixColumns. Result j is the sum of the products of byte i with factor (i - j) modulo 4 of 2, 3,
  // 1, 1 or, for InvMixColumns, of e, b, d, 9.
  always_comb begin
    unique case (2'(step_q[1:0] - 2'(step_q[3:2] - 2'd1)))
      2'd0: factor = decrypt ? 4'he : 4'h2;
      2'd1: factor = decrypt ? 4'hb : 4'h3;
      2'd2: factor = decrypt ? 4'hd : 4'h1;
      2'd3: factor = decrypt ? 4'h9 : 4'h1;
    endcase
    product = '0;
    for (int unsigned i = 0; i < 4; i++) begin
      byte_t power;
      power = word_q[0];
      for (int unsigned k = 0; k < i; k++) power = xtime(power);
      if (factor[i]) product ^= power;
    end
  end
  assign result = (step_q[1:0] == 2'd0 ? 8'h00 : result_q) ^ product;
endmodule
