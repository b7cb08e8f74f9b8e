// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Processes a block byte by byte through one S-box (the sequential form), or column by column
/// through four S-boxes.
///
///     cycle of a round    0 ... 15      2 ... 17 (into the next round)   6 ... 21
///     bytes               read          leave the S-box                  mixed, written or output
///
///     cycle of a round    0 ... 3       2 ... 5                          3 ... 6
///     columns             read          leave the S-boxes                mixed, written or output
///
/// A byte is written to an address from which a byte of the same row was read. So the rows of the
/// state rotate in the memory from round to round. Ports and parameters are those of
/// `sil_aes_core`; Bytes is its DataWidth in bytes.
///
/// ## Latency and throughput
/// With Nr rounds a block takes 19 Nr + 21 cycles: 2 to read its direction and its first round key,
/// 16 to take its bytes, 19 for each round, of which 16 read bytes, and 3 to output the last bytes.
/// The first byte of the result is valid 19 Nr + 3 cycles after the first byte of the block was
/// accepted. Column by column these are 7 Nr + 6 and 7 Nr cycles.
module sil_aes_bytes
  import sil_aes_pkg::*;
#(
  parameter int unsigned KeyBits = 128,
  parameter direction_e Direction = ENCRYPT,
  parameter sbox_e Sbox = FUNCTIONS,
  /// Bytes in parallel: 1, or 4 for a column.
  parameter int unsigned Bytes = 1
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        wipe_i,
  input  logic [31:0] k_tdata,
  input  logic [1:0]  k_tuser,
  input  logic        k_tvalid,
  output logic        k_tready,
  output logic        keyed_o,
  input  logic [8*Bytes-1:0] s_tdata,
  input  logic        s_tuser,
  input  logic        s_tvalid,
  output logic        s_tready,
  output logic [8*Bytes-1:0] m_tdata,
  output logic        m_tvalid,
  input  logic        m_tready
);
  if (!(Bytes inside {1, 4})) begin : gen_width
    $fatal(1, "Bytes must be 1 or 4");
  end

  localparam bit Both = Direction == BOTH;
  localparam int unsigned Depth = 16 / Bytes;
  // The S-box has two registers. A column of bytes is complete three cycles after its first byte
  // leaves the S-box, and MixColumns starts one cycle later. The reads of the next round start when
  // the first bytes that they need are written.
  localparam logic [15:0] Cuts = Both ? 16'h0048 : 16'h0014;
  localparam int unsigned Delay = Bytes == 1 ? 6 : 3;
  localparam int unsigned RoundCycles = Bytes == 1 ? 19 : 7;

  /// Control word of a byte or column that was read.
  typedef struct packed {
    logic       valid;
    logic       last;
    logic [1:0] row;  // row of a byte
    logic [Bytes-1:0][1:0] columns;  // column in which each byte is stored
  } control_t;

  logic run, keyed, hold_q, idle, take, use_key;
  logic step;  // the counters and the address of a byte advance
  logic clean_q;  // the memory of the state is being cleared
  // State: the first byte of the first round key is read; a block is taken; it is in its rounds.
  logic prime_d, prime_q, open_q, busy_q;
  // The last beat of a block is taken; the last cycle of a round, of a block.
  logic block_ends, round_ends, finish;
  logic choice, decrypt_q, decrypt, last;
  logic early;  // round keys are added before InvMixColumns
  logic [3:0] round_q, rounds_of_key;
  logic [3:0] round_d;
  // Counts cycles of a round, bytes of a block, or bytes that are cleared.
  logic [4:0] cycle_d, cycle_q;
  control_t control, out;
  control_t control_q [Delay];

  // Keys.

  logic write;
  logic [5:0] key_address;
  logic [31:0] word;
  (* ram_style = "distributed" *) logic [31:0] keys_q [64];
  logic [31:0] key_word_q;
  logic between;  // no block is in progress
  logic [7:0] address, address_d, address_q;  // address of the next read: round key, byte
  logic [1:0] byte_q;  // byte of key_word_q that is used next
  logic [8*Bytes-1:0] key_q;

  sil_aes_expansion #(
    .KeyBits(KeyBits), .Sbox(Sbox), .Inverse(Direction == DECRYPT)
  ) u_expansion (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid, .k_tready, .idle_i(idle),
    .write_o(write), .address_o(key_address), .word_o(word), .keyed_o(keyed),
    .rounds_o(rounds_of_key)
  );

  // A byte of a round key is in key_q, and the word of the byte after it in key_word_q. Each use
  // reads one more word, from an address in a register. The last byte of a round key is followed by
  // the next round key, or with decryption by the previous one. Between blocks the first word is
  // read. Only with Direction = BOTH its address depends on the block.
  assign between = !busy_q && !open_q && !prime_q;
  assign address = Both && between ? {choice ? rounds_of_key : 4'd0, 4'd0} : address_q;
  always_comb begin
    address_d[3:0] = address[3:0] + 4'(Bytes);
    address_d[7:4] = address[7:4];
    if (address_d[3:0] == '0) address_d[7:4] += (between ? choice : decrypt) ? 4'hf : 4'h1;
  end
  always_ff @(posedge clk_i) begin
    if (write) keys_q[key_address] <= word;
    if (between || use_key) begin
      key_word_q <= keys_q[address[7:2]];
      byte_q <= address[1:0];
    end
    if (finish || (between && !prime_d)) address_q <= {choice ? rounds_of_key : 4'd0, 4'd0};
    else if (between || use_key) address_q <= address_d;
    if (clean_q) key_q <= '0;
    else if (use_key) key_q <= (8 * Bytes)'(key_word_q >> (Bytes == 1 ? 8 * byte_q : 5'd0));
  end

  // Control.

  assign choice = Direction == BOTH ? s_tuser : Direction == DECRYPT;
  assign decrypt = Direction == BOTH ? decrypt_q : Direction == DECRYPT;
  assign early = Both & decrypt;
  assign run = ~m_tvalid | m_tready;
  assign last = round_q == rounds_of_key;
  assign s_tready = open_q;
  assign take = s_tvalid & open_q;
  assign step = clean_q | take | (busy_q & run);
  assign idle = hold_q & ~prime_q & ~open_q & ~busy_q;
  assign prime_d = ~prime_q & ~open_q & ~busy_q & keyed & ~hold_q & s_tvalid;
  assign round_ends = cycle_q == 5'((last ? Depth + Delay : RoundCycles) - 1);
  assign block_ends = cycle_q == 5'(Depth - 1);
  assign finish = busy_q & run & last & round_ends;
  assign keyed_o = keyed;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {hold_q, prime_q, open_q, busy_q, decrypt_q} <= '0;
      clean_q <= 1'b1;
      cycle_q <= '0;
      round_q <= '0;
    end else if (wipe_i) begin
      {hold_q, prime_q, open_q, busy_q, decrypt_q} <= '0;
      clean_q <= 1'b1;
      cycle_q <= '0;
      round_q <= '0;
    end else begin
      hold_q <= k_tvalid;
      if (&cycle_q) clean_q <= 1'b0;
      if (step) {cycle_q, round_q} <= {cycle_d, round_d};
      prime_q <= prime_d;
      if (!prime_q && !open_q && !busy_q) decrypt_q <= s_tuser;
      if (prime_q) open_q <= 1'b1;
      if (take && block_ends) open_q <= 1'b0;
      busy_q <= (take & block_ends) | (busy_q & ~finish);
    end
  end

  // Address of a byte: each round rotates row r by r, in the other direction for decryption. It is
  // in a register before the memory.
  logic [1:0] column, rotated_row, rotation;
  logic [Bytes-1:0][1:0] columns_d, columns_q;
  always_comb begin
    cycle_d = cycle_q + 1'b1;
    round_d = round_q;
    if (open_q ? block_ends : busy_q & round_ends) begin
      cycle_d = '0;
      round_d = open_q ? 4'd1 : round_q + 1'b1;
    end
    column = Bytes == 1 ? cycle_d[3:2] : cycle_d[1:0];
    for (int unsigned i = 0; i < Bytes; i++) begin
      rotated_row = Bytes == 1 ? cycle_d[1:0] : 2'(i);
      // Product of row and round modulo 4, written so that synthesis infers no multiplier.
      rotation = (rotated_row[0] ? round_d[1:0] : 2'd0) + {rotated_row[1] & round_d[0], 1'b0};
      columns_d[i] = decrypt ? column - rotation : column + rotation;
    end
  end
  always_ff @(posedge clk_i) if (step) columns_q <= columns_d;
  assign control = '{
    valid: busy_q & cycle_q < 5'(Depth), last: last, row: cycle_q[1:0], columns: columns_q
  };

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < Delay; i++) control_q[i] <= '0;
    end else if (wipe_i) begin
      for (int unsigned i = 0; i < Delay; i++) control_q[i] <= '0;
    end else if (run) begin
      control_q[0] <= control;
      for (int unsigned i = 1; i < Delay; i++) control_q[i] <= control_q[i-1];
    end
  end
  assign out = control_q[Delay-1];
  assign use_key = prime_q | take | (run & (early ? control.valid : out.valid));

  // State.

  logic [8*Bytes-1:0] read, substituted, given;
  logic write_state;
  logic [8*Bytes-1:0] write_bytes;

  assign write_state = clean_q | take | (out.valid & ~out.last & run);
  assign write_bytes = clean_q ? '0 : out.valid ? given : s_tdata ^ key_q;

  for (genvar i = 0; i < Bytes; i++) begin : gen_byte
    localparam int unsigned AddressBits = $clog2(Depth);
    logic [7:0] memory_q [Depth];
    logic [AddressBits-1:0] read_address, write_address;
    assign read_address =
      AddressBits'(Bytes == 1 ? {control.columns[i], control.row} : 4'(control.columns[i]));
    assign write_address = !out.valid ? cycle_q[AddressBits-1:0]
      : AddressBits'(Bytes == 1 ? {out.columns[i], out.row} : 4'(out.columns[i]));
    assign read[8*i+:8] = memory_q[read_address];
    always_ff @(posedge clk_i) if (write_state) memory_q[write_address] <= write_bytes[8*i+:8];
  end

  sil_aes_sbox #(.Sbox(Sbox), .Direction(Direction), .Cuts(Cuts), .Bytes(Bytes)) u_sbox (
    .clk_i, .run_i(run), .clear_i(1'b0), .decrypt_i(decrypt), .data_i(read),
    .key_i(early ? key_q : '0), .data_o(substituted)
  );

  logic [31:0] column_s, complete, mix_q;  // column from the S-box; complete; being mixed
  if (Direction == ENCRYPT) begin : gen_encrypt
    assign complete = column_s;
  end else begin : gen_inverse
    sil_aes_inverse #(.Columns(1)) u_inverse (
      .on_i(decrypt & ~control_q[Delay-2].last), .state_i(column_s), .state_o(complete)
    );
  end

  if (Bytes == 1) begin : gen_serial
    logic [7:0] mixed;
    logic [23:0] column_q;  // bytes of an incomplete column
    assign column_s = {substituted, column_q};
    always_ff @(posedge clk_i) begin
      if (run) begin
        column_q <= column_s[31:8];
        mix_q <= control_q[Delay-2].row == 2'd0 ? complete : {mix_q[7:0], mix_q[31:8]};
      end
    end

    // MixColumns of the byte that the rotation has moved to the low bits (5.1.3).
    assign mixed = xtime(mix_q[7:0] ^ mix_q[15:8])
                   ^ mix_q[15:8] ^ mix_q[23:16] ^ mix_q[31:24];
    assign given = (out.last ? mix_q[7:0] : mixed) ^ (early ? '0 : key_q);
  end else begin : gen_columns
    assign column_s = substituted;
    always_ff @(posedge clk_i) if (run) mix_q <= complete;
    sil_aes_columns #(.Columns(1)) u_columns (
      .clk_i, .run_i(1'b1), .state_i(mix_q), .last_i(out.last), .key_i(early ? '0 : key_q),
      .block_i('0), .state_o(given)
    );
  end

  assign m_tdata = given;
  assign m_tvalid = out.valid & out.last;
endmodule
