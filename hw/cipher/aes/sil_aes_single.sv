// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Encrypts one block at a time in a loop with a round of six logic levels, for chained blocks.
///
/// The state is 0 when a block enters. The round's own XOR adds the block and its first round key,
/// so no multiplexer is needed. Ports and parameters are those of `sil_aes_core`.
///
/// ## Latency and throughput
/// With Nr rounds a result is valid Nr + 1 cycles after its block was accepted. The next block is
/// accepted in that cycle, also a block that depends on the result. From the last word of a key
/// until blocks are accepted it takes one cycle more than in `sil_aes_expansion`.
module sil_aes_single
  import sil_aes_pkg::*;
#(
  parameter int unsigned KeyBits = 128
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         wipe_i,
  input  logic [31:0]  k_tdata,
  input  logic [1:0]   k_tuser,
  input  logic         k_tvalid,
  output logic         k_tready,
  output logic         keyed_o,
  input  logic [127:0] s_tdata,
  input  logic         s_tvalid,
  output logic         s_tready,
  output logic [127:0] m_tdata,
  output logic         m_tvalid,
  input  logic         m_tready
);
  logic keyed, hold_q, come, idle, take, finish;
  // prime_q: the first round key is not yet read. open_q: the core waits for a block. busy_q: a
  // block is in its rounds. last_q: the block is in its last round.
  logic prime_q, open_q, busy_q, last_q;
  logic clear_q;  // clears the data after a reset, a wipe, or a word of a key
  logic [3:0] next_q, last_key;  // next_q: index of the round key of the next cycle
  logic [127:0] state_d, state_q, result, key, key_q, result_q;

  assign s_tready = open_q & ~hold_q;
  assign take = s_tvalid & s_tready;
  assign finish = last_q & ~m_tvalid;
  assign idle = hold_q & ~busy_q;
  assign come = k_tvalid & k_tready;
  assign keyed_o = keyed;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {hold_q, open_q, busy_q, last_q, m_tvalid} <= '0;
      {prime_q, clear_q} <= '1;
      next_q <= '0;
    end else if (wipe_i || come) begin
      {hold_q, open_q, busy_q, last_q} <= '0;
      hold_q <= come & ~wipe_i;
      m_tvalid <= m_tvalid & ~m_tready & ~wipe_i;
      {prime_q, clear_q} <= '1;
      next_q <= '0;
    end else begin
      clear_q <= 1'b0;
      hold_q <= k_tvalid;
      m_tvalid <= finish | (m_tvalid & ~m_tready);
      prime_q <= prime_q & ~keyed;
      open_q <= (prime_q & keyed) | finish | (open_q & ~take);
      busy_q <= take | (busy_q & ~finish);
      if (take || (busy_q && !last_q)) last_q <= next_q == last_key;
      else if (finish) last_q <= 1'b0;
      if (prime_q ? keyed : take | finish | (busy_q & ~last_q)) begin
        next_q <= next_q == last_key ? '0 : next_q + 1'b1;
      end
    end
  end

  // Round keys. In the last one each byte is stored one row higher in its column.

  logic write;
  logic [5:0] address;
  word_t word;

  sil_aes_expansion #(.KeyBits(KeyBits)) u_expansion (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid, .k_tready, .idle_i(idle),
    .write_o(write), .address_o(address), .word_o(word), .keyed_o(keyed), .rounds_o(last_key)
  );

  for (genvar i = 0; i < 4; i++) begin : gen_word
    logic [31:0] memory_q [16];
    always_ff @(posedge clk_i) begin
      if (write && address[1:0] == 2'(i)) begin
        memory_q[address[5:2]] <= address[5:2] == last_key ? rot_word(word) : word;
      end
    end
    assign key[32*i+:32] = memory_q[next_q];
  end

  always_ff @(posedge clk_i) begin
    if (clear_q || finish) state_q <= '0;
    else if (take || busy_q && !last_q) state_q <= state_d;
    if (clear_q) key_q <= '0;
    else if (prime_q || take || finish || busy_q && !last_q) key_q <= key;
    if (clear_q && !m_tvalid) result_q <= '0;
    else if (finish) result_q <= result;
  end

  sil_aes_short_round u_round (
    .state_i (state_q),
    .key_i   (key_q),
    .block_i (open_q ? s_tdata : '0),
    .result_o(result),
    .state_o (state_d)
  );

  assign m_tdata = result_q;
endmodule
