// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The completer's side of APB (AMBA 3 APB, IHI 0024B): passes one access at a time to the
/// registers, as sil_axil_slave does for AXI4-Lite.
///
/// AMBA 3 APB has no byte strobes: a write has all four bytes.
///
/// ## Latency and throughput
/// Combinational. An access begins with its access phase, and `pready` is `done_i`.
module sil_apb_slave
#(
  /// Width of a byte address in bits. The two low bits of an address have no effect.
  parameter int unsigned AddressBits = 16
) (
  input  logic        s_psel,
  input  logic        s_penable,
  input  logic        s_pwrite,
  input  logic [AddressBits-1:0] s_paddr,
  input  logic [31:0] s_pwdata,
  output logic [31:0] s_prdata,
  output logic        s_pready,
  output logic        s_pslverr,
  /// To the registers: an access waits for `done_i`. Its direction, address, data and strobes.
  output logic        access_o,
  output logic        write_o,
  output logic [AddressBits-1:0] address_o,
  output logic [31:0] data_o,
  output logic [3:0]  strobe_o,
  /// From the registers: the access is done.
  input  logic        done_i,
  /// With `done_i`: the data of a read, and the response (sil_axil_pkg).
  input  logic [31:0] data_i,
  input  logic [1:0]  response_i
);
  assign access_o = s_psel & s_penable;
  assign write_o = s_pwrite;
  assign address_o = s_paddr;
  assign data_o = s_pwdata;
  assign strobe_o = 4'b1111;
  assign s_pready = done_i;
  assign s_prdata = access_o & ~write_o ? data_i : '0;
  assign s_pslverr = access_o & response_i != sil_axil_pkg::OKAY;
endmodule
