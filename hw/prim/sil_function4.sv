// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A function of four bits, of as many fours as words are wide.
///
/// hw/prim/ecp5 has the same module as lookup tables of the device, which synthesis leaves as they are:
/// for logic whose partition into such tables is known to be better than what synthesis finds.
module sil_function4
#(
  /// The value for each input, that for {d_i, c_i, b_i, a_i} = 0 in bit 0.
  parameter logic [15:0] Values = 16'h0,
  /// Fours of bits.
  parameter int unsigned Width = 1
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic [Width-1:0] c_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] value_o
);
  // Which products of inputs the value is the sum of: a simulator has words for these.
  function automatic logic [15:0] products(logic [15:0] values);
    values ^= (values & 16'h5555) << 1;
    values ^= (values & 16'h3333) << 2;
    values ^= (values & 16'h0f0f) << 4;
    return values ^ (values & 16'h00ff) << 8;
  endfunction
  localparam logic [15:0] Products = products(Values);

  always_comb begin
    value_o = '0;
    for (int unsigned i = 0; i < 16; i++) begin
      if (Products[i]) begin
        value_o ^= (i[0] ? a_i : '1) & (i[1] ? b_i : '1) & (i[2] ? c_i : '1) & (i[3] ? d_i : '1);
      end
    end
  end
endmodule
