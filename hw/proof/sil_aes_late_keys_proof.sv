// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: a stored key schedule accepts no word of a key, and has no key, while the queue of
/// sil_modes_stream is being cleared. So a stored key schedule keeps the rule of LateKeys.
module sil_aes_late_keys_proof #(
  /// As in sil_modes_stream.
  parameter int unsigned Queue = 16
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        wipe_i,
  /// Wipe the key schedule alone, after a refused key.
  input logic        key_wipe_i,
  input logic [31:0] k_tdata,
  input logic [1:0]  k_tuser,
  input logic        k_tvalid,
  input logic        idle_i
);
  logic clear, k_tready, keyed;

  sil_fifo_wipe #(.Width(1), .Depth(Queue)) u_queue (
    .clk_i, .rst_ni, .wipe_i, .clean_o(clear), .s_tdata(1'b0), .s_tvalid(1'b0), .s_tready(),
    .m_tdata(), .m_tvalid(), .m_tready(1'b0)
  );
  sil_aes_expansion #(.KeyBits(0)) u_expansion (
    .clk_i, .rst_ni, .wipe_i(wipe_i | key_wipe_i), .k_tdata, .k_tuser, .k_tvalid, .k_tready,
    .idle_i, .write_o(), .address_o(), .word_o(), .keyed_o(keyed), .rounds_o()
  );

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (rst_ni && !first_q) begin
      assert (!(clear && (k_tready || keyed)));
      // Invariants for the induction: the words of the key schedule and those of the queue are
      // counted together.
      if (clear) begin
        assert (32'(u_queue.count_q) <= Queue + 1);
        assert (u_queue.restart_q == (32'(u_queue.count_q) == Queue + 1));
        assert (u_expansion.wipe_q || (u_queue.restart_q && u_expansion.rest_q));
        if (u_expansion.wipe_q) begin
          assert (u_expansion.index_q == '0
                  || 32'(u_expansion.index_q) < 32'(u_queue.count_q));
        end
      end else begin
        assert (!u_queue.restart_q);
      end
      assert (!u_expansion.clean_q || u_expansion.wipe_q);
      assert (!u_expansion.rest_q || !u_expansion.wipe_q);
      if (u_expansion.wipe_q || (clear && u_expansion.rest_q)) begin
        assert (!u_expansion.load_q && !u_expansion.expand_q && !u_expansion.keyed_q);
        assert (!u_expansion.came_q && !u_expansion.coming_q && !u_expansion.ready_q);
        assert (u_expansion.step_q == '0 && !u_expansion.all_written_q);
      end
    end
  end
endmodule
