// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
// PicoRV32 with the system of sil_soc_system. The processor comes from the Python package
// pythondata-cpu-picorv32.
module sil_soc_demo #(
  parameter RamWords = 16384,
  parameter BitCycles = 217
) (
  input  wire       clk_i,
  input  wire       rst_ni,
  output wire       tx_o,
  output wire       trap_o
);
  wire        valid, ready;
  wire [31:0] address, wdata, rdata;
  wire [3:0]  wstrb;
  wire [2:0]  irq;

  // A barrel shifter makes rotations of the software as fast as the processor can do them.
  picorv32 #(
    .ENABLE_COUNTERS(1), .ENABLE_COUNTERS64(1), .BARREL_SHIFTER(1), .ENABLE_IRQ(0),
    .CATCH_MISALIGN(1), .CATCH_ILLINSN(1), .STACKADDR(4 * RamWords), .PROGADDR_RESET(0)
  ) u_cpu (
    .clk(clk_i), .resetn(rst_ni), .trap(trap_o), .mem_valid(valid), .mem_instr(),
    .mem_ready(ready), .mem_addr(address), .mem_wdata(wdata), .mem_wstrb(wstrb),
    .mem_rdata(rdata), .mem_la_read(), .mem_la_write(), .mem_la_addr(), .mem_la_wdata(),
    .mem_la_wstrb(), .pcpi_valid(), .pcpi_insn(), .pcpi_rs1(), .pcpi_rs2(), .pcpi_wr(1'b0),
    .pcpi_rd(32'd0), .pcpi_wait(1'b0), .pcpi_ready(1'b0), .irq({29'd0, irq}), .eoi(),
    .trace_valid(), .trace_data()
  );

  sil_soc_system #(.RamWords(RamWords), .BitCycles(BitCycles)) u_system (
    .clk_i(clk_i), .rst_ni(rst_ni), .mem_valid(valid), .mem_ready(ready), .mem_addr(address),
    .mem_wdata(wdata), .mem_wstrb(wstrb), .mem_rdata(rdata), .tx_o(tx_o), .irq_o(irq)
  );
endmodule
