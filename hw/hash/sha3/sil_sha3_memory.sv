// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The lanes of a state in a memory with one port to read and one to write.
///
/// ## Latency and throughput
/// A lane is read in the cycle after its address.
module sil_sha3_memory #(
  /// Number of lanes.
  parameter int unsigned Lanes = 25,
  localparam int unsigned AddressBits = $clog2(Lanes)
) (
  input  logic                   clk_i,
  input  logic [AddressBits-1:0] read_address_i,
  output logic [63:0]            lane_o,
  input  logic                   write_i,
  input  logic [AddressBits-1:0] write_address_i,
  input  logic [63:0]            lane_i
);
  // A block memory of an FPGA is 16 or 18 bits wide.
  for (genvar i = 0; i < 4; i++) begin : gen_part
    (* ram_style = "block", no_rw_check *) logic [15:0] parts_q [Lanes];
    logic [15:0] part_q;
    always_ff @(posedge clk_i) begin
      if (write_i) parts_q[write_address_i] <= lane_i[16*i+:16];
      part_q <= parts_q[read_address_i];
    end
    assign lane_o[16*i+:16] = part_q;
  end
endmodule
