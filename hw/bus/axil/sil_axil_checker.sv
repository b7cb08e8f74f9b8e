// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Checks the rules of AXI4-Lite at a port, both those of the manager and those of the subordinate
/// (AMBA AXI, IHI 0022E; chapters A3 and B1).
///
/// In simulation, a broken rule is an error that names the rule, its section, and the instance in
/// the hierarchy. In a proof, the rules of a side with role 2 are assumed, and those of any other
/// side are asserted.
///
/// ## Latency and throughput
/// The checker evaluates each rule at each rising edge, on the values just before the edge.
module sil_axil_checker
#(
  /// 0: the manager is the design. 1: the manager is outside of the design, and
  /// `+sil_inputs_unchecked` on the command line of the simulator mutes its rules. 2: the manager
  /// is outside of the design, and its rules are assumed.
  parameter int ManagerRole = 1,
  /// The same for the subordinate.
  parameter int SubordinateRole = 0,
  /// Width of `awaddr` and `araddr` in bits.
  parameter int AddressBits = 32,
  /// Width of `wdata` and `rdata` in bits.
  parameter int DataBits = 32,
  /// Largest number of writes, and of reads, whose address or data was taken and whose response was
  /// not, from 1 to 255.
  parameter int Outstanding = 1,
  /// Check that valid and ready are not X. For simulators that have X.
  parameter bit Known = 1'b0
) (
  input logic                   clk_i,
  /// Active low.
  input logic                   rst_ni,
  input logic [AddressBits-1:0] awaddr,
  /// 0 if the port has no awprot.
  input logic [2:0]             awprot,
  input logic                   awvalid,
  input logic                   awready,
  input logic [DataBits-1:0]    wdata,
  input logic [DataBits/8-1:0]  wstrb,
  input logic                   wvalid,
  input logic                   wready,
  input logic [1:0]             bresp,
  input logic                   bvalid,
  input logic                   bready,
  input logic [AddressBits-1:0] araddr,
  /// 0 if the port has no arprot.
  input logic [2:0]             arprot,
  input logic                   arvalid,
  input logic                   arready,
  input logic [DataBits-1:0]    rdata,
  input logic [1:0]             rresp,
  input logic                   rvalid,
  input logic                   rready
);
  localparam logic [1:0] EXOKAY = 2'd1;

  // A transfer was offered in the previous cycle and was not taken; its payload.
  logic aw_q, w_q, b_q, ar_q, r_q;
  logic [AddressBits+2:0] aw_payload_q, ar_payload_q;
  logic [DataBits+DataBits/8-1:0] w_payload_q;
  logic [1:0] b_payload_q;
  logic [DataBits+1:0] r_payload_q;
  // Number of write addresses, write data and read addresses taken and not answered.
  logic [7:0] aw_count_q, w_count_q, ar_count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {aw_q, w_q, b_q, ar_q, r_q} <= '0;
      aw_count_q <= '0;
      w_count_q  <= '0;
      ar_count_q <= '0;
    end else begin
      aw_q <= awvalid & ~awready;
      w_q  <= wvalid & ~wready;
      b_q  <= bvalid & ~bready;
      ar_q <= arvalid & ~arready;
      r_q  <= rvalid & ~rready;
      aw_count_q <= aw_count_q + 8'(awvalid & awready) - 8'(bvalid & bready);
      w_count_q  <= w_count_q + 8'(wvalid & wready) - 8'(bvalid & bready);
      ar_count_q <= ar_count_q + 8'(arvalid & arready) - 8'(rvalid & rready);
    end
  end
  logic reset_q = 1'b0;  // reset was active in the previous cycle
  always_ff @(posedge clk_i) begin
    reset_q <= ~rst_ni;
    if (awvalid && !awready) aw_payload_q <= {awprot, awaddr};
    if (wvalid && !wready) w_payload_q <= {wstrb, wdata};
    if (bvalid && !bready) b_payload_q <= bresp;
    if (arvalid && !arready) ar_payload_q <= {arprot, araddr};
    if (rvalid && !rready) r_payload_q <= {rresp, rdata};
  end

  // Register values are undefined before the first reset, so no rule is checked until then.
  logic seen;
`ifdef SYNTHESIS
  assign seen = 1'b1;
`else
  logic seen_q = 1'b0;
  always_ff @(posedge clk_i or negedge rst_ni) if (!rst_ni) seen_q <= 1'b1;
  assign seen = seen_q;
`endif

  logic manager_muted, subordinate_muted;
`ifdef SYNTHESIS
  assign manager_muted = 1'b0;
  assign subordinate_muted = 1'b0;
