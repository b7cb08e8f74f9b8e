// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Starts of messages under AES: decodes mode and direction, and encrypts the tweak (IEEE 1619 5.1).
///
/// A start is accepted while the previous message is processed, and its tweak is encrypted meanwhile
/// by a core with one S-box.
///
/// ## Latency and throughput
/// `valid_o` follows in the next cycle, or with XTS when the tweak is encrypted (sil_aes_serial).
module sil_aes_start
  import sil_aes_pkg::*, sil_aes_message_pkg::*;
#(
  /// As in sil_aes_stream.
  parameter int unsigned KeyBits = 128,
  parameter direction_e Direction = ENCRYPT,
  parameter sbox_e Sbox = FUNCTIONS,
  parameter int unsigned Modes = 7
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         wipe_i,
  /// All data is being cleared.
  input  logic         clear_i,
  /// Zeroise the key for tweaks.
  input  logic         key_wipe_i,
  /// Words of the key for tweaks.
  input  logic [31:0]  k_tdata,
  input  logic [1:0]   k_tuser,
  input  logic         k_tvalid,
  output logic         k_tready,
  /// A key for tweaks is loaded.
  output logic         keyed_o,
  /// A key for data is loaded.
  input  logic         keyed_i,
  /// A word of a key is offered; no message starts. `hold_o`: the same a cycle later.
  input  logic         key_i,
  output logic         hold_o,
  /// The keys may not be used for XTS.
  input  logic         unfit_i,
  /// As in sil_aes_stream.
  input  logic [127:0] i_tdata,
  input  logic [2:0]   i_tuser,
  input  logic         i_tvalid,
  output logic         i_tready,
  /// No start waits, and no tweak is being encrypted.
  output logic         ready_o,
  /// The start of the next message: mode and direction, its first counter block or its encrypted
  /// tweak.
  output message_t     message_o,
  output logic [127:0] initial_o,
  output logic         valid_o,
  /// The message starts.
  input  logic         start_i
);
  localparam bit HasCtr = Modes[1];
  localparam bit HasXts = Modes[2];

  function automatic message_t decode(logic [2:0] user);
    decode.ecb = Modes[0] & user[1:0] == 2'(ECB);
    decode.ctr = HasCtr & user[1:0] == 2'(CTR);
    decode.xts = HasXts & user[1:0] == 2'(XTS);
    decode.decrypt = user[2] & ~decode.ctr;
    decode.refused = ~(decode.ecb | decode.ctr | decode.xts)
                     | (Direction == ENCRYPT & decode.decrypt);
  endfunction

  message_t new_message, message_q;
  logic hold_q;

  always_comb begin
    new_message = decode(i_tuser);
    new_message.refused |= new_message.xts & unfit_i;
  end
  // A key that is offered goes first, in the very cycle in which a message is to start, too.
  assign i_tready = ready_o & keyed_i & ~hold_q & ~key_i & (keyed_o | ~new_message.xts);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) hold_q <= 1'b0;
    else hold_q <= key_i;
  end
  always_ff @(posedge clk_i) begin
    if (clear_i) message_q <= '0;
    else if (i_tready) message_q <= new_message;
  end

  if (HasXts) begin : gen_tweak
    sil_aes_serial #(.KeyBits(KeyBits), .Sbox(Sbox)) u_tweak (
      .clk_i, .rst_ni, .wipe_i(wipe_i | key_wipe_i), .clear_i, .k_tdata, .k_tuser,
      .k_tvalid, .k_tready, .keyed_o,
      .s_tdata (i_tdata),
      .s_tuser (1'b0),
      .s_tpass (~new_message.xts),
      .s_tvalid(i_tvalid & i_tready),
      .s_tready(ready_o),
      .m_tdata (initial_o),
      .m_tvalid(valid_o),
      .m_tready(start_i)
    );
  end else begin : gen_no_tweak
    assign k_tready = 1'b0;
    assign keyed_o = 1'b0;
    assign ready_o = ~valid_o;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) valid_o <= 1'b0;
      else if (wipe_i) valid_o <= 1'b0;
      else valid_o <= valid_o ? ~start_i : i_tvalid & i_tready;
    end
    always_ff @(posedge clk_i) begin
      if (clear_i) initial_o <= '0;
      else if (ready_o) initial_o <= i_tdata;
    end
  end

  assign hold_o = hold_q;
  assign message_o = message_q;
endmodule
