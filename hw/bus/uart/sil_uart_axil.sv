// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A host on a serial line as the manager of an AXI4-Lite bus: one read or write at a time.
///
/// A request is a command byte, four bytes of address and, for a write, four bytes of data. The
/// answer is a status byte and, for a read, four bytes of data:
///
///     command  request                  answer
///     57 "W"   57, address, data        status
///     52 "R"   52, address              status, data
///     other    that byte                ff
///
/// The status is 00 if the response of the bus is OKAY, and 01 otherwise. An address that is wider
/// than AddressBits gets 01 without an access. The host waits for an answer before its next
/// request: characters that come until the last byte of the answer has begun are ignored. A request
/// that is not complete is dropped when the line is idle for IdleBits bit times, or when a
/// character has no stop bit.
///
/// ## Latency and throughput
/// A write takes 10 characters and a read 10, and the cycles of the access.
///
/// ## Byte order
/// Addresses and data are sent with the least significant byte first.
module sil_uart_axil
#(
  /// Width of a byte address in bits, 2 to 32.
  parameter int unsigned AddressBits = 8,
  /// As in sil_uart_rx. A bit of an answer takes Divider * Samples cycles.
  parameter int unsigned Divider = 5,
  /// As in sil_uart_rx.
  parameter int unsigned Samples = 10,
  /// As in sil_uart_rx.
  parameter int unsigned IdleBits = 50_000
) (
  input  logic        clk_i,
  /// Asynchronous assert, active low.
  input  logic        rst_ni,
  /// The serial line from the host, asynchronous to the clock, and the one to the host.
  input  logic        rx_i,
  output logic        tx_o,
  output logic [AddressBits-1:0] m_awaddr,
  output logic        m_awvalid,
  input  logic        m_awready,
  output logic [31:0] m_wdata,
  output logic [3:0]  m_wstrb,
  output logic        m_wvalid,
  input  logic        m_wready,
  input  logic [1:0]  m_bresp,
  input  logic        m_bvalid,
  output logic        m_bready,
  output logic [AddressBits-1:0] m_araddr,
  output logic        m_arvalid,
  input  logic        m_arready,
  input  logic [31:0] m_rdata,
  input  logic [1:0]  m_rresp,
  input  logic        m_rvalid,
  output logic        m_rready
);
  localparam logic [7:0] Write = "W", Read = "R";
  localparam logic [7:0] Okay = 8'h00, Refused = 8'h01, Unknown = 8'hff;

  typedef enum logic [2:0] {
    Command,  ///< waits for a command
    Address,  ///< takes the bytes of the address
    Data,     ///< takes the bytes of the data of a write
    Access,   ///< the access is in progress
    Answer    ///< sends the status, and the data of a read
  } state_e;

  state_e state_q;
  logic [1:0] count_q;   // bytes that were taken
  logic [2:0] left_q;    // bytes that follow the one that is sent
  logic write_q;
  logic [31:0] address_q, data_q;
  logic [7:0] send_q;
  logic [7:0] received;
  logic valid, broken, idle, outside, done, error, sent;
  logic [31:0] answer;

  if (AddressBits < 2 || AddressBits > 32) begin : gen_address_bits
    $fatal(1, "AddressBits must be 2 to 32");
  end

  sil_uart_rx #(.Divider(Divider), .Samples(Samples), .IdleBits(IdleBits)) u_rx (
    .clk_i, .rst_ni, .rx_i, .byte_o(received), .valid_o(valid), .error_o(broken), .idle_o(idle)
  );
  sil_uart_tx #(.BitCycles(Divider * Samples)) u_tx (
    .clk_i, .rst_ni, .s_tdata(send_q), .s_tvalid(state_q == Answer), .s_tready(sent), .tx_o
  );

  sil_axil_master #(.AddressBits(AddressBits)) u_master (
    .clk_i, .rst_ni, .access_i(state_q == Access & ~outside), .write_i(write_q),
    .address_i(address_q[AddressBits-1:0]), .data_i(data_q), .strobe_i(4'b1111), .done_o(done),
    .data_o(answer), .error_o(error), .m_awaddr, .m_awvalid, .m_awready, .m_wdata, .m_wstrb,
    .m_wvalid, .m_wready, .m_bresp, .m_bvalid, .m_bready, .m_araddr, .m_arvalid, .m_arready,
    .m_rdata, .m_rresp, .m_rvalid, .m_rready
  );
  assign outside = 33'(address_q) >> AddressBits != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Command;
      count_q <= '0;
      left_q  <= '0;
      write_q <= 1'b0;
    end else begin
      unique case (state_q)
        Command: if (valid) begin
          state_q <= received inside {Write, Read} ? Address : Answer;
          write_q <= received == Write;
          count_q <= '0;
          left_q  <= '0;
        end
        Address, Data: begin
          if (valid) begin
            count_q <= count_q + 1'b1;
            if (count_q == '1) state_q <= write_q && state_q == Address ? Data : Access;
          end
          if (broken || idle) state_q <= Command;
        end
        Access: if (done || outside) begin
          state_q <= Answer;
          left_q  <= write_q ? 3'd0 : 3'd4;
        end
        default: if (sent) begin
          if (left_q == '0) state_q <= Command;
          else left_q <= left_q - 1'b1;
        end
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    unique case (state_q)
      Command: send_q <= Unknown;
      Address: if (valid) address_q <= {received, address_q[31:8]};
      Data:    if (valid) data_q <= {received, data_q[31:8]};
      Access: begin
        send_q <= outside || error ? Refused : Okay;
        if (!write_q) data_q <= outside ? '0 : answer;
      end
      default: if (sent) {data_q, send_q} <= {8'b0, data_q};
    endcase
  end
endmodule
