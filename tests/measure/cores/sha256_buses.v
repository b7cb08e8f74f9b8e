// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
//
// The registers of sha256_ports behind APB and behind Wishbone, and its words behind a stream whose
// messages it pads, for the tests of `silicrypt measure`. Reads have a wait state on APB; Wishbone acknowledges one cycle after the strobe. The
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
  output [31:0]      dat_o,
  // A stream of words of a message; the result comes at once and as words.
  input              msg_valid,
  input  [31:0]      msg_data,
  input              msg_last,
  input  [2:0]       msg_bytes,
  output             msg_ready,
  output             hash_done,
  output [255:0]     hash,
  output             hash_word_valid,
  output [31:0]      hash_word
);
  wire        ready, valid;
  wire [31:0] read_data, word_out;
  wire [255:0] digest, digest_le;
  reg  [31:0] held;
  reg  [1:0]  state;  // 0 takes words, 1 pads, 2 waits for the digest, 3 gives its words
  reg  [3:0]  index;
  reg         fresh, marked, ends;
  reg  [31:0] bits;
  reg         waited, ended;

  wire dead = fault == 7 && ended;
  wire apb_done = psel && penable && (pwrite || waited || fault == 8) && !dead;
  wire wb_now = cyc_i && stb_i && !ack_o && !dead;
  wire wb_write = wb_now && we_i && sel_i == 4'hf;

  sha256_ports u_core (
    .clk(clk), .rst(!resetn), .fault(fault < 7 ? fault : 4'd0),
    .init(1'b0), .next(1'b0), .resume(1'b0), .block(512'b0), .chain(256'b0),
    .ready(ready), .digest_valid(valid), .digest(digest), .digest_le(digest_le),
    .load(load), .first(fresh), .word(word), .fetch(1'b0), .word_out(word_out),
    .cs(psel || wb_now), .we((apb_done && pwrite) || wb_write),
    .address(psel ? paddr[9:2] : adr_i[9:2]), .write_data(psel ? pwdata : dat_i),
    .read_data(read_data)
  );

  // The padding of FIPS 180-4, 5.1.1: a one, zeros, and the length in bits.
  wire taken = msg_valid && msg_ready;
  wire load = taken || (state == 1 && ready);
  wire short = msg_last && msg_bytes != 4;
  wire [31:0] filled = (msg_data & ~(32'hffffffff >> 8 * msg_bytes)) | (32'h80000000 >> 8 * msg_bytes);
  wire [31:0] padded = !marked ? 32'h80000000 : (ends && index == 15) ? bits : 32'd0;
  wire [31:0] word = state != 0 ? padded : short ? filled : msg_data;
  assign msg_ready = state == 0 && ready;
  assign hash = hash_done ? digest : 256'd0;
  assign hash_done = state == 2 && valid;
  assign hash_word_valid = state == 3;
  assign hash_word = digest[32 * (7 - index[2:0]) +: 32];

  always @(posedge clk or negedge resetn)
    if (!resetn) begin
      state <= 0; index <= 0; fresh <= 1; marked <= 0; ends <= 0; bits <= 0;
    end else begin
      if (load) begin
        fresh <= 0;
        index <= index + 1;
      end
      if (taken) begin
        bits <= bits + 8 * msg_bytes;
        marked <= short;
        ends <= short && index == 13;
        if (msg_last) state <= 1;
      end else if (load) begin
        marked <= 1;
        if (index == 13) ends <= 1;
        if (index == 15 && ends) state <= 2;
      end
      if (hash_done) begin
        state <= 3; index <= 0;
      end
      if (state == 3) begin
        index <= index[2:0] == 7 ? 0 : index + 1;
        if (index[2:0] == 7) begin
          state <= 0; fresh <= 1; marked <= 0; ends <= 0; bits <= 0;
        end
      end
    end

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

// The words of sha256_ports behind a port of command bits and one of status bits.
module sha256_commands (
  input              clk,
  input              rst,
  input  [2:0]       cmd_i,
  input              cmd_w_i,
  output [3:0]       cmd_o,
  input  [31:0]      text_i,
  output [31:0]      text_o
);
  /* The bits of a command and of the status:
     bit3 bit2 bit1 bit0
     Busy Next W    R    */
  reg  [4:0] left;
  reg        fresh, fetch;
  wire       ready;

  assign cmd_o = {left != 5'd0 | ~ready, 1'b0, cmd_i[1:0]};
  always @(posedge clk)
    if (rst) {left, fetch} <= 6'd0;
    else begin
      fetch <= cmd_w_i & cmd_i[0];
      if (cmd_w_i & cmd_i[1]) begin
        left <= 5'd16;
        fresh <= ~cmd_i[2];
      end else if (left != 5'd0) left <= left - 5'd1;
    end

  sha256_ports u_core (
    .clk(clk), .rst(rst), .fault(4'd0),
    .init(1'b0), .next(1'b0), .resume(1'b0), .block(512'b0), .chain(256'b0),
    .ready(ready), .digest_valid(), .digest(), .digest_le(),
    .load(left != 5'd0), .first(fresh & left == 5'd16), .word(text_i),
    .fetch(fetch), .word_out(text_o),
    .cs(1'b0), .we(1'b0), .address(8'b0), .write_data(32'b0), .read_data()
  );
endmodule
