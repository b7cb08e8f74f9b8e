// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// HMAC with MD5 or SHA-1 for short messages, with registers on APB. hw/bus/mapped/README.md has
/// the registers.
///
/// ## Latency and throughput
/// As sil_hmac_md_short. A register access has no wait cycles, except a write while the FIFO is
/// full.
///
/// ## Byte order
/// The first byte of a word is in its low bits.
module sil_hmac_md_short_apb #(
  /// 0: MD5. 1: SHA-1.
  parameter bit Sha1 = 1'b1,
  /// As in sil_mapped_hash.
  parameter int unsigned FifoWords = 16,
  /// As in sil_mapped_hash.
  parameter bit Stream = 1'b1,
  localparam int unsigned DataBits = 32
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// An event that is enabled in INTERRUPT_ENABLE.
  output logic        irq_o,
  // Registers: AMBA 3 APB.
  input  logic        s_psel,
  input  logic        s_penable,
  input  logic        s_pwrite,
  input  logic [7:0]  s_paddr,
  input  logic [31:0] s_pwdata,
  output logic [31:0] s_prdata,
  output logic        s_pready,
  output logic        s_pslverr,
  // Messages by AXI4-Stream, as in sil_hmac_md_short.
  input  logic [DataBits-1:0]   s_tdata,
  input  logic [DataBits/8-1:0] s_tkeep,
  input  logic                  s_tlast,
  input  logic                  s_tvalid,
  output logic                  s_tready
);
  logic access, write, done;
  logic [7:0] address;
  logic [31:0] data, answer;
  logic [3:0] strobe;
  logic [1:0] response;

  sil_apb_slave #(.AddressBits(8)) u_slave (
    .s_psel, .s_penable, .s_pwrite, .s_paddr, .s_pwdata, .s_prdata, .s_pready, .s_pslverr,
    .access_o(access), .write_o(write), .address_o(address), .data_o(data), .strobe_o(strobe),
    .done_i(done), .data_i(answer), .response_i(response)
  );

  sil_hmac_md_short_mapped #(
    .Sha1(Sha1), .FifoWords(FifoWords), .Stream(Stream)
  ) u_mapped (
    .clk_i, .rst_ni, .irq_o, .access_i(access), .write_i(write), .address_i(address),
    .data_i(data), .strobe_i(strobe), .done_o(done), .data_o(answer), .response_o(response),
    .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready
  );
endmodule
