// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The hash encryption system around any hash (the paper shat-2014, figure 8): it receives
/// characters on a serial line and shows their digest on a character display.
///
/// ## Latency and throughput
/// Characters are received at the rate of the serial line. The hash takes beats when the message
/// has ended or the memory is full.
///
/// ## Byte order
/// As in the streams of the hashes: the first byte is `[7:0]`.
module sil_station
  import sil_station_pkg::*;
#(
  /// Width of the hash's beats in bits.
  parameter int unsigned DataBits = 32,
  /// Width of the hash's digest in bits.
  parameter int unsigned DigestBits = 128,
  /// Frequency of the clock in Hz.
  parameter int unsigned ClockHz = 100_000_000,
  /// Bits per second on the serial line.
  parameter int unsigned Baud = 4800,
  /// As in sil_uart_rx.
  parameter int unsigned Samples = 16,
  /// 0: a message is a line of text. 10 or more: a message may have any bytes, and ends when the
  /// serial line is idle for EndBits bits.
  parameter int unsigned EndBits = 0,
  /// Beats in the memory, a power of two. Cost: registers for RamBeats beats. Gain: longer messages
  /// are received before the hash has to take beats, and it has more time to take them.
  parameter int unsigned RamBeats = 16,
  /// As in sil_lcd.
  parameter int unsigned Columns = 16,
  /// As in sil_lcd.
  parameter int unsigned Rows = 2,
  /// As in sil_lcd.
  parameter int unsigned PageUs = 4_000_000,
  /// As in sil_lcd.
  parameter int unsigned PowerOnUs = 40_000,
  /// As in sil_lcd.
  parameter int unsigned FirstUs = 4100,
  /// As in sil_lcd.
  parameter int unsigned SecondUs = 100,
  /// As in sil_lcd.
  parameter int unsigned ExecuteUs = 59,
  /// As in sil_lcd.
  parameter int unsigned ClearUs = 2160,
  /// Clock gating of the receiver, the memory, the hash and the display. Cost: one gate for each of
  /// the four. Gain: power.
  parameter bit ClockGate = 1'b0
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// Serial line: a start bit, eight data bits, no parity, a stop bit (8-N-1). It is high when
  /// idle, and need not be synchronous to `clk_i`.
  input  logic                  rx_i,
  /// The display, as in sil_lcd.
  output logic                  lcd_rs_o,
  output logic                  lcd_rw_o,
  output logic                  lcd_e_o,
  output logic [7:0]            lcd_data_o,
  /// The last message was refused.
  output logic                  error_o,
  /// Phase of the message, `phase_e` of sil_station_pkg: 0 receive, 1 hash, 2 show.
  output logic [1:0]            phase_o,
  /// Clock of the hash.
  output logic                  hash_clk_o,
  /// Message for the hash.
  output logic [DataBits-1:0]   m_tdata,
  output logic [DataBits/8-1:0] m_tkeep,
  output logic                  m_tlast,
  output logic                  m_tvalid,
  input  logic                  m_tready,
  /// Digest from the hash, which holds it until it is taken.
  input  logic [DigestBits-1:0] s_tdata,
  input  logic                  s_tvalid,
  output logic                  s_tready
);
  if (DigestBits % 8 != 0) begin : gen_digest
    $fatal(1, "DigestBits must be a multiple of 8");
  end
  if (EndBits != 0 && EndBits < 10) begin : gen_end
    $fatal(1, "EndBits must be 0 or at least 10");
  end

  localparam int unsigned Pages = pages(DigestBits, Rows, Columns);
  localparam int unsigned PageBits = Pages > 1 ? $clog2(Pages) : 1;
  localparam int unsigned RowBits = Rows > 1 ? $clog2(Rows) : 1;
  localparam int unsigned ColumnBits = $clog2(Columns);

  // The serial line and its messages.
  logic [7:0] char_in;
  logic char_valid, char_error, line_idle, begins, takes, ends, refuses, lost;
  phase_e phase;

  sil_uart_rx #(
    .Divider((ClockHz + Samples * Baud / 2) / (Samples * Baud)), .Samples(Samples),
    .IdleBits(EndBits == 0 ? 10 : EndBits), .ClockGate(ClockGate)
  ) u_receiver (
    .clk_i,
    .rst_ni,
    .rx_i,
    .byte_o (char_in),
    .valid_o(char_valid),
    .error_o(char_error),
    .idle_o (line_idle)
  );

  sil_station_receive #(.Lines(EndBits == 0)) u_receive (
    .clk_i,
    .rst_ni,
    .byte_i  (char_in),
    .valid_i (char_valid),
    .error_i (char_error),
    .idle_i  (line_idle),
    .busy_i  (phase == Hash),
    .lost_i  (lost),
    .begin_o (begins),
    .take_o  (takes),
    .end_o   (ends),
    .refuse_o(refuses)
  );

  // The memory, the phases, the hash.
  logic full, drain, hash;
  shown_e shown;
  logic update;

  sil_station_ram #(.DataBits(DataBits), .Depth(RamBeats), .ClockGate(ClockGate)) u_ram (
    .clk_i,
    .rst_ni,
    .byte_i  (char_in),
    .take_i  (takes),
    .end_i   (ends),
    .lost_o  (lost),
    .full_o  (full),
    .drain_i (drain),
    .m_tdata,
    .m_tkeep,
    .m_tlast,
    .m_tvalid,
    .m_tready
  );

  sil_station_control u_control (
    .clk_i,
    .rst_ni,
    .begin_i (begins),
    .end_i   (ends),
    .refuse_i(refuses),
    .full_i  (full),
    .beat_i  (m_tvalid),
    .digest_i(s_tvalid),
    .taken_o (s_tready),
    .phase_o (phase),
    .drain_o (drain),
    .hash_o  (hash),
    .shown_o (shown),
    .update_o(update)
  );

  // Without beats, and while its digest is not taken, the hash holds its state also without the
  // gate.
  sil_clock_gate #(.Gate(ClockGate)) u_hash_gate (
    .clk_i, .en_i(hash), .clk_o(hash_clk_o), .en_o()
  );

  // The display.
  logic [PageBits-1:0] page;
  logic [RowBits-1:0] row;
  logic [ColumnBits-1:0] column;
  logic [7:0] char_out;

  sil_station_text #(.DigestBits(DigestBits), .Columns(Columns), .Rows(Rows)) u_text (
    .digest_i(s_tdata),
    .error_i (shown == Error),
    .page_i  (page),
    .row_i   (row),
    .column_i(column),
    .char_o  (char_out)
  );

  sil_lcd #(
    .ClockHz(ClockHz), .Columns(Columns), .Rows(Rows), .Pages(Pages), .PageUs(PageUs),
    .PowerOnUs(PowerOnUs), .FirstUs(FirstUs), .SecondUs(SecondUs), .ExecuteUs(ExecuteUs),
    .ClearUs(ClearUs), .ClockGate(ClockGate)
  ) u_lcd (
    .clk_i,
    .rst_ni,
    .update_i(update),
    .blank_i (shown == Blank),
    .page_o  (page),
    .row_o   (row),
    .column_o(column),
    .char_i  (char_out),
    .busy_o  (),
    .lcd_rs_o,
    .lcd_rw_o,
    .lcd_e_o,
    .lcd_data_o
  );

  assign error_o = shown == Error;
  assign phase_o = phase;
endmodule