`else
  initial begin
    manager_muted = 1'b0;
    subordinate_muted = 1'b0;
    if ($test$plusargs("sil_inputs_unchecked")) begin
      manager_muted = ManagerRole == 1;
      subordinate_muted = SubordinateRole == 1;
    end
  end
`endif

  if (ManagerRole == 2) begin : gen_manager_assumed
    always @(posedge clk_i) begin
      if (!rst_ni) begin
        assume (!awvalid && !wvalid && !arvalid);
      end else begin
        assume (!aw_q || (awvalid && {awprot, awaddr} == aw_payload_q));
        assume (!w_q || (wvalid && {wstrb, wdata} == w_payload_q));
        assume (!ar_q || (arvalid && {arprot, araddr} == ar_payload_q));
      end
    end
  end else begin : gen_manager
    always @(posedge clk_i) begin
      if (seen && !manager_muted && !rst_ni && reset_q) begin
        begin : manager_reset
          assert (!awvalid && !wvalid && !arvalid)
          else $error("awvalid, wvalid or arvalid is high in reset (IHI 0022E A3.1.2)");
        end
      end
      if (seen && !manager_muted && rst_ni) begin
        begin : awvalid_held
          assert (!aw_q || awvalid)
          else $error("awvalid fell before the address was taken (IHI 0022E A3.2.2)");
        end
        begin : aw_stable
          assert (!aw_q || !awvalid || {awprot, awaddr} == aw_payload_q)
          else $error("awaddr or awprot changed before it was taken (IHI 0022E A3.2.1)");
        end
        begin : wvalid_held
          assert (!w_q || wvalid)
          else $error("wvalid fell before the data was taken (IHI 0022E A3.2.2)");
        end
        begin : w_stable
          assert (!w_q || !wvalid || {wstrb, wdata} == w_payload_q)
          else $error("wdata or wstrb changed before it was taken (IHI 0022E A3.2.1)");
        end
        begin : arvalid_held
          assert (!ar_q || arvalid)
          else $error("arvalid fell before the address was taken (IHI 0022E A3.2.2)");
        end
        begin : ar_stable
          assert (!ar_q || !arvalid || {arprot, araddr} == ar_payload_q)
          else $error("araddr or arprot changed before it was taken (IHI 0022E A3.2.1)");
        end
      end
    end
  end

  // The address and data of a response were taken in an earlier cycle.
  if (SubordinateRole == 2) begin : gen_subordinate_assumed
    always @(posedge clk_i) begin
      if (!rst_ni) begin
        assume (!bvalid && !rvalid);
      end else begin
        assume (!b_q || (bvalid && bresp == b_payload_q));
        assume (!r_q || (rvalid && {rresp, rdata} == r_payload_q));
        assume (!bvalid || (aw_count_q != '0 && w_count_q != '0 && bresp != EXOKAY));
        assume (!rvalid || (ar_count_q != '0 && rresp != EXOKAY));
        assume (int'(aw_count_q) <= Outstanding && int'(w_count_q) <= Outstanding);
        assume (int'(ar_count_q) <= Outstanding);
      end
    end
  end else begin : gen_subordinate
    always @(posedge clk_i) begin
      if (seen && !subordinate_muted && !rst_ni && reset_q) begin
        begin : subordinate_reset
          assert (!bvalid && !rvalid)
          else $error("bvalid or rvalid is high in reset (IHI 0022E A3.1.2)");
        end
      end
      if (seen && !subordinate_muted && rst_ni) begin
        begin : bvalid_held
          assert (!b_q || bvalid)
          else $error("bvalid fell before the response was taken (IHI 0022E A3.2.2)");
        end
        begin : b_stable
          assert (!b_q || !bvalid || bresp == b_payload_q)
          else $error("bresp changed before it was taken (IHI 0022E A3.2.1)");
        end
        begin : b_asked
          assert (!bvalid || (aw_count_q != '0 && w_count_q != '0))
          else $error("a write response without an address and data taken (IHI 0022E A3.3.1)");
        end
        begin : b_code
          assert (!bvalid || bresp != EXOKAY)
          else $error("bresp is EXOKAY (IHI 0022E B1.1)");
        end
        begin : rvalid_held
          assert (!r_q || rvalid)
          else $error("rvalid fell before the data was taken (IHI 0022E A3.2.2)");
        end
        begin : r_stable
          assert (!r_q || !rvalid || {rresp, rdata} == r_payload_q)
          else $error("rdata or rresp changed before it was taken (IHI 0022E A3.2.1)");
        end
        begin : r_asked
          assert (!rvalid || ar_count_q != '0)
          else $error("read data without an address taken (IHI 0022E A3.3.1)");
        end
        begin : r_code
          assert (!rvalid || rresp != EXOKAY)
          else $error("rresp is EXOKAY (IHI 0022E B1.1)");
        end
        begin : aw_outstanding
          assert (int'(aw_count_q) <= Outstanding)
          else $error("more write addresses taken than stated, unanswered (silicrypt)");
        end
        begin : w_outstanding
          assert (int'(w_count_q) <= Outstanding)
          else $error("more write data taken than stated, unanswered (silicrypt)");
        end
        begin : ar_outstanding
          assert (int'(ar_count_q) <= Outstanding)
          else $error("more read addresses taken than stated, unanswered (silicrypt)");
        end
      end
    end
  end

  if (Known) begin : gen_known
    always @(posedge clk_i) begin
      if (seen && !manager_muted && rst_ni) begin
        begin : manager_known
          assert ((^{awvalid, wvalid, bready, arvalid, rready}) !== 1'bx)
          else $error("awvalid, wvalid, bready, arvalid or rready is X (IHI 0022E A3.2.1)");
        end
      end
      if (seen && !subordinate_muted && rst_ni) begin
        begin : subordinate_known
          assert ((^{awready, wready, bvalid, arready, rvalid}) !== 1'bx)
          else $error("awready, wready, bvalid, arready or rvalid is X (IHI 0022E A3.2.1)");
        end
      end
    end
  end
endmodule
