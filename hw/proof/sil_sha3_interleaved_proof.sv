// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_sha3_interleaved, for messages of all numbers of blocks on both channels, in any
/// sequence and under all stalls: on each channel it is the sponge of FIPS 202 4.
///
/// * The first block of a message is added to a state of zeros, and each other one to the state after
///   24 rounds. A block has its first word in lane 0, and the lanes after the rate are unchanged. A
///   block changes the state of its own channel only.
/// * The rounds of a channel have the constants of rounds 0 to 23 of FIPS 202 3.2.5, in this sequence,
///   and each takes the state that the round before it made, whatever the other channel does.
/// * The output of a channel is the first bits of its state after the rounds of the last block of a
///   message. No block and no output is lost or doubled.
///
/// sil_sha3_interleaved_round_proof proves what the stages compute. Here the results of both may be
/// any state (they are cut), but that of the second stage is the added word alone if its register is
/// zero. A block is that of `block_i` in the cycle after it is taken. The proof examines one lane,
/// which is any.
module sil_sha3_interleaved_proof
  import sil_sha3_pkg::lane_t, sil_sha3_standard_pkg::*;
#(
  /// As in sil_sha3_core.
  parameter int unsigned RateLanes = 17,
  /// As in sil_sha3_core.
  parameter int unsigned OutputBits = 256
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input lane_t [RateLanes-1:0] block_i,
  input logic                  channel_i,
  input logic                  final_i,
  input logic                  error_i,
  input logic                  valid_i,
  input logic                  m_tready,
  /// The lane that is examined: always the same one.
  input logic [4:0]            lane_i
);
  logic take, start, m_tuser, m_tid, m_tvalid;
  logic [OutputBits-1:0] m_tdata;

  sil_sha3_interleaved #(.RateLanes(RateLanes), .OutputBits(OutputBits)) u_core (
    .clk_i, .rst_ni, .block_i, .channel_i, .final_i, .error_i, .valid_i, .take_o(take),
    .start_o(start), .m_tdata, .m_tuser, .m_tid, .m_tvalid, .m_tready
  );

  // The sponge of each channel. A message is absorbed (`rounds_q`, and `number_q` rounds are done),
  // or its output waits (`output_q`). `final_q` and `error_q` are those of its last block.
  logic [1:0] rounds_q, output_q, final_q, error_q;
  logic [1:0][4:0] number_q;

  // What happens to the channel that `start` names, in the next cycle: a round, with the last word
  // of `rounds_d`; a block is absorbed; the state waits; the state leaves as an output.
  logic round_d, last, wait_d, leave_d;
  logic room;
  assign last = number_q[start] == 5'd23;
  assign leave_d = output_q[start] & room;
  assign round_d = rounds_q[start] & (~last | final_q[start] | take);
  assign wait_d = (rounds_q[start] & ~round_d) | (output_q[start] & ~room);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {rounds_q, output_q} <= '0;
    else begin
      if (take) rounds_q[start] <= 1'b1;
      else if (round_d && last) rounds_q[start] <= 1'b0;
      if (round_d && last && !take) output_q[start] <= 1'b1;
      else if (leave_d) output_q[start] <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (take) begin
      number_q[start] <= '0;
      {final_q[start], error_q[start]} <= {final_i, error_i};
    end else if (round_d && !last) begin
      number_q[start] <= number_q[start] + 1'b1;
    end
  end

  // These say what happens in this cycle, to which channel, and with which constant.
  logic round_q, take_q, wait_q, leave_q, leave_error_q, channel_q;
  logic [4:0] round_number_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {round_q, take_q, wait_q, leave_q, channel_q} <= 5'b00001;
    else begin
      {round_q, take_q, wait_q, leave_q, channel_q} <= {round_d, take, wait_d, leave_d, start};
    end
  end
  always_ff @(posedge clk_i) begin
    round_number_q <= number_q[start];
    leave_error_q <= error_q[start];
  end

  lane_t constant, block, added;
  always_comb begin
    constant = '0;
    for (int unsigned i = 0; i < 24; i++) begin
      if (round_q && 32'(round_number_q) == i) constant = round_constant(i);
    end
    block = '0;
    for (int unsigned i = 0; i < RateLanes; i++) begin
      if (take_q && 32'(lane_i) == i) block = block_i[i];
    end
    added = block ^ (lane_i == '0 ? constant : '0);
  end

  // The lane of the state of each channel, when it comes to the first stage; a round that is in the
  // second stage; what theta made and what is added there.
  lane_t [1:0] state_q;
  lane_t mixed_q, added_q;
  logic second_q, second_zero_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {second_q, second_zero_q} <= '0;
    else {second_q, second_zero_q} <= {round_q, (take_q | wait_q) & ~round_q};
  end
  always_ff @(posedge clk_i) begin
    mixed_q <= u_core.u_round.mixed[lane_i];
    added_q <= added;
    // The state of a channel: absorbed into zeros, or that of the round that ends in this cycle.
    if (take_q && !round_q) state_q[channel_q] <= added;
    if (second_q) state_q[~channel_q] <= u_core.u_round.state_d[lane_i];
  end

  // The output that waits.
  lane_t result_q;
  logic full_q, result_error_q, result_channel_q;
  assign room = ~(full_q | leave_q);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) full_q <= 1'b0;
    else full_q <= leave_q | (full_q & ~m_tready);
  end
  always_ff @(posedge clk_i) begin
    if (leave_q) begin
      {result_q, result_error_q, result_channel_q} <= {
        state_q[channel_q], leave_error_q, channel_q
      };
    end
  end

  // The channel in the first stage has a state.
  logic present_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) present_q <= 1'b0;
    else present_q <= rounds_q[start] | output_q[start];
  end

  logic first_q = 1'b1;
  logic [4:0] lane_q;
  always_ff @(posedge clk_i) {first_q, lane_q} <= {1'b0, lane_i};

  // The phase that the core has for a channel.
  function automatic logic [1:0] phase(logic channel);
    return {output_q[channel], rounds_q[channel]};
  endfunction

  always_comb begin
    if (first_q) assume (!rst_ni);
    else assume (lane_i == lane_q);
    assume (32'(lane_i) < 25);
    if (u_core.u_round.mixed_q == '0) assume (u_core.u_round.state_d == u_core.u_round.add_q);

    if (rst_ni && !first_q) begin
      // Blocks are taken for their channel, after the block before.
      if (take) begin
        assert (valid_i && channel_i == start);
        assert (rounds_q[start] ? last && !final_q[start] : !output_q[start] || room);
      end
      if (valid_i && channel_i == start && !rounds_q[start] && !output_q[start]) assert (take);

      // The first stage.
      assert (u_core.u_round.take_i == take_q);
      assert (u_core.u_round.hold_i == wait_q);
      if (round_q || take_q || wait_q) assert (u_core.u_round.zero_i == ~round_q);
      assert (sil_sha3_pkg::iota_lane(u_core.u_round.iota_i) == constant);
      if (present_q) assert (u_core.u_round.state_q[lane_i] == state_q[channel_q]);
      if (!wait_q) assert (u_core.u_round.add[lane_i] == added);
      else assert (u_core.u_round.add[lane_i] == state_q[channel_q]);

      // The second stage.
      if (second_q) begin
        assert (u_core.u_round.mixed_q[lane_i] == mixed_q);
        assert (u_core.u_round.add_q[lane_i] == added_q);
      end
      if (second_zero_q) assert (u_core.u_round.mixed_q == '0);

      // The output.
      assert (m_tvalid == full_q);
      if (m_tvalid) begin
        assert ({m_tuser, m_tid} == {result_error_q, result_channel_q});
        for (int unsigned i = 0; i < OutputBits / 32; i++) begin
          if (32'(lane_i) == i / 2) assert (m_tdata[32*i+:32] == result_q[32*(i%2)+:32]);
        end
      end

      // Invariants: the channels of the core, and the state in the second stage.
      assert (~(rounds_q & output_q) == '1);
      assert (u_core.coming_q.phase == phase(start) && u_core.here_q.phase == phase(~start));
      assert (channel_q == ~start);
      for (int unsigned i = 0; i < 2; i++) begin
        if (rounds_q[i]) assert (number_q[i] <= 5'd23);
        if (output_q[i]) assert (final_q[i]);
      end
      if (rounds_q[start]) begin
        assert (u_core.coming_q.round == number_q[start]);
        assert (u_core.last_q == last && u_core.constant_q == sil_sha3_pkg::IOTA[number_q[start]]);
      end
      if (rounds_q[~start]) assert (u_core.here_q.round == number_q[~start]);
      if (rounds_q[start] || output_q[start]) begin
        assert ({u_core.coming_q.ended, u_core.coming_q.error} == {final_q[start], error_q[start]});
      end
      if (rounds_q[~start] || output_q[~start]) begin
        assert ({u_core.here_q.ended, u_core.here_q.error} == {final_q[~start], error_q[~start]});
      end
      assert (u_core.give_q == leave_q);
      if (leave_q) assert (u_core.give_error_q == leave_error_q && present_q);
      if (wait_q || round_q) assert (present_q);
      assert ($onehot0({round_q, wait_q, leave_q}) && !(take_q && wait_q));
      if (round_q) assert (round_number_q <= 5'd23);
      assert (!(second_q && second_zero_q));
      if (rounds_q[start] || output_q[start]) assert (second_q || second_zero_q);
      if (second_q || second_zero_q) assert (rounds_q[start] || output_q[start]);
      if ((rounds_q[start] || output_q[start]) && second_zero_q) begin
        assert (u_core.u_round.add_q[lane_i] == state_q[start]);
      end
      assert ((round_q || take_q || wait_q) == (rounds_q[~start] || output_q[~start]));
    end
  end
endmodule
