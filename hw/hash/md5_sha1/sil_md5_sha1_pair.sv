// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// A core for MD5 and a core for SHA-1, selected for each message by a multiplexer. The ports are
/// those of sil_md5_sha1_core, which has one datapath for both.
///
/// ## Latency and throughput
/// Those of the selected core.
module sil_md5_sha1_pair
#(
  /// As in sil_md5_core and sil_sha1_core.
  parameter int unsigned Precompute = 0,
  /// As in sil_md5_sha1_core.
  parameter bit ClockGate = 1'b0,
  /// As in sil_md5_sha1_core.
  parameter int unsigned Midstates = 0,
  localparam int unsigned MidstateBits = Midstates == 0 ? 1 : $clog2(Midstates + 1)
) (
  input  logic                    clk_i,
  /// Asynchronous assert, active low.
  input  logic                    rst_ni,
  /// As in sil_md5_sha1_core.
  input  logic                    sha1_i,
  input  logic [31:0]             s_tdata,
  input  logic                    s_tlast,
  input  logic                    s_tvalid,
  output logic                    s_tready,
  input  logic                    start_i,
  input  logic [MidstateBits-1:0] restore_i,
  input  logic [MidstateBits-1:0] save_i,
  output logic [159:0]            m_tdata,
  output logic                    m_tvalid,
  input  logic                    m_tready
);
  logic [1:0] ready, valid;
  logic [127:0] md5_digest;
  logic [159:0] sha1_digest;

  sil_md5_core #(.Precompute(Precompute), .ClockGate(ClockGate), .Midstates(Midstates)) u_md5 (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tid(1'b0), .s_tvalid(s_tvalid & ~sha1_i),
    .s_tready(ready[0]), .start_i(start_i & ~sha1_i), .restore_i, .save_i, .s_tid_next(),
    .s_tid_any(),
    .m_tdata(md5_digest), .m_tid(), .m_tvalid(valid[0]), .m_tready
  );
  sil_sha1_core #(.Precompute(Precompute), .ClockGate(ClockGate), .Midstates(Midstates)) u_sha1 (
    .clk_i, .rst_ni, .s_tdata, .s_tlast, .s_tid(1'b0), .s_tvalid(s_tvalid & sha1_i),
    .s_tready(ready[1]), .start_i(start_i & sha1_i), .restore_i, .save_i, .s_tid_next(),
    .s_tid_any(),
    .m_tdata(sha1_digest), .m_tid(), .m_tvalid(valid[1]), .m_tready
  );

  assign s_tready = ready[sha1_i];
  assign m_tvalid = valid[sha1_i];
  assign m_tdata = sha1_i ? sha1_digest : {32'b0, md5_digest};
endmodule
