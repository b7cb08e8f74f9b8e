// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: the fast form of SM3 with gated clocks behaves as the same core without them,
/// in every cycle, for every input, at full width.
///
/// The proof compares each register of one core with the same register of the other core, as
/// sil_md5_forms_proof does. Registers without a reset are assumed to start with equal, arbitrary
/// values.
module sil_sm3_forms_proof (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [31:0] s_tdata,
  input logic        s_tlast,
  input logic        s_tvalid,
  input logic        m_tready
);
  logic [1:0] s_tready, m_tvalid;
  logic [1:0][255:0] m_tdata;

  sil_sm3_core #(.Precompute(2)) u_plain (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tid(1'b0), .s_tvalid, .s_tready(s_tready[0]),
    .s_tid_next(), .s_tid_any(), .m_tdata(m_tdata[0]), .m_tid(), .m_tvalid(m_tvalid[0]), .m_tready,
    .start_i(1'b1), .restore_i('0), .save_i('0)
  );
  sil_sm3_core #(.Precompute(2), .ClockGate(1'b1)) u_gated (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tid(1'b0), .s_tvalid, .s_tready(s_tready[1]),
    .s_tid_next(), .s_tid_any(), .m_tdata(m_tdata[1]), .m_tid(), .m_tvalid(m_tvalid[1]), .m_tready,
    .start_i(1'b1), .restore_i('0), .save_i('0)
  );

`define SIL_SAME(register) (u_plain.register == u_gated.register)

  logic with_reset;
  assign with_reset = `SIL_SAME(u_iterative.u_sequencer.count)
    & `SIL_SAME(u_iterative.u_sequencer.state_q)
    & `SIL_SAME(u_iterative.u_sequencer.control_q)
    & `SIL_SAME(u_iterative.u_sequencer.loaded_q)
    & `SIL_SAME(u_iterative.u_sequencer.rounds_q)
    & `SIL_SAME(u_iterative.u_sequencer.wrap_q)
    & `SIL_SAME(u_iterative.u_sequencer.last_q)
    & `SIL_SAME(gen_retimed.u_rounds.control_q)
    & s_tready[0] == s_tready[1]
    & m_tvalid[0] == m_tvalid[1];

  logic without_reset;
  assign without_reset = m_tdata[0] == m_tdata[1]
    & `SIL_SAME(gen_retimed.u_rounds.u_schedule.window_q)
    & `SIL_SAME(gen_retimed.u_rounds.u_constants.t_q)
    & `SIL_SAME(gen_retimed.u_rounds.forward_q.a)
    & `SIL_SAME(gen_retimed.u_rounds.forward_q.e)
    & `SIL_SAME(gen_retimed.u_rounds.late_q.a)
    & `SIL_SAME(gen_retimed.u_rounds.late_q.e)
    & `SIL_SAME(gen_retimed.u_rounds.forward_sum_q)
    & `SIL_SAME(gen_retimed.u_rounds.t_q)
    & `SIL_SAME(gen_retimed.u_rounds.dw_q)
    & `SIL_SAME(gen_retimed.u_rounds.hw_q)
    & `SIL_SAME(gen_retimed.u_rounds.ff_q.zero)
    & `SIL_SAME(gen_retimed.u_rounds.ff_q.one)
    & `SIL_SAME(gen_retimed.u_rounds.gg_q.zero)
    & `SIL_SAME(gen_retimed.u_rounds.gg_q.one)
    & `SIL_SAME(gen_retimed.u_rounds.tt1_q)
    & `SIL_SAME(gen_retimed.u_rounds.tt2_q)
    & `SIL_SAME(gen_retimed.u_rounds.b_q)
    & `SIL_SAME(gen_retimed.u_rounds.f_q)
    & `SIL_SAME(gen_retimed.u_rounds.u_chaining.words_q);
`undef SIL_SAME

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni && without_reset);
    assert (with_reset);
    assert (without_reset);
  end
endmodule
