// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The manager's side of AXI4-Lite for a processor: one access at a time.
///
/// ## Latency and throughput
/// Address and data of a write are offered in the cycle after `access_i` rises. `done_o` is high in
/// the cycle in which the response is valid.
module sil_axil_master
#(
  /// Width of a byte address in bits.
  parameter int unsigned AddressBits = 8
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// An access, which is held with its address and data until `done_o`.
  input  logic        access_i,
  input  logic        write_i,
  input  logic [AddressBits-1:0] address_i,
  input  logic [31:0] data_i,
  input  logic [3:0]  strobe_i,
  output logic        done_o,
  /// With `done_o`: the data of a read, and whether the response was not OKAY.
  output logic [31:0] data_o,
  output logic        error_o,
  output logic [AddressBits-1:0] m_awaddr,
  output logic        m_awvalid,
  input  logic        m_awready,
  output logic [31:0] m_wdata,
  output logic [3:0]  m_wstrb,
  output logic        m_wvalid,
  input  logic        m_wready,
  input  logic [1:0]  m_bresp,
  input  logic        m_bvalid,
  output logic        m_bready,
  output logic [AddressBits-1:0] m_araddr,
  output logic        m_arvalid,
  input  logic        m_arready,
  input  logic [31:0] m_rdata,
  input  logic [1:0]  m_rresp,
  input  logic        m_rvalid,
  output logic        m_rready
);
  logic aw_q, w_q, ar_q, under_way_q;  // offered; an access was begun
  logic begins;

  assign begins = access_i & ~under_way_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {aw_q, w_q, ar_q, under_way_q} <= '0;
    else begin
      under_way_q <= access_i & ~done_o;
      aw_q <= begins ? write_i : aw_q & ~m_awready;
      w_q <= begins ? write_i : w_q & ~m_wready;
      ar_q <= begins ? ~write_i : ar_q & ~m_arready;
    end
  end

  assign {m_awvalid, m_wvalid, m_arvalid} = {aw_q, w_q, ar_q};
  assign {m_awaddr, m_araddr, m_wdata, m_wstrb} = {address_i, address_i, data_i, strobe_i};
  assign {m_bready, m_rready} = 2'b11;
  assign done_o = under_way_q & (m_bvalid | m_rvalid);
  assign data_o = m_rdata;
  assign error_o = (m_bvalid ? m_bresp : m_rresp) != sil_axil_pkg::OKAY;
endmodule
