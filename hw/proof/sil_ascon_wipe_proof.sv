// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: after a wipe, and after the first clock edge that follows a reset, no register of
/// Ascon-AEAD128 that held a secret has a value that depends on it.
module sil_ascon_wipe_proof
  import sil_ascon_pkg::*, sil_ascon_aead_pkg::*;
#(
  /// As in sil_ascon_aead.
  parameter int unsigned Unroll = 1
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         wipe_i,
  input logic [31:0]  k_tdata,
  input logic         k_tlast,
  input logic         k_tvalid,
  input logic [127:0] i_tdata,
  input logic [15:0]  i_tkeep,
  input logic         i_tlast,
  input logic         i_tuser,
  input logic         i_tvalid,
  input logic [127:0] a_tdata,
  input logic [15:0]  a_tkeep,
  input logic         a_tlast,
  input logic         a_tvalid,
  input logic [127:0] s_tdata,
  input logic [15:0]  s_tkeep,
  input logic         s_tlast,
  input logic         s_tvalid,
  input logic [127:0] t_tdata,
  input logic         t_tvalid,
  input logic         m_tready
);
  logic wiped_q;

  sil_ascon_aead #(.Unroll(Unroll)) u_aead (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tlast, .k_tvalid, .k_tready(), .keyed_o(), .i_tdata,
    .i_tkeep, .i_tlast, .i_tuser, .i_tvalid, .i_tready(), .a_tdata, .a_tkeep, .a_tlast, .a_tvalid,
    .a_tready(), .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready(), .t_tdata, .t_tvalid,
    .t_tready(), .m_tdata(), .m_tkeep(), .m_tlast(), .m_tuser(), .m_tvalid(), .m_tready
  );

  // The flag is low in a reset: the registers of data have none.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wiped_q <= 1'b0;
    else wiped_q <= wipe_i | u_aead.fresh_q;
  end

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (!first_q && rst_ni && wiped_q) begin
      assert (u_aead.key_q == '0);
      assert (u_aead.state_q == idle_state(Unroll));
      assert ({u_aead.data_q, u_aead.replace_q} == '0);
      assert ({u_aead.decrypt_q, u_aead.bad_q} == '0);
      assert ({u_aead.out_q, u_aead.differ_q, u_aead.show_q, u_aead.verdict_q} == '0);
    end
  end
endmodule
