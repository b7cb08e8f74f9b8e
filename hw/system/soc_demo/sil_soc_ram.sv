// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Memory for program and data. In simulation, `+firmware=FILE` loads it from a file for $readmemh.
///
/// ## Latency and throughput
/// One access in two cycles.
module sil_soc_ram
#(
  /// Words of 32 bits, a power of two.
  parameter int unsigned Words = 16384,
  localparam int unsigned AddressBits = $clog2(Words)
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low. The memory keeps its contents.
  input  logic        rst_ni,
  input  logic        access_i,
  input  logic [AddressBits-1:0] address_i,
  input  logic [31:0] data_i,
  /// Bytes to write; none for a read.
  input  logic [3:0]  strobe_i,
  output logic        done_o,
  output logic [31:0] data_o
);
  logic [3:0][7:0] memory_q [Words];
  logic done_q;

`ifndef SYNTHESIS
  string firmware;
  initial if ($value$plusargs("firmware=%s", firmware)) $readmemh(firmware, memory_q);
`endif

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) done_q <= 1'b0;
    else done_q <= access_i & ~done_q;
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 4; i++) begin
      if (access_i && strobe_i[i]) memory_q[address_i][i] <= data_i[8*i+:8];
    end
    data_o <= memory_q[address_i];
  end
  assign done_o = done_q;
endmodule
