// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: SubBytes of `sil_aes_two` is that of FIPS 197 for each byte. With this SubBytes, each
/// pass of each block is the round of FIPS 197, and its round keys are those of FIPS 197. The result
/// of a block is that of its last round. After a reset or a wipe, and until a key is taken, no
/// register of keys or data depends on anything but what `s_tdata` was during the wipe.
module sil_aes_two_proof
  import sil_aes_pkg::*;
  import sil_aes_tower_pkg::*;
#(
  /// What is proved. 0: rounds and round keys. 1: SubBytes.
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

  logic run, first, phase, take;
  assign run = u_core.run;
  assign first = u_core.first_q;
  assign phase = u_core.phase_q;
  assign take = s_tvalid & s_tready;

  // The state before SubBytes of the block in `cut_q`, and the state after SubBytes of the other one.
  state_t before_q, after_q;
  // The round keys that FIPS 197 5.2 gives for the blocks in flight.
  state_t key, round_key_q, start, next;
  word_t word;
  // `s_tdata` at the last two moves, the state before SubBytes at the move before the last one, and
  // whether a word of a key was accepted since a reset or a wipe.
  state_t data_q, data_before_q, before_before_q;
  logic loaded_q;
  // Moves since a reset or a wipe, at most 2. `changed_q`: the key changed with the last clock edge.
  logic [1:0] moves_q;
  logic changed_q, first_cycle_q = 1'b1;

  assign key = u_core.key_q ^ Constant;
  assign start = first ? key : round_key_q;
  always_comb begin
    for (int unsigned i = 0; i < 4; i++) word[i] = substituted(start[12+(i+1)%4]);
    word[0] ^= rcon(u_core.pass_q + 4'd1);
    for (int unsigned i = 0; i < 4; i++) begin
      word ^= start[4*i+:4];
      next[4*i+:4] = word;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {moves_q, loaded_q} <= '0;
    else if (wipe_i) {moves_q, loaded_q} <= '0;
    else begin
      if (u_core.move && !moves_q[1]) moves_q <= moves_q + 1'b1;
      if (u_core.take_word) loaded_q <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    first_cycle_q <= 1'b0;
    changed_q <= u_core.load_key;
    if (u_core.move) begin
      before_q <= u_core.given;
      {data_q, before_before_q, data_before_q} <= {s_tdata, before_q, data_q};
      for (int unsigned i = 0; i < 16; i++) after_q[i] <= substituted(before_q[i]);
    end
    if (u_core.run && phase) round_key_q <= next;
  end

  always_comb begin
    if (first_cycle_q) assume (!rst_ni);
    if (Part == 1) assert (substituted(s_tdata[7:0]) == sbox(s_tdata[7:0]));
    if (rst_ni && !first_cycle_q && Part == 0) begin
      // The statements to be proved.
      if (take) assert (u_core.given == add_round_key(s_tdata, key));
      if (!first) begin
        assert (u_core.given == add_round_key(mix_columns(shift_rows(after_q)), round_key_q));
      end
      if (m_tvalid) begin
        assert (m_tdata == add_round_key(shift_rows(after_q), round_key_q));
      end
      if (!m_tvalid) assert (m_tdata == '0);
      if (u_core.ready_q && !loaded_q) begin
        assert (u_core.key_q == '0);
        assert ((u_core.round_key_q ^ Constant) == next);
        assert (u_core.rotated_q == u_core.rotated);
        assert (u_core.cut_q == (data_q ^ Constant));
        assert (before_before_q == (data_before_q ^ Constant));
      end
      // Invariants for the induction: both parts of SubBytes.
      if (moves_q != '0) begin
        assert (u_core.cut_q == before_q);
        for (int unsigned i = 0; i < 16; i++) assert (u_core.norm_q[i] == norm(before_q[i]));
      end
      if (moves_q[1]) assert ((u_core.state_q ^ Constant) == after_q);
      if (moves_q[1]) begin
        for (int unsigned i = 0; i < 16; i++) begin
          assert (after_q[i] == substituted(before_before_q[i]));
        end
      end
      // A wipe.
      if (!u_core.ready_q && u_core.clean_q != '0) assert (u_core.key_q == '0);
      if (!u_core.ready_q && u_core.clean_q[1]) begin
        assert (u_core.rotated_q == u_core.rotated);
        for (int unsigned i = 0; i < 4; i++) begin
          assert (u_core.key_norm_q[i] == norm(u_core.rotated[i]));
        end
        assert (before_q == (data_q ^ Constant));
      end
      if (&u_core.clean_q && !u_core.ready_q) begin
        assert (before_before_q == (data_before_q ^ Constant));
      end
      if (!loaded_q) assert (!u_core.keyed_q);
      if (!u_core.ready_q) assert (!loaded_q && first);
      if (!loaded_q) assert (first && !phase && u_core.valid_q == '0);
      // Control.
      assert (moves_q == (u_core.ready_q || u_core.clean_q[1] ? 2'd2 : u_core.clean_q));
      assert (first == (u_core.pass_q == '0) && u_core.pass_q <= 4'd9);
      if (u_core.keyed_q || |u_core.valid_q || phase) assert (u_core.ready_q);
      if (!first) assert (|u_core.valid_q);
      // Round keys. A key that has just changed is the key of no pair.
      if (phase && !(first && changed_q)) begin
        assert (u_core.rotated_q == u_core.rotated);
        for (int unsigned i = 0; i < 4; i++) begin
          assert (u_core.key_norm_q[i] == norm(u_core.rotated[i]));
        end
      end
      if (changed_q && u_core.ready_q) assert (u_core.hold_q || !u_core.keyed_q);
      if (first && phase && (u_core.valid_q[1] || take)) assert (!changed_q);
      if (!first || u_core.valid_q[0] || u_core.valid_q[1] && !phase) begin
        assert ((u_core.round_key_q ^ Constant) == round_key_q);
      end
    end
  end
endmodule
