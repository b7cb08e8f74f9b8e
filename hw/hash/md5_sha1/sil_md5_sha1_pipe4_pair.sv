// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// sil_md5_pipe4 and sil_sha1_pipe4 side by side: each has its own blocks, and both share the port
/// for digests. Item 0 of a port for blocks is for MD5, item 1 for SHA-1.
///
/// ## Latency and throughput
/// Those of each core. A digest waits while one of the other core is offered.
module sil_md5_sha1_pipe4_pair
#(
  /// As in sil_md5_pipe4 and sil_sha1_pipe4.
  parameter int unsigned Midstates = 0,
  parameter bit ClockGate = 1'b0,
  localparam int unsigned MidstateBits = Midstates == 0 ? 1 : $clog2(Midstates + 1)
) (
  input  logic                         clk_i,
  /// Asynchronous assert, active low.
  input  logic                         rst_ni,
  /// As in sil_md5_pipe4 and sil_sha1_pipe4. `save_i` is for the core that forms a digest.
  input  logic [1:0][31:0]             s_tdata,
  input  logic [1:0]                   s_tlast,
  input  logic [1:0][1:0]              s_tid,
  input  logic [1:0]                   s_tvalid,
  output logic [1:0]                   s_tready,
  input  logic [1:0][MidstateBits-1:0] restore_i,
  input  logic [MidstateBits-1:0]      save_i,
  output logic [1:0][1:0]              s_tid_next,
  output logic [1:0]                   s_tid_any,
  /// The digest. That of MD5 is in the low 128 bits.
  output logic [159:0]                 m_tdata,
  /// Channel of the digest.
  output logic [1:0]                   m_tid,
  output logic                         m_tvalid,
  input  logic                         m_tready
);
  logic [127:0] md5_digest;
  logic [159:0] sha1_digest;
  logic [1:0][1:0] tid;
  logic [1:0] valid, ready;

  sil_md5_pipe4 #(.Midstates(Midstates), .ClockGate(ClockGate)) u_md5 (
    .clk_i,
    .rst_ni,
    .s_tdata   (s_tdata[0]),
    .s_tlast   (s_tlast[0]),
    .s_tid     (s_tid[0]),
    .s_tvalid  (s_tvalid[0]),
    .s_tready  (s_tready[0]),
    .restore_i (restore_i[0]),
    .save_i,
    .s_tid_next(s_tid_next[0]),
    .s_tid_any (s_tid_any[0]),
    .m_tdata   (md5_digest),
    .m_tid     (tid[0]),
    .m_tvalid  (valid[0]),
    .m_tready  (ready[0])
  );
  sil_sha1_pipe4 #(.Midstates(Midstates), .ClockGate(ClockGate)) u_sha1 (
    .clk_i,
    .rst_ni,
    .s_tdata   (s_tdata[1]),
    .s_tlast   (s_tlast[1]),
    .s_tid     (s_tid[1]),
    .s_tvalid  (s_tvalid[1]),
    .s_tready  (s_tready[1]),
    .restore_i (restore_i[1]),
    .save_i,
    .s_tid_next(s_tid_next[1]),
    .s_tid_any (s_tid_any[1]),
    .m_tdata   (sha1_digest),
    .m_tid     (tid[1]),
    .m_tvalid  (valid[1]),
    .m_tready  (ready[1])
  );

  // An offered digest stays until it is taken. If both come in one cycle, that of MD5 is first.
  logic sha1, sha1_q, waits_q;
  assign sha1 = waits_q ? sha1_q : ~valid[0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q <= 1'b0;
      sha1_q  <= 1'b0;
    end else begin
      waits_q <= m_tvalid & ~m_tready;
      sha1_q  <= sha1;
    end
  end

  assign ready = {m_tready & sha1, m_tready & ~sha1};
  assign m_tvalid = valid[sha1];
  assign m_tid = tid[sha1];
  assign m_tdata = sha1 ? sha1_digest : {32'b0, md5_digest};
endmodule
