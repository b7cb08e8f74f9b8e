// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A function of four bits.
///
/// hw/prim/ecp5 has the same module as one lookup table of the device, which synthesis leaves as it is:
/// for logic whose partition into such tables is known to be better than what synthesis finds.
module sil_function4
#(
  /// The value for each input, that for {d_i, c_i, b_i, a_i} = 0 in bit 0.
  parameter logic [15:0] Values = 16'h0
) (
  input  logic a_i,
  input  logic b_i,
  input  logic c_i,
  input  logic d_i,
  output logic value_o
);
  assign value_o = Values[{d_i, c_i, b_i, a_i}];
endmodule
