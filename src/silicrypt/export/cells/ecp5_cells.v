// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
//
// Simulation models of the ECP5 cells that the primitives of silicrypt instantiate (Lattice FPGA-TN-02202 describes
// the slices). For simulation only: the synthesis tool knows these cells.

// A lookup table: {D, C, B, A} is the index of a bit of INIT. An unknown input that makes no difference gives a known
// output, which is why the bit is selected by multiplexers.
module LUT4 (
  input  A,
  input  B,
  input  C,
  input  D,
  output Z
);
  parameter [15:0] INIT = 16'h0000;
  wire [7:0] d = D ? INIT[15:8] : INIT[7:0];
  wire [3:0] c = C ? d[7:4] : d[3:0];
  wire [1:0] b = B ? c[3:2] : c[1:0];
  assign Z = A ? b[1] : b[0];
endmodule

// The multiplexer of a slice.
module PFUMX (
  input  ALUT,
  input  BLUT,
  input  C0,
  output Z
);
  assign Z = C0 ? ALUT : BLUT;
endmodule

// A multiplexer between slices.
module L6MUX21 (
  input  D0,
  input  D1,
  input  SD,
  output Z
);
  assign Z = SD ? D1 : D0;
endmodule

// Two bits of a carry chain. Each bit has a lookup table. Where the table is 1, the carry propagates; elsewhere the
// carry out is the entry of the table for {B, A} alone. With "YES" the bit ignores the carry in its sum.
module CCU2C (
  input  CIN,
  input  A0,
  input  B0,
  input  C0,
  input  D0,
  input  A1,
  input  B1,
  input  C1,
  input  D1,
  output S0,
  output S1,
  output COUT
);
  parameter [15:0] INIT0 = 16'h0000;
  parameter [15:0] INIT1 = 16'h0000;
  parameter INJECT1_0 = "YES";
  parameter INJECT1_1 = "YES";

  wire propagate0, propagate1, entry0, entry1;
  LUT4 #(.INIT(INIT0)) all0 (.A(A0), .B(B0), .C(C0), .D(D0), .Z(propagate0));
  LUT4 #(.INIT(INIT1)) all1 (.A(A1), .B(B1), .C(C1), .D(D1), .Z(propagate1));
  LUT4 #(.INIT(INIT0)) low0 (.A(A0), .B(B0), .C(1'b0), .D(1'b0), .Z(entry0));
  LUT4 #(.INIT(INIT1)) low1 (.A(A1), .B(B1), .C(1'b0), .D(1'b0), .Z(entry1));
  // The two values of INJECT1_x have different lengths.
  /* verilator lint_off WIDTH */
  wire generate0 = INJECT1_0 != "YES" && entry0;
  wire generate1 = INJECT1_1 != "YES" && entry1;
  wire carry0 = propagate0 ? CIN : generate0;

  assign S0 = propagate0 ^ (INJECT1_0 != "YES" && CIN);
  assign S1 = propagate1 ^ (INJECT1_1 != "YES" && carry0);
  /* verilator lint_on WIDTH */
  assign COUT = propagate1 ? carry0 : generate1;
endmodule
