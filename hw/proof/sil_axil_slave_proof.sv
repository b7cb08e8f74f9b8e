// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: sil_axil_slave keeps the rules of an AXI4-Lite subordinate if the manager keeps
/// the rules of a manager, for any duration of an access. At most two writes and two reads have no
/// response yet.
module sil_axil_slave_proof (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [2:0]  s_awaddr,
  input logic        s_awvalid,
  input logic [31:0] s_wdata,
  input logic [3:0]  s_wstrb,
  input logic        s_wvalid,
  input logic        s_bready,
  input logic [2:0]  s_araddr,
  input logic        s_arvalid,
  input logic        s_rready,
  input logic        done_i,
  input logic [31:0] data_i,
  input logic [1:0]  response_i
);
  logic s_awready, s_wready, s_bvalid, s_arready, s_rvalid;
  logic [1:0] s_bresp, s_rresp;
  logic [31:0] s_rdata;

  sil_axil_slave #(.AddressBits(3)) u_slave (
    .clk_i, .rst_ni, .s_awaddr, .s_awvalid, .s_awready, .s_wdata, .s_wstrb, .s_wvalid, .s_wready,
    .s_bresp, .s_bvalid, .s_bready, .s_araddr, .s_arvalid, .s_arready, .s_rdata, .s_rresp, .s_rvalid,
    .s_rready, .access_o(), .write_o(), .address_o(), .data_o(), .strobe_o(), .done_i, .data_i,
    .response_i
  );

  sil_axil_checker #(
    .ManagerRole(2), .SubordinateRole(0), .AddressBits(3), .Outstanding(2)
  ) u_check (
    .clk_i, .rst_ni, .awaddr(s_awaddr), .awprot('0), .awvalid(s_awvalid), .awready(s_awready),
    .wdata(s_wdata), .wstrb(s_wstrb), .wvalid(s_wvalid), .wready(s_wready), .bresp(s_bresp),
    .bvalid(s_bvalid), .bready(s_bready), .araddr(s_araddr), .arprot('0), .arvalid(s_arvalid),
    .arready(s_arready), .rdata(s_rdata), .rresp(s_rresp), .rvalid(s_rvalid), .rready(s_rready)
  );

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    assume (response_i != 2'd1);  // sil_axil_pkg has no EXOKAY
    if (rst_ni) begin
      // Invariants for the induction: the counts of the checker agree with the registers of the
      // unit.
      assert (u_check.aw_count_q == 8'(u_slave.aw_q) + 8'(u_slave.b_q));
      assert (u_check.w_count_q == 8'(u_slave.w_q) + 8'(u_slave.b_q));
      assert (u_check.ar_count_q == 8'(u_slave.ar_q) + 8'(u_slave.r_q));
      assert (!u_slave.b_q || u_slave.b_response_q != 2'd1);
      assert (!u_slave.r_q || u_slave.r_response_q != 2'd1);
      if (u_slave.under_way_q) begin
        assert (u_slave.write_q ? u_slave.may_write : u_slave.may_read);
      end
    end
  end
endmodule
