// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: sil_axil_direct keeps the rules of an AXI4-Lite subordinate if the manager keeps
/// the rules of a manager, for any duration of an access. The registers get each access once, with
/// its direction, address, data and strobes, and no access in the cycle after another one. A read
/// that waits is the next access after a write, and a write that waits is the next one after a
/// read. The response and the data of a read are those of the registers.
module sil_axil_direct_proof (
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
  logic s_awready, s_wready, s_bvalid, s_arready, s_rvalid, access, write;
  logic [2:0] address;
  logic [1:0] s_bresp, s_rresp;
  logic [31:0] s_rdata, data;
  logic [3:0] strobe;

  sil_axil_direct #(.AddressBits(3)) u_slave (
    .clk_i, .rst_ni, .s_awaddr, .s_awvalid, .s_awready, .s_wdata, .s_wstrb, .s_wvalid, .s_wready,
    .s_bresp, .s_bvalid, .s_bready, .s_araddr, .s_arvalid, .s_arready, .s_rdata, .s_rresp, .s_rvalid,
    .s_rready, .access_o(access), .write_o(write), .address_o(address), .data_o(data),
    .strobe_o(strobe), .done_i, .data_i, .response_i
  );

  sil_axil_checker #(
    .ManagerRole(2), .SubordinateRole(0), .AddressBits(3), .Outstanding(1)
  ) u_check (
    .clk_i, .rst_ni, .awaddr(s_awaddr), .awprot('0), .awvalid(s_awvalid), .awready(s_awready),
    .wdata(s_wdata), .wstrb(s_wstrb), .wvalid(s_wvalid), .wready(s_wready), .bresp(s_bresp),
    .bvalid(s_bvalid), .bready(s_bready), .araddr(s_araddr), .arprot('0), .arvalid(s_arvalid),
    .arready(s_arready), .rdata(s_rdata), .rresp(s_rresp), .rvalid(s_rvalid), .rready(s_rready)
  );

  // The accesses of the bus that may begin now, and what the registers answered.
  logic may_write, may_read;
  logic idle_q, write_waited_q, read_waited_q;  // of the cycle before: no access; these waited
  logic done_q, write_q;  // of the cycle before: an access ended; the last access was a write
  logic after_q;  // an access ended two cycles before
  logic taken_q;  // the data of a read was taken in the cycle before
  logic [1:0] b_response_q, r_response_q;
  logic [31:0] answer_q;

  assign may_write = s_awvalid & s_wvalid & ~s_bvalid;
  assign may_read = s_arvalid & ~s_rvalid;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {idle_q, done_q, after_q, taken_q} <= '0;
    else begin
      idle_q  <= ~access;
      done_q  <= access & done_i;
      after_q <= done_q;
      taken_q <= s_rvalid & s_rready;
    end
  end
  always_ff @(posedge clk_i) begin
    {write_waited_q, read_waited_q} <= {may_write, may_read};
    if (access) write_q <= write;
    if (access && done_i && write) b_response_q <= response_i;
    if (access && done_i && !write) {r_response_q, answer_q} <= {response_i, data_i};
  end

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    assume (response_i != 2'd1);  // sil_axil_pkg has no EXOKAY
  end

  // Clocked, as the assumptions of the checker are.
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // Each access is one of the bus.
      if (access) begin
        assert (write ? may_write : may_read);
        assert (address == (write ? s_awaddr : s_araddr));
        if (write) assert ({data, strobe} == {s_wdata, s_wstrb});
      end
      assert (s_awready == (access & write & done_i) && s_wready == s_awready);
      assert (s_arready == (access & ~write & done_i));
      // It begins in the cycle after it may, but never in the cycle after another one.
      if (done_q) assert (!access);
      if (idle_q) assert (access == (write_waited_q | read_waited_q));
      // The other direction has precedence.
      if (after_q && write_q && read_waited_q) assert (access && !write);
      if (after_q && !write_q && write_waited_q) assert (access && write);
      // The answers are those of the registers.
      if (s_bvalid) assert (s_bresp == b_response_q);
      if (s_rvalid) assert ({s_rresp, s_rdata} == {r_response_q, answer_q});
      if (taken_q) assert (s_rdata == '0);
      // Invariants for the induction.
      assert (u_check.aw_count_q == 8'(s_bvalid));
      assert (u_check.w_count_q == 8'(s_bvalid));
      assert (u_check.ar_count_q == 8'(s_rvalid));
      assert (!s_bvalid || s_bresp != 2'd1);
      assert (!s_rvalid || s_rresp != 2'd1);
      if (done_q) assert (u_slave.write_q == write_q);
      if (after_q) assert (idle_q);
    end
  end
endmodule
