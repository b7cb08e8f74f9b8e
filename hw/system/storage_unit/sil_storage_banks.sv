// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The owners of the four memory banks (host or core), and the arbiter of their memories.
///
/// The banks form one address space of words. The high bits of an address are the number of the
/// bank. A bank changes its owner when this is requested and the bank is not in use.
///
/// ## Latency and throughput
/// One word of each bank per cycle, and one for the host. A word that is read is valid
/// `ReadCycles` + 1 cycles later.
module sil_storage_banks
  import sil_storage_pkg::*;
#(
  /// Words of 32 bits in each bank, a power of two.
  parameter int unsigned BankWords = 1024,
  /// Cycles from a read of a memory to its word.
  parameter int unsigned ReadCycles = 1,
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
  /// Byte enables of the window.
  input  logic [3:0]               strobe_i,
  /// A request is granted in this cycle. Does not depend on the requester's own `valid_i`.
  output logic [MASTERS-1:0]       ready_o,
  /// The addressed bank is owned by the other side, and the request is not granted.
  output logic [MASTERS-1:0]       not_owned_o,
  /// The word that the host or the core read `ReadCycles` + 1 cycles before.
  output logic [31:0]              host_data_o,
  output logic [31:0]              core_data_o,
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
  logic [31:0] host_data;
  logic [WordBits-1:0] host_address;
  // The banks that each side reads, and the words that it read.
  logic [BANKS-1:0] host_read, core_read;
  logic [ReadCycles-1:0][BANKS-1:0] host_read_q, core_read_q;  // element i: i + 1 cycles ago
  logic [BANKS-1:0][31:0] host_word_q, core_word_q;

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
    if (valid_i[WINDOW]) ready_o[DMA] = 1'b0;
    if (valid_i[CORE_WRITE] && bank[CORE_WRITE] == bank[CORE_READ]) ready_o[CORE_READ] = 1'b0;
  end

  // The selections of address and data do not wait for `ready_o`.
  assign host_data = valid_i[WINDOW] ? data_i[WINDOW] : data_i[DMA];
  assign host_address = WordBits'(valid_i[WINDOW] ? address_i[WINDOW] : address_i[DMA]);

  for (genvar b = 0; b < BANKS; b++) begin : gen_bank
    logic [MASTERS-1:0] addressed, given;

    always_comb begin
      for (int unsigned i = 0; i < MASTERS; i++) begin
        addressed[i] = valid_i[i] & bank[i] == BankBits'(b);
        given[i] = addressed[i] & ready_o[i];
      end
    end
    assign host_read[b] = (given[WINDOW] & ~write_i[WINDOW]) | (given[DMA] & ~write_i[DMA]);
    assign core_read[b] = given[CORE_READ];

    assign memory_read_o[b] = host_read[b] | core_read[b];
    assign memory_write_o[b] = |(given & write_i);
    assign memory_address_o[b] = !owner_o[b] ? host_address
      : WordBits'(addressed[CORE_WRITE] ? address_i[CORE_WRITE] : address_i[CORE_READ]);
    assign memory_data_o[b] = owner_o[b] ? data_i[CORE_WRITE] : host_data;
    assign memory_strobe_o[b] = valid_i[WINDOW] && !owner_o[b] ? strobe_i : '1;
  end

  // A register is 0 without a word, so each side can combine those of all banks by OR.
  always_ff @(posedge clk_i) begin
    host_read_q <= (ReadCycles * BANKS)'({host_read_q, host_read});
    core_read_q <= (ReadCycles * BANKS)'({core_read_q, core_read});
    for (int unsigned b = 0; b < BANKS; b++) begin
      host_word_q[b] <= host_read_q[ReadCycles-1][b] ? memory_data_i[b] : '0;
      core_word_q[b] <= core_read_q[ReadCycles-1][b] ? memory_data_i[b] : '0;
    end
  end
  always_comb begin
    host_data_o = '0;
    core_data_o = '0;
    for (int unsigned b = 0; b < BANKS; b++) begin
      host_data_o |= host_word_q[b];
      core_data_o |= core_word_q[b];
    end
  end
endmodule
