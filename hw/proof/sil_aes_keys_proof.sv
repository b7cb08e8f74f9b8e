// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved, for any words on the key port, legal or not: sil_aes_keys gives a core the words
/// of one key at a time and in order, and the core has a key only if that key was complete. The
/// first word of any key, legal or not, ends the use of the key before it: until a core has taken
/// the last word it has no key, or no message may start. No word is accepted while a core clears
/// its round keys, nor in the nine cycles after the wipe of a core whose key was refused: in eight of
/// them zeros are written over the words of that key. The rules of the outputs are those of
/// sil_aes_checker.
///
/// The cores are models. A core takes words at any time, counts them, and has a key at some time
/// after the last one. As in sil_aes_stream, its key is not used while a word waits for it.
module sil_aes_keys_proof #(
  /// As in sil_aes_keys.
  parameter logic [1:0] Clears = 2'b11
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        wipe_i,
  /// Data is still being cleared.
  input logic        clear_i,
  input logic        may_i,
  input logic [31:0] k_tdata,
  input logic [1:0]  k_tuser,
  input logic        k_tdest,
  input logic        k_tlast,
  input logic        k_tvalid,
  /// The cores may take a word; they may have a complete key from now on.
  input logic [1:0]  ready_i,
  input logic [1:0]  rise_i
);
  localparam int unsigned ClearCycles = 66;  // in which no word is accepted
  localparam int unsigned RefusedCycles = 9;  // the same, after a refused key
  localparam int unsigned Counted = ^Clears ? 66 : 65;  // cycles after which the counter ends

  logic k_tready, unfit, check, clear_q;
  logic [31:0] data;
  logic [1:0] user, valid, wipe, keyed, keyed_q, full_q;
  logic [1:0][2:0] count_q;
  logic [1:0][1:0] length_q;

  // Data is being cleared after a reset and a wipe, for any number of cycles.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) clear_q <= 1'b1;
    else clear_q <= wipe_i | (clear_q & clear_i);
  end

  sil_aes_keys #(.KeyBits(0), .Tweaks(1'b1), .Clears(Clears)) u_keys (
    .clk_i, .rst_ni, .wipe_i, .clear_i(clear_q), .may_i(may_i & ~clear_q), .k_tdata, .k_tuser,
    .k_tdest, .k_tlast, .k_tvalid, .k_tready, .data_o(data), .user_o(user), .valid_o(valid),
    .ready_i, .wipe_o(wipe), .unfit_o(unfit), .check_o(check)
  );

  function automatic logic [2:0] last_word(logic [1:0] length);
    last_word = length == 2'd0 ? 3'd3 : length == 2'd1 ? 3'd5 : 3'd7;
  endfunction

  // The models of the cores: 0 for data, 1 for tweaks.
  for (genvar i = 0; i < 2; i++) begin : gen_core
    logic take, last;
    logic [1:0] length;
    assign take = valid[i] & ready_i[i];
    assign length = count_q[i] == '0 ? user : length_q[i];
    assign last = count_q[i] == last_word(length);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {count_q[i], keyed_q[i], full_q[i], length_q[i]} <= '0;
      else if (wipe_i || wipe[i]) {count_q[i], keyed_q[i], full_q[i], length_q[i]} <= '0;
      else begin
        if (take) begin
          count_q[i]  <= last ? '0 : count_q[i] + 1'b1;
          length_q[i] <= length;
          full_q[i]   <= last;
        end
        keyed_q[i] <= ~take & (keyed_q[i] | (full_q[i] & rise_i[i]));
      end
    end
  end
  assign keyed = keyed_q & ~valid;

  sil_aes_checker #(.Role(0), .Bits(0), .Select(7)) u_check (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tdest, .k_tlast, .k_tvalid, .k_tready,
    .keyed_o(keyed), .i_tuser(2'd0), .i_tvalid(1'b0), .i_tready(1'b0)
  );

  // The word that was accepted last, and the cycles since the last reset or wipe.
  logic [31:0] word_q;
  logic [6:0] since_q;
  always_ff @(posedge clk_i) if (k_tvalid && k_tready) word_q <= k_tdata;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) since_q <= '0;
    else if (wipe_i) since_q <= '0;
    else if (since_q != 7'(ClearCycles)) since_q <= since_q + 1'b1;
  end

  // Cycles that are left after a refused key.
  logic [3:0] left_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (wipe_i) left_q <= '0;
    else if (|wipe) left_q <= 4'(RefusedCycles);
    else if (left_q != '0) left_q <= left_q - 1'b1;
  end

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (rst_ni && !first_q) begin
      for (int unsigned i = 0; i < 2; i++) begin
        if (clear_q || (Clears[i] && since_q < 7'(ClearCycles))) begin
          assert (!k_tready || u_keys.dest != 1'(i));
          assert (!u_check.open_q || u_check.dest_q != 1'(i));
          assert ({valid[i], wipe[i], keyed_q[i], full_q[i], count_q[i]} == '0);
        end
      end
      if (clear_q) assert (!u_keys.ready_q && left_q == '0);
      assert (left_q <= 4'(RefusedCycles));
      // Words 0 to 7 of the refused key are overwritten while no word of another is accepted.
      if (|wipe || left_q != '0) assert (!k_tready);
      if (left_q > 4'd1) begin
        assert (u_keys.gen_pair.fill_q && !u_keys.gen_pair.valid_q);
        assert (u_keys.gen_pair.address_q[2:0] == 3'(4'(RefusedCycles) - left_q));
      end
      for (int unsigned i = 0; i < 2; i++) begin
        // A core has a part of a key only while that key is sent, while its last word waits, or in
        // the cycle before its wipe.
        if (count_q[i] != '0 && !wipe[i]) begin
          assert (u_check.open_q ? u_check.dest_q == 1'(i) : valid[i]);
        end
        if (u_check.open_q && u_check.dest_q == 1'(i) && !u_check.wrong_q) begin
          assert (count_q[i] + 3'(valid[i]) == u_check.count_q && u_check.count_q != '0);
          assert (count_q[i] == '0 || length_q[i] == u_check.length_q);
          assert (u_check.length_q != 2'd3 && u_check.count_q <= last_word(u_check.length_q));
          assert (!keyed[i] && (!full_q[i] || valid[i]));
        end
        // The core takes the words as they were accepted, with the length of their key.
        if (valid[i]) begin
          assert (data == word_q && !k_tready && !wipe[i] && check && !keyed[i]);
          assert (u_check.open_q || (count_q[i] == last_word(length_q[i]) && u_check.valid_q[i]));
          assert (!u_check.open_q || (u_check.dest_q == 1'(i) && !u_check.wrong_q));
          assert (user == (u_check.open_q ? u_check.length_q : length_q[i]));
        end
        // Invariants for the induction.
        if (keyed_q[i] || full_q[i]) assert (u_check.valid_q[i] || wipe[i]);
        if (wipe[i]) assert (u_check.before_q[i] || !keyed_q[i]);
        if (keyed_q[i]) assert (full_q[i]);
        if (full_q[i]) assert (count_q[i] == '0);
      end
      if (u_check.open_q) assert (check || !keyed[u_check.dest_q]);
      assert (u_check.open_q == (u_keys.count_q != '0 || u_keys.skip_q));
      assert (u_check.wrong_q == u_keys.skip_q);
      if (u_keys.skip_q) assert (u_keys.count_q == '0);
      if (u_keys.count_q != '0) assert (u_check.count_q == u_keys.count_q);
      if (!u_check.open_q) assert (u_check.count_q == '0);
      if (u_check.open_q) begin
        assert (u_check.dest_q == u_keys.dest_q);
        if (!u_check.wrong_q) assert (u_check.length_q == u_keys.length_q);
      end
      if (|wipe) assert (!u_check.open_q && valid == '0);
      assert (valid != '1);
      if (u_check.wiped_q) assert (keyed_q == '0);
      assert (since_q <= 7'(ClearCycles));
      assert (u_keys.gen_wait.cleared_q == (since_q >= 7'(Counted)));
      if (since_q <= 7'(Counted)) assert (u_keys.gen_wait.wait_q == since_q);
    end
  end
endmodule
