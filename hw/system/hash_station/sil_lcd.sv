// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Drives a character display with an HD44780 controller, or a compatible one, on its 8-bit bus.
///
/// After reset it initialises the display by instructions, the data sheet's sequence that works for
/// every rise time of the supply. Then it shows a text; a text of several pages is shown page by
/// page. The busy flag is not read: every instruction gets its longest execution time.
///
/// ## Latency and throughput
/// An instruction takes its execution time, SetupNs and PulseNs. The display is ready after
/// PowerOnUs + FirstUs + SecondUs + 5 ExecuteUs + ClearUs. A page takes Rows * (Columns + 1)
/// instructions; to blank the display takes one instruction of ClearUs.
///
/// ## Byte order
/// Characters are the controller's codes, which are ASCII for digits and letters.
module sil_lcd
#(
  /// Frequency of the clock in Hz.
  parameter int unsigned ClockHz = 100_000_000,
  /// Characters per row: at least 8.
  parameter int unsigned Columns = 16,
  /// Rows of the display: 1, 2 or 4.
  parameter int unsigned Rows = 2,
  /// Pages of the text, shown one after the other without end.
  parameter int unsigned Pages = 1,
  /// Time for which a page is shown, in us.
  parameter int unsigned PageUs = 4_000_000,
  /// Time from power-on to the first instruction, in us. Data sheet: 15 ms at 5 V, 40 ms at 2.7 V.
  parameter int unsigned PowerOnUs = 40_000,
  /// Time after the first "function set", in us. Data sheet: 4.1 ms.
  parameter int unsigned FirstUs = 4100,
  /// Time after the second "function set", in us.
  parameter int unsigned SecondUs = 100,
  /// Execution time of every instruction except "clear display", in us. Data sheet: 37 us and 4 us
  /// for the address counter at the oscillator's nominal 270 kHz; 59 us at its minimum, 190 kHz.
  parameter int unsigned ExecuteUs = 59,
  /// Execution time of "clear display", in us. Data sheet: 1.52 ms at 270 kHz; 2.16 ms at 190 kHz.
  parameter int unsigned ClearUs = 2160,
  /// Time from RS valid to the rise of E, in ns. Data sheet: 40 ns at 5 V, 60 ns at 2.7 V.
  parameter int unsigned SetupNs = 60,
  /// Time for which E is high, in ns. Data sheet: 230 ns at 5 V, 450 ns at 2.7 V. Data are valid
  /// during this time.
  parameter int unsigned PulseNs = 450,
  /// Stop the clock while there is nothing to show. Gain: power. Cost: a gate.
  parameter bit ClockGate = 1'b0,
  localparam int unsigned RowBits = Rows > 1 ? $clog2(Rows) : 1,
  localparam int unsigned ColumnBits = $clog2(Columns),
  localparam int unsigned PageBits = Pages > 1 ? $clog2(Pages) : 1
) (
  input  logic                  clk_i,
  /// Asynchronous assert, active low.
  input  logic                  rst_ni,
  /// The text has changed. It is shown again from its first page.
  input  logic                  update_i,
  /// There is no text: clear the display.
  input  logic                  blank_i,
  /// Page of the requested character.
  output logic [PageBits-1:0]   page_o,
  /// Row of the requested character.
  output logic [RowBits-1:0]    row_o,
  /// Column of the requested character.
  output logic [ColumnBits-1:0] column_o,
  /// Character at that position, in the same cycle.
  input  logic [7:0]            char_i,
  /// The display does not show the complete text yet.
  output logic                  busy_o,
  /// RS of the display: 0 for an instruction, 1 for a character. RS and data are registers, and
  /// hold their values until the next instruction or character.
  output logic                  lcd_rs_o,
  /// RW of the display: always 0.
  output logic                  lcd_rw_o,
  /// E of the display, a register.
  output logic                  lcd_e_o,
  /// Data bus of the display.
  output logic [7:0]            lcd_data_o
);
  if (Rows != 1 && Rows != 2 && Rows != 4) begin : gen_rows
    $fatal(1, "Rows must be 1, 2 or 4");
  end
  if (Columns < 8 || Rows * Columns > 80) begin : gen_columns
    $fatal(1, "Columns must be at least 8, and Rows * Columns at most 80");
  end

  // Returns the number of clock cycles of a time in ns, rounded up.
  function automatic int unsigned cycles(longint unsigned ns);
    return 32'((ns * 64'(ClockHz) + 64'd999_999_999) / 64'd1_000_000_000);
  endfunction

  function automatic int unsigned max(int unsigned a, int unsigned b);
    return a > b ? a : b;
  endfunction

  localparam int unsigned PowerOn = cycles(64'(PowerOnUs) * 1000);
  localparam int unsigned First = cycles(64'(FirstUs) * 1000);
  localparam int unsigned Second = cycles(64'(SecondUs) * 1000);
  localparam int unsigned Execute = cycles(64'(ExecuteUs) * 1000);
  localparam int unsigned Clear = cycles(64'(ClearUs) * 1000);
  localparam int unsigned Setup = cycles(64'(SetupNs));
  localparam int unsigned Pulse = cycles(64'(PulseNs));
  localparam int unsigned Page = Pages > 1 ? cycles(64'(PageUs) * 1000) : 1;
  localparam int unsigned CountBits = $clog2(max(max(max(PowerOn, First), max(Execute, Clear)), Page));

  if (Setup < 1 || Pulse < 1 || Execute < 2 || Second < 2 || First < 2 || Clear < 2 || PowerOn < 2)
  begin : gen_times
    $fatal(1, "the display's times must be longer than a clock cycle");
  end

  // Codes of instructions, and the sequence that initialises the display.
  localparam logic [7:0] FUNCTION_SET = Rows == 1 ? 8'h30 : 8'h38;
  localparam logic [7:0] CLEAR = 8'h01;
  localparam logic [7:0] SET_ADDRESS = 8'h80;
  localparam int unsigned InitSteps = 8;
  localparam logic [7:0] INIT [InitSteps] = '{
    FUNCTION_SET, FUNCTION_SET, FUNCTION_SET, FUNCTION_SET,
    8'h08,                             // display off
    CLEAR,
    8'h06,                             // entry mode: address counts up, display does not shift
    8'h0c                              // display on, no cursor
  };

  typedef enum logic [1:0] {
    Wait,     ///< wait for the execution time of an instruction or the time of a page
    Settle,   ///< RS and data are valid, E is low
    Strobe,   ///< E is high
    Asleep    ///< the display shows everything
  } bus_e;

  // What is sent to the display next.
  typedef enum logic [2:0] {
    Init,       ///< an instruction of the initialisation
    Wipe,       ///< "clear display"
    Address,    ///< "set address": the beginning of a row
    Character,  ///< a character
    Rest,       ///< nothing
    NextPage    ///< the next page, after the time of this one
  } step_e;

  bus_e bus_q;
  step_e step_q;
  logic [2:0] init_q;
  logic pending_q;                     // a new text waits
  logic [PageBits-1:0] page_q;
  logic [RowBits-1:0] row_q;
  logic [ColumnBits-1:0] column_q;
  logic [CountBits-1:0] count_q;       // remaining cycles of this state
  logic clk, en, done, rs_q, e_q;
  logic [7:0] data_q;

  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(bus_q != Asleep | pending_q | update_i), .clk_o(clk), .en_o(en)
  );

  // The instruction that is sent next, and the execution time of the one that is on the bus.
  logic issue, rs;
  logic [7:0] data, address;
  logic [CountBits-1:0] time_of;
  assign address = SET_ADDRESS | (row_q[0] && Rows > 1 ? 8'h40 : 8'h00)
    | (row_q[RowBits-1] && Rows == 4 ? 8'(Columns) : 8'h00);

  always_comb begin
    unique case (step_q)
      Init:      data = INIT[init_q];
      Wipe:      data = CLEAR;
      Character: data = char_i;
      default:   data = address;
    endcase
    rs = step_q == Character;
    time_of = CountBits'(Execute - 1);
    if (!rs_q && data_q == CLEAR) time_of = CountBits'(Clear - 1);
    if (step_q == Init && init_q == 3'd1) time_of = CountBits'(First - 1);
    if (step_q == Init && init_q == 3'd2) time_of = CountBits'(Second - 1);
  end

  assign done = count_q == '0;
  assign issue = bus_q == Wait & done & (step_q == Init
    | (~pending_q & (step_q == Wipe | step_q == Address | step_q == Character)));

  always_ff @(posedge clk or negedge rst_ni) begin
    if (!rst_ni) begin
      bus_q     <= Wait;
      step_q    <= Init;
      count_q   <= CountBits'(PowerOn - 1);
      pending_q <= 1'b0;
      init_q    <= '0;
      page_q    <= '0;
      row_q     <= '0;
      column_q  <= '0;
    end else if (en) begin
      if (!done) count_q <= count_q - 1'b1;
      if (update_i) pending_q <= 1'b1;

      unique case (bus_q)
        Wait: begin
          if (issue) begin
            bus_q   <= Settle;
            count_q <= CountBits'(Setup - 1);
          end else if (pending_q && step_q != Init && (done || step_q == NextPage)) begin
            pending_q <= update_i;
            step_q    <= blank_i ? Wipe : Address;
            count_q   <= '0;
            page_q    <= '0;
            row_q     <= '0;
          end else if (done && step_q == NextPage) begin
            step_q <= Address;
            page_q <= page_q == PageBits'(Pages - 1) ? '0 : page_q + 1'b1;
            row_q  <= '0;
          end else if (done && Pages > 1 && !blank_i) begin
            step_q  <= NextPage;
            count_q <= CountBits'(Page - 1);
          end else if (done) begin
            bus_q <= Asleep;
          end
        end
        Settle: begin
          if (done) begin
            bus_q   <= Strobe;
            count_q <= CountBits'(Pulse - 1);
          end
        end
        Strobe: begin
          if (done) begin
            bus_q   <= Wait;
            count_q <= time_of;
          end
        end
        default: if (pending_q) bus_q <= Wait;
      endcase

      if (issue) begin
        unique case (step_q)
          Init: begin
            init_q <= init_q + 1'b1;
            if (init_q == 3'(InitSteps - 1)) step_q <= Rest;
          end
          Address: begin
            step_q   <= Character;
            column_q <= '0;
          end
          Character: begin
            column_q <= column_q + 1'b1;
            if (column_q == ColumnBits'(Columns - 1)) begin
              row_q  <= row_q + 1'b1;
              step_q <= row_q == RowBits'(Rows - 1) ? Rest : Address;
            end
          end
          default: step_q <= Rest;
        endcase
      end
    end
  end

  always_ff @(posedge clk or negedge rst_ni) begin
    if (!rst_ni) e_q <= 1'b0;
    else if (en) e_q <= bus_q == Strobe;
  end
  always_ff @(posedge clk) begin
    if (en && issue) begin
      rs_q   <= rs;
      data_q <= data;
    end
  end

  assign page_o = page_q;
  assign row_o = row_q;
  assign column_o = column_q;
  assign busy_o = pending_q | ~(bus_q == Asleep | step_q == NextPage);
  assign lcd_rs_o = rs_q;
  assign lcd_rw_o = 1'b0;
  assign lcd_e_o = e_q;
  assign lcd_data_o = data_q;
endmodule
