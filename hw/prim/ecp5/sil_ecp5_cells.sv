// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Declarations of the ECP5 cells that this folder instantiates (Lattice FPGA-TN-02200).

/// A lookup table of four inputs. A is bit 0 of the index into INIT, D is bit 3.
(* blackbox *)
module LUT4 #(parameter [15:0] INIT = 16'h0) (input A, B, C, D, output Z);
endmodule

/// The multiplexer of a slice: Z is ALUT if C0 is high, else BLUT.
(* blackbox *)
module PFUMX (input ALUT, BLUT, C0, output Z);
endmodule

/// The multiplexer between slices: Z is D1 if SD is high, else D0.
(* blackbox *)
module L6MUX21 (input D0, D1, SD, output Z);
endmodule

/// Two bits of a carry chain.
(* blackbox *)
module CCU2C #(
  parameter [15:0] INIT0 = 16'h0,
  parameter [15:0] INIT1 = 16'h0,
  parameter INJECT1_0 = "YES",
  parameter INJECT1_1 = "YES"
) (
  input  CIN, A0, B0, C0, D0, A1, B1, C1, D1,
  output S0, S1, COUT
);
endmodule
