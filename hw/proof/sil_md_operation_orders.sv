// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// For proofs of an operation: what holds of the control words in the stages of a core that
/// computes one message at a time, and the number of each.
///
/// A message's control words follow each other without a gap, and messages follow each other with
/// one (`orders_o`). Every number is in range (`numbers_o`).
module sil_md_operation_orders
  import sil_md_pkg::*;
#(
  /// The last stage, in which words are in the register of the chaining value.
  parameter int unsigned Done = 3,
  /// Numbers of control words.
  parameter int unsigned Orders = 68
) (
  input  logic                clk_i,
  /// The datapath moves.
  input  logic                run_i,
  /// Of the sequencer: state, control word, its number, and whether it is the last number.
  input  logic [1:0]          state_i,
  input  order_t              ordered_i,
  input  logic [6:0]          code_i,
  input  logic                wrap_i,
  /// The control word in each stage.
  input  order_t [Done:0]     order_i,
  input  logic                m_tvalid,
  /// A stage has a control word; its number, up to the stage of the operation.
  output logic [Done:0]       valid_o,
  output logic [Done-1:0][6:0] t_o,
  output logic                orders_o,
  output logic                numbers_o
);
  logic [Done:0] valid, last;
  logic orders;
  logic [Done-1:0][6:0] t_q;

  for (genvar i = 0; i <= Done; i++) begin : gen_order
    assign valid[i] = order_i[i].valid;
    assign last[i] = order_i[i].last;
  end

  always_comb begin
    orders = state_i != 2'd3;
    unique case (state_i)
      2'd0: orders &= ~|{valid, last, ordered_i.valid, ordered_i.last, m_tvalid};
      // Those of a message fill the pipeline from its beginning.
      2'd1: begin
        orders &= ordered_i.valid & ~|{last, m_tvalid};
        for (int unsigned i = 1; i <= Done; i++) if (valid[i]) orders &= valid[i-1];
      end
      // Its last one is on the way, nothing behind it, or its digest is there.
      default: begin
        orders &= ~ordered_i.valid & ~ordered_i.last & (m_tvalid ? ~|{valid, last} : $onehot(last));
        for (int unsigned i = 0; i <= Done; i++) begin
          if (last[i]) orders &= valid[i];
          if (valid[i] && !last[i]) orders &= i > 0 && valid[i-1];
        end
      end
    endcase
  end

  always_ff @(posedge clk_i) if (run_i) t_q <= {t_q[Done-2:0], code_i};

  // The sequencer's own number is in range, and with it every other.
  always_comb begin
    numbers_o = code_i < 7'(Orders) & wrap_i == (code_i == 7'(Orders - 1));
    for (int unsigned i = 0; i < Done; i++) numbers_o &= t_q[i] < 7'(Orders) | ~valid[i];
  end

  assign valid_o = valid;
  assign t_o = t_q;
  assign orders_o = orders;
endmodule
