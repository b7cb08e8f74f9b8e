// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: after a reset or a wipe, a key can be taken or used only when every word of the
/// key memory has been overwritten with a constant (zero, or that of the S-box) and the registers
/// of the key expansion have been cleared.
module sil_aes_wipe_proof
  import sil_aes_pkg::*;
#(
  /// Length of the key in bits. 0: keys of all lengths.
  parameter int unsigned KeyBits = 0
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        wipe_i,
  input logic [31:0] k_tdata,
  input logic [1:0]  k_tuser,
  input logic        k_tvalid,
  input logic        idle_i
);
  logic k_tready, write, keyed;
  logic [5:0] address;
  logic [31:0] word;
  logic [3:0] last_key;

  sil_aes_expansion #(.KeyBits(KeyBits)) u_expansion (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid, .k_tready, .idle_i,
    .write_o(write), .address_o(address), .word_o(word), .keyed_o(keyed), .rounds_o(last_key)
  );

  // Words that have not been overwritten since the last reset or wipe.
  logic [63:0] old_q;
  logic constant;
  assign constant = word == (address < 6'd4 ? '0 : {4{AFFINE}});
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) old_q <= '1;
    else if (wipe_i) old_q <= '1;
    else if (write && constant) old_q[address] <= 1'b0;
  end

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (rst_ni) begin
      assert (!((k_tready || keyed) && |old_q));
      // Invariants for the induction.
      if (u_expansion.wipe_q) begin
        assert (!u_expansion.rest_q && !u_expansion.load_q && !u_expansion.expand_q);
        assert (!u_expansion.keyed_q && !u_expansion.came_q && !u_expansion.coming_q);
        assert (!u_expansion.ready_q && u_expansion.step_q == '0);
        assert (u_expansion.clean_q || u_expansion.index_q == '0);
        if (u_expansion.clean_q) assert ({u_expansion.window_q, u_expansion.newest_q} == '0);
        for (int unsigned i = 0; i < 64; i++) begin
          if (i + 1 < 32'(u_expansion.index_q)) assert (!old_q[i]);
        end
        if (u_expansion.clean_q && u_expansion.index_q != '0) begin
          assert (write && constant && address == u_expansion.index_q - 1'b1);
        end
      end else begin
        for (int unsigned i = 0; i < 63; i++) assert (!old_q[i]);
        assert (!old_q[63] || (write && constant && address == '1 && u_expansion.rest_q
                               && !k_tready && !keyed && !u_expansion.came_q));
      end
    end
  end
endmodule
