// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// An encrypting storage unit with memory banks, two AES cores and a host interface: the complete
/// system of the paper aes-2005 (sections 2.1 to 2.3).
///
/// Each of the four banks belongs to the host or to the cipher side. The host accesses its banks
/// through a window of addresses and by transfers of words. Each command starts one function, which
/// uses the banks of the cipher side.
///
/// ## Latency and throughput
/// README.md has the cycles of each function. A register access takes 3 cycles, from its address to
/// its response.
///
/// ## Byte order
/// The first byte of a word is in its low bits, so the bytes of a file have consecutive addresses.
module sil_storage_unit
  import sil_storage_pkg::*;
#(
  /// Key length in bits: 128, 192, 256, or 0 for any of them, as in sil_aes_core.
  parameter int unsigned KeyBits = 0,
  /// Words of 32 bits in each of the four banks: a power of two, 64 to 2^24. Cost: memory.
  parameter int unsigned BankWords = 1024,
  /// As in sil_aes_core.
  parameter sil_aes_pkg::sbox_e Sbox = sil_aes_pkg::FUNCTIONS,
  /// Blocks in flight in the parallel core, 1 to 5. Gain: a faster clock. Cost: registers.
  parameter int unsigned PipelineStages = 5,
  /// Masters that are trusted with the key: 0 all, 1 privileged, 2 secure, 3 privileged and secure
  /// (AxPROT). Gain: a boundary between masters. Cost: comparisons.
  parameter int unsigned Protection = 0,
  /// Banks for keys, one bit per bank. With Protection only trusted masters may access them.
  parameter logic [BANKS-1:0] KeyBanks = 4'b1000,
  /// Width of a byte address in bits. The banks are in the lower half, the registers in the upper.
  localparam int unsigned ByteBits = $clog2(BANKS * BankWords) + 3
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low. The banks keep their contents.
  input  logic        rst_ni,
  /// Interrupt: an event that is enabled in INTERRUPTS.
  output logic        irq_o,
  // Registers and banks: AXI4-Lite.
  input  logic [ByteBits-1:0] s_awaddr,
  /// AxPROT: privileged, non-secure, instruction. Not used with Protection = 0.
  input  logic [2:0]  s_awprot,
  input  logic        s_awvalid,
  output logic        s_awready,
  input  logic [31:0] s_wdata,
  input  logic [3:0]  s_wstrb,
  input  logic        s_wvalid,
  output logic        s_wready,
  output logic [1:0]  s_bresp,
  output logic        s_bvalid,
  input  logic        s_bready,
  input  logic [ByteBits-1:0] s_araddr,
  input  logic [2:0]  s_arprot,
  input  logic        s_arvalid,
  output logic        s_arready,
  output logic [31:0] s_rdata,
  output logic [1:0]  s_rresp,
  output logic        s_rvalid,
  input  logic        s_rready,
  // Transfers: AXI4-Stream, complete words.
  input  logic [31:0] s_tdata,
  input  logic        s_tlast,
  input  logic        s_tvalid,
  output logic        s_tready,
  output logic [31:0] m_tdata,
  output logic        m_tlast,
  /// With `m_tlast`: the transfer was stopped, and this beat is not a word of it.
  output logic        m_tuser,
  output logic        m_tvalid,
  input  logic        m_tready
);
  localparam int unsigned WordBits = $clog2(BankWords);

  logic [BANKS-1:0] read, write;
  logic [BANKS-1:0][WordBits-1:0] address;
  logic [BANKS-1:0][31:0] data, word;
  logic [BANKS-1:0][3:0] strobe;
  logic clear;

  sil_storage_engine #(
    .KeyBits(KeyBits), .BankWords(BankWords), .Sbox(Sbox), .PipelineStages(PipelineStages),
    .Protection(Protection), .KeyBanks(KeyBanks), .ReadCycles(2)
  ) u_engine (
    .clk_i, .rst_ni, .irq_o, .s_awaddr, .s_awprot, .s_awvalid, .s_awready, .s_wdata, .s_wstrb,
    .s_wvalid, .s_wready, .s_bresp, .s_bvalid, .s_bready, .s_araddr, .s_arprot, .s_arvalid,
    .s_arready, .s_rdata, .s_rresp, .s_rvalid, .s_rready, .s_tdata, .s_tlast, .s_tvalid, .s_tready,
    .m_tdata, .m_tlast, .m_tuser, .m_tvalid, .m_tready, .memory_read_o(read),
    .memory_write_o(write), .memory_address_o(address), .memory_data_o(data),
    .memory_strobe_o(strobe), .memory_data_i(word), .memory_clear_o(clear)
  );

  for (genvar b = 0; b < BANKS; b++) begin : gen_bank
    sil_storage_bank #(.Words(BankWords)) u_bank (
      .clk_i, .clear_i(clear), .read_i(read[b]), .write_i(write[b]), .address_i(address[b]),
      .data_i(data[b]), .strobe_i(strobe[b]), .data_o(word[b])
    );
  end
endmodule
