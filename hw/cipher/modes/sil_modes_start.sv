// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Starts of messages under a block cipher: decodes mode and direction, and has the tweak encrypted
/// (IEEE 1619 5.1).
///
/// A start is accepted while the previous message is processed. The cipher for tweaks encrypts its
/// tweak meanwhile.
///
/// ## Latency and throughput
/// `valid_o` follows in the next cycle, or with XTS when the cipher for tweaks has the tweak.
module sil_modes_start
  import sil_modes_pkg::*;
#(
  /// As in sil_modes_stream.
  parameter int unsigned Modes = 7,
  /// As in sil_modes_stream.
  parameter bit Decrypts = 1'b1
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         wipe_i,
  /// All data is being cleared.
  input  logic         clear_i,
  /// A key is loaded for data (bit 0), for tweaks (bit 1). None is while `clear_i` is high.
  input  logic [1:0]   keyed_i,
  /// A word of a key is offered; no message starts. `hold_o`: the same a cycle later.
  input  logic         key_i,
  output logic         hold_o,
  /// The keys may not be used for XTS.
  input  logic         unfit_i,
  /// As in sil_modes_stream.
  input  logic [127:0] i_tdata,
  input  logic [2:0]   i_tuser,
  input  logic         i_tvalid,
  output logic         i_tready,
  /// With XTS, these ports lead to and from the cipher for tweaks, as in sil_modes_stream.
  output logic [127:0] tweak_data_o,
  output logic         tweak_pass_o,
  output logic         tweak_valid_o,
  input  logic         tweak_ready_i,
  input  logic [127:0] initial_data_i,
  input  logic         initial_valid_i,
  output logic         initial_ready_o,
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
                     | (~Decrypts & decode.decrypt);
  endfunction

  message_t new_message, message_q;
  logic hold_q;

  always_comb begin
    new_message = decode(i_tuser);
    new_message.refused |= new_message.xts & unfit_i;
  end
  // A key has priority over a start that is offered in the same cycle.
  assign i_tready = ready_o & keyed_i[0] & ~hold_q & ~key_i & (keyed_i[1] | ~new_message.xts);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) hold_q <= 1'b0;
    else hold_q <= key_i;
  end
  always_ff @(posedge clk_i) begin
    if (clear_i) message_q <= '0;
    else if (i_tready) message_q <= new_message;
  end

  assign tweak_data_o = i_tdata;
  assign tweak_pass_o = ~new_message.xts;
  assign tweak_valid_o = i_tvalid & i_tready;
  assign initial_ready_o = start_i;

  if (HasXts) begin : gen_tweak
    assign ready_o = tweak_ready_i;
    assign initial_o = initial_data_i;
    assign valid_o = initial_valid_i;
  end else begin : gen_no_tweak
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
