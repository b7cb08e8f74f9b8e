// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Checks the rules of APB at a port, both those of the requester and those of the completer (AMBA
/// 3 APB, IHI 0024B).
///
/// A transfer is a setup phase of one cycle (psel without penable), then an access phase (psel and
/// penable) until pready. In simulation, a broken rule is an error that names the rule, its
/// section, and the instance in the hierarchy. In a proof, the rules of a side with role 2 are
/// assumed, and those of any other side are asserted.
///
/// ## Latency and throughput
/// The checker evaluates each rule at each rising edge, on the values just before the edge.
module sil_apb_checker
#(
  /// 0: the requester is the design. 1: the requester is outside of the design, and
  /// `+sil_inputs_unchecked` on the command line of the simulator mutes its rules. 2: the requester
  /// is outside of the design, and its rules are assumed.
  parameter int RequesterRole = 1,
  /// The same for the completer.
  parameter int CompleterRole = 0,
  /// Width of `paddr` in bits.
  parameter int AddressBits = 32,
  /// Width of `pwdata` in bits.
  parameter int DataBits = 32,
  /// Wait cycles that an access phase may have, from 1 to 65535. 0: any number.
  parameter int WaitCycles = 0,
  /// Check that control signals are not X. For simulators that have X.
  parameter bit Known = 1'b0
) (
  input logic                   clk_i,
  /// Active low.
  input logic                   rst_ni,
  input logic                   psel,
  input logic                   penable,
  input logic                   pwrite,
  input logic [AddressBits-1:0] paddr,
  input logic [DataBits-1:0]    pwdata,
  /// High if the port has no pready.
  input logic                   pready,
  input logic                   pslverr
);
  // The phase of the previous cycle, and its request.
  logic setup_q, wait_q, write_q;
  logic [AddressBits-1:0] address_q;
  logic [DataBits-1:0] data_q;
  logic [15:0] waited_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      setup_q  <= 1'b0;
      wait_q   <= 1'b0;
      waited_q <= '0;
    end else begin
      setup_q  <= psel & ~penable;
      wait_q   <= psel & penable & ~pready;
      waited_q <= !(psel && penable && !pready) ? '0 : waited_q == '1 ? waited_q : waited_q + 1'b1;
    end
  end
  logic reset_q = 1'b0;  // reset was active in the previous cycle
  always_ff @(posedge clk_i) begin
    reset_q <= ~rst_ni;
    if (psel) begin
      write_q   <= pwrite;
      address_q <= paddr;
      data_q    <= pwdata;
    end
  end

  logic goes_on;
  assign goes_on = setup_q | wait_q;

  // Register values are undefined before the first reset, so no rule is checked until then.
  logic seen;
`ifdef SYNTHESIS
  assign seen = 1'b1;
`else
  logic seen_q = 1'b0;
  always_ff @(posedge clk_i or negedge rst_ni) if (!rst_ni) seen_q <= 1'b1;
  assign seen = seen_q;
`endif

  logic requester_muted, completer_muted;
`ifdef SYNTHESIS
  assign requester_muted = 1'b0;
  assign completer_muted = 1'b0;
`else
  initial begin
    requester_muted = 1'b0;
    completer_muted = 1'b0;
    if ($test$plusargs("sil_inputs_unchecked")) begin
      requester_muted = RequesterRole == 1;
      completer_muted = CompleterRole == 1;
    end
  end
`endif

  if (RequesterRole == 2) begin : gen_requester_assumed
    always @(posedge clk_i) begin
      if (!rst_ni) begin
        assume (!psel && !penable);
      end else begin
        assume (!penable || psel);
        assume (!goes_on || (psel && penable));
        assume (goes_on || !penable);
        assume (!goes_on || (paddr == address_q && pwrite == write_q));
        assume (!goes_on || !pwrite || pwdata == data_q);
      end
    end
  end else begin : gen_requester
    always @(posedge clk_i) begin
      if (seen && !requester_muted && !rst_ni && reset_q) begin
        begin : requester_reset
          assert (!psel && !penable)
          else $error("psel or penable is high in reset (IHI 0024B 3.1)");
        end
      end
      if (seen && !requester_muted && rst_ni) begin
        begin : penable_selected
          assert (!penable || psel)
          else $error("penable is high without psel (IHI 0024B 3.1)");
        end
        begin : setup_first
          assert (!psel || !penable || goes_on)
          else $error("an access phase without a setup phase before it (IHI 0024B 3.1)");
        end
        begin : psel_held
          assert (!goes_on || psel)
          else $error("psel fell before pready (IHI 0024B 2.1, 2.2)");
        end
        begin : setup_once
          assert (!setup_q || !psel || penable)
          else $error("a setup phase of more than a cycle (IHI 0024B 3.1)");
        end
        begin : penable_held
          assert (!wait_q || !psel || penable)
          else $error("penable fell before pready (IHI 0024B 2.1.2, 2.2.2)");
        end
        begin : paddr_stable
          assert (!goes_on || !psel || paddr == address_q)
          else $error("paddr changed within a transfer (IHI 0024B 2.1, 2.2)");
        end
        begin : pwrite_stable
          assert (!goes_on || !psel || pwrite == write_q)
          else $error("pwrite changed within a transfer (IHI 0024B 2.1, 2.2)");
        end
        begin : pwdata_stable
          assert (!goes_on || !psel || !pwrite || !write_q || pwdata == data_q)
          else $error("pwdata changed within a transfer (IHI 0024B 2.1)");
        end
      end
    end
  end

  if (CompleterRole == 2) begin : gen_completer_assumed
    always @(posedge clk_i) begin
      if (rst_ni && WaitCycles != 0) assume (int'(waited_q) <= WaitCycles);
    end
  end else begin : gen_completer
    always @(posedge clk_i) begin
      if (seen && !completer_muted && rst_ni && WaitCycles != 0) begin
        begin : pready_late
          assert (int'(waited_q) <= WaitCycles)
          else $error("an access phase waits longer than stated (silicrypt)");
        end
      end
    end
  end

  if (Known) begin : gen_known
    always @(posedge clk_i) begin
      if (seen && !requester_muted && rst_ni) begin
        begin : requester_known
          assert ((^{psel, penable}) !== 1'bx)
          else $error("psel or penable is X (IHI 0024B 3.1)");
        end
        if (psel) begin
          begin : request_known
            assert ((^{pwrite, paddr}) !== 1'bx)
            else $error("the request of a transfer is X (IHI 0024B 3.1)");
          end
        end
      end
      if (seen && !completer_muted && rst_ni && psel && penable) begin
        begin : completer_known
          assert ((^{pready}) !== 1'bx && (pready !== 1'b1 || (^{pslverr}) !== 1'bx))
          else $error("pready or pslverr is X in an access phase (IHI 0024B 3.1)");
        end
      end
    end
  end
endmodule
