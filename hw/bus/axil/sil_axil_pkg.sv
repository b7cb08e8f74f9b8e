// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The responses of AXI4-Lite (AMBA AXI A3.4.4).
package sil_axil_pkg;
  /// OKAY: the access is done. SLVERR: the address exists and refuses the access. DECERR: the
  /// address does not exist.
  localparam logic [1:0] OKAY = 2'd0, SLVERR = 2'd2, DECERR = 2'd3;
endpackage
