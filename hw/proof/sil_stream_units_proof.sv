// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved: the output of a stream module keeps the rules of AXI4-Stream if its input does.
module sil_stream_units_proof
#(
  /// The module. 0: sil_skid. 1: sil_fifo. 2: sil_axis_widen. 3: sil_axis_narrow.
  parameter int unsigned Unit = 0,
  localparam int unsigned InBits = Unit == 3 ? 32 : 8,
  localparam int unsigned OutBits = Unit == 2 ? 32 : 8
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic              clear_i,
  input logic [InBits-1:0] s_tdata,
  input logic              s_tvalid,
  input logic              m_tready
);
  logic s_tready, m_tvalid, clear;
  logic [OutBits-1:0] m_tdata;

  if (Unit == 0) begin : gen_skid
    sil_skid #(.Width(8)) u_unit (
      .clk_i, .rst_ni, .s_tdata, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready, .soon_o()
    );
    assign clear = 1'b0;
  end else if (Unit == 1) begin : gen_fifo
    sil_fifo #(.Width(8), .Depth(4)) u_unit (
      .clk_i, .rst_ni, .s_tdata, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready
    );
    assign clear = 1'b0;
    // Invariant for the induction: the queue holds at most 4 words.
    logic [2:0] words;
    assign words = u_unit.write_q - u_unit.read_q;
    always_comb if (rst_ni) assert (words <= 3'd4);
  end else if (Unit == 2) begin : gen_widen
    sil_axis_widen #(.WideBits(32), .NarrowBits(8)) u_unit (
      .clk_i, .rst_ni, .clear_i, .s_tdata, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready
    );
    assign clear = clear_i;
  end else begin : gen_narrow
    sil_axis_narrow #(.WideBits(32), .NarrowBits(8)) u_unit (
      .clk_i, .rst_ni, .clear_i, .s_tdata, .s_tvalid, .s_tready, .m_tdata, .m_tvalid, .m_tready
    );
    assign clear = clear_i;
  end

  sil_axis_checker #(.Role(2), .DataBits(InBits)) u_input (
    .clk_i, .rst_ni, .clear_i(clear), .tdata(s_tdata), .tkeep(1'b1), .tlast(1'b1), .tid(1'b0),
    .tuser(1'b0), .tvalid(s_tvalid), .tready(s_tready)
  );
  sil_axis_checker #(.Role(0), .DataBits(OutBits)) u_output (
    .clk_i, .rst_ni, .clear_i(clear), .tdata(m_tdata), .tkeep(1'b1), .tlast(1'b1), .tid(1'b0),
    .tuser(1'b0), .tvalid(m_tvalid), .tready(m_tready)
  );

  // The first cycle is a reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;
  always_comb if (first_q) assume (!rst_ni);
endmodule
