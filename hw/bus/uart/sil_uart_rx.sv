// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Receives characters from an asynchronous serial line: a start bit, eight data bits, a stop bit.
///
/// The falling edge of a start bit restarts the bit timer, so that the phase of the timer is
/// accurate to one clock cycle. The majority of the three samples in the middle of a bit is its
/// value. If a start bit is high in the middle, the receiver ignores it as a glitch. If a stop bit
/// is low, it is a framing error, and the receiver waits until the line is high again.
///
/// ## Latency and throughput
/// A character is valid (9 * Samples + Samples / 2 + 1) * Divider + 3 cycles after its start bit
/// began. The next start bit may follow from then on. Ten bits of the sender may therefore be
/// (Samples / 2 - 1) * Divider - 2 cycles shorter than ten bit times of the receiver. Nine bits may
/// be Samples / 2 * Divider - 1 cycles longer: two of the three samples are then in the stop bit.
/// With the default parameters a bit of the sender may be 4.3 % shorter or 5.5 % longer.
///
/// ## Byte order
/// The receiver takes the least significant bit first.
module sil_uart_rx
#(
  /// Clock cycles per sample: the clock frequency / (Samples * baud rate), rounded.
  parameter int unsigned Divider = 1302,
  /// Samples per bit, an even number from 8 on.
  parameter int unsigned Samples = 16,
  /// Bit times of a high line after which the line is idle. At least 10, the bits of a character.
  parameter int unsigned IdleBits = 10,
  /// Stop the clock while the line is idle. Gain: power. Cost: a clock gate.
  parameter bit ClockGate = 1'b0
) (
  input  logic       clk_i,
  /// Asynchronous assert, active low.
  input  logic       rst_ni,
  /// The serial line, asynchronous to the clock.
  input  logic       rx_i,
  /// The last character.
  output logic [7:0] byte_o,
  /// `byte_o` is a new character. High for one cycle.
  output logic       valid_o,
  /// A character had no stop bit. High for one cycle.
  output logic       error_o,
  /// The line has been high for IdleBits bit times since the last character or since reset.
  output logic       idle_o
);
  if (Divider < 1) begin : gen_slow
    $fatal(1, "Divider must be at least 1: the clock is too slow for the baud rate");
  end
  if (Samples < 8 || Samples % 2 != 0) begin : gen_samples
    $fatal(1, "Samples must be even and at least 8");
  end
  if (IdleBits < 10) begin : gen_idle
    $fatal(1, "IdleBits must be at least 10, the bits of a character");
  end

  localparam int unsigned DivideBits = Divider > 1 ? $clog2(Divider) : 1;
  localparam int unsigned SampleBits = $clog2(Samples);
  localparam int unsigned BitBits = $clog2(IdleBits);
  // The last of the three samples in the middle of a bit: the majority is decided here.
  localparam int unsigned Middle = Samples / 2;

  typedef enum logic [2:0] {
    Quiet,    ///< the line is high for less than IdleBits bit times
    Idle,     ///< waits until the line falls
    Start,
    Data,
    Stop,
    Break     ///< a stop bit was low: waits until the line is high
  } state_e;

  logic line_q, meta_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {line_q, meta_q} <= '1;
    else {line_q, meta_q} <= {meta_q, rx_i};
  end

  state_e state_d, state_q;
  logic [DivideBits-1:0] divide_q;
  logic [SampleBits-1:0] sample_q;
  logic [BitBits-1:0] bit_q;
  logic [1:0] before_q;                // the two samples before this one
  logic [7:0] byte_q;
  logic clk, en, tick, decide, value, bit_ends, restart, valid_d, error_d, valid_q, error_q;

  sil_clock_gate #(.Gate(ClockGate)) u_gate (
    .clk_i, .en_i(state_q != Idle | ~line_q | valid_q | error_q), .clk_o(clk), .en_o(en)
  );

  // Sample 0 is one sample time after the falling edge.
  assign tick = divide_q == DivideBits'(Divider - 1);
  assign bit_ends = tick & sample_q == SampleBits'(Samples - 1);
  assign decide = tick & sample_q == SampleBits'(Middle);
  assign value = (before_q[0] & before_q[1]) | (line_q & (before_q[0] | before_q[1]));

  always_comb begin
    state_d = state_q;
    restart = 1'b0;
    valid_d = 1'b0;
    error_d = 1'b0;
    unique case (state_q)
      Quiet: begin
        if (bit_ends && bit_q == BitBits'(IdleBits - 1)) state_d = Idle;
        if (!line_q) state_d = Start;
      end
      Idle: if (!line_q) state_d = Start;
      Start: begin
        if (decide && value) state_d = Quiet;
        else if (bit_ends) state_d = Data;
      end
      Data: if (bit_ends && bit_q == BitBits'(8)) state_d = Stop;
      Stop: begin
        if (decide) begin
          state_d = value ? Quiet : Break;
          valid_d = value;
          error_d = ~value;
        end
      end
      default: if (line_q) state_d = Quiet;
    endcase
    // The bit timer restarts at the falling edge of a start bit and on entry to Quiet.
    restart = state_d != state_q & (state_d == Start | state_d == Quiet);
  end

  always_ff @(posedge clk or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= Quiet;
      divide_q <= '0;
      sample_q <= '0;
      bit_q    <= '0;
      valid_q  <= 1'b0;
      error_q  <= 1'b0;
    end else if (en) begin
      state_q <= state_d;
      valid_q <= valid_d;
      error_q <= error_d;
      if (restart) begin
        divide_q <= '0;
        sample_q <= '0;
        bit_q    <= '0;
      end else begin
        divide_q <= tick ? '0 : divide_q + 1'b1;
        if (tick) sample_q <= bit_ends ? '0 : sample_q + 1'b1;
        if (bit_ends) bit_q <= bit_q + 1'b1;
      end
    end
  end
  always_ff @(posedge clk) begin
    if (en && tick) before_q <= {before_q[0], line_q};
    if (en && decide && state_q == Data) byte_q <= {value, byte_q[7:1]};
  end

  assign byte_o = byte_q;
  assign valid_o = valid_q;
  assign error_o = error_q;
  assign idle_o = state_q == Idle;
endmodule
