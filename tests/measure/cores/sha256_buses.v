// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
//
// The registers of sha256_ports behind APB and behind Wishbone, for the tests of `silicrypt
// measure`. Reads have a wait state on APB; Wishbone acknowledges one cycle after the strobe. The
// byte address of a register is four times its number. The input `fault` is that of sha256_ports,
// and 7: no access is acknowledged after a digest; 8: APB is ready before it has read.

module sha256_buses (
  input              clk,
  input              resetn,
  input  [3:0]       fault,
  // APB.
  input              psel,
  input              penable,
  input              pwrite,
  input  [9:0]       paddr,
  input  [31:0]      pwdata,
  output             pready,
  output [31:0]      prdata,
  // Wishbone.
  input              cyc_i,
  input              stb_i,
  input              we_i,
  input  [9:0]       adr_i,
  input  [31:0]      dat_i,
  input  [3:0]       sel_i,
  output reg         ack_o,
  output [31:0]      dat_o
);
  wire        ready, valid;
  wire [31:0] read_data, word_out;
  wire [255:0] digest, digest_le;
  reg  [31:0] held;
  reg         waited, ended;

  wire dead = fault == 7 && ended;
  wire apb_done = psel && penable && (pwrite || waited || fault == 8) && !dead;
  wire wb_now = cyc_i && stb_i && !ack_o && !dead;
  wire wb_write = wb_now && we_i && sel_i == 4'hf;

  sha256_ports u_core (
    .clk(clk), .rst(!resetn), .fault(fault < 7 ? fault : 4'd0),
    .init(1'b0), .next(1'b0), .resume(1'b0), .block(512'b0), .chain(256'b0),
    .ready(ready), .digest_valid(valid), .digest(digest), .digest_le(digest_le),
    .load(1'b0), .first(1'b0), .word(32'b0), .fetch(1'b0), .word_out(word_out),
    .cs(psel || wb_now), .we((apb_done && pwrite) || wb_write),
    .address(psel ? paddr[9:2] : adr_i[9:2]), .write_data(psel ? pwdata : dat_i),
    .read_data(read_data)
  );

  assign pready = apb_done;
  assign prdata = apb_done ? held : 32'hdeadbeef;
  assign dat_o = ack_o ? held : 32'hdeadbeef;

  always @(posedge clk or negedge resetn)
    if (!resetn) begin
      ack_o <= 0; waited <= 0; ended <= 0;
    end else begin
      ack_o <= wb_now;
      waited <= psel && penable && !pready;
      ended <= ended || valid;
    end

  always @(posedge clk) if ((psel && penable) || wb_now) held <= read_data;
endmodule
