// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The owners of the four memory banks (host or core), and the arbiter of their memories.
///
/// The banks form one address space of words. The high bits of an address are the number of the
/// bank. A bank changes its owner when this is requested and the bank is not in use.
///
/// ## Latency and throughput
/// One word of each bank per cycle. An access reaches its memory in the cycle after its grant. A
/// word that is read is valid `WordCycles` after the grant.
module sil_storage_banks
  import sil_storage_pkg::*;
#(
  /// Words of 32 bits in each bank, a power of two.
  parameter int unsigned BankWords = 1024,
  /// Cycles from the grant of a read to its word.
  parameter int unsigned WordCycles = 3,
  localparam int unsigned BankBits = $clog2(BANKS),
  localparam int unsigned WordBits = $clog2(BankWords),
  localparam int unsigned AddressBits = BankBits + WordBits
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  /// Requested owner of each bank: 1 for the core, 0 for the host.
  input  logic [BANKS-1:0]         owner_request_i,
  /// The bank is in use and keeps its owner.
  input  logic [BANKS-1:0]         locked_i,
  /// Owner of each bank: 1 for the core, 0 for the host.
  output logic [BANKS-1:0]         owner_o,
  input  logic [MASTERS-1:0]       valid_i,
  input  logic [MASTERS-1:0]       write_i,
  input  logic [MASTERS-1:0][AddressBits-1:0] address_i,
  input  logic [MASTERS-1:0][31:0] data_i,
  input  logic [MASTERS-1:0][3:0]  strobe_i,
  /// A request is granted in this cycle. Does not depend on the requester's own `valid_i`.
  output logic [MASTERS-1:0]       ready_o,
  /// The addressed bank is owned by the other side, and the request is not granted.
  output logic [MASTERS-1:0]       not_owned_o,
  /// The word whose read was granted `WordCycles` before.
  output logic [MASTERS-1:0][31:0] data_o,
  /// The memories, as in sil_storage_engine.
  output logic [BANKS-1:0]         memory_read_o,
  output logic [BANKS-1:0]         memory_write_o,
  output logic [BANKS-1:0][WordBits-1:0] memory_address_o,
  output logic [BANKS-1:0][31:0]   memory_data_o,
  output logic [BANKS-1:0][3:0]    memory_strobe_o,
  input  logic [BANKS-1:0][31:0]   memory_data_i
);
  if (BankWords < 4 || BankWords != 2**$clog2(BankWords)) begin : gen_bank_words
    $fatal(1, "BankWords must be a power of two, 4 or more");
  end

  logic [MASTERS-1:0][BankBits-1:0] bank;
  // The banks that were addressed i + 1 cycles ago.
  logic [WordCycles-1:0][MASTERS-1:0][BankBits-1:0] bank_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) owner_o <= '0;
    else owner_o <= (owner_o & locked_i) | (owner_request_i & ~locked_i);
  end

  always_comb begin
    for (int unsigned i = 0; i < MASTERS; i++) begin
      bank[i] = address_i[i][AddressBits-1:WordBits];
      not_owned_o[i] = owner_o[bank[i]] != (i >= CORE_WRITE);
      ready_o[i] = ~not_owned_o[i];
    end
    if (valid_i[WINDOW] && bank[WINDOW] == bank[DMA]) ready_o[DMA] = 1'b0;
    if (valid_i[CORE_WRITE] && bank[CORE_WRITE] == bank[CORE_READ]) ready_o[CORE_READ] = 1'b0;
  end

  // The accesses that are granted now, one cycle later: no path from a master crosses the arbiter
  // and reaches a memory.
  logic [MASTERS-1:0] write_q;
  logic [MASTERS-1:0][WordBits-1:0] word_q;
  logic [MASTERS-1:0][31:0] data_q;
  logic [MASTERS-1:0][3:0] strobe_q;

  for (genvar b = 0; b < BANKS; b++) begin : gen_bank
    logic [MASTERS-1:0] given_q;
    logic write;
    logic [WordBits-1:0] address;
    logic [31:0] data;
    logic [3:0] strobe;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) given_q <= '0;
      else begin
        for (int unsigned i = 0; i < MASTERS; i++) begin
          given_q[i] <= valid_i[i] & ready_o[i] & bank[i] == BankBits'(b);
        end
      end
    end
    always_comb begin
      {write, address, data, strobe} = '0;
      for (int unsigned i = 0; i < MASTERS; i++) begin
        write |= given_q[i] & write_q[i];
        address |= given_q[i] ? word_q[i] : '0;
        data |= given_q[i] ? data_q[i] : '0;
        strobe |= given_q[i] ? strobe_q[i] : '0;
      end
    end

    assign memory_read_o[b] = |given_q & ~write;
    assign memory_write_o[b] = write;
    assign memory_address_o[b] = address;
    assign memory_data_o[b] = data;
    assign memory_strobe_o[b] = strobe;
  end

  always_ff @(posedge clk_i) begin
    {write_q, data_q, strobe_q} <= {write_i, data_i, strobe_i};
    for (int unsigned i = 0; i < MASTERS; i++) word_q[i] <= address_i[i][WordBits-1:0];
  end
  always_ff @(posedge clk_i) bank_q <= (WordCycles * MASTERS * BankBits)'({bank_q, bank});
  always_comb begin
    for (int unsigned i = 0; i < MASTERS; i++) data_o[i] = memory_data_i[bank_q[WordCycles-1][i]];
  end
endmodule
