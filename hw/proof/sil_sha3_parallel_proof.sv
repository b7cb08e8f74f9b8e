// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_sha3_parallel, for messages of all numbers of blocks, back to back, under all
/// stalls: it is the sponge of FIPS 202 4.
///
/// * The first block of a message is added to a state of zeros, and each other one to the state after
///   24 rounds. A block has its first word in lane 0, and the lanes after the rate are unchanged.
/// * The rounds have the constants of rounds 0 to 23 of FIPS 202 3.2.5, in this sequence, and each
///   takes the state that the round before it made.
/// * The output is the first bits of the state after the rounds of the last block, or after 24 more
///   rounds if more output was asked for. No block and no output is lost or doubled.
///
/// sil_sha3_round_proof proves what a round computes. Here its result may be any state (it is cut),
/// but it is the added word alone if the state is zero. A block has RateLanes words, as the padder
/// makes them. The proof examines one lane, which is any.
module sil_sha3_parallel_proof
  import sil_sha3_pkg::lane_t, sil_sha3_standard_pkg::*;
#(
  /// As in sil_sha3_core.
  parameter int unsigned RateLanes = 17,
  /// As in sil_sha3_core.
  parameter int unsigned OutputBits = 256
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [63:0] word_i,
  input logic        last_i,
  input logic        final_i,
  input logic        error_i,
  input logic        valid_i,
  input logic        m_tready,
  input logic        more_i,
  /// The lane that is examined: always the same one.
  input logic [4:0]  lane_i
);
  logic ready, m_tuser, m_tvalid;
  logic [OutputBits-1:0] m_tdata;

  sil_sha3_parallel #(.RateLanes(RateLanes), .OutputBits(OutputBits)) u_core (
    .clk_i, .rst_ni, .word_i, .last_i, .final_i, .error_i, .valid_i, .ready_o(ready), .m_tdata,
    .m_tuser, .m_tvalid, .m_tready, .more_i
  );

  // The word for the lane, of the block that is collected; the number of its words, and whether it
  // is complete.
  lane_t word_q;
  logic [4:0] count_q;
  logic full_q, block_final_q, block_error_q;
  logic accepted, take;
  assign accepted = valid_i & ready;
  assign take = u_core.take_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {count_q, full_q} <= '0;
    else begin
      if (accepted) count_q <= last_i ? '0 : count_q + 1'b1;
      full_q <= (full_q & ~take) | (accepted & last_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (accepted) begin
      if (count_q == lane_i) word_q <= word_i;
      {block_final_q, block_error_q} <= {final_i, error_i};
    end
  end

  // The block of the core with the word that is on its way to it, and its marks.
  lane_t [RateLanes-1:0] core_block;
  logic [1:0] core_marks;
  assign core_block = u_core.shift_q ? {u_core.word_q, u_core.block_q[RateLanes-1:1]}
                                     : u_core.block_q;
  assign core_marks = u_core.shift_q ? {u_core.final_now_q, u_core.broken_now_q}
                                     : {u_core.final_q, u_core.broken_q};

  // The sponge, of which `state_q` is the lane: the state is zero; a block has been added and
  // `number_q` rounds are done since then; the state is the output. In the cycle after an output,
  // none of these, the state is cleared.
  lane_t state_q;
  logic zero_q, rounds_q, output_q, final_q, error_q, step;
  logic [4:0] number_q;
  assign step = rounds_q & (number_q != 5'd23 | final_q | take);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {zero_q, rounds_q, output_q} <= '0;
    else begin
      zero_q <= (zero_q & ~take) | ~(zero_q | rounds_q | output_q);
      rounds_q <= take | (rounds_q & ~(step & number_q == 5'd23))
                | (output_q & m_tready & more_i);
      output_q <= (output_q & ~m_tready) | (step & number_q == 5'd23 & ~take);
    end
  end
  always_ff @(posedge clk_i) begin
    if (!(zero_q | rounds_q | output_q)) state_q <= '0;
    else if (step || (zero_q && take)) state_q <= u_core.state_d[lane_i];
    if (take || output_q) number_q <= '0;
    else if (step) number_q <= number_q + 1'b1;
    if (take) {final_q, error_q} <= {block_final_q, block_error_q};
  end

  // The constant of the round and the lane of the block that are added in this cycle.
  lane_t constant, added;
  always_comb begin
    constant = '0;
    for (int unsigned i = 0; i < 24; i++) begin
      if (rounds_q && 32'(number_q) == i) constant = round_constant(i);
    end
    added = (take && 32'(lane_i) < RateLanes ? word_q : '0) ^ (lane_i == '0 ? constant : '0);
  end

  logic first_q = 1'b1;
  logic [4:0] lane_q;
  always_ff @(posedge clk_i) {first_q, lane_q} <= {1'b0, lane_i};

  always_comb begin
    if (first_q) assume (!rst_ni);
    else assume (lane_i == lane_q);
    assume (32'(lane_i) < 25);
    if (u_core.state_q == '0) assume (u_core.state_d == u_core.add);
    if (valid_i) assume (last_i == (32'(count_q) == RateLanes - 1));

    if (rst_ni && !first_q) begin
      // Blocks.
      assert (32'(count_q) < RateLanes && (!full_q || count_q == '0));
      assert (ready == (~full_q | take));
      assert (u_core.full_q == full_q);
      for (int unsigned i = 0; i < RateLanes; i++) begin
        if (32'(lane_i) == i) begin
          if (full_q) assert (core_block[i] == word_q);
          for (int unsigned n = i + 1; n < RateLanes; n++) begin
            if (32'(count_q) == n) assert (core_block[RateLanes-n+i] == word_q);
          end
        end
      end
      if (full_q) assert (core_marks == {block_final_q, block_error_q});
      if (take) assert (!u_core.shift_q);

      // The sponge.
      assert ($onehot0({zero_q, rounds_q, output_q}));
      if (rounds_q) assert (number_q < 5'd24);
      if (take) assert (full_q && (zero_q || (rounds_q && number_q == 5'd23 && !final_q)));
      if (step || zero_q) assert (u_core.add[lane_i] == added);
      if (zero_q || rounds_q || output_q) assert (u_core.state_q[lane_i] == state_q);
      if (zero_q) assert (u_core.state_q == '0);
      assert (m_tvalid == output_q);
      if (m_tvalid) assert (m_tuser == error_q);
      for (int unsigned i = 0; i < OutputBits / 32; i++) begin
        if (m_tvalid && 32'(lane_i) == i / 2) assert (m_tdata[32*i+:32] == state_q[32*(i%2)+:32]);
      end

      // Invariants: the phase, the number of the round plus 8, and the constant.
      assert (u_core.phase_q == {rounds_q | output_q, zero_q | output_q});
      if (zero_q || rounds_q || output_q) assert (u_core.run_q == (zero_q | step));
      if (zero_q || rounds_q) assert (sil_sha3_pkg::iota_lane(u_core.iota_q) == constant);
      if (rounds_q) begin
        assert (u_core.round_q == number_q + 5'd8);
        assert (u_core.last_q == (number_q == 5'd23));
      end
      if (rounds_q || output_q) assert ({u_core.ended_q, u_core.error_q} == {final_q, error_q});
      if (output_q) assert (final_q);
    end
  end
endmodule
