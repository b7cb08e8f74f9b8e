// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// For the proofs: what the ECP5 cells compute that hw/prim/ecp5 only declares (Lattice
/// FPGA-TN-02200). A proof compiles this file instead of the declarations.

/// A lookup table of four inputs. A is bit 0 of the index into INIT, D is bit 3.
module LUT4 #(parameter [15:0] INIT = 16'h0) (input A, B, C, D, output Z);
  assign Z = INIT[{D, C, B, A}];
endmodule
