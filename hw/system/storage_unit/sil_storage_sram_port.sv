// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The port of a synchronous SRAM without bus turnaround (ZBT, NoBL).
///
/// Address and control of an access are at the pins for one cycle. Its data is at the data pins
/// `Latency` cycles later, for reads and for writes, so accesses of any kind follow one another in
/// every cycle. All outputs are registers, and so is the word that is read.
///
/// ## Latency and throughput
/// One access per cycle. A word that is read is valid `Latency` + 2 cycles after its request and in
/// no other cycle.
module sil_storage_sram_port
#(
  /// Number of words, a power of two.
  parameter int unsigned Words = 1024,
  /// Cycles from an address at the pins to its data: 1 flow-through, 2 pipelined.
  parameter int unsigned Latency = 2
) (
  input  logic                     clk_i,
  /// Asynchronous assert, active low. No access is at the pins. The data of a write whose address
  /// the SRAM has taken is driven all the same.
  input  logic                     rst_ni,
  input  logic                     read_i,
  input  logic                     write_i,
  input  logic [$clog2(Words)-1:0] address_i,
  /// With `write_i`.
  input  logic [31:0]              data_i,
  input  logic [3:0]               strobe_i,
  output logic [31:0]              data_o,
  /// The pins, as in sil_storage_sram.
  output logic                     sram_enable_o,
  output logic                     sram_write_o,
  output logic [3:0]               sram_strobe_o,
  output logic [$clog2(Words)-1:0] sram_address_o,
  output logic                     sram_drive_o,
  output logic [31:0]              sram_data_o,
  input  logic [31:0]              sram_data_i
);
  if (Latency != 1 && Latency != 2) begin : gen_latency
    $fatal(1, "Latency must be 1 or 2");
  end

  // Of the access at the pins, and of those before it. Their data is at the pins i cycles later.
  logic read_q, write_q;
  logic [Latency:1] reads_q, writes_q;
  logic [Latency:0][31:0] data_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {sram_enable_o, read_q, write_q} <= '0;
    end else begin
      sram_enable_o <= read_i | write_i;
      read_q  <= read_i;
      write_q <= write_i;
    end
  end
  always_ff @(posedge clk_i) begin
    reads_q  <= Latency'({reads_q, read_q});
    writes_q <= Latency'({writes_q, write_q});
    {sram_address_o, sram_strobe_o} <= {address_i, strobe_i};
    data_q <= ((Latency + 1) * 32)'({data_q, write_i ? data_i : 32'd0});
    data_o <= reads_q[Latency] ? sram_data_i : '0;
  end

  assign sram_write_o = write_q;
  assign sram_drive_o = writes_q[Latency];
  assign sram_data_o = data_q[Latency];
endmodule
