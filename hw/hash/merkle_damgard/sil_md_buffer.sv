// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Holds a block until it is whole, then gives it away without a pause.
///
/// ## Latency and throughput
/// Two cycles a beat: filling and giving take turns.
module sil_md_buffer
#(
  /// Width of a beat.
  parameter int unsigned Width = 64,
  /// Beats of a block, a power of two.
  parameter int unsigned Beats = 16
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] s_tdata,
  input  logic             s_tlast,
  input  logic             s_tvalid,
  output logic             s_tready,
  output logic [Width-1:0] m_tdata,
  output logic             m_tlast,
  output logic             m_tvalid,
  input  logic             m_tready
);
  localparam int unsigned BeatBits = $clog2(Beats);

  logic [Width-1:0] block_q [Beats];
  logic [BeatBits-1:0] beat_q;
  logic full_q, last_q, move;

  assign move = full_q ? m_tready : s_tvalid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      beat_q <= '0;
      full_q <= 1'b0;
    end else if (move) begin
      beat_q <= beat_q + 1'b1;
      full_q <= full_q ^ (beat_q == BeatBits'(Beats - 1));
    end
  end

  always_ff @(posedge clk_i) begin
    if (s_tvalid && s_tready) begin
      block_q[beat_q] <= s_tdata;
      last_q <= s_tlast;
    end
  end

  assign s_tready = ~full_q;
  assign m_tvalid = full_q;
  assign m_tdata = block_q[beat_q];
  assign m_tlast = last_q & beat_q == BeatBits'(Beats - 1);
endmodule
