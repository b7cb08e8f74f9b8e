// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: each block that `sil_aes_one` accepts gets the rounds of FIPS 197, one per cycle, with
/// round keys made from the last four words of a key, and leaves as a result after the tenth. After a
/// reset or a wipe, and until a word of a key is accepted, no register of keys or data depends on
/// anything but `s_tdata` during the wipe.
///
/// The reference computes the cipher. Its steps follow from the handshakes of the ports alone.
///
/// With FaultDetection a bit of the control registers is inverted, any bit in any cycle, once after each
/// reset. Until then the statements above hold. From that cycle on `alarm_o` is 1, no handshake happens
/// and `m_tdata` is zero; three cycles later no register depends on an earlier key or block.
module sil_aes_one_proof
  import sil_aes_pkg::*;
#(
  parameter bit FaultDetection = 1'b0
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
  input logic         m_tready
);
  logic k_tready, keyed, s_tready, m_tvalid, alarm;
  logic [127:0] m_tdata;

  sil_aes_one #(.FaultDetection(FaultDetection)) u_core (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid, .k_tready, .keyed_o(keyed),
    .s_tdata, .s_tuser, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready, .alarm_o(alarm)
  );

  localparam state_t Constant = {16{AFFINE}};

  // The round key (5.2) after `last`, with `word` = SubWord(RotWord()) of its last word.
  function automatic state_t round_key(state_t last, word_t word, logic [3:0] number);
    word[0] ^= rcon(number);
    for (int unsigned i = 0; i < 4; i++) begin
      word ^= last[4*i+:4];
      round_key[4*i+:4] = word;
    end
  endfunction

  // The reference: the block, the number of round keys that were added to it, and the next round key.
  logic live_q, keyed_q, loaded_q, take, leave;
  logic [1:0] words_q;  // words of a key that were accepted
  logic [3:0] added_q;
  state_t block_q, expanded_q, key_q, start, substituted;
  word_t word;

  // The key of a block that is accepted, or the round key of this round. The reference takes them, and
  // results of S-boxes, from the core, which makes the proof shorter. That they are those of the
  // reference is a statement below, in the same cycle.
  assign start = (u_core.control_q.first ? u_core.key_q : u_core.round_key_q) ^ Constant;
  assign substituted = u_core.bytes ^ Constant;
  assign word = u_core.substituted ^ Constant[3:0];
  assign take = s_tvalid & s_tready;
  assign leave = m_tvalid & m_tready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {live_q, words_q, keyed_q, loaded_q} <= '0;
    end else if (wipe_i) begin
      {live_q, words_q, keyed_q, loaded_q} <= '0;
    end else begin
      live_q <= take | (live_q & ~leave);
      if (k_tvalid && k_tready) begin
        words_q <= words_q + 1'b1;
        keyed_q <= &words_q;
        loaded_q <= 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (k_tvalid && k_tready) key_q <= {k_tdata, key_q[15:4]};
    if (take) begin
      added_q <= 4'd1;
      block_q <= add_round_key(s_tdata, start);
      expanded_q <= round_key(start, word, 4'd1);
    end else if (added_q != 4'd10) begin
      added_q <= added_q + 1'b1;
      block_q <= add_round_key(mix_columns(shift_rows(substituted)), start);
      expanded_q <= round_key(start, word, added_q + 1'b1);
    end
  end

  // What a wipe leaves in the state depends on `s_tdata` at its last load.
  logic first_cycle_q = 1'b1;
  state_t data_q, zero_key;
  always_ff @(posedge clk_i) begin
    first_cycle_q <= 1'b0;
    if (u_core.load_round) data_q <= s_tdata;
  end
  assign zero_key = round_key(Constant, {4{sbox(AFFINE)}}, 4'd1);

  // The fault. The prover chooses the control registers in each cycle: they are what their logic gave
  // them, but for one bit in one cycle.
  logic fault;
  logic [3:1] since_q;  // bit i: the fault was at least i cycles ago

  if (FaultDetection) begin : gen_fault
    localparam logic [11:0] Cleared = 12'h080;
    logic [11:0] control_q, inverted_q;
    logic [23:0] flips;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {control_q, inverted_q, since_q} <= {Cleared, ~Cleared, 3'b000};
      else begin
        control_q <= u_core.control_d;
        inverted_q <= u_core.gen_inverted.inverted_d;
        since_q <= {since_q[2:1], fault};
      end
    end
    assign flips = {u_core.control_q ^ control_q, u_core.gen_inverted.inverted_q ^ inverted_q};
    assign fault = since_q[1] | (flips != '0);
    always_comb begin
      assume ((flips & (flips - 1'b1)) == '0);
      if (!rst_ni || since_q[1]) assume (flips == '0);
      if (rst_ni && !first_cycle_q) begin
        assert (alarm == fault);
        if (fault) assert (!(s_tready || k_tready || m_tvalid || keyed) && m_tdata == '0);
        if (since_q[1]) assert (u_core.control_q == (Cleared | 12'd1));
        if (since_q[1]) assert (u_core.gen_inverted.inverted_q == ~(Cleared | 12'd1));
        if (since_q[2]) assert (u_core.key_q == '0);
        if (since_q[3]) begin
          assert (u_core.round_key_q == (zero_key ^ Constant));
          assert (u_core.state_q == (data_q ^ Constant));
        end
        assert ((since_q[1] || !since_q[2]) && (since_q[2] || !since_q[3]));
      end
    end
  end else begin : gen_none
    assign {fault, since_q} = '0;
    always_comb if (rst_ni) assert (!alarm);
  end

  always_comb begin
    if (first_cycle_q) assume (!rst_ni);
    if (rst_ni && !first_cycle_q && !fault) begin
      // The statements to be proved.
      assert (m_tvalid == (live_q && added_q == 4'd10));
      assert (m_tdata == (m_tvalid ? add_round_key(shift_rows(substituted), expanded_q) : '0));
      if (take) assert (start == key_q && u_core.control_q.round == '0);
      assert (keyed == keyed_q);
      if (s_tready) assert (keyed && (!live_q || leave));
      if (u_core.control_q.ready && !loaded_q) begin
        assert (u_core.key_q == '0 && u_core.round_key_q == (zero_key ^ Constant));
        assert (u_core.state_q == (data_q ^ Constant));
      end
      // The S-boxes, and what the reference takes from the core.
      for (int unsigned i = 0; i < 16; i++) begin
        assert (substituted[i] == sbox(u_core.state_q[i]));
      end
      for (int unsigned i = 0; i < 4; i++) assert (word[i] == sbox(start[12+(i+1)%4]));
      if (live_q) begin
        assert (u_core.state_q == block_q);
        assert (u_core.round_key_q == (expanded_q ^ Constant));
        assert (added_q == (u_core.control_q.first ? 4'd10 : u_core.control_q.round));
      end
      // Control.
      assert (u_core.control_q.first == (u_core.control_q.round == '0) && u_core.control_q.round <= 4'd9);
      assert (u_core.control_q.valid == live_q);
      if (!u_core.control_q.first) assert (live_q);
      if (keyed || live_q || loaded_q) assert (u_core.control_q.ready);
      // Keys.
      assert (u_core.control_q.count == words_q);
      if (keyed || words_q != '0) assert (loaded_q);
      for (int unsigned i = 0; i < 4; i++) begin
        if (keyed || i >= 32'(3'd4 - 3'(words_q))) begin
          assert (u_core.key_q[i] == (key_q[4*i+:4] ^ Constant[3:0]));
        end
      end
      // A wipe.
      if (!u_core.control_q.ready && u_core.control_q.clean) assert (u_core.key_q == '0);
      if (!loaded_q) assert (!keyed && u_core.control_q.first && !live_q);
    end
  end
endmodule
