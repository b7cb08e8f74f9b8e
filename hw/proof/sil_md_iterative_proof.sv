// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: the sequencing of a core for one message at a time. A message of n blocks takes
/// FeedForward / Unroll + n (Rounds + FeedForward) / Unroll cycles in which the datapath runs. The
/// datapath stalls only where a message word is missing, or the digest is not accepted.
module sil_md_iterative_proof
  import sil_md_pkg::*;
#(
  /// As in sil_md_iterative.
  parameter int unsigned Rounds = 80,
  parameter int unsigned FeedForward = 8,
  parameter int unsigned Unroll = 1,
  parameter sil_counter_pkg::code_e CounterCode = sil_counter_pkg::BINARY,
  localparam int unsigned ControlWords = (Rounds + FeedForward) / Unroll,
  localparam int unsigned RoundControlWords = Rounds / Unroll,
  localparam int unsigned Loads = BLOCK_WORDS / Unroll,
  localparam int unsigned Width = 4,
  localparam int unsigned CountBits = sil_counter_pkg::code_bits(ControlWords),
  localparam int unsigned NumberBits = $clog2(ControlWords)
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic [Unroll*Width-1:0] s_tdata,
  input logic                    s_tlast,
  input logic                    s_tvalid,
  input logic                    m_tready,
  input logic [8*Width-1:0]      chaining_i
);
  control_t control;
  logic [CountBits-1:0] count;
  logic [Unroll*Width-1:0] message;
  logic [8*Width-1:0] m_tdata;
  logic s_tready, m_tvalid, run, clear;

  sil_md_iterative #(
    .Width(Width), .Unroll(Unroll), .Rounds(Rounds), .FeedForward(FeedForward),
    .CounterCode(CounterCode), .StateWords(8), .DigestBits(8 * Width)
  ) u_core (
    .clk_i, .rst_ni, .little_i(1'b0), .short_i(1'b0), .s_tdata, .s_tlast, .s_tvalid, .s_tready,
    .start_i(1'b0), .m_tdata, .m_tvalid, .m_tready, .run_o(run), .clear_o(clear),
    .control_o(control), .count_o(count), .message_o(message), .load_i(control.load),
    .last_i(control.last), .chaining_i
  );

  // The first cycle is a reset.
  logic first_cycle_q = 1'b1;
  always_ff @(posedge clk_i) first_cycle_q <= 1'b0;

  // A message is in progress, at that control word; its initial hash value is loaded; its last block
  // has been accepted. A digest waits.
  logic active_q, first_q, last_q, digest_q;
  logic [NumberBits-1:0] number_q;
  logic wrap, ends;
  assign wrap = number_q == NumberBits'(ControlWords - 1);
  assign ends = wrap & ~first_q & last_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {active_q, first_q, last_q, digest_q, number_q} <= '0;
    else if (clear) begin
      {active_q, first_q, last_q} <= 3'b110;
      number_q <= NumberBits'(RoundControlWords);
    end else begin
      if (digest_q && m_tready) digest_q <= 1'b0;
      if (active_q && run) begin
        if (control.load) last_q <= s_tlast;
        number_q <= wrap ? '0 : number_q + 1'b1;
        if (wrap) first_q <= 1'b0;
        if (ends) {active_q, digest_q} <= 2'b01;
      end
    end
  end

  always_comb begin
    if (first_cycle_q) assume (!rst_ni);
    // A message ends with a complete block.
    if (number_q != NumberBits'(Loads - 1)) assume (!s_tlast);
    if (rst_ni) begin
      assert (control.valid == active_q);
      assert (m_tvalid == digest_q);
      assert (!active_q || !digest_q);
      // A message starts as soon as nothing is in progress.
      assert (clear == (!active_q && !digest_q));
      if (active_q) begin
        assert (count == CountBits'(sil_counter_pkg::encode(CounterCode, ControlWords,
          32'(number_q))));
        assert (control.load == (number_q < NumberBits'(Loads)));
        assert (control.feed_forward == (number_q >= NumberBits'(RoundControlWords)));
        assert (control.first == first_q);
        assert (control.last == ends);
        // It stalls only where a word is missing.
        assert (run == (!control.load || s_tvalid));
        // A word is taken with its control word.
        assert (s_tready == control.load);
      end else assert (control == '0);
      // Invariants of the registers of the sequencer.
      assert (number_q <= NumberBits'(ControlWords - 1));
      assert (active_q == (u_core.u_sequencer.state_q == 2'd1));
      assert (digest_q == (u_core.u_sequencer.state_q == 2'd2));
      if (active_q) begin
        assert (u_core.u_sequencer.last_q == last_q && !(first_q && last_q));
        assert (u_core.u_sequencer.loaded_q == (number_q == NumberBits'(Loads - 1)));
        assert (u_core.u_sequencer.rounds_q == (number_q == NumberBits'(RoundControlWords - 1)));
        assert (u_core.u_sequencer.wrap_q == wrap);
        assert (!first_q || number_q >= NumberBits'(RoundControlWords));
      end
    end
  end
endmodule
