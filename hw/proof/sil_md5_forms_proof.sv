// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: another form of the MD5 core behaves as the plain form, in every cycle, for every
/// input, at full width.
///
/// The proof compares each register of one core with the same register of the other core. It
/// compares the step counter with the code of the number in the plain core. If the registers are
/// equal in one cycle, the registers and the outputs are equal in the next cycle. Registers without
/// a reset are assumed to start with equal, arbitrary values.
///
/// Both cores compute the step with the same logic: neither CounterCode nor ClockGate changes it,
/// and it has no registers. The proof replaces the result of the step in both cores by any values
/// that are equal where the operands are equal (`cut` in proofs.toml). It need not look into the
/// adders, which takes a solver most of its time.
module sil_md5_forms_proof
  import sil_md_pkg::*;
#(
  /// As in sil_md5_core, for both cores.
  parameter int unsigned Precompute = 0,
  /// The parameters of the other form.
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  parameter bit ClockGate = 1'b0
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [31:0] s_tdata,
  input logic        s_tlast,
  input logic        s_tvalid,
  input logic        m_tready
);
  localparam int unsigned ControlWords = 68;
  localparam int unsigned CountBits = sil_counter_pkg::code_bits(ControlWords);

  logic [1:0] s_tready, m_tvalid;
  logic [1:0][127:0] m_tdata;

  sil_md5_core #(.Precompute(Precompute)) u_plain (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tid(1'b0), .s_tvalid, .s_tready(s_tready[0]),
    .s_tid_next(), .s_tid_any(), .m_tdata(m_tdata[0]), .m_tid(), .m_tvalid(m_tvalid[0]), .m_tready,
    .start_i(1'b1), .restore_i('0), .save_i('0)
  );
  sil_md5_core #(
    .Precompute(Precompute), .CounterCode(CounterCode), .ClockGate(ClockGate)
  ) u_other (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tid(1'b0), .s_tvalid, .s_tready(s_tready[1]),
    .s_tid_next(), .s_tid_any(), .m_tdata(m_tdata[1]), .m_tid(), .m_tvalid(m_tvalid[1]), .m_tready,
    .start_i(1'b1), .restore_i('0), .save_i('0)
  );

`define SIL_SAME(register) (u_plain.gen_single.register == u_other.gen_single.register)

  // The step counter: its number is in range, and the other core has the code of this number.
  logic [CountBits-1:0] number, count, position;
  assign number = u_plain.gen_single.u_iterative.u_sequencer.count;
  assign count = u_other.gen_single.u_iterative.u_sequencer.count;
  assign position = number + CountBits'((2 ** CountBits - ControlWords) / 2);

  logic with_reset;
  assign with_reset = number < CountBits'(ControlWords)
    & count == (CounterCode == sil_counter_pkg::GRAY ? position ^ (position >> 1) : number)
    & u_plain.gen_single.u_iterative.u_sequencer.wrap_q == (number == CountBits'(ControlWords - 1))
    & `SIL_SAME(u_iterative.u_sequencer.state_q)
    & `SIL_SAME(u_iterative.u_sequencer.control_q)
    & `SIL_SAME(u_iterative.u_sequencer.loaded_q)
    & `SIL_SAME(u_iterative.u_sequencer.rounds_q)
    & `SIL_SAME(u_iterative.u_sequencer.wrap_q)
    & `SIL_SAME(u_iterative.u_sequencer.last_q)
    & `SIL_SAME(u_rounds.control_q)
    & `SIL_SAME(u_rounds.shift_q)
    & s_tready[0] == s_tready[1]
    & m_tvalid[0] == m_tvalid[1];

  logic [BLOCK_WORDS-1:0] words;
  for (genvar i = 0; i < BLOCK_WORDS; i++) begin : gen_word
    if (ClockGate) begin : gen_gated
      assign words[i] = u_plain.gen_single.u_rounds.u_message.gen_bank[0].gen_memory.memory_q[i]
        == u_other.gen_single.u_rounds.u_message.gen_bank[0].gen_registers.gen_word[i].word_q;
    end else begin : gen_plain
      assign words[i] =
        `SIL_SAME(u_rounds.u_message.gen_bank[0].gen_memory.memory_q[i]);
    end
  end

  // What the step takes besides its kind and the working variables, and what is registered for it.
  logic same_terms, same_ahead;
  if (Precompute == 0) begin : gen_at_once
    assign same_terms = `SIL_SAME(u_rounds.x) & `SIL_SAME(u_rounds.t);
    assign same_ahead = 1'b1;
  end else begin : gen_ahead
    assign same_terms = `SIL_SAME(u_rounds.sum)
      & `SIL_SAME(u_rounds.forward_sum)
      & `SIL_SAME(u_rounds.choice_q.zero)
      & `SIL_SAME(u_rounds.choice_q.one);
    if (Precompute == 1) begin : gen_together
      assign same_ahead = same_terms;
    end else begin : gen_retimed
      assign same_ahead = same_terms & `SIL_SAME(u_rounds.gen_retimed.xt_q);
    end
  end

  logic without_reset;
  assign without_reset = &words & same_ahead
    & `SIL_SAME(u_rounds.u_table.row_q)
    & `SIL_SAME(u_rounds.u_table.constant_q)
    & `SIL_SAME(u_rounds.u_message.words_q)
    & `SIL_SAME(u_rounds.kind_q)
    & `SIL_SAME(u_rounds.working_q)
    & `SIL_SAME(u_rounds.u_chaining.words_q)
    & m_tdata[0] == m_tdata[1];

  // The operands of the step, and the new working variables.
  logic same_operands, same_step;
  assign same_operands = `SIL_SAME(u_rounds.kind_q)
    & same_terms
    & `SIL_SAME(u_rounds.working_q);
  assign same_step = `SIL_SAME(u_rounds.working_d);
`undef SIL_SAME

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni && without_reset);
    assume (same_step || !same_operands);
    assert (with_reset);
    assert (without_reset);
  end
endmodule
