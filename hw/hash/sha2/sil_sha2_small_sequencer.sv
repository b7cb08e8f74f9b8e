// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The sequence of steps of the word-serial SHA-256.
///
/// ## Latency and throughput
/// One step per cycle in which `run_i` is high. A message is 8 steps Load, 9 after a reset, then
/// for each block 16 rounds of 8 steps, 48 rounds of 11 steps and 8 times Chain and Forward, and
/// then `DigestSteps` steps Digest.
module sil_sha2_small_sequencer
  import sil_sha2_small_pkg::*;
#(
  /// Steps of the digest.
  parameter int unsigned DigestSteps = 8
) (
  input  logic       clk_i,
  /// Asynchronous assert, active low.
  input  logic       rst_ni,
  /// The sequence advances.
  input  logic       run_i,
  /// The message word that is taken is the last one of the message.
  input  logic       last_i,
  /// A message word is taken.
  input  logic       take_i,
  output step_e      step_o,
  /// The round, or the number of the word.
  output logic [5:0] count_o,
  /// The last step of the digest.
  output logic       final_o
);
  step_e step_d, step_q;
  logic [5:0] count_q;
  logic last_q, next, final_word, clear;

  assign final_word = &count_q[2:0];
  always_comb begin
    next = 1'b0;
    clear = 1'b0;
    step_d = step_e'(step_q + 4'd1);
    unique case (step_q)
      Load: begin
        next = 1'b1;
        clear = final_word & ~count_q[3];
        step_d = clear ? Message : Load;
      end
      Message: step_d = WordH;
      Majority: begin
        next = 1'b1;
        step_d = &count_q ? Chain : count_q >= 6'd15 ? W16 : Message;
      end
      Forward: begin
        next = 1'b1;
        clear = final_word;
        step_d = ~final_word ? Chain : last_q ? Digest : Message;
      end
      Digest: begin
        next = 1'b1;
        clear = final_o;
        step_d = clear ? Load : Digest;
      end
      default: ;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q  <= Load;
      count_q <= '1;  // the first step Load clears the accumulator
    end else if (run_i) begin
      step_q <= step_d;
      if (next) count_q <= clear ? '0 : count_q + 1'b1;
    end
  end
  always_ff @(posedge clk_i) if (take_i) last_q <= last_i;

  assign step_o = step_q;
  assign count_o = count_q;
  assign final_o = step_q == Digest && count_q[4:0] == 5'(DigestSteps - 1);
endmodule
