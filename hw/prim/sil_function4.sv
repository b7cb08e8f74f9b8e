// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A Boolean function of four inputs, applied to each bit of four words.
///
/// hw/prim/ecp5 has a version of this module that instantiates lookup tables of the device, which
/// synthesis does not change. Use it where a known partition of logic into four-input tables is
/// better than the one that synthesis finds.
module sil_function4
#(
  /// The truth table: bit i is the value for {d_i, c_i, b_i, a_i} = i.
  parameter logic [15:0] Values = 16'h0,
  /// Width of the words in bits.
  parameter int unsigned Width = 1
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic [Width-1:0] c_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] value_o
);
  // The algebraic normal form of the truth table: the value is an XOR of products of inputs. A
  // simulator computes these products on words.
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
