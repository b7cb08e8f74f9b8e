// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Holds the error flag of each message in flight until its digest is accepted.
///
/// The flag of a message arrives with the last beat of its last block. With one message in flight,
/// the previous digest has been accepted by then. With several, the next message of the same
/// channel may send its last block while a digest waits at the output. The flag therefore holds
/// from the first cycle of the digest on.
///
/// ## Latency and throughput
/// Valid with the digest.
module sil_md_errors
#(
  /// Messages in flight.
  parameter int unsigned Messages = 1,
  localparam int unsigned TidBits = Messages == 1 ? 1 : $clog2(Messages)
) (
  input  logic               clk_i,
  /// Asynchronous assert, active low.
  input  logic               rst_ni,
  /// The core takes the last beat of a message's last block; the channel of the message; the
  /// message broke a rule. With one message in flight, `error_i` holds from the last beat of a
  /// message to that of the next one.
  input  logic               take_i,
  input  logic [TidBits-1:0] tid_i,
  input  logic               error_i,
  /// Channel of the digest at the output; the digest is valid and not accepted.
  input  logic [TidBits-1:0] digest_tid_i,
  input  logic               wait_i,
  /// The message of the digest broke a rule.
  output logic               error_o
);
  if (Messages == 1) begin : gen_one
    assign error_o = error_i;
  end else begin : gen_many
    logic [Messages-1:0] error_q;
    logic wait_q, held_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) wait_q <= 1'b0;
      else wait_q <= wait_i;
    end
    always_ff @(posedge clk_i) begin
      if (take_i) error_q[tid_i] <= error_i;
      held_q <= error_o;
    end

    assign error_o = wait_q ? held_q : error_q[digest_tid_i];
  end
endmodule
