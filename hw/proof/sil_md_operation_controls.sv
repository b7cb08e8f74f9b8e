// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// For the proofs of a round or step: invariants of the control words in the stages of a core that
/// computes one message at a time, and the number of each control word.
///
/// The control words of a message follow each other without a gap, and there is a gap between
/// messages (`controls_o`). Every number is in range (`numbers_o`).
module sil_md_operation_controls
  import sil_md_pkg::*;
#(
  /// The last stage, in which the words are in the chaining-value register.
  parameter int unsigned Done = 3,
  /// Number of control words per block.
  parameter int unsigned ControlWords = 68
) (
  input  logic              clk_i,
  /// The pipeline advances. Low: it stalls.
  input  logic              run_i,
  /// From the sequencer: its state, its control word, the number of that word, and whether this is
  /// the last number.
  input  logic [1:0]        state_i,
  input  control_t          issued_i,
  input  logic [6:0]        count_i,
  input  logic              wrap_i,
  /// The control word in each stage.
  input  control_t [Done:0] control_i,
  /// The digest is valid.
  input  logic              m_tvalid,
  /// Which stages have a control word, and its number, up to the stage of the round or step.
  output logic [Done:0]     valid_o,
  output logic [Done-1:0][6:0] t_o,
  /// The control words are in one of the patterns above.
  output logic              controls_o,
  /// All numbers are in range.
  output logic              numbers_o
);
  logic [Done:0] valid, last;
  logic controls;
  logic [Done-1:0][6:0] t_q;

  for (genvar i = 0; i <= Done; i++) begin : gen_control
    assign valid[i] = control_i[i].valid;
    assign last[i] = control_i[i].last;
  end

  always_comb begin
    controls = state_i != 2'd3;
    unique case (state_i)
      2'd0: controls &= ~|{valid, last, issued_i.valid, issued_i.last, m_tvalid};
      // The control words of a message fill the pipeline from its first stage.
      2'd1: begin
        controls &= issued_i.valid & ~|{last, m_tvalid};
        for (int unsigned i = 1; i <= Done; i++) if (valid[i]) controls &= valid[i-1];
      end
      // The last control word of the message is in the pipeline and none follows it, or the digest
      // is valid.
      default: begin
        controls &= ~issued_i.valid & ~issued_i.last & (m_tvalid ? ~|{valid, last} : $onehot(last));
        for (int unsigned i = 0; i <= Done; i++) begin
          if (last[i]) controls &= valid[i];
          if (valid[i] && !last[i]) controls &= i > 0 && valid[i-1];
        end
      end
    endcase
  end

  always_ff @(posedge clk_i) if (run_i) t_q <= {t_q[Done-2:0], count_i};

  // The number in the sequencer is in range, and so are those in the stages.
  always_comb begin
    numbers_o = count_i < 7'(ControlWords) & wrap_i == (count_i == 7'(ControlWords - 1));
    for (int unsigned i = 0; i < Done; i++) numbers_o &= t_q[i] < 7'(ControlWords) | ~valid[i];
  end

  assign valid_o = valid;
  assign t_o = t_q;
  assign controls_o = controls;
endmodule
