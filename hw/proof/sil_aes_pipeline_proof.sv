// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: the sequence of blocks in sil_aes_pipeline. A block that is accepted passes one
/// stage in each cycle in which the rounds run, and all rounds run in the same cycles. A result
/// always finds room in the queue, although the stall comes late. So no block is lost or doubled. No
/// block is in a round when a word of a key is accepted, and the queue does not stall for ever.
///
/// What a round computes is proved elsewhere (`aes-columns`), and what the queue does, too
/// (`fifo-wipe`).
module sil_aes_pipeline_proof
#(
  parameter int unsigned PipelineStages = 30
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         wipe_i,
  input logic [31:0]  k_tdata,
  input logic         k_tvalid,
  input logic [127:0] s_tdata,
  input logic         s_tvalid,
  input logic         m_tready
);
  localparam int unsigned Queue = 16;

  logic k_tready, keyed, s_tready, m_tvalid;
  logic [127:0] unused_data;

  sil_aes_pipeline #(.PipelineStages(PipelineStages)) u_core (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tvalid, .k_tready, .keyed_o(keyed), .s_tdata, .s_tvalid,
    .s_tready, .m_tdata(unused_data), .m_tvalid, .m_tready
  );

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  // One block is followed, which may be any one: the stage that it is in.
  logic [5:0] stage_q;
  logic followed_q, take;
  assign take = s_tvalid & s_tready;

  // Blocks that were accepted, and results that were taken.
  logic [6:0] in_flight_q, in_rounds;
  always_comb begin
    in_rounds = '0;
    for (int unsigned i = 0; i <= PipelineStages; i++) in_rounds += 7'(u_core.valid_q[i]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {followed_q, in_flight_q, stage_q} <= '0;
    else if (wipe_i) {followed_q, in_flight_q, stage_q} <= '0;
    else begin
      in_flight_q <= in_flight_q + 7'(take) - 7'(m_tvalid & m_tready);
      if (u_core.run_q[0]) begin
        if (followed_q && stage_q != 6'(PipelineStages)) stage_q <= stage_q + 1'b1;
        else {followed_q, stage_q} <= {take, 6'd0};
      end
    end
  end

  logic [4:0] write, results, held;  // words in the memory of the queue; those that are results
  assign write = u_core.u_queue.u_fifo.write_q;
  assign results = write - u_core.u_queue.u_fifo.read_q;
  assign held = u_core.clean ? '0 : results;

  always_comb begin
    if (first_q) assume (!rst_ni);
    // The key expansion takes longer than the queue to clear its words. It accepts a word of a key
    // only while no block is in a round.
    if (u_core.clean) assume (!keyed);
    if (!u_core.u_expansion.idle_i) assume (!k_tready);
    if (rst_ni) begin
      // All rounds run, or none.
      assert (u_core.run_q == '0 || u_core.run_q == '1);
      // A result finds room.
      if (u_core.came) assert (u_core.u_queue.s_tready);
      // A block is accepted only where the rounds run, and none is lost.
      if (take) assert (u_core.run_q[0] && keyed);
      assert (in_flight_q == in_rounds + 7'(held));
      if (followed_q) assert (u_core.valid_q[stage_q] && stage_q <= 6'(PipelineStages));
      // A key is accepted only where no block is in a round.
      if (k_tvalid && k_tready) assert (u_core.valid_q == '0 && !take);
      // A stall ends: the queue holds a result then.
      if (!u_core.run_q[0]) assert (m_tvalid || !u_core.stop_q || !u_core.stop_d);
      // Invariants.
      assert (results <= 5'(Queue) && m_tvalid == (held != '0));
      if (u_core.clean) assert (u_core.valid_q == '0 && in_flight_q == '0 && u_core.level_q == '0);
      assert (u_core.level_q + 5'(u_core.came_q) - 5'(u_core.left_q) == held);
    end
  end
endmodule
