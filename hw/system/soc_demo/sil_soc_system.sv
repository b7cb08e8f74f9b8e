// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// What a small processor needs around it: memory, a serial line, and SHA-256, HMAC and AES on
/// AXI4-Lite. The processor has the memory port of PicoRV32.
///
/// | address | |
/// |---|---|
/// | 0000_0000 | memory |
/// | 2000_0000 | write: a byte to the serial line. The write waits until the line takes it |
/// | 2000_0004 | read: 1 if an access since the last read got an error response |
/// | 4000_0000 | SHA-256 |
/// | 4000_0100 | HMAC-SHA-256 |
/// | 4000_0200 | AES |
///
/// Other addresses read as 0 and count as an error.
///
/// ## Latency and throughput
/// Memory: two cycles per access. Registers of a unit: four.
module sil_soc_system
#(
  /// Words of the memory, a power of two.
  parameter int unsigned RamWords = 16384,
  /// Clock cycles per bit of the serial line.
  parameter int unsigned BitCycles = 217,
  /// Key length of AES, as in sil_aes_stream.
  parameter int unsigned KeyBits = 128
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  input  logic        mem_valid,
  output logic        mem_ready,
  input  logic [31:0] mem_addr,
  input  logic [31:0] mem_wdata,
  input  logic [3:0]  mem_wstrb,
  output logic [31:0] mem_rdata,
  output logic        tx_o,
  /// Interrupts of SHA-256, HMAC and AES.
  output logic [2:0]  irq_o
);
  localparam int unsigned Units = 3;
  localparam int unsigned RamBits = $clog2(RamWords);

  logic in_ram, in_uart, in_units, ram_done, uart_done, unit_done, unit_error, other_done;
  logic uart_ready, error_q, read_error;
  logic [31:0] ram_data, unit_data;

  assign in_ram = mem_valid & mem_addr[31:RamBits+2] == '0;
  assign in_uart = mem_valid & mem_addr[31:3] == 29'(32'h2000_0000 >> 3);
  assign in_units = mem_valid & mem_addr[31:28] == 4'h4 & mem_addr[27:8] < 20'(Units);

  sil_soc_ram #(.Words(RamWords)) u_ram (
    .clk_i, .rst_ni, .access_i(in_ram), .address_i(mem_addr[2+:RamBits]),
    .data_i(mem_wdata), .strobe_i(mem_wstrb), .done_o(ram_done), .data_o(ram_data)
  );

  sil_uart_tx #(.BitCycles(BitCycles)) u_uart (
    .clk_i, .rst_ni, .s_tdata(mem_wdata[7:0]),
    .s_tvalid(in_uart & ~mem_addr[2] & mem_wstrb[0]), .s_tready(uart_ready), .tx_o
  );
  assign read_error = in_uart & mem_addr[2] & mem_wstrb == '0;
  assign uart_done = in_uart & (mem_addr[2] | ~mem_wstrb[0] | uart_ready);
  assign other_done = mem_valid & ~(in_ram | in_uart | in_units);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) error_q <= 1'b0;
    else error_q <= (error_q & ~read_error) | other_done | (unit_done & unit_error);
  end

  // The units, each on its own AXI4-Lite port.

  logic [7:0] awaddr, araddr;
  logic [31:0] wdata;
  logic [3:0] wstrb;
  logic awvalid, wvalid, arvalid, bready, rready;
  logic [Units-1:0] selected, awready, wready, bvalid, arready, rvalid;
  logic [Units-1:0][1:0] bresp, rresp;
  logic [Units-1:0][31:0] rdata;
  logic [1:0] unit;

  assign unit = in_units ? mem_addr[9:8] : '0;
  assign selected = Units'(1) << unit;

  sil_axil_master #(.AddressBits(8)) u_master (
    .clk_i, .rst_ni, .access_i(in_units), .write_i(mem_wstrb != '0), .address_i(mem_addr[7:0]),
    .data_i(mem_wdata), .strobe_i(mem_wstrb), .done_o(unit_done), .data_o(unit_data),
    .error_o(unit_error), .m_awaddr(awaddr), .m_awvalid(awvalid), .m_awready(awready[unit]),
    .m_wdata(wdata), .m_wstrb(wstrb), .m_wvalid(wvalid), .m_wready(wready[unit]),
    .m_bresp(bresp[unit]), .m_bvalid(bvalid[unit]), .m_bready(bready), .m_araddr(araddr),
    .m_arvalid(arvalid), .m_arready(arready[unit]), .m_rdata(rdata[unit]),
    .m_rresp(rresp[unit]), .m_rvalid(rvalid[unit]), .m_rready(rready)
  );

  sil_sha2_axil #(.Stream(1'b0)) u_hash (
    .clk_i, .rst_ni, .irq_o(irq_o[0]),
    .s_awaddr(awaddr), .s_awvalid(awvalid & selected[0]), .s_awready(awready[0]),
    .s_wdata(wdata), .s_wstrb(wstrb), .s_wvalid(wvalid & selected[0]), .s_wready(wready[0]),
    .s_bresp(bresp[0]), .s_bvalid(bvalid[0]), .s_bready(bready),
    .s_araddr(araddr), .s_arvalid(arvalid & selected[0]), .s_arready(arready[0]),
    .s_rdata(rdata[0]), .s_rresp(rresp[0]), .s_rvalid(rvalid[0]), .s_rready(rready),
    .s_tdata('0), .s_tkeep('0), .s_tlast(1'b0), .s_tvalid(1'b0), .s_tready()
  );

  sil_hmac_sha2_axil #(.Stream(1'b0)) u_hmac (
    .clk_i, .rst_ni, .irq_o(irq_o[1]),
    .s_awaddr(awaddr), .s_awvalid(awvalid & selected[1]), .s_awready(awready[1]),
    .s_wdata(wdata), .s_wstrb(wstrb), .s_wvalid(wvalid & selected[1]), .s_wready(wready[1]),
    .s_bresp(bresp[1]), .s_bvalid(bvalid[1]), .s_bready(bready),
    .s_araddr(araddr), .s_arvalid(arvalid & selected[1]), .s_arready(arready[1]),
    .s_rdata(rdata[1]), .s_rresp(rresp[1]), .s_rvalid(rvalid[1]), .s_rready(rready),
    .s_tdata('0), .s_tkeep('0), .s_tlast(1'b0), .s_tvalid(1'b0), .s_tready()
  );

  sil_aes_axil #(
    .KeyBits(KeyBits), .Direction(sil_aes_pkg::BOTH), .Stream(1'b0)
  ) u_aes (
    .clk_i, .rst_ni, .irq_o(irq_o[2]),
    .s_awaddr(awaddr), .s_awvalid(awvalid & selected[2]), .s_awready(awready[2]),
    .s_wdata(wdata), .s_wstrb(wstrb), .s_wvalid(wvalid & selected[2]), .s_wready(wready[2]),
    .s_bresp(bresp[2]), .s_bvalid(bvalid[2]), .s_bready(bready),
    .s_araddr(araddr), .s_arvalid(arvalid & selected[2]), .s_arready(arready[2]),
    .s_rdata(rdata[2]), .s_rresp(rresp[2]), .s_rvalid(rvalid[2]), .s_rready(rready),
    .s_tdata('0), .s_tkeep('0), .s_tlast(1'b0), .s_tvalid(1'b0), .s_tready(), .m_tdata(),
    .m_tkeep(), .m_tlast(), .m_tuser(), .m_tvalid(), .m_tready(1'b0)
  );

  assign mem_ready = ram_done | uart_done | unit_done | other_done;
  always_comb begin
    mem_rdata = '0;
    if (ram_done) mem_rdata = ram_data;
    else if (unit_done) mem_rdata = unit_data;
    else if (read_error) mem_rdata = 32'(error_q);
  end
endmodule
