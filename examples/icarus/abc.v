// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
//
// Sends a message to SHA-256, four bytes per beat, and prints the digest.
`timescale 1ns / 1ps

module abc;
  // A message of any length. Verilog has the first character in the high bits.
  parameter LENGTH = 3;
  parameter [8*LENGTH-1:0] MESSAGE = "abc";

  reg clk = 1'b0;
  reg rst_n = 1'b0;
  always #5 clk = ~clk;

  reg valid = 1'b0;
  integer sent = 0;  // bytes of the beats before this one
  reg [31:0] data;
  reg [3:0] keep;
  wire last = sent + 4 >= LENGTH;
  wire ready, digest_valid;
  wire [255:0] digest;

  // A beat: its first byte is in the low bits. `keep` has a 1 for each byte of the message.
  integer b;
  always @* begin
    data = 32'd0;
    keep = 4'd0;
    for (b = 0; b < 4; b = b + 1)
      if (sent + b < LENGTH) begin
        data[8*b+:8] = MESSAGE[8*(LENGTH-1-sent-b)+:8];
        keep[b] = 1'b1;
      end
  end

  sil_sha256_fast_stream u_sha256 (
    .clk_i(clk),
    .rst_ni(rst_n),
    .s_tdata(data),
    .s_tkeep(keep),
    .s_tlast(last),
    .s_tid(1'b0),
    .s_tvalid(valid),
    .s_tready(ready),
    .m_tdata(digest),
    .m_tuser(),
    .m_tid(),
    .m_tvalid(digest_valid),
    .m_tready(1'b1)
  );

  always @(posedge clk)
    if (valid && ready) begin
      sent <= sent + 4;
      if (last) valid <= 1'b0;
    end

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
