// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The four memory banks, each the host's or the core's, and who gets a word of them.
///
/// One place of words: a bank's number is the high bits of an address. A bank changes hands when
/// it is wanted and not in use.
///
/// ## Latency and throughput
/// A word of each bank a cycle; what is read is there in the cycle after.
module sil_storage_banks
  import sil_storage_pkg::*;
#(
  parameter int unsigned BankWords = 1024,
  localparam int unsigned AddressBits = $clog2(BANKS * BankWords)
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  /// Forget what was read last.
  input  logic                               clear_i,
  /// The core shall have it; else the host.
  input  logic [BANKS-1:0]                   wanted_i,
  /// It is in use and stays whose it is.
  input  logic [BANKS-1:0]                   locked_i,
  /// The core has it.
  output logic [BANKS-1:0]                   owner_o,
  input  logic [MASTERS-1:0]                 valid_i,
  input  logic [MASTERS-1:0]                 write_i,
  input  logic [MASTERS-1:0][AddressBits-1:0] address_i,
  input  logic [MASTERS-1:0][31:0]           data_i,
  input  logic [MASTERS-1:0][3:0]            strobe_i,
  /// Whoever asks gets it in this cycle; does not depend on its own `valid_i`.
  output logic [MASTERS-1:0]                 ready_o,
  /// It is the other side's bank.
  output logic [MASTERS-1:0]                 foreign_o,
  /// What was read in the last cycle.
  output logic [MASTERS-1:0][31:0]           data_o
);
  localparam int unsigned BankBits = $clog2(BANKS);
  localparam int unsigned WordBits = AddressBits - BankBits;

  if (BankWords < 4 || BankWords != 2**$clog2(BankWords)) begin : gen_bank_words
    $fatal(1, "BankWords must be a power of two, 4 or more");
  end

  logic [MASTERS-1:0][BankBits-1:0] bank, bank_q;
  logic [BANKS-1:0][31:0] read;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) owner_o <= '0;
    else owner_o <= (owner_o & locked_i) | (wanted_i & ~locked_i);
  end

  always_comb begin
    for (int unsigned i = 0; i < MASTERS; i++) begin
      bank[i] = address_i[i][AddressBits-1:WordBits];
      foreign_o[i] = owner_o[bank[i]] != (i >= CORE_WRITE);
      ready_o[i] = ~foreign_o[i];
    end
    if (valid_i[WINDOW] && bank[WINDOW] == bank[DMA]) ready_o[DMA] = 1'b0;
    if (valid_i[CORE_WRITE] && bank[CORE_WRITE] == bank[CORE_READ]) ready_o[CORE_READ] = 1'b0;
  end

  for (genvar b = 0; b < BANKS; b++) begin : gen_bank
    logic [MASTERS-1:0] given;
    logic write;
    logic [WordBits-1:0] address;
    logic [31:0] data;
    logic [3:0] strobe;

    always_comb begin
      {write, address, data, strobe} = '0;
      for (int unsigned i = 0; i < MASTERS; i++) begin
        given[i] = valid_i[i] & ready_o[i] & bank[i] == BankBits'(b);
        write |= given[i] & write_i[i];
        address |= given[i] ? address_i[i][WordBits-1:0] : '0;
        data |= given[i] ? data_i[i] : '0;
        strobe |= given[i] ? strobe_i[i] : '0;
      end
    end

    sil_storage_bank #(.Words(BankWords)) u_bank (
      .clk_i, .clear_i, .read_i(|given & ~write), .write_i(write), .address_i(address),
      .data_i(data), .strobe_i(strobe), .data_o(read[b])
    );
  end

  always_ff @(posedge clk_i) bank_q <= bank;
  always_comb for (int unsigned i = 0; i < MASTERS; i++) data_o[i] = read[bank_q[i]];
endmodule
