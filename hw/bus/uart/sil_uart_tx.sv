// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A transmitter of a serial line: one start bit, eight data bits (the low one first), one stop
/// bit.
///
/// ## Latency and throughput
/// One byte in 10 * BitCycles cycles.
module sil_uart_tx
#(
  /// Clock cycles per bit, 2 or more.
  parameter int unsigned BitCycles = 217
) (
  input  logic       clk_i,
  /// Asynchronous assert, active low.
  input  logic       rst_ni,
  input  logic [7:0] s_tdata,
  input  logic       s_tvalid,
  output logic       s_tready,
  output logic       tx_o
);
  localparam int unsigned CountBits = $clog2(BitCycles);

  logic [9:0] bits_q;  // bits that follow, the next one lowest; a 1 marks the end
  logic [CountBits-1:0] count_q;
  logic tx_q, busy_q;

  if (BitCycles < 2) begin : gen_bit_cycles
    $fatal(1, "BitCycles must be 2 or more");
  end

  assign s_tready = ~busy_q;
  assign tx_o = tx_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bits_q <= '0;
      count_q <= '0;
      tx_q <= 1'b1;
      busy_q <= 1'b0;
    end else if (!busy_q) begin
      if (s_tvalid) begin
        {bits_q, tx_q, busy_q} <= {2'b11, s_tdata, 2'b01};
        count_q <= CountBits'(BitCycles - 1);
      end
    end else if (count_q != '0) count_q <= count_q - 1'b1;
    else begin
      // The register is empty after the stop bit.
      {bits_q, tx_q} <= {1'b0, bits_q};
      busy_q <= bits_q != 10'd1;
      if (bits_q == 10'd1) tx_q <= 1'b1;
      count_q <= CountBits'(BitCycles - 1);
    end
  end
endmodule
