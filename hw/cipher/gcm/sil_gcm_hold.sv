// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Holds the plaintext of a decryption until its tag has been compared. It leaves when the tag is
/// right. Of a refused message only the last beat leaves. A text that is longer than the memory is
/// refused. Beats of an encryption pass.
///
/// ## Latency and throughput
/// A beat passes in the cycle in which it is offered. Before the last beat of a decryption, the held
/// beats leave: one per cycle. Clearing takes Depth cycles.
///
/// ## Byte order
/// The first byte of a beat is in its low bits.
module sil_gcm_hold
#(
  /// Capacity in beats, a power of two. Cost: 144 bits of memory per beat.
  parameter int unsigned Depth = 64
) (
  input  logic         clk_i,
  /// Asynchronous assert, active low.
  input  logic         rst_ni,
  /// Zeroise the memory.
  input  logic         wipe_i,
  /// The memory is being cleared, after a reset and a wipe. No beat is offered.
  output logic         clean_o,
  /// The beat belongs to a decryption.
  input  logic         s_hold,
  input  logic [127:0] s_tdata,
  input  logic [15:0]  s_tkeep,
  /// High with the null beat that follows a plaintext, or with the tag of an encryption.
  input  logic         s_tlast,
  /// High with `s_tlast`: the message was refused, or its tag is wrong.
  input  logic         s_tuser,
  input  logic         s_tvalid,
  output logic         s_tready,
  output logic [127:0] m_tdata,
  output logic [15:0]  m_tkeep,
  output logic         m_tlast,
  output logic         m_tuser,
  output logic         m_tvalid,
  input  logic         m_tready
);
  if (!(Depth inside {[2:1024]}) || Depth != 2 ** $clog2(Depth)) begin : gen_depth
    $fatal(1, "Buffer must be 0 or a power of two from 2 to 1024");
  end

  localparam int unsigned AddressBits = $clog2(Depth);

  (* ram_style = "distributed" *) logic [143:0] memory_q [Depth];
  logic [AddressBits-1:0] address;
  logic clean_q;
  logic [AddressBits:0] written_q, read_q;  // beats of the message that were held, and that left
  logic over_q;  // the plaintext is longer than the memory
  logic some_q;  // a held beat has not left
  logic held, full, refused, leaves;

  assign held = s_hold & ~s_tlast;
  assign full = written_q[AddressBits];
  assign refused = s_tuser | over_q;
  assign leaves = s_hold & s_tlast & ~refused & some_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clean_q <= 1'b1;
      {written_q, read_q, over_q, some_q} <= '0;
    end else if (wipe_i) begin
      clean_q <= 1'b1;
      {written_q, read_q, over_q, some_q} <= '0;
    end else if (clean_q) begin
      clean_q <= ~&address;
      written_q[AddressBits-1:0] <= address + 1'b1;
    end else if (s_tvalid) begin
      if (held && full) over_q <= 1'b1;
      else if (held) begin
        written_q <= written_q + 1'b1;
        some_q <= 1'b1;
      end else if (m_tready && leaves) begin
        read_q <= read_q + 1'b1;
        some_q <= read_q + 1'b1 != written_q;
      end else if (m_tready && s_tlast) {written_q, read_q, over_q, some_q} <= '0;
    end
  end
  assign address = written_q[AddressBits-1:0];
  always_ff @(posedge clk_i) begin
    if (clean_q) memory_q[address] <= '0;
    else if (s_tvalid && held && !full) memory_q[address] <= {s_tkeep, s_tdata};
  end

  assign clean_o = clean_q;
  assign s_tready = held | (m_tready & ~leaves);
  // A plaintext that is held is not driven on the output either.
  assign {m_tkeep, m_tdata} = leaves ? memory_q[read_q[AddressBits-1:0]]
                                     : {144{~held}} & {s_tkeep, s_tdata};
  assign m_tlast = s_tlast & ~leaves;
  assign m_tuser = refused;
  assign m_tvalid = s_tvalid & ~held;
endmodule
