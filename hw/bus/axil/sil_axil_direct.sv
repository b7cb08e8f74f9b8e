// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The subordinate's side of AXI4-Lite without registers for addresses and write data: an access
/// uses the values that the manager holds, and is accepted after it is done.
///
/// sil_axil_slave has registers, so that address and data of a write can be accepted at any
/// distance. This module is smaller and keeps no copy of the data that is written. When a read and
/// a write wait at the same time, the arbiter is round-robin.
///
/// ## Latency and throughput
/// An access is possible in the cycle in which its address, and for a write its data, are valid.
/// They are accepted in the cycle after `done_i`, and the response is valid one cycle later. No
/// output depends on an input of the same cycle.
module sil_axil_direct
#(
  /// Width of a byte address in bits. The two low bits of an address have no effect.
  parameter int unsigned AddressBits = 8
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  input  logic [AddressBits-1:0] s_awaddr,
  input  logic        s_awvalid,
  output logic        s_awready,
  input  logic [31:0] s_wdata,
  input  logic [3:0]  s_wstrb,
  input  logic        s_wvalid,
  output logic        s_wready,
  output logic [1:0]  s_bresp,
  output logic        s_bvalid,
  input  logic        s_bready,
  input  logic [AddressBits-1:0] s_araddr,
  input  logic        s_arvalid,
  output logic        s_arready,
  output logic [31:0] s_rdata,
  output logic [1:0]  s_rresp,
  output logic        s_rvalid,
  input  logic        s_rready,
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
  logic may_write, may_read, read_next, write_done, read_done;
  logic access_q, write_q;  // an access is in progress; it, or the last one, is a write
  logic b_q, r_q;  // a response waits
  logic [AddressBits-1:0] address_q;
  logic [1:0] b_response_q, r_response_q;
  logic [31:0] answer_q;

  assign may_write = s_awvalid & s_wvalid & ~b_q;
  assign may_read = s_arvalid & ~r_q;
  assign read_next = may_read & (write_q | ~may_write);
  assign write_done = access_q & write_q & done_i;
  assign read_done = access_q & ~write_q & done_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {access_q, write_q, b_q, r_q} <= '0;
    end else begin
      access_q <= access_q ? ~done_i : may_write | may_read;
      if (!access_q) write_q <= ~read_next;
      b_q <= write_done | (b_q & ~s_bready);
      r_q <= read_done | (r_q & ~s_rready);
    end
  end
  // Read data is cleared when it was taken.
  always_ff @(posedge clk_i) begin
    if (!access_q) address_q <= read_next ? s_araddr : s_awaddr;
    if (r_q && s_rready) answer_q <= '0;
    else if (read_done) answer_q <= data_i;
    if (write_done) b_response_q <= response_i;
    if (read_done) r_response_q <= response_i;
  end

  assign {access_o, write_o, address_o} = {access_q, write_q, address_q};
  assign {data_o, strobe_o} = {s_wdata, s_wstrb};
  assign {s_awready, s_wready, s_arready} = {write_done, write_done, read_done};
  assign {s_bvalid, s_bresp} = {b_q, b_response_q};
  assign {s_rvalid, s_rresp, s_rdata} = {r_q, r_response_q, answer_q};
endmodule
