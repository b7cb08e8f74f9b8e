// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: two `sil_tuplehash` that get the same requests, the same headers and the same
/// handshakes, but other bytes in the strings, have the same outputs in each cycle, except `m_tdata`.
/// So the time of a request depends on the lengths of its strings, and not on their bytes.
///
/// A header is the first beat of a packet. Both units may have other values in all registers before the
/// reset.
module sil_tuplehash_time_proof #(
  parameter int unsigned Strength = 128,
  parameter int unsigned Lanes = 25
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        wipe_i,
  input logic [1:0]  i_tuser,
  input logic [31:0] i_tcount,
  input logic [31:0] i_tbytes,
  input logic        i_tvalid,
  input logic [63:0] one_tdata,
  input logic [63:0] other_tdata,
  input logic [7:0]  s_tkeep,
  input logic        s_tlast,
  input logic        s_tvalid,
  input logic        m_tready
);
  typedef struct packed {
    logic i_tready;
    logic s_tready;
    logic [7:0] m_tkeep;
    logic m_tlast;
    logic m_tuser;
    logic m_tvalid;
  } outputs_t;

  outputs_t one, other;
  logic [63:0] one_result, other_result;

  sil_tuplehash #(.Strength(Strength), .Lanes(Lanes)) u_one (
    .clk_i, .rst_ni, .wipe_i, .i_tuser, .i_tcount, .i_tbytes, .i_tvalid, .i_tready(one.i_tready),
    .s_tdata(one_tdata), .s_tkeep, .s_tlast, .s_tvalid, .s_tready(one.s_tready),
    .m_tdata(one_result), .m_tkeep(one.m_tkeep), .m_tlast(one.m_tlast), .m_tuser(one.m_tuser),
    .m_tvalid(one.m_tvalid), .m_tready
  );
  sil_tuplehash #(.Strength(Strength), .Lanes(Lanes)) u_other (
    .clk_i, .rst_ni, .wipe_i, .i_tuser, .i_tcount, .i_tbytes, .i_tvalid, .i_tready(other.i_tready),
    .s_tdata(other_tdata), .s_tkeep, .s_tlast, .s_tvalid, .s_tready(other.s_tready),
    .m_tdata(other_result), .m_tkeep(other.m_tkeep), .m_tlast(other.m_tlast), .m_tuser(other.m_tuser),
    .m_tvalid(other.m_tvalid), .m_tready
  );

  // Whether the next beat is one of a string. After a wipe and after a reset it is a header.
  logic first_cycle_q = 1'b1;
  logic string_q;
  always_ff @(posedge clk_i) first_cycle_q <= 1'b0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) string_q <= 1'b0;
    else if (wipe_i) string_q <= 1'b0;
    else if (s_tvalid && one.s_tready) string_q <= ~s_tlast;
  end

  localparam int unsigned String = 6;
  always_comb begin
    if (first_cycle_q) assume (!rst_ni);
    if (!string_q) assume (one_tdata == other_tdata);
    if (!first_cycle_q) begin
      assert (one == other);
      assert (string_q == (u_one.state_q == String));
      // Control.
      assert (u_one.u_reset.wipe_q == u_other.u_reset.wipe_q);
      assert (u_one.u_reset.awake_q == ~u_one.u_reset.wipe_q);
      assert (u_other.u_reset.awake_q == ~u_other.u_reset.wipe_q);
      assert (u_one.state_q == u_other.state_q);
      assert (u_one.xof_q == u_other.xof_q && u_one.customisation_q == u_other.customisation_q);
      assert (u_one.refused_q == u_other.refused_q && u_one.elements_q == u_other.elements_q);
      assert (u_one.size_q == u_other.size_q && u_one.left_q == u_other.left_q);
      assert (u_one.u_sponge.index_q == u_other.u_sponge.index_q);
      // Pieces to words.
      assert (u_one.u_sponge.u_blocks.offset_q == u_other.u_sponge.u_blocks.offset_q);
      assert (u_one.u_sponge.u_blocks.pad_q == u_other.u_sponge.u_blocks.pad_q);
      assert (u_one.u_sponge.u_blocks.number_q == u_other.u_sponge.u_blocks.number_q);
      assert (u_one.u_sponge.u_blocks.valid_o == u_other.u_sponge.u_blocks.valid_o);
      if (u_one.u_sponge.u_blocks.pad_q) begin
        assert (u_one.u_sponge.u_blocks.last_section_q == u_other.u_sponge.u_blocks.last_section_q);
      end
      if (u_one.u_sponge.u_blocks.valid_o) begin
        assert (u_one.u_sponge.u_blocks.last_o == u_other.u_sponge.u_blocks.last_o);
        assert (u_one.u_sponge.u_blocks.final_o == u_other.u_sponge.u_blocks.final_o);
      end
    end
  end

  // The permutation.
  if (Lanes == 25) begin : gen_parallel
    logic started;
    assign started = u_one.u_sponge.u_core.gen_parallel.u_sponge.phase_q inside {2, 3};
    always_comb if (!first_cycle_q) begin
      assert (u_one.u_sponge.u_core.gen_parallel.u_sponge.phase_q
              == u_other.u_sponge.u_core.gen_parallel.u_sponge.phase_q);
      assert (u_one.u_sponge.u_core.gen_parallel.u_sponge.full_q
              == u_other.u_sponge.u_core.gen_parallel.u_sponge.full_q);
      assert (u_one.u_sponge.u_core.gen_parallel.u_sponge.take_q
              == u_other.u_sponge.u_core.gen_parallel.u_sponge.take_q);
      assert (u_one.u_sponge.u_core.gen_parallel.u_sponge.run_q
              == u_other.u_sponge.u_core.gen_parallel.u_sponge.run_q);
      if (u_one.u_sponge.u_core.gen_parallel.u_sponge.take_q) begin
        assert (u_one.u_sponge.u_core.gen_parallel.u_sponge.full_q);
      end
      if (u_one.u_sponge.u_core.gen_parallel.u_sponge.full_q) begin
        assert (u_one.u_sponge.u_core.gen_parallel.u_sponge.final_q
                == u_other.u_sponge.u_core.gen_parallel.u_sponge.final_q);
      end
      if (started) begin
        assert (u_one.u_sponge.u_core.gen_parallel.u_sponge.round_q
                == u_other.u_sponge.u_core.gen_parallel.u_sponge.round_q);
        assert (u_one.u_sponge.u_core.gen_parallel.u_sponge.last_q
                == u_other.u_sponge.u_core.gen_parallel.u_sponge.last_q);
        if (!u_one.u_sponge.u_core.gen_parallel.u_sponge.take_q) begin
          assert (u_one.u_sponge.u_core.gen_parallel.u_sponge.ended_q
                  == u_other.u_sponge.u_core.gen_parallel.u_sponge.ended_q);
        end
      end
    end
  end else begin : gen_serial
    localparam int unsigned RateLanes = (1600 - 2 * Strength) / 64;
    localparam int unsigned First = 32 - RateLanes;

    // The words of a block that the memory has, and those that have left for it: the last word of a
    // block tells whether it is the last block.
    logic ended_q;
    logic [5:0] taken, given;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) ended_q <= 1'b0;
      else if (wipe_i) ended_q <= 1'b0;
      else if (u_one.u_sponge.word_valid && u_one.u_sponge.word_ready && u_one.u_sponge.word_last) begin
        ended_q <= 1'b1;
      end
    end
    always_comb begin
      taken = 6'(5 * u_one.u_sponge.u_core.gen_serial.u_sponge.row_q)
            + 6'(u_one.u_sponge.u_core.gen_serial.u_sponge.step_q);
      if (u_one.u_sponge.u_core.gen_serial.u_sponge.row_q >= 3'd5) taken = 6'(RateLanes);
      if (taken > 6'(RateLanes)) taken = 6'(RateLanes);
      if (u_one.u_sponge.u_core.gen_serial.u_sponge.phase_q != 0) taken = '0;
      given = taken + 6'(u_one.u_sponge.u_blocks.valid_o);
      if (given >= 6'(RateLanes)) given -= 6'(RateLanes);
    end
    always_comb if (!first_cycle_q) begin
      assert (u_one.u_sponge.u_core.gen_serial.u_sponge.phase_q
              == u_other.u_sponge.u_core.gen_serial.u_sponge.phase_q);
      assert (u_one.u_sponge.u_core.gen_serial.u_sponge.row_q
              == u_other.u_sponge.u_core.gen_serial.u_sponge.row_q);
      assert (u_one.u_sponge.u_core.gen_serial.u_sponge.step_q
              == u_other.u_sponge.u_core.gen_serial.u_sponge.step_q);
      assert (u_one.u_sponge.u_core.gen_serial.u_sponge.round_q
              == u_other.u_sponge.u_core.gen_serial.u_sponge.round_q);
      assert (u_one.u_sponge.u_core.gen_serial.u_sponge.valid_q
              == u_other.u_sponge.u_core.gen_serial.u_sponge.valid_q);
      if (u_one.u_sponge.u_core.gen_serial.u_sponge.valid_q) begin
        assert (u_one.u_sponge.u_core.gen_serial.u_sponge.leave);
      end
      assert (u_one.u_sponge.u_core.gen_serial.u_sponge.row_q <= 3'd6);
      assert (u_one.u_sponge.u_core.gen_serial.u_sponge.step_q <= 3'd5);
      assert (u_one.u_sponge.u_blocks.number_q == 5'(First) + 5'(given));
      if (u_one.u_sponge.u_blocks.valid_o) begin
        assert (u_one.u_sponge.u_blocks.last_o == (given == '0));
      end
      if (ended_q) begin
        assert (u_one.u_sponge.u_core.gen_serial.u_sponge.final_q
                == u_other.u_sponge.u_core.gen_serial.u_sponge.final_q);
      end else begin
        assert (u_one.u_sponge.u_core.gen_serial.u_sponge.phase_q == 0 && taken < 6'(RateLanes));
      end
    end
  end
endmodule
