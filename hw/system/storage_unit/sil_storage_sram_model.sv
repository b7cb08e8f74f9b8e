// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// For simulation: a synchronous SRAM without bus turnaround (ZBT, NoBL).
///
/// It stops the simulation when both sides drive the data pins, and when neither drives the data of
/// a write.
///
/// ## Latency and throughput
/// One access per cycle. The data of an access is at the pins `Latency` cycles after its address.
module sil_storage_sram_model
#(
  /// Number of words, a power of two.
  parameter int unsigned Words = 1024,
  /// As in sil_storage_sram_port.
  parameter int unsigned Latency = 2
) (
  input  logic                     clk_i,
  input  logic                     enable_i,
  input  logic                     write_i,
  input  logic [3:0]               strobe_i,
  input  logic [$clog2(Words)-1:0] address_i,
  /// The other side drives the data pins, with `data_i`.
  input  logic                     drive_i,
  input  logic [31:0]              data_i,
  /// The word that is read, or UNDRIVEN.
  output logic [31:0]              data_o
);
  /// What pins that nobody drives read as. A user must not depend on it.
  localparam logic [31:0] UNDRIVEN = 32'hbad0_beef;

  typedef struct packed {
    logic read, write;
    logic [3:0] strobe;
    logic [$clog2(Words)-1:0] address;
  } access_t;

  logic [31:0] memory_q [Words];
  access_t [Latency:0] access;  // by age in cycles; the oldest has its data at the pins
  access_t [Latency-1:0] access_q = '0;
  logic [31:0] word;

  assign access = {access_q, enable_i & ~write_i, enable_i & write_i, strobe_i, address_i};

  // The word of the next cycle. It includes what is written now.
  always_comb begin
    word = memory_q[access[Latency-1].address];
    for (int unsigned i = 0; i < 4; i++) begin
      if (access[Latency].write && access[Latency].strobe[i]
          && access[Latency].address == access[Latency-1].address) begin
        word[8*i+:8] = data_i[8*i+:8];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    access_q <= access[Latency-1:0];
    data_o <= access[Latency-1].read ? word : UNDRIVEN;
    for (int unsigned i = 0; i < 4; i++) begin
      if (access[Latency].write && access[Latency].strobe[i]) begin
        memory_q[access[Latency].address][8*i+:8] <= data_i[8*i+:8];
      end
    end
  end
`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (access[Latency].read && drive_i) $fatal(1, "both sides drive the data pins of an SRAM");
    if (access[Latency].write && !drive_i) $fatal(1, "the data of a write to an SRAM is missing");
  end
`endif
endmodule
