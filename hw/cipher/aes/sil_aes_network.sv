// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A network of four-input functions, with registers after any of its levels. It processes Width
/// values in parallel.
///
/// ## Latency and throughput
/// It takes all Width values in each cycle. The latency in cycles is the number of ones in Cuts.
module sil_aes_network
  import sil_aes_nodes_pkg::*;
#(
  /// Number of nodes, which includes the inputs. The last nodes are the outputs.
  parameter int unsigned Nodes = $bits(FORWARD) / $bits(node_t),
  parameter int unsigned Inputs = 8,
  parameter int unsigned Outputs = 8,
  parameter node_t [0:Nodes-1] Network = FORWARD,
  /// Bit l: registers after level l. Gain: a faster clock. Cost: a cycle of latency, registers.
  parameter logic [15:0] Cuts = '0,
  /// Values that are processed in parallel.
  parameter int unsigned Width = 1
) (
  input  logic                          clk_i,
  input  logic                          run_i,
  /// Clears the first registers. An S-box without a constant then has the result 0.
  input  logic                          clear_i,
  /// One vector per input: bit w belongs to value w.
  input  logic [Inputs-1:0][Width-1:0]  data_i,
  output logic [Outputs-1:0][Width-1:0] data_o
);
  // Number of registers between the inputs and a level.
  function automatic logic [4:0] stage(logic [3:0] level);
    return 5'($countones(Cuts & ((16'd1 << level) - 16'd1)));
  endfunction
  localparam logic [4:0] Stages = stage(Network[Nodes-1].level);

  // The last stage in which another node, or the output, reads each node.
  function automatic logic [0:Nodes-1][4:0] last_reads();
    for (int unsigned n = 0; n < Nodes; n++) last_reads[n] = n + Outputs >= Nodes ? Stages : '0;
    for (int unsigned n = Inputs; n < Nodes; n++) begin
      logic [4:0] own;
      own = stage(Network[n].level);
      if (own > last_reads[Network[n].a]) last_reads[Network[n].a] = own;
      if (own > last_reads[Network[n].b]) last_reads[Network[n].b] = own;
      if (own > last_reads[Network[n].c]) last_reads[Network[n].c] = own;
      if (own > last_reads[Network[n].d]) last_reads[Network[n].d] = own;
    end
  endfunction
  localparam logic [0:Nodes-1][4:0] LastRead = last_reads();

  for (genvar n = 0; n < Nodes; n++) begin : gen_node
    localparam node_t Node = Network[n];
    localparam int unsigned Own = 32'(stage(Node.level));

    logic [Width-1:0] made;
    if (n < Inputs) begin : gen_input
      assign made = data_i[n];
    end else begin : gen_function
      sil_function4 #(.Values(Node.values), .Width(Width)) u_function (
        .a_i(gen_node[Node.a].gen_stage[Own].value), .b_i(gen_node[Node.b].gen_stage[Own].value),
        .c_i(gen_node[Node.c].gen_stage[Own].value), .d_i(gen_node[Node.d].gen_stage[Own].value),
        .value_o(made)
      );
    end

    for (genvar s = Own; s <= 32'(LastRead[n]); s++) begin : gen_stage
      logic [Width-1:0] value;
      if (s == Own) begin : gen_new
        assign value = made;
      end else begin : gen_wait
        logic [Width-1:0] value_q;
        always_ff @(posedge clk_i) begin
          if (run_i) value_q <= gen_stage[s-1].value;
          if (run_i && clear_i && s == 1) value_q <= '0;
        end
        assign value = value_q;
      end
    end

    if (n + Outputs >= Nodes) begin : gen_output
      assign data_o[n+Outputs-Nodes] = gen_stage[Stages].value;
    end
  end
endmodule
