// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The subordinate's side of AXI4-Lite: takes reads and writes, and passes one access at a time to
/// the registers.
///
/// Address and data of a write may come in any order and at any distance. When a read and a write
/// wait at the same time, the arbiter is round-robin. The module clears data after its use.
///
/// ## Latency and throughput
/// An access begins in the cycle after its address, and for a write its data, were taken. The
/// response is valid in the cycle after `done_i`.
module sil_axil_slave
#(
  /// Width of a byte address in bits. The two low bits of an address have no effect.
  parameter int unsigned AddressBits = 16
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
  if (AddressBits < 3) begin : gen_address_bits
    $fatal(1, "AddressBits must be 3 or more");
  end

  logic aw_q, w_q, ar_q;  // taken and waiting
  logic [AddressBits-1:0] aw_address_q, ar_address_q;
  logic [31:0] data_q, answer_q;
  logic [3:0] strobe_q;
  logic [1:0] b_response_q, r_response_q;
  logic b_q, r_q;  // a response waits
  logic under_way_q, write_q;  // an access takes more than one cycle; the last access was a write
  logic may_write, may_read, done;

  assign may_write = aw_q & w_q & ~b_q;
  assign may_read = ar_q & ~r_q;
  assign write_o = under_way_q ? write_q : may_write & ~(may_read & write_q);
  assign access_o = may_write | may_read;
  assign done = access_o & done_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {aw_q, w_q, ar_q, b_q, r_q, under_way_q, write_q} <= '0;
    end else begin
      if (s_awvalid) aw_q <= 1'b1;
      if (s_wvalid) w_q <= 1'b1;
      if (s_arvalid) ar_q <= 1'b1;
      if (s_bready) b_q <= 1'b0;
      if (s_rready) r_q <= 1'b0;
      if (access_o) write_q <= write_o;
      under_way_q <= access_o & ~done_i;
      if (done && write_o) {aw_q, w_q, b_q} <= 3'b001;
      if (done && !write_o) {ar_q, r_q} <= 2'b01;
    end
  end

  always_ff @(posedge clk_i) begin
    if (s_awready) aw_address_q <= s_awaddr;
    if (s_arready) ar_address_q <= s_araddr;
    if (s_wready) strobe_q <= s_wstrb;
    if (s_wready) data_q <= s_wvalid ? s_wdata : '0;
    else if (done && write_o) data_q <= '0;
    if (done && !write_o) answer_q <= data_i;
    else if (s_rready || !r_q) answer_q <= '0;
    if (done && write_o) b_response_q <= response_i;
    if (done && !write_o) r_response_q <= response_i;
  end

  assign address_o = write_o ? aw_address_q : ar_address_q;
  assign data_o = data_q;
  assign strobe_o = strobe_q;
  assign s_awready = ~aw_q;
  assign s_wready = ~w_q;
  assign s_arready = ~ar_q;
  assign s_bvalid = b_q;
  assign s_bresp = b_response_q;
  assign s_rvalid = r_q;
  assign s_rdata = answer_q;
  assign s_rresp = r_response_q;
endmodule
