// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Keeps the error flag of each message in flight until its digest is taken.
///
/// A message's flag comes with the last beat of its last block. With one message in flight that is
/// after the digest before it was taken. With several, the next message of the same tid may give its
/// last block while a digest waits at the output: the flag is held from the first cycle of the digest.
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
  /// The core takes the last beat of a message's last block: the message, and whether it is broken.
  /// With one message `error_i` holds from the last beat of a message to that of the next one.
  input  logic               take_i,
  input  logic [TidBits-1:0] tid_i,
  input  logic               error_i,
  /// A digest of that message is offered, and not taken.
  input  logic [TidBits-1:0] digest_tid_i,
  input  logic               wait_i,
  /// Its message is broken.
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
