// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved, for any messages, results and stalls: what is added to the result of a block is the
/// mask that came with its control word, however long results wait.
///
/// The proof follows one control word, which the input `follow_i` chooses.
module sil_modes_results_proof
  import sil_modes_pkg::*;
#(
  /// As in sil_modes_results.
  parameter int unsigned Depth = 4
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
  input logic         s_tvalid,
  input logic [15:0]  keep_i,
  input logic         m_tready
);
  localparam int unsigned AddressBits = $clog2(Depth);
  typedef logic [AddressBits:0] count_t;
  typedef logic [AddressBits-1:0] address_t;

  logic clean, ready, s_tready;

  sil_modes_results #(.Depth(Depth), .HasXts(1'b1)) u_unit (
    .clk_i, .rst_ni, .wipe_i, .clean_o(clean), .metadata_i, .mask_i, .valid_i, .ready_o(ready),
    .waiting_o(), .s_tdata, .s_tvalid, .s_tready, .stolen_o(), .keep_i, .tail_o(), .m_tdata(),
    .m_tkeep(), .m_tlast(), .m_tuser(), .m_tvalid(), .m_tready
  );

  // Control words that came and did not leave; of these, those before the one that is followed.
  count_t count_q, before_q;
  logic followed_q;
  logic [127:0] mask_q;
  address_t place_q;  // of its mask
  logic ready_q, valid_q, pop;
  assign pop = u_unit.pop;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {count_q, before_q, followed_q, ready_q, valid_q} <= '0;
    else if (wipe_i || clean) {count_q, before_q, followed_q, ready_q, valid_q} <= '0;
    else begin
      {ready_q, valid_q} <= {ready, valid_i};
      count_q <= count_q + count_t'(valid_i) - count_t'(pop);
      if (!followed_q) begin
        followed_q <= valid_i & follow_i;
        before_q <= count_q - count_t'(pop);
      end else if (pop) begin
        followed_q <= before_q != '0;
        before_q <= before_q - 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (!followed_q) {mask_q, place_q} <= {mask_i, u_unit.mask_write_q};
  end

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (rst_ni) begin
      // The rules of sil_modes_stream.
      assume (!valid_i || (ready_q && !valid_q));

      if (pop && followed_q && before_q == '0 && u_unit.head.block) assert (u_unit.mask_q == mask_q);

      // Invariants for the induction.
      if (clean) begin
        assert (!u_unit.head_valid_q && !u_unit.oldest_valid && count_q == '0 && !followed_q);
        assert (u_unit.mask_write_q == u_unit.mask_read_q);
      end else begin
        assert (u_unit.u_queue.level_q <= count_t'(Depth));
        assert (u_unit.u_queue.valid_q == (u_unit.u_queue.level_q != '0));
        assert (u_unit.u_queue.ready_q == (u_unit.u_queue.level_q != count_t'(Depth)));
        assert (count_q == u_unit.u_queue.level_q + count_t'(u_unit.head_valid_q));
        assert (count_q <= count_t'(Depth));
        if (!u_unit.head_valid_q) assert (count_q <= count_t'(1));
        assert (u_unit.mask_write_q == address_t'(u_unit.mask_read_q + count_q));
        if (followed_q) begin
          assert (before_q < count_q);
          assert (place_q == address_t'(u_unit.mask_read_q + before_q));
          assert (u_unit.masks_q[place_q] == mask_q);
        end
      end
    end
  end
endmodule
