// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved, for any messages, results and stalls: what is added to the result of a block is the
/// mask that came with its control word, as many cycles later as the cipher takes; and the queue of
/// results has a free word for each beat that leaves.
///
/// The proof follows one control word, which the input `follow_i` chooses.
module sil_modes_pipe_results_proof
  import sil_modes_pkg::*;
#(
  /// As in sil_modes_pipe_results.
  parameter int unsigned Latency = 31,
  /// As in sil_modes_pipe_results.
  parameter int unsigned Depth = 64
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         wipe_i,
  /// The control word that comes in this cycle is followed, if none is.
  input logic         follow_i,
  input metadata_t    metadata_i,
  input logic [127:0] mask_i,
  input logic         valid_i,
  input logic [127:0] s_tdata,
  input logic [15:0]  keep_i,
  input logic         m_tready
);
  localparam int unsigned Words = Latency - 1;
  localparam int unsigned Bits = $clog2(Depth) + 2;
  typedef logic [Bits-1:0] count_t;
  typedef logic [$clog2(2 * Words)-1:0] place_t;

  logic clean, ready;

  sil_modes_pipe_results #(.Latency(Latency), .Depth(Depth), .HasXts(1'b1)) u_unit (
    .clk_i, .rst_ni, .wipe_i, .clean_o(clean), .metadata_i, .mask_i, .valid_i, .ready_o(ready),
    .waiting_o(), .s_tdata, .stolen_o(), .keep_i, .tail_o(), .m_tdata(), .m_tkeep(), .m_tlast(),
    .m_tuser(), .m_tvalid(), .m_tready
  );

  // The control word that is followed: the cycles since it came, less one, and the place of its mask.
  logic followed_q, tail_q;
  logic [127:0] mask_q;
  logic [15:0] keep_q;
  logic [$clog2(Latency+1)-1:0] age_q;
  place_t place_q, now, later;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {followed_q, age_q, tail_q} <= '0;
    else if (wipe_i) {followed_q, age_q, tail_q} <= '0;
    else begin
      tail_q <= valid_i & metadata_i.tail;
      if (!followed_q) {followed_q, age_q} <= {valid_i & follow_i, {$bits(age_q){1'b0}}};
      else begin
        followed_q <= age_q != $bits(age_q)'(Latency);
        age_q <= age_q + 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (!followed_q) {mask_q, keep_q} <= {mask_i, metadata_i.tail ? 16'hffff : metadata_i.keep};
    if (age_q == '0) place_q <= place_t'(u_unit.place_q);
  end

  // Whether a beat will leave, for each cycle of the way; the rest of a stolen result leaves in the
  // cycle after the filled block.
  logic [Latency:0] beat;
  assign beat[Latency] = u_unit.put_q;
  assign beat[Latency-1:0] = (u_unit.valid_q[Latency-1:0] & ~u_unit.steal_q[Latency-1:0])
                             | u_unit.tail_q[Latency:1];

  // Element i: the number of beats that left cycle i - 1 of the way.
  count_t passed_q [Latency+2];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) passed_q[1] <= '0;
    else if (wipe_i) passed_q[1] <= '0;
    else passed_q[1] <= passed_q[1] + count_t'(beat[0]);
  end
  for (genvar i = 2; i <= Latency + 1; i++) begin : gen_passed
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) passed_q[i] <= '0;
      else if (wipe_i) passed_q[i] <= '0;
      else passed_q[i] <= passed_q[i-1];
    end
  end
  assign passed_q[0] = '0;

  // The beats that are counted: on their way and in the queue.
  count_t beats, coming;
  assign beats = passed_q[1] - passed_q[Latency+1]
                 + count_t'(u_unit.u_queue.gen_part[0].count_q) + count_t'(u_unit.m_tvalid)
                 + count_t'(u_unit.out_valid_q);
  assign coming = count_t'(beat[0]) + count_t'(u_unit.tail_q[0]);

  // The place of the mask after age_q - 1 steps.
  assign later = place_q + place_t'(age_q);
  assign now = later >= place_t'(Words) ? later - place_t'(Words) : later;

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (rst_ni) begin
      // The rules of sil_modes_stream: no beat follows the last one in the next cycle.
      assume (!valid_i || (ready && !tail_q && !clean));
      assume (!(metadata_i.steal && metadata_i.tail));

      if (followed_q && age_q == $bits(age_q)'(Latency)) begin
        assert (u_unit.valid_q[Latency]);
        assert (u_unit.late_q.mask == mask_q && u_unit.late_q.keep == keep_q);
      end
      if (u_unit.out_valid_q && !u_unit.u_queue.gen_part[0].pop) begin
        assert (u_unit.u_queue.gen_part[0].count_q < Depth);
      end

      // Invariants for the induction.
      assert (u_unit.place_q < Words);
      assert (u_unit.put_q == ((u_unit.valid_q[Latency] & ~u_unit.steal_q[Latency]) | u_unit.rest_q));
      assert (!(u_unit.valid_q[Latency] && u_unit.rest_q));
      assert (tail_q == u_unit.tail_q[0]);
      for (int unsigned i = 0; i <= Latency; i++) begin
        assert (!u_unit.steal_q[i] || (u_unit.valid_q[i] && !u_unit.tail_q[i]));
        assert (!u_unit.tail_q[i] || u_unit.valid_q[i]);
        if (i > 0) assert (!(u_unit.tail_q[i] && u_unit.valid_q[i-1]));
      end
      if (clean) begin
        assert (u_unit.valid_q == '0 && !u_unit.rest_q && !followed_q);
        assert (!u_unit.out_valid_q);
        assert (u_unit.level_q == '0 && !u_unit.m_tvalid);
        for (int unsigned i = 1; i <= Latency + 1; i++) assert (passed_q[i] == passed_q[1]);
        assert (!u_unit.u_queue.gen_part[0].some_q && !u_unit.u_queue.gen_part[0].several_q);
        assert (!u_unit.u_queue.gen_part[0].two_q);
      end else begin
        assert (!u_unit.u_queue.gen_part[0].fill_q);
        assert (count_t'(u_unit.level_q) == beats);
        assert (count_t'(u_unit.level_q) + coming <= count_t'(Depth + 1));
        if (ready) assert (count_t'(u_unit.level_q) + coming <= count_t'(Depth - 1));
        assert (u_unit.u_queue.gen_part[0].count_q <= Depth);
        for (int unsigned i = 1; i <= Latency; i++) begin
          assert (passed_q[i] == passed_q[i+1] + count_t'(beat[i]));
        end
        assert (u_unit.u_queue.gen_part[0].some_q == (u_unit.u_queue.gen_part[0].count_q != '0));
        assert (u_unit.u_queue.gen_part[0].several_q == (u_unit.u_queue.gen_part[0].count_q > 1));
        assert (u_unit.u_queue.gen_part[0].two_q == (u_unit.u_queue.gen_part[0].count_q == 2));
        if (!u_unit.m_tvalid) assert (u_unit.u_queue.gen_part[0].count_q <= 1);
      end
      if (followed_q) begin
        assert (age_q <= Latency && u_unit.valid_q[age_q]);
        if (age_q == '0) begin
          assert (u_unit.early_q.mask == mask_q && u_unit.early_q.keep == keep_q);
        end else if (age_q < Latency) begin
          assert (place_q < Words && u_unit.place_q == now);
          assert (u_unit.delay_q[place_q].mask == mask_q && u_unit.delay_q[place_q].keep == keep_q);
        end
      end
    end
  end
endmodule
