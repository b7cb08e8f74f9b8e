// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A network of functions of four bits, with registers between any of its levels.
///
/// ## Latency and throughput
/// A value a cycle, as many cycles later as Cuts has ones.
module sil_aes_network
  import sil_aes_nodes_pkg::*;
#(
  /// Nodes, inputs among them; the last ones are the outputs.
  parameter int unsigned Nodes = $bits(FORWARD) / $bits(node_t),
  parameter int unsigned Inputs = 8,
  parameter int unsigned Outputs = 8,
  parameter node_t [0:Nodes-1] Network = FORWARD,
  /// Bit l: registers behind level l.
  parameter logic [15:0] Cuts = '0
) (
  input  logic               clk_i,
  input  logic               run_i,
  /// The first registers become 0; in S-boxes without a constant all that follows from them does.
  input  logic               clear_i,
  input  logic [Inputs-1:0]  data_i,
  output logic [Outputs-1:0] data_o
);
  // Registers that a value of that level has passed.
  function automatic int unsigned stage(logic [3:0] level);
    stage = 0;
    for (int unsigned i = 0; i < 16; i++) if (i < 32'(level) && Cuts[i]) stage++;
  endfunction
  localparam int unsigned Stages = stage(Network[Nodes-1].level);

  for (genvar s = 0; s <= Stages; s++) begin : gen_stage
    logic [Nodes-1:0] value;
    logic [Nodes-1:0] before_q;

    if (s == 0) begin : gen_first
      assign before_q = Nodes'(data_i);
    end else begin : gen_register
      always_ff @(posedge clk_i) begin
        if (run_i) before_q <= gen_stage[s-1].value;
        if (run_i && clear_i && s == 1) before_q <= '0;
      end
    end

    for (genvar n = 0; n < Nodes; n++) begin : gen_node
      localparam node_t Node = Network[n];
      if (Node.level != 0 && stage(Node.level) == s) begin : gen_function
        sil_function4 #(.Values(Node.values)) u_function (
          .a_i(value[$clog2(Nodes)'(Node.a)]), .b_i(value[$clog2(Nodes)'(Node.b)]),
          .c_i(value[$clog2(Nodes)'(Node.c)]), .d_i(value[$clog2(Nodes)'(Node.d)]),
          .value_o(value[n])
        );
      end else begin : gen_wait
        assign value[n] = before_q[n];
      end
    end
  end

  assign data_o = gen_stage[Stages].value[Nodes-1-:Outputs];
endmodule
