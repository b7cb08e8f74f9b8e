// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Checks that each result of a unit belongs to a packet that the unit has taken. The unit takes a
/// stream of packets and gives a stream of results, each of one beat. The rule is one of this
/// library: AMBA 4 AXI4-Stream, IHI 0051A, has no replies.
///
/// The checker counts packets, which it can do only if they keep the rules of their stream.
/// Therefore `+sil_inputs_unchecked` on the command line of the simulator mutes it.
///
/// ## Latency and throughput
/// The checker evaluates each rule at each rising edge, on the values just before the edge.
/// A result may be valid from the cycle after the last beat of its packet was taken.
module sil_axis_reply_checker
#(
  /// Width of `s_tid` and `m_tid` in bits.
  parameter int IdBits = 1,
  /// Number of values of `tid`, which begin at 0. The checker counts each value separately. 1:
  /// `tid` is ignored.
  parameter int Ids = 1,
  /// Largest number of packets of a `tid` that were taken and whose result was not, from 1 to 255.
  parameter int Outstanding = 255
) (
  input logic              clk_i,
  /// Active low.
  input logic              rst_ni,
  /// High during a wipe: the counts of packets become 0.
  input logic              clear_i,
  input logic [IdBits-1:0] s_tid,
  input logic              s_tlast,
  /// The packet has a result. A key has none.
  input logic              s_asks,
  input logic              s_tvalid,
  input logic              s_tready,
  input logic [IdBits-1:0] m_tid,
  input logic              m_tvalid,
  input logic              m_tready
);
  logic [8*Ids-1:0] count_q;
  int s_id, m_id;

  assign s_id = Ids == 1 ? 0 : int'(s_tid);
  assign m_id = Ids == 1 ? 0 : int'(m_tid);

  // Register values are undefined before the first reset, so no rule is checked until then.
  logic seen;
`ifdef SYNTHESIS
  assign seen = 1'b1;
`else
  logic seen_q = 1'b0;
  always_ff @(posedge clk_i or negedge rst_ni) if (!rst_ni) seen_q <= 1'b1;
  assign seen = seen_q;
`endif

  logic muted;
`ifdef SYNTHESIS
  assign muted = 1'b0;
`else
  initial begin
    muted = 1'b0;
    if ($test$plusargs("sil_inputs_unchecked")) muted = 1'b1;
  end
`endif

  for (genvar i = 0; i < Ids; i++) begin : gen_id
    logic asked, given;
    assign asked = s_tvalid & s_tready & s_tlast & s_asks & (s_id == i);
    assign given = m_tvalid & m_tready & (m_id == i);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) count_q[8*i+:8] <= '0;
      else if (clear_i) count_q[8*i+:8] <= '0;
      else count_q[8*i+:8] <= count_q[8*i+:8] + 8'(asked) - 8'(given);
    end
    always @(posedge clk_i) begin
      if (seen && !muted && rst_ni && !clear_i) begin
        begin : result_asked
          assert (!m_tvalid || m_id != i || count_q[8*i+:8] != '0)
          else $error("a result without a packet taken to its end (silicrypt)");
        end
        begin : outstanding
          assert (int'(count_q[8*i+:8]) <= Outstanding)
          else $error("more packets taken than stated, without a result (silicrypt)");
        end
      end
    end
  end
endmodule
