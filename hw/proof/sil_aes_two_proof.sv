// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: SubBytes of `sil_aes_two` is that of FIPS 197 for each byte. With this SubBytes, each
/// accepted block gets the rounds of FIPS 197, with round keys made from the last four words of a key,
/// and leaves as a result after the tenth, in order. After a reset or a wipe, and until a word of a key
/// is accepted, no register of keys or data depends on anything but `s_tdata` during the wipe.
///
/// The reference computes the cipher for two blocks. Its steps follow from the handshakes of the ports
/// alone.
module sil_aes_two_proof
  import sil_aes_pkg::*;
  import sil_aes_tower_pkg::*;
#(
  /// What is proved. 0: all but SubBytes. 1: SubBytes.
  parameter int unsigned Part = 0
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
  logic k_tready, keyed, s_tready, m_tvalid;
  logic [127:0] m_tdata;

  sil_aes_two u_core (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid, .k_tready, .keyed_o(keyed),
    .s_tdata, .s_tuser, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready
  );

  localparam state_t Constant = {16{AFFINE}};

  function automatic byte_t substituted(byte_t x);
    return substitute(x, norm(x)) ^ AFFINE;
  endfunction

  // Round key `number` of the key schedule (5.2), from the one before it.
  function automatic state_t round_key(state_t last, logic [3:0] number);
    word_t word;
    for (int unsigned i = 0; i < 4; i++) word[i] = substituted(last[12+(i+1)%4]);
    word[0] ^= rcon(number);
    for (int unsigned i = 0; i < 4; i++) begin
      word ^= last[4*i+:4];
      round_key[4*i+:4] = word;
    end
  endfunction

  // The reference. A block waits in one of two slots, which change with each step. Slot 0 is the
  // slot of the block in `state_q`.
  typedef struct packed {
    logic       live;
    logic [3:0] added;  // the round keys that were added
    state_t     key;  // the next round key
    state_t     state;  // the state after the last AddRoundKey
  } slot_t;

  slot_t [1:0] slot_q;
  slot_t stepped;
  state_t key_q, rows, start, next;
  logic [1:0] words_q;  // words of a key that were accepted
  logic keyed_q, loaded_q, take, step;

  // The round key of this pass, or in pass 0 the key, and the round key of the next pass.
  assign start = (u_core.first_q ? u_core.key_q : u_core.round_key_q) ^ Constant;
  assign next = round_key(start, u_core.pass_q + 1'b1);

  assign take = s_tvalid & s_tready;
  assign step = (~m_tvalid | m_tready) & (take | slot_q[0].live | slot_q[1].live);
  // The reference takes SubBytes, key and round key from registers of the core, which makes the proof
  // shorter. That they are those of the slot is a statement below, in the same cycle.
  assign rows = shift_rows(u_core.state_q ^ Constant);
  always_comb begin
    stepped = slot_q[0];
    stepped.live = slot_q[0].live & ~m_tvalid;
    stepped.added = slot_q[0].added + 1'b1;
    stepped.key = next;
    stepped.state = add_round_key(mix_columns(rows), u_core.round_key_q ^ Constant);
    if (take) begin
      stepped.live = 1'b1;
      stepped.added = 4'd1;
      stepped.state = add_round_key(s_tdata, start);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {slot_q[0].live, slot_q[1].live, words_q, keyed_q, loaded_q} <= '0;
    end else if (wipe_i) begin
      {slot_q[0].live, slot_q[1].live, words_q, keyed_q, loaded_q} <= '0;
    end else begin
      if (step) slot_q <= {stepped, slot_q[1]};
      if (k_tvalid && k_tready) begin
        words_q <= words_q + 1'b1;
        keyed_q <= &words_q;
        loaded_q <= 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) if (k_tvalid && k_tready) key_q <= {k_tdata, key_q[15:4]};

  // For the wipe: `s_tdata` at the last two moves of the state, and the moves since the reset or the
  // wipe, at most 2. `changed_q`: the key changed with the last clock edge.
  logic first, phase, changed_q, first_cycle_q = 1'b1;
  logic [1:0] moves_q;
  state_t data_q, data_before_q, cut_before_q, zero_key;
  assign first = u_core.first_q;
  assign phase = u_core.phase_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) moves_q <= '0;
    else if (wipe_i) moves_q <= '0;
    else if (u_core.move && !moves_q[1]) moves_q <= moves_q + 1'b1;
  end
  always_ff @(posedge clk_i) begin
    first_cycle_q <= 1'b0;
    changed_q <= u_core.load_key;
    if (u_core.move) {data_q, data_before_q, cut_before_q} <= {s_tdata, data_q, u_core.cut_q};
  end

  assign zero_key = round_key(Constant, 4'd1);

  always_comb begin
    if (first_cycle_q) assume (!rst_ni);
    if (Part == 1) assert (substituted(s_tdata[7:0]) == sbox(s_tdata[7:0]));
    if (rst_ni && !first_cycle_q && Part == 0) begin
      // The statements to be proved.
      assert (m_tvalid == (slot_q[0].live && slot_q[0].added == 4'd10));
      assert (m_tdata == (m_tvalid ? add_round_key(rows, slot_q[0].key) : '0));
      if (take) assert (start == key_q && u_core.pass_q == '0);
      assert (keyed == keyed_q);
      if (s_tready) assert (keyed && (!slot_q[0].live || m_tvalid && m_tready));
      if (u_core.ready_q && !loaded_q) begin
        assert (u_core.key_q == '0 && u_core.round_key_q == (zero_key ^ Constant));
        assert (u_core.rotated_q == u_core.rotated && u_core.cut_q == (data_q ^ Constant));
        for (int unsigned i = 0; i < 4; i++) begin
          assert (u_core.key_norm_q[i] == norm(u_core.rotated[i]));
        end
        assert (cut_before_q == (data_before_q ^ Constant));
      end
      // The blocks: what the reference takes from the core is that of slot 0.
      assert (u_core.valid_q == {slot_q[1].live, slot_q[0].live});
      if (slot_q[0].live) begin
        assert (slot_q[0].added == (first ? 4'd10 : u_core.pass_q));
        assert (slot_q[0].key == (u_core.round_key_q ^ Constant));
        for (int unsigned i = 0; i < 16; i++) begin
          assert ((u_core.state_q[i] ^ AFFINE) == substituted(slot_q[0].state[i]));
        end
      end
      if (slot_q[1].live) begin
        assert (slot_q[1].added == (phase ? u_core.pass_q + 4'd1 : first ? 4'd10 : u_core.pass_q));
        assert (slot_q[1].key == (phase ? next : u_core.round_key_q ^ Constant));
        assert (u_core.cut_q == slot_q[1].state);
      end
      if (moves_q != '0) begin
        for (int unsigned i = 0; i < 16; i++) assert (u_core.norm_q[i] == norm(u_core.cut_q[i]));
      end
      if (moves_q[1]) begin
        for (int unsigned i = 0; i < 16; i++) begin
          assert ((u_core.state_q[i] ^ AFFINE) == substituted(cut_before_q[i]));
        end
      end
      // Control.
      assert (moves_q == (u_core.ready_q || u_core.clean_q[1] ? 2'd2 : u_core.clean_q));
      assert (first == (u_core.pass_q == '0) && u_core.pass_q <= 4'd9);
      if (keyed || |u_core.valid_q || phase || loaded_q) assert (u_core.ready_q);
      if (!first) assert (|u_core.valid_q);
      // Keys. A key that has just changed is the key of no pair.
      assert (u_core.count_q == words_q);
      if (keyed || words_q != '0) assert (loaded_q);
      for (int unsigned i = 0; i < 4; i++) begin
        if (keyed || i >= 32'(3'd4 - 3'(words_q))) begin
          assert (u_core.key_q[i] == (key_q[4*i+:4] ^ Constant[3:0]));
        end
      end
      if (phase && !(first && changed_q)) begin
        assert (u_core.rotated_q == u_core.rotated);
        for (int unsigned i = 0; i < 4; i++) begin
          assert (u_core.key_norm_q[i] == norm(u_core.rotated[i]));
        end
      end
      if (changed_q && u_core.ready_q) assert (u_core.hold_q || !keyed);
      if (first && phase && (u_core.valid_q[1] || take)) assert (!changed_q);
      // A wipe.
      if (!u_core.ready_q && u_core.clean_q != '0) assert (u_core.key_q == '0);
      if (!u_core.ready_q && u_core.clean_q[1]) begin
        assert (u_core.rotated_q == u_core.rotated && u_core.cut_q == (data_q ^ Constant));
        for (int unsigned i = 0; i < 4; i++) begin
          assert (u_core.key_norm_q[i] == norm(u_core.rotated[i]));
        end
      end
      if (&u_core.clean_q && !u_core.ready_q) begin
        assert (cut_before_q == (data_before_q ^ Constant));
      end
      if (!loaded_q) assert (!keyed && first && !phase && u_core.valid_q == '0);
    end
  end
endmodule
