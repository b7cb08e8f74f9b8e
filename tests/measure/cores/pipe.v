// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
//
// A pipeline for the tests of `silicrypt measure`: no reset, no handshake, a block per cycle. It
// computes no cipher; the tests give the expected results.

module pipe (
  input  wire         CK,
  input  wire [127:0] x,
  input  wire [127:0] kin,
  output reg  [127:0] y
);
  reg [127:0] a, b;
  always @(posedge CK) begin
    a <= x ^ kin;
    b <= {a[63:0], a[127:64]};
    y <= ~b;
  end
endmodule
