// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved, for any block cipher that keeps the rules of sil_modes_stream: a message is
/// processed in the mode and the direction of its accepted start. No start is lost, and none is
/// processed twice. No word of a key is accepted while data is being cleared.
///
/// The ciphers are models. A cipher can have a key at some time after it accepted a word, until a
/// wipe or a reset. The cipher for tweaks returns a block at some time after it accepted the block.
/// Data and results have any value, and so have all other inputs.
module sil_modes_start_proof
  import sil_modes_pkg::*;
#(
  /// As in sil_modes_stream.
  parameter int unsigned Modes = 7
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         wipe_i,
  /// A word of a key is offered; a check of keys keeps starts away; the cipher may accept words.
  input logic         word_i,
  input logic         check_i,
  input logic         word_ready_i,
  /// The ciphers may have a key from now on; they lose it.
  input logic [1:0]   rise_i,
  input logic [1:0]   fall_i,
  input logic         unfit_i,
  input logic [127:0] i_tdata,
  input logic [2:0]   i_tuser,
  input logic         i_tvalid,
  input logic [127:0] s_tdata,
  input logic [15:0]  s_tkeep,
  input logic         s_tlast,
  input logic         s_tvalid,
  input logic         m_tready,
  input logic         block_ready_i,
  input logic [127:0] result_data_i,
  input logic         result_valid_i,
  input logic [127:0] initial_data_i,
  /// The tweak is encrypted.
  input logic         encrypted_i
);
  logic clear, key_may, take, i_tready;
  logic [1:0] loaded_q, keyed_q;
  logic tweak_pass, tweak_valid, tweak_ready, initial_valid, initial_ready;

  sil_modes_stream #(.Modes(Modes)) u_modes (
    .clk_i, .rst_ni, .wipe_i, .clear_o(clear), .key_i(word_i | check_i), .key_may_o(key_may),
    .keyed_i(keyed_q), .unfit_i, .i_tdata, .i_tuser, .i_tvalid, .i_tready, .s_tdata, .s_tkeep,
    .s_tlast, .s_tvalid, .s_tready(), .m_tdata(), .m_tkeep(), .m_tlast(), .m_tuser(), .m_tvalid(),
    .m_tready, .block_data_o(), .block_decrypt_o(), .block_valid_o(), .block_ready_i,
    .result_data_i, .result_valid_i, .result_ready_o(), .tweak_data_o(),
    .tweak_pass_o(tweak_pass), .tweak_valid_o(tweak_valid), .tweak_ready_i(tweak_ready),
    .initial_data_i, .initial_valid_i(initial_valid), .initial_ready_o(initial_ready)
  );

  // The models of the ciphers. They accept a word in a cycle in which they may, or one cycle later.
  logic may_q;
  assign take = word_i & (key_may | may_q) & word_ready_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {loaded_q, keyed_q, may_q} <= '0;
    else if (wipe_i) {loaded_q, keyed_q, may_q} <= '0;
    else begin
      may_q    <= key_may;
      loaded_q <= loaded_q | {2{take}};
      keyed_q  <= (keyed_q | (loaded_q & rise_i)) & ~fall_i;
    end
  end

  typedef enum logic [1:0] { Empty, Busy, Full } state_e;
  state_e state_q;
  assign tweak_ready = state_q == Empty;
  assign initial_valid = state_q == Full;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= Empty;
    else if (wipe_i) state_q <= Empty;
    else if (tweak_ready && tweak_valid) state_q <= tweak_pass ? Full : Busy;
    else if (state_q == Busy && encrypted_i) state_q <= Full;
    else if (initial_valid && initial_ready) state_q <= Empty;
  end

  // The accepted start whose message has not begun, and that of the message in progress.
  typedef struct packed {
    logic [2:0] user;
    logic       unfit;
  } start_t;
  logic waiting_q, begins;
  start_t next_q, now_q;
  assign begins = u_modes.start;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waiting_q <= 1'b0;
    else if (wipe_i) waiting_q <= 1'b0;
    else waiting_q <= (i_tvalid & i_tready) | (waiting_q & ~begins);
  end
  always_ff @(posedge clk_i) begin
    if (i_tvalid && i_tready) next_q <= '{user: i_tuser, unfit: unfit_i};
    if (begins) now_q <= next_q;
  end

  // Whether a message is as its start says.
  function automatic logic as_started(message_t message, start_t start);
    logic [1:0] mode;
    mode = start.user[1:0];
    as_started = message.ecb == (mode == 2'(ECB) && Modes[0])
                 && message.ctr == (mode == 2'(CTR) && Modes[1])
                 && message.xts == (mode == 2'(XTS) && Modes[2])
                 && message.decrypt == (start.user[2] && !message.ctr)
                 && message.refused == (!(message.ecb || message.ctr || message.xts)
                                        || (message.xts && start.unfit));
  endfunction

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);
    if (rst_ni && !first_q) begin
      assert (!(clear && (take || (i_tvalid && i_tready))));
      assert (waiting_q == (u_modes.next_valid || !u_modes.next_ready));
      assert (!begins || waiting_q);
      if (waiting_q) assert (as_started(u_modes.next_message, next_q));
      if (u_modes.active_q) assert (as_started(u_modes.message_q, now_q));
      // Invariants for the induction.
      if (clear) assert (loaded_q == '0 && !may_q && !waiting_q && !u_modes.active_q);
      assert ((keyed_q & ~loaded_q) == '0);
    end
  end
endmodule
