// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A skid buffer of two words. `s_tready` and `m_tvalid` come from registers.
///
/// ## Latency and throughput
/// One word in and one word out per cycle. A word leaves at the earliest in the cycle after it was
/// taken.
module sil_skid
#(
  /// Width of a word in bits.
  parameter int unsigned Width = 32
) (
  input  logic             clk_i,
  /// Asynchronous assert, active low. The buffer becomes empty.
  input  logic             rst_ni,
  input  logic [Width-1:0] s_tdata,
  input  logic             s_tvalid,
  output logic             s_tready,
  output logic [Width-1:0] m_tdata,
  output logic             m_tvalid,
  input  logic             m_tready,
  /// The value of `m_tvalid` in the next cycle.
  output logic             soon_o
);
  logic [Width-1:0] front_q, back_q;
  logic front_valid_q, back_valid_q, stays;

  assign stays = front_valid_q & ~m_tready;
  assign soon_o = stays | back_valid_q | s_tvalid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      front_valid_q <= 1'b0;
      back_valid_q  <= 1'b0;
    end else begin
      front_valid_q <= soon_o;
      back_valid_q  <= stays & (back_valid_q | s_tvalid);
    end
  end
  always_ff @(posedge clk_i) begin
    if (!stays) front_q <= back_valid_q ? back_q : s_tdata;
    if (s_tready) back_q <= s_tdata;
  end

  assign s_tready = ~back_valid_q;
  assign m_tdata = front_q;
  assign m_tvalid = front_valid_q;
endmodule
