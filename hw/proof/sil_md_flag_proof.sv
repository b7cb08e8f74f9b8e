// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_md_padder, for messages of all lengths with any beats, back to back, under
/// all stalls: `m_tuser` is high with the last padded beat of a message exactly if one of the beats
/// of this message broke a rule, and it holds until the core has accepted a beat of the next
/// message.
///
/// The rules are those of sil_axis_framing: a beat that is not the last one has all its bytes, the
/// last one its first n bytes, with n from 0 on.
module sil_md_flag_proof
  import sil_md_pkg::BLOCK_WORDS;
#(
  /// As in sil_md_padder.
  parameter int unsigned Width = 32,
  parameter int unsigned Unroll = 1,
  parameter int unsigned LengthBytes = 8,
  localparam int unsigned Bytes = Unroll * Width / 8
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               little_i,
  input logic               prefix_i,
  input logic               raw_i,
  input logic [8*Bytes-1:0] s_tdata,
  input logic [Bytes-1:0]   s_tkeep,
  input logic               s_tlast,
  input logic               s_tvalid,
  input logic               m_tready
);
  localparam int unsigned Beats = BLOCK_WORDS / Unroll;
  localparam int unsigned LengthBeats = Bytes > LengthBytes ? 1 : LengthBytes / Bytes;
  // The states of the padder: message beats pass; 0x80 is next; zeros and the length are next.
  localparam logic [1:0] Data = 2'd0, Mark = 2'd1, Fill = 2'd2;

  logic s_tready, m_tvalid, m_tlast, m_tuser;

  sil_md_padder #(.Width(Width), .Unroll(Unroll), .LengthBytes(LengthBytes)) u_padder (
    .clk_i, .rst_ni, .little_i, .prefix_i, .raw_i, .s_tdata, .s_tkeep, .s_tlast, .s_tvalid,
    .s_tready, .m_tdata(), .m_tlast, .m_tuser, .m_tvalid, .m_tready
  );

  logic first_cycle_q = 1'b1;
  logic raw_q;
  always_ff @(posedge clk_i) {first_cycle_q, raw_q} <= {1'b0, raw_i};

  // Whether a beat keeps the rules.
  logic right;
  always_comb begin
    right = &s_tkeep;
    for (int unsigned n = 0; n < Bytes; n++) begin
      if (s_tlast && s_tkeep == Bytes'((1 << n) - 1)) right = 1'b1;
    end
  end

  // A message is partly taken (open), or its padding is not complete (pads); one of its beats broke
  // a rule. The flag of the message whose last padded beat was accepted last; no beat was accepted
  // since then (waits).
  logic open_q, pads_q, broken_q, flag_q, waits_q, taken, given, ends;
  assign taken = s_tvalid & s_tready;
  assign given = m_tvalid & m_tready;
  assign ends = u_padder.move & u_padder.advance & u_padder.last;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {open_q, pads_q, broken_q, flag_q, waits_q} <= '0;
    else begin
      if (taken) begin
        open_q <= ~s_tlast;
        broken_q <= (open_q & broken_q) | ~right;
      end
      if (ends) pads_q <= 1'b0;
      else if (taken && s_tlast) pads_q <= 1'b1;
      if (given) waits_q <= m_tlast;
      if (given && m_tlast) flag_q <= broken_q;
    end
  end

  always_comb begin
    if (first_cycle_q) assume (!rst_ni);
    // A message without padding is complete blocks.
    if (open_q || pads_q) assume (raw_i == raw_q);
    if (s_tvalid && raw_i && s_tlast) assume (32'(u_padder.beat_q) == Beats - 1);

    if (rst_ni) begin
      if (m_tvalid && m_tlast) assert (m_tuser == broken_q);
      if (waits_q) assert (m_tuser == flag_q);

      // Invariants: where the padder is in its message.
      assert (u_padder.state_q <= Fill);
      assert ((u_padder.state_q != Data) == pads_q && !(open_q && pads_q));
      assert (!pads_q || !raw_i);
      assert (u_padder.broken_q == ((open_q | pads_q) & broken_q));
      if (m_tvalid && m_tlast) assert (!open_q && !pads_q && u_padder.beat_q == '0);
      if (!open_q && !pads_q) assert (u_padder.beat_q == '0 && (!m_tvalid || m_tlast));
      if (waits_q) assert (32'(u_padder.beat_q) == 32'(m_tvalid & (open_q | pads_q)));
      // The last beat of the padding is the last one of a block.
      for (int unsigned b = 0; b < LengthBeats; b++) begin
        if (u_padder.length[b] && Bytes <= LengthBytes) begin
          assert (pads_q && 32'(u_padder.beat_q) == Beats - LengthBeats + b);
        end
      end
    end
  end
endmodule
