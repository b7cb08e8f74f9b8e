// Drives the Wishbone bus of an SoC of LiteX: SHA-256 of "abc" by the registers at 0x30000000.
`timescale 1ns / 1ps
module soc_tb;
  reg clk = 0, rst = 1, cyc = 0, we = 0;
  reg [29:0] adr = 0;
  reg [31:0] dat_w = 0;
  wire ack, err, irq;
  wire [31:0] dat_r;
  integer word, n;

  soc dut (
    .clk(clk), .rst(rst), .irq(irq), .bus_adr(adr), .bus_dat_w(dat_w), .bus_dat_r(dat_r), .bus_sel(4'hf),
    .bus_cyc(cyc), .bus_stb(cyc), .bus_ack(ack), .bus_we(we), .bus_cti(3'd0), .bus_bte(2'd0), .bus_err(err)
  );

  always #5 clk = !clk;

  task access(input [7:0] address, input write, input [31:0] value);
    begin
      @(negedge clk);
      {cyc, we} = {1'b1, write};
      adr = 30'h0c000000 | address[7:2];
      dat_w = value;
      @(posedge clk);
      while (!ack) @(posedge clk);
      word = dat_r;
      @(negedge clk) cyc = 0;
    end
  endtask

  initial begin
    repeat (4) @(negedge clk);
    rst = 0;
    access(8'h10, 1, 1);  // INTERRUPT_ENABLE.DONE
    access(8'h08, 1, 1);  // CONTROL.START
    access(8'h20, 1, "a");
    access(8'h20, 1, "b");
    access(8'h20, 1, "c");
    if (irq) $display("the interrupt is early");
    access(8'h08, 1, 2);  // CONTROL.LAST
    n = 0;
    while (!irq && n < 1000) begin
      @(negedge clk) n = n + 1;
    end
    for (n = 0; n < 8; n = n + 1) begin
      access(8'h80 + 4 * n, 0, 0);
      $write("%h", {word[7:0], word[15:8], word[23:16], word[31:24]});
    end
    $display("");
    $finish;
  end

  initial #200000 $finish;
endmodule
