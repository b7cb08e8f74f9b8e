// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Shows a wide value on few pins: one byte after the other, repeated without end.
///
/// ## Latency and throughput
/// One byte per 2^SlowBits cycles. `strobe_o` rises in the middle of this time.
///
/// ## Byte order
/// `value_i[7:0]` comes first. `first_o` is high with it.
module sil_bist_serial
#(
  /// Width of the value in bits.
  parameter int unsigned Width = 512,
  /// Each byte is shown for 2^SlowBits cycles.
  parameter int unsigned SlowBits = 4,
  localparam int unsigned Bytes = Width / 8,
  localparam int unsigned IndexBits = $clog2(Bytes)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] value_i,
  output logic [7:0]       byte_o,
  output logic             first_o,
  output logic             strobe_o
);
  logic [SlowBits-1:0] count_q;
  logic [IndexBits-1:0] index_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      index_q <= '0;
    end else begin
      count_q <= count_q + 1'b1;
      if (count_q == '1) index_q <= index_q == IndexBits'(Bytes - 1) ? '0 : index_q + 1'b1;
    end
  end

  // All outputs are registers.
  always_ff @(posedge clk_i) begin
    byte_o   <= value_i[8*index_q+:8];
    first_o  <= index_q == '0;
    strobe_o <= count_q[SlowBits-1];
  end
endmodule
