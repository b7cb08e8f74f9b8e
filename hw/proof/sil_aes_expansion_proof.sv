// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of the key expansion with stored round keys, for every key: the first words of the
/// schedule are those of the key, word i follows from words i-Nk and i-1 as FIPS 197 5.2 says, and
/// the schedule is used when all words are written.
///
/// The S-box is cut. The proof uses that the byte that enters it is the right one, and takes as its
/// result what it gives two cycles later. That the S-box is SubBytes without its constant is another
/// proof (aes-sboxes).
module sil_aes_expansion_proof #(
  /// Length of the key in bits. 0: keys of all lengths.
  parameter int unsigned KeyBits = 128
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        wipe_i,
  input logic [31:0] k_tdata,
  input logic [1:0]  k_tuser,
  input logic        k_tvalid,
  input logic        idle_i
);
  typedef logic [3:0][7:0] word_t;

  localparam logic [7:0] Constant = 8'h63;  // of SubBytes; 5.1.1

  logic k_tready, write, keyed;
  logic [5:0] address;
  word_t word;

  sil_aes_expansion #(.KeyBits(KeyBits)) u_keys (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid, .k_tready, .idle_i, .write_o(write),
    .address_o(address), .word_o(word), .keyed_o(keyed), .rounds_o()
  );

  /// Rcon of word `index`, with Nk words in a key; table 5 of 5.2, and its continuation.
  function automatic logic [7:0] rcon(logic [6:0] index, logic [3:0] nk);
    rcon = 8'h01;
    for (int unsigned i = 2; i < 16; i++) begin
      if (32'(index) >= i * 32'(nk)) rcon = {rcon[6:0], 1'b0} ^ (rcon[7] ? 8'h1b : 8'h00);
    end
  endfunction

  // Nk; i, the number of the next word; i mod Nk.
  logic [3:0] nk_q, nk;
  logic [5:0] index_q;
  logic [2:0] rest_q;
  logic step, wipes;
  if (KeyBits == 0) begin : gen_any
    assign nk = nk_q;
  end else begin : gen_one
    assign nk = 4'(KeyBits / 32);
  end
  assign step = u_keys.step;
  assign wipes = u_keys.wipe_q;

  // Bytes of SubWord of word i-1: those that the S-box gives two cycles after its input.
  word_t sub_q, rotated;
  logic [7:0] phase;
  assign phase = u_keys.step_q;
  assign rotated = {sub_q[0], sub_q[3], sub_q[2], sub_q[1] ^ rcon(7'(index_q), nk)};

  // The word that is written in this cycle.
  logic written_q;
  logic [5:0] written_index_q;
  word_t written_word_q, next;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {index_q, rest_q, written_q, nk_q} <= {6'd0, 3'd0, 1'b0, 4'd4};
    else begin
      written_q <= step & ~wipe_i;
      if (wipe_i || wipes) {index_q, rest_q} <= '0;
      else if (step) begin
        index_q <= u_keys.finished ? '0 : index_q + 1'b1;
        rest_q <= u_keys.finished || 4'(rest_q) == nk - 1'b1 ? '0 : rest_q + 1'b1;
      end
      if (wipe_i) nk_q <= 4'd4;
      else if (k_tvalid && k_tready && !u_keys.coming_q) begin
        nk_q <= k_tuser == 2'd0 ? 4'd4 : k_tuser == 2'd1 ? 4'd6 : 4'd8;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    {written_index_q, written_word_q} <= {index_q, next};
    for (int unsigned i = 0; i < 4; i++) if (phase[i+2]) sub_q[i] <= u_keys.substituted ^ Constant;
  end

  // Words i-1 and i-Nk, and what is added to the latter.
  word_t newest, oldest, temp, key_word_q;
  assign newest = u_keys.window_q[0];
  if (KeyBits == 0) begin : gen_oldest
    assign oldest = u_keys.window_q[3'(nk - 1'b1)];
  end else begin : gen_last
    assign oldest = u_keys.window_q[KeyBits/32-1];
  end
  always_ff @(posedge clk_i) if (k_tvalid && k_tready) key_word_q <= k_tdata;
  always_comb begin
    temp = newest;
    if (rest_q == '0) temp = rotated;
    else if (nk == 4'd8 && rest_q == 3'd4) temp = sub_q;
    next = index_q < 6'(nk) ? key_word_q : oldest ^ temp;
  end

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;
  logic busy;
  assign busy = u_keys.expand_q | phase != '0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (rst_ni && !first_q) begin
      // The statement to be proved: each word, and where it is written.
      if (step) assert (u_keys.word == next);
      if (written_q && !wipes) begin
        assert (write && address == written_index_q);
        assert (word == (written_word_q ^ (written_index_q < 6'd4 ? '0 : {4{Constant}})));
      end
      if (keyed) assert (u_keys.keyed_q);

      // The byte that enters the S-box, and what it has given.
      for (int unsigned i = 0; i < 4; i++) begin
        if (phase[i]) assert (u_keys.newest_q[0] == newest[i]);
        if (phase[i+3]) assert ((u_keys.substituted_q ^ Constant) == sub_q[i]);
        for (int unsigned p = 0; p < i; p++) begin
          if (phase[p]) assert (u_keys.newest_q[i-p] == newest[i]);
        end
      end
      for (int unsigned p = 4; p < 8; p++) begin
        for (int unsigned i = 0; i < p - 3; i++) begin
          if (phase[p]) assert (u_keys.newest_q[7-p+i] == sub_q[i]);
        end
      end
      if (u_keys.expand_q) assert (u_keys.newest_q == temp);
      if (phase[7]) assert (rest_q == '0);
      if (phase != '0) assert (rest_q == '0 || (nk == 4'd8 && rest_q == 3'd4));
      if (busy) begin
        assert (u_keys.rcon_q
          == rcon(7'(index_q) + (u_keys.expand_q || rest_q != '0 ? 7'(nk) : '0), nk));
      end

      // Invariants of the control registers.
      assert (nk == u_keys.words);
      assert (wipes || (index_q == u_keys.index_q && rest_q == u_keys.key_index_q));
      assert ($onehot({wipes, u_keys.rest_q, u_keys.load_q, busy}));
      assert (!u_keys.expand_q || phase == '0);
      assert ($onehot0(phase));
      if (wipes || busy) assert (!u_keys.came_q && !u_keys.coming_q && !u_keys.ready_q);
      if (!u_keys.coming_q) assert (u_keys.count_q == '0);
      else assert (u_keys.count_q != '0 && 4'(u_keys.count_q) < nk);
      if (u_keys.came_q) assert (u_keys.data_q == key_word_q);
      if (u_keys.rest_q) begin
        assert (index_q == '0 && rest_q == '0 && u_keys.coming_q == u_keys.came_q);
        if (u_keys.came_q) assert (u_keys.count_q == 3'd1 && !u_keys.keyed_q);
      end
      if (u_keys.load_q) begin
        assert (index_q == 6'(rest_q) && index_q != '0 && index_q < 6'(nk));
        assert (index_q + 6'(u_keys.came_q) == (u_keys.coming_q ? 6'(u_keys.count_q) : 6'(nk)));
        assert (u_keys.ready_q == u_keys.coming_q);
        assert (u_keys.coming_q || u_keys.came_q);
      end
      if (busy) begin
        assert (index_q >= 6'(nk) && index_q <= (KeyBits == 0 ? 6'd59 : {nk + 4'd6, 2'd3}));
        assert (6'(rest_q) == (nk == 4'd4 ? index_q % 4 : nk == 4'd6 ? index_q % 6 : index_q % 8));
        assert (u_keys.keyed_q == (index_q > {nk + 4'd6, 2'd3}));
      end
      if (u_keys.load_q || wipes) assert (!u_keys.keyed_q);
      if (u_keys.clean_q) assert (wipes);
      if (wipes) begin
        assert (phase == '0 && u_keys.key_index_q == '0);
        assert (u_keys.clean_q || u_keys.index_q == '0);
      end
    end
  end
endmodule
