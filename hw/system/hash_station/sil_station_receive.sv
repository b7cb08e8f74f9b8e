// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Makes messages of what comes from the serial line: where one begins, where it ends, and whether
/// it is refused.
///
/// With `Lines` a message is a line: it ends with a carriage return or a line feed, which are not of
/// it, and a line feed behind a carriage return ends nothing more; nor does a line feed that is the first
/// character after reset, for its carriage return may have come before. Otherwise every byte is of a message
/// and it ends when the line is idle; then there are no empty ones.
///
/// A message is refused when a character is broken or cannot be taken. What follows is dropped up to
/// its end, which must be followed by an idle line: a line that never pauses may be out of step, and an
/// end that is none would make a message of the rest. For the same reason the line must be idle once
/// after reset.
///
/// ## Latency and throughput
/// Outputs in the cycle of the character.
module sil_station_receive
#(
  /// Messages end with the end of a line, not with silence.
  parameter bit Lines = 1'b1
) (
  input  logic       clk_i,
  /// Asynchronous assert, active low.
  input  logic       rst_ni,
  /// From the receiver, as in sil_uart_rx.
  input  logic [7:0] byte_i,
  input  logic       valid_i,
  input  logic       error_i,
  input  logic       idle_i,
  /// The last message is not hashed yet: no other may begin.
  input  logic       busy_i,
  /// The byte given in this cycle has no room.
  input  logic       lost_i,
  /// A message begins, perhaps with a byte or with its end in the same cycle.
  output logic       begin_o,
  /// `byte_i` is of the message.
  output logic       take_o,
  /// The message ends; so does one that is refused (`refuse_o`).
  output logic       end_o,
  /// A message is refused, begun (`end_o`) or not.
  output logic       refuse_o
);
  localparam logic [7:0] CARRIAGE_RETURN = 8'h0d;
  localparam logic [7:0] LINE_FEED = 8'h0a;

  typedef enum logic [2:0] {
    Settle,  ///< after reset: until the line is idle
    Ready,   ///< no message is under way
    Open,
    Refuse,  ///< dropping a message
    Leave    ///< its end has come; is the line idle behind it?
  } state_e;

  state_e state_d, state_q;
  logic return_q;                        // the last character was, or may have been, a carriage return
  logic ends, skip, more;

  assign skip = Lines & byte_i == LINE_FEED & return_q;
  assign ends = Lines & (byte_i == CARRIAGE_RETURN | byte_i == LINE_FEED);
  assign more = valid_i & ~skip;

  always_comb begin
    state_d = state_q;
    begin_o = 1'b0;
    take_o = 1'b0;
    end_o = 1'b0;
    refuse_o = 1'b0;
    unique case (state_q)
      Ready: begin
        if (error_i || (more && busy_i)) begin
          refuse_o = 1'b1;
          state_d = more && ends ? Leave : Refuse;
        end else if (more) begin
          begin_o = 1'b1;
          take_o = ~ends;
          end_o = ends;
          if (!ends) state_d = Open;
        end
      end
      Open: begin
        take_o = valid_i & ~ends;
        if (error_i || lost_i) begin
          refuse_o = 1'b1;
          end_o = 1'b1;
          state_d = Refuse;
        end else if ((valid_i && ends) || (!Lines && idle_i)) begin
          end_o = 1'b1;
          state_d = Ready;
        end
      end
      Refuse: begin
        if (Lines && valid_i && ends) state_d = Leave;
        if (!Lines && idle_i) state_d = Ready;
      end
      Leave: begin
        if (error_i || (valid_i && !ends)) state_d = Refuse;
        else if (idle_i) state_d = Ready;
      end
      default: if (idle_i) state_d = Ready;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= Settle;
      return_q <= 1'b1;
    end else begin
      state_q <= state_d;
      if (valid_i) return_q <= byte_i == CARRIAGE_RETURN;
    end
  end
endmodule
