// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: the sequence of the rounds in sil_aes_single. Each block that is accepted gets the
/// round keys 0 to Nr one after the other, one per cycle, from the memory of round keys. Its result
/// is that of the last round, and it is offered in the next cycle.
///
/// What a round computes is proved elsewhere (`aes-columns`); here its outputs may have any value.
/// So may the words that the key expansion writes, before a key is complete (`aes-expansion`).
module sil_aes_single_proof
#(
  parameter int unsigned KeyBits = 128
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         wipe_i,
  input logic [31:0]  k_tdata,
  input logic [1:0]   k_tuser,
  input logic         k_tvalid,
  input logic [127:0] s_tdata,
  input logic         s_tvalid,
  input logic         m_tready
);
  logic k_tready, keyed, s_tready, m_tvalid;
  logic [127:0] m_tdata;

  sil_aes_single #(.KeyBits(KeyBits)) u_core (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid, .k_tready, .keyed_o(keyed),
    .s_tdata, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready
  );

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  // The memory of round keys, as one word for each round.
  logic [127:0] keys [16];
  for (genvar r = 0; r < 16; r++) begin : gen_round
    for (genvar i = 0; i < 4; i++) begin : gen_word
      assign keys[r][32*i+:32] = u_core.gen_word[i].memory_q[r];
    end
  end

  // A block is in the core, and the round that it performs in this cycle. A result waits.
  logic take, come, busy_q, result_q, last;
  logic [3:0] round_q;
  logic [127:0] state_q, digest_q;
  assign take = s_tvalid & s_tready;
  assign come = k_tvalid & k_tready;
  assign last = busy_q & round_q == u_core.last_key;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {busy_q, result_q} <= '0;
    else if (wipe_i) {busy_q, result_q} <= '0;
    else begin
      if (come) busy_q <= 1'b0;
      else if (take) busy_q <= 1'b1;
      else if (last && !m_tvalid) busy_q <= 1'b0;
      result_q <= (last & ~m_tvalid & ~come) | (result_q & ~m_tready);
    end
  end
  always_ff @(posedge clk_i) begin
    if (take) round_q <= 4'd1;
    else if (!last) round_q <= round_q + 1'b1;
    if (take || !last) state_q <= u_core.state_d;
    if (last && !m_tvalid) digest_q <= u_core.result;
  end

  logic keyed_q;
  logic [3:0] last_key_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) keyed_q <= 1'b0;
    else keyed_q <= u_core.keyed & ~come & ~wipe_i;
  end
  always_ff @(posedge clk_i) last_key_q <= u_core.last_key;

  always_comb begin
    if (first_q) assume (!rst_ni);
    // Of the key expansion: a complete key stays until a wipe or a word of the next key, which comes
    // only while the core is idle. Meanwhile it writes nothing, and the number of rounds stays.
    // No key is complete in the cycle after a reset, a wipe or a word.
    if (u_core.keyed) assume (!u_core.write && !u_core.clear_q);
    if (keyed_q) assume (u_core.keyed && u_core.last_key == last_key_q);
    assume (u_core.last_key > 4'd1);
    if (!u_core.idle) assume (!k_tready);
    if (rst_ni) begin
      // The first round adds the round key 0; the others get their own.
      if (take) assert (u_core.key_q == keys[0] && u_core.keyed);
      if (busy_q) begin
        assert (u_core.key_q == keys[round_q] && round_q <= u_core.last_key && u_core.keyed);
        assert (u_core.state_q == state_q);
        // A block leaves after its last round, and nothing waits in between.
        assert (u_core.last_q == last);
      end
      assert (u_core.busy_q == busy_q);
      // A block is accepted only where none is in its rounds.
      if (s_tready) assert (!busy_q);
      // The result is that of the last round, and waits for m_tready.
      assert (m_tvalid == result_q);
      if (m_tvalid) assert (m_tdata == digest_q);
      // Invariants of the registers: the round key 0 is there while the core waits for a block.
      if (u_core.prime_q) assert (u_core.next_q == '0 && !u_core.open_q && !busy_q);
      else assert (keyed_q && u_core.open_q == !busy_q);
      if (u_core.open_q) assert (u_core.key_q == keys[0] && u_core.next_q == 4'd1);
      if (busy_q) assert (u_core.next_q == (last ? '0 : 4'(round_q + 1'b1)));
      if (!busy_q) assert (!u_core.last_q);
      if (u_core.clear_q) assert (u_core.prime_q);
    end
  end
endmodule
