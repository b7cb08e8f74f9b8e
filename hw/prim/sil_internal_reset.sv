// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// An internal reset for a wipe, from the cycle after `wipe_i` rises to the cycle after it falls, and
/// while `rst_ni` is low.
///
/// The net of the reset leads to all registers of a unit, so logic that depended on it would be slow.
/// It depends on a register of its own.
module sil_internal_reset (
  input  logic clk_i,
  /// Asynchronous assert, active low.
  input  logic rst_ni,
  input  logic wipe_i,
  /// The reset. Asynchronous assert, active low.
  output logic rst_no,
  /// The same level as `rst_no`, for logic.
  output logic awake_o
);
  logic wipe_q, awake_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {wipe_q, awake_q} <= 2'b10;
    else {wipe_q, awake_q} <= {wipe_i, ~wipe_i};
  end
  assign rst_no = ~wipe_q;
  assign awake_o = awake_q;
endmodule
