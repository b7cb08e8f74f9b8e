// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The sequence of steps of the word-serial SHA-256.
///
/// ## Latency and throughput
/// One step per cycle in which `run_i` is high. A message is 8 steps Load, then for each block 16
/// rounds of 8 steps, 48 rounds of 11 steps and 8 times Chain and Forward, and then `DigestSteps`
/// steps Digest. With Adders = 2 there are no steps W7, WordK and Chain, so rounds have 7 and 9.
/// With Starts = 1 there are no steps W16 and Chain, and no WordH after Message: rounds have 7 and
/// 10.
module sil_sha2_small_sequencer
  import sil_sha2_small_pkg::*;
#(
  /// Steps of the digest.
  parameter int unsigned DigestSteps = 8,
  /// 2: steps W16, WordH and Forward also add the words of W7, WordK and Chain.
  parameter int unsigned Adders = 1,
  /// A sum starts with the word of W16, of WordH or of Chain instead of zero.
  parameter bit Starts = 1'b0
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
  output logic [5:0] count_o
);
  localparam bit Chains = Adders == 1 && !Starts;
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
        clear = final_word;
        step_d = final_word ? Message : Load;
      end
      Message: step_d = Starts ? WordK : WordH;
      Majority: begin
        next = 1'b1;
        if (&count_q) step_d = Chains ? Chain : Forward;
        else if (count_q < 6'd15) step_d = Message;
        else step_d = Starts ? Sigma0W : W16;
      end
      Forward: begin
        next = 1'b1;
        clear = final_word;
        if (final_word) step_d = last_q ? Digest : Message;
        else step_d = Chains ? Chain : Forward;
      end
      Digest: begin
        next = 1'b1;
        clear = count_q[4:0] == 5'(DigestSteps - 1);
        step_d = clear ? Load : Digest;
      end
      Sigma0W: if (Adders == 2) step_d = Sigma1W;
      WordH: if (Adders == 2) step_d = Sigma1E;
      default: ;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q  <= Load;
      count_q <= '0;
    end else if (run_i) begin
      step_q <= step_d;
      if (next) count_q <= clear ? '0 : count_q + 1'b1;
    end
  end
  always_ff @(posedge clk_i) if (take_i) last_q <= last_i;

  assign step_o = step_q;
  assign count_o = count_q;
endmodule
