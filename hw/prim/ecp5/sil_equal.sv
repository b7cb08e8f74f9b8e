// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_equal in carry chains of ECP5 (Lattice FPGA-TN-02200, ripple mode; the cell's behaviour as
/// in Yosys' model of it).
///
/// One bit of CCU2C compares two bits of each word, and passes the carry if they are equal. A tree
/// of lookup tables has more levels of routing. From plain code, synthesis also merges the
/// comparison with the logic before it, which costs 0.6 to 1.0 tables per bit in HMAC.
module sil_equal
#(
  /// Width of the words in bits, an even number.
  parameter int unsigned Width = 2
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  /// The words are equal.
  output logic             equal_o
);
  if (Width == 0 || Width % 2 != 0) begin : gen_width
    $fatal(1, "Width must be even, and at least 2");
  end

  // Bits that one chain compares. Chains of 64 bits take about as long as one level of routing.
  localparam int unsigned ChainBits = 64;
  localparam int unsigned Chains = (Width + ChainBits - 1) / ChainBits;
  localparam int unsigned Cells = ChainBits / 4 + 1;

  // If A == B and C == D, the carry out is the carry in; otherwise it is 0. `Begin` with C = D = 1
  // makes the carry out 1, and `End` makes the sum the carry in.
  localparam logic [15:0] Equal = 16'h9009;
  localparam logic [15:0] Begin = 16'h000f;
  localparam logic [15:0] End = 16'h0000;

  logic [Chains*ChainBits-1:0] a, b;
  logic [Chains-1:0] equal;
  assign a = (Chains * ChainBits)'(a_i);
  assign b = (Chains * ChainBits)'(b_i);

  for (genvar k = 0; k < Chains; k++) begin : gen_chain
    // Bits of this chain. The first two and the last two of `x` and `y` belong to no word.
    localparam int unsigned Bits = k < Chains - 1 ? ChainBits : Width - k * ChainBits;
    localparam int unsigned Used = (Bits + 2) / 4 + 1;
    logic [4*Cells-1:0] x, y;
    logic [Used:0] carry;
    assign x = {2'b00, a[ChainBits*k+:ChainBits], 2'b10};
    assign y = {2'b00, b[ChainBits*k+:ChainBits], 2'b10};
    assign carry[0] = 1'b0;
    for (genvar i = 0; i < Used; i++) begin : gen_cell
      if (i == 0) begin : gen_first
        CCU2C #(.INIT0(Begin), .INJECT1_0("NO"), .INIT1(Equal), .INJECT1_1("YES")) u_cell (
          .CIN (carry[i]),
          .A0  (x[4*i]),
          .B0  (y[4*i]),
          .C0  (x[4*i+1]),
          .D0  (y[4*i+1]),
          .A1  (x[4*i+2]),
          .B1  (y[4*i+2]),
          .C1  (x[4*i+3]),
          .D1  (y[4*i+3]),
          .S0  (),
          .S1  (),
          .COUT(carry[i+1])
        );
      end else if (i == Used - 1) begin : gen_last
        CCU2C #(.INIT0(Equal), .INJECT1_0("YES"), .INIT1(End), .INJECT1_1("NO")) u_cell (
          .CIN (carry[i]),
          .A0  (x[4*i]),
          .B0  (y[4*i]),
          .C0  (x[4*i+1]),
          .D0  (y[4*i+1]),
          .A1  (x[4*i+2]),
          .B1  (y[4*i+2]),
          .C1  (x[4*i+3]),
          .D1  (y[4*i+3]),
          .S0  (),
          .S1  (equal[k]),
          .COUT(carry[i+1])
        );
      end else begin : gen_middle
        CCU2C #(.INIT0(Equal), .INJECT1_0("YES"), .INIT1(Equal), .INJECT1_1("YES")) u_cell (
          .CIN (carry[i]),
          .A0  (x[4*i]),
          .B0  (y[4*i]),
          .C0  (x[4*i+1]),
          .D0  (y[4*i+1]),
          .A1  (x[4*i+2]),
          .B1  (y[4*i+2]),
          .C1  (x[4*i+3]),
          .D1  (y[4*i+3]),
          .S0  (),
          .S1  (),
          .COUT(carry[i+1])
        );
      end
    end
  end

  assign equal_o = &equal;
endmodule
