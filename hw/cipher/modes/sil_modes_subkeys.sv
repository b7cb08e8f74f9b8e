// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The subkeys of CMAC (NIST SP 800-38B 6.1): has a block of zeros encrypted when a key is loaded.
///
/// A register holds the result L, from which both subkeys follow. It is cleared as soon as the key
/// is no longer loaded.
///
/// ## Latency and throughput
/// The block is sent four cycles after the key is loaded. The subkeys are valid in the cycle after
/// its result.
module sil_modes_subkeys
  import sil_modes_chained_pkg::double;
(
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         wipe_i,
  /// All data is being cleared.
  input  logic         clear_i,
  /// A key is loaded.
  input  logic         keyed_i,
  /// A key is loaded without its subkeys. The cipher must accept no other key.
  output logic         busy_o,
  /// A key is loaded and has its subkeys.
  output logic         ready_o,
  /// Send a block of zeros to the cipher.
  output logic         send_o,
  /// The next result of the cipher is that of the block.
  output logic         wait_o,
  input  logic [127:0] result_data_i,
  input  logic         result_valid_i,
  /// K1 (bit 0 of the index) and K2.
  output logic [1:0][127:0] subkeys_o
);
  // A word of a key can be on its way to the cipher in the first cycles after a key is loaded.
  localparam int unsigned Quiet = 3;
  logic [Quiet-1:0] keyed_q;
  logic ready_q, wait_q;
  logic [127:0] l_q;

  assign busy_o = keyed_i & ~ready_q;
  assign ready_o = keyed_i & ready_q;
  assign send_o = keyed_i & keyed_q[Quiet-1] & ~ready_q & ~wait_q;
  assign wait_o = wait_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {keyed_q, ready_q, wait_q} <= '0;
    else if (wipe_i) {keyed_q, ready_q, wait_q} <= '0;
    else begin
      keyed_q <= keyed_i ? {keyed_q[Quiet-2:0], 1'b1} : '0;
      wait_q  <= send_o | (wait_q & ~result_valid_i);
      ready_q <= keyed_i & (ready_q | (wait_q & result_valid_i));
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear_i || !keyed_i) l_q <= '0;
    else if (wait_q) l_q <= result_data_i;
  end

  assign subkeys_o = {double(double(l_q)), double(l_q)};
endmodule
