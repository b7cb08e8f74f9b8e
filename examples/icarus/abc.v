// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
//
// Sends "abc" to SHA-256 in one beat and prints the digest.
`timescale 1ns / 1ps

module abc;
  reg clk = 1'b0;
  reg rst_n = 1'b0;
  always #5 clk = ~clk;

  reg valid = 1'b0;
  wire ready, digest_valid;
  wire [255:0] digest;

  sil_sha256_fast_stream u_sha256 (
    .clk_i(clk),
    .rst_ni(rst_n),
    .s_tdata(32'h00636261),  // "abc": the first byte is in the low bits
    .s_tkeep(4'b0111),
    .s_tlast(1'b1),
    .s_tid(1'b0),
    .s_tvalid(valid),
    .s_tready(ready),
    .m_tdata(digest),
    .m_tuser(),
    .m_tid(),
    .m_tvalid(digest_valid),
    .m_tready(1'b1)
  );

  always @(posedge clk) if (valid && ready) valid <= 1'b0;

  integer i;
  always @(posedge clk)
    if (digest_valid) begin
      for (i = 0; i < 32; i = i + 1) $write("%h", digest[8*i+:8]);
      $write("\n");
      $finish;
    end

  initial begin
    repeat (5) @(posedge clk);
    rst_n <= 1'b1;
    @(posedge clk) valid <= 1'b1;
  end
endmodule
