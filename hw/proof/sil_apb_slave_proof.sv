// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: sil_apb_slave keeps the rules of an APB completer if the requester keeps those of
/// a requester, for any duration of an access up to `WaitCycles` further cycles. The registers see
/// one access for each transfer: it begins with the access phase, keeps its direction, address and
/// data, and ends with the transfer. No access begins in the cycle after another one. The transfer
/// of a read gives the data of the registers, and each transfer their response. Outside of an access
/// phase data and response are zero.
module sil_apb_slave_proof #(
  localparam int WaitCycles = 5
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        s_psel,
  input logic        s_penable,
  input logic        s_pwrite,
  input logic [3:0]  s_paddr,
  input logic [31:0] s_pwdata,
  input logic        done_i,
  input logic [31:0] data_i,
  input logic [1:0]  response_i
);
  logic s_pready, s_pslverr, access, write;
  logic [31:0] s_prdata, data;
  logic [3:0] address, strobe;

  sil_apb_slave #(.AddressBits(4)) u_slave (
    .s_psel, .s_penable, .s_pwrite, .s_paddr, .s_pwdata, .s_prdata, .s_pready, .s_pslverr,
    .access_o(access), .write_o(write), .address_o(address), .data_o(data), .strobe_o(strobe),
    .done_i, .data_i, .response_i
  );

  sil_apb_checker #(
    .RequesterRole(2), .CompleterRole(0), .AddressBits(4), .WaitCycles(WaitCycles)
  ) u_check (
    .clk_i, .rst_ni, .psel(s_psel), .penable(s_penable), .pwrite(s_pwrite), .paddr(s_paddr),
    .pwdata(s_pwdata), .pready(s_pready), .pslverr(s_pslverr)
  );

  // The transfer: its setup phase was in the cycle before, or its access phase goes on. Its
  // request, and the cycles that the registers have taken for it.
  logic setup_q, waits_q, write_q;
  logic done_q;  // an access ended in the cycle before
  logic [3:0] address_q;
  logic [31:0] data_q;
  logic [2:0] waited_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {setup_q, waits_q, done_q} <= '0;
      waited_q <= '0;
    end else begin
      setup_q <= s_psel & ~setup_q & ~waits_q;
      waits_q <= (setup_q | waits_q) & ~done_i;
      done_q <= access & done_i;
      waited_q <= (setup_q | waits_q) & ~done_i ? waited_q + 1'b1 : '0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (s_psel && !setup_q && !waits_q) begin
      {write_q, address_q, data_q} <= {s_pwrite, s_paddr, s_pwdata};
    end
  end

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (int'(waited_q) == WaitCycles) assume (done_i);
  end

  // Clocked, as the assumptions of the checker are.
  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (access == (setup_q | waits_q));
      if (done_q) assert (!access);
      if (access) begin
        assert (write == write_q && address == address_q);
        if (write) assert (data == data_q && strobe == '1);
        assert (s_pready == done_i);
        assert (s_prdata == (write_q ? '0 : data_i));
        assert (s_pslverr == (response_i != 2'd0));
      end else begin
        assert (s_prdata == '0 && !s_pslverr);
      end

      // Invariants for the induction: the registers of the checker are those of the proof.
      assert (!(setup_q && waits_q));
      assert (u_check.setup_q == setup_q);
      assert (u_check.wait_q == waits_q);
      assert (u_check.waited_q == 16'(waited_q) && int'(waited_q) <= WaitCycles);
      assert (waits_q || waited_q == '0);
      if (setup_q || waits_q) begin
        assert (u_check.write_q == write_q && u_check.address_q == address_q);
        if (write_q) assert (u_check.data_q == data_q);
      end
    end
  end
endmodule
