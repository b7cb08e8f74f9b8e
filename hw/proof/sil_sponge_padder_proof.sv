// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// To be proved of sil_sponge_padder, for messages of all lengths, back to back, under all stalls:
///
/// * its output is the bytes of the message, a byte that begins the padding, and zeros up to the end
///   of a word, which `m_tlast` marks. The byte of Ascon is 01, so this is the padding of NIST
///   SP 800-232 2.1: a 1 and zeros, where the first bit is bit 0 of a byte. The byte of SHAT is 80;
/// * no beat is lost or doubled;
/// * `error_o` is low after a message of which no beat broke a rule of sil_axis_framing, and high
///   after any other one.
module sil_sponge_padder_proof
#(
  /// As in sil_sponge_padder.
  parameter int unsigned Bytes = 8,
  /// The padding is that of SHAT, and not that of Ascon.
  parameter bit Shat = 1'b0
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic [8*Bytes-1:0] s_tdata,
  input logic [Bytes-1:0]   s_tkeep,
  input logic               s_tlast,
  input logic               s_tvalid,
  input logic               m_tready
);
  logic s_tready, m_tlast, m_tvalid, error;
  logic [8*Bytes-1:0] m_tdata;

  sil_sponge_padder #(
    .Bytes(Bytes), .Padding(Shat ? sil_shat_pkg::PADDING : sil_ascon_pkg::PADDING)
  ) u_padder (
    .clk_i, .rst_ni, .s_tdata, .s_tkeep, .s_tlast, .s_tvalid, .s_tready, .m_tdata, .m_tlast,
    .error_o(error), .m_tvalid, .m_tready
  );

  // The beat is complete, or its first bytes are valid and it is the last one.
  logic right;
  assign right = &s_tkeep | (s_tlast & (s_tkeep & Bytes'(s_tkeep + 1'b1)) == '0);

  // The reference: the message ended at the end of a word, so the padding has a word of its own; a
  // beat of the message broke a rule; a message has ended since the reset, and one of its beats did.
  logic mark_q, broken_d, broken_q, known_q, error_q, taken, last;
  assign taken = s_tvalid & s_tready;
  assign last = mark_q | (s_tlast & ~s_tkeep[Bytes-1]);
  assign broken_d = broken_q | (~mark_q & ~right);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {mark_q, broken_q, known_q} <= '0;
    else if (m_tvalid && m_tready) begin
      mark_q <= taken & s_tlast & s_tkeep[Bytes-1];
      broken_q <= broken_d & ~m_tlast;
      known_q <= known_q | m_tlast;
    end
  end
  always_ff @(posedge clk_i) if (m_tvalid && m_tready && m_tlast) error_q <= broken_d;

  // The word that the standard has here.
  logic [Bytes-1:0][7:0] wanted;
  always_comb begin
    for (int unsigned i = 0; i < Bytes; i++) begin
      automatic int unsigned valid = mark_q ? 0 : $countones(s_tkeep);
      wanted[i] = i < valid ? s_tdata[8*i+:8] : i == valid ? (Shat ? 8'h80 : 8'h01) : 8'h00;
    end
  end

  logic first_q = 1'b1;
  always_ff @(posedge clk_i) first_q <= 1'b0;

  always_comb begin
    if (first_q) assume (!rst_ni);

    assert (m_tvalid == (s_tvalid | mark_q));
    assert (s_tready == (m_tready & ~mark_q));
    if (m_tvalid) assert (m_tlast == last);
    // The bytes of a beat that breaks a rule are not part of the statement.
    if (m_tvalid && (mark_q || right)) assert (m_tdata == wanted);
    if (known_q) assert (error == error_q);

    // Invariants.
    assert (u_padder.mark_q == mark_q && u_padder.broken_q == broken_q);
  end
endmodule
