// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Connects ports of 128 bits to the core with one S-box, one block at a time. One register sends
/// the bytes of the block and receives the bytes of the result.
///
/// ## Latency and throughput
/// With Nr rounds a result is valid 19 Nr + 22 cycles after its block was accepted, and one block
/// is accepted every 19 Nr + 23 cycles. A block that bypasses the core (`s_tpass`) is valid one
/// cycle after it was accepted.
module sil_aes_serial
  import sil_aes_pkg::*;
#(
  parameter int unsigned KeyBits = 128,
  parameter direction_e Direction = ENCRYPT,
  parameter sbox_e Sbox = FUNCTIONS
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         wipe_i,
  /// Clear the block. Needs `s_tvalid` = 0. Must be high at least once after a reset and a wipe.
  input  logic         clear_i,
  input  logic [31:0]  k_tdata,
  input  logic [1:0]   k_tuser,
  input  logic         k_tvalid,
  output logic         k_tready,
  output logic         keyed_o,
  input  logic [127:0] s_tdata,
  /// Decrypt this block.
  input  logic         s_tuser,
  /// Pass this block on unchanged. Needs no key.
  input  logic         s_tpass,
  input  logic         s_tvalid,
  output logic         s_tready,
  output logic [127:0] m_tdata,
  output logic         m_tvalid,
  input  logic         m_tready
);
  typedef enum logic [3:0] { Empty = 4'h1, Send = 4'h2, Receive = 4'h4, Full = 4'h8 } state_e;

  state_e state_q;
  logic [3:0] count_q;
  logic [127:0] data_q;
  logic empty, send, receive, full, decrypt_q, send_ready, receive_valid, move;
  logic [7:0] received;

  assign {full, receive, send, empty} = state_q;
  assign move = (send & send_ready) | (receive & receive_valid);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Empty;
      count_q <= '0;
    end else if (wipe_i) begin
      state_q <= Empty;
      count_q <= '0;
    end else begin
      count_q <= count_q + 4'(move);
      unique case (state_q)
        Empty: if (s_tvalid) state_q <= s_tpass ? Full : Send;
        Send: if (move && &count_q) state_q <= Receive;
        Receive: if (move && &count_q) state_q <= Full;
        Full: if (m_tready) state_q <= Empty;
      endcase
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear_i) {data_q, decrypt_q} <= '0;
    else if (empty) {data_q, decrypt_q} <= {s_tdata, s_tuser};
    else if (move) data_q <= {received, data_q[127:8]};
  end

  assign s_tready = empty;
  assign m_tvalid = full;
  assign m_tdata = data_q;

  sil_aes_core #(
    .KeyBits(KeyBits), .Direction(Direction), .Sbox(Sbox), .PipelineStages(1), .DataWidth(8)
  ) u_core (
    .clk_i, .rst_ni, .wipe_i, .k_tdata, .k_tuser, .k_tvalid, .k_tready, .keyed_o,
    .s_tdata (data_q[7:0]),
    .s_tuser (decrypt_q),
    .s_tvalid(send),
    .s_tready(send_ready),
    .m_tdata (received),
    .m_tvalid(receive_valid),
    .m_tready(receive)
  );
endmodule
