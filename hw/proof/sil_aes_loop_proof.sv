// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: the sequence of the rounds in sil_aes_loop with round keys from a memory. A block
/// that is accepted passes the loop Nr + 1 times: once to enter, then once per round, with the round
/// keys 0 to Nr, or Nr to 0 to decrypt. Its slot is its own for that time. What the last round gives
/// is its result, which waits for `m_tready`; results leave as the blocks came. One block is
/// followed, which may be any one.
///
/// What a round computes is proved elsewhere (`aes-columns`); here its output may have any value. So
/// may the words that the key expansion writes, before a key is complete (`aes-expansion`).
module sil_aes_loop_proof
  import sil_aes_pkg::*;
#(
  parameter direction_e Direction = ENCRYPT,
  parameter int unsigned PipelineStages = 5,
  localparam bit Both = Direction == BOTH,
  localparam int unsigned Wait = Both ? PipelineStages - 1 : 0,
  localparam int unsigned Last = PipelineStages - 1,
  localparam int unsigned Early = Both ? 0 : 1
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         wipe_i,
  input logic [31:0]  k_tdata,
  input logic [1:0]   k_tuser,
  input logic         k_tvalid,
  input logic [127:0] s_tdata,
  input logic         s_tuser,
  input logic         s_tvalid,
  input logic         m_tready,
  input logic         follow_i
);
  logic k_tready, keyed, s_tready, m_tvalid;
  logic [127:0] m_tdata;

  sil_aes_loop #(.Direction(Direction), .PipelineStages(PipelineStages)) u_core (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid, .k_tready, .keyed_o(keyed), .s_tdata,
    .s_tuser, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready
  );

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  // The followed block: it is in the loop, in that stage and round; its result is in the output
  // register of the round, or in that register for results.
  logic take, come, run, leaves, ends;
  logic in_loop_q, ended_q, result_q, decrypt_q;
  logic [3:0] round_q, number, following, last_key;
  logic [2:0] stage_q, position_q;
  logic [127:0] block_q, digest_q;
  assign take = s_tvalid & s_tready;
  assign come = k_tvalid & k_tready;
  assign run = u_core.run_q;
  assign last_key = u_core.last_key;
  assign leaves = in_loop_q & run & stage_q == 3'(Last);
  assign ends = leaves & round_q == last_key;
  assign following = decrypt_q ? number - 4'd1 : number + 4'd1;
  assign number = decrypt_q ? last_key - round_q : round_q;

  // The round key that was read for it, and the number of the one that is read for it now.
  logic [127:0] key_q;
  logic [3:0] read;
  logic reads;
  assign reads = take & follow_i & ~in_loop_q & ~ended_q & ~result_q;
  always_comb begin
    if (reads) read = Both & s_tuser | Direction == DECRYPT ? last_key : '0;
    else read = Both ? following : number;
  end
  always_ff @(posedge clk_i) if (run && (reads || leaves)) key_q <= u_core.gen_stored.key;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {in_loop_q, ended_q, result_q} <= '0;
    else if (wipe_i) {in_loop_q, ended_q, result_q} <= '0;
    else begin
      if (reads) begin
        in_loop_q <= 1'b1;
        decrypt_q <= Both ? s_tuser : Direction == DECRYPT;
        round_q <= '0;
        stage_q <= 3'(Last - Wait);
        block_q <= s_tdata;
      end else if (in_loop_q && run) begin
        stage_q <= leaves ? '0 : stage_q + 1'b1;
        if (leaves) round_q <= round_q + 1'b1;
        if (ends) {in_loop_q, ended_q, digest_q} <= {2'b01, u_core.state_d};
      end
      if (ended_q && run) {ended_q, result_q, position_q} <= {2'b01, 3'd0};
      if (result_q && u_core.advance_results) begin
        position_q <= position_q + 1'b1;
        if (position_q == 3'(Last)) result_q <= 1'b0;
      end
    end
  end

  logic keyed_q;
  logic [3:0] last_key_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) keyed_q <= 1'b0;
    else keyed_q <= keyed & ~come & ~wipe_i;
  end
  always_ff @(posedge clk_i) last_key_q <= last_key;

  always_comb begin
    if (first_q) assume (!rst_ni);
    // Of the key expansion: a complete key stays until a wipe or a word of the next key, which comes
    // only while no block is in the loop. Meanwhile nothing is written, and the number of rounds
    // stays.
    if (keyed) assume (!u_core.gen_stored.write);
    if (keyed_q) assume (keyed && last_key == last_key_q);
    assume (last_key > 4'd1 && last_key < 4'd15);
    if (!u_core.idle) assume (!k_tready);
    if (rst_ni) begin
      if (take) assert (keyed);
      if (come) assert (!in_loop_q);
      if (in_loop_q) begin
        // Its control word says its round, its key and its direction.
        assert (keyed && keyed_q && round_q <= last_key && stage_q <= 3'(Last));
        for (int unsigned i = 0; i < PipelineStages; i++) begin
          if (stage_q == 3'(i)) begin
            assert (u_core.slot_q[i].valid && u_core.slot_q[i].decrypt == decrypt_q);
            assert (u_core.slot_q[i].enter == (round_q == '0));
            assert (u_core.slot_q[i].last == (round_q == last_key));
            assert (u_core.slot_q[i].key == number);
          end
        end
        // So does that of its next round, which is computed ahead.
        if (stage_q == 3'(Last)) begin
          assert (u_core.next_round.valid == (round_q != last_key) && !u_core.next_round.enter);
          if (round_q != last_key) begin
            assert (u_core.next_round.decrypt == decrypt_q && u_core.next_round.key == following);
            assert (u_core.next_round.last == (round_q + 4'd1 == last_key));
          end
        end
        if (!Both) assert (decrypt_q == (Direction == DECRYPT));
      end
      // Its round key is read when it comes and before each round: of one direction in the last
      // stage but one, of both before the round begins.
      if (reads || (in_loop_q && run && !ends && stage_q == 3'(Last - Early))) begin
        assert (u_core.fetched.key == read);
      end
      // The result is that of the last round, and waits until it is taken.
      if (ended_q) assert (u_core.last_q && u_core.state_q == digest_q);
      if (result_q) begin
        assert (position_q <= 3'(Last));
        for (int unsigned i = 0; i < PipelineStages; i++) begin
          if (position_q == 3'(i)) assert (u_core.valid_q[i] && u_core.result_q[i] == digest_q);
        end
        if (position_q == 3'(Last)) assert (m_tvalid && m_tdata == digest_q);
      end
      assert (2'(in_loop_q) + 2'(ended_q) + 2'(result_q) <= 2'd1);
      if (u_core.clear_q) assert (!in_loop_q && !ended_q && !result_q && !u_core.last_q);
      // No result replaces another one.
      if (u_core.result_valid) assert (u_core.advance_results || !u_core.valid_q[0]);
    end
  end
  for (genvar i = 0; i < 4; i++) begin : gen_word
    always_comb begin
      assert (u_core.gen_stored.key[32*i+:32]
        == u_core.gen_stored.gen_word[i].memory_q[u_core.fetched.key]);
    end
  end

  // With both directions its round key waits for the last stage, and so does a block that enters.
  // The key of a decrypting round is added before InvMixColumns.
  if (Both) begin : gen_both
    logic early;
    assign early = decrypt_q & round_q != '0;
    always_comb begin
      if (rst_ni && in_loop_q) begin
        for (int unsigned i = 0; i < PipelineStages; i++) begin
          if (stage_q == 3'(i)) begin
            assert (u_core.gen_stored.key_q[i] == (early ? '0 : key_q));
            assert (u_core.block_q[i] == (round_q == '0 ? block_q : '0));
          end
        end
        if (stage_q == '0) assert (u_core.before_q == (early ? key_q : '0));
      end
    end
  end
endmodule
