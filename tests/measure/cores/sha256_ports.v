// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
//
// A SHA-256 for the tests of `silicrypt measure`, in Verilog-2001 and in the style of cores of
// others: one module, one round per cycle, active-high reset, and the same core behind five kinds
// of ports. The input `fault` plants a mistake; see FAULTS below.

module sha256_ports (
  input              clk,
  input              rst,
  input  [3:0]       fault,
  // A complete block at once.
  input              init,
  input              next,
  input  [511:0]     block,
  output             ready,
  output             digest_valid,
  output [255:0]     digest,
  output [255:0]     digest_le,
  // A complete block with the chaining value, which the caller keeps.
  input              resume,
  input  [255:0]     chain,
  // A word per cycle.
  input              load,
  input              first,
  input  [31:0]      word,
  input              fetch,
  output reg [31:0]  word_out,
  // Registers.
  input              cs,
  input              we,
  input  [7:0]       address,
  input  [31:0]      write_data,
  output reg [31:0]  read_data
);
  // FAULTS: 1 further blocks start from the initial hash value; 2 hangs after the first block;
  // 3 reads the block one cycle after the strobe, too; 4 needs registers that are zero at power-on;
  // 5 never ready; 6 (no mistake) says that it is ready two cycles late.

  reg  [31:0] a, b, c, d, e, f, g, h;
  reg  [31:0] h0, h1, h2, h3, h4, h5, h6, h7;
  reg  [511:0] w;
  reg  [6:0]  round;
  reg         busy, done, late, from_iv, hung;
  reg  [3:0]  count;
  reg  [2:0]  index;
  reg  [31:0] dirt;
  reg  [1:0]  resting;

  function [31:0] ror;
    input [31:0] x;
    input integer n;
    ror = (x >> n) | (x << (32 - n));
  endfunction

  function [31:0] k;
    input [5:0] t;
    case (t)
      6'd0: k = 32'h428a2f98;  6'd1: k = 32'h71374491;  6'd2: k = 32'hb5c0fbcf;
      6'd3: k = 32'he9b5dba5;  6'd4: k = 32'h3956c25b;  6'd5: k = 32'h59f111f1;
      6'd6: k = 32'h923f82a4;  6'd7: k = 32'hab1c5ed5;  6'd8: k = 32'hd807aa98;
      6'd9: k = 32'h12835b01;  6'd10: k = 32'h243185be; 6'd11: k = 32'h550c7dc3;
      6'd12: k = 32'h72be5d74; 6'd13: k = 32'h80deb1fe; 6'd14: k = 32'h9bdc06a7;
      6'd15: k = 32'hc19bf174; 6'd16: k = 32'he49b69c1; 6'd17: k = 32'hefbe4786;
      6'd18: k = 32'h0fc19dc6; 6'd19: k = 32'h240ca1cc; 6'd20: k = 32'h2de92c6f;
      6'd21: k = 32'h4a7484aa; 6'd22: k = 32'h5cb0a9dc; 6'd23: k = 32'h76f988da;
      6'd24: k = 32'h983e5152; 6'd25: k = 32'ha831c66d; 6'd26: k = 32'hb00327c8;
      6'd27: k = 32'hbf597fc7; 6'd28: k = 32'hc6e00bf3; 6'd29: k = 32'hd5a79147;
      6'd30: k = 32'h06ca6351; 6'd31: k = 32'h14292967; 6'd32: k = 32'h27b70a85;
      6'd33: k = 32'h2e1b2138; 6'd34: k = 32'h4d2c6dfc; 6'd35: k = 32'h53380d13;
      6'd36: k = 32'h650a7354; 6'd37: k = 32'h766a0abb; 6'd38: k = 32'h81c2c92e;
      6'd39: k = 32'h92722c85; 6'd40: k = 32'ha2bfe8a1; 6'd41: k = 32'ha81a664b;
      6'd42: k = 32'hc24b8b70; 6'd43: k = 32'hc76c51a3; 6'd44: k = 32'hd192e819;
      6'd45: k = 32'hd6990624; 6'd46: k = 32'hf40e3585; 6'd47: k = 32'h106aa070;
      6'd48: k = 32'h19a4c116; 6'd49: k = 32'h1e376c08; 6'd50: k = 32'h2748774c;
      6'd51: k = 32'h34b0bcb5; 6'd52: k = 32'h391c0cb3; 6'd53: k = 32'h4ed8aa4a;
      6'd54: k = 32'h5b9cca4f; 6'd55: k = 32'h682e6ff3; 6'd56: k = 32'h748f82ee;
      6'd57: k = 32'h78a5636f; 6'd58: k = 32'h84c87814; 6'd59: k = 32'h8cc70208;
      6'd60: k = 32'h90befffa; 6'd61: k = 32'ha4506ceb; 6'd62: k = 32'hbef9a3f7;
      default: k = 32'hc67178f2;
    endcase
  endfunction

  wire [511:0] present = (late & (fault == 4'd3)) ? block : w;
  wire [31:0] w0 = present[511:480], w1 = present[479:448];
  wire [31:0] w9 = present[223:192], w14 = present[63:32];
  wire [31:0] s0 = ror(w1, 7) ^ ror(w1, 18) ^ (w1 >> 3);
  wire [31:0] s1 = ror(w14, 17) ^ ror(w14, 19) ^ (w14 >> 10);
  wire [31:0] t1 = h + (ror(e, 6) ^ ror(e, 11) ^ ror(e, 25)) + ((e & f) ^ (~e & g)) + k(round[5:0]) + w0;
  wire [31:0] t2 = (ror(a, 2) ^ ror(a, 13) ^ ror(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));

  wire written = cs & we;
  wire control = written & (address == 8'h08);
  wire free = ~busy & ~hung & (fault != 4'd5);
  wire start_block = (init | next | resume) & free;
  wire start_words = load & (count == 4'd15);
  wire start_register = control & (write_data[1:0] != 2'd0) & ready;
  wire start = start_block | start_words | start_register;
  wire fresh = start_block ? init : start_words ? from_iv : write_data[0];
  wire renew = fresh | (fault == 4'd1);

  assign ready = free & (fault != 4'd6 | resting == 2'd0);
  assign digest_valid = done;
  assign digest = {h0, h1, h2, h3, h4, h5, h6, h7 ^ (fault == 4'd4 ? dirt : 32'd0)};
  genvar i;
  generate
    for (i = 0; i < 32; i = i + 1) begin : reversed
      assign digest_le[8*i +: 8] = digest[8*(31-i) +: 8];
    end
  endgenerate

  always @(posedge clk) begin
    word_out <= digest[32*(7-index) +: 32];
    if (fetch) index <= 3'd0; else index <= index + 3'd1;
    if (load) begin
      w <= {w[479:0], word};
      count <= count + 4'd1;
      if (first) from_iv <= 1'b1;
    end
    if (written & (address[7:4] == 4'h1)) w[32*(15-address[3:0]) +: 32] <= write_data;
    late <= start_block;
    if (busy) resting <= 2'd2; else if (resting != 2'd0) resting <= resting - 2'd1;
    if (start) begin
      busy <= 1'b1;
      done <= 1'b0;
      round <= 7'd0;
      from_iv <= 1'b0;
      if (start_block) w <= block;
      if (renew) begin
        {h0, h1, h2, h3} <= 128'h6a09e667bb67ae853c6ef372a54ff53a;
        {h4, h5, h6, h7} <= 128'h510e527f9b05688c1f83d9ab5be0cd19;
        {a, b, c, d} <= 128'h6a09e667bb67ae853c6ef372a54ff53a;
        {e, f, g, h} <= 128'h510e527f9b05688c1f83d9ab5be0cd19;
      end else if (resume) begin
        {h0, h1, h2, h3, h4, h5, h6, h7} <= chain;
        {a, b, c, d, e, f, g, h} <= chain;
      end else begin
        {a, b, c, d, e, f, g, h} <= {h0, h1, h2, h3, h4, h5, h6, h7};
      end
    end else if (busy & ~hung) begin
      round <= round + 7'd1;
      if (round == 7'd64) begin
        {h0, h1, h2, h3} <= {h0 + a, h1 + b, h2 + c, h3 + d};
        {h4, h5, h6, h7} <= {h4 + e, h5 + f, h6 + g, h7 + h};
        busy <= 1'b0;
        done <= 1'b1;
        if (fault == 4'd2) hung <= 1'b1;
      end else begin
        {h, g, f, e, d, c, b, a} <= {g, f, e, d + t1, c, b, a, t1 + t2};
        w <= {present[479:0], s1 + w9 + s0 + w0};
      end
    end
    if (rst) begin
      busy <= 1'b0;
      done <= 1'b0;
      late <= 1'b0;
      hung <= 1'b0;
      resting <= 2'd0;
      count <= 4'd0;
      from_iv <= 1'b0;
      if (fault != 4'd4) dirt <= 32'd0;
    end
  end

  always @* begin
    read_data = 32'd0;
    if (address == 8'h09) read_data = {30'd0, done, ready};
    if (address[7:4] == 4'h2) read_data = digest[32*(7-address[2:0]) +: 32];
  end
endmodule
