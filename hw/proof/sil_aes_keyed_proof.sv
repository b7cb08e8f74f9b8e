// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved, for cores that have a key at any time and take words at any time: the stream says
/// that a core has its key as long as that core does, until a word of another key for the same core
/// was accepted. Words for the other core do not change it.
module sil_aes_keyed_proof
  import sil_aes_pkg::*;
(
  input logic         clk_i,
  input logic         rst_ni,
  input logic         wipe_i,
  input logic [31:0]  k_tdata,
  input logic         k_tdest,
  input logic         k_tlast,
  input logic         k_tvalid,
  input logic [127:0] i_tdata,
  input logic [2:0]   i_tuser,
  input logic         i_tvalid,
  input logic [127:0] s_tdata,
  input logic [15:0]  s_tkeep,
  input logic         s_tlast,
  input logic         s_tvalid,
  input logic         m_tready
);
  logic k_tready;
  logic [1:0] keyed;

  sil_aes_stream #(.Direction(BOTH), .PipelineStages(1), .DataWidth(8)) u_stream (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser(2'd0), .k_tdest, .k_tlast, .k_tvalid, .k_tready,
    .keyed_o(keyed), .i_tdata, .i_tuser, .i_tvalid, .i_tready(), .s_tdata, .s_tkeep, .s_tlast,
    .s_tvalid, .s_tready(), .m_tdata(), .m_tkeep(), .m_tlast(), .m_tuser(), .m_tvalid(), .m_tready
  );

  // The core of the key of the last word: that of the first word, which names it.
  logic open_q, dest, dest_q;
  assign dest = open_q ? dest_q : k_tdest;
  // In the last cycle: the cores that had their keys, and that for which a word was accepted.
  logic [1:0] before_q, accepted_q;
  logic wiped_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {open_q, dest_q, before_q, accepted_q, wiped_q} <= '0;
    else begin
      if (wipe_i) open_q <= 1'b0;
      else if (k_tvalid && k_tready) {open_q, dest_q} <= {~k_tlast, dest};
      before_q <= keyed;
      accepted_q <= {2{k_tvalid & k_tready}} & {dest, ~dest};
      wiped_q <= wipe_i;
    end
  end

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (rst_ni && !first_q) begin
      for (int unsigned i = 0; i < 2; i++) begin
        if (before_q[i] && !accepted_q[i] && !wiped_q) begin
          assert (keyed[i] == u_stream.core_keyed[i]);
        end
        assert (!keyed[i] || u_stream.core_keyed[i]);
      end
      // Invariants for the induction.
      assert (open_q == (u_stream.u_keys.count_q != '0 || u_stream.u_keys.skip_q));
      assert (u_stream.u_keys.count_q <= 3'd3);
      if (open_q) assert (dest_q == u_stream.u_keys.dest_q);
    end
  end
endmodule
