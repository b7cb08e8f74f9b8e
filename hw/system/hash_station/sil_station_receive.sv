// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Divides the characters of the serial line into messages: finds where a message begins and ends,
/// and whether it is refused.
///
/// With `Lines` a message is a line of text. It ends with a carriage return or a line feed, which
/// do not belong to it. A line feed after a carriage return is ignored. A line feed that is the
/// first character after reset is ignored, too, because its carriage return may have come before
/// the reset. Without `Lines` a message may have any bytes. It ends when the line is idle, and is
/// never empty.
///
/// A message is refused when one of its characters has a framing error or cannot be stored. All
/// characters are then dropped up to an end of a message that is followed by an idle line. On a
/// line that never pauses the receiver may have lost the character boundaries; it could then see an
/// end that was not sent, and take the rest for a message. For the same reason the line must be
/// idle once after reset.
///
/// ## Latency and throughput
/// Outputs are combinational from the character.
module sil_station_receive
#(
  /// 1: a message ends with the end of a line of text. 0: it ends when the serial line is idle.
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
  /// The previous message is being hashed: no other message may begin.
  input  logic       busy_i,
  /// The byte of this cycle could not be stored.
  input  logic       lost_i,
  /// A message begins. Its first byte or its end may be in the same cycle.
  output logic       begin_o,
  /// `byte_i` belongs to the message.
  output logic       take_o,
  /// The message ends. A message that is refused after its beginning ends, too.
  output logic       end_o,
  /// A message is refused. With `end_o` it had begun, without `end_o` it had not.
  output logic       refuse_o
);
  localparam logic [7:0] CARRIAGE_RETURN = 8'h0d;
  localparam logic [7:0] LINE_FEED = 8'h0a;

  typedef enum logic [2:0] {
    Settle,  ///< after reset: wait until the line is idle
    Ready,   ///< wait for a message
    Open,    ///< receive a message
    Refuse,  ///< drop the characters of a refused message
    Leave    ///< an end was received: check that the line is idle after it
  } state_e;

  state_e state_d, state_q;
  logic return_q;                        // the last character may have been a carriage return
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
