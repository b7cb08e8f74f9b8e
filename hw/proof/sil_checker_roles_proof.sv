// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: a protocol checker that assumes the rules of a port assumes everything that the
/// same checker asserts when it asserts the rules.
module sil_checker_roles_proof
#(
  /// The checker. 0: AXI4-Stream. 1: AXI4-Lite. 2: APB.
  parameter int unsigned Bus = 0
) (
  input logic       clk_i,
  input logic       rst_ni,
  input logic       clear_i,
  input logic [7:0] valid,
  input logic [7:0] ready,
  input logic [1:0] last,
  input logic [1:0] id,
  input logic [7:0] a,
  input logic [7:0] b,
  input logic [7:0] c,
  input logic [7:0] d
);
  for (genvar i = 0; i < 2; i++) begin : gen_role
    if (Bus == 0) begin : gen_axis
      sil_axis_checker #(
        .Role(2 - 2 * i), .KeepBits(8), .IdBits(2), .UserBits(8), .Ids(3), .Packets(1'b1)
      ) u_check (
        .clk_i, .rst_ni, .clear_i, .tdata(a), .tkeep(b), .tlast(last[0]), .tid(id), .tuser(c),
        .tvalid(valid[0]), .tready(ready[0])
      );
    end else if (Bus == 1) begin : gen_axil
      sil_axil_checker #(
        .ManagerRole(2 - 2 * i), .SubordinateRole(2 - 2 * i), .AddressBits(8), .DataBits(8),
        .Outstanding(2)
      ) u_check (
        .clk_i, .rst_ni, .awaddr(a), .awprot(d[2:0]), .awvalid(valid[0]), .awready(ready[0]),
        .wdata(b), .wstrb(last[0]), .wvalid(valid[1]), .wready(ready[1]), .bresp(id),
        .bvalid(valid[2]), .bready(ready[2]), .araddr(c), .arprot(d[5:3]), .arvalid(valid[3]),
        .arready(ready[3]), .rdata(d), .rresp(last), .rvalid(valid[4]), .rready(ready[4])
      );
    end else begin : gen_apb
      sil_apb_checker #(
        .RequesterRole(2 - 2 * i), .CompleterRole(2 - 2 * i), .AddressBits(8), .DataBits(8),
        .WaitCycles(3)
      ) u_check (
        .clk_i, .rst_ni, .psel(valid[0]), .penable(valid[1]), .pwrite(valid[2]), .paddr(a), .pwdata(b),
        .pready(ready[0]), .pslverr(ready[1])
      );
    end
  end

  // Invariants for the induction: both checkers have the same counts.
  if (Bus == 1) begin : gen_axil_counts
    always_comb begin
      if (rst_ni) begin
        assert (gen_role[0].gen_axil.u_check.aw_count_q == gen_role[1].gen_axil.u_check.aw_count_q);
        assert (gen_role[0].gen_axil.u_check.w_count_q == gen_role[1].gen_axil.u_check.w_count_q);
        assert (gen_role[0].gen_axil.u_check.ar_count_q == gen_role[1].gen_axil.u_check.ar_count_q);
      end
    end
  end else if (Bus == 2) begin : gen_apb_counts
    always_comb begin
      if (rst_ni) begin
        assert (gen_role[0].gen_apb.u_check.waited_q == gen_role[1].gen_apb.u_check.waited_q);
      end
    end
  end

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;
  always_comb if (first_q) assume (!rst_ni);
endmodule
