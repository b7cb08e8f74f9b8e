// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: a SHA-2 core with gated clocks behaves as the same core without them, in every
/// cycle, for every input, at full width.
///
/// The proof compares each register of one core with the same register of the other core, as
/// sil_md5_forms_proof does. If the registers are equal at one clock edge, the registers and the
/// outputs are equal at the next one. Registers without a reset are assumed to start with equal,
/// arbitrary values.
///
/// Both cores compute new words and sums with the same logic, which has no registers. The proof
/// replaces them in both cores by any values that are equal where all registers are equal (`cut` in
/// proofs.toml), because the inputs are equal, too.
module sil_sha2_forms_proof
  import sil_md_pkg::*, sil_sha2_pkg::alg_e;
#(
  /// As in sil_sha2_core, for both cores.
  parameter alg_e Alg = sil_sha2_pkg::SHA256,
  parameter int unsigned Unroll = 1,
  parameter int unsigned Precompute = 2,
  localparam int unsigned Width = sil_sha2_pkg::word_bits(Alg),
  localparam int unsigned DataBits = Unroll * Width,
  localparam int unsigned DigestBits = sil_sha2_pkg::digest_bits(Alg)
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic [DataBits-1:0] s_tdata,
  input logic                s_tlast,
  input logic                s_tvalid,
  input logic                m_tready
);
  logic [1:0] s_tready, m_tvalid;
  logic [1:0][DigestBits-1:0] m_tdata;

  sil_sha2_core #(.Alg(Alg), .Unroll(Unroll), .Precompute(Precompute)) u_plain (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tid(1'b0), .s_tvalid, .s_tready(s_tready[0]),
    .s_tid_next(), .s_tid_any(), .m_tdata(m_tdata[0]), .m_tid(), .m_tvalid(m_tvalid[0]), .m_tready,
    .start_i(1'b1), .restore_i('0), .save_i('0)
  );
  sil_sha2_core #(
    .Alg(Alg), .Unroll(Unroll), .Precompute(Precompute), .ClockGate(1'b1)
  ) u_gated (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tid(1'b0), .s_tvalid, .s_tready(s_tready[1]),
    .s_tid_next(), .s_tid_any(), .m_tdata(m_tdata[1]), .m_tid(), .m_tvalid(m_tvalid[1]), .m_tready,
    .start_i(1'b1), .restore_i('0), .save_i('0)
  );

`define SIL_SAME(register) (u_plain.gen_single.register == u_gated.gen_single.register)

  logic with_reset, controls;
  assign with_reset = `SIL_SAME(u_iterative.u_sequencer.count)
    & `SIL_SAME(u_iterative.u_sequencer.state_q)
    & `SIL_SAME(u_iterative.u_sequencer.control_q)
    & `SIL_SAME(u_iterative.u_sequencer.loaded_q)
    & `SIL_SAME(u_iterative.u_sequencer.rounds_q)
    & `SIL_SAME(u_iterative.u_sequencer.wrap_q)
    & `SIL_SAME(u_iterative.u_sequencer.last_q)
    & controls
    & s_tready[0] == s_tready[1]
    & m_tvalid[0] == m_tvalid[1];

  logic without_reset, constants, terms, same_results;
  if (Precompute == 2) begin : gen_retimed
    assign controls = `SIL_SAME(gen_retimed.u_rounds.control_q)
      & `SIL_SAME(gen_retimed.u_rounds.shift_e_q)
      & `SIL_SAME(gen_retimed.u_rounds.shift_a_q);
    if (Width == 64) begin : gen_table
      assign constants = `SIL_SAME(gen_retimed.u_rounds.u_constants.gen_table.table_q)
        & `SIL_SAME(gen_retimed.u_rounds.u_constants.constants_q);
    end else begin : gen_logic
      assign constants = `SIL_SAME(gen_retimed.u_rounds.u_constants.gen_logic.number_q)
        & `SIL_SAME(gen_retimed.u_rounds.u_constants.constants_q);
    end
    assign terms = `SIL_SAME(gen_retimed.u_rounds.u_schedule.window_q)
      & `SIL_SAME(gen_retimed.u_rounds.u_schedule.gen_staged.sum1_q)
      & `SIL_SAME(gen_retimed.u_rounds.u_schedule.gen_staged.sum2_q)
      & `SIL_SAME(gen_retimed.u_rounds.u_schedule.gen_staged.sum3_q)
      & `SIL_SAME(gen_retimed.u_rounds.kw_q)
      & `SIL_SAME(gen_retimed.u_rounds.kwe_q)
      & `SIL_SAME(gen_retimed.u_rounds.kwea_q)
      & `SIL_SAME(gen_retimed.u_rounds.ea_q)
      & `SIL_SAME(gen_retimed.u_rounds.e_q)
      & `SIL_SAME(gen_retimed.u_rounds.a_q)
      & `SIL_SAME(gen_retimed.u_rounds.u_chaining_e.words_q)
      & `SIL_SAME(gen_retimed.u_rounds.u_chaining_a.words_q);
    assign same_results = `SIL_SAME(gen_retimed.u_rounds.e_d)
      & `SIL_SAME(gen_retimed.u_rounds.a_d)
      & `SIL_SAME(gen_retimed.u_rounds.u_schedule.words_d);
  end else begin : gen_rounds
    assign controls = `SIL_SAME(gen_rounds.u_rounds.control_q);
    assign constants = `SIL_SAME(gen_rounds.u_rounds.u_constants.gen_table.table_q)
      & `SIL_SAME(gen_rounds.u_rounds.u_constants.constants_q);
    assign terms = `SIL_SAME(gen_rounds.u_rounds.u_schedule.window_q)
      & `SIL_SAME(gen_rounds.u_rounds.u_schedule.gen_ahead.ahead_q)
      & `SIL_SAME(gen_rounds.u_rounds.sum_a)
      & `SIL_SAME(gen_rounds.u_rounds.sum_e)
      & `SIL_SAME(gen_rounds.u_rounds.a_q)
      & `SIL_SAME(gen_rounds.u_rounds.e_q)
      & `SIL_SAME(gen_rounds.u_rounds.u_chaining_e.words_q)
      & `SIL_SAME(gen_rounds.u_rounds.u_chaining_a.words_q);
    assign same_results = `SIL_SAME(gen_rounds.u_rounds.e_d)
      & `SIL_SAME(gen_rounds.u_rounds.a_d)
      & `SIL_SAME(gen_rounds.u_rounds.sum_e_d)
      & `SIL_SAME(gen_rounds.u_rounds.sum_a_d)
      & `SIL_SAME(gen_rounds.u_rounds.u_schedule.words_d)
      & `SIL_SAME(gen_rounds.u_rounds.u_schedule.gen_ahead.ahead_d);
  end
  assign without_reset = constants & terms & m_tdata[0] == m_tdata[1];
`undef SIL_SAME

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni && without_reset);
    assume (same_results || !(with_reset && without_reset));
    assert (with_reset);
    assert (without_reset);
  end
endmodule
