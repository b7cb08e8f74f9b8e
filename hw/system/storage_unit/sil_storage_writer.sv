// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Writes the words of a stream to the banks.
///
/// ## Latency and throughput
/// One word per cycle, from the cycle after `start_i`.
module sil_storage_writer
#(
  /// Width of a word address in bits.
  parameter int unsigned AddressBits = 12
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   start_i,
  /// With `start_i`: word address of the first word, and number of words.
  input  logic [AddressBits-1:0] address_i,
  input  logic [AddressBits:0]   words_i,
  /// Accept no further word.
  input  logic                   stop_i,
  output logic                   busy_o,
  /// The current word is the last one.
  output logic                   last_o,
  output logic                   valid_o,
  output logic [AddressBits-1:0] address_o,
  output logic [31:0]            data_o,
  input  logic                   ready_i,
  input  logic [31:0]            s_tdata,
  input  logic                   s_tvalid,
  output logic                   s_tready
);
  logic [AddressBits-1:0] address_q;
  logic [AddressBits:0] left_q;
  logic some_q;  // words are left
  logic put;

  assign busy_o = some_q;
  assign last_o = left_q == (AddressBits + 1)'(1);
  assign valid_o = busy_o & s_tvalid;
  assign s_tready = busy_o & ready_i;
  assign put = valid_o & ready_i;
  assign address_o = address_q;
  assign data_o = s_tdata;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) some_q <= 1'b0;
    else if (stop_i) some_q <= 1'b0;
    else if (start_i) some_q <= words_i != '0;
    else if (put && last_o) some_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (start_i) {address_q, left_q} <= {address_i, words_i};
    else if (put) {address_q, left_q} <= {address_q + 1'b1, left_q - 1'b1};
  end
endmodule
