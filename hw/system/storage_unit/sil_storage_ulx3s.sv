// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The storage unit on the board ULX3S (Radiona, version 2 or 3). The file ulx3s.lpf has the pins.
///
/// The serial line is that of the USB port US1: a host opens it with 500000 baud, 8-N-1, and reads
/// and writes registers and banks with the requests of sil_uart_axil. The streams of the unit are
/// not connected, so there are no transfers. LED 0 is the interrupt.
///
/// ## Latency and throughput
/// As in sil_storage_unit. A reset takes two cycles longer. A register access takes 10 characters
/// of the serial line, 0.2 ms.
module sil_storage_ulx3s #(
  /// As in sil_storage_unit.
  parameter int unsigned KeyBits = 128,
  /// As in sil_storage_unit.
  parameter int unsigned BankWords = 1024,
  /// As in sil_aes_core.
  parameter sil_aes_pkg::sbox_e Sbox = sil_aes_pkg::FUNCTIONS,
  /// As in sil_storage_unit.
  parameter int unsigned PipelineStages = 5,
  /// Frequency of the clock in Hz.
  parameter int unsigned ClockHz = 25_000_000,
  /// Baud rate of the serial line.
  parameter int unsigned Baud = 500_000
) (
  /// Clock of 25 MHz.
  input  logic clk_i,
  /// Button PWR, low when pressed: reset.
  input  logic rst_ni,
  /// Serial line from the host.
  input  logic rx_i,
  /// Serial line to the host.
  output logic tx_o,
  /// Interrupt: an event that is enabled in INTERRUPTS. LED 0.
  output logic irq_o,
  /// Always high, so that the ESP32 on the board boots from its flash.
  output logic wifi_gpio0_o
);
  localparam int unsigned Samples = 10;
  localparam int unsigned ByteBits = $clog2(sil_storage_pkg::BANKS * BankWords) + 3;

  // Reset is released synchronously. Registers are zero after configuration, so configuration is a
  // reset, too.
  logic released_q, rst_nq;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {rst_nq, released_q} <= '0;
    else {rst_nq, released_q} <= {released_q, 1'b1};
  end

  logic awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready;
  logic [ByteBits-1:0] awaddr, araddr;
  logic [31:0] wdata, rdata;
  logic [3:0] wstrb;
  logic [1:0] bresp, rresp;

  sil_uart_axil #(
    .AddressBits(ByteBits), .Divider((ClockHz + Samples * Baud / 2) / (Samples * Baud)),
    .Samples(Samples), .IdleBits(Baud / 10)
  ) u_host (
    .clk_i, .rst_ni(rst_nq), .rx_i, .tx_o, .m_awaddr(awaddr), .m_awvalid(awvalid),
    .m_awready(awready), .m_wdata(wdata), .m_wstrb(wstrb), .m_wvalid(wvalid), .m_wready(wready),
    .m_bresp(bresp), .m_bvalid(bvalid), .m_bready(bready), .m_araddr(araddr), .m_arvalid(arvalid),
    .m_arready(arready), .m_rdata(rdata), .m_rresp(rresp), .m_rvalid(rvalid), .m_rready(rready)
  );

  sil_storage_unit #(
    .KeyBits(KeyBits), .BankWords(BankWords), .Sbox(Sbox), .PipelineStages(PipelineStages)
  ) u_unit (
    .clk_i, .rst_ni(rst_nq), .irq_o, .s_awaddr(awaddr), .s_awprot('0), .s_awvalid(awvalid),
    .s_awready(awready), .s_wdata(wdata), .s_wstrb(wstrb), .s_wvalid(wvalid), .s_wready(wready),
    .s_bresp(bresp), .s_bvalid(bvalid), .s_bready(bready), .s_araddr(araddr), .s_arprot('0),
    .s_arvalid(arvalid), .s_arready(arready), .s_rdata(rdata), .s_rresp(rresp),
    .s_rvalid(rvalid), .s_rready(rready), .s_tdata('0), .s_tlast(1'b0), .s_tvalid(1'b0),
    .s_tready(), .m_tdata(), .m_tlast(), .m_tuser(), .m_tvalid(), .m_tready(1'b0)
  );

  assign wifi_gpio0_o = 1'b1;
endmodule
