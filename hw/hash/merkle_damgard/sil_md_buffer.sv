// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Holds a block until it is complete, then sends it without a pause. The next block fills the
/// addresses that become free.
///
/// ## Latency and throughput
/// One beat per cycle.
module sil_md_buffer
#(
  /// Width of a beat in bits.
  parameter int unsigned Width = 64,
  /// Beats of a block, a power of two.
  parameter int unsigned Beats = 16
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] s_tdata,
  input  logic             s_tlast,
  /// With the last beat of a message: the message broke a rule of framing.
  input  logic             s_tuser,
  input  logic             s_tvalid,
  output logic             s_tready,
  output logic [Width-1:0] m_tdata,
  output logic             m_tlast,
  output logic             m_tuser,
  output logic             m_tvalid,
  input  logic             m_tready,
  /// `m_tvalid` in the next cycle.
  output logic             soon_o
);
  localparam int unsigned BeatBits = $clog2(Beats);

  logic [Width-1:0] block_q [Beats];
  logic [BeatBits-1:0] fill_q, give_q;
  logic [BeatBits:0] count_q;
  logic valid_q, last_q, user_q, take, give;

  assign take = s_tvalid & s_tready;
  assign give = m_tvalid & m_tready;
  // While a block is sent the next one cannot become complete. At other times all beats in the
  // buffer belong to one block.
  assign soon_o = give ? ~&give_q : valid_q | (take & (&count_q[BeatBits-1:0]));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fill_q   <= '0;
      give_q   <= '0;
      count_q  <= '0;
      valid_q  <= 1'b0;
    end else begin
      if (take) fill_q <= fill_q + 1'b1;
      if (give) give_q <= give_q + 1'b1;
      valid_q <= soon_o;
      count_q <= count_q + (BeatBits + 1)'(take) - (BeatBits + 1)'(give);
    end
  end

  // The last beat of the next block arrives after the last beat of this block has left.
  always_ff @(posedge clk_i) begin
    if (take) block_q[fill_q] <= s_tdata;
    if (take && &fill_q) {user_q, last_q} <= {s_tuser, s_tlast};
  end

  assign s_tready = ~count_q[BeatBits];
  assign m_tvalid = valid_q;
  assign m_tdata = block_q[give_q];
  assign m_tlast = last_q & (&give_q);
  assign m_tuser = user_q;
endmodule
