// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: round keys depend on the words of the last key that was taken, and on no earlier
/// state.
///
/// Two key expansions run side by side with the same control inputs and with different keys. From
/// the first word of an arbitrary key on, both take the same words. Whenever a key may be used
/// after that, all round keys of the one are equal to those of the other.
///
/// The S-boxes are cut: the proof uses only that their result depends on their input two cycles
/// before.
module sil_aes_schedule_proof
  import sil_aes_pkg::*;
#(
  /// Length of the key in bits. 0: keys of all lengths.
  parameter int unsigned KeyBits = 0
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             wipe_i,
  input logic [1:0][31:0] k_tdata,
  input logic [1:0]       k_tuser,
  input logic             k_tvalid,
  input logic             idle_i,
  /// With the first word of a key: from this word on both expansions take the same words.
  input logic             same_i
);
  logic [1:0] k_tready, write, keyed;
  logic [1:0][5:0] address;
  logic [1:0][31:0] word;
  logic [1:0][3:0] last_round;
  logic same_q, same, begins;

  sil_aes_expansion #(.KeyBits(KeyBits)) u_one (
    .clk_i, .rst_ni, .wipe_i, .k_tdata(k_tdata[0]), .k_tuser, .k_tvalid, .k_tready(k_tready[0]),
    .idle_i, .write_o(write[0]), .address_o(address[0]), .word_o(word[0]), .keyed_o(keyed[0]),
    .rounds_o(last_round[0])
  );
  sil_aes_expansion #(.KeyBits(KeyBits)) u_two (
    .clk_i, .rst_ni, .wipe_i, .k_tdata(same ? k_tdata[0] : k_tdata[1]), .k_tuser, .k_tvalid,
    .k_tready(k_tready[1]), .idle_i, .write_o(write[1]), .address_o(address[1]), .word_o(word[1]),
    .keyed_o(keyed[1]), .rounds_o(last_round[1])
  );

  assign begins = same_i & ~same_q & u_one.come & ~u_one.coming_q;
  assign same = same_q | begins;

  // Since that word: the number of words of the schedule, counted up to 8, and the round keys that
  // may differ.
  logic [3:0] steps_q;
  logic [63:0] differ_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      same_q   <= 1'b0;
      steps_q  <= '0;
      differ_q <= '1;
    end else begin
      same_q <= same;
      if (begins) steps_q <= '0;
      else if ((u_one.step || u_one.wipe_q) && !steps_q[3]) steps_q <= steps_q + 1'b1;
      if (begins) differ_q <= '1;
      else if (write[0]) differ_q[address[0]] <= word[0] != word[1];
    end
  end

  // The inputs of the S-boxes were equal one and two cycles before.
  logic [2:1] equal_q;
  always_ff @(posedge clk_i) equal_q <= {equal_q[1], u_one.newest_q[0] == u_two.newest_q[0]};

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  // Word i of the schedule is equal in both memories, or becomes equal by a write in this cycle.
  logic [63:0] fine;
  always_comb begin
    for (int unsigned i = 0; i < 64; i++) begin
      fine[i] = write[0] && 32'(address[0]) == i ? word[0] == word[1] : !differ_q[i];
    end
  end

  logic [3:0] words;
  logic [5:0] next;
  logic busy;
  assign words = u_one.words;
  assign next = u_one.index_q;
  assign busy = u_one.expand_q | u_one.step_q != '0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (equal_q[2]) assume (u_one.substituted == u_two.substituted);
    if (rst_ni && !first_q) begin
      // The statement to be proved.
      for (int unsigned i = 0; i < 60; i++) begin
        if (same_q && keyed[0] && i <= {last_round[0], 2'd3}) assert (!differ_q[i]);
      end
      assert (keyed[0] == keyed[1] && last_round[0] == last_round[1]);
      // Invariants for the induction: the control registers are equal.
      assert (k_tready[0] == k_tready[1] && write[0] == write[1] && address[0] == address[1]);
      assert ({u_one.wipe_q, u_one.rest_q, u_one.load_q, u_one.expand_q, u_one.keyed_q,
               u_one.came_q, u_one.coming_q, u_one.ready_q, u_one.count_q, u_one.clean_q,
               u_one.step_q, u_one.index_q, u_one.key_index_q, u_one.length_q}
              == {u_two.wipe_q, u_two.rest_q, u_two.load_q, u_two.expand_q, u_two.keyed_q,
                  u_two.came_q, u_two.coming_q, u_two.ready_q, u_two.count_q, u_two.clean_q,
                  u_two.step_q, u_two.index_q, u_two.key_index_q, u_two.length_q});
      assert (u_one.wipe_q || u_one.rcon_q == u_two.rcon_q);
      // One state at a time.
      assert ($onehot({u_one.wipe_q, u_one.rest_q, u_one.load_q, busy}));
      assert (!u_one.expand_q || u_one.step_q == '0);
      assert ($onehot0(u_one.step_q));
      // The words of a key arrive, and each is processed one cycle later.
      if (u_one.wipe_q || busy) begin
        assert (!u_one.came_q && !u_one.coming_q && !u_one.ready_q);
      end
      if (!u_one.coming_q) assert (u_one.count_q == '0);
      else assert (u_one.count_q != '0 && 4'(u_one.count_q) < words);
      if (u_one.rest_q) begin
        assert (next == '0 && u_one.key_index_q == '0 && u_one.coming_q == u_one.came_q);
        if (u_one.came_q) assert (u_one.count_q == 3'd1 && !u_one.keyed_q);
      end
      if (u_one.load_q) begin
        assert (next == 6'(u_one.key_index_q) && next != '0 && next < 6'(words) && !u_one.keyed_q);
        assert (next + 6'(u_one.came_q) == (u_one.coming_q ? 6'(u_one.count_q) : 6'(words)));
        assert (u_one.ready_q == u_one.coming_q);
        assert (u_one.coming_q || u_one.came_q);
      end
      if (busy) begin
        assert (next >= 6'(words) && next < 6'd60);
        assert (u_one.keyed_q == (next > {last_round[0], 2'd3}));
      end
      if (u_one.clean_q) assert (u_one.wipe_q);
      if (u_one.wipe_q) begin
        assert (!u_one.keyed_q && u_one.step_q == '0 && u_one.key_index_q == '0);
        assert (u_one.clean_q || next == '0);
      end
      assert (!keyed[0] || u_one.keyed_q);
      if (write[0] && keyed[0]) assert (address[0] > {last_round[0], 2'd3});
      // The data registers are equal, as far as the new words have reached them.
      if (same_q) begin
        assert (u_one.data_q == u_two.data_q);
        for (int unsigned i = 0; i < 8; i++) begin
          if (32'(steps_q) > i) assert (u_one.window_q[i] == u_two.window_q[i]);
        end
        if (steps_q >= 4'd1) assert (u_one.newest_q == u_two.newest_q);
        if (steps_q >= 4'd2) assert (equal_q[1]);
        if (steps_q >= 4'd3) assert (equal_q[2]);
        if (steps_q >= 4'd4) assert (u_one.substituted_q == u_two.substituted_q);
        if (u_one.load_q || busy || u_one.wipe_q) assert (steps_q[3] || 6'(steps_q) >= next);
        for (int unsigned i = 0; i < 60; i++) begin
          if ((u_one.load_q || busy) && i < 32'(next)) assert (fine[i]);
          if (u_one.keyed_q && i <= {last_round[0], 2'd3}) assert (fine[i]);
        end
      end
    end
  end
endmodule
