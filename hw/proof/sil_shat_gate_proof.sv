// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: the state of SHAT-R with a clock gate is equal to that of a register with
/// an enable, in every cycle, for every input, at full width.
///
/// The outputs of the core are functions of its state and of its control, which has no clock gate.
module sil_shat_gate_proof #(
  /// As in sil_shat_core.
  parameter int unsigned Unroll = 1
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [31:0] s_tdata,
  input logic        s_tlast,
  input logic        s_tvalid
);
  sil_shat_core #(.Unroll(Unroll), .ClockGate(1'b1)) u_gated (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tvalid, .s_tready(), .m_tdata(), .m_tlast(), .m_tvalid()
  );

  logic [4:0][31:0] held_q;
  always_ff @(posedge clk_i) if (!(u_gated.hold & ~u_gated.clear)) held_q <= u_gated.u_perm.state_d;

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni && held_q == u_gated.u_perm.state_q);
    assert (held_q == u_gated.u_perm.state_q);
  end
endmodule
