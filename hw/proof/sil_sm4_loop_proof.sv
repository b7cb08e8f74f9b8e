// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_sm4_loop, for all blocks, under all stalls, wipes and new keys: each accepted
/// block gives one result, in the order of the blocks, which is that of 32 rounds of GB/T 32907-2016
/// 6 and of the reverse transformation.
///
/// Round n of a block has the round key that was written to address n, or to address 31 - n if the
/// block is decrypted (7.2). sil_sm4_serial_proof proves these round keys. The results of the S-boxes
/// may have any value (they are cut), and each S-box is proved to be that of 6.2.
module sil_sm4_loop_proof
  import sil_sm4_standard_pkg::*;
#(
  /// As in sil_sm4_core.
  parameter int unsigned PipelineStages = 1,
  /// As in sil_sm4_core.
  parameter int unsigned Unroll = 1
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         wipe_i,
  input logic [31:0]  k_tdata,
  input logic         k_tvalid,
  input logic [127:0] s_tdata,
  input logic         s_tuser,
  input logic         s_tvalid,
  input logic         m_tready,
  /// The address of a round key that is examined: always the same one.
  input logic [4:0]   address_i
);
  logic keyed, s_tready, m_tvalid;
  logic [127:0] m_tdata;

  sil_sm4_loop #(.PipelineStages(PipelineStages), .Unroll(Unroll)) u_core (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tvalid, .k_tready(), .keyed_o(keyed),
    .s_tdata, .s_tuser, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready
  );

  // As in sil_sm4_loop.
  localparam int unsigned Each =
    PipelineStages == 1 && Unroll > 1 ? 0 : PipelineStages / Unroll;
  localparam int unsigned Last = PipelineStages - 1;

  // The round key that was written to the address.
  word_t key_q;
  always_ff @(posedge clk_i) begin
    if (u_core.write && u_core.address == address_i) key_q <= u_core.word;
  end

  // The row of the round key of a round in the memory of that round: round n has n / Unroll, with
  // one memory in reverse to decrypt, with several ones in a second half.
  localparam int unsigned RowBits = Unroll == 1 ? 5 : 6 - $clog2(Unroll);
  function automatic logic [RowBits-1:0] row(logic decrypt, logic [5:0] number);
    if (Unroll == 1) return RowBits'(decrypt ? 6'd31 - number : number);
    return RowBits'({decrypt, (RowBits-1)'(number / 6'(Unroll))});
  endfunction

  // The blocks in flight: in stage i, the words of the block before a round, the rounds that are
  // done, and the results of the S-boxes if they come from a register.
  words_t [PipelineStages-1:0] x_q, x_d;
  word_t [PipelineStages-1:0] substituted_q, substituted_d;
  logic [PipelineStages-1:0][5:0] number_q, number_d;
  logic [PipelineStages-1:0] valid_q, decrypt_q;
  logic take, done, run;

  words_t [Unroll-1:0] words;  // of the rounds, before their function
  for (genvar r = 0; r < Unroll; r++) begin : gen_round
    localparam int unsigned Stage = r * Each;
    if (Each == 0 && r > 0) begin : gen_chain
      assign words[r] = moved(words[r-1], linear(u_core.gen_round[r-1].substituted));
    end else begin : gen_first
      assign words[r] = x_q[Stage];
    end
    if (Each == 2) begin : gen_two
      assign x_d[Stage] = x_q[Stage];
      assign number_d[Stage] = number_q[Stage];
      assign substituted_d[Stage] = u_core.gen_round[r].substituted;
      assign x_d[Stage+1] = moved(x_q[Stage+1], linear(substituted_q[Stage+1]));
      assign number_d[Stage+1] = number_q[Stage+1] + 1'b1;
      assign substituted_d[Stage+1] = '0;
    end else if (Each == 1) begin : gen_one
      assign x_d[Stage] = moved(x_q[Stage], linear(u_core.gen_round[r].substituted));
      assign number_d[Stage] = number_q[Stage] + 1'b1;
      assign substituted_d[Stage] = '0;
    end else if (r == Unroll - 1) begin : gen_none
      assign x_d[0] = moved(words[r], linear(u_core.gen_round[r].substituted));
      assign number_d[0] = number_q[0] + 6'(Unroll);
      assign substituted_d[0] = '0;
    end
  end

  assign run = u_core.run;
  assign take = s_tvalid & s_tready;
  assign done = valid_q[Last] & number_d[Last] == 6'd32;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else if (wipe_i) valid_q <= '0;
    else if (run) valid_q <= PipelineStages'({valid_q, take | (valid_q[Last] & ~done)});
  end
  always_ff @(posedge clk_i) begin
    if (run) begin
      for (int unsigned i = 1; i < PipelineStages; i++) begin
        {x_q[i], number_q[i]} <= {x_d[i-1], number_d[i-1]};
        {substituted_q[i], decrypt_q[i]} <= {substituted_d[i-1], decrypt_q[i-1]};
      end
      x_q[0] <= take ? words_of(s_tdata) : x_d[Last];
      number_q[0] <= take ? '0 : number_d[Last];
      decrypt_q[0] <= take ? s_tuser : decrypt_q[Last];
      substituted_q[0] <= '0;
    end
  end

  // The results that wait, the next one first.
  logic [1:0] waits_q, waits_d;
  logic [1:0][127:0] results_q, results_d;
  always_comb begin
    {waits_d, results_d} = {waits_q, results_q};
    if (m_tvalid && m_tready) begin
      waits_d = waits_q >> 1;
      results_d[0] = results_q[1];
    end
    if (done && run) begin
      if (waits_d[0]) results_d[1] = reversed(x_d[Last]);
      else results_d[0] = reversed(x_d[Last]);
      waits_d = {waits_d[0], 1'b1};
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waits_q <= '0;
    else if (wipe_i) waits_q <= '0;
    else waits_q <= waits_d;
  end
  always_ff @(posedge clk_i) results_q <= results_d;

  logic first_q = 1'b1;
  logic [4:0] address_q;
  always_ff @(posedge clk_i) {first_q, address_q} <= {1'b0, address_i};
  logic started;
  assign started = rst_ni & ~first_q;
  always_comb begin
    if (first_q) assume (!rst_ni);
    else assume (address_i == address_q);
  end

  // The round keys in registers. Named as one, so that Yosys takes them for no memory of one word.
  word_t loaded [Unroll];
  word_t first_keys [2];
  assign loaded = u_core.key_q;
  assign first_keys = u_core.first_q;

  // The rounds.
  for (genvar r = 0; r < Unroll; r++) begin : gen_proof
    localparam int unsigned Stage = r * Each;
    localparam int unsigned KeyStage = r == 0 ? Last : Each == 0 ? 0 : r * Each - 1;
    logic [5:0] number, key_number;
    assign number = number_q[Stage] + 6'(Each == 0 ? r : 0);
    // The round key in its register: that of the next round.
    assign key_number = Each == 0 ? number_q[0] + 6'(r == 0 ? Unroll : r)
                      : number_q[KeyStage] + 6'd1;
    word_t rows, key, next_key;
    assign key = u_core.gen_keys[r].memory_q[row(decrypt_q[Stage], number)];
    assign next_key = u_core.gen_keys[r].memory_q[row(decrypt_q[KeyStage], key_number)];
    for (genvar i = 0; i < 4; i++) begin : gen_byte
      assign rows[8*i+:8] = u_core.gen_round[r].gen_byte[i].u_sbox.row_o;
    end
    always_comb begin
      assert (rows == tau(u_core.inputs[r]));
      if (started && valid_q[Stage]) begin
        assert (u_core.words[r] == words[r]);
        assert (u_core.inputs[r] == (words[r][1] ^ words[r][2] ^ words[r][3]
                                     ^ key));
      end
      if (started && valid_q[KeyStage] && key_number < 6'd32) begin
        assert (loaded[r] == next_key);
      end
    end
    if (Each == 2) begin : gen_middle
      always_comb begin
        if (started && valid_q[Stage+1]) begin
          assert (u_core.gen_round[r].kept == x_q[Stage+1]);
          assert (u_core.gen_round[r].reached == substituted_q[Stage+1]);
        end
      end
    end

    // The memories. Round number address_i encrypts with the round key of that address, and the
    // round whose number it is from the last one on decrypts with it.
    always_comb begin
      if (started && written(address_i)) begin
        if (32'(address_i) % Unroll == r) begin
          assert (u_core.gen_keys[r].memory_q[row(1'b0, 6'(address_i))] == key_q);
        end
        if ((31 - 32'(address_i)) % Unroll == r) begin
          assert (u_core.gen_keys[r].memory_q[row(1'b1, 6'd31 - 6'(address_i))] == key_q);
        end
      end
    end
  end

  logic clears;
  logic [4:0] cleared;
  assign clears = u_core.u_expansion.state_q == 2'd0;
  assign cleared = u_core.u_expansion.count_q[6:2];
  function automatic logic written(logic [4:0] address);
    return !clears || address < cleared;
  endfunction

  always_comb begin
    if (started) begin
      // Blocks and results.
      assert (s_tready == (run & keyed & ~u_core.hold_q & ~(valid_q[Last] & ~done)));
      assert (m_tvalid == waits_q[0]);
      if (m_tvalid) assert (m_tdata == results_q[0]);

      // Invariants.
      if (u_core.clear_q) assert (valid_q == '0 && waits_q == '0);
      assert (waits_q != 2'b10 && (PipelineStages > 1 || !waits_q[1]));
      for (int unsigned i = 0; i < PipelineStages; i++) begin
        assert (u_core.slot_q[i].valid == valid_q[i]);
        if (valid_q[i]) begin
          assert (keyed);
          assert (number_q[i] < 6'd32);
          assert (u_core.slot_q[i].decrypt == decrypt_q[i]);
          assert (32'(number_q[i]) == Unroll * 32'(u_core.slot_q[i].pass) + (Each == 0 ? 0 : i / Each));
          assert (u_core.slot_q[i].last == (32'(u_core.slot_q[i].pass) == 32 / Unroll - 1));
        end
      end
      assert (u_core.u_expansion.state_q != 2'd3 && (!clears || !u_core.u_expansion.count_q[7]));
      if (u_core.u_expansion.state_q != 2'd1) assert (!keyed);
      for (int unsigned d = 0; d < 2; d++) begin
        if (written({5{d[0]}})) assert (first_keys[d] == u_core.gen_keys[0].memory_q[row(d[0], '0)]);
      end
    end
  end

  if (PipelineStages > 1) begin : gen_two_results
    always_comb begin
      if (started) assert (u_core.gen_two_results.waits_q == waits_q[1]);
      if (started && waits_q[1]) assert (u_core.gen_two_results.wait_q == results_q[1]);
    end
  end
endmodule
